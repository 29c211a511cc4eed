// tgdl check: everything there is to say about games, at once.
#include "api/diagnostics_json.h"
#include "api/disk_loader.h"
#include "api/front_end.h"
#include "cli/commands.h"
#include "cli/terminal.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

void print_traits(const CheckRequest& request, const CheckResult& result) {
    if (request.files.size() > 1) {
        print_result(fmt::format("{}:\n", result.main_path));
    }
    print_result(describe_traits(*result.program));
}

} // namespace

ExitCode run_check(const CheckRequest& request) {
    ExitCode outcome = ExitCode::Success;
    JsonReport json;
    DiagnosticPrinter printer;
    for (const std::string& file : request.files) {
        DiskLoader loader; // each file is a program of its own
        const CheckResult result = check_program(loader, file);
        if (result.main_problem != LoadProblem::None) {
            print_load_problem(file, result.main_problem);
            outcome = ExitCode::Usage;
            continue;
        }
        if (request.json) {
            json.add_diagnostics(result.sources, result.diagnostics);
        } else {
            printer.print(result.sources, result.diagnostics);
        }
        if (result.diagnostics.has_errors()) {
            outcome = std::max(outcome, ExitCode::Failed);
            continue;
        }
        if (request.traits && request.json) {
            json.add_traits(result.main_path, *result.program);
        } else if (request.traits) {
            print_traits(request, result);
        }
        if (result.diagnostics.all().empty() && !request.json && person_reads_messages()) {
            print_message(fmt::format("{}: no mistakes found", result.main_path));
        }
    }
    if (request.json) {
        print_result(request.traits ? json.diagnostics_and_traits() : json.diagnostics());
    }
    printer.print_summary();
    return outcome;
}

} // namespace tgdl
