#include "base/input_line.h"

namespace tgdl {

InputLine read_input_line(std::istream& input, std::string& line) {
    line.clear();
    const std::istream::sentry is_ready(input, true);
    if (!is_ready) {
        return InputLine::End;
    }
    std::streambuf& bytes = *input.rdbuf();
    while (true) {
        const int next = bytes.sbumpc();
        if (next == std::istream::traits_type::eof()) {
            input.setstate(line.empty() ? std::ios::eofbit | std::ios::failbit : std::ios::eofbit);
            return line.empty() ? InputLine::End : InputLine::Read;
        }
        if (next == '\n') {
            return InputLine::Read;
        }
        if (line.size() == kMaxInputLineBytes) {
            return InputLine::TooLong;
        }
        line.push_back(static_cast<char>(next));
    }
}

} // namespace tgdl
