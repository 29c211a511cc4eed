#include "source/json_reader.h"

#include <algorithm>

namespace tgdl {

namespace {

bool is_json_digit(char c) {
    return c >= '0' && c <= '9';
}

int hex_value(char c) {
    if (is_json_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::uint32_t unit_at(std::string_view text, std::size_t at) {
    std::uint32_t unit = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        unit = unit * 16 + static_cast<std::uint32_t>(hex_value(text[at + i]));
    }
    return unit;
}

void append_character(std::string& out, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0U | code >> 6U);
        add(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        add(0xE0U | code >> 12U);
        add(0x80U | (code >> 6U & 0x3FU));
        add(0x80U | (code & 0x3FU));
    } else {
        add(0xF0U | code >> 18U);
        add(0x80U | (code >> 12U & 0x3FU));
        add(0x80U | (code >> 6U & 0x3FU));
        add(0x80U | (code & 0x3FU));
    }
}

char plain_escape(char c) {
    switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c; // a quote, a slash or a backslash
    }
}

} // namespace

JsonReader::JsonReader(std::string_view text) : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

void JsonReader::skip_spaces() {
    while (at_ < text_.size()
           && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r')) {
        ++at_;
    }
}

JsonToken JsonReader::wrong(JsonProblem problem, std::size_t at) {
    const std::size_t begin = std::min(at, text_.size());
    problem_ = problem;
    failed_ = {JsonKind::Wrong, static_cast<std::uint32_t>(begin),
               static_cast<std::uint32_t>(std::min(begin + 1, text_.size()))};
    return failed_;
}

JsonToken JsonReader::take(JsonKind kind, std::size_t begin) {
    expecting_ = open_.empty() ? Expecting::Nothing : Expecting::CommaOrEnd;
    return {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
}

JsonToken JsonReader::next() {
    if (problem_ != JsonProblem::None) {
        return failed_;
    }
    skip_spaces();
    const char sign = at_ < text_.size() ? text_[at_] : '\0';
    const bool in_array = !open_.empty() && open_.back() == JsonKind::BeginArray;
    const bool closes = !open_.empty() && sign == (in_array ? ']' : '}');
    switch (expecting_) {
    case Expecting::Nothing:
        return at_ == text_.size()
                   ? JsonToken{JsonKind::End, static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(at_)}
                   : wrong(JsonProblem::EndWanted, at_);
    case Expecting::CommaOrEnd:
        if (closes) {
            return close();
        }
        if (sign != ',') {
            return wrong(JsonProblem::CommaWanted, at_);
        }
        ++at_;
        skip_spaces();
        return in_array ? read_value() : read_key();
    case Expecting::KeyOrEnd: return closes ? close() : read_key();
    case Expecting::Key: return read_key();
    case Expecting::ValueOrEnd: return closes ? close() : read_value();
    case Expecting::Value: return read_value();
    }
    return failed_;
}

JsonToken JsonReader::open(JsonKind kind) {
    if (open_.size() == kMaxDepth) {
        return wrong(JsonProblem::TooDeep, at_);
    }
    const std::size_t begin = at_++;
    open_.push_back(kind);
    expecting_ = kind == JsonKind::BeginArray ? Expecting::ValueOrEnd : Expecting::KeyOrEnd;
    return {kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)};
}

JsonToken JsonReader::close() {
    const std::size_t begin = at_++;
    const JsonKind kind = open_.back() == JsonKind::BeginArray ? JsonKind::EndArray : JsonKind::EndObject;
    open_.pop_back();
    return take(kind, begin);
}

JsonToken JsonReader::read_key() {
    if (at_ == text_.size() || text_[at_] != '"') {
        return wrong(JsonProblem::KeyWanted, at_);
    }
    const JsonToken key = read_string(JsonKind::Key);
    if (key.kind == JsonKind::Wrong) {
        return key;
    }
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != ':') {
        return wrong(JsonProblem::ColonWanted, at_);
    }
    ++at_;
    expecting_ = Expecting::Value;
    return key;
}

JsonToken JsonReader::read_value() {
    if (at_ == text_.size()) {
        return wrong(JsonProblem::ValueWanted, at_);
    }
    switch (text_[at_]) {
    case '[': return open(JsonKind::BeginArray);
    case '{': return open(JsonKind::BeginObject);
    case '"': return read_string(JsonKind::String);
    default: return text_[at_] == '-' || is_json_digit(text_[at_]) ? read_number() : read_word();
    }
}

JsonToken JsonReader::read_word() {
    struct Word {
        std::string_view text;
        JsonKind kind;
    };
    static constexpr Word kWords[] = {{"true", JsonKind::True}, {"false", JsonKind::False}, {"null", JsonKind::Null}};
    for (const Word& word : kWords) {
        if (text_.substr(at_).starts_with(word.text)) {
            const std::size_t begin = at_;
            at_ += word.text.size();
            return take(word.kind, begin);
        }
    }
    return wrong(JsonProblem::ValueWanted, at_);
}

JsonToken JsonReader::read_number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
        const std::size_t from = at_;
        while (at_ < text_.size() && is_json_digit(text_[at_])) {
            ++at_;
        }
        return at_ - from;
    };
    at_ += text_[at_] == '-' ? 1U : 0U;
    const std::size_t first = at_;
    const std::size_t whole = digits();
    bool right = whole > 0 && (whole == 1 || text_[first] != '0');
    if (right && at_ < text_.size() && text_[at_] == '.') {
        ++at_;
        right = digits() > 0;
    }
    if (right && at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
        ++at_;
        at_ += at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-') ? 1U : 0U;
        right = digits() > 0;
    }
    return right ? take(JsonKind::Number, begin) : wrong(JsonProblem::BadNumber, begin);
}

bool JsonReader::read_unit(std::uint32_t& unit) {
    if (at_ + 4 > text_.size()) {
        return false;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        if (hex_value(text_[at_ + i]) < 0) {
            return false;
        }
    }
    unit = unit_at(text_, at_);
    at_ += 4;
    return true;
}

// Behind the backslash.
bool JsonReader::read_escape() {
    if (at_ == text_.size()) {
        return false;
    }
    const char kind = text_[at_++];
    if (kind != 'u') {
        return std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos;
    }
    std::uint32_t unit = 0;
    if (!read_unit(unit) || (unit >= 0xDC00 && unit < 0xE000)) {
        return false;
    }
    if (unit < 0xD800 || unit >= 0xE000) {
        return true;
    }
    if (!text_.substr(at_).starts_with("\\u")) {
        return false;
    }
    at_ += 2;
    return read_unit(unit) && unit >= 0xDC00 && unit < 0xE000;
}

JsonToken JsonReader::read_string(JsonKind kind) {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
        if (static_cast<unsigned char>(text_[at_]) < 0x20) {
            return wrong(JsonProblem::StringOpen, begin);
        }
        const std::size_t here = at_;
        if (text_[at_++] == '\\' && !read_escape()) {
            return wrong(JsonProblem::BadEscape, here);
        }
    }
    if (at_ == text_.size()) {
        return wrong(JsonProblem::StringOpen, begin);
    }
    ++at_;
    return take(kind, begin);
}

void JsonReader::skip(const JsonToken& first) {
    std::size_t depth = 0;
    for (JsonToken token = first; token.kind != JsonKind::Wrong && token.kind != JsonKind::End; token = next()) {
        depth += token.kind == JsonKind::BeginArray || token.kind == JsonKind::BeginObject ? 1U : 0U;
        depth -= token.kind == JsonKind::EndArray || token.kind == JsonKind::EndObject ? 1U : 0U;
        if (depth == 0) {
            return;
        }
    }
}

std::string JsonReader::text_of(const JsonToken& token) const {
    const std::string_view inside = written(token).substr(1, token.end - token.begin - 2);
    std::string text;
    text.reserve(inside.size());
    for (std::size_t i = 0; i < inside.size(); ++i) {
        if (inside[i] != '\\') {
            text += inside[i];
            continue;
        }
        ++i;
        if (inside[i] != 'u') {
            text += plain_escape(inside[i]);
            continue;
        }
        std::uint32_t code = unit_at(inside, i + 1);
        i += 4;
        if (code >= 0xD800 && code < 0xDC00) { // the first of a pair: `\u` and the second follow
            code = 0x10000 + ((code - 0xD800) << 10U) + (unit_at(inside, i + 3) - 0xDC00);
            i += 6;
        }
        append_character(text, code);
    }
    return text;
}

} // namespace tgdl
