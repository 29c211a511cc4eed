// Forms of other languages, and the words that people have for things on a table.
#include "syntax/written_forms.h"

#include "syntax/parser_core.h"

#include <array>
#include <bitset>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kByScore =
    "`winner highest t;` ranks by a `Table<player, number>`; with `score p { return …; }` write `winner by score;`";
constexpr std::string_view kVisible =
    "a `visible` says who sees it: `visible viewer { return viewer == this.player; }`; without one everybody does";

constexpr std::string_view kImport = "write `import \"std/dice.tgdl\";`";

constexpr std::string_view kUsing = "leave it out; another file is joined by `import \"name.tgdl\";`";
constexpr std::string_view kEachPlayer = "write `foreach (player p in player.all()) { … }`";
constexpr std::string_view kLoser = "who wins is named: `winner p;`, or `winner { p, q };` with the first place first";
constexpr std::string_view kChoose = "what a player picks is an input: `input Card c { options this.hand; }`";

constexpr std::string_view kShared =
    "leave it out: a function sees the attributes of its class, and those of each `global class`";

constexpr auto kForeignForms = std::to_array<WrittenForm>({
    {FormPlace::Definition, "from _ . _ import", kImport},
    {FormPlace::Definition, "from _ import", kImport},
    {FormPlace::Definition, "include \"", kImport},
    {FormPlace::Definition, "use \"", kImport},
    {FormPlace::Definition, "using _ ;", kUsing},
    {FormPlace::Definition, "using _ .", kUsing},
    {FormPlace::Member, "visible true", kVisible},
    {FormPlace::Member, "visible false", kVisible},
    {FormPlace::Member, "visible _ ;", kVisible},
    {FormPlace::Member, "visible to _", kVisible},
    {FormPlace::Member, "visible _ return", kVisible},
    {FormPlace::Member, "visible _ true", kVisible},
    {FormPlace::Member, "visible only _", kVisible},
    {FormPlace::Member, "visible _ to", kVisible},
    {FormPlace::Member, "visible _ :", kVisible},
    {FormPlace::Member, "visible _ =", kVisible},
    {FormPlace::Member, "visible _ _ return", kVisible},
    {FormPlace::Statement, "winner max _", kByScore},
    {FormPlace::Statement, "winner min _", kByScore},
    {FormPlace::Statement, "winner most _", kByScore},
    {FormPlace::Statement, "winner player with", kByScore},
    {FormPlace::Statement, "winner no _",
     "write `winner {};` when nobody wins, `draw;` when all share the first place"},
    {FormPlace::Statement, "return winner", "`winner p;` stands alone: it ends the game at once"},
    {FormPlace::Statement, "lose #", "write what changes: `a -= 3;`"},
    {FormPlace::Statement, "lose _", kLoser},
    {FormPlace::Statement, "loser _", kLoser},
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
    {FormPlace::Statement, "loop #", "write `foreach (number i in 1..#) { … }`"},
    {FormPlace::Statement, "loop {", "write `while (true) { … }`, and leave it with `break;`"},
    {FormPlace::Statement, "repeat #", "write `foreach (number i in 1..#) { … }`"},
    {FormPlace::Statement, "repeat (", "write `foreach (number i in 1..n) { … }`"},
    {FormPlace::Statement, "repeat _ {", "write `foreach (number i in 1..n) { … }`"},
    {FormPlace::Statement, "set _ to", "write `x = 5;`"},
    {FormPlace::Statement, "set _ =", "write `x = 5;`"},
    {FormPlace::Statement, "choose _ _ ;", kChoose},
    {FormPlace::Statement, "choose _ from", kChoose},
    {FormPlace::Statement, "increase _ by", "write `x += 3;`"},
    {FormPlace::Statement, "decrease _ by", "write `x -= 3;`"},
    {FormPlace::Statement, "draw #", "write `list.add(deck.pop());` for each card"},
    {FormPlace::Statement, "deal #", "write `list.add(deck.pop());` for each card"},
    {FormPlace::Statement, "draw _ _", "write `list.add(deck.pop());` for each card"},
    {FormPlace::Statement, "deal _ _", "write `list.add(deck.pop());` for each card"},
    {FormPlace::Statement, "discard _", "write `deck.discard(card);` for a card, `list.remove(x);` for an element"},
    {FormPlace::Statement, "roll #", "write `random(1, 6)`"},
    {FormPlace::Statement, "roll _ _", "write `random(1, 6)`"},
    {FormPlace::Statement, "end of _", "write `turn.pass();`"},
    {FormPlace::Statement, "skip turn", "write `turn.pass();`"},
    {FormPlace::Statement, "each player", kEachPlayer},
    {FormPlace::Statement, "all players _", kEachPlayer},
    {FormPlace::Statement, "for each _", kEachPlayer},
    {FormPlace::Statement, "foreach player {", kEachPlayer},
    {FormPlace::Statement, "foreach player _ {", kEachPlayer},
    {FormPlace::Statement, "remove _ from", "write `list.remove(x);`"},
    {FormPlace::Statement, "await _", "leave it out: a choice and an event wait by themselves"},
    {FormPlace::Statement, "del _", "write `list.remove(x);`, or `table[key] = null;`"},
    {FormPlace::Statement, "assert _", "what must hold is tested: `if (!c) { fail \"why\"; }`"},
    {FormPlace::Statement, "global _ ;", kShared},
    {FormPlace::Statement, "nonlocal _ ;", kShared},
    {FormPlace::Statement, "match _ {", "write `switch (x) { case 1 { … } else { … } }`"},
    {FormPlace::Statement, "match (", "write `switch (x) { case 1 { … } else { … } }`"},
    {FormPlace::Statement, "switch _", "what is asked stands in brackets: `switch (x) { case 1 { … } else { … } }`"},
});

// Words between two values, and what is written.
struct ForeignOperator {
    std::string_view word;
    std::string_view meant;
    bool is_sign = false; // the word alone is replaced
    std::string_view sign;
};

constexpr auto kForeignOperators = std::to_array<ForeignOperator>({
    {"AND", "a and b", true, "and"},
    {"And", "a and b", true, "and"},
    {"OR", "a or b", true, "or"},
    {"Or", "a or b", true, "or"},
    {"equals", "a == b", true, "=="},
    {"MOD", "a % b", true, "%"},
    {"between", "low <= x && x <= high", false, {}},
});

const ForeignOperator* foreign_operator(std::string_view word) {
    const auto* const found = std::ranges::find(kForeignOperators, word, &ForeignOperator::word);
    return found == kForeignOperators.end() ? nullptr : found;
}

constexpr std::size_t kWordKeys = 256;
using FirstWords = std::array<std::bitset<kWordKeys>, static_cast<std::size_t>(FormPlace::Statement) + 1>;

std::size_t word_key(std::string_view word) {
    const std::size_t first = static_cast<unsigned char>(word[0]);
    const std::size_t second = word.size() > 1 ? static_cast<unsigned char>(word[1]) : 0;
    return (first * 7 + second * 31 + word.size() * 13) % kWordKeys;
}

// Most words of a text begin no form: these are not compared with any.
bool may_begin_form(FormPlace place, std::string_view word) {
    static const FirstWords words = [] {
        FirstWords all;
        for (const std::span<const WrittenForm> forms : {older_constructs(), foreign_forms()}) {
            for (const WrittenForm& form : forms) {
                const std::string_view first = form.pattern.substr(0, form.pattern.find(' '));
                all.at(static_cast<std::size_t>(form.place)).set(word_key(first));
            }
        }
        return all;
    }();
    return words.at(static_cast<std::size_t>(place)).test(word_key(word));
}

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

// Such a form at the cursor, told and skipped; none when there is none. Looked for only in a text that has mistakes.
NodeId Parser::parse_written_form(FormPlace place) {
    if (!has_mistakes() || !is_word(kind()) || !may_begin_form(place, text())
        || (at(TokenKind::Identifier) && declares_type(token().symbol))) {
        return {};
    }
    const auto fits = [&](std::size_t ahead, std::string_view piece) {
        if (piece == "_") {
            return is_word(kind(ahead)) && !(ahead > 0 && on_new_line(ahead));
        }
        if (piece == "\"") {
            return at(TokenKind::String, ahead);
        }
        return piece == "#" ? at(TokenKind::Number, ahead) : text(ahead) == piece;
    };
    const std::string_view first = text(); // no form begins with any word
    for (const bool older : {true, false}) {
        for (const WrittenForm& form : older ? older_constructs() : foreign_forms()) {
            const bool may = form.place == place && form.pattern[0] == first[0] && form.pattern.starts_with(first);
            const std::size_t count = may ? match(form.pattern, fits) : 0;
            if (count == 0) {
                continue;
            }
            const Span whole = span(id(), id(count - 1));
            mistake(older ? DiagnosticKind::OlderConstruct : DiagnosticKind::ForeignForm, whole, written(count))
                .help(help_with_form(form, count));
            return skip_written_form();
        }
    }
    return {};
}

// What to write for the form that takes so many tokens from the cursor on: with the event or the file that it names.
std::string Parser::help_with_form(const WrittenForm& form, std::size_t count) {
    if (form.pattern.starts_with("from ")) {
        const std::size_t joined = at(TokenKind::Dot, 2) ? 3 : count;
        return "write `import \"" + std::string(text(1)) + "/" + std::string(text(joined)) + ".tgdl\";`";
    }
    if (form.pattern.ends_with("\"")) {
        return "write `import " + std::string(text(count - 1)) + ";`";
    }
    const std::size_t on = form.pattern.starts_with("on ") ? 0 : form.pattern.starts_with("trigger on ") ? 1 : count;
    std::string words;
    for (std::size_t i = on + 1; i < count && is_word(kind(i)); ++i) {
        words += (words.empty() ? "" : " ") + std::string(text(i));
    }
    const Symbol own =
        on + 2 == count || (on + 3 == count && !is_word(kind(count - 1))) ? token(on + 1).symbol : Symbol();
    bool is_own = false; // an event of these rules
    for (std::size_t i = 0; own.valid() && i + 1 < places_.size() && !is_own; ++i) {
        is_own = tokens()[places_[i].token].kind == TokenKind::Event && tokens()[places_[i + 1].token].symbol == own;
    }
    std::string event(is_own ? text(on + 1) : observed_event(words));
    if (event.empty() && on != count) {
        event = observed_event(text(on + 1));
    }
    if (on == count || event.empty()) {
        std::string help(form.help);
        if (const std::size_t number = help.find('#'); number != std::string::npos) {
            help.replace(number, 1, text(1));
        }
        return help;
    }
    return form.place == FormPlace::ActionClause
               ? "write `trigger " + event + " { … }`"
               : "what happens is an event, and an action observes it: `action Name { trigger " + event
                     + " { … } effect { … } }`";
}

// The tokens from the cursor as they would be written.
std::string Parser::written(std::size_t count) const {
    std::string words;
    for (std::size_t i = 0; i < count; ++i) {
        const bool joined =
            words.empty() || words.back() == '.' || at(TokenKind::Dot, i) || at(TokenKind::Semicolon, i);
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
    if (!has_mistakes() || on_new_line()) {
        return value;
    }
    const bool has = at(TokenKind::Identifier) && text() == "has" && starts_operand(1);
    const bool either = at(TokenKind::If) && has_else_on_its_way();
    const bool instance = at(TokenKind::Identifier) && text() == "instanceof";
    const bool whole = at(TokenKind::Identifier) && text() == "div" && starts_operand(1);
    const bool adjacent = at_word(word::adjacent) && starts_operand(1);
    const bool not_in = at(TokenKind::Not) && at(TokenKind::In, 1);
    const bool by_steps = builder_.tree().kind(value) == NodeKind::Range && starts_operand(1)
                          && (at_word(word::step) || at_word(word::by));
    const ForeignOperator* const other =
        at(TokenKind::Identifier) && starts_operand(1) ? foreign_operator(text()) : nullptr;
    if (!(either || whole || at(TokenKind::In) || has || instance || adjacent || not_in || by_steps
          || other != nullptr)) {
        return value;
    }
    if (other != nullptr) {
        Report report = mistake(DiagnosticKind::ForeignForm, span(), "a " + std::string(text()) + " b");
        report.help("write `" + std::string(other->meant) + "`");
        if (other->is_sign) {
            report.replace(span(), std::string(other->sign));
        }
    } else if (by_steps) {
        mistake(DiagnosticKind::ForeignForm, span(), "a..b " + std::string(text()) + " n")
            .help("a list of numbers goes by 1; count with `for (number i = a; i <= b; i += n)`, or write `range a..b "
                  "step n;` in an input");
    } else if (at(TokenKind::If)) {
        mistake(DiagnosticKind::ForeignForm, span(), "a if c else b").help("write `c ? a : b`");
    } else if (has) {
        mistake(DiagnosticKind::OlderConstruct, span(), "a has b")
            .help("write `list.contains(x)`, or compare an attribute");
    } else if (whole) {
        mistake(DiagnosticKind::ForeignForm, span(), "a div b").help("write `math.floor(a / b)`");
    } else if (instance) {
        mistake(DiagnosticKind::ForeignForm, span(), "a instanceof B").help("write `a is B`").replace(span(), "is");
    } else if (adjacent) {
        mistake(DiagnosticKind::OlderConstruct, span(), "a adjacent b").help("write `a adj b`").replace(span(), "adj");
    } else if (not_in) {
        mistake(DiagnosticKind::ForeignForm, span(id(), id(1)), "x not in list").help("write `!list.contains(x)`");
        advance();
    } else {
        const bool is_written_out = at(TokenKind::LeftBrace, 1) || at(TokenKind::LeftBracket, 1);
        mistake(DiagnosticKind::ForeignForm, span(), "x in list")
            .help(is_written_out ? "compare with each: `x == 1 || x == 2`; a list that has a name is asked by "
                                   "`list.contains(x)`"
                                 : "write `list.contains(x)`");
    }
    const bool told = std::exchange(panic_, true);
    advance();
    if (at(TokenKind::LeftBracket)) {
        skip_group();
        return as_error(value);
    }
    parse_conditional();
    if (accept(TokenKind::Else)) {
        parse_conditional();
    }
    panic_ = told;
    while (has && at(TokenKind::Identifier) && !on_new_line()) { // `this has 3 gold`, `a has b && b has c.owner`
        at_ += at(TokenKind::Dot, 1) && is_word(kind(2)) ? 3 : 1;
    }
    return as_error(value);
}

// `log(It is your turn)`, `fail not enough gold;`: words, two of them side by side where no value has them.
bool Parser::at_text_without_quotes() {
    const bool starts = at(TokenKind::Identifier) || at(TokenKind::Not);
    if (!has_mistakes() || !starts || at_any({word::number, word::string, word::bool_}) || text() == "lambda"
        || text() == "call" || declares_type(token().symbol)) {
        return false;
    }
    const auto plain = [&](std::size_t ahead) {
        const TokenKind here = kind(ahead);
        const bool name = at(TokenKind::Identifier, ahead) && !at_any({word::adj, word::connect, word::mod}, ahead)
                          && text(ahead) != "has" && text(ahead) != "instanceof" && text(ahead) != "then";
        return name || here == TokenKind::Player || here == TokenKind::Turn || here == TokenKind::Event
               || here == TokenKind::This;
    };
    for (std::size_t ahead = 0; is_word(kind(ahead)) && (ahead == 0 || !on_new_line(ahead)); ++ahead) {
        if (plain(ahead) && plain(ahead + 1) && !on_new_line(ahead + 1)) {
            return !at(TokenKind::Colon, ahead + 2);
        }
    }
    // `Hello, world!`: no value ends so.
    std::size_t end = 1;
    while (at(TokenKind::Comma, end) && at(TokenKind::Identifier, end + 1) && !on_new_line(end + 1)) {
        end += 2;
    }
    return at(TokenKind::Bang, end) && plain(0)
           && (at(TokenKind::RightParen, end + 1) || at(TokenKind::Semicolon, end + 1));
}

// Up to the bracket, the end of the statement, or the sign at which this text ends.
NodeId Parser::skip_text_without_quotes(TokenKind end) {
    const NodeId error = open(NodeKind::Error);
    std::size_t count = 1;
    const auto ends = [&](std::size_t ahead) {
        return at(end, ahead) || at(TokenKind::RightParen, ahead) || at(TokenKind::Semicolon, ahead)
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

// `log "x";`, `print $"x";`, `tell p "x";`: told, and read as a call. None when it is none of these.
NodeId Parser::parse_call_without_brackets() {
    if (!has_mistakes() || on_new_line(1)) {
        return {};
    }
    const auto at_text = [&](std::size_t ahead) {
        return at(TokenKind::String, ahead) || at(TokenKind::TextWhole, ahead) || at(TokenKind::TextBegin, ahead);
    };
    const bool tells = text() == "tell" && is_word(kind(1));
    const bool logs = text() == "log" || text() == "print" || text() == "puts" || text() == "echo" || text() == "say";
    if (!tells && !(logs && at_text(1))) {
        return {};
    }
    const TokenId first = id();
    const std::size_t reported = diagnostics_.all().size();
    Report report = mistake(DiagnosticKind::ForeignForm, span(), std::string(text()) + " …");
    const NodeId error = open(NodeKind::Error);
    advance();
    std::string values = node_text(parse_expression());
    if (tells) {
        accept(TokenKind::Comma);
        values += ", " + node_text(parse_expression());
    }
    const std::string meant = (tells ? "tell(" : "log(") + values + ")";
    if (diagnostics_.all().size() == reported + 1) {
        report.help("write `" + meant + ";`").replace(span(first, TokenId(id().index() - 1)), meant);
    }
    expect_semicolon();
    return close(error);
}

// `gold += 3 if gold > 2;`: a condition behind its statement, where an `if` of its own would have a body.
bool Parser::refuse_condition_behind() {
    if (!has_mistakes() || !at(TokenKind::If) || on_new_line()) {
        return false;
    }
    std::size_t end = 1;
    std::size_t depth = 0;
    while (end < kLookahead && !at(TokenKind::EndOfFile, end)) {
        depth += at(TokenKind::LeftParen, end) ? 1U : 0U;
        depth -= at(TokenKind::RightParen, end) && depth > 0 ? 1U : 0U;
        if (depth == 0
            && (at(TokenKind::Semicolon, end) || at(TokenKind::LeftBrace, end)
                || (at(TokenKind::LeftParen, 1) && at(TokenKind::RightParen, end)))) {
            break;
        }
        ++end;
    }
    end += at(TokenKind::RightParen, end) ? 1 : 0;
    if (!at(TokenKind::Semicolon, end)) {
        return false;
    }
    mistake(DiagnosticKind::ForeignForm, span(), "… if c").help("the condition stands first: `if (c) { … }`");
    at_ += end + 1;
    return true;
}

// `hand.where { c.cost > 1 }`: behind the name of a question.
bool Parser::refuse_question_in_braces() {
    const std::string_view question = text(TokenId(std::size_t{places_[at_ - 1].token}));
    if (question != "where" && question != "filter" && question != "any" && question != "every" && question != "map"
        && question != "sortBy" && question != "find") {
        return false;
    }
    mistake(DiagnosticKind::ForeignForm, span(), std::string(question) + " { … }")
        .help("a question stands in brackets and names the element: `" + std::string(question) + "(x: …)`");
    skip_group();
    return true;
}

// `[x for x in xs if …]`, `{ red = 2 }`, `{ ["red"] = 2 }`: none when the literal is none of these.
NodeId Parser::parse_foreign_literal() {
    const bool bracket = at(TokenKind::LeftBrace) && at(TokenKind::LeftBracket, 1) && at(TokenKind::RightBracket, 3)
                         && at(TokenKind::Equal, 4);
    const bool names = at(TokenKind::LeftBrace)
                       && (((at(TokenKind::Identifier, 1) || at(TokenKind::String, 1)) && at(TokenKind::Equal, 2))
                           || (has_mistakes() && bracket));
    const bool comprehension = holds_comprehension();
    if (!names && !comprehension) {
        return {};
    }
    if (names) {
        const std::string key = bracket                    ? std::string(text(2))
                                : at(TokenKind::String, 1) ? std::string(text(1))
                                                           : "\"" + std::string(text(1)) + "\"";
        const Span sign = span(id(1), id(bracket ? 4 : 2));
        mistake(DiagnosticKind::ForeignForm, sign, (bracket ? "[" + key + "]" : std::string(text(1))) + " = …")
            .help("a key and its value are a pair: `{ {" + key + ", …} }`");
    } else {
        mistake(DiagnosticKind::ForeignForm, span(), "[x for x in xs]")
            .help("ask the list: `xs.where(x: …)`, `xs.map(x: …)`");
    }
    const NodeId error = open(NodeKind::Error);
    skip_group();
    return close(error);
}

} // namespace tgdl
