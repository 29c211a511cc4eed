// Checks a game that is given as a text and lists its diagnostics, for tests.
#pragma once

#include "check/check.h"
#include "check/text_loader_for_test.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

struct CheckedText {
    SourceSet sources;
    Diagnostics diagnostics;
    std::unique_ptr<CheckedProgram> program;

    // `7: W0608`: the line and the code of each message, by place. Hints are left out.
    [[nodiscard]] std::vector<std::string> said() const {
        std::vector<std::string> lines;
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            // The games of tests are excerpts: unused variables, no end and no pass are left out.
            const bool of_whole_games = diagnostic.kind == DiagnosticKind::UnusedVariable
                                        || diagnostic.kind == DiagnosticKind::GameNeverEnds
                                        || diagnostic.kind == DiagnosticKind::TurnNeverPasses;
            if (diagnostic.severity() != Severity::Hint && !of_whole_games) {
                const LineColumn place = sources.file(diagnostic.span.file).position(diagnostic.span.begin);
                lines.push_back(std::to_string(place.line) + ": " + std::string(catalog_entry(diagnostic.kind).code));
            }
        }
        return lines;
    }
};

// The file `main` of those given is the main file.
inline std::unique_ptr<CheckedText> check_files(std::map<std::string, std::string> files,
                                                std::string_view main = "game.tgdl") {
    auto checked = std::make_unique<CheckedText>();
    TextLoader loader(std::move(files));
    checked->program = check(checked->sources, loader, main, checked->diagnostics);
    return checked;
}

inline std::unique_ptr<CheckedText> check_text(std::string text) {
    return check_files({{"game.tgdl", std::move(text)}});
}

// A game for two: line 1 is the one given first.
inline std::unique_ptr<CheckedText> check_game(const std::string& definitions) {
    return check_text("game \"x\"; players 2; " + definitions);
}

} // namespace tgdl
