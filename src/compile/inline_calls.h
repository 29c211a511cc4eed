// Puts the code of small functions where they are called, so that no frame is needed for them.
//
//   in   a chunk, and for each chunk whether its code is in its last form
//   out  the same code with calls replaced: a frame of the callee would begin at the window of its call, so its registers
//        are those from there on; Chunk::inlined tells reports of faults what was called
#pragma once

#include "compile/edited_code.h"

#include <vector>

namespace tgdl {

EditedCode inline_calls(const Program& program, EditedCode code, const std::vector<bool>& is_finished);

} // namespace tgdl
