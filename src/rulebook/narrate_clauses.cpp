// Conditions as clauses: "its *cost* is at most your *coins*".
#include "check/builtins.h"
#include "rulebook/narrator.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

TokenKind Narrator::sign_before(NodeId operand) const {
    return tree().token(tree().operator_before(operand)).kind;
}

bool Narrator::is_null(NodeId node) const {
    return tree().kind(inside(node)) == NodeKind::NullLiteral;
}

std::string Narrator::clause(NodeId condition, bool negated) {
    constexpr std::size_t kLongestClause = 400;
    if (!condition.valid()) {
        return "always";
    }
    std::string text = spend() ? plain_clause(inside(condition), negated) : std::string();
    if (text.empty() || text.size() > kLongestClause) {
        text = fmt::format("{} is {}", source(condition), negated ? "false" : "true");
    }
    return text;
}

std::string Narrator::plain_clause(NodeId node, bool negated) {
    switch (tree().kind(node)) {
    case NodeKind::BoolLiteral:
        return (tree().token(tree().node(node).main).kind == TokenKind::True) != negated ? "always" : "never";
    case NodeKind::Not: return clause(child(node, Role::Operand), !negated);
    case NodeKind::Unary:
        return tree().token(tree().node(node).main).kind == TokenKind::Bang
                   ? clause(child(node, Role::Operand), !negated)
                   : std::string();
    case NodeKind::Infix: return linked(node, negated);
    case NodeKind::Test: {
        const NodeId type = child(node, Role::Type);
        const TokenKind word = tree().token(tree().operator_before(type)).kind;
        const bool denies = negated != (word == TokenKind::Not);
        return word != TokenKind::As
                   ? fmt::format("{} {}{}", with_is(value(child(node, Role::Operand))), denies ? "not " : "",
                                 with_article(type_words(scene_.reader.type(type))))
                   : std::string();
    }
    case NodeKind::Conditional: {
        const std::string condition = clause(child(node, Role::Condition));
        const std::string yes = clause(child(node, Role::Then), negated);
        return fmt::format("if {}, {}; otherwise {}", condition, yes, clause(child(node, Role::Else), negated));
    }
    case NodeKind::Name:
    case NodeKind::Postfix: return chain_clause(chain_of(node), negated);
    default: return {};
    }
}

// `a && b || c`: one row of operators in one node.
std::string Narrator::linked(NodeId node, bool negated) {
    std::vector<NodeId> operands;
    for (const NodeId operand : tree().children(node, Role::Operand)) {
        operands.push_back(operand);
    }
    if (operands.size() < 2) {
        return {};
    }
    const TokenKind sign = sign_before(operands[1]);
    const bool conjunction =
        sign == TokenKind::AmpersandAmpersand || sign == TokenKind::And || sign == TokenKind::Ampersand;
    const bool disjunction = sign == TokenKind::PipePipe || sign == TokenKind::Or || sign == TokenKind::Pipe;
    if (!conjunction && !disjunction) {
        return comparison(node, negated);
    }
    std::vector<std::string> clauses;
    for (const NodeId operand : operands) {
        std::string text = clause(operand, negated);
        const NodeId it = inside(operand);
        const bool nested = tree().kind(it) == NodeKind::Infix
                            && (text.find(" and ") != std::string::npos || text.find(" or ") != std::string::npos);
        clauses.push_back(nested ? "(" + text + ")" : std::move(text));
    }
    const std::string link = conjunction != negated ? "and" : "or";
    const bool has_commas =
        std::ranges::any_of(clauses, [](const std::string& text) { return text.find(", ") != std::string::npos; });
    return has_commas ? fmt::format("{}", fmt::join(clauses, "; " + link + " ")) : join_words(clauses, link);
}

// "your hand is empty" is better than "the number of cards in your hand is 0".
std::optional<std::string> Narrator::length_clause(NodeId left, TokenKind sign, NodeId right) {
    const std::optional<BuiltinId> at_end = scene_.reader.builtin_at_end(left);
    const bool length = at_end == BuiltinId::ListLength || at_end == BuiltinId::StackLength;
    if (!length || scene_.reader.constant_number(right) != 0) {
        return std::nullopt;
    }
    const bool empty = sign == TokenKind::EqualEqual || sign == TokenKind::LessEqual;
    if (!empty && sign != TokenKind::Greater && sign != TokenKind::BangEqual) {
        return std::nullopt;
    }
    const Chain chain = chain_of(left);
    const bool called = tree().kind(chain.back()) == NodeKind::Call;
    const std::size_t member = chain.size() - (called ? 2 : 1);
    const std::string all = members(chain, member).text;
    if (all.starts_with("the ")) {
        return fmt::format("there are {}{}", empty ? "no " : "", all.substr(4));
    }
    return fmt::format("{} {}", empty ? "there are none of" : "there is at least one of", all);
}

std::string Narrator::null_comparison(NodeId operand, bool null) {
    const NodeId it = inside(operand);
    const Chain chain = chain_of(it);
    const Meaning last = scene_.reader.meaning(chain.back());
    if (last.kind == MeaningKind::Attribute) {
        const std::string words = name_words(program_.attribute(AttributeId(last.index)).name);
        const Phrase owner = attribute_owner(chain, chain.size() - 1);
        const std::string article = null ? "no" : with_article(words).substr(0, with_article(words).find(' '));
        return fmt::format("{} {} {}", with_has(owner), article, emphasized(words));
    }
    if (last.kind == MeaningKind::Builtin && last.index == static_cast<std::uint32_t>(BuiltinId::InstancePlayer)) {
        const Phrase owned = receiver(chain, chain.size() - 1);
        return fmt::format("{} {} to {}", owned.text, owned.person == Person::It ? "belongs" : "belong",
                           null ? "nobody" : "somebody");
    }
    const Phrase thing = value(operand);
    constexpr std::string_view kChosen = "the chosen ";
    if (thing.text.starts_with(kChosen)) {
        const std::string words = thing.text.substr(kChosen.size());
        return fmt::format("{} was chosen", null ? "no " + words : with_article(words));
    }
    return null ? fmt::format("there is no such thing as {}", thing.text) : fmt::format("there is {}", thing.text);
}

std::string Narrator::comparison(NodeId node, bool negated) {
    std::vector<NodeId> operands;
    for (const NodeId operand : tree().children(node, Role::Operand)) {
        operands.push_back(operand);
    }
    if (operands.size() != 2) {
        return {};
    }
    TokenKind sign = sign_before(operands[1]);
    if (sign == TokenKind::Identifier) { // `adj`, `connect`
        const bool next_to = tree().text(tree().operator_before(operands[1])) == "adj";
        const Phrase from = value(operands[0]);
        const std::string to = value(operands[1]).text;
        return next_to ? fmt::format("{} {}next to {}", with_is(from), negated ? "not " : "", to)
                       : fmt::format("{} way leads from {} to {}", negated ? "no" : "a", from.text, to);
    }
    if (negated) {
        sign = sign == TokenKind::Less           ? TokenKind::GreaterEqual
               : sign == TokenKind::Greater      ? TokenKind::LessEqual
               : sign == TokenKind::LessEqual    ? TokenKind::Greater
               : sign == TokenKind::GreaterEqual ? TokenKind::Less
               : sign == TokenKind::EqualEqual   ? TokenKind::BangEqual
               : sign == TokenKind::BangEqual    ? TokenKind::EqualEqual
                                                 : TokenKind::Invalid;
    }
    const bool equality = sign == TokenKind::EqualEqual || sign == TokenKind::BangEqual;
    if (equality && (is_null(operands[0]) || is_null(operands[1]))) {
        return null_comparison(is_null(operands[0]) ? operands[1] : operands[0], sign == TokenKind::EqualEqual);
    }
    if (std::optional<std::string> text = length_clause(operands[0], sign, operands[1])) {
        return *text;
    }
    const NodeId right = inside(operands[1]);
    if (equality && scene_.reader.builtin_at_end(operands[0]) == BuiltinId::PhaseActive
        && tree().kind(right) == NodeKind::StringLiteral) {
        return fmt::format("it is {}the phase {}", sign == TokenKind::EqualEqual ? "" : "not ",
                           emphasized(words_of(literal_text(tree(), right))));
    }
    const std::string_view link = sign == TokenKind::Less           ? " less than "
                                  : sign == TokenKind::Greater      ? " more than "
                                  : sign == TokenKind::LessEqual    ? " at most "
                                  : sign == TokenKind::GreaterEqual ? " at least "
                                  : sign == TokenKind::EqualEqual   ? " "
                                                                    : " not ";
    if (sign == TokenKind::Invalid || (!equality && link == " not ")) {
        return {};
    }
    return fmt::format("{}{}{}", with_is(value(operands[0])), link, value(operands[1]).text);
}

std::string Narrator::chain_clause(const Chain& chain, bool negated) {
    const NodeId last = chain.back();
    const Meaning it = scene_.reader.meaning(last);
    if (it.kind == MeaningKind::Attribute) {
        const std::string words = emphasized(name_words(program_.attribute(AttributeId(it.index)).name));
        return fmt::format("{} {}marked {}", with_is(attribute_owner(chain, chain.size() - 1)), negated ? "not " : "",
                           words);
    }
    if (it.kind == MeaningKind::ActionPossible || it.kind == MeaningKind::ActionAllowed) {
        const std::string name = emphasized(name_words(program_.action(ActionId(it.index)).name));
        return fmt::format("{} is {}{}", name, negated ? "not " : "",
                           it.kind == MeaningKind::ActionPossible ? "possible" : "allowed");
    }
    if (it.kind == MeaningKind::Builtin) {
        const auto id = static_cast<BuiltinId>(it.index);
        const std::string text = negated ? negated_builtin(chain, id) : builtin_value(chain, chain.size(), id).text;
        if (!text.empty()) {
            return text;
        }
    }
    if (it.kind == MeaningKind::Question && negated) {
        std::string text = question_value(chain, chain.size(), static_cast<BuiltinId>(it.index)).text;
        constexpr std::string_view kSome = "for at least one of ";
        constexpr std::string_view kEach = "for each of ";
        if (text.starts_with(kSome)) {
            return "for none of " + text.substr(kSome.size());
        }
        if (text.starts_with(kEach)) {
            return "not for each of " + text.substr(kEach.size());
        }
    }
    const bool is_option = it.kind == MeaningKind::Constant && program_.constant(ConstantId(it.index)).is_option;
    if (is_option) {
        return fmt::format("{} was {}agreed on", value(last).text, negated ? "not " : "");
    }
    if (it.kind == MeaningKind::Local || it.kind == MeaningKind::Input || it.kind == MeaningKind::Constant) {
        return fmt::format("{} holds{}", value(last).text, negated ? " not" : "");
    }
    if (it.kind == MeaningKind::Function && negated
        && documentation(program_.function(FunctionId(it.index)).place).empty()) {
        if (std::optional<Phrase> inlined = short_function(chain, chain.size(), FunctionId(it.index), true)) {
            return inlined->text;
        }
    }
    const std::string text = chain_value(chain, chain.size()).text;
    if (text.starts_with('`')) {
        return fmt::format("{} is {}", text, negated ? "false" : "true");
    }
    return negated ? "it is not so that " + text : text;
}

} // namespace tgdl
