// tgdl explain: what a diagnostic or a runtime error means, with a wrong and a right example.
#include "cli/commands.h"
#include "cli/suggest.h"
#include "cli/terminal.h"
#include "diagnostics/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tgdl {

namespace {

ExitCode list_codes() {
    for (const std::string& code : explained_codes()) {
        print_result(fmt::format("{}  {}\n", code, explanation_title(find_explanation(code))));
    }
    return ExitCode::Success;
}

ExitCode complain_about_code(std::string code) {
    std::ranges::transform(code, code.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    const std::vector<std::string> meant = closest_words(code, explained_codes(), 3, 2);
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
    const std::string_view page = find_explanation(request.code);
    if (page.empty()) {
        return complain_about_code(request.code);
    }
    print_result(render_explanation(page, result_colour()));
    return ExitCode::Success;
}

} // namespace tgdl
