// Readers of attributes that are computed or modified: the chunks that code calls instead of looking at a word.
//
//   in   a Lowering after find_flags()
//   out  Lowering::reader_chunk() and raw_chunk(), AttributeInfo::reader and raw; lower_readers() fills the chunks
#pragma once

#include "compile/lowering.h"

#include <vector>

namespace tgdl {

// A class in which the attribute is given anew, or its own.
struct ComputedClass {
    ClassIndex index = kNone;
    FunctionId computed; // none: stored
};
// Most derived first: the first that an instance fits says how its attribute is read. The last is the owner.
// O(type definitions).
[[nodiscard]] std::vector<ComputedClass> classes_of_computed(const Lowering& lowering, AttributeId attribute);

// Before any code is lowered.
void reserve_readers(Lowering& lowering);
void lower_readers(Lowering& lowering);

} // namespace tgdl
