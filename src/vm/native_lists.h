// The natives that the vm answers itself, each list in the files of its theme. Null for those of other lists.
#pragma once

#include "vm/machine.h"

namespace tgdl {

NativeFunction collection_native(NativeId native); // texts, numbers, lists, stacks, tables
NativeFunction board_native(NativeId native);      // pieces, decks, tiles, groups, boards; those without events

} // namespace tgdl
