// Data files: the tables that they become, and the code that makes an instance of each row.
//
//   in   CheckedProgram::data_tables
//   out  Program::data_tables, with the same numbers
#pragma once

#include "compile/chunk_writer.h"
#include "compile/lowering.h"

#include <functional>

namespace tgdl {

// Wants number_classes().
void lower_data(Lowering& lowering);

// Makes the instances of a table one after the other, as `new` does; `add` writes what is done with each, which stands in
// the register it is given.
void write_data_instances(Lowering& lowering, ChunkWriter& writer, std::uint32_t table,
                          const std::function<void(Register)>& add);

} // namespace tgdl
