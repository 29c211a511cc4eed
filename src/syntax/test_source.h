// Parsed text with what was reported about it, for the tests of this library.
#pragma once

#include "syntax/parser.h"
#include "syntax/words.h"

#include <string>
#include <string_view>
#include <utility>

namespace tgdl {

class TestSource {
public:
    explicit TestSource(std::string text)
        : source_("test.tgdl", std::move(text)),
          names_(make_interner()),
          tree_(parse(source_, FileId(std::size_t{0}), names_, diagnostics_)) {
        diagnostics_.sort();
    }

    [[nodiscard]] const Tree& tree() const { return tree_; }
    [[nodiscard]] const SourceFile& source() const { return source_; }
    [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }

    // `line:column code`, one line each.
    [[nodiscard]] std::string reported() const {
        std::string text;
        for (const Diagnostic& diagnostic : diagnostics_.all()) {
            const LineColumn place = source_.position(diagnostic.span.begin);
            text.append(std::to_string(place.line)).append(":").append(std::to_string(place.column)).append(" ");
            text.append(catalog_entry(diagnostic.kind).code).append("\n");
        }
        return text;
    }

    // The text with the first replacement made, or "" when there is none.
    [[nodiscard]] std::string mended() const {
        for (const Diagnostic& diagnostic : diagnostics_.all()) {
            if (diagnostic.replacement) {
                std::string text(source_.text());
                const Span place = diagnostic.replacement->span;
                return text.replace(place.begin, place.end - place.begin, diagnostic.replacement->text);
            }
        }
        return {};
    }

private:
    SourceFile source_;
    Interner names_;
    Diagnostics diagnostics_;
    Tree tree_;
};

// A whole game around statements; the first of them stands on line 5, column 5.
inline std::string game_with(std::string_view statements) {
    std::string text = "game \"x\";\nplayers 2;\nsetup\n{\n    ";
    for (const char c : statements) {
        text.push_back(c);
        if (c == '\n') {
            text.append("    ");
        }
    }
    return text + "\n}\n";
}

} // namespace tgdl
