#include "net/request_path.h"

#include <cstddef>
#include <utf8/checked.h>

namespace tgdl {
namespace {

int hexadecimal_digit(char sign) {
    if (sign >= '0' && sign <= '9') {
        return sign - '0';
    }
    if (sign >= 'a' && sign <= 'f') {
        return sign - 'a' + 10;
    }
    return sign >= 'A' && sign <= 'F' ? sign - 'A' + 10 : -1;
}

std::optional<std::string> decode_percent(std::string_view text) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += text[at];
            continue;
        }
        const int high = at + 1 < text.size() ? hexadecimal_digit(text[at + 1]) : -1;
        const int low = at + 2 < text.size() ? hexadecimal_digit(text[at + 2]) : -1;
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        decoded += static_cast<char>(high * 16 + low);
        at += 2;
    }
    return decoded;
}

bool has_control_character(std::string_view text) {
    for (const char sign : text) {
        const auto byte = static_cast<unsigned char>(sign);
        if (byte < 0x20 || byte == 0x7f) {
            return true;
        }
    }
    return false;
}

// Resolves `.`, `..` and empty parts; none when it leads above the root.
std::optional<std::string> resolve_parts(std::string_view path) {
    std::string resolved;
    while (!path.empty()) {
        path.remove_prefix(1); // the `/` before the part
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(part.size());
        if (part == "..") {
            if (resolved.empty()) {
                return std::nullopt;
            }
            resolved.erase(resolved.rfind('/'));
        } else if (!part.empty() && part != ".") {
            resolved += '/';
            resolved += part;
        }
    }
    return resolved.empty() ? "/" : resolved;
}

} // namespace

std::optional<std::string> requested_path(std::string_view target) {
    if (!target.starts_with('/')) {
        return std::nullopt;
    }
    const std::optional<std::string> decoded = decode_percent(target.substr(0, target.find_first_of("?#")));
    if (!decoded || has_control_character(*decoded) || !utf8::is_valid(decoded->begin(), decoded->end())) {
        return std::nullopt;
    }
    return resolve_parts(*decoded);
}

} // namespace tgdl
