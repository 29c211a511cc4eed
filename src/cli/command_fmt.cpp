// tgdl fmt: puts files into the one layout, or says which are not in it.
#include "api/disk_loader.h"
#include "api/front_end.h"
#include "api/replace_file.h"
#include "cli/commands.h"
#include "cli/terminal.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

// A file that is not yet in the layout.
ExitCode apply_layout(const FormatRequest& request, const LoadedFile& file, const std::string& formatted) {
    if (request.check_only) {
        print_result(file.path + "\n");
        return ExitCode::Failed;
    }
    const std::string problem = replace_file(file.key, formatted);
    if (!problem.empty()) {
        print_complaint(fmt::format("`{}` cannot be written: {}", file.path, problem));
        return ExitCode::Usage;
    }
    if (person_reads_messages()) {
        print_message(fmt::format("{}: formatted", file.path));
    }
    return ExitCode::Success;
}

ExitCode format_one(const FormatRequest& request, const std::string& path, DiagnosticPrinter& printer) {
    DiskLoader loader;
    const ParseResult result = parse_file(loader, path);
    if (result.main.problem != LoadProblem::None) {
        print_load_problem(path, result.main.problem);
        return ExitCode::Usage;
    }
    if (result.diagnostics.has_errors()) { // what was not understood is left as it is
        printer.print(result.sources, result.diagnostics);
        return ExitCode::Failed;
    }
    const std::string formatted = format_file(result, loader);
    if (path == "-" && !request.check_only) {
        print_result(formatted);
        return ExitCode::Success;
    }
    return formatted == result.tree->source().text() ? ExitCode::Success
                                                     : apply_layout(request, result.main, formatted);
}

} // namespace

ExitCode run_format(const FormatRequest& request) {
    ExitCode outcome = ExitCode::Success;
    DiagnosticPrinter printer;
    for (const std::string& path : request.files) {
        outcome = std::max(outcome, format_one(request, path, printer));
    }
    printer.print_summary();
    return outcome;
}

} // namespace tgdl
