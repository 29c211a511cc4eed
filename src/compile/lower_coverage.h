// Coverage regions of a program, and the instructions that record which of them run.
//
//   emit_coverage()            CodeLowering puts a Cover where a body, an arm or the rest of a block begins
//   keep_reachable_regions()   leaves those that can run while bots play
#pragma once

#include "compile/lowering.h"

namespace tgdl {

//   in   a Program whose chunks are complete and not yet optimised
//   out  its coverage regions in the order of the text, without those of functions that no rule calls and of what is only
//        there to be read (information, reasons) or seen (visible): that these did not run says nothing
void keep_reachable_regions(Lowering& lowering);

} // namespace tgdl
