// Shows diagnostics to people, as text:
//
//   games/war.tgdl:12:7: error[E0401]: `Card` is declared twice
//    12 | class Card
//       |       ^^^^
//   games/war.tgdl:3:7: note: first declared here
//     3 | class Card
//       |       ----
//   help: give one of them another name
//
// What comes from a game file is made safe for a terminal: control characters are shown as signs, never sent.
#pragma once

#include "diagnostics/diagnostic.h"
#include "source/source_file.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class Colour { Off, On };

struct RenderOptions {
    Colour colour = Colour::Off;
    std::size_t limit = 100; // more than this are only counted: `… and 23 more`
};

// `error`, `warning`, `hint`.
std::string_view severity_word(Severity severity);

// The message; of an argument that is longer than a person reads (a name may fill a file) only the beginning.
std::string readable_message(const Diagnostic& diagnostic);

// All of them (up to the limit) in their order, a blank line between two; empty when there are none.
std::string render_text(const SourceSet& sources, const Diagnostics& diagnostics, const RenderOptions& options = {});

// A runtime error: the play side's Fault in words of the language side.
//
//   games/war.tgdl:12:7: runtime error[R0101]: `rank` is asked of null
//    12 | if (card.rank > 3)
//       |     ^^^^^^^^^
//   called: `Hand.Strongest` at games/war.tgdl:12:7
//           `Duel.Fight` at games/war.tgdl:31:16
//   values: card = null, best = 3
struct RuntimeReport {
    std::string code;
    std::string message;
    Span span; // of no file: unknown
    struct Call {
        std::string name;
        Span span;
    };
    std::vector<Call> calls; // innermost first
    struct Shown {
        std::string name;
        std::string text;
    };
    std::vector<Shown> values;
};
std::string render_runtime_report(const SourceSet& sources, const RuntimeReport& report, Colour colour);

// Which ones to show when there is room for `limit`: errors before warnings before hints, and among equals the first.
// Gives indexes in ascending order.
std::vector<std::size_t> choose_shown(const std::vector<Diagnostic>& all, std::size_t limit);

// How many of each severity.
struct DiagnosticCounts {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t hints = 0;

    DiagnosticCounts& operator+=(const DiagnosticCounts& other);
};
DiagnosticCounts count_diagnostics(const Diagnostics& diagnostics);

// `2 errors, 1 warning`; empty when there is neither error nor warning.
std::string describe_counts(const DiagnosticCounts& counts);

} // namespace tgdl
