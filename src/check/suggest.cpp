#include "check/suggest.h"

#include "base/nearest_name.h"

namespace tgdl {

namespace {

constexpr std::size_t kMaxMessagesWithSuggestion = 300;

} // namespace

bool suggests(const Diagnostics& diagnostics) {
    return diagnostics.all().size() <= kMaxMessagesWithSuggestion;
}

void suggest(Diagnostics& diagnostics, Diagnostic& diagnostic, Span span, std::string_view wrong,
             const std::vector<std::string_view>& candidates) {
    if (!suggests(diagnostics)) {
        return;
    }
    const std::string nearest(nearest_name(wrong, candidates));
    if (!nearest.empty()) {
        diagnostic.with_help("did you mean `" + nearest + "`?").replace(span, nearest);
    }
}

} // namespace tgdl
