// Forms of other languages, and the words that people have for things on a table.
#include "syntax/written_forms.h"

#include "syntax/parser_core.h"

#include <array>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kByScore =
    "`winner highest t;` ranks by a `Table<player, number>`; with `score p { return …; }` write `winner by score;`";
constexpr std::string_view kVisible =
    "a `visible` says who sees it: `visible viewer { return viewer == this.player; }`; without one everybody does";

constexpr auto kForeignForms = std::to_array<WrittenForm>({
    {FormPlace::Definition, "from _ import", "write `import \"std/dice.tgdl\";`"},
    {FormPlace::Definition, "player #", "write `players 2..5;`"},
    {FormPlace::Member, "visible true", kVisible},
    {FormPlace::Member, "visible false", kVisible},
    {FormPlace::Statement, "winner max _", kByScore},
    {FormPlace::Statement, "winner min _", kByScore},
    {FormPlace::Statement, "winner most _", kByScore},
    {FormPlace::Statement, "winner player with", kByScore},
    {FormPlace::Statement, "win player", "write `winner p;` for player p"},
    {FormPlace::Statement, "win this", "write `winner p;` for player p"},
    {FormPlace::Statement, "end turn", "write `turn.pass();`"},
    {FormPlace::Statement, "next turn", "write `turn.pass();`"},
    {FormPlace::Statement, "next player", "write `turn.pass();`"},
    {FormPlace::Statement, "end game", "write `winner p;` or `draw;`"},
    {FormPlace::Statement, "throw new", "write `event.throw(new E());`"},
    {FormPlace::Statement, "raise _", "write `event.throw(new E());`"},
    {FormPlace::Statement, "emit _", "write `event.throw(new E());`"},
    {FormPlace::Statement, "try {", "nothing is caught: `fail;` undoes a choice, and a test before it avoids an error"},
    {FormPlace::Statement, "loop {", "write `while (true) { … }`, and leave it with `break;`"},
    {FormPlace::Statement, "repeat #", "write `foreach (number i in 1..3) { … }`"},
    {FormPlace::Statement, "match (", "write `switch (x) { case 1 { … } else { … } }`"},
    {FormPlace::Statement, "switch _", "what is asked stands in brackets: `switch (x) { case 1 { … } else { … } }`"},
});

constexpr auto kMeantDefinitions = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"card", "interactable"},
    {"cards", "interactable"},
    {"piece", "interactable"},
    {"token", "interactable"},
    {"meeple", "interactable"},
    {"pawn", "interactable"},
    {"deck", "stack"},
    {"pile", "stack"},
    {"hand", "stack"},
    {"cell", "tile"},
    {"space", "tile"},
    {"square", "tile"},
});

// How many tokens the pattern takes at the beginning of `texts`, 0 when it does not fit.
template <typename Fits>
std::size_t match(std::string_view pattern, Fits fits) {
    std::size_t count = 0;
    while (!pattern.empty()) {
        const std::size_t end = std::min(pattern.find(' '), pattern.size());
        if (!fits(count, pattern.substr(0, end))) {
            return 0;
        }
        ++count;
        pattern.remove_prefix(std::min(end + 1, pattern.size()));
    }
    return count;
}

} // namespace

std::span<const WrittenForm> foreign_forms() {
    return kForeignForms;
}

std::string_view meant_definition(std::string_view word) {
    for (const auto& [elsewhere, here] : kMeantDefinitions) {
        if (elsewhere == word) {
            return here;
        }
    }
    return {};
}

// Such a form at the cursor, told and skipped; none when there is none. Looked for only in a text that has mistakes.
NodeId Parser::parse_written_form(FormPlace place) {
    if (!has_mistakes() || !is_word(kind()) || (at(TokenKind::Identifier) && declares_type(token().symbol))) {
        return {};
    }
    const auto fits = [&](std::size_t ahead, std::string_view piece) {
        if (piece == "_") {
            return is_word(kind(ahead));
        }
        return piece == "#" ? at(TokenKind::Number, ahead) : text(ahead) == piece;
    };
    for (const bool older : {true, false}) {
        for (const WrittenForm& form : older ? older_constructs() : foreign_forms()) {
            const std::size_t count = form.place == place ? match(form.pattern, fits) : 0;
            if (count == 0) {
                continue;
            }
            const Span whole = span(id(), id(count - 1));
            mistake(older ? DiagnosticKind::OlderConstruct : DiagnosticKind::ForeignForm, whole, written(count))
                .help(std::string(form.help));
            return skip_written_form();
        }
    }
    return {};
}

// The tokens from the cursor as they would be written.
std::string Parser::written(std::size_t count) const {
    std::string words;
    for (std::size_t i = 0; i < count; ++i) {
        const bool joined = words.empty() || at(TokenKind::Dot, i) || at(TokenKind::Semicolon, i);
        words += (joined ? "" : " ") + std::string(text(i));
    }
    return words;
}

// To its `;`, over its braces, or to the next line.
NodeId Parser::skip_written_form() {
    const NodeId error = open(NodeKind::Error);
    advance();
    while (!at(TokenKind::EndOfFile) && !at(TokenKind::RightBrace)
           && !(on_new_line() && !at(TokenKind::LeftBrace) && indent() <= item_indent_)) {
        if (accept(TokenKind::Semicolon)) {
            break;
        }
        if (at(TokenKind::LeftBrace)) {
            skip_group();
            accept(TokenKind::Semicolon);
            break;
        }
        advance();
    }
    return close(error);
}

// `if c else` in one statement; an option of `choose` has an `if` too, and then a body.
bool Parser::has_else_on_its_way() const {
    for (std::size_t ahead = 1; ahead < kLookahead; ++ahead) {
        switch (kind(ahead)) {
        case TokenKind::Else: return true;
        case TokenKind::LeftBrace:
        case TokenKind::RightBrace:
        case TokenKind::Semicolon:
        case TokenKind::EndOfFile: return false;
        default: break;
        }
    }
    return false;
}

// Behind a value: `2 if x > 1 else 3`, `1 in list`, `hero has 3`.
NodeId Parser::refuse_foreign_tail(NodeId value) {
    const bool has = at(TokenKind::Identifier) && text() == "has" && starts_operand(1);
    const bool either = at(TokenKind::If) && has_else_on_its_way();
    const bool instance = at(TokenKind::Identifier) && text() == "instanceof";
    const bool adjacent = at_word(word::adjacent) && starts_operand(1);
    const bool not_in = at(TokenKind::Not) && at(TokenKind::In, 1);
    const bool by_steps = builder_.tree().kind(value) == NodeKind::Range && starts_operand(1)
                          && (at_word(word::step) || at_word(word::by));
    if (!has_mistakes() || on_new_line()
        || !(either || at(TokenKind::In) || has || instance || adjacent || not_in || by_steps)) {
        return value;
    }
    if (by_steps) {
        mistake(DiagnosticKind::ForeignForm, span(), "a..b " + std::string(text()) + " n")
            .help("a list of numbers goes by 1; count with `for (number i = a; i <= b; i += n)`, or write `range a..b "
                  "step n;` in an input");
    } else if (at(TokenKind::If)) {
        mistake(DiagnosticKind::ForeignForm, span(), "a if c else b").help("write `c ? a : b`");
    } else if (has) {
        mistake(DiagnosticKind::OlderConstruct, span(), "a has b")
            .help("write `list.contains(x)`, or compare an attribute");
    } else if (instance) {
        mistake(DiagnosticKind::ForeignForm, span(), "a instanceof B").help("write `a is B`").replace(span(), "is");
    } else if (adjacent) {
        mistake(DiagnosticKind::OlderConstruct, span(), "a adjacent b").help("write `a adj b`").replace(span(), "adj");
    } else if (not_in) {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), "x not in list").help("write `!list.contains(x)`");
        advance();
    } else {
        mistake(DiagnosticKind::ForeignForm, span(), "x in list").help("write `list.contains(x)`");
    }
    advance();
    parse_conditional();
    if (accept(TokenKind::Else)) {
        parse_conditional();
    }
    while (has && at(TokenKind::Identifier) && !on_new_line()) { // `this has 3 gold`
        advance();
    }
    return as_error(value);
}

// `log(Hello world)`: two names side by side in the arguments of a call.
bool Parser::at_text_without_quotes() {
    return has_mistakes() && at(TokenKind::Identifier) && at(TokenKind::Identifier, 1) && !on_new_line(1)
           && !at(TokenKind::Colon, 2) && !at_any({word::adj, word::connect, word::mod}, 1) && text(1) != "has"
           && text() != "lambda" && !at_any({word::number, word::string, word::bool_})
           && !declares_type(token().symbol);
}

NodeId Parser::skip_text_without_quotes() {
    const NodeId error = open(NodeKind::Error);
    std::size_t count = 1;
    const auto ends = [&](std::size_t ahead) {
        return at(TokenKind::RightParen, ahead) || at(TokenKind::Comma, ahead) || at(TokenKind::Semicolon, ahead)
               || at(TokenKind::RightBrace, ahead) || at(TokenKind::EndOfFile, ahead) || on_new_line(ahead);
    };
    while (!ends(count)) {
        ++count;
    }
    const Span whole = span(id(), id(count - 1));
    const std::string text(builder_.tree().source().text().substr(whole.begin, whole.end - whole.begin));
    Report report = mistake(DiagnosticKind::ForeignForm, whole, text);
    if (text.find_first_of("\"{}\\") == std::string::npos) {
        report.help("a text stands in quotes: `\"" + text + "\"`").replace(whole, "\"" + text + "\"");
    } else {
        report.help("a text stands in quotes: `\"…\"`");
    }
    for (; count > 0; --count) {
        advance();
    }
    return close(error);
}

// `[x for x in xs if …]`, `{ red = 2 }`: none when the literal is none of these.
NodeId Parser::parse_foreign_literal() {
    const bool names = at(TokenKind::LeftBrace) && at(TokenKind::Identifier, 1) && at(TokenKind::Equal, 2);
    const bool comprehension = holds_comprehension();
    if (!names && !comprehension) {
        return {};
    }
    if (names) {
        mistake(DiagnosticKind::ForeignForm, span(id(1), id(2)), std::string(text(1)) + " = …")
            .help("a key and its value are a pair: `{ {\"" + std::string(text(1)) + "\", …} }`");
    } else {
        mistake(DiagnosticKind::ForeignForm, span(), "[x for x in xs]")
            .help("ask the list: `xs.where(x: …)`, `xs.map(x: …)`");
    }
    const NodeId error = open(NodeKind::Error);
    skip_group();
    return close(error);
}

} // namespace tgdl
