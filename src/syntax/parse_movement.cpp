// Movement of pieces (docs/reference/movements.md).
#include "syntax/parser_core.h"

namespace tgdl {

NodeId Parser::parse_movement() {
    const NodeId node = open(NodeKind::Movement);
    advance();
    set_main(node, expect_name("this movement"));
    if (accept(TokenKind::For)) {
        add(node, Role::For, parse_type_name("`for`"));
    }
    parse_body(node, Level::Clauses, "this movement", [&] { parse_movement_item(node); });
    accept_end_of_body();
    return close(node);
}

void Parser::parse_movement_item(NodeId movement) {
    if (at_any({word::through, word::onto})) {
        add(movement, Role::Item, parse_through_or_onto());
    } else if (at(TokenKind::Effect)) {
        add(movement, Role::Item, parse_alternative());
    } else if (at(TokenKind::Require)) {
        add(movement, Role::Item, parse_require());
    } else if (at_input()) {
        add(movement, Role::Input, parse_input());
    } else {
        lost(DiagnosticKind::UnknownClause, span(), text(), "a movement")
            .help("here may stand `require { … }`, `function input …`, `through t { … }`, `onto t { … }` and `effect { "
                  "… }`");
    }
}

NodeId Parser::parse_through_or_onto() {
    const NodeId node = open(at_word(word::through) ? NodeKind::Through : NodeKind::Onto);
    const std::string what = "the tile of `" + std::string(text()) + "`";
    advance();
    set_main(node, expect_name(what));
    add(node, Role::Body, parse_block("this condition"));
    accept_end_of_body();
    return close(node);
}

// `effect [repeat] { steps }`
NodeId Parser::parse_alternative() {
    const NodeId node = open(NodeKind::Alternative);
    advance();
    if (at_word(word::repeat)) {
        add(node, Role::Mode, word_node());
    }
    parse_body(node, Level::Statements, "this effect", [&] {
        const bool inner = at_any({word::through, word::onto});
        add(node, Role::Item, inner ? parse_through_or_onto() : parse_step());
    });
    accept_end_of_body();
    return close(node);
}

NodeId Parser::parse_step() {
    const bool line = at_word(word::line);
    NodeKind made = NodeKind::LineStep;
    if (at_word(word::adjacent)) {
        made = NodeKind::AdjacentStep;
    } else if (at_word(word::distance)) {
        made = NodeKind::DistanceStep;
    } else if (at_word(word::coord)) {
        made = NodeKind::CoordStep;
    } else if (at_word(word::jump)) {
        made = NodeKind::JumpStep;
    } else if (!line) {
        lost(DiagnosticKind::UnknownClause, span(), text(), "the effect of a movement")
            .help("steps are `line d, n;`, `adjacent n;`, `distance n;`, `coord dx, dy;` and `jump tile;`");
        return missing();
    }
    const NodeId node = open(made);
    advance();
    if (line) {
        add(node, Role::Direction, parse_expression());
        if (accept(TokenKind::Comma)) {
            add(node, Role::Count, parse_step_count());
        } else {
            report_missing(TokenKind::Comma).help("say how far: `line 0, 1;`, `line 0..3, min 1;`");
            add(node, Role::Count, missing());
        }
    } else if (made == NodeKind::CoordStep) {
        add(node, Role::Low, parse_expression());
        expect(TokenKind::Comma);
        add(node, Role::High, parse_expression());
    } else if (made == NodeKind::JumpStep) {
        add(node, Role::Value, parse_expression());
    } else {
        add(node, Role::Count, parse_step_count());
    }
    expect_semicolon();
    return close(node);
}

// `n`, `max k`, `min k`
NodeId Parser::parse_step_count() {
    const NodeId node = open(NodeKind::StepCount);
    const bool sign = at(TokenKind::Minus, 1) || at(TokenKind::Plus, 1) || at(TokenKind::LeftBrace, 1);
    if (at_any({word::min, word::max}) && starts_operand(1) && !sign) {
        add(node, Role::Mode, word_node());
    }
    add(node, Role::Value, parse_expression());
    return close(node);
}

} // namespace tgdl
