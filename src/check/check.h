// Checks a program, from files to a CheckedProgram: imports, names, types, effects, warnings.
//
//   in   the main file's path, and a loader that finds it and what it imports
//   out  a CheckedProgram, and everything there is to say about it in `diagnostics` (sorted)
//
// Null only when the main file cannot be read. Linear in the size of the program.
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"
#include "source/loader.h"

#include <memory>
#include <string>
#include <string_view>

namespace tgdl {

std::unique_ptr<CheckedProgram> check(SourceSet& sources, Loader& loader, std::string_view main_path,
                                      Diagnostics& diagnostics);

// `players: 2 to 4`, `chance: yes` … one trait per line, as `tgdl check --traits` prints them.
std::string describe_traits(const CheckedProgram& program);

// A text dump of the definitions and of the type and meaning of every expression.
std::string dump_checked(const CheckedProgram& program);

} // namespace tgdl
