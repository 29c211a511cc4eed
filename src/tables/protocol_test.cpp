#include "tables/protocol.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

using Json = nlohmann::json;

std::string problem_of(const std::string& text) {
    const tl::expected<Json, Refused> read = read_client_message(text);
    return read ? "" : read.error().text;
}

const Json& description() {
    static const Json kDescription = Json::parse(protocol_files().front().content);
    return kDescription;
}

TEST(Protocol, ReadsAMessageThatGoesWithItsDescription) {
    const auto read = read_client_message(R"({"type":"choose","id":"a","decision":"4","option":2})");

    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->at("option"), 2);
}

TEST(Protocol, ReadsRecordsAndLists) {
    EXPECT_EQ(problem_of(R"({"type":"create","id":"a","game":"g","players":2,"bots":["",""]})"), "");
    EXPECT_EQ(
        problem_of(
            R"({"type":"create","id":"a","game":"g","players":2,"bots":["",""],"clock":{"seconds":60,"bonus":0}})"),
        "");
}

TEST(Protocol, SaysWhatIsWrongWithAMessage) {
    EXPECT_EQ(problem_of("{"), "the message is no JSON");
    EXPECT_EQ(problem_of("[]"), "the message is no object");
    EXPECT_EQ(problem_of("{}"), "the message lacks its `type`");
    EXPECT_EQ(problem_of(R"({"type":"joined"})"), "the message has a `type` that there is not");
    EXPECT_EQ(problem_of(R"({"type":"undo"})"), "the message lacks `id`");
    EXPECT_EQ(problem_of(R"({"type":"undo","id":3})"), "the message has a `id` that is no text");
    EXPECT_EQ(problem_of(R"({"type":"undo","id":"a","b":1})"), "the message has a field that it should not have");
    EXPECT_EQ(problem_of(R"({"type":"react","sign":"boo"})"),
              "the message has a `sign` that is none of the words that can stand there");
    EXPECT_EQ(problem_of(R"({"type":"replay","id":"a","position":-1})"),
              "the message has a `position` that is too small");
    EXPECT_EQ(problem_of(R"({"type":"replay","id":"a","position":18446744073709551615})"),
              "the message has a `position` that is too large");
    EXPECT_EQ(
        problem_of(R"({"type":"create","id":"a","game":"g","players":2,"bots":[""],"clock":{"seconds":1,"bonus":0}})"),
        "the message has a `clock` that has a `seconds` that is too small");
    EXPECT_EQ(problem_of(R"({"type":"create","id":"a","game":"g","players":2,"bots":[1]})"),
              "the message has a `bots` that has an element that is no text");
}

TEST(Protocol, RefusesTextsThatAreTooLong) {
    const auto with_id = [](std::size_t length) {
        return Json{{"type", "undo"}, {"id", std::string(length, 'x')}}.dump();
    };

    EXPECT_EQ(problem_of(with_id(40)), "");
    EXPECT_EQ(problem_of(with_id(41)), "the message has a `id` that is too long");
}

TEST(Protocol, RefusesWhatIsNestedTooDeeply) {
    EXPECT_NE(problem_of(R"({"type":"undo","id":[[[[]]]]})"), "");
    EXPECT_EQ(problem_of(R"({"type":"undo","id":"[[[[[{{{{\"[[[["})"), "");
}

TEST(Protocol, NamesEveryReasonAsTheDescriptionDoes) {
    const Json& words = description().at("words").at("Reason").at("words");

    for (int i = 0; i <= static_cast<int>(Reason::Broken); ++i) {
        EXPECT_TRUE(words.contains(std::string(word_of(static_cast<Reason>(i))))) << i;
    }
    EXPECT_EQ(words.size(), static_cast<std::size_t>(Reason::Broken) + 1);
}

TEST(Protocol, FindsFlawsOfTheServersMessages) {
    EXPECT_EQ(find_flaw({{"type", "accepted"}, {"id", "a"}}), "");
    EXPECT_NE(find_flaw({{"type", "accepted"}}), "");
    EXPECT_NE(find_flaw({{"type", "accepted"}, {"id", "a"}, {"seed", 1}}), "");
    EXPECT_NE(find_flaw({{"type", "choose"}, {"id", "a"}}), "");
}

// Whoever adds a message names types that there are.
TEST(Protocol, IsDescribedInTypesThatThereAre) {
    const auto is_type = [](std::string type) {
        const std::string list = "list of ";
        type = type.starts_with(list) ? type.substr(list.size()) : type;
        return type == "text" || type == "integer" || type == "flag" || type == "range" || type == "view"
               || description().at("words").contains(type) || description().at("records").contains(type);
    };

    for (const char* part : {"records", "client", "server"}) {
        for (const auto& [name, message] : description().at(part).items()) {
            for (const auto& [field, meaning] : message.at("fields").items()) {
                EXPECT_TRUE(is_type(meaning.at("type"))) << name << "." << field;
            }
        }
    }
}

} // namespace
} // namespace tgdl
