// tgdl doc: a rulebook from the doc comments and definitions of a game.
#include "api/disk_loader.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "rulebook/rulebook.h"

#include <fmt/format.h>

namespace tgdl {

ExitCode run_doc(const DocRequest& request) {
    DiskLoader loader;
    const CheckResult checked = check_program(loader, request.file);
    if (checked.main_problem != LoadProblem::None) {
        print_load_problem(request.file, checked.main_problem);
        return ExitCode::Usage;
    }
    DiagnosticPrinter().print(checked.sources, checked.diagnostics);
    if (checked.diagnostics.has_errors()) {
        return ExitCode::Failed;
    }
    if (checked.program->max_players == 0) {
        print_complaint(
            fmt::format("`{}` is a library: it has no `game`, so there is no rulebook of it", checked.main_path));
        return ExitCode::Usage;
    }
    const Rulebook book = make_rulebook(checked);
    const bool wants_markdown = !request.markdown.empty() || request.html.empty();
    const std::string markdown_path = request.markdown.empty() ? "-" : request.markdown;
    if ((wants_markdown && !write_result(markdown_path, write_markdown(book)))
        || (!request.html.empty() && !write_result(request.html, write_html(book)))) {
        return ExitCode::Usage;
    }
    return ExitCode::Success;
}

} // namespace tgdl
