#include "bench/table_load/server_message.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace load {

namespace {

using Json = nlohmann::json;

// Where in a message a value stands.
enum class Place : std::uint8_t { Outside, Message, View, Decision, Options, Log, Line, Seats, Seat, Elsewhere };

struct Step {
    Place from;
    std::string_view key; // of an element of a list: empty
    Place to;
};

constexpr std::array<Step, 8> kSteps = {{
    {Place::Message, "view", Place::View},
    {Place::View, "decision", Place::Decision},
    {Place::Decision, "options", Place::Options},
    {Place::Message, "log", Place::Log},
    {Place::Log, "", Place::Line},
    {Place::Message, "seats", Place::Seats},
    {Place::Seats, "", Place::Seat},
    {Place::Outside, "", Place::Message},
}};

struct TextField {
    Place place;
    std::string_view key;
    std::string ServerMessage::* field;
};

constexpr std::array<TextField, 11> kTextFields = {{
    {Place::Message, "type", &ServerMessage::type},
    {Place::Message, "id", &ServerMessage::id},
    {Place::Message, "reason", &ServerMessage::reason},
    {Place::Message, "text", &ServerMessage::text},
    {Place::Message, "table", &ServerMessage::table},
    {Place::Message, "host", &ServerMessage::host},
    {Place::Message, "url", &ServerMessage::url},
    {Place::Message, "choice", &ServerMessage::choice},
    {Place::Message, "decision", &ServerMessage::decision},
    {Place::Message, "fault", &ServerMessage::fault},
    {Place::View, "status", &ServerMessage::status},
}};

struct TextList {
    Place place;
    std::string_view key;
    std::vector<std::string> ServerMessage::* field;
};

constexpr std::array<TextList, 3> kTextLists = {{
    {Place::Options, "", &ServerMessage::options},
    {Place::Line, "text", &ServerMessage::lines},
    {Place::Seat, "token", &ServerMessage::tokens},
}};

class Reader final : public nlohmann::json_sax<Json> {
public:
    ServerMessage message;

    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return true; }

    bool number_unsigned(number_unsigned_t value) override {
        if (place() != Place::Message) {
            return true;
        }
        if (key_ == "length") {
            message.length = value;
        } else if (key_ == "log_from") {
            message.lines_before = value;
        } else if (key_ == "position") {
            message.position = value;
        }
        return true;
    }

    bool string(string_t& value) override {
        for (const TextField& field : kTextFields) {
            if (field.place == place() && field.key == key_) {
                message.*field.field = std::move(value);
                return true;
            }
        }
        for (const TextList& list : kTextLists) {
            if (list.place == place() && (list.key.empty() || list.key == key_)) {
                (message.*list.field).push_back(std::move(value));
                return true;
            }
        }
        return true;
    }

    bool key(string_t& name) override {
        key_ = name;
        return true;
    }

    bool start_object(std::size_t /*elements*/) override { return enter(); }
    bool start_array(std::size_t /*elements*/) override { return enter(); }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*problem*/) override {
        return false;
    }

private:
    [[nodiscard]] Place place() const { return places_.back(); }

    bool enter() {
        Place to = Place::Elsewhere;
        for (const Step& step : kSteps) {
            if (step.from == place() && (step.key.empty() || step.key == key_)) {
                to = step.to;
            }
        }
        places_.push_back(to);
        return true;
    }

    bool leave() {
        places_.pop_back();
        return true;
    }

    std::vector<Place> places_ = {Place::Outside};
    std::string key_;
};

} // namespace

std::optional<ServerMessage> read_server_message(std::string_view text) {
    Reader reader;
    if (!Json::sax_parse(text, &reader)) {
        return std::nullopt;
    }
    return std::move(reader.message);
}

} // namespace load
