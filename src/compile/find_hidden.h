// Finds what may be hidden from somebody (docs/reference/visibility.md). Only for programs that hide something.
//
//   in   a Lowering after number_classes()
//   out  Lowering::hidden_types and which attributes may be hidden; in the Program, which classes have public numbers and
//        which can be hidden because of what holds them
#pragma once

#include "compile/lowering.h"

namespace tgdl {

// O(rounds * attributes of all classes), where a round follows what is hidden to what it holds.
void find_hidden(Lowering& lowering);

} // namespace tgdl
