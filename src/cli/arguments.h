// Parses the command line.
//
//   in   the arguments of main()
//   out  the command to run; or nothing, when all is said: help or a complaint was printed, and `exit_code` tells
#pragma once

#include "cli/commands.h"

#include <optional>
#include <variant>

namespace tgdl {

using Request = std::variant<NewRequest, CheckRequest, FormatRequest, ExplainRequest, DumpRequest, RunRequest,
                             PlayRequest, ServeRequest, WatchRequest, ReplayRequest, TestRequest, SimulateRequest,
                             BalanceRequest, DocRequest, PerftRequest, SolveRequest, BenchRequest>;

struct Arguments {
    std::optional<Request> request;
    ExitCode exit_code = ExitCode::Success;
};

Arguments parse_arguments(int count, char** values);

} // namespace tgdl
