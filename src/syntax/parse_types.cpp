// Types: `number`, `alias.Card`, `List<Card>`, and the older `Card[]`.
#include "syntax/parser_core.h"

namespace tgdl {

namespace {

bool is_collection(Symbol name) {
    return name == word::List || name == word::Table || name == word::Stack;
}

} // namespace

bool Parser::starts_type(std::size_t ahead) const {
    switch (kind(ahead)) {
    case TokenKind::Identifier:
    case TokenKind::Player:
    case TokenKind::Class:
    case TokenKind::Event:
    case TokenKind::Turn: return true;
    default: return false;
    }
}

std::size_t Parser::type_length(std::size_t ahead) const {
    if (!starts_type(ahead)) {
        return 0;
    }
    std::size_t at = ahead + 1;
    if (this->at(TokenKind::Identifier, ahead)) {
        while (this->at(TokenKind::Dot, at) && is_word(kind(at + 1)) && at < ahead + 8) {
            at += 2;
        }
    }
    if (this->at(TokenKind::Less, at)) {
        // Only what a list of types is made of may stand between `<` and its `>`.
        std::size_t open_signs = 0;
        do {
            const TokenKind here = kind(at);
            if (here == TokenKind::Less) {
                ++open_signs;
            } else if (here == TokenKind::Greater) {
                --open_signs;
            } else if (!starts_type(at) && here != TokenKind::Comma && here != TokenKind::Dot
                       && here != TokenKind::LeftBracket && here != TokenKind::RightBracket) {
                return 0;
            }
            ++at;
        } while (open_signs > 0 && at < ahead + kLookahead);
        if (open_signs > 0) {
            return 0;
        }
    }
    while (this->at(TokenKind::LeftBracket, at) && this->at(TokenKind::RightBracket, at + 1)
           && at < ahead + kLookahead) {
        at += 2;
    }
    return at - ahead;
}

NodeId Parser::parse_type_name(std::string_view what) {
    if (!starts_type()) {
        if (at(TokenKind::Null)) {
            mistake(DiagnosticKind::MissingType, span(), what)
                .help("to ask whether there is something, write `!= null`");
            return as_error(word_node());
        }
        if (is_reserved(kind()) && looks_like_name_use(1) && !at(TokenKind::Effect)) {
            mistake(DiagnosticKind::ReservedName, span(), text()).help("choose another name");
            return as_error(word_node());
        }
        mistake(DiagnosticKind::MissingType, after_previous(), what)
            .help("such as `number`, `string`, `List<number>` or the name of a class");
        return missing();
    }
    const NodeId node = open(NodeKind::TypeName);
    while (at(TokenKind::Dot, 1) && is_word(kind(2))) {
        add(node, Role::Name, word_node());
        advance();
    }
    set_main(node, advance());
    if (at(TokenKind::Dot)) {
        advance();
        mistake(DiagnosticKind::MissingName, after_previous(), "`.`");
    }
    return close(node);
}

void Parser::parse_type_list(NodeId node) {
    const TokenId opened = advance();
    if (at(TokenKind::Greater)) {
        mistake(DiagnosticKind::MissingType, after_previous(), "`< >`")
            .help("say what it holds, such as `List<number>`");
        add(node, Role::Type, missing());
    } else {
        add(node, Role::Type, parse_type("`< >`"));
        while (accept(TokenKind::Comma)) {
            add(node, Role::Type, parse_type("`< >`"));
        }
    }
    expect_close(TokenKind::Greater, opened);
}

NodeId Parser::parse_type(std::string_view what) {
    const Nesting nesting(*this);
    if (!nesting) {
        return skip_too_deep();
    }
    NodeId type;
    const bool certain = at(TokenKind::Identifier) && at(TokenKind::Less, 1);
    if (certain && (is_collection(token().symbol) || type_length() > 2)) {
        if (!is_collection(token().symbol)) {
            const bool is_table = text() == "Dictionary" || text() == "Map" || text() == "HashMap" || text() == "dict";
            const std::string_view meant = is_table ? "Table" : nearest(text(), {"List", "Table", "Stack"});
            Report report = mistake(DiagnosticKind::TypesNotTaken, span(), text());
            if (meant.empty()) {
                report.help("only `List`, `Table` and `Stack` do");
            } else {
                report.help("did you mean `" + std::string(meant) + "`?").replace(span(), std::string(meant));
            }
        }
        type = open(NodeKind::GenericType);
        set_main(type, advance());
        parse_type_list(type);
        close(type);
    } else {
        type = parse_type_name(what);
    }
    for (int suffixes = 0; at(TokenKind::LeftBracket) && at(TokenKind::RightBracket, 1); ++suffixes) {
        if (suffixes + depth_ > kMaxNesting) {
            return skip_too_deep();
        }
        const std::string inner = node_text(type);
        const NodeId array = open_at(NodeKind::ArrayType, type);
        add(array, Role::Type, type);
        advance();
        advance();
        type = close(array);
        const char initial = inner.empty() ? '\0' : inner.front();
        const bool known = inner == "number" || inner == "string" || inner == "bool" || inner == "player"
                           || inner == "tile" || inner.ends_with("]") || (initial >= 'A' && initial <= 'Z');
        if (inner.size() < 80 && known) { // of `int[]` only the `int` is told first
            hint_older(node_span(type), inner + "[]", "List<" + inner + ">", "List<" + inner + ">");
        }
    }
    return type;
}

} // namespace tgdl
