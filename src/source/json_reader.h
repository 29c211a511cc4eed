// A JSON text (RFC 8259) as a series of tokens with their places: nothing is kept, so any size costs no memory.
//
//   JsonReader reader(text);
//   for (JsonToken token = reader.next(); token.kind != JsonKind::End; token = reader.next()) { … }
//
// The reader holds the text to the grammar itself: whoever takes the tokens sees values where values may stand, a Key
// before each member of an object, and an End for each Begin. After Wrong there is nothing but Wrong. O(bytes).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class JsonKind : std::uint8_t {
    BeginArray,
    EndArray,
    BeginObject,
    EndObject,
    Key, // a string and its colon
    String,
    Number,
    True,
    False,
    Null,
    End,   // of the text
    Wrong, // no JSON: JsonReader::problem() says why
};

enum class JsonProblem : std::uint8_t {
    None,
    ValueWanted,
    KeyWanted,
    ColonWanted,
    CommaWanted, // or the end of the array or object
    EndWanted,   // something behind the whole value
    StringOpen,  // a string that does not end on its line
    BadEscape,   // `\x`, half of a pair
    BadNumber,   // `01`, `1.`
    TooDeep,     // more than kMaxDepth arrays and objects in each other
};

struct JsonToken {
    JsonKind kind = JsonKind::Wrong;
    std::uint32_t begin = 0; // bytes of the text; quotes included
    std::uint32_t end = 0;
};

class JsonReader {
public:
    static constexpr std::size_t kMaxDepth = 64;

    explicit JsonReader(std::string_view text);

    JsonToken next();
    // Passes over the rest of the value that this token begins.
    void skip(const JsonToken& first);

    [[nodiscard]] JsonProblem problem() const { return problem_; }
    // What a Key or String holds.
    [[nodiscard]] std::string text_of(const JsonToken& token) const;
    [[nodiscard]] std::string_view written(const JsonToken& token) const {
        return text_.substr(token.begin, token.end - token.begin);
    }

private:
    enum class Expecting : std::uint8_t { Value, ValueOrEnd, KeyOrEnd, Key, CommaOrEnd, Nothing };

    void skip_spaces();
    JsonToken wrong(JsonProblem problem, std::size_t at);
    JsonToken take(JsonKind kind, std::size_t begin);
    JsonToken read_value();
    JsonToken read_key();
    JsonToken read_string(JsonKind kind);
    JsonToken read_number();
    JsonToken read_word();
    bool read_escape();
    bool read_unit(std::uint32_t& unit);
    JsonToken open(JsonKind kind);
    JsonToken close();

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<JsonKind> open_; // BeginArray, BeginObject
    Expecting expecting_ = Expecting::Value;
    JsonProblem problem_ = JsonProblem::None;
    JsonToken failed_;
};

} // namespace tgdl
