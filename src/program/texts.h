// Finds the texts of a program by what they say, so that a text made while playing is one of them where it can be.
#pragma once

#include "program/program.h"

#include <string_view>

namespace tgdl {

// The same for equal texts on every machine.
std::uint32_t hash_units(std::u16string_view units);

// Fills Program::text_index. To be called when all texts are there; O(texts).
void index_texts(Program& program);

// The text with these units, kNone if the program has none. O(1); in a program without an index O(texts).
TextIndex find_text(const Program& program, std::u16string_view units);

} // namespace tgdl
