// Question to a player as it is shown, and the meaning of a typed answer.
#pragma once

#include "terminal/canvas.h"
#include "terminal/hot_seat.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

struct ShownOption {
    std::string text;  // in full, as playthroughs hold it: `Side.Place`
    std::string label; // as short as it can be told from the others: `Place`
    std::string shown; // the label with what more there is to see: the glyph of an enum, the tiles at a corner
    Ink ink = Ink::Default;
    std::string about; // the id of the instance it is about; may be empty
    std::string note;  // what the rules say about the action; may be empty
};

struct Question {
    std::uint32_t player = 0;
    std::string who;     // the player as people know them
    std::string heading; // `Move b1 › to?`
    std::vector<ShownOption> options;
    bool has_numbers = true; // false when options are numbers themselves, which would be taken for those of the options
};

// `view` is that of the player who decides.
Question read_question(const Json& view, const std::vector<MadeChoice>& running_move);

// The options that a typed text can mean: the one with that text, else the one with that number, else those that begin with
// it, else those with a word that does. Large and small letters count alike.
std::vector<std::size_t> find_options(const Question& question, std::string_view typed);

} // namespace tgdl
