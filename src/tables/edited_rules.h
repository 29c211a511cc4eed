// Rules that somebody is writing: what is wrong with them, and the rules themselves once nothing is.
#pragma once

#include "tables/shelf.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace tgdl {

// What became of the main file of a game, or of a text in its place.
struct EditedRules {
    std::shared_ptr<const PlayableRules> playable; // null: they cannot be played
    std::string diagnostics;                       // a list of `Diagnostic` records of the protocol, as JSON

    [[nodiscard]] const std::string& text() const { return playable->files.files.front().text; }
};

// Loads the game whose main file this is; imports come from disk. `text`: what to take for the content of the main file,
// which must be there all the same, for it says where the imports are; none: what it holds.
EditedRules check_edited(const std::string& path, const std::optional<std::string>& text = std::nullopt);

} // namespace tgdl
