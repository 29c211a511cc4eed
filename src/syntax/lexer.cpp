#include "syntax/lexer.h"

#include "syntax/characters.h"
#include "syntax/lexer_slips.h"
#include "syntax/signs.h"
#include "syntax/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

namespace {

constexpr std::array<std::pair<std::string_view, TokenKind>, 37> kReserved = {{
#define TGDL_TOKEN(name, text)
#define TGDL_RESERVED(name, text) {text, TokenKind::name},
#include "syntax/token_kind.def"
#undef TGDL_TOKEN
#undef TGDL_RESERVED
}};

bool is_generic_name(Symbol name) {
    return name == word::List || name == word::Table || name == word::Stack || name == word::all || name == word::of;
}

constexpr std::size_t kNowhere = std::string_view::npos;

class Lexer {
public:
    Lexer(const SourceFile& source, FileId file, Interner& names, Diagnostics& diagnostics, Slashes slashes)
        : text_(source.text()), file_(file), names_(names), diagnostics_(diagnostics), slashes_(slashes) {
        intern_reserved_words();
    }

    std::vector<Token> run();

private:
    // A hole of an interpolated string that is still open.
    struct Hole {
        std::uint32_t open;   // where its `{` stands
        std::uint32_t braces; // `{` inside the hole that are not closed yet
        bool is_told = false; // it is broken over lines
    };

    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
    [[nodiscard]] Span span(std::size_t begin, std::size_t end) const {
        return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }
    bool report_unreadable(std::size_t begin);
    void push_text(TokenKind kind, std::size_t begin);
    void push(TokenKind kind, std::size_t begin, Symbol symbol = {}) {
        tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_), symbol});
    }
    // Where the line's `\n` stands, or the end of the text. Found once a line, to stay linear.
    std::size_t newline();
    // The same, before a `\r`.
    std::size_t line_end();

    void intern_reserved_words();
    void skip_trivia();
    void skip_comment();
    void skip_block_comment();
    [[nodiscard]] bool divides();
    void lex_division();
    void close_holes_at_line_end();
    bool goes_on_behind_line_end();

    void lex_token();
    bool lex_sign();
    void lex_brace_in_hole(TokenKind kind);
    void lex_name();
    void lex_number();
    void lex_stray();
    bool lex_template();

    void lex_string();
    void lex_quoted_otherwise(Character quote);
    void lex_text(std::size_t begin, TokenKind at_hole, TokenKind at_end);
    void scan_escape();
    void scan_unicode_escape(std::size_t begin);
    void end_unterminated_string(std::size_t begin);

    std::string_view text_;
    FileId file_;
    Interner& names_;
    Diagnostics& diagnostics_;
    Slashes slashes_;
    std::size_t at_ = 0;
    std::vector<Token> tokens_;
    std::vector<Hole> holes_;
    std::vector<TokenKind> reserved_; // by symbol
    std::size_t newline_ = kNowhere;
    bool has_unreadable_comment_ = false; // told once
    std::size_t mended_line_ = kNowhere;  // newline() of the line whose broken text was reported: once a line
};

// Reserved words are recognised by their symbol. Symbols of one interner are the same for every file.
void Lexer::intern_reserved_words() {
    for (const auto& [text, kind] : kReserved) {
        const Symbol symbol = names_.intern(text);
        if (symbol.index() >= reserved_.size()) {
            reserved_.resize(symbol.index() + 1, TokenKind::Identifier);
        }
        reserved_[symbol.index()] = kind;
    }
}

std::size_t Lexer::newline() {
    if (at_ > newline_ || newline_ == kNowhere) {
        newline_ = std::min(text_.find('\n', at_), text_.size());
    }
    return newline_;
}

std::size_t Lexer::line_end() {
    const std::size_t end = newline();
    return end > at_ && text_[end - 1] == '\r' ? end - 1 : end;
}

std::vector<Token> Lexer::run() {
    tokens_.reserve(text_.size() / 5 + 1);
    if (text_.starts_with("\xEF\xBB\xBF")) {
        at_ = 3;
    }
    skip_trivia();
    while (!at_end()) {
        lex_token();
        skip_trivia();
    }
    close_holes_at_line_end();
    push(TokenKind::EndOfFile, at_);
    return std::move(tokens_);
}

void Lexer::skip_trivia() {
    while (!at_end()) {
        const char c = peek();
        if (c == '\n') {
            if (holes_.empty() || !goes_on_behind_line_end()) {
                close_holes_at_line_end();
            }
            ++at_;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++at_;
        } else if (c == '/' && peek(1) == '/') {
            if (slashes_ == Slashes::MayDivide && divides()) {
                lex_division();
            } else {
                skip_comment();
            }
        } else if (c == '/' && peek(1) == '*') {
            skip_block_comment();
        } else if (rest().starts_with("\xC2\xA0")) {
            at_ += 2; // a space that does not break, from a word processor
        } else {
            return;
        }
    }
}

// At `//` behind a value, and in the middle of a statement?
bool Lexer::divides() {
    const TokenKind before = tokens_.empty() ? TokenKind::EndOfFile : tokens_.back().kind;
    const bool value = before == TokenKind::Identifier || before == TokenKind::Number || before == TokenKind::RightParen
                       || before == TokenKind::RightBracket;
    if (!value || text_.substr(tokens_.back().end, at_ - tokens_.back().end).find('\n') != kNowhere) {
        return false;
    }
    // In a hole a comment would swallow the end of the text.
    return !holes_.empty() || goes_on_behind_slashes(text_.substr(at_ + 2, line_end() - at_ - 2));
}

void Lexer::lex_division() {
    const std::size_t begin = at_;
    const bool changes = peek(2) == '=';
    at_ += changes ? 3 : 2;
    diagnostics_.report(DiagnosticKind::ForeignForm, span(begin, at_), changes ? "a //= b" : "a // b")
        .with_help(changes ? "`//` begins a comment; to divide and drop the rest, write `x = math.floor(x / n);`"
                           : "`//` begins a comment; to divide and drop the rest, write `math.floor(a / b)`");
    push(changes ? TokenKind::SlashEqual : TokenKind::Slash, begin);
}

// Those with three slashes are shown to people.
void Lexer::skip_comment() {
    const std::size_t begin = at_;
    at_ = line_end();
    const std::string_view comment = text_.substr(begin, at_ - begin);
    if (!has_unreadable_comment_ && comment.starts_with("///") && !comment.starts_with("////")) {
        has_unreadable_comment_ = report_unreadable(begin);
    }
}

void Lexer::skip_block_comment() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("*/", at_ + 2);
    const std::size_t end = close == std::string_view::npos ? text_.size() : close + 2;
    if (!holes_.empty() && text_.substr(begin, end - begin).find('\n') != std::string_view::npos) {
        close_holes_at_line_end();
    }
    if (close == std::string_view::npos) {
        diagnostics_.report(DiagnosticKind::UnclosedComment, span(begin, begin + 2))
            .with_help("close it with `*/`, or use `//` for a comment of one line");
    }
    at_ = end;
}

// A hole that is broken over lines is reported, and read as if it were not: the rest of the text is no code.
bool Lexer::goes_on_behind_line_end() {
    constexpr std::size_t kFar = 200;
    const std::string_view behind = text_.substr(at_, kFar);
    const std::string_view end = behind.substr(std::min(behind.find_first_of("{}\";"), behind.size()));
    const bool closes = end.starts_with('}') && end.substr(0, end.find('\n')).find('"') != std::string_view::npos;
    if (holes_.size() != 1 || holes_.back().braces > 0 || !closes) {
        return false;
    }
    if (!std::exchange(holes_.back().is_told, true)) {
        diagnostics_.report(DiagnosticKind::UnclosedHole, span(holes_.back().open, holes_.back().open + 1))
            .with_help("a text ends on the line it began on: write the hole on one line");
    }
    return true;
}

// An interpolated string is over when its line is: what is missing is added as tokens without text.
void Lexer::close_holes_at_line_end() {
    if (holes_.empty()) {
        return;
    }
    const std::size_t open = holes_.back().open;
    if (mended_line_ != newline() && !holes_.back().is_told) {
        diagnostics_.report(DiagnosticKind::UnclosedHole, span(open, open + 1))
            .with_help("close it with `}` on the same line; for a `{` as text write `\\{`");
    }
    for (; !holes_.empty(); holes_.pop_back()) {
        push(TokenKind::TextEnd, at_);
    }
}

void Lexer::lex_token() {
    const char c = peek();
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        lex_name();
        return;
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        lex_number();
        return;
    }
    if (c == '"') {
        lex_string();
        return;
    }
    if (c == '$' && peek(1) == '"') {
        const std::size_t begin = at_;
        at_ += 2;
        lex_text(begin, TokenKind::TextBegin, TokenKind::TextWhole);
        return;
    }
    if (lex_sign()) {
        return;
    }
    const Character character = first_character(rest());
    if (character.valid() && starts_name(character.code)) {
        lex_name();
    } else if (c == '\'' || is_smart_double_quote(character.code) || is_smart_single_quote(character.code)) {
        lex_quoted_otherwise(character);
    } else {
        lex_stray();
    }
}

bool Lexer::lex_sign() {
    const Sign* sign = find_sign(rest());
    if (sign == nullptr) {
        return false;
    }
    const std::size_t begin = at_;
    if (!holes_.empty() && (sign->kind == TokenKind::LeftBrace || sign->kind == TokenKind::RightBrace)) {
        lex_brace_in_hole(sign->kind);
        return true;
    }
    if (sign->text == "<>" && !tokens_.empty() && tokens_.back().kind == TokenKind::Identifier
        && is_generic_name(tokens_.back().symbol)) {
        ++at_;
        push(TokenKind::Less, begin); // `List<>`: the parser misses a type
        return true;
    }
    at_ += sign->text.size();
    if (sign->text == "**" && peek() == '=') {
        ++at_;
        diagnostics_.report(DiagnosticKind::ForeignSign, span(begin, at_), "**=").with_help("write `x = x ^ n;`");
        push(TokenKind::StarEqual, begin);
        return true;
    }
    if (!sign->meant.empty()) {
        diagnostics_.report(DiagnosticKind::ForeignSign, span(begin, at_), sign->text, sign->meant)
            .with_help("write `" + std::string(sign->meant) + "`")
            .replace(span(begin, at_), std::string(sign->meant));
    }
    push(sign->kind, begin);
    return true;
}

// A `}` that closes no `{` of the hole ends the hole, and the text goes on.
void Lexer::lex_brace_in_hole(TokenKind kind) {
    const std::size_t begin = at_++;
    if (kind == TokenKind::LeftBrace) {
        ++holes_.back().braces;
        push(kind, begin);
    } else if (holes_.back().braces > 0) {
        --holes_.back().braces;
        push(kind, begin);
    } else {
        holes_.pop_back();
        lex_text(begin, TokenKind::TextMiddle, TokenKind::TextEnd);
    }
}

void Lexer::lex_name() {
    const std::size_t begin = at_;
    bool ascii = true;
    std::size_t length = 0;
    while (!at_end()) {
        const Character character = first_character(rest());
        if (!character.valid() || !continues_name(character.code)) {
            break;
        }
        ascii = ascii && character.length == 1;
        at_ += character.length;
        ++length;
    }
    if (length > kLongestName) {
        diagnostics_.report(DiagnosticKind::NameTooLong, span(begin, at_), std::to_string(length))
            .with_help("what is to be read by people can be written in a text, or in a doc comment `///`");
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    const Symbol symbol = ascii ? names_.intern(written) : names_.intern(normalised_name(written));
    const bool known = symbol.index() < reserved_.size();
    push(known ? reserved_[symbol.index()] : TokenKind::Identifier, begin, symbol);
}

// Takes everything that a person sees as one number, right or wrong, so that a wrong one gives one message.
void Lexer::lex_number() {
    const std::size_t begin = at_;
    for (;;) {
        const char c = peek();
        const bool exponent_sign =
            (c == '+' || c == '-') && at_ > begin + 1 && (text_[at_ - 1] | 0x20) == 'e' && is_digit(text_[at_ - 2]);
        if (c == '.') {
            if (peek(1) == '.') {
                break; // `1..13`
            }
            ++at_;
            continue;
        }
        if (exponent_sign) {
            ++at_;
            continue;
        }
        const Character character = at_end() ? Character{} : first_character(rest());
        if (!character.valid() || !continues_name(character.code)) {
            break;
        }
        at_ += character.length;
    }
    const std::string_view written = text_.substr(begin, at_ - begin);
    if (!number_value(written)) {
        report_bad_number(diagnostics_, span(begin, at_), written);
    }
    push(TokenKind::Number, begin);
}

// A text between backticks, on one line; false when there is none.
bool Lexer::lex_template() {
    const std::size_t begin = at_;
    const std::size_t close = text_.substr(0, line_end()).find('`', begin + 1);
    if (close == std::string_view::npos) {
        return false;
    }
    at_ = close + 1;
    diagnostics_.report(DiagnosticKind::UnknownCharacter, span(begin, at_), "`")
        .with_help("texts stand in double quotes; one that shows values is `$\"{x} coins\"`");
    push(TokenKind::String, begin);
    return true;
}

// One message for a run of characters that mean nothing.
void Lexer::lex_stray() {
    const std::size_t begin = at_;
    const bool valid = first_character(rest()).valid();
    const bool backslashes = rest().starts_with("\\\\") || rest().starts_with("\\ ");
    if (peek() == '#' || backslashes) {
        at_ = line_end(); // a comment in many languages
    }
    if (peek() == '`' && lex_template()) {
        return;
    }
    while (!at_end() && text_[begin] != '#' && !backslashes) {
        const char c = peek();
        const Character character = first_character(rest());
        if (character.valid() != valid || c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"' || c == '\''
            || is_digit(c) || (c == '$' && peek(1) == '"')) {
            break;
        }
        if (valid
            && (starts_name(character.code) || is_smart_double_quote(character.code)
                || is_smart_single_quote(character.code))) {
            break;
        }
        if (find_sign(rest()) != nullptr) {
            break;
        }
        at_ += character.length;
    }
    const Span place = span(begin, at_);
    if (!valid) {
        diagnostics_.report(DiagnosticKind::NotUtf8, place).with_help("save the file as UTF-8");
    } else {
        const bool comment = text_[begin] == '#' || backslashes;
        const std::size_t sign = text_.substr(begin).starts_with("\\\\") ? 2 : 1;
        Diagnostic& diagnostic =
            diagnostics_.report(DiagnosticKind::UnknownCharacter, place,
                                comment ? text_.substr(begin, sign) : text_.substr(begin, at_ - begin));
        if (text_.substr(begin).starts_with("#include") || text_.substr(begin).starts_with("#import")) {
            const std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
            const std::size_t open = line.find_first_of("\"<");
            const std::size_t close = open == std::string_view::npos ? open : line.find_first_of("\">", open + 1);
            std::string file(close == std::string_view::npos ? "dice" : line.substr(open + 1, close - open - 1));
            if (!file.ends_with(".tgdl")) {
                file = (file.find('/') == std::string::npos ? "std/" : "") + file + ".tgdl";
            }
            diagnostic.with_help("write `import \"" + file + "\";`");
        } else if (comment) {
            diagnostic.with_help("a comment begins with `//`").replace(span(begin, begin + sign), "//");
        } else if (text_[begin] == '`') {
            diagnostic.with_help("texts stand in double quotes: `\"…\"`");
        } else {
            diagnostic.with_help("leave it out, or put it inside a text in double quotes");
        }
    }
    push(TokenKind::Invalid, begin);
}

// Texts are shown to people, so they must be readable. Tells the first place from `begin` to at_ that is not; is there one?
bool Lexer::report_unreadable(std::size_t begin) {
    for (std::size_t i = begin; i < at_;) {
        if ((static_cast<unsigned char>(text_[i]) & 0x80U) == 0) {
            ++i;
            continue;
        }
        const Character character = first_character(text_.substr(i, at_ - i));
        if (!character.valid()) {
            diagnostics_.report(DiagnosticKind::NotUtf8, span(i, i + 1)).with_help("save the file as UTF-8");
            return true;
        }
        i += character.length;
    }
    return false;
}

void Lexer::push_text(TokenKind kind, std::size_t begin) {
    report_unreadable(begin);
    push(kind, begin);
}

void Lexer::lex_string() {
    const std::size_t begin = at_++;
    const std::size_t end = line_end();
    while (at_ < end && text_[at_] != '"') {
        if (text_[at_] == '\\') {
            scan_escape();
        } else {
            ++at_;
        }
    }
    if (at_ < end) {
        ++at_;
        push_text(TokenKind::String, begin);
        return;
    }
    at_ = end;
    end_unterminated_string(begin);
}

// Guesses what was meant by a text without an end: a smart quote at its end, the end of the interpolated string around
// it, or else everything up to the end of the line.
void Lexer::end_unterminated_string(std::size_t begin) {
    const std::size_t end = at_;
    const bool may_guess = mended_line_ != newline();
    mended_line_ = newline();
    if (may_guess) {
        const std::string_view written = text_.substr(begin, end - begin);
        for (const std::string_view quote : {"\xE2\x80\x9D", "\xE2\x80\x9C"}) {
            const std::size_t smart = written.find(quote);
            if (smart != std::string_view::npos) {
                at_ = begin + smart + quote.size();
                diagnostics_.report(DiagnosticKind::SmartQuote, span(begin + smart, at_), quote)
                    .with_help("write `\"`")
                    .replace(span(begin + smart, at_), "\"");
                push_text(TokenKind::String, begin);
                return;
            }
        }
        if (!holes_.empty()) {
            const std::size_t open = holes_.back().open;
            diagnostics_.report(DiagnosticKind::UnclosedHole, span(open, open + 1))
                .with_help("close it with `}` before the text ends; for a `{` as text write `\\{`");
            holes_.pop_back();
            at_ = begin + 1;
            push(TokenKind::TextEnd, begin);
            return;
        }
    }
    diagnostics_.report(DiagnosticKind::UnclosedText, span(begin, end))
        .with_help("a text begins and ends with `\"` on the same line; for a new line inside it write `\\n`");
    push_text(TokenKind::String, begin);
}

// 'text' and “text”: understood as a text, and reported once.
void Lexer::lex_quoted_otherwise(Character quote) {
    const std::size_t begin = at_;
    const std::size_t end = line_end();
    const bool single = is_smart_single_quote(quote.code) || quote.code == '\'';
    const bool plain = quote.code == '\'';
    at_ += quote.length;
    const std::size_t inner = at_;
    std::size_t inner_end = end;
    while (at_ < end) {
        const Character character = first_character(rest());
        const bool closes = single ? is_smart_single_quote(character.code) || character.code == '\''
                                   : is_smart_double_quote(character.code) || character.code == '"';
        if (closes) {
            inner_end = at_;
            at_ += character.length;
            break;
        }
        at_ += character.length;
    }
    const bool closed = inner_end < end;
    if (!closed) {
        at_ = inner;
    }
    const std::string_view sign = text_.substr(begin, quote.length);
    const Span place = closed ? span(begin, at_) : span(begin, inner);
    Diagnostic& diagnostic = plain ? diagnostics_.report(DiagnosticKind::SingleQuotes, place)
                                   : diagnostics_.report(DiagnosticKind::SmartQuote, span(begin, inner), sign);
    if (closed) {
        const bool f = begin > 0 && (text_[begin - 1] | 0x20) == 'f' && !tokens_.empty()
                       && tokens_.back().begin == begin - 1; // `f'…'`
        const std::string mended = (f ? "$\"" : "\"") + std::string(text_.substr(inner, inner_end - inner)) + "\"";
        diagnostic.with_help("write `" + mended + "`").replace(f ? span(begin - 1, at_) : place, mended);
    } else {
        diagnostic.with_help("texts stand in double quotes: `\"…\"`");
    }
    push(closed ? TokenKind::String : TokenKind::Invalid, begin);
}

// The text of an interpolated string, from at_ to the next hole or its end. `begin` is where the token begins.
void Lexer::lex_text(std::size_t begin, TokenKind at_hole, TokenKind at_end_kind) {
    const std::size_t end = line_end();
    while (at_ < end) {
        const char c = text_[at_];
        if (c == '\\') {
            scan_escape();
        } else if (c == '"') {
            ++at_;
            push_text(at_end_kind, begin);
            return;
        } else if (c == '{') {
            holes_.push_back({static_cast<std::uint32_t>(at_), 0});
            ++at_;
            push_text(at_hole, begin);
            return;
        } else {
            ++at_;
        }
    }
    at_ = end;
    if (mended_line_ != newline()) {
        mended_line_ = newline();
        diagnostics_.report(DiagnosticKind::UnclosedText, span(begin, end))
            .with_help("a text begins and ends with `\"` on the same line; for a new line inside it write `\\n`");
    }
    push_text(at_end_kind, begin);
}

// Moves past the escape at at_, which never reaches over the end of the line.
void Lexer::scan_escape() {
    const std::size_t begin = at_++;
    if (at_ >= line_end()) {
        return; // the text has no end, which is reported by others
    }
    const char c = text_[at_];
    if (c == 'u') {
        ++at_;
        scan_unicode_escape(begin);
        return;
    }
    at_ += first_character(rest()).length;
    if (std::string_view("nt\"\\{}").find(c) == std::string_view::npos) {
        diagnostics_.report(DiagnosticKind::UnknownEscape, span(begin, at_), text_.substr(begin, at_ - begin))
            .with_help("after a `\\` may stand `n` (new line), `t` (tab), `\"`, `\\`, `{`, `}` or `u{1F0A1}`");
    }
}

void Lexer::scan_unicode_escape(std::size_t begin) {
    std::uint32_t code = 0;
    std::size_t digits = 0;
    bool good = peek() == '{';
    if (good) {
        ++at_;
        for (; is_hex_digit(peek()); ++at_, ++digits) {
            const char c = peek();
            const auto digit = static_cast<std::uint32_t>(is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
            code = digits < 6 ? code * 16 + digit : code;
        }
        good = digits >= 1 && digits <= 6 && peek() == '}' && is_scalar_value(code);
        if (peek() == '}') {
            ++at_;
        }
    }
    if (!good) {
        diagnostics_.report(DiagnosticKind::BadCharacterCode, span(begin, at_), text_.substr(begin, at_ - begin))
            .with_help("write 1 to 6 hexadecimal digits between the braces, as in `\\u{1F0A1}`");
    }
}

} // namespace

std::vector<Token> lex(const SourceFile& source, FileId file, Interner& names, Diagnostics& diagnostics,
                       Slashes slashes) {
    return Lexer(source, file, names, diagnostics, slashes).run();
}

} // namespace tgdl
