// Every kind of thing, with what it has, and where it is written.
#include "rulebook/author.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

std::string_view kind_words(const TypeDef& def) {
    switch (def.kind) {
    case DefKind::Class: return def.scope == ScopeKind::Player ? "what each player has" : "a part of the game";
    case DefKind::Interactable: return "a piece or card";
    case DefKind::Tile: return "a place on the board";
    case DefKind::Board: return "a board";
    case DefKind::Stack: return "a stack of cards";
    case DefKind::Connection: return "a connection of places";
    case DefKind::Event: return "something that happens";
    case DefKind::Group: return "a part of the board";
    case DefKind::Enum: return "one of several values";
    }
    return "";
}

} // namespace

// ", 3 at the start", ", worked out: its *strength* plus 1"; empty when there is nothing to say.
std::string Author::start_text(TypeDefId type, CodeRef place) {
    const Tree& tree = program_.tree(place);
    const NodeId given = tree.child(place.node, Role::Value);
    const bool is_computed = tree.kind(place.node) == NodeKind::ComputedAttribute;
    if (!given.valid() || (tree.kind(given) == NodeKind::NullLiteral && !is_computed)) {
        return {};
    }
    narrator_.begin(place.file, voice_of(type, false));
    if (is_computed) {
        const bool is_truth = CodeReader(program_, place.file).type_kind(given) == TypeKind::Bool;
        return is_truth ? fmt::format(", worked out: yes if {}", narrator_.clause(given))
                        : fmt::format(", worked out: {}", narrator_.value(given).text);
    }
    const std::string value = narrator_.value(given).text;
    const bool nothing = value == "nothing" || value == "false" || value == "“”";
    return nothing ? std::string() : ", " + value + " at the start";
}

Lines Author::enum_lines(const TypeDef& def) const {
    Lines lines;
    std::vector<std::string> labels;
    bool has_comments = false;
    for (const EnumValue& value : def.values) {
        labels.push_back(emphasized(escape_markdown(value.label)));
        const std::string text = one_paragraph(comment(value.place));
        has_comments = has_comments || !text.empty();
        lines.push_back({1, labels.back() + (text.empty() ? "." : ": " + text)});
    }
    return has_comments || labels.empty() ? lines : Lines{{1, join_words(labels, "or") + "."}};
}

Lines Author::attribute_lines(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    Lines lines;
    for (const AttributeId id : def.attributes) {
        const Attribute& attribute = program_.attribute(id);
        if (!attribute.place.valid()) {
            continue;
        }
        const std::string text = comment(attribute.place);
        const std::string told = text.empty() ? std::string() : ". " + first_sentence(text);
        lines.push_back(
            {1, fmt::format("{}: {}{}{}.", emphasized(name(attribute.name)), narrator_.kind_of_value(attribute.type),
                            start_text(type, attribute.place), told)});
    }
    for (const AttributeOverride& changed : def.overrides) {
        const std::string start = start_text(type, changed.place);
        lines.push_back({1, fmt::format("{}{}.", emphasized(name(program_.attribute(changed.attribute).name)),
                                        start.empty() ? ", nothing at the start" : start)});
    }
    return lines;
}

void Author::write_type(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    const std::string kind = def.base.valid() && !program_.def(def.base).predefined
                                 ? "a kind of " + name(program_.def(def.base).name)
                                 : std::string(kind_words(def));
    const std::string text = comment_in_item(def.place);
    Lines lines = {{0, fmt::format("**{}**, {}.{} ({})", title(def.name), kind, text.empty() ? "" : " " + text,
                                   place_text(def.place))}};
    for (Line& line : def.kind == DefKind::Enum ? enum_lines(def) : attribute_lines(type)) {
        lines.push_back(std::move(line));
    }
    list(lines);
}

void Author::write_glossary() {
    heading(2, "Words");
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        if (is_shown(TypeDefId(i))) {
            write_type(TypeDefId(i));
        }
    }
    write_constants();
}

} // namespace tgdl
