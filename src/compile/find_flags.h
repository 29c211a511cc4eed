// Finds what the rules never do: fail, hide, draw lots, let several choose at once. Known before code is lowered.
//
//   in   a Lowering after number_classes()
//   out  the flags of the Program; Lowering::hidden_types and which attributes may be hidden
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void find_flags(Lowering& lowering);

// May something a transaction causes, besides what its own code does, end in `fail`?
class FailureAnalysis {
public:
    explicit FailureAnalysis(const CheckedProgram& program); // O(actions + phases)

    // A transaction that runs code with these effects.
    [[nodiscard]] bool may_fail(Effects own) const;

private:
    bool reactions_fail_ = false;   // an action that reacts to something, a phase or the default of a turn may fail
    bool observes_changes_ = false; // some action reacts to what the engine itself reports, so any change may cause it
};

} // namespace tgdl
