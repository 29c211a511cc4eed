// Inputs as choices: "Choose a card of your hand", with what it must be under it.
#include "rulebook/narrator.h"

#include <fmt/format.h>

namespace tgdl {

NodeId Narrator::only_answer(NodeId block) const {
    const NodeId only = child(block, Role::Item);
    return only.valid() && tree().children(block, Role::Item).size() == 1 && tree().kind(only) == NodeKind::Return
               ? child(only, Role::Value)
               : NodeId();
}

std::string Narrator::block_clause(NodeId block) {
    const NodeId only = only_answer(block);
    return only.valid() ? clause(only) : fmt::format("{} gives true", source(block));
}

std::string Narrator::only_if(NodeId node) {
    const NodeId text = child(node, Role::Text);
    const std::string condition = block_clause(child(node, Role::Body));
    return text.valid() ? fmt::format("Only if {} (otherwise: {}).", condition, value(text).text)
                        : fmt::format("Only if {}.", condition);
}

std::string Narrator::number_of_items(NodeId node) {
    for (const NodeId clause_node : tree().children(node, Role::Item)) {
        if (tree().kind(clause_node) == NodeKind::CountClause) {
            return span_words(clause_node);
        }
    }
    return "any number of";
}

// "1 to 3", of a count or a total.
std::string Narrator::span_words(NodeId clause_node) {
    const std::string low = value(child(clause_node, Role::Low)).text;
    const NodeId high = child(clause_node, Role::High);
    return high.valid() ? fmt::format("{} to {}", low, value(high).text) : low;
}

// "how many of each goods, at most your *stores*, 3 in all"
std::string Narrator::amounts_words(const Input& input, NodeId node) {
    std::string words = fmt::format("how many of each {} ({})", type_words(program_.types.get(input.type).b),
                                    emphasized(name_words(input.name)));
    for (const NodeId part : tree().children(node, Role::Item)) {
        if (tree().kind(part) == NodeKind::UptoClause) {
            words += ", at most " + value(child(part, Role::Value)).text;
        } else if (tree().kind(part) == NodeKind::TotalClause) {
            words += fmt::format(", {} in all", span_words(part));
        }
    }
    return words;
}

// "a card", "2 cards", "a number from 1 to 3".
std::string Narrator::wanted_words(const Input& input, NodeId node) {
    if (input.is_amounts) {
        return amounts_words(input, node);
    }
    const Type& type = program_.types.get(input.type);
    const bool many = type.kind == TypeKind::List;
    const std::string one = type_words(many ? type.a : input.type);
    const std::string called = fmt::format(" ({})", emphasized(name_words(input.name)));
    std::string words = many                            ? fmt::format("{} {}", number_of_items(node), plural(one))
                        : type.kind == TypeKind::Bool   ? "yes or no" + called
                        : type.kind == TypeKind::String ? "one" + called
                        : type.kind == TypeKind::Number ? with_article(one) + called
                                                        : with_article(one);
    for (const NodeId part : tree().children(node, Role::Item)) {
        if (tree().kind(part) == NodeKind::RangeClause) {
            words +=
                fmt::format(" from {} to {}", value(child(part, Role::Low)).text, value(child(part, Role::High)).text);
            if (const NodeId step = child(part, Role::Step); step.valid()) {
                words += " in steps of " + value(step).text;
            }
        } else if (tree().kind(part) == NodeKind::Options) {
            const NodeId given = inside(child(part, Role::Value));
            if (tree().kind(given) == NodeKind::CollectionLiteral) {
                words += " of " + list_of(given, "or");
                continue;
            }
            const Chain chain = chain_of(given);
            const std::string all = members(chain, chain.size()).text;
            const bool narrower = type_words(many ? type.a : input.type) != element_words(scene_.reader.type(given));
            words = narrower && !many ? fmt::format("{} among {}", with_article(one), all)
                                      : fmt::format("{} of {}", many ? number_of_items(node) : "one", all);
        }
    }
    return words;
}

std::string Narrator::choice_head(const Input& input, NodeId node) {
    const std::string wanted = wanted_words(input, node);
    const NodeId player = child(node, Role::Player);
    if (input.mode == Input::Mode::Auto) {
        return fmt::format("This concerns {}", wanted);
    }
    if (input.mode == Input::Mode::Players) {
        const std::string who = player.valid() ? value(player).text : "all players";
        return fmt::format("{} choose at once, none seeing the others' choice: {}{}", upper_first(who), wanted,
                           input.optional ? ", or nothing" : "");
    }
    const Phrase who = player.valid() ? value(player) : scene_.voice.chooser;
    if (who.person == Person::You) {
        return fmt::format("{} {}", input.optional ? "You may choose" : "Choose", wanted);
    }
    return fmt::format("{} {} {}", upper_first(who.text), input.optional ? "may choose" : "chooses", wanted);
}

// The candidate is called `it` while its filters are told.
std::string Narrator::filter_line(NodeId filter, const Input& input, InputId id) {
    const bool list = program_.types.kind(input.type) == TypeKind::List;
    const Symbol own = tree().main_symbol(filter);
    scene_.inputs[id.value] = list ? Phrase{"they", Person::They} : Phrase{"it", Person::It};
    if (own.valid()) {
        name_local(own, {"it", Person::It});
    }
    const std::string line = only_if(filter);
    return list && own.valid() ? "Each of them " + lower_first(line) : line;
}

Lines Narrator::choice(InputId id) {
    const Input& input = program_.input(id);
    Lines lines;
    if (!input.place.valid() || tree().kind(input.place.node) != NodeKind::Input) {
        return lines;
    }
    const NodeId node = input.place.node;
    const std::string text = one_paragraph(documentation(input.place));
    lines.push_back({0, fmt::format("{}.{}", choice_head(input, node), text.empty() ? "" : " " + text)});
    for (const NodeId part : tree().children(node, Role::Item)) {
        if (tree().kind(part) == NodeKind::Filter || tree().kind(part) == NodeKind::ShortFilter) {
            lines.push_back({1, filter_line(part, input, id)});
        }
    }
    // Two of one kind are told apart by their names.
    const bool many = program_.types.kind(input.type) == TypeKind::List || input.mode == Input::Mode::Players;
    const TypeKind kind = program_.types.kind(input.type);
    const bool by_name =
        input.is_amounts || kind == TypeKind::Number || kind == TypeKind::String || kind == TypeKind::Bool;
    Phrase chosen{"the chosen " + (by_name ? emphasized(name_words(input.name)) : type_words(input.type)),
                  many ? Person::They : Person::It};
    for (const auto& [other, phrase] : scene_.inputs) {
        if (other != id.value && phrase.text == chosen.text) {
            chosen.text = "the chosen " + emphasized(name_words(input.name));
        }
    }
    scene_.inputs[id.value] = std::move(chosen);
    return lines;
}

void Narrator::input_statement(NodeId node, unsigned depth, Lines& out) {
    const auto found = inputs_by_place_.find((std::uint64_t{tree().file().value} << 32U) | node.value);
    if (found == inputs_by_place_.end()) {
        out.push_back({depth, source(node) + "."});
        return;
    }
    for (Line& line : choice(found->second)) {
        out.push_back({line.depth + depth, std::move(line.text)});
    }
    if (const NodeId otherwise = child(node, Role::Else); otherwise.valid()) {
        under("If there is nothing to choose", otherwise, depth, out);
    }
}

} // namespace tgdl
