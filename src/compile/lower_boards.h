// Boards: their groups as tables, and the code that makes them.
//
//   in   a Lowering after number_classes()
//   out  Program::groups
#pragma once

#include "compile/chunk_writer.h"
#include "compile/lowering.h"

namespace tgdl {

void lower_groups(Lowering& lowering);

// The part of a board's making that comes after its attributes: each group, base first, with its tiles, connections and
// default blocks, then `borders`. `this` stands in register 0.
void write_groups(Lowering& lowering, ChunkWriter& writer, TypeDefId board);

// The corners and sides that the tile in one register (null: any tile) of the group in another lacks are made.
void write_lacking_points(Lowering& lowering, ChunkWriter& writer, Register group, Register tile);

} // namespace tgdl
