// The values of a FillInput frame; its `code` is where the registers begin that the input's parts see.
#pragma once

#include <cstdint>

namespace tgdl {

enum InputValue : std::uint32_t {
    kInputWhich,    // {InputIndex, who is asked when the input does not say}
    kInputPlayers,  // `players`: the List<player> of those who choose, or null
    kInputChooser,  // {position in it, who is being asked}
    kInputList,     // a list input: what was picked, else null
    kInputPosition, // a list input: {position after the last candidate picked, picks}
    kInputTable,    // `players`: the Table of what was chosen
    kInputAnswer,   // the value that was chosen
    kInputAnswered, // {OptionKind, position of the candidate}
    kInputValues,
};

// Numbers are part of a match's hash. kInputWhoKnown, before kInputAsk: the code of `player` or `players` has run, and what it
// gives lies above the frame.
enum InputStep : std::uint32_t { kInputStart, kInputAsk, kInputAnswerGiven, kInputWhoKnown };

} // namespace tgdl
