// Which passages of the rules a program that is watched takes note of.
//
//   note()        CodeLowering puts a Note where a body, an arm or the rest of a block begins
//   afterwards    those stay that can run while bots play
#pragma once

#include "compile/lowering.h"

namespace tgdl {

//   in   a Program whose chunks are complete and not yet optimised
//   out  its passages in the order of the text, without those of functions that no rule calls and of what is only there to
//        be read (information, reasons) or seen (visible): of these it says nothing that they did not run
void keep_reachable_passages(Lowering& lowering);

} // namespace tgdl
