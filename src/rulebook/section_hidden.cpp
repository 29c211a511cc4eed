// Section on who sees what.
#include "rulebook/author.h"

#include <fmt/format.h>

namespace tgdl {

// What the definition of a stack says about its cards when it has no `visible`.
std::string Author::contents_sight(TypeDefId type) const {
    const TypeDef& def = program_.def(type);
    for (TypeDefId at = type; at.valid(); at = program_.def(at).base) {
        if (!program_.def(at).visibles.empty()) {
            return {};
        }
    }
    const bool made = opening_.cards.contains(std::string(program_.text(def.name)));
    if (def.kind != DefKind::Stack || (!made && !def.derived.empty())) {
        return {};
    }
    return def.scope == ScopeKind::Player
               ? fmt::format("Only its owner sees what is in {}.", with_article(name(def.name)))
               : fmt::format("Nobody sees what is in the {}.", name(def.name));
}

Lines Author::sight_lines(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    const bool stack = def.kind == DefKind::Stack;
    Lines lines;
    // Of stacks those that are on the table are told, with what they have from their bases.
    if (stack && !def.derived.empty() && !opening_.cards.contains(std::string(program_.text(def.name)))) {
        return lines;
    }
    std::vector<CodeRef> visibles;
    for (TypeDefId at = type; at.valid(); at = stack ? program_.def(at).base : TypeDefId()) {
        visibles.insert(visibles.end(), program_.def(at).visibles.begin(), program_.def(at).visibles.end());
    }
    for (const CodeRef visible : visibles) {
        const Tree& tree = program_.tree(visible);
        std::vector<std::string> names;
        for (const NodeId word : tree.children(visible.node, Role::Name)) {
            names.push_back(emphasized(name(tree.main_symbol(word))));
        }
        const std::string self = with_article(name(def.name));
        const std::string what = !names.empty() ? fmt::format("the {} of {}", join_words(names, "and"), self)
                                 : def.kind == DefKind::Stack ? "what is in " + self
                                                              : self;
        const NodeId block = tree.child(visible.node, Role::Body);
        const std::optional<bool> constant = CodeReader(program_, visible.file).constant_block(block);
        if (constant) {
            lines.push_back({0, fmt::format("{} sees {}.", *constant ? "Everybody" : "Nobody", what)});
            continue;
        }
        narrator_.begin(visible.file, {{"the " + name(def.name), Person::It},
                                       {is_seat_class(type) ? "that player" : "its owner", Person::It},
                                       {"the active player", Person::It},
                                       {"the active player", Person::It}});
        narrator_.name_local(tree.main_symbol(visible.node), {"the one who looks", Person::It});
        lines.push_back({0, fmt::format("{} is seen only if {}.", upper_first(what), narrator_.block_clause(block))});
    }
    if (std::string text = contents_sight(type); !text.empty()) {
        lines.push_back({0, std::move(text)});
    }
    return lines;
}

void Author::write_hidden() {
    heading(2, "Who sees what");
    Lines lines;
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        if (is_shown(TypeDefId(i)) && program_.type_defs[i].kind != DefKind::Event) {
            for (Line& line : sight_lines(TypeDefId(i))) {
                lines.push_back(std::move(line));
            }
        }
    }
    if (lines.empty()) {
        prose("Everybody sees everything.");
        return;
    }
    prose("What is not named here, everybody sees.");
    list(lines);
}

} // namespace tgdl
