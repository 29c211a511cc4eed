#include "program/options.h"

#include "base/numbers.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>

namespace tgdl {

namespace {

std::optional<double> read_written_number(std::string_view text) {
    const bool has_sign = !text.empty() && (text[0] == '-' || text[0] == '+');
    const std::optional<double> value = number_value(text.substr(has_sign ? 1 : 0));
    return value ? std::optional(text[0] == '-' ? -*value : *value) : std::nullopt;
}

// The value that the text names; none: the option cannot have it.
std::optional<Value> read_value(const Program& program, const OptionInfo& option, std::string_view text) {
    if (option.is_range) {
        const std::optional<double> number = read_written_number(text);
        const bool fits = number && *number == std::trunc(*number) && *number >= option.values[0].as_number()
                          && *number <= option.values[1].as_number();
        return fits ? std::optional(Value::number(*number)) : std::nullopt;
    }
    const std::optional<double> number =
        program.types[option.type].kind == ValueKind::Number ? read_written_number(text) : std::nullopt;
    for (const Value value : option.values) {
        const bool is_number = number && value.is_number() && value.as_number() == *number;
        if (is_number || option_value_text(program, value) == text) {
            return value;
        }
    }
    return std::nullopt;
}

} // namespace

OptionChoice read_option_choice(std::string_view text) {
    const std::size_t equal = text.find('=');
    if (equal == std::string_view::npos) {
        return {std::string(text), ""};
    }
    return {std::string(text.substr(0, equal)), std::string(text.substr(equal + 1))};
}

std::string option_value_text(const Program& program, Value value) {
    if (value.is_number()) {
        return number_text(value.as_number());
    }
    if (value.is(Tag::Bool)) {
        return value.as_bool() ? "true" : "false";
    }
    if (value.is(Tag::ConstantText)) {
        return program.texts[value.index()].utf8;
    }
    const bool is_enum = value.is(Tag::Program) && value.program_item() == ProgramItem::EnumValue;
    return is_enum ? program.enum_values[value.index()].name : "null";
}

std::string option_values_text(const Program& program, const OptionInfo& option) {
    std::vector<std::string> texts;
    std::ranges::transform(option.values, std::back_inserter(texts),
                           [&](Value value) { return option_value_text(program, value); });
    return fmt::format("{}", fmt::join(texts, option.is_range ? ".." : ", "));
}

std::string describe_options(const Program& program) {
    if (program.options.empty()) {
        return "the game has no options";
    }
    std::string text = "the options are";
    for (const OptionInfo& option : program.options) {
        text += fmt::format("{} `{}` of {}", &option == &program.options.front() ? "" : ";", option.name,
                            option_values_text(program, option));
    }
    return text;
}

tl::expected<std::shared_ptr<const Program>, std::string> with_options(std::shared_ptr<const Program> program,
                                                                       std::span<const OptionChoice> choices) {
    if (choices.empty()) {
        return program;
    }
    auto changed = std::make_shared<Program>(*program);
    for (const OptionChoice& choice : choices) {
        const auto option = std::ranges::find(changed->options, choice.name, &OptionInfo::name);
        if (option == changed->options.end()) {
            return tl::unexpected(fmt::format("there is no option `{}`; {}", choice.name, describe_options(*program)));
        }
        const std::optional<Value> value = read_value(*changed, *option, choice.value);
        if (!value) {
            return tl::unexpected(fmt::format("the option `{}` cannot be `{}`; {}", choice.name, choice.value,
                                              describe_options(*program)));
        }
        option->value = *value;
    }
    return changed;
}

std::vector<OptionChoice> fitting_options(const Program& program, std::span<const OptionChoice> choices) {
    std::vector<OptionChoice> fitting;
    std::ranges::copy_if(choices, std::back_inserter(fitting), [&](const OptionChoice& choice) {
        const auto option = std::ranges::find(program.options, choice.name, &OptionInfo::name);
        return option != program.options.end() && read_value(program, *option, choice.value);
    });
    return fitting;
}

std::vector<OptionChoice> options_of(const Program& program) {
    std::vector<OptionChoice> choices;
    choices.reserve(program.options.size());
    for (const OptionInfo& option : program.options) {
        choices.push_back({option.name, option_value_text(program, option.value)});
    }
    return choices;
}

std::vector<OptionChoice> changed_options(const Program& program) {
    std::vector<OptionChoice> choices;
    for (const OptionInfo& option : program.options) {
        const std::string value = option_value_text(program, option.value);
        if (value != option_value_text(program, option.default_value)) {
            choices.push_back({option.name, value});
        }
    }
    return choices;
}

} // namespace tgdl
