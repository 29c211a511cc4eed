#include "cli/parse_problem.h"

#include "cli/suggest.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tgdl {

// An unknown option is the likelier mistake than what else is missing because of it.
std::string describe_parse_problem(const CLI::ParseError& problem, const CLI::App& command) {
    const std::vector<std::string> unknown = command.remaining(true);
    if (unknown.empty()) {
        std::string text = problem.what();
        if (dynamic_cast<const CLI::ArgumentMismatch*>(&problem) == nullptr) {
            return text;
        }
        const std::string name = text.substr(0, text.find(':'));
        const CLI::Option* option = command.get_option_no_throw(name);
        const bool is_repeated = option != nullptr && option->count() > 1;
        return name + (is_repeated ? " is given more than once" : " needs a value");
    }
    if (!unknown[0].starts_with('-')) {
        return fmt::format("`{}` is one argument too many", unknown[0]);
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    const std::string meant = closest_word(unknown[0], names);
    return fmt::format("there is no option `{}`", unknown[0])
           + (meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant));
}

std::string describe_unknown_command(std::string_view name, const std::vector<std::string>& commands) {
    const std::string meant = closest_word(name, commands);
    const std::string text = fmt::format("there is no command `{}`; ", name);
    if (!meant.empty()) {
        return text + fmt::format("did you mean `tgdl {}`?", meant);
    }
    return text
           + (name.ends_with(".tgdl") ? fmt::format("to check the file, say `tgdl check {}`", name)
                                      : fmt::format("there are {}", fmt::join(commands, ", ")));
}

} // namespace tgdl
