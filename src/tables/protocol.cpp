#include "tables/protocol.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

const Json& description() {
    static const Json parsed = Json::parse(protocol_files().front().content);
    return parsed;
}

std::string check_record(const Json& value, const Json& fields);

std::string check_integer(const Json& value, const Json& field) {
    if (!value.is_number_integer()) {
        return "is no whole number";
    }
    const auto number = value.get<std::int64_t>();
    const bool is_large = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
    if (is_large || (field.contains("most") && number > field.at("most").get<std::int64_t>())) {
        return "is too large";
    }
    if (field.contains("least") && number < field.at("least").get<std::int64_t>()) {
        return "is too small";
    }
    return {};
}

std::string check_text(const Json& value, const Json& field) {
    if (!value.is_string()) {
        return "is no text";
    }
    const bool is_long = field.contains("longest")
                         && value.get_ref<const std::string&>().size() > field.at("longest").get<std::size_t>();
    return is_long ? "is too long" : "";
}

std::string check_range(const Json& value) {
    const bool is_range =
        value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
    return is_range ? "" : "is no pair of whole numbers";
}

// Empty, or what is wrong with it: `is no text`. Not for lists.
std::string check_single(const Json& value, std::string_view type, const Json& field) {
    if (type == "text") {
        return check_text(value, field);
    }
    if (type == "integer") {
        return check_integer(value, field);
    }
    if (type == "flag") {
        return value.is_boolean() ? "" : "is neither true nor false";
    }
    if (type == "range") {
        return check_range(value);
    }
    if (type == "view") {
        return value.is_structured() ? "" : "is neither a list nor an object";
    }
    const std::string name(type);
    if (const Json& words = description().at("words"); words.contains(name)) {
        const bool is_word = value.is_string() && words.at(name).at("words").contains(value.get<std::string>());
        return is_word ? "" : "is none of the words that can stand there";
    }
    return check_record(value, description().at("records").at(name).at("fields"));
}

// Of a list, `most` bounds its length and the other limits each element.
std::string check_value(const Json& value, std::string_view type, const Json& field) {
    constexpr std::string_view kListOf = "list of ";
    if (!type.starts_with(kListOf)) {
        return check_single(value, type, field);
    }
    if (!value.is_array()) {
        return "is no list";
    }
    if (field.contains("most") && value.size() > field.at("most").get<std::size_t>()) {
        return "is too long";
    }
    for (const Json& item : value) {
        if (std::string flaw = check_single(item, type.substr(kListOf.size()), field); !flaw.empty()) {
            return "has an element that " + flaw;
        }
    }
    return {};
}

std::string check_record(const Json& value, const Json& fields) {
    if (!value.is_object()) {
        return "is no object";
    }
    for (const auto& [name, field] : fields.items()) {
        const auto found = value.find(name);
        if (found == value.end()) {
            if (!field.contains("optional")) {
                return fmt::format("lacks `{}`", name);
            }
            continue;
        }
        const std::string flaw = check_value(*found, field.at("type").get_ref<const std::string&>(), field);
        if (!flaw.empty()) {
            return fmt::format("has a `{}` that {}", name, flaw);
        }
    }
    for (const auto& [name, unused] : value.items()) {
        if (name != "type" && !fields.contains(name)) {
            return "has a field that it should not have";
        }
    }
    return {};
}

// No message nests more than an object in a list in an object. What does is not even taken apart: it would take much more
// room than its text.
bool is_nested_deeply(std::string_view text) {
    constexpr int kDeepest = 3;
    int depth = 0;
    bool is_within_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char character = text[i];
        if (is_within_text) {
            i += character == '\\' ? 1 : 0;
            is_within_text = character != '"';
        } else if (character == '[' || character == '{') {
            ++depth;
        } else if (character == ']' || character == '}') {
            --depth;
        } else {
            is_within_text = character == '"';
        }
        if (depth > kDeepest) {
            return true;
        }
    }
    return false;
}

std::string check_message(const Json& message, const char* side) {
    if (!message.is_object()) {
        return "is no object";
    }
    const auto type = message.find("type");
    if (type == message.end() || !type->is_string()) {
        return "lacks its `type`";
    }
    const auto& types = description().at(side);
    const auto found = types.find(type->get_ref<const std::string&>());
    return found == types.end() ? "has a `type` that there is not" : check_record(message, found->at("fields"));
}

} // namespace

std::string_view word_of(Reason reason) {
    constexpr std::array kWords = {
#define TGDL_REASON(name, word) std::string_view(word),
#include "tables/protocol/reasons.def"
#undef TGDL_REASON
    };
    return kWords[static_cast<std::size_t>(reason)];
}

std::int64_t protocol_version() {
    return description().at("version").get<std::int64_t>();
}

tl::expected<Json, Refused> read_client_message(std::string_view text) {
    Json message = is_nested_deeply(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
    if (message.is_discarded()) {
        return tl::unexpected(Refused{Reason::Malformed, "the message is no JSON"});
    }
    if (const std::string flaw = check_message(message, "client"); !flaw.empty()) {
        return tl::unexpected(Refused{Reason::Malformed, "the message " + flaw});
    }
    return message;
}

std::string find_flaw(const Json& message) {
    return check_message(message, "server");
}

} // namespace tgdl
