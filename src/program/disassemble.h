// A Program as text, for people (`tgdl dump --stage program`) and golden tests: classes, actions, tables, code.
#pragma once

#include "program/program.h"

#include <string>

namespace tgdl {

std::string disassemble(const Program& program);
std::string disassemble(const Program& program, const Chunk& chunk);

} // namespace tgdl
