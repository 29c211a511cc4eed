// tgdl dump: what a step of the compiler made of a file, for those who work on the language.
#include "api/disk_loader.h"
#include "api/engine.h"
#include "api/front_end.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "program/disassemble.h"
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

// Code is made only of a game without errors.
ExitCode dump_compiled_program(const DumpRequest& request) {
    DiskLoader loader;
    const LoadedRules rules = load_rules(loader, request.file);
    if (rules.problem != LoadProblem::None) {
        print_load_problem(request.file, rules.problem);
        return ExitCode::Usage;
    }
    if (rules.program) {
        print_result(disassemble(*rules.program));
    } else if (rules.is_library) {
        print_complaint(fmt::format("`{}` is a library: it has no `game`, so there is nothing to compile", rules.path));
        return ExitCode::Usage;
    }
    return finish(rules.sources, rules.diagnostics);
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
        return dump_compiled_program(request);
    }
    print_complaint(
        fmt::format("there is no stage `{}`; there are `tokens`, `tree`, `checked` and `program`", request.stage));
    return ExitCode::Usage;
}

} // namespace tgdl
