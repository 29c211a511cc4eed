// Common subexpression elimination for lookups: attributes that nothing can have changed meanwhile, positions of tiles,
// coordinates of cells.
//
//   in   the code of a chunk
//   out  the same, where what is surely known already is copied from a register of its own. Those registers stand above
//        all others, so that nobody counts what they hold as held by the rules, and no value in them outlives an
//        instruction that runs other code
#pragma once

#include "compile/edited_code.h"

#include <optional>

namespace tgdl {

// Nothing: it would be the same. So it is in a game that hides something: looking is an act there, in a trial.
// O(instructions), times the different lookups, of which 64 are shared at most.
std::optional<EditedCode> eliminate_common_lookups(const Program& program, const EditedCode& code);

} // namespace tgdl
