// The code that belongs to classes: what making an instance runs, who sees it, how people are shown it.
//
//   in   a Lowering after number_classes() and find_flags()
//   out  init, defaults, visible and information of every ClassInfo, visible of their attributes
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void lower_classes(Lowering& lowering);

} // namespace tgdl
