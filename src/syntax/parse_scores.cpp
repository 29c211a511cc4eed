// Scores and modifiers (docs/reference/scores.md, docs/reference/modifiers.md).
#include "syntax/parser_core.h"

namespace tgdl {

// `score p {`, `score lowest p {`, the same of `tiebreak`. Without the player's name: a body follows all the same.
bool Parser::at_score(std::size_t ahead) const {
    if (!at_any({word::score, word::tiebreak}, ahead)) {
        return false;
    }
    const std::size_t name = ahead + (at_word(word::lowest, ahead + 1) && !at(TokenKind::LeftBrace, ahead + 2) ? 2 : 1);
    return at(TokenKind::LeftBrace, name) || (is_word(kind(name)) && at(TokenKind::LeftBrace, name + 1));
}

NodeId Parser::parse_score() {
    const NodeId node = open(NodeKind::Score);
    if (at_word(word::override_)) {
        add(node, Role::Override, word_node());
    }
    const bool is_tiebreak = at_word(word::tiebreak);
    if (is_tiebreak) {
        builder_.set_kind(node, NodeKind::Tiebreak);
    }
    advance();
    if (at_word(word::lowest) && !at(TokenKind::LeftBrace, 1)) {
        add(node, Role::Mode, word_node());
    }
    set_main(node, expect_name(is_tiebreak ? "the player of `tiebreak`" : "the player of `score`"));
    add(node, Role::Effect, parse_block(is_tiebreak ? "this tiebreak" : "this score"));
    accept_end_of_body();
    return close(node);
}

// `modify X.attr`; without the attribute, `modify X c {` or `modify X c if (`.
bool Parser::at_modify(std::size_t ahead) const {
    if (!at_word(word::modify, ahead) || !at(TokenKind::Identifier, ahead + 1)) {
        return false;
    }
    return at(TokenKind::Dot, ahead + 2) || at(TokenKind::LeftBrace, ahead + 2)
           || (is_word(kind(ahead + 2))
               && (at(TokenKind::LeftBrace, ahead + 3) || at(TokenKind::If, ahead + 3)
                   || at_any({word::prio, word::priority}, ahead + 3)));
}

// `modify X.attr c if (e) prio n { … }`
NodeId Parser::parse_modify() {
    const NodeId node = open(NodeKind::Modify);
    advance();
    add(node, Role::Target, parse_type_name("`modify`"));
    set_main(node, expect_name("the one whose attribute is read"));
    bool has_condition = false;
    bool has_prio = false;
    while (at(TokenKind::If) || at_any({word::prio, word::priority})) {
        if (at(TokenKind::If)) {
            const TokenId word = advance();
            clause_twice(has_condition, "this modifier", "if", word);
            add(node, has_condition ? Role::Item : Role::Condition, parse_condition("if"));
            has_condition = true;
        } else {
            clause_twice(has_prio, "this modifier", "prio", id());
            parse_prio(node);
            has_prio = true;
        }
    }
    add(node, Role::Effect, parse_block("this modifier"));
    accept_end_of_body();
    return close(node);
}

} // namespace tgdl
