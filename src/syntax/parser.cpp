#include "syntax/parser.h"

#include "syntax/lexer.h"
#include "syntax/lexer_slips.h"
#include "syntax/parser_core.h"

#include <algorithm>

namespace tgdl {

Parser::Parser(const SourceFile& source, FileId file, std::vector<Token> tokens, const Interner& names, Lines lines,
               Diagnostics& diagnostics)
    : names_(names),
      file_(file),
      formatting_(lines == Lines::Ignored ? Formatting::Possible : Formatting::PreventedByErrors),
      diagnostics_(diagnostics),
      builder_(Tree(source, file, std::move(tokens))) {
    const std::string_view all = source.text();
    places_.reserve(this->tokens().size());
    std::uint32_t line_begin = 0;
    std::uint32_t line_indent = 0;
    std::uint32_t read = 0;
    bool first_on_line = true;
    std::size_t open_braces = 0;
    for (std::size_t i = 0; i < this->tokens().size(); ++i) {
        const Token& here = this->tokens()[i];
        if (here.kind == TokenKind::LeftBrace) {
            ++open_braces;
        } else if (here.kind == TokenKind::RightBrace) {
            ++extra_braces_;
        }
        for (; read < here.begin; ++read) {
            if (all[read] == '\n') {
                line_begin = read + 1;
                first_on_line = true;
            }
        }
        if (first_on_line) {
            line_indent = here.begin - line_begin;
        }
        const std::string_view rest = all.substr(here.begin);
        includes_file_ = includes_file_
                         || (here.kind == TokenKind::Invalid && rest.starts_with("#include \"")
                             && !rest.starts_with("#include \"std/"));
        if (here.kind != TokenKind::Invalid) {
            const bool heeded = lines == Lines::Heeded;
            places_.push_back({static_cast<std::uint32_t>(i), heeded ? line_indent & 0x7fffffffU : 0U,
                               heeded && first_on_line ? 1U : 0U});
        }
        first_on_line = false;
        read = here.end;
    }
    missing_braces_ = open_braces - std::min(open_braces, extra_braces_);
    extra_braces_ -= std::min(open_braces, extra_braces_);
}

bool Parser::at_any(std::initializer_list<Symbol> words, std::size_t ahead) const {
    return at(TokenKind::Identifier, ahead)
           && std::find(words.begin(), words.end(), token(ahead).symbol) != words.end();
}

Span Parser::span(TokenId from, TokenId to) const {
    return {file_, tokens()[from.index()].begin, tokens()[to.index()].end};
}

std::string Parser::source_text(Span range) const {
    return std::string(builder_.tree().source().text().substr(range.begin, range.end - range.begin));
}

// The place right behind the last token read: where something missing should stand.
Span Parser::after_previous() const {
    const std::uint32_t end = at_ == 0 ? 0 : tokens()[places_[at_ - 1].token].end;
    return {file_, end, end};
}

TokenId Parser::advance() {
    const TokenId here = id();
    if (!at(TokenKind::EndOfFile)) {
        ++at_;
    }
    return here;
}

bool Parser::accept(TokenKind wanted) {
    if (!at(wanted)) {
        return false;
    }
    advance();
    return true;
}

bool Parser::accept_word(Symbol word) {
    if (!at_word(word)) {
        return false;
    }
    advance();
    return true;
}

// Invalid tokens behind a node belong to it, so that places of nodes and of the cursor agree.
NodeId Parser::close(NodeId node) {
    builder_.close(node, id());
    return node;
}

NodeId Parser::word_node() {
    const NodeId node = open(NodeKind::Word);
    set_main(node, advance());
    return close(node);
}

NodeId Parser::as_error(NodeId node) {
    const NodeId error = open_at(NodeKind::Error, node);
    return close(error);
}

Tree parse(const SourceFile& source, FileId file, Interner& names, Diagnostics& diagnostics) {
    Diagnostics of_tokens;
    std::vector<Token> tokens = lex(source, file, names, of_tokens);
    if (!of_tokens.has_errors()) {
        Diagnostics found;
        Tree tree = Parser(source, file, tokens, names, Parser::Lines::Ignored, found).run();
        if (!found.has_errors()) {
            diagnostics.take(std::move(of_tokens));
            diagnostics.take(std::move(found));
            return tree;
        }
    }
    if (of_tokens.has_errors() || holds_dividing_slashes(source.text())) {
        tokens = lex(source, file, names, diagnostics, Slashes::MayDivide);
    } else {
        diagnostics.take(std::move(of_tokens));
    }
    return Parser(source, file, std::move(tokens), names, Parser::Lines::Heeded, diagnostics).run();
}

} // namespace tgdl
