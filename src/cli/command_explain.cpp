// tgdl explain: what a diagnostic means, with a wrong and a right example.
#include "cli/commands.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "diagnostics/diagnostic.h"
#include "diagnostics/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tgdl {

namespace {

std::vector<std::string> all_codes() {
    std::vector<std::string> codes;
    codes.reserve(catalog_size());
    for (std::size_t i = 0; i < catalog_size(); ++i) {
        codes.emplace_back(catalog_entry(static_cast<DiagnosticKind>(i)).code);
    }
    std::ranges::sort(codes);
    return codes;
}

ExitCode list_codes() {
    for (const std::string& code : all_codes()) {
        print_result(fmt::format("{}  {}\n", code, explanation_title(find_explanation(code))));
    }
    return ExitCode::Success;
}

ExitCode complain_about_code(std::string code) {
    std::ranges::transform(code, code.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::vector<std::string> meant = closest_words(code, all_codes(), 3, 2);
    std::string text = fmt::format("there is no diagnostic `{}`", code);
    if (!meant.empty()) {
        text += fmt::format("; the nearest: {}", fmt::join(meant, ", "));
    }
    print_complaint(text);
    print_message("`tgdl explain` lists them all");
    return ExitCode::Usage;
}

} // namespace

ExitCode run_explain(const ExplainRequest& request) {
    if (request.code.empty()) {
        return list_codes();
    }
    const CatalogEntry* entry = find_catalog_entry(request.code);
    if (entry == nullptr) {
        return complain_about_code(request.code);
    }
    print_result(render_explanation(find_explanation(entry->code), result_colour()));
    return ExitCode::Success;
}

} // namespace tgdl
