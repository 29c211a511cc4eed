// Data files: finds the statements that read them, loads the files, and reads their rows as a class wants them
// (docs/reference/data.md).
//
//   in   `contents from "cards.csv"` and `rows<Card>("cards.csv")`
//   out  load_data_files(): FileUnit::data_files, each file a source of its own; read_data(): a DataTable
//
// Everything wrong in a file is reported at its place there, with the statement as a second place. O(bytes of the files).
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"
#include "source/loader.h"

namespace tgdl {

// Loads what the statements of all files name; a path that cannot be read is reported at the statement.
void load_data_files(CheckedProgram& program, SourceSet& sources, Loader& loader, Diagnostics& diagnostics);

// The statement that reads a file, and for which type.
struct DataUse {
    FileId file;    // of the rules
    NodeId literal; // the file's name
    TypeDefId type;
};

// Reads the file that `use` names, which load_data_files() has loaded, as rows of its type; equal uses share one table.
// Gives its number in CheckedProgram::data_tables; TypeDefId::kNone when all of them together are too large (reported).
std::uint32_t read_data(CheckedProgram& program, const DataUse& use, Diagnostics& diagnostics);

} // namespace tgdl
