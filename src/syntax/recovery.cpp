// Error recovery of the parser: what it reports, and where it goes on.
#include "syntax/lexer.h"
#include "syntax/parser_core.h"

#include "base/nearest_name.h"

#include <algorithm>
#include <array>

namespace tgdl {

namespace {

bool ends_with_quote(std::string_view text) {
    if (text.size() < 2) {
        return false;
    }
    if (text.ends_with("\"")) {
        const std::size_t before = text.find_last_not_of('\\', text.size() - 2);
        const std::size_t slashes = text.size() - 2 - (before == std::string_view::npos ? 0 : before);
        return slashes % 2 == 0;
    }
    return text.ends_with("'") || (text.size() > 3 && text.substr(text.size() - 3, 2) == "\xE2\x80");
}

} // namespace

// Are these invalid tokens comments, as another language writes them? Nothing is missing behind one.
bool Parser::are_comments(std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t i = from; i < to; ++i) {
        const std::string_view comment = text(TokenId(std::size_t{i}));
        if (comment.front() != '#' && comment.front() != '\\') {
            return false;
        }
    }
    return true;
}

// The lexer has reported a text without an end and invalid characters: what is missing right behind them is no mistake
// of its own.
bool Parser::silent() const {
    if (panic_ || reported_at_ == at_) {
        return true;
    }
    if (at_ == 0) {
        return !are_comments(0, places_[0].token);
    }
    const std::uint32_t previous = places_[at_ - 1].token;
    const TokenKind ended = tokens()[previous].kind;
    const bool complete =
        ended == TokenKind::Semicolon || ended == TokenKind::LeftBrace || ended == TokenKind::RightBrace;
    if (places_[at_].token != previous + 1 && !(complete && are_comments(previous + 1, places_[at_].token))) {
        return true;
    }
    const Token& before = tokens()[previous];
    switch (before.kind) {
    case TokenKind::String:
    case TokenKind::TextWhole: return !ends_with_quote(text(TokenId(std::size_t{previous})));
    case TokenKind::TextEnd: return !text(TokenId(std::size_t{previous})).ends_with("\"");
    case TokenKind::Number: return at(TokenKind::Number) && !number_value(text());
    default: return false;
    }
}

void Parser::hint_older(Span place, std::string_view older, std::string_view newer, std::string replacement) {
    diagnostics_.report(DiagnosticKind::OlderSpelling, place, older, newer)
        .with_help(older_spelling_help(newer, formatting_))
        .replace(place, std::move(replacement));
}

Report Parser::report_missing(TokenKind sign) {
    const std::string text(token_kind_text(sign));
    Report report = mistake(DiagnosticKind::MissingSign, after_previous(), text);
    report.replace(after_previous(), text);
    return report;
}

bool Parser::expect(TokenKind sign) {
    if (accept(sign)) {
        return true;
    }
    report_missing(sign);
    return false;
}

// The sign that closes the bracket at `opened`. When something else stands there, but the sign comes later in the same
// statement, what lies between is skipped.
bool Parser::expect_close(TokenKind sign, TokenId opened) {
    if (accept(sign)) {
        return true;
    }
    std::size_t ahead = 0;
    std::size_t open_brackets = 0;
    bool found = false;
    for (; ahead < kLookahead && !found; ++ahead) {
        const TokenKind here = kind(ahead);
        const bool new_line = ahead > 0 || on_new_line();
        if (here == TokenKind::EndOfFile || here == TokenKind::Semicolon || here == TokenKind::LeftBrace
            || here == TokenKind::RightBrace || here == TokenKind::TextMiddle || here == TokenKind::TextEnd
            || (new_line && on_new_line(ahead) && indent(ahead) <= item_indent_)) {
            break;
        }
        if (open_brackets == 0 && here == sign) {
            found = true;
            break;
        }
        if (here == TokenKind::LeftParen || here == TokenKind::LeftBracket) {
            ++open_brackets;
        } else if (here == TokenKind::RightParen || here == TokenKind::RightBracket) {
            if (open_brackets == 0) {
                break;
            }
            --open_brackets;
        }
    }
    if (!found) {
        report_missing(sign).note(builder_.tree().span(opened), "for this `" + std::string(text(opened)) + "`");
        return false;
    }
    mistake(DiagnosticKind::Unexpected, span(), text());
    while (!at(sign) || ahead > 0) {
        advance();
        --ahead;
    }
    advance();
    return true;
}

void Parser::report_missing_semicolon() {
    mistake(DiagnosticKind::MissingSemicolon, after_previous())
        .help("put a `;` at the end")
        .replace(after_previous(), ";");
}

void Parser::expect_semicolon() {
    if (accept(TokenKind::Semicolon) || panic_) {
        return;
    }
    if (refuse_condition_behind()) {
        return;
    }
    const bool ends_line = on_new_line(1) || at(TokenKind::RightBrace, 1) || at(TokenKind::EndOfFile, 1);
    if ((at(TokenKind::Colon) || at(TokenKind::Comma)) && ends_line && !on_new_line()) {
        wrong_sign(";", "a `;` ends each statement and attribute");
        return;
    }
    const bool next_begins = on_new_line() || at(TokenKind::RightBrace) || at(TokenKind::EndOfFile) || is_word(kind())
                             || at(TokenKind::LeftBrace);
    if (next_begins) {
        report_missing_semicolon();
        return;
    }
    unexpected();
}

// Between the elements of a list: a `,`, or nothing before the closing sign. Two elements side by side miss a `,`.
void Parser::expect_comma_or(TokenKind closing) {
    if (accept(TokenKind::Comma) || at(closing)) {
        return;
    }
    if (at(TokenKind::Semicolon) && (starts_operand(1) || at(closing, 1)) && !on_new_line(1)) {
        wrong_sign(",", "the values of a list are separated by `,`");
        return;
    }
    const bool body_begins = at(TokenKind::LeftBrace) && closing != TokenKind::RightBrace;
    if (starts_operand() && !body_begins && !(on_new_line() && indent() <= item_indent_)) {
        report_missing(TokenKind::Comma).help("put a `,` between two values");
    }
}

// Takes a sign that stands for another one.
void Parser::wrong_sign(std::string_view wanted, std::string help) {
    mistake(DiagnosticKind::WrongSign, span(), text(), wanted)
        .help(std::move(help))
        .replace(span(), std::string(wanted));
    advance();
}

void Parser::unexpected() {
    if (at(TokenKind::EndOfFile)) {
        lost(DiagnosticKind::Unexpected, span(), "the end of the file");
        return;
    }
    lost(DiagnosticKind::Unexpected, span(), text());
}

void Parser::clause_twice(bool twice, std::string_view what, std::string_view clause, TokenId place) {
    if (twice) {
        mistake(DiagnosticKind::ClauseTwice, builder_.tree().span(place), what, clause).help("keep one of them");
    }
}

// After a reserved word: what stands behind names, and not behind the word in its own meaning.
bool Parser::looks_like_name_use(std::size_t ahead) const {
    switch (kind(ahead)) {
    case TokenKind::Equal:
    case TokenKind::Semicolon:
    case TokenKind::LeftBrace:
    case TokenKind::RightBrace:
    case TokenKind::Comma:
    case TokenKind::LeftParen:
    case TokenKind::RightParen:
    case TokenKind::Colon:
    case TokenKind::In: return true;
    default: return at_any({word::prio, word::priority, word::after}, ahead);
    }
}

TokenId Parser::expect_name(std::string_view what) {
    if (at(TokenKind::Identifier)) {
        return advance();
    }
    if (is_reserved(kind()) && looks_like_name_use(1)) {
        mistake(DiagnosticKind::ReservedName, span(), text()).help("choose another name");
        return advance();
    }
    if (at(TokenKind::Number) && !number_value(text())) {
        return advance(); // `2nd`: reported by the lexer
    }
    if (at(TokenKind::String)) {
        mistake(DiagnosticKind::MissingName, span(), what).help("names stand without quotes");
        return advance();
    }
    mistake(DiagnosticKind::MissingName, after_previous(), what);
    return {};
}

// A `;` may follow a body.
void Parser::accept_end_of_body() {
    if (at(TokenKind::Semicolon)) {
        advance();
    }
}

NodeId Parser::skip_token() {
    const NodeId error = open(NodeKind::Error);
    advance();
    return close(error);
}

// Everything up to the end of the construct that is nested too deep.
NodeId Parser::skip_too_deep() {
    lost(DiagnosticKind::TooDeep, span()).help("move inner parts into functions or variables of their own");
    const NodeId error = open(NodeKind::Error);
    for (;;) {
        switch (kind()) {
        case TokenKind::LeftParen:
        case TokenKind::LeftBracket:
        case TokenKind::LeftBrace:
        case TokenKind::TextBegin: skip_group(); continue;
        case TokenKind::RightParen:
        case TokenKind::RightBracket:
        case TokenKind::RightBrace:
        case TokenKind::TextMiddle:
        case TokenKind::TextEnd:
        case TokenKind::Semicolon:
        case TokenKind::Comma:
        case TokenKind::EndOfFile: return close(error);
        default: advance();
        }
    }
}

// From an opening sign to behind the sign that closes it, or to where the next definition shows that it is not closed.
void Parser::skip_group() {
    const std::uint32_t limit = indent();
    const bool braces = at(TokenKind::LeftBrace);
    const bool text = at(TokenKind::TextBegin);
    std::size_t open_signs = 0;
    std::size_t open_braces = 0;
    do {
        switch (kind()) {
        case TokenKind::EndOfFile: return;
        case TokenKind::LeftBrace:
            ++open_braces;
            ++open_signs;
            break;
        case TokenKind::LeftParen:
        case TokenKind::LeftBracket:
        case TokenKind::TextBegin: ++open_signs; break;
        case TokenKind::RightBrace:
            if (open_braces == 0) {
                return;
            }
            --open_braces;
            --open_signs;
            break;
        case TokenKind::RightParen:
        case TokenKind::RightBracket:
        case TokenKind::TextEnd: open_signs -= open_signs > open_braces ? 1 : 0; break;
        case TokenKind::Semicolon:
            if (!braces && !text && open_braces == 0) {
                return;
            }
            break;
        default:
            if (on_new_line() && indent() <= limit && starts_definition()) {
                return;
            }
            break;
        }
        advance();
    } while (braces ? open_braces > 0 : open_signs > 0);
}

// Skips the rest of a statement, clause or member that was not understood: up to behind its `;` or body, or to the next
// line that is indented no deeper than the one it began on. A `{` on such a line is its body.
void Parser::resynchronise(NodeId parent, std::size_t start) {
    if (at_ == start) {
        unexpected();
    }
    const std::uint32_t limit = places_[start].indent;
    const NodeId error = open(NodeKind::Error);
    const std::size_t from = at_;
    bool forced = at_ == start;
    bool ended = false;
    while (!ended && !at(TokenKind::EndOfFile)) {
        if (!forced
            && (at(TokenKind::RightBrace) || (on_new_line() && indent() <= limit && !at(TokenKind::LeftBrace)))) {
            break;
        }
        forced = false;
        const TokenKind here = kind();
        if (here == TokenKind::LeftBrace || here == TokenKind::LeftParen || here == TokenKind::LeftBracket
            || here == TokenKind::TextBegin) {
            skip_group();
            ended = here == TokenKind::LeftBrace;
        } else {
            advance();
            ended = here == TokenKind::Semicolon;
        }
    }
    if (at_ > from) {
        add(parent, Role::Item, close(error));
    }
}

bool Parser::at_body_end(Level level) const {
    if (at(TokenKind::RightBrace) || at(TokenKind::EndOfFile)) {
        return true;
    }
    return on_new_line() && !braces_.empty() && indent() <= braces_.back().indent && starts_outside(level);
}

// Words that begin a definition of the top level and nothing else.
bool Parser::starts_definition(std::size_t ahead) const {
    const auto named_body = [&](std::size_t name) {
        return is_word(kind(name)) && (at(TokenKind::LeftBrace, name + 1) || at(TokenKind::Colon, name + 1));
    };
    const Token& first = token(ahead);
    if (first.kind == TokenKind::Import) {
        return at(TokenKind::String, ahead + 1);
    }
    if (first.kind == TokenKind::Turn) {
        return named_body(ahead + 1) && at(TokenKind::LeftBrace, ahead + 2);
    }
    if (is_scope_word(first) || at_word(word::sealed, ahead)) {
        const bool sealed_next = at_word(word::sealed, ahead + 1);
        const std::size_t kind_at = ahead + (sealed_next ? 2 : 1);
        if (is_kind_word(token(kind_at)) && named_body(kind_at + 1)) {
            return true;
        }
    }
    if (is_kind_word(first)) {
        return named_body(ahead + 1);
    }
    if (at_word(word::setup, ahead)) {
        return at(TokenKind::LeftBrace, ahead + 1);
    }
    if (at_word(word::goal, ahead)) {
        return is_word(kind(ahead + 1))
               && (at(TokenKind::LeftBrace, ahead + 2) || at_any({word::prio, word::priority}, ahead + 2));
    }
    if (at_word(word::movement, ahead)) {
        return is_word(kind(ahead + 1)) && (at(TokenKind::LeftBrace, ahead + 2) || at(TokenKind::For, ahead + 2));
    }
    if (at_option(ahead)) {
        return true;
    }
    if (at_word(word::extend, ahead)) {
        return is_kind_word(token(ahead + 1)) || at(TokenKind::Turn, ahead + 1) || at_word(word::setup, ahead + 1);
    }
    return at_score(at_word(word::override_, ahead) ? ahead + 1 : ahead) || at_modify(ahead);
}

// Words that begin a member of a type, a turn or a board, and never a statement or clause.
bool Parser::starts_member() const {
    if (at(TokenKind::Action) || (at(TokenKind::Function) && !at(TokenKind::Input, 1))) {
        return true;
    }
    if (at_word(word::override_)) {
        return at(TokenKind::Action, 1) || at(TokenKind::Function, 1);
    }
    if (at_any({word::phase, word::group})) {
        return at(TokenKind::Identifier, 1) && (at(TokenKind::LeftBrace, 2) || at_word(word::after, 2));
    }
    return at_any({word::default_, word::information}) && at(TokenKind::LeftBrace, 1);
}

bool Parser::starts_outside(Level level) const {
    if (starts_definition()) {
        return true;
    }
    switch (level) {
    case Level::Statements:
        return starts_member() || at(TokenKind::Effect) || at(TokenKind::Require) || at(TokenKind::Trigger);
    case Level::Clauses: return starts_member();
    case Level::Turn: return at(TokenKind::Action) || at(TokenKind::Function);
    case Level::Group: return starts_member() && !at_word(word::default_) && !at(TokenKind::Function);
    case Level::Members: return missing_braces_ > 0 && starts_member(); // else it is laid out carelessly
    }
    return false;
}

// The `{` of a body. False when there is none and nothing that looks like its inside.
bool Parser::open_brace(std::string_view what) {
    if (!at(TokenKind::LeftBrace)) {
        std::size_t ahead = 0;
        while (ahead < 16 && !at(TokenKind::LeftBrace, ahead) && !at(TokenKind::RightBrace, ahead)
               && !at(TokenKind::Semicolon, ahead) && !at(TokenKind::EndOfFile, ahead) && !on_new_line(ahead)) {
            ++ahead;
        }
        if (at(TokenKind::LeftBrace, ahead) && ahead > 0) {
            mistake(DiagnosticKind::Unexpected, span(), text());
            for (; ahead > 0; --ahead) {
                advance();
            }
        }
    }
    if (at(TokenKind::LeftBrace)) {
        braces_.push_back({at_, indent(), kNone});
        advance();
        return true;
    }
    const bool body_follows = on_new_line() && indent() > item_indent_ && !at(TokenKind::EndOfFile)
                              && !at(TokenKind::RightBrace) && !starts_definition();
    if (body_follows) {
        report_missing(TokenKind::LeftBrace);
        braces_.push_back({kNone, item_indent_, kNone});
        return true;
    }
    mistake(DiagnosticKind::MissingBody, after_previous(), what);
    accept_end_of_body();
    return false;
}

// In a file that has too many: a `}` on a line of its own, further right than the one that it would close; or a second one at
// the end of a line, where what follows shows that the body goes on.
bool Parser::at_extra_brace() const {
    if (extra_braces_ == 0 || !has_mistakes() || !at(TokenKind::RightBrace) || braces_.empty()
        || braces_.back().open == kNone) {
        return false;
    }
    const std::uint32_t body = braces_.back().indent;
    if (on_new_line()) {
        return indent() > body;
    }
    const bool goes_on = at(TokenKind::RightBrace, 1) ? indent(1) >= body : indent(1) > body;
    bool opened_above = false;
    for (std::size_t i = braces_.back().open + 1; i <= at_ && !opened_above; ++i) {
        opened_above = places_[i].first_on_line != 0;
    }
    return on_new_line(1) && goes_on && opened_above;
}

void Parser::skip_extra_brace() {
    --extra_braces_;
    mistake(DiagnosticKind::ExtraBrace, span())
        .help("leave it out, or look for a `{` that is missing before it")
        .replace(span(), "");
    advance();
    accept(TokenKind::Semicolon);
}

// The `}` of a body. When it is missing, the brace that was forgotten is rather one whose `}` stands too far left.
void Parser::close_brace() {
    OpenBrace brace = braces_.back();
    braces_.pop_back();
    if (brace.open == kNone && at(TokenKind::RightBrace) && on_new_line() && indent() < brace.indent) {
        return; // neither the `{` nor the `}` was written: this one closes what is around it
    }
    if (at(TokenKind::RightBrace)) {
        if (brace.suspect == kNone && brace.open != kNone && on_new_line() && indent() < brace.indent) {
            brace.suspect = brace.open;
        }
        advance();
        if (!braces_.empty() && braces_.back().suspect == kNone) {
            braces_.back().suspect = brace.suspect;
        }
        return;
    }
    if (unclosed_at_ != at_ && brace.open != kNone) {
        const std::size_t guilty = brace.suspect != kNone ? brace.suspect : brace.open;
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::UnclosedBrace,
                                                     builder_.tree().span(TokenId(std::size_t{places_[guilty].token})));
        const bool at_end = at(TokenKind::EndOfFile);
        diagnostic.note(at_end ? after_previous() : span(),
                        at_end ? "the file ends without it" : "a `}` is missing before this");
    }
    unclosed_at_ = at_;
    reported_at_ = at_;
}

// Whether this file defines a type of that name. Looked up only where a word could be a slip or a type.
bool Parser::declares_type(Symbol name) {
    if (!declared_types_known_) {
        declared_types_known_ = true;
        for (std::size_t i = 0; i + 1 < places_.size(); ++i) {
            const Token& next = tokens()[places_[i + 1].token];
            if (is_kind_word(tokens()[places_[i].token]) && next.kind == TokenKind::Identifier) {
                declared_types_.push_back(next.symbol);
            }
        }
        std::sort(declared_types_.begin(), declared_types_.end());
    }
    return std::binary_search(declared_types_.begin(), declared_types_.end(), name);
}

// The word that was probably meant, or an empty text.
std::string_view Parser::nearest(std::string_view wrong, std::initializer_list<std::string_view> words) const {
    std::string_view best;
    std::size_t least = wrong.size() <= 4 ? 2 : 3;
    for (const std::string_view candidate : words) {
        const std::size_t distance = edit_distance(wrong, candidate, least);
        if (distance < least) {
            least = distance;
            best = candidate;
        }
    }
    return best;
}

} // namespace tgdl
