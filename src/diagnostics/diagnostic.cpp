#include "diagnostics/diagnostic.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

namespace tgdl {

namespace {

constexpr auto kCatalog = std::to_array<CatalogEntry>({
#define TGDL_DIAGNOSTIC(name, code, severity, message)                                                                 \
    CatalogEntry{DiagnosticKind::name, #name, code, Severity::severity, message},
#include "diagnostics/catalog.def"
#undef TGDL_DIAGNOSTIC
});

char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

bool same_code(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char a, char b) { return upper(a) == upper(b); });
}

bool stands_before(const Diagnostic& left, const Diagnostic& right) {
    return std::tie(left.span.file, left.span.begin, left.span.end, left.kind, left.arguments)
           < std::tie(right.span.file, right.span.begin, right.span.end, right.kind, right.arguments);
}

bool says_the_same(const Diagnostic& left, const Diagnostic& right) {
    return left.kind == right.kind && left.span == right.span && left.arguments == right.arguments;
}

} // namespace

const CatalogEntry& catalog_entry(DiagnosticKind kind) {
    return kCatalog[static_cast<std::size_t>(kind)];
}

const CatalogEntry* find_catalog_entry(std::string_view code) {
    const auto* entry = std::find_if(kCatalog.begin(), kCatalog.end(),
                                     [&](const CatalogEntry& candidate) { return same_code(candidate.code, code); });
    return entry == kCatalog.end() ? nullptr : entry;
}

std::size_t catalog_size() {
    return kCatalog.size();
}

std::string Diagnostic::message() const {
    const std::string_view pattern = catalog_entry(kind).message;
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool placeholder = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 1] >= '0'
                                 && pattern[i + 1] <= '9' && pattern[i + 2] == '}';
        if (!placeholder) {
            text.push_back(pattern[i]);
            continue;
        }
        const auto number = static_cast<std::size_t>(pattern[i + 1] - '0');
        if (number < arguments.size()) {
            text.append(arguments[number]);
        }
        i += 2;
    }
    return text;
}

Diagnostic& Diagnostic::note(Span place, std::string text) {
    notes.push_back({place, std::move(text)});
    return *this;
}

Diagnostic& Diagnostic::with_help(std::string text) {
    help = std::move(text);
    return *this;
}

Diagnostic& Diagnostic::replace(Span place, std::string text) {
    replacement = Replacement{place, std::move(text)};
    return *this;
}

void Diagnostics::sort() {
    std::sort(all_.begin(), all_.end(), stands_before);
    const auto count_kept = [&](Severity severity) {
        return static_cast<std::size_t>(std::count_if(
            all_.begin(), all_.end(), [&](const Diagnostic& kept) { return kept.severity() == severity; }));
    };
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Hint}) {
        counts_[static_cast<std::size_t>(severity)] -= count_kept(severity);
    }
    all_.erase(std::unique(all_.begin(), all_.end(), says_the_same), all_.end());
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Hint}) {
        counts_[static_cast<std::size_t>(severity)] += count_kept(severity);
    }
}

void Diagnostics::take(Diagnostics&& other) {
    for (std::size_t severity = 0; severity < counts_.size(); ++severity) {
        counts_[severity] += other.counts_[severity];
    }
    all_.insert(all_.end(), std::make_move_iterator(other.all_.begin()), std::make_move_iterator(other.all_.end()));
    other = Diagnostics();
}

Diagnostic& Diagnostics::add(DiagnosticKind kind, Span span, std::vector<std::string> arguments) {
    Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.span = span;
    diagnostic.arguments = std::move(arguments);
    std::size_t& count = counts_[static_cast<std::size_t>(diagnostic.severity())];
    if (++count > kMaxKept) {
        not_kept_ = std::move(diagnostic);
        return not_kept_;
    }
    all_.push_back(std::move(diagnostic));
    return all_.back();
}

} // namespace tgdl
