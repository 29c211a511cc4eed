// Options of a match: whoever starts one chooses their values, and plays a program in which they are those.
//
//   const auto chosen = with_options(program, {{"size", "13"}});   // or why not
//   Match match(*chosen, …);
//
// All matches of a program have the same options, so bots, saves and simulations need not be told of them.
#pragma once

#include "program/program.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// As people write it: strings and values of enums bare.
struct OptionChoice {
    std::string name;
    std::string value;

    bool operator==(const OptionChoice&) const = default;
};

// `size=13`; without a `=` the value is empty.
OptionChoice read_option_choice(std::string_view text);

// The program with these options; the others keep theirs. Otherwise why not, with the options and values there are.
tl::expected<std::shared_ptr<const Program>, std::string> with_options(std::shared_ptr<const Program> program,
                                                                       std::span<const OptionChoice> choices);

// Those of the choices that the program allows.
std::vector<OptionChoice> fitting_options(const Program& program, std::span<const OptionChoice> choices);

// Every option with the value it has, in order of declaration.
std::vector<OptionChoice> options_of(const Program& program);
// Those that have another value than their default.
std::vector<OptionChoice> changed_options(const Program& program);
std::string option_value_text(const Program& program, Value value);
// `9, 13, 19`, `3..9`.
std::string option_values_text(const Program& program, const OptionInfo& option);
// What there is to choose, for messages: `the options are `size` of 9, 13, 19`.
std::string describe_options(const Program& program);

} // namespace tgdl
