// The two parts of dump_checked: what is defined, and the code.
#pragma once

#include "check/checked_program.h"

#include <string>

namespace tgdl {

// Types with their members, functions, actions, boards, turns: with signatures and inferred effects.
void dump_definitions(const CheckedProgram& program, std::string& out);
// Every body: what it is, what it does, and its tree with the type and meaning of each node.
void dump_bodies(const CheckedProgram& program, std::string& out);

// `Card.Play` for a member, `Play` at top level.
std::string member_name(const CheckedProgram& program, TypeDefId owner, Symbol name);
// `optional players input List<Card> discard`.
std::string input_text(const CheckedProgram& program, InputId id);

} // namespace tgdl
