// Sections on what is agreed on before a match, and on what is the same in every match: options and constants.
#include "rulebook/author.h"

#include "base/numbers.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kLongestValue = 300; // in bytes; longer ones are shown as code

} // namespace

// Empty: it is not known before a match.
std::string Author::constant_words(const ConstantValue& value) const {
    switch (value.kind) {
    case ConstantValue::Kind::Unknown: return {};
    case ConstantValue::Kind::Null: return "nothing";
    case ConstantValue::Kind::Number: return number_text(value.number);
    case ConstantValue::Kind::Text: return fmt::format("“{}”", escape_markdown(value.text));
    case ConstantValue::Kind::Bool: return value.number != 0 ? "yes" : "no";
    case ConstantValue::Kind::Enum: {
        const EnumValue& named = program_.def(value.enumeration).values[static_cast<std::size_t>(value.number)];
        return emphasized(escape_markdown(named.label));
    }
    case ConstantValue::Kind::List:
    case ConstantValue::Kind::Stack:
    case ConstantValue::Kind::Table: break;
    }
    const std::size_t step = value.kind == ConstantValue::Kind::Table ? 2 : 1;
    std::vector<std::string> items;
    std::size_t length = 0;
    for (std::size_t i = 0; i + step <= value.items.size(); i += step) {
        std::string item = constant_words(value.items[i]);
        const std::string held = step == 2 ? constant_words(value.items[i + 1]) : item;
        length += item.size() + held.size();
        if (item.empty() || held.empty() || length > kLongestValue) {
            return {};
        }
        items.push_back(step == 2 ? fmt::format("{} for {}", held, item) : std::move(item));
    }
    return items.empty() ? "nothing" : fmt::format("{}", fmt::join(items, ", "));
}

// "9, 13 or 19", "3 to 9"
std::string Author::option_values(const Constant& option) const {
    const Type& type = program_.types.get(option.type);
    if (type.kind == TypeKind::Bool) {
        return "yes or no";
    }
    if (option.is_range && option.of.size() == 2) {
        return fmt::format("{} to {}", constant_words(option.of.front()), constant_words(option.of.back()));
    }
    std::vector<std::string> values;
    values.reserve(option.of.size());
    for (const ConstantValue& value : option.of) {
        values.push_back(constant_words(value));
    }
    if (values.empty() && type.kind == TypeKind::Enum) {
        for (const EnumValue& value : program_.def(type.def).values) {
            values.push_back(emphasized(escape_markdown(value.label)));
        }
    }
    return join_words(values, "or");
}

void Author::write_options() {
    Lines lines;
    for (const Constant& option : program_.constants) {
        if (!option.is_option || !is_shown(option.place)) {
            continue;
        }
        const std::string text = comment_in_item(option.place);
        lines.push_back(
            {0, fmt::format("**{}**: {}; {} unless you agree on another.{}", title(option.name), option_values(option),
                            constant_words(option.value), text.empty() ? "" : " " + text)});
    }
    if (lines.empty()) {
        return;
    }
    heading(2, "What you agree on before");
    prose("Whoever starts a match may choose these. They stay as they are until its end.");
    list(lines);
}

// ---- in the list of words

void Author::write_constants() {
    Lines lines;
    for (const Constant& constant : program_.constants) {
        if (constant.is_option || !is_shown(constant.place)) {
            continue;
        }
        std::string value = constant.depends_on_match ? std::string() : constant_words(constant.value);
        if (value.empty() && constant.given.valid()) {
            narrator_.begin(constant.given.file, voice_of({}, false));
            value = narrator_.value(program_.tree(constant.given).child(constant.given.node, Role::Value)).text;
        }
        const std::string text = comment_in_item(constant.place);
        lines.push_back({0, fmt::format("**{}**: {}.{} ({})", title(constant.name), value,
                                        text.empty() ? "" : " " + text, place_text(constant.place))});
    }
    if (!lines.empty()) {
        prose("These are the same in every match, or follow from what was agreed on:");
        list(lines);
    }
}

} // namespace tgdl
