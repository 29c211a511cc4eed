// Lines of what somebody types or sends, of bounded length: input that never ends a line must not fill the memory.
#pragma once

#include <cstddef>
#include <istream>
#include <string>

namespace tgdl {

inline constexpr std::size_t kMaxInputLineBytes = std::size_t{64} * 1024;

enum class InputLine { Read, End, TooLong };

// Like std::getline. TooLong: the line has more than kMaxInputLineBytes; the rest of it has not been read.
InputLine read_input_line(std::istream& input, std::string& line);

} // namespace tgdl
