// Enumeration of all chance outcomes of one step of a match, each once, with its probability.
//
//   ChanceOutcomes walk;
//   do {
//       after.copy_from(before);
//       after.set_tape(walk.rewind());
//       after.choose(option);
//       walk.probability();          // of what has just come out
//   } while (walk.next());
//
// A step that draws no random number has one outcome. The outcomes are as many as the products of what is drawn: a shuffle
// of n cards has n!.
#pragma once

#include "match/draw_tape.h"

namespace tgdl {

class ChanceOutcomes {
public:
    ChanceOutcomes() { tape_.rest = 0; }

    // To be given to the match that takes the step.
    DrawTape* rewind() {
        tape_.clear();
        return &tape_;
    }
    // Of the outcome played last.
    [[nodiscard]] double probability() const;
    // Goes on to the next outcome; false when there is none.
    bool next();

private:
    DrawTape tape_;
};

} // namespace tgdl
