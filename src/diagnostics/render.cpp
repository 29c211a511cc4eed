#include "diagnostics/render.h"

#include "diagnostics/line_columns.h"
#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kTabColumns = 4;
// Of a longer line only a part around the place is shown.
constexpr std::size_t kMaxShownBytes = 160;
constexpr std::size_t kBytesBeforePlace = 60;
// Of a longer change only the first lines are shown.
constexpr std::size_t kMaxChangedLines = 6;
// Of a longer argument of a message, or a longer text of a note or help, only the beginning is shown.
constexpr std::size_t kMaxArgumentBytes = 120;
constexpr std::size_t kMaxTextBytes = 1000;
constexpr std::string_view kCut = "…";

constexpr std::string_view kReset = "\x1b[0m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kGreen = "\x1b[1;32m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kBlue = "\x1b[1;34m";
constexpr std::string_view kCyan = "\x1b[1;36m";

std::string_view severity_colour(Severity severity) {
    switch (severity) {
    case Severity::Error: return kRed;
    case Severity::Warning: return kYellow;
    case Severity::Hint: return kCyan;
    }
    return kBold;
}

bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

std::string cut_text(std::string_view text, std::size_t most_bytes) {
    if (text.size() <= most_bytes) {
        return std::string(text);
    }
    while (most_bytes > 0 && continues_character(text[most_bytes])) {
        --most_bytes;
    }
    return std::string(text.substr(0, most_bytes)) + std::string(kCut);
}

// A line or a part of it, ready to print, and the columns (from 0) to underline.
struct Excerpt {
    std::string text;
    std::size_t from = 0;
    std::size_t to = 0;
};

// `begin` and `end` are bytes of the line.
Excerpt make_excerpt(std::string_view line, std::size_t begin, std::size_t end) {
    std::size_t start = 0;
    std::size_t stop = line.size();
    if (line.size() > kMaxShownBytes) {
        start = begin > kBytesBeforePlace ? begin - kBytesBeforePlace : 0;
        while (start > 0 && continues_character(line[start])) {
            --start;
        }
        stop = std::min(start + kMaxShownBytes, line.size());
        while (stop < line.size() && continues_character(line[stop])) {
            ++stop;
        }
    }

    Excerpt excerpt;
    std::size_t columns = 0;
    const auto append = [&](std::string_view text, std::size_t text_columns) {
        excerpt.text += text;
        columns += text_columns;
    };
    if (start > 0) {
        append(kCut, 1);
    }
    std::size_t at = start;
    const auto append_until = [&](std::size_t limit) {
        limit = std::min(limit, stop);
        while (at < limit) {
            if (line[at] == '\t') {
                const std::size_t spaces = kTabColumns - columns % kTabColumns;
                append(std::string(spaces, ' '), spaces);
                ++at;
                continue;
            }
            const ShownCharacter shown = show_character(line.substr(at, stop - at));
            append(shown.text, shown.columns);
            at += shown.bytes;
        }
    };
    append_until(begin);
    excerpt.from = columns;
    append_until(end);
    excerpt.to = std::max(columns, excerpt.from + 1);
    append_until(stop);
    if (stop < line.size()) {
        append(kCut, 1);
    }
    return excerpt;
}

// A line and the bytes of it that a span covers.
struct CoveredLine {
    std::uint32_t number = 1;
    std::string_view text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The span's first line; a span over several lines covers it to its end.
CoveredLine first_line(LineColumns& places, Span span) {
    const SourceFile& file = places.sources().file(span.file);
    CoveredLine line;
    line.number = places.begin(span).line;
    line.text = file.line(line.number);
    const std::uint32_t start = file.line_start(line.number);
    line.begin = std::min<std::size_t>(span.begin - std::min(span.begin, start), line.text.size());
    line.end = std::max(line.begin, std::size_t{span.end - std::min(span.end, start)});
    if (line.end > line.text.size()) {
        const std::size_t last = line.text.find_last_not_of(" \t");
        line.end = std::max(line.begin, last == std::string_view::npos ? 0 : last + 1);
    }
    if (line.number == 1 && line.text.starts_with("\xEF\xBB\xBF")) { // a byte order mark is no part of the line
        line.text.remove_prefix(3);
        line.begin -= std::min<std::size_t>(line.begin, 3);
        line.end -= std::min<std::size_t>(line.end, 3);
    }
    return line;
}

// The lines of the text once the change is made, from the first changed one to the last, with the added bytes.
struct ChangedLines {
    std::uint32_t first_number = 1;
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Far from the change a line is cut, so that the cost does not depend on its length.
ChangedLines apply_change(LineColumns& places, const Replacement& replacement) {
    const CoveredLine first = first_line(places, replacement.span);
    const SourceFile& file = places.sources().file(replacement.span.file);
    const std::uint32_t last_number = places.end(replacement.span).line;
    const std::string_view last = file.line(last_number);
    const std::uint32_t last_start = file.line_start(last_number);
    const std::size_t rest = replacement.span.end - std::min(replacement.span.end, last_start);

    ChangedLines changed;
    changed.first_number = first.number;
    std::string_view before = first.text.substr(0, first.begin);
    if (before.size() > kMaxShownBytes) {
        before.remove_prefix(before.size() - kMaxShownBytes);
        while (!before.empty() && continues_character(before.front())) {
            before.remove_prefix(1);
        }
    }
    changed.text = before;
    changed.begin = changed.text.size();
    changed.text += replacement.text;
    changed.end = changed.text.size();
    changed.text += last.substr(std::min(rest, last.size())).substr(0, kMaxShownBytes + 1);
    return changed;
}

// Writes one diagnostic after the other into a text.
class TextRenderer {
public:
    TextRenderer(const SourceSet& sources, Colour colour) : places_(sources), colour_(colour) {}

    void append(const Diagnostic& diagnostic) {
        find_gutter(diagnostic);
        const CatalogEntry& entry = catalog_entry(diagnostic.kind);
        const std::string_view paint = severity_colour(entry.severity);
        append_place(diagnostic.span);
        append_painted(paint, fmt::format("{}[{}]:", severity_word(entry.severity), entry.code));
        out_ += ' ';
        append_painted(kBold, show_on_one_line(readable_message(diagnostic)));
        out_ += '\n';
        append_source(diagnostic.span, paint, '^');
        for (const Note& note : diagnostic.notes) {
            append_place(note.span);
            append_painted(kBold, "note:");
            out_ += fmt::format(" {}\n", show_on_one_line(cut_text(note.text, kMaxTextBytes)));
            append_source(note.span, kBlue, '-');
        }
        append_help(diagnostic);
    }

    void append(const RuntimeReport& report) {
        gutter_ = places_.known(report.span)
                      ? std::max<std::size_t>(fmt::formatted_size("{}", places_.begin(report.span).line), 3)
                      : 3;
        append_place(report.span);
        append_painted(kRed, fmt::format("runtime error[{}]:", report.code));
        out_ += ' ';
        append_painted(kBold, show_on_one_line(cut_text(report.message, kMaxTextBytes)));
        out_ += '\n';
        append_source(report.span, kRed, '^');
        append_calls(report);
        append_values(report);
    }

    void append_blank() { out_ += '\n'; }
    void append_count(std::size_t count) { out_ += fmt::format("\n{} and {} more\n", kCut, count); }
    std::string take() { return std::move(out_); }

private:
    void append_painted(std::string_view paint, std::string_view text) {
        if (colour_ == Colour::On) {
            out_ += paint;
            out_ += text;
            out_ += kReset;
        } else {
            out_ += text;
        }
    }

    void append_calls(const RuntimeReport& report) {
        std::string_view title = "called:";
        for (const RuntimeReport::Call& call : report.calls) {
            append_painted(kBold, title);
            out_ += fmt::format(" `{}`", show_on_one_line(cut_text(call.name, kMaxArgumentBytes)));
            if (places_.known(call.span)) {
                const LineColumn place = places_.begin(call.span);
                const std::string path = show_on_one_line(places_.sources().file(call.span.file).path());
                out_ += fmt::format(" at {}:{}:{}", path, place.line, place.column);
            }
            out_ += '\n';
            title = "       ";
        }
    }

    void append_values(const RuntimeReport& report) {
        std::string list;
        for (const RuntimeReport::Shown& shown : report.values) {
            list += list.empty() ? "" : ", ";
            list += fmt::format("{} = {}", shown.name, cut_text(shown.text, kMaxArgumentBytes));
        }
        if (!list.empty()) {
            append_painted(kBold, "values:");
            out_ += fmt::format(" {}\n", show_on_one_line(cut_text(list, kMaxTextBytes)));
        }
    }

    // `path:line:col: `
    void append_place(Span span) {
        if (!places_.known(span)) {
            return;
        }
        const LineColumn place = places_.begin(span);
        const std::string path = show_on_one_line(places_.sources().file(span.file).path());
        append_painted(kBold, fmt::format("{}:{}:{}:", path, place.line, place.column));
        out_ += ' ';
    }

    // The line numbers of one diagnostic share a width.
    void find_gutter(const Diagnostic& diagnostic) {
        std::uint32_t largest = 1;
        const auto look = [&](Span span) {
            if (places_.known(span)) {
                largest = std::max(largest, places_.begin(span).line);
            }
        };
        look(diagnostic.span);
        for (const Note& note : diagnostic.notes) {
            look(note.span);
        }
        if (diagnostic.replacement) {
            look(diagnostic.replacement->span);
            largest += static_cast<std::uint32_t>(std::ranges::count(diagnostic.replacement->text, '\n'));
        }
        gutter_ = std::max<std::size_t>(fmt::formatted_size("{}", largest), 3);
    }

    // ` 12 | text`, without spaces at its end.
    void append_line(std::uint32_t number, std::string_view text) {
        append_gutter(fmt::format("{}", number));
        text = text.substr(0, text.find_last_not_of(' ') + 1);
        if (!text.empty()) {
            out_ += ' ';
            out_ += text;
        }
        out_ += '\n';
    }

    void append_gutter(std::string_view number) { append_painted(kBlue, fmt::format(" {:>{}} |", number, gutter_)); }

    void append_source(Span span, std::string_view paint, char mark) {
        if (!places_.known(span)) {
            return;
        }
        const CoveredLine line = first_line(places_, span);
        append_marked(line.number, make_excerpt(line.text, line.begin, line.end), paint, mark);
    }

    void append_marked(std::uint32_t number, const Excerpt& excerpt, std::string_view paint, char mark) {
        append_line(number, excerpt.text);
        append_gutter("");
        out_.append(excerpt.from + 1, ' ');
        append_painted(paint, std::string(excerpt.to - excerpt.from, mark));
        out_ += '\n';
    }

    void append_help(const Diagnostic& diagnostic) {
        const bool shows_change = diagnostic.replacement && places_.known(diagnostic.replacement->span);
        if (diagnostic.help.empty() && !shows_change) {
            return;
        }
        append_painted(kGreen, "help:");
        const std::string help = show_on_one_line(cut_text(diagnostic.help, kMaxTextBytes));
        out_ += fmt::format(" {}\n", help.empty() ? "write it like this" : help);
        if (shows_change) {
            append_change(apply_change(places_, *diagnostic.replacement));
        }
    }

    void append_change(const ChangedLines& changed) {
        if (changed.text.find('\n') == std::string::npos) {
            const Excerpt excerpt = make_excerpt(changed.text, changed.begin, changed.end);
            if (changed.begin == changed.end) {
                append_line(changed.first_number, excerpt.text);
            } else {
                append_marked(changed.first_number, excerpt, kGreen, '+');
            }
            return;
        }
        std::string_view rest = changed.text;
        for (std::uint32_t count = 0; !rest.empty(); ++count) {
            if (count == kMaxChangedLines) {
                append_gutter("");
                out_ += fmt::format(" {}\n", kCut);
                return;
            }
            const std::size_t length = std::min(rest.find('\n'), rest.size());
            std::string_view line = rest.substr(0, length);
            if (line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            append_line(changed.first_number + count, make_excerpt(line, 0, 0).text);
            rest.remove_prefix(std::min(length + 1, rest.size()));
        }
    }

    LineColumns places_;
    Colour colour_;
    std::size_t gutter_ = 0;
    std::string out_;
};

std::string count_of(std::size_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

} // namespace

std::string_view severity_word(Severity severity) {
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Hint: return "hint";
    }
    return "";
}

std::string readable_message(const Diagnostic& diagnostic) {
    Diagnostic readable;
    readable.kind = diagnostic.kind;
    for (const std::string& argument : diagnostic.arguments) {
        readable.arguments.push_back(cut_text(argument, kMaxArgumentBytes));
    }
    return readable.message();
}

std::vector<std::size_t> choose_shown(const std::vector<Diagnostic>& all, std::size_t limit) {
    std::vector<std::size_t> shown;
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Hint}) {
        for (std::size_t i = 0; i < all.size() && shown.size() < limit; ++i) {
            if (all[i].severity() == severity) {
                shown.push_back(i);
            }
        }
    }
    std::ranges::sort(shown);
    return shown;
}

std::string render_text(const SourceSet& sources, const Diagnostics& diagnostics, const RenderOptions& options) {
    TextRenderer renderer(sources, options.colour);
    const std::vector<std::size_t> shown = choose_shown(diagnostics.all(), options.limit);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (i > 0) {
            renderer.append_blank();
        }
        renderer.append(diagnostics.all()[shown[i]]);
    }
    const DiagnosticCounts counts = count_diagnostics(diagnostics);
    const std::size_t all = counts.errors + counts.warnings + counts.hints;
    if (shown.size() < all) {
        renderer.append_count(all - shown.size());
    }
    return renderer.take();
}

std::string render_runtime_report(const SourceSet& sources, const RuntimeReport& report, Colour colour) {
    TextRenderer renderer(sources, colour);
    renderer.append(report);
    return renderer.take();
}

DiagnosticCounts& DiagnosticCounts::operator+=(const DiagnosticCounts& other) {
    errors += other.errors;
    warnings += other.warnings;
    hints += other.hints;
    return *this;
}

DiagnosticCounts count_diagnostics(const Diagnostics& diagnostics) {
    return {diagnostics.count(Severity::Error), diagnostics.count(Severity::Warning),
            diagnostics.count(Severity::Hint)};
}

std::string describe_counts(const DiagnosticCounts& counts) {
    if (counts.errors == 0 && counts.warnings == 0) {
        return {};
    }
    std::string text;
    const auto append = [&](std::size_t count, std::string_view word) {
        if (count > 0) {
            text += (text.empty() ? "" : ", ") + count_of(count, word);
        }
    };
    append(counts.errors, "error");
    append(counts.warnings, "warning");
    append(counts.hints, "hint");
    return text;
}

} // namespace tgdl
