// Parsing of boards: groups with their tiles, and the connections between tiles (docs/reference/boards.md).
#include "syntax/parser_core.h"

namespace tgdl {

// The older `group g hex row {`, `group hex g {`, `hex group g {` and `group g: hex {`.
bool Parser::at_group_with_geometry() const {
    const auto geometry = [&](std::size_t ahead) { return at_any({word::square, word::hex, word::graph}, ahead); };
    if (!has_mistakes()) {
        return false;
    }
    if (geometry(0)) {
        return (at_word(word::group, 1) && is_word(kind(2))) || (is_word(kind(1)) && at(TokenKind::LeftBrace, 2));
    }
    const bool before_name = geometry(1) && is_word(kind(2));
    return at_word(word::group) && (before_name || geometry(2) || (at(TokenKind::Colon, 2) && geometry(3)));
}

// The word of a geometry in the head of a group: told once, and read as the clause that it stands for.
void Parser::parse_older_geometry(std::vector<NodeId>& clauses) {
    const std::size_t colon = at(TokenKind::Colon) ? 1 : 0;
    if (!at_any({word::square, word::hex, word::graph}, colon)) {
        return;
    }
    const std::string geometry(text(colon));
    const bool oriented = at_any({word::row, word::column, word::col}, colon + 1);
    const std::string orientation = oriented ? " orientation " + std::string(text(colon + 1)) + ";" : "";
    mistake(DiagnosticKind::OlderConstruct, span(colon), "group … " + geometry)
        .help("write `geometry " + geometry + ";" + orientation + "` inside the braces");
    accept(TokenKind::Colon);
    const NodeId clause = open(NodeKind::Geometry);
    set_main(clause, advance());
    clauses.push_back(close(clause));
    if (oriented) {
        const NodeId orientation_clause = open(NodeKind::Orientation);
        set_main(orientation_clause, advance());
        clauses.push_back(close(orientation_clause));
    }
}

// `geometry square; grid Land[3][3];` right in a board: told once for all of them.
bool Parser::refuse_clauses_without_group(NodeId board) {
    const auto clause = [&] {
        const bool word = at_any({word::geometry, word::grid, word::orientation});
        return word && !at(TokenKind::Equal, 2) && !declares_type(token().symbol);
    };
    if (!has_mistakes() || !clause()) {
        return false;
    }
    mistake(DiagnosticKind::Misplaced, span(), "`" + std::string(text()) + "`", "directly in a board")
        .help("it stands in a group: `group Field { geometry square; grid Land[3][3]; }`");
    while (clause()) {
        add(board, Role::Item, skip_written_form());
    }
    return true;
}

NodeId Parser::parse_group() {
    const NodeId node = open(NodeKind::Group);
    std::vector<NodeId> older;
    parse_older_geometry(older);
    if (older.empty() || at_word(word::group)) { // else `square g {`
        advance();
    }
    if (is_word(kind(1))) {
        parse_older_geometry(older);
    }
    set_main(node, expect_name("this group"));
    parse_older_geometry(older);
    if (!older.empty() && !at(TokenKind::LeftBrace)) {
        reported_at_ = at_; // more of the same
    }
    parse_body(node, Level::Group, "this group", [&] { parse_group_item(node); });
    for (const NodeId clause : older) {
        bool said = false; // inside, too
        for (const NodeId item : builder_.tree().children(node)) {
            said = said || builder_.tree().kind(item) == builder_.tree().kind(clause);
        }
        if (!said) {
            add(node, Role::Item, clause);
        }
    }
    accept_end_of_body();
    return close(node);
}

void Parser::parse_group_item(NodeId group) {
    if (at_word(word::geometry)) {
        add(group, Role::Item, parse_geometry());
    } else if (at_word(word::orientation)) {
        add(group, Role::Item, parse_orientation());
    } else if (at_word(word::grid)) {
        add(group, Role::Item, parse_grid());
    } else if (at_word(word::tiles)) {
        add(group, Role::Item, parse_tiles());
    } else if (at_any({word::adjacency, word::adjency})) {
        add(group, Role::Item, parse_adjacency());
    } else if (at_any({word::corners, word::sides}) && !at(TokenKind::Equal, 1) && !at(TokenKind::LeftParen, 1)) {
        add(group, Role::Item, parse_lattice());
    } else if (at_word(word::default_)) {
        add(group, Role::Item, parse_default_block());
    } else if (at(TokenKind::Function) || at_visible() || at_constant() || at_modify()
               || (at_word(word::attribute) && at(TokenKind::LeftBrace, 2))) {
        parse_member(group, word::group);
    } else if (starts_member() || starts_definition()) {
        add(group, Role::Item, parse_misplaced("in a group"));
    } else {
        const std::string_view meant = at(TokenKind::Identifier)
                                           ? nearest(text(), {"geometry", "orientation", "grid", "tiles", "adjacency",
                                                              "corners", "sides", "default"})
                                           : std::string_view();
        if (meant.empty() && at_local()) {
            parse_member(group, word::group);
            return;
        }
        Report report = lost(DiagnosticKind::UnknownClause, span(), text(), "a group");
        if (!meant.empty()) {
            report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
        } else {
            report.help(
                "here may stand `geometry`, `orientation`, `grid`, `tiles`, `adjacency`, `corners`, `sides` and "
                "`default`");
        }
    }
}

// `geometry square;`
NodeId Parser::parse_geometry() {
    const NodeId node = open(NodeKind::Geometry);
    advance();
    if (at(TokenKind::Colon) || at(TokenKind::Equal)) {
        mistake(DiagnosticKind::Unexpected, span(), text()).help("leave it out").replace(span(), "");
        advance();
    }
    if (at_any({word::square, word::hex, word::graph})) {
        set_main(node, advance());
    } else {
        const bool word = is_word(kind()) && !on_new_line();
        mistake(DiagnosticKind::Unexpected, word ? span() : after_previous(), word ? text() : "geometry")
            .help("write `geometry square;`, `geometry hex;` or `geometry graph;`");
        if (word) {
            advance();
        }
    }
    expect_semicolon();
    return close(node);
}

// `orientation row odd;`
NodeId Parser::parse_orientation() {
    const NodeId node = open(NodeKind::Orientation);
    advance();
    if (at_any({word::row, word::column, word::col})) {
        set_main(node, advance());
    } else {
        const bool word = is_word(kind()) && !on_new_line();
        mistake(DiagnosticKind::Unexpected, word ? span() : after_previous(), word ? text() : "orientation")
            .help("write `orientation row;` or `orientation column;`");
        if (word) {
            advance();
        }
    }
    if (at_word(word::odd)) {
        add(node, Role::Mode, word_node());
    }
    expect_semicolon();
    return close(node);
}

// `grid { Land, b; … }` or `grid Land[8][5];`
NodeId Parser::parse_grid() {
    const NodeId node = open(NodeKind::Grid);
    advance();
    if (at(TokenKind::LeftBrace)) {
        parse_body(node, Level::Clauses, "this grid", [&] { add(node, Role::Item, parse_grid_row()); });
        accept_end_of_body();
        return close(node);
    }
    builder_.set_kind(node, NodeKind::GridSize);
    add(node, Role::Type, parse_type_name("`grid`"));
    bool comma = false; // `[8,5]`
    for (const Role role : {Role::Low, Role::High}) {
        const TokenId opened = id();
        if (!comma && !at(TokenKind::LeftBracket)) {
            report_missing(TokenKind::LeftBracket).help("write `grid Land[8][5];`: 8 columns, 5 rows");
            add(node, role, missing());
            continue;
        }
        accept(TokenKind::LeftBracket);
        add(node, role, parse_expression());
        comma = role == Role::Low && at(TokenKind::Comma);
        if (comma) {
            wrong_sign("][", "write `grid Land[8][5];`: 8 columns, 5 rows");
        } else {
            expect_close(TokenKind::RightBracket, opened);
        }
    }
    expect_semicolon();
    return close(node);
}

// `Land, Land * 3, b;`
NodeId Parser::parse_grid_row() {
    const NodeId node = open(NodeKind::GridRow);
    do {
        if (at(TokenKind::Semicolon)) {
            break; // a comma at the end of a row
        }
        if (at(TokenKind::RightBrace) && builder_.tree().has(node, Role::Item)) {
            const Span comma = builder_.tree().span(TokenId(id().index() - 1));
            mistake(DiagnosticKind::WrongSign, comma, ",", ";").help("a `;` ends each row").replace(comma, ";");
            return close(node);
        }
        const NodeId cell = open(NodeKind::GridCell);
        add(cell, Role::Type, parse_type_name("this place"));
        if (accept(TokenKind::Star)) {
            add(cell, Role::Count, parse_expression());
        }
        add(node, Role::Item, close(cell));
        if (starts_type() && !on_new_line()) {
            if (!told_on_this_line()) {
                report_missing(TokenKind::Comma).help("put a `,` between two tiles");
            }
            continue;
        }
        if (!at(TokenKind::Comma)) {
            break;
        }
    } while (accept(TokenKind::Comma) || starts_type());
    expect_semicolon();
    return close(node);
}

// `tiles { Land Rome, Milan; }`
NodeId Parser::parse_tiles() {
    const NodeId node = open(NodeKind::Tiles);
    advance();
    parse_body(node, Level::Clauses, "`tiles`", [&] {
        const NodeId entry = open(NodeKind::TilesEntry);
        add(entry, Role::Type, parse_type_name("this entry"));
        do {
            const NodeId name = open(NodeKind::Word);
            set_main(name, expect_name("each tile"));
            add(entry, Role::Name, close(name));
            if (at(TokenKind::Identifier) && !on_new_line()) {
                report_missing(TokenKind::Comma).help("put a `,` between two tiles");
                continue;
            }
            if (!at(TokenKind::Comma)) {
                break;
            }
        } while (accept(TokenKind::Comma) || at(TokenKind::Identifier));
        expect_semicolon();
        add(node, Role::Item, close(entry));
    });
    accept_end_of_body();
    return close(node);
}

// `adjacency around;` or a block of edges.
NodeId Parser::parse_adjacency() {
    const NodeId node = open(NodeKind::Adjacency);
    if (at_word(word::adjency)) {
        hint_older(span(), "adjency", "adjacency", "adjacency");
    }
    advance();
    if (at(TokenKind::LeftBrace)) {
        parse_body(node, Level::Clauses, "`adjacency`",
                   [&] { add(node, Role::Item, parse_edge_chain(EdgesOf::Group)); });
        accept_end_of_body();
        return close(node);
    }
    builder_.set_kind(node, NodeKind::AdjacencyMode);
    if (at_any({word::sides, word::around})) {
        set_main(node, advance());
    } else {
        const bool word = is_word(kind()) && !on_new_line();
        mistake(DiagnosticKind::Unexpected, word ? span() : after_previous(), word ? text() : "adjacency")
            .help("write `adjacency sides;`, `adjacency around;`, or a block of edges in braces");
        if (word) {
            advance();
        }
    }
    expect_semicolon();
    return close(node);
}

// `corners Corner;`, `sides Side;`
NodeId Parser::parse_lattice() {
    const NodeId node = open(NodeKind::Lattice);
    const std::string word = "`" + std::string(text()) + "`";
    set_main(node, advance());
    add(node, Role::Type, parse_type_name(word));
    expect_semicolon();
    return close(node);
}

NodeId Parser::parse_borders() {
    const NodeId node = open(NodeKind::Borders);
    advance();
    parse_body(node, Level::Clauses, "`borders`", [&] { add(node, Role::Item, parse_edge_chain(EdgesOf::Board)); });
    accept_end_of_body();
    return close(node);
}

// The length of a constant that stands as a distance before an arrow; 0: there is none.
std::size_t Parser::named_distance() const {
    const std::size_t length = at(TokenKind::Dot, 1) && is_word(kind(2)) ? 3 : 1;
    const bool is_name = at(TokenKind::Identifier) && !at_word(word::x);
    return is_name && (at(TokenKind::Arrow, length) || at(TokenKind::BothArrow, length)) ? length : 0;
}

// Does a constant stand here as the distance behind `<->`? `A <-> far B` has one. In `A <-> B far -> C` it is that of the
// next link. Between groups `Field(0,0)` is a tile.
bool Parser::at_distance_back(EdgesOf of) const {
    if (!at(TokenKind::Identifier)) {
        return false;
    }
    const std::size_t end = at(TokenKind::Dot, 1) && is_word(kind(2)) ? 3 : 1;
    if (at(TokenKind::LeftParen, end)) {
        return of == EdgesOf::Group || end == 3;
    }
    if (!at(TokenKind::Identifier, end) || at_word(word::by, end)) {
        return false;
    }
    const auto is_arrow = [&](std::size_t ahead) {
        return at(TokenKind::Arrow, ahead) || at(TokenKind::BothArrow, ahead);
    };
    if (at_word(word::x, end) && (is_arrow(end + 1) || at(TokenKind::Minus, end + 1))) {
        return false; // it begins the next link
    }
    const std::size_t behind = end + (at(TokenKind::Dot, end + 1) && is_word(kind(end + 2)) ? 3 : 1);
    return !is_arrow(behind);
}

// `far`, `Map.far`: without what stands behind it, which is no member of it.
NodeId Parser::parse_named_distance() {
    const bool has_owner = at(TokenKind::Dot, 1);
    const NodeId name = open(NodeKind::Name);
    set_main(name, advance());
    close(name);
    if (!has_owner) {
        return name;
    }
    const NodeId node = open_at(NodeKind::Postfix, name);
    add(node, Role::Operand, name);
    add(node, Role::Item, parse_member_access());
    return close(node);
}

bool Parser::at_edge_link() const {
    const std::size_t arrow = at(TokenKind::Number) ? 1 : named_distance();
    if (at(TokenKind::Arrow, arrow) || at(TokenKind::BothArrow, arrow)) {
        return true;
    }
    if (at_word(word::x, arrow)) {
        return at(TokenKind::Arrow, arrow + 1) || at(TokenKind::Minus, arrow + 1);
    }
    // Signs people write in the place of an arrow.
    switch (kind(arrow)) {
    case TokenKind::Minus:
    case TokenKind::MinusMinus:
    case TokenKind::Less:
    case TokenKind::Greater:
    case TokenKind::Equal:
    case TokenKind::EqualEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::LessEqual: return true;
    default: return false;
    }
}

// `Rome <-> Milan 4 -> Turin by Road;`
NodeId Parser::parse_edge_chain(EdgesOf of) {
    const NodeId node = open(NodeKind::EdgeChain);
    const NodeId first = parse_edge_end();
    add(node, Role::Item, first);
    if (builder_.tree().has(first, Role::Name)) {
        of = EdgesOf::Board; // or it is meant to be one
    }
    if (!at_edge_link()) {
        lost(DiagnosticKind::MissingSign, after_previous(), "->")
            .help("edges are written `a -> b;` (one way) or `a <-> b;` (both ways)");
    }
    while (at_edge_link()) {
        add(node, Role::Item, parse_edge_link(of));
        add(node, Role::Item, parse_edge_end());
        if (accept_word(word::by)) {
            add(node, Role::By, parse_type_name("`by`"));
        }
    }
    if (at(TokenKind::Comma)) {
        wrong_sign(";", "each edge ends with `;`");
    } else {
        expect_semicolon();
    }
    return close(node);
}

// `(i,j)`, `Rome`, `Field(i,j)`, `Roads.Rome`
NodeId Parser::parse_edge_end() {
    const NodeId node = open(NodeKind::EdgeEnd);
    if (at(TokenKind::Identifier) && at(TokenKind::LeftParen, 1)) {
        add(node, Role::Name, word_node());
    } else if (at(TokenKind::Identifier) && at(TokenKind::Dot, 1)) {
        add(node, Role::Name, word_node());
        advance();
        if (is_word(kind())) {
            set_main(node, advance());
        } else {
            mistake(DiagnosticKind::MissingName, after_previous(), "`.`");
        }
        return close(node);
    } else if (!at(TokenKind::LeftParen)) {
        set_main(node, expect_name("this end of the edge"));
        return close(node);
    }
    const TokenId opened = advance();
    add(node, Role::Low, parse_expression());
    if (expect(TokenKind::Comma)) {
        add(node, Role::High, parse_expression());
    } else {
        add(node, Role::High, missing());
    }
    expect_close(TokenKind::RightParen, opened);
    return close(node);
}

// `->`, `<->`, `x->`, `x-x`, with distances before and after.
NodeId Parser::parse_edge_link(EdgesOf of) {
    const NodeId node = open(NodeKind::EdgeLink);
    bool is_both_ways = false;
    const auto distance = [&](Role role) {
        if (at(TokenKind::Number)) {
            const NodeId number = open(NodeKind::NumberLiteral);
            set_main(number, advance());
            add(node, role, close(number));
        } else if (role == Role::Low ? named_distance() > 0 : is_both_ways && at_distance_back(of)) {
            add(node, role, parse_named_distance());
        }
    };
    distance(Role::Low);
    if (at_word(word::x)) {
        set_main(node, advance());
        const bool one_way = at(TokenKind::Arrow);
        advance();
        if (!one_way && !accept_word(word::x)) {
            mistake(DiagnosticKind::MissingSign, after_previous(), "x").help("write `x->` or `x-x`");
        }
    } else if (at(TokenKind::Arrow) || at(TokenKind::BothArrow)) {
        is_both_ways = at(TokenKind::BothArrow);
        set_main(node, advance());
    } else {
        const TokenId first = id();
        TokenId last = advance();
        while (at(TokenKind::Minus) || at(TokenKind::Less) || at(TokenKind::Greater) || at(TokenKind::Equal)) {
            last = advance();
        }
        const Span signs = span(first, last);
        mistake(DiagnosticKind::ForeignSign, signs,
                builder_.tree().source().text().substr(signs.begin, signs.end - signs.begin))
            .help("edges are written `a -> b;` (one way) or `a <-> b;` (both ways)");
    }
    distance(Role::High);
    return close(node);
}

} // namespace tgdl
