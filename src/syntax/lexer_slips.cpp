#include "syntax/lexer_slips.h"

#include "syntax/lexer.h"

#include <algorithm>
#include <string>

namespace tgdl {

void report_bad_number(Diagnostics& diagnostics, Span place, std::string_view number) {
    const std::string written(number);
    if (is_number_literal(written)) {
        const std::string shown = written.size() > 24 ? written.substr(0, 20) + "…" : written;
        diagnostics.report(DiagnosticKind::NumberTooLarge, place, shown)
            .with_help("the largest number is about 1.79e308");
        return;
    }
    Diagnostic& diagnostic = diagnostics.report(DiagnosticKind::BadNumber, place, written);
    if (written[0] == '.' && number_value("0" + written)) {
        diagnostic.with_help("write `0" + written + "`").replace(place, "0" + written);
    } else if (written.back() == '.' && number_value(written.substr(0, written.size() - 1))) {
        const std::string whole = written.substr(0, written.size() - 1);
        diagnostic.with_help("write `" + whole + "` or `" + whole + ".0`").replace(place, whole);
    } else if (written.find_first_not_of("0123456789_.") == std::string::npos) {
        diagnostic.with_help(
            "a number is written like `1`, `0.2` or `1_000`, with digits on both sides of `.` and `_`");
    } else {
        diagnostic.with_help("a number is written like `1`, `0.2` or `1e3`; a name cannot begin with a digit");
    }
}

bool goes_on_behind_slashes(std::string_view rest) {
    constexpr std::size_t kNone = std::string_view::npos;
    const bool changes = rest.starts_with("="); // `//=`
    rest.remove_prefix(std::min(rest.find_first_not_of(changes ? "= " : " "), rest.size()));
    const std::size_t end = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
    const std::size_t next = end == kNone ? kNone : rest.find_first_not_of(' ', end);
    if (next == kNone || std::string_view(";()[]+-*/%<>=!&|").find(rest[next]) == kNone) {
        return false;
    }
    const auto closed = std::ranges::count(rest, ')') - std::ranges::count(rest, '(');
    const char last = rest[rest.find_last_not_of(" \r")];
    return last == ';' ? closed >= 0 : closed > 0;
}

bool holds_dividing_slashes(std::string_view text) {
    std::size_t slashes = text.find("//");
    while (slashes != std::string_view::npos) {
        const std::size_t end = std::min(text.find('\n', slashes), text.size());
        if (goes_on_behind_slashes(text.substr(slashes + 2, end - slashes - 2))) {
            return true;
        }
        slashes = text.find("//", end);
    }
    return false;
}

} // namespace tgdl
