// tgdl dump: what a step of the compiler made of a file, for those who work on the language.
#include "api/disk_loader.h"
#include "api/front_end.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "syntax/parser.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

ExitCode finish(const SourceSet& sources, const Diagnostics& diagnostics) {
    DiagnosticPrinter().print(sources, diagnostics);
    return diagnostics.has_errors() ? ExitCode::Failed : ExitCode::Success;
}

ExitCode dump_parsed(const DumpRequest& request, std::string (*dump)(const Tree&)) {
    DiskLoader loader;
    const ParseResult result = parse_file(loader, request.file);
    if (result.main.problem != LoadProblem::None) {
        print_load_problem(request.file, result.main.problem);
        return ExitCode::Usage;
    }
    print_result(dump(*result.tree));
    return finish(result.sources, result.diagnostics);
}

ExitCode dump_checked_program(const DumpRequest& request) {
    DiskLoader loader;
    const CheckResult result = check_program(loader, request.file);
    if (result.main_problem != LoadProblem::None) {
        print_load_problem(request.file, result.main_problem);
        return ExitCode::Usage;
    }
    print_result(dump_checked(*result.program));
    return finish(result.sources, result.diagnostics);
}

} // namespace

// A file with errors is dumped as far as it was understood.
ExitCode run_dump(const DumpRequest& request) {
    if (request.stage == "tokens") {
        return dump_parsed(request, dump_tokens);
    }
    if (request.stage == "tree") {
        return dump_parsed(request, dump_tree);
    }
    if (request.stage == "checked") {
        return dump_checked_program(request);
    }
    if (request.stage == "program") {
        print_complaint("this version cannot compile games yet, so there is no stage `program`; "
                        "there are `tokens`, `tree` and `checked`");
    } else {
        print_complaint(fmt::format("there is no stage `{}`; there are `tokens`, `tree` and `checked`", request.stage));
    }
    return ExitCode::Usage;
}

} // namespace tgdl
