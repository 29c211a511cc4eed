#include "tables/player_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace tgdl {

namespace {

// How many bytes at the beginning of the text are a character that no name holds; 0: none.
std::size_t length_of_control(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x20 || first == 0x7f) {
        return 1;
    }
    const auto second = text.size() > 1 ? static_cast<unsigned char>(text[1]) : 0U;
    if (first == 0xc2 && second < 0xa0) { // U+0080 to U+009F
        return 2;
    }
    // U+200B, U+200E, U+200F, U+2028 to U+202E, U+2060 to U+206F, U+FEFF; but what joins letters and signs stays
    const auto third = text.size() > 2 ? static_cast<unsigned char>(text[2]) : 0U;
    const bool turns =
        first == 0xe2
        && ((second == 0x80 && (third == 0x8b || third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae)))
            || (second == 0x81 && third >= 0xa0 && third <= 0xaf));
    const bool is_mark = first == 0xef && second == 0xbb && third == 0xbf;
    return turns || is_mark ? 3 : 0;
}

} // namespace

std::string clean_name(std::string_view name) {
    std::string clean;
    while (!name.empty()) {
        const std::size_t control = length_of_control(name);
        if (control == 0) {
            clean += name[0];
        } else if (control == 1) {
            clean += ' ';
        }
        name.remove_prefix(std::max<std::size_t>(control, 1));
    }
    const std::size_t begin = std::min(clean.find_first_not_of(' '), clean.size());
    const std::size_t end = clean.find_last_not_of(' ');
    return end == std::string::npos ? std::string() : clean.substr(begin, end + 1 - begin);
}

} // namespace tgdl
