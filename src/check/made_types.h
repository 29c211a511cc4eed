// Finds the types that a program makes instances of, without a `new` or with one.
#pragma once

#include "check/checked_program.h"

#include <vector>

namespace tgdl {

// The table that `contents from` reads, or that the Call of `rows<T>` does; null when the node is neither.
const DataTable* data_of(const CheckedProgram& program, CodeRef contents);

// The cards that the `contents` of a stack name, each as often as it is named; of a file those of its rows.
std::vector<TypeDefId> find_contents(const CheckedProgram& program, TypeDefId stack);

// The connections that `adjacency` and `borders` of a board name after `by`.
std::vector<TypeDefId> find_connections(const CheckedProgram& program, TypeDefId board);

// By type: does the program make one of it, or of one that derives from it? By `new`, as a global or one for each
// player, in a grid, in `contents`, in `adjacency`. O(size of the program).
std::vector<bool> find_made_types(const CheckedProgram& program);

} // namespace tgdl
