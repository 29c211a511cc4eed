// The first half of checking: everything that can be known without looking into code.
#pragma once

#include "base/nearest_name.h"
#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"
#include "source/loader.h"

#include <string_view>

namespace tgdl {

// Loads and parses the main file and all it imports, in order of import; false when the main file cannot be read.
bool load_files(CheckedProgram& program, SourceSet& sources, Loader& loader, std::string_view main_path,
                Diagnostics& diagnostics);

// Fills the definitions: names, bases, members, signatures, extensions, boards, turns, movements, setups.
void declare(CheckedProgram& program, Diagnostics& diagnostics);

// The type a type node of `file` stands for; reports unknown names. Also records it in FileUnit::types.
TypeId resolve_type(CheckedProgram& program, FileId file, NodeId type_node, Diagnostics& diagnostics);

// The type called so at top level of the file (`alias.Name` by the qualifiers of the TypeName node); none if it is no type.
TypeDefId find_type(const CheckedProgram& program, FileId file, NodeId type_name_node);

// Makes the Input records for Input nodes of a statement (an `input` in the middle of an effect) as for clauses.
InputId declare_input(CheckedProgram& program, FileId file, NodeId input_node, Diagnostics& diagnostics);

// Words that no definition, local or member of certain kinds may be called (docs/reference/text.md#24); the reason as a
// text, or empty.
bool is_builtin_name(Symbol name); // log, tell, random, math, all, direction, rows: docs/reference/text.md#24
// One of them that attributes, variables and inputs may be called all the same; it is hidden by them.
bool may_be_hidden_by_names(Symbol builtin);
bool is_builtin_type(Symbol name); // number, string, bool, List, Table, Stack
bool is_root_type(Symbol name); // interactable, tile, group, board, stack, connection (the reserved ones cannot occur)

class ConstantEvaluator;

// The last part of declaring: grids whose sizes are constants, and what is written with coordinates. The bodies are checked
// and the constants known.
void finish_boards(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics);

} // namespace tgdl
