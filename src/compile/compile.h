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
//   lower_passages   what notes that it runs, in a program that is watched
#pragma once

#include "check/program.h"
#include "program/program.h"
#include "source/source_file.h"

#include <cstdint>
#include <memory>

namespace tgdl {

// Yes: a match notes which passages of the rules run (Program::passages). It goes as it would otherwise, but slower.
enum class Watched : std::uint8_t { No, Yes };

std::shared_ptr<const Program> compile(const CheckedProgram& checked, const SourceSet& sources,
                                       Watched watched = Watched::No);

} // namespace tgdl
