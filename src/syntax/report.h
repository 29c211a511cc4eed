// A diagnostic that the parser may still add to, whether it was made or kept silent.
#pragma once

#include "diagnostics/diagnostic.h"

#include <string>

namespace tgdl {

// A diagnostic to complete, or nothing when it was suppressed.
class Report {
public:
    Report() = default;
    explicit Report(Diagnostic& diagnostic) : diagnostic_(&diagnostic) {}

    Report& note(Span place, std::string text);
    Report& help(std::string text);
    Report& replace(Span place, std::string text);

private:
    Diagnostic* diagnostic_ = nullptr;
};

} // namespace tgdl
