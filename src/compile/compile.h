// Turns a checked program into one that can be played.
//
//   in   a CheckedProgram without errors, and its sources
//   out  a Program that verify() accepts
//
// The steps, each in files of its own:
//   number_classes   classes in the order of Program::classes, types, layout of instances
//   lower_code       a body (Block or expression) to a Chunk: lower_expressions, lower_statements, lower_questions …
//   lower_actions    actions, goals, inputs, triggers, observers
//   lower_boards     groups, edges, contents; movements
//   lower_turns      turns, phases, setups
#pragma once

#include "check/program.h"
#include "program/program.h"
#include "source/source_file.h"

#include <memory>

namespace tgdl {

std::shared_ptr<const Program> compile(const CheckedProgram& checked, const SourceSet& sources);

} // namespace tgdl
