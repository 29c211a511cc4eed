// The program `tgdl`.
#include "cli/arguments.h"
#include "cli/terminal.h"
#include "simulate/simulate.h"

#include <cstdio>
#include <exception>
#include <new>

namespace {

using namespace tgdl;

struct Runner {
    ExitCode operator()(const NewRequest& request) const { return run_new(request); }
    ExitCode operator()(const CheckRequest& request) const { return run_check(request); }
    ExitCode operator()(const FormatRequest& request) const { return run_format(request); }
    ExitCode operator()(const ExplainRequest& request) const { return run_explain(request); }
    ExitCode operator()(const DumpRequest& request) const { return run_dump(request); }
    ExitCode operator()(const RunRequest& request) const { return run_run(request); }
    ExitCode operator()(const PlayRequest& request) const { return run_play(request); }
    ExitCode operator()(const ServeRequest& request) const { return run_serve(request); }
    ExitCode operator()(const WatchRequest& request) const { return run_watch(request); }
    ExitCode operator()(const ReplayRequest& request) const { return run_replay(request); }
    ExitCode operator()(const TestRequest& request) const { return run_test(request); }
    ExitCode operator()(const SimulateRequest& request) const { return run_simulate(request); }
    ExitCode operator()(const BalanceRequest& request) const { return run_balance(request); }
    ExitCode operator()(const DocRequest& request) const { return run_doc(request); }
    ExitCode operator()(const PerftRequest& request) const { return run_perft(request); }
    ExitCode operator()(const SolveRequest& request) const { return run_solve(request); }
    ExitCode operator()(const BenchRequest& request) const { return run_bench(request); }
};

ExitCode run(int count, char** values) {
    const Arguments arguments = parse_arguments(count, values);
    const ExitCode outcome = arguments.request ? std::visit(Runner{}, *arguments.request) : arguments.exit_code;
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        print_complaint("the result cannot be written to standard output");
        return ExitCode::Usage;
    }
    return outcome;
}

} // namespace

int main(int count, char** values) {
    try {
        return static_cast<int>(run(count, values));
    } catch (const std::bad_alloc&) {
        print_complaint("there is not enough memory");
    } catch (const BotFailed& problem) {
        print_complaint(problem.what());
        return static_cast<int>(ExitCode::Failed);
    } catch (const std::exception& problem) {
        print_complaint(problem.what());
    }
    return static_cast<int>(ExitCode::Usage);
}
