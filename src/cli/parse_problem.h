// Words for a command line that cannot be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
class ParseError;
} // namespace CLI

namespace tgdl {

// `command` is the one that was chosen, or the program itself.
std::string describe_parse_problem(const CLI::ParseError& problem, const CLI::App& command);
std::string describe_unknown_command(std::string_view name, const std::vector<std::string>& commands);

} // namespace tgdl
