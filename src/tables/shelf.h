// The games that can be played at a server's tables.
//
// The rules that a table was begun with are kept with it, so that it goes on under them whatever becomes of the shelf.
#pragma once

#include "api/engine.h"
#include "base/embedded_file.h"
#include "program/options.h"
#include "tables/rules_archive.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// Rules that can be played, with their text. Never changed once it is made.
struct PlayableRules {
    RulesArchive files;
    LoadedRules rules; // with a program

    [[nodiscard]] const Program& program() const { return *rules.program; }
};

// Loads rules, or says what is wrong with them in the words of `tgdl check`.
tl::expected<std::shared_ptr<const PlayableRules>, std::string> load_playable(Loader& loader, std::string_view path);
// What rules with this hash are called in a store; write_archive() of their files is kept there.
std::string rules_name(std::uint64_t hash);

struct ShelfGame {
    std::string key;    // `chess`
    std::string file;   // on disk, as it was named; empty: part of the program
    std::string folder; // on disk, for pictures; empty: none
    std::string style;  // the name of its own CSS file there; empty: none
    std::shared_ptr<const PlayableRules> rules;
    // What tables get that choose nothing else; edited rules may not have all of them any more.
    std::vector<OptionChoice> options = {};
};

class Shelf {
public:
    // A game from disk. Empty, or what is wrong with it.
    std::string add_file(const std::string& path);
    // All games that are part of the program.
    void add_shipped();
    // A game whose rules are loaded. If there is one with its key already, it gets another one.
    void add(ShelfGame game);
    // Each game gets those of the options that it has. Empty, or which of them no game has, and what there is.
    std::string choose_options(std::span<const OptionChoice> options);

    [[nodiscard]] const std::vector<ShelfGame>& games() const { return games_; }
    [[nodiscard]] const ShelfGame* find(std::string_view key) const;

private:
    std::vector<ShelfGame> games_; // by name
};

std::span<const EmbeddedFile> shipped_games(); // defined by the build

// A `Game` record of the protocol.
nlohmann::json describe_game(const ShelfGame& game);

} // namespace tgdl
