// Section on what an expansion adds to the game it is made for.
#include "rulebook/author.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

void Author::write_changes() {
    const FileUnit& main = program_.files[program_.import_order.back().index()];
    const auto base = std::ranges::find_if(main.imports, [&](const FileUnit::Import& import) {
        return import.file.valid() && program_.files[import.file.index()].is_game;
    });
    if (base == main.imports.end()) {
        return;
    }
    const Tree& base_tree = program_.tree(base->file);
    heading(2, "What is different");
    for (const NodeId item : base_tree.children(base_tree.root(), Role::Item)) {
        if (base_tree.kind(item) == NodeKind::GameDirective) {
            const std::string game = escape_markdown(literal_of_game(base_tree, item));
            prose(fmt::format("This is played with the rules of **{}**, which are told here too. This is new:", game));
            const std::string intro = comment({base->file, item});
            std::string quoted;
            for (const char c : intro.empty() ? std::string() : "> " + intro) {
                quoted += c;
                quoted += c == '\n' ? "> " : "";
            }
            base_intro_ = quoted;
        }
    }
    for (const NodeId item : main.tree->children(main.tree->root(), Role::Item)) {
        write_change(item);
    }
    list(changes_);
    if (!base_intro_.empty()) {
        prose("Of the game it is made for:\n\n" + base_intro_);
    }
}

std::string Author::literal_of_game(const Tree& tree, NodeId directive) {
    std::string text(tree.text(tree.node(directive).main));
    return text.size() > 2 ? text.substr(1, text.size() - 2) : text;
}

void Author::write_change(NodeId item) {
    const FileId file = program_.import_order.back();
    const Tree& tree = program_.tree(file);
    const std::string text = comment({file, item});
    const std::string sentence = text.empty() ? std::string() : ": " + first_sentence(text) + ".";
    switch (tree.kind(item)) {
    case NodeKind::Extension: write_extension(item); return;
    case NodeKind::SetupExtension:
    case NodeKind::Setup: {
        narrator_.begin(file, voice_of({}, false));
        changes_.push_back({0, "**Setup**" + (sentence.empty() ? "" : sentence)});
        if (sentence.empty()) {
            for (Line& line : narrator_.sentences(tree.child(item, Role::Effect))) {
                changes_.push_back({line.depth + 1, std::move(line.text)});
            }
        }
        return;
    }
    case NodeKind::OptionDefinition:
    case NodeKind::Constant:
        changes_.push_back({0, fmt::format("**{}**{}{}", title(tree.main_symbol(item)),
                                           tree.has(item, Role::Override) ? ", changed" : "", sentence)});
        return;
    case NodeKind::Score:
        changes_.push_back(
            {0, fmt::format("**The score**{}{}", tree.has(item, Role::Override) ? ", changed" : "", sentence)});
        return;
    case NodeKind::Tiebreak: changes_.push_back({0, "**A way to break ties**" + sentence}); return;
    case NodeKind::Modify:
        changes_.push_back(
            {0, fmt::format("**An effect that lasts**, on {}{}", modified_words({file, item}), sentence)});
        return;
    case NodeKind::TypeDefinition:
    case NodeKind::Action:
    case NodeKind::Goal:
    case NodeKind::Turn:
    case NodeKind::Movement:
        changes_.push_back({0, fmt::format("**{}**{}", title(tree.main_symbol(item)), sentence)});
        return;
    default: return;
    }
}

// "the *power* of each beast"
std::string Author::modified_words(CodeRef place) const {
    const auto found = std::ranges::find(program_.modifiers, place, &Modifier::place);
    return found == program_.modifiers.end()
               ? std::string()
               : fmt::format("the {} of each {}", emphasized(name(program_.attribute(found->attribute).name)),
                             name(program_.def(found->target).name));
}

// The values that an extension adds to an enum.
void Author::write_new_values(NodeId values) {
    const FileId file = program_.import_order.back();
    const Tree& tree = program_.tree(file);
    for (const NodeId value : tree.children(values, Role::Item)) {
        const std::string label = literal_text(tree, tree.child(value, Role::Text));
        const std::string text = comment({file, value});
        changes_.push_back(
            {1, fmt::format("{}{}.",
                            emphasized(label.empty() ? escape_markdown(program_.text(tree.main_symbol(value)))
                                                     : escape_markdown(label)),
                            text.empty() ? "" : ": " + lower_first(first_sentence(text)))});
    }
}

std::string Author::member_line(NodeId member) {
    const FileId file = program_.import_order.back();
    const Tree& tree = program_.tree(file);
    const std::string text = comment({file, member});
    if (tree.kind(member) == NodeKind::Modify) {
        return fmt::format("an effect that lasts, on {}{}.", modified_words({file, member}),
                           text.empty() ? "" : ": " + lower_first(first_sentence(text)));
    }
    const Symbol symbol = tree.main_symbol(member);
    if (!symbol.valid() || tree.kind(member) == NodeKind::Visible) {
        return {};
    }
    const bool replaced = tree.has(member, Role::Override);
    const bool phase = tree.kind(member) == NodeKind::Phase;
    return fmt::format("{}{}{}{}", phase ? "the phase " : "", emphasized(name(symbol)), replaced ? ", changed" : "",
                       text.empty() ? std::string(".") : ": " + lower_first(first_sentence(text)) + ".");
}

void Author::write_extension(NodeId item) {
    const Tree& tree = program_.tree(program_.import_order.back());
    const NodeId target = tree.child(item, Role::Target);
    changes_.push_back({0, fmt::format("**{}** gets:", title(tree.main_symbol(target)))});
    for (const NodeId member : tree.children(item, Role::Item)) {
        if (tree.kind(member) == NodeKind::EnumValues) {
            write_new_values(member);
        } else if (std::string line = member_line(member); !line.empty()) {
            changes_.push_back({1, std::move(line)});
        }
    }
}

} // namespace tgdl
