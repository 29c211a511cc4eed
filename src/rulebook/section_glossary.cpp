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

Lines Author::attribute_lines(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    Lines lines;
    const auto start_text = [&](CodeRef place) {
        const Tree& tree = program_.tree(place);
        const NodeId given = tree.child(place.node, Role::Value);
        if (!given.valid() || tree.kind(given) == NodeKind::NullLiteral) {
            return std::string();
        }
        narrator_.begin(place.file, voice_of(type, false));
        const std::string value = narrator_.value(given).text;
        const bool nothing = value == "nothing" || value == "false" || value == "“”";
        return nothing ? std::string() : ", " + value + " at the start";
    };
    for (const AttributeId id : def.attributes) {
        const Attribute& attribute = program_.attribute(id);
        if (!attribute.place.valid()) {
            continue;
        }
        const std::string text = comment(attribute.place);
        std::string told = text.empty() ? std::string() : ". " + first_sentence(text);
        lines.push_back({1, fmt::format("{}: {}{}{}.", emphasized(name(attribute.name)),
                                        narrator_.kind_of_value(attribute.type), start_text(attribute.place), told)});
    }
    for (const AttributeOverride& changed : def.overrides) {
        const std::string start = start_text(changed.place);
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
    std::string text = comment(def.place);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 3)) {
        text.insert(at + 1, "  "); // it stays in its item
    }
    Lines lines = {{0, fmt::format("**{}**, {}.{} ({})", title(def.name), kind, text.empty() ? "" : " " + text,
                                   place_text(def.place))}};
    for (Line& line : attribute_lines(type)) {
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
}

} // namespace tgdl
