// A diagnostic that the parser may still add to, whether it was made or kept silent.
#pragma once

#include "diagnostics/diagnostic.h"

#include <cstdint>
#include <string>

namespace tgdl {

// A diagnostic to complete, or nothing when it was suppressed.
class Report {
public:
    Report() = default;
    // Of the last diagnostic that was reported. It stays that one's, whatever is reported after it.
    Report(Diagnostics& diagnostics, const Diagnostic& last)
        : diagnostics_(&diagnostics),
          index_(!diagnostics.all().empty() && &last == &diagnostics.all().back() ? diagnostics.all().size() - 1
                                                                                  : kNotKept) {}

    Report& note(Span place, std::string text);
    Report& help(std::string text);
    Report& replace(Span place, std::string text);

private:
    static constexpr std::size_t kNotKept = SIZE_MAX; // Diagnostics::at() gives the one that is only counted

    Diagnostics* diagnostics_ = nullptr;
    std::size_t index_ = kNotKept;
};

} // namespace tgdl
