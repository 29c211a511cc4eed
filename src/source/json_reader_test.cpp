#include "source/json_reader.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::vector<JsonKind> kinds_of(std::string_view text) {
    JsonReader reader(text);
    std::vector<JsonKind> kinds;
    while (kinds.empty() || (kinds.back() != JsonKind::End && kinds.back() != JsonKind::Wrong)) {
        kinds.push_back(reader.next().kind);
    }
    return kinds;
}

JsonProblem problem_of(std::string_view text) {
    JsonReader reader(text);
    for (JsonToken token = reader.next(); token.kind != JsonKind::End && token.kind != JsonKind::Wrong;
         token = reader.next()) {
    }
    return reader.problem();
}

using Kinds = std::vector<JsonKind>;

TEST(JsonReader, GivesTokensInOrder) {
    EXPECT_EQ(kinds_of(R"([ { "a": 1, "b": [true, null] }, {} ])"),
              (Kinds{JsonKind::BeginArray, JsonKind::BeginObject, JsonKind::Key, JsonKind::Number, JsonKind::Key,
                     JsonKind::BeginArray, JsonKind::True, JsonKind::Null, JsonKind::EndArray, JsonKind::EndObject,
                     JsonKind::BeginObject, JsonKind::EndObject, JsonKind::EndArray, JsonKind::End}));
}

TEST(JsonReader, SaysWhereTokensStand) {
    JsonReader reader("[ 12 ]");
    reader.next();

    const JsonToken number = reader.next();

    EXPECT_EQ(number.begin, 2U);
    EXPECT_EQ(reader.written(number), "12");
}

TEST(JsonReader, ResolvesEscapes) {
    JsonReader reader(R"("a\n\"\\\/ \u00e9 \ud83d\udc11")");

    const JsonToken token = reader.next();

    EXPECT_EQ(reader.text_of(token), "a\n\"\\/ \u00e9 \U0001F411");
}

TEST(JsonReader, SaysWhatIsWrong) {
    EXPECT_EQ(problem_of("[1,]"), JsonProblem::ValueWanted);
    EXPECT_EQ(problem_of("{1}"), JsonProblem::KeyWanted);
    EXPECT_EQ(problem_of(R"({"a" 1})"), JsonProblem::ColonWanted);
    EXPECT_EQ(problem_of("[1 2]"), JsonProblem::CommaWanted);
    EXPECT_EQ(problem_of("[1}"), JsonProblem::CommaWanted);
    EXPECT_EQ(problem_of("[] x"), JsonProblem::EndWanted);
    EXPECT_EQ(problem_of("[\"a\nb\"]"), JsonProblem::StringOpen);
    EXPECT_EQ(problem_of(R"(["\x"])"), JsonProblem::BadEscape);
    EXPECT_EQ(problem_of(R"(["\ud83d"])"), JsonProblem::BadEscape);
    EXPECT_EQ(problem_of("[01]"), JsonProblem::BadNumber);
    EXPECT_EQ(problem_of("[1.]"), JsonProblem::BadNumber);
    EXPECT_EQ(problem_of(""), JsonProblem::ValueWanted);
    EXPECT_EQ(problem_of("["), JsonProblem::ValueWanted);
}

TEST(JsonReader, RefusesWhatIsTooDeep) {
    EXPECT_EQ(problem_of(std::string(JsonReader::kMaxDepth, '[') + std::string(JsonReader::kMaxDepth, ']')),
              JsonProblem::None);
    EXPECT_EQ(problem_of(std::string(JsonReader::kMaxDepth + 1, '[')), JsonProblem::TooDeep);
}

TEST(JsonReader, SkipsAWholeValue) {
    JsonReader reader(R"([{"a": [1, {"b": 2}]}, 3])");
    reader.next();

    reader.skip(reader.next());

    EXPECT_EQ(reader.written(reader.next()), "3");
}

} // namespace
} // namespace tgdl
