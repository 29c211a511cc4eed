// Diagnostics about a game file: one value per message, made in one place, shown in several.
//
//   diagnostics.report(DiagnosticKind::UnknownName, span, name)
//       .note(first_span, "first declared here")
//       .help("did you mean `Card`?")
//       .replace(span, "Card");
//
// The wording of each kind stands in diagnostics/catalog.def; renderers are in diagnostics/render.h.
#pragma once

#include "source/source_file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class Severity : std::uint8_t { Error, Warning, Hint };

enum class DiagnosticKind : std::uint16_t {
#define TGDL_DIAGNOSTIC(name, code, severity, message) name,
#include "diagnostics/catalog.def"
#undef TGDL_DIAGNOSTIC
};

// What never changes about a kind of diagnostic.
struct CatalogEntry {
    DiagnosticKind kind;
    std::string_view name;
    std::string_view code;
    Severity severity;
    std::string_view message; // with {0}, {1} … for the arguments
};

const CatalogEntry& catalog_entry(DiagnosticKind kind);
// The entry with this code, any case; null when there is none.
const CatalogEntry* find_catalog_entry(std::string_view code);
std::size_t catalog_size();

// Another place that helps to understand the message.
struct Note {
    Span span;
    std::string text;
};

// A change of the text that would mend it.
struct Replacement {
    Span span;
    std::string text;
};

struct Diagnostic {
    DiagnosticKind kind{};
    Span span;
    std::vector<std::string> arguments;
    std::vector<Note> notes;
    std::string help; // empty: none
    std::optional<Replacement> replacement;

    [[nodiscard]] Severity severity() const { return catalog_entry(kind).severity; }
    // The catalog's message with the arguments filled in.
    [[nodiscard]] std::string message() const;

    Diagnostic& note(Span place, std::string text);
    Diagnostic& with_help(std::string text);
    Diagnostic& replace(Span place, std::string text);
};

// Collects what is reported, in any order. Of each severity the first kMaxKept are kept, the rest is only counted: a file
// of 16 MiB can hold millions of mistakes.
class Diagnostics {
public:
    static constexpr std::size_t kMaxKept = 20'000;

    // The reference is good until the next report.
    template <typename... Arguments>
    Diagnostic& report(DiagnosticKind kind, Span span, Arguments&&... arguments) {
        return add(kind, span, {std::string(std::forward<Arguments>(arguments))...});
    }

    [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
    // One that was reported before, to be explained further: by its place in all().
    [[nodiscard]] Diagnostic& at(std::size_t index) { return index < all_.size() ? all_[index] : not_kept_; }
    // Those that are not kept included.
    [[nodiscard]] std::size_t count(Severity severity) const { return counts_[static_cast<std::size_t>(severity)]; }
    [[nodiscard]] std::size_t error_count() const { return count(Severity::Error); }
    [[nodiscard]] bool has_errors() const { return error_count() != 0; }
    // Adds everything that another one collected.
    void take(Diagnostics&& other);
    // By file in order of import, then by place; equal messages at one place are kept once.
    void sort();

private:
    Diagnostic& add(DiagnosticKind kind, Span span, std::vector<std::string> arguments);

    std::vector<Diagnostic> all_;
    std::array<std::size_t, 3> counts_{}; // by severity
    Diagnostic not_kept_;                 // takes the notes and help of what is only counted
};

} // namespace tgdl
