// Compiles a checked program into one that can be played.
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
//   lower_coverage   instructions that record which regions run, in a program with coverage
//   optimize_chunks  code that is faster and does the same; or else
//   make_plain       code and facts without any fast path
#pragma once

#include "check/checked_program.h"
#include "program/program.h"
#include "source/source_file.h"

#include <cstdint>
#include <memory>

namespace tgdl {

// On: a match records which Program::coverage_regions run. It goes as it would otherwise, but slower.
enum class Coverage : std::uint8_t { Off, On };

std::shared_ptr<const Program> compile(const CheckedProgram& checked, const SourceSet& sources,
                                       Coverage coverage = Coverage::Off, Optimise optimise = Optimise::Yes);

} // namespace tgdl
