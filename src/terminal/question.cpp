#include "terminal/question.h"

#include "base/numbers.h"
#include "diagnostics/terminal_text.h"
#include "terminal/grid.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace tgdl {

namespace {

// `Side.Place [x]` → `Place [x]`
std::string without_class(const std::string& text, const std::string& action) {
    const std::size_t dot = text.find("." + action);
    const std::size_t instance = text.find(' ');
    return dot != std::string::npos && dot < instance ? text.substr(dot + 1) : text;
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string question_words(const Json& decision) {
    const std::string kind = text_of(decision, "kind");
    if (kind == "action") {
        return "What do you do?";
    }
    if (kind == "off turn") {
        return "It is not your turn: do something, or none?";
    }
    if (kind == "move") {
        return "Where to?";
    }
    const std::string input = text_of(decision, "input");
    return input.empty() ? "Which one?" : input + "?";
}

// The last part of a choice's text in a heading: `Piece.Move [b1]` → `Move b1`.
std::string crumb(const std::string& text) {
    std::string words = text;
    const std::size_t instance = words.find(" [");
    const std::size_t dot = words.find('.');
    const bool is_member =
        dot != std::string::npos && dot < instance && words.find_first_of(" (#/", 0) > dot && dot + 1 < words.size();
    if (instance != std::string::npos && words.ends_with(']')) {
        words.pop_back();
        words.erase(instance + 1, 1);
    }
    return is_member ? words.substr(dot + 1) : words;
}

// Where each corner and side lies, by id.
std::map<std::string, std::string> places_of_lattices(const Json& view) {
    std::map<std::string, std::string> places;
    for (const Json& board : view.at("boards")) {
        const auto groups = board.find("groups"); // none where it is hidden
        for (std::size_t i = 0; groups != board.end() && i < groups->size(); ++i) {
            for (const char* kind : {"corners", "sides"}) {
                if (const auto spots = (*groups)[i].find(kind); spots != (*groups)[i].end()) {
                    for (const Json& spot : *spots) {
                        places[text_of(spot, "id")] = words_around((*groups)[i], spot);
                    }
                }
            }
        }
    }
    return places;
}

// A player who is to be chosen is called by name.
void name_seat(ShownOption& option, const Json& offer, const Json& view) {
    const auto value = offer.find("value");
    if (text_of(offer, "type") == "player" && value != offer.end() && value->is_number() && view.contains("seats")) {
        const auto seat = value->get<std::uint32_t>();
        option.label = seat_name(view, seat);
        option.ink = seat_ink(view, seat);
    }
}

} // namespace

Question read_question(const Json& view, const std::vector<MadeChoice>& running_move) {
    const Json& decision = view.at("decision");
    const std::map<std::string, std::string> places = places_of_lattices(view);
    Question question;
    question.player = decision.at("player").get<std::uint32_t>();
    question.who = seat_name(view, question.player);
    for (const MadeChoice& choice : running_move) {
        question.heading += show_on_one_line(crumb(choice.text)) + " › ";
    }
    question.heading += question_words(decision);
    const auto actions = decision.find("actions");
    std::size_t action = 0;
    std::map<std::string, int> labels;
    const Json& options = decision.at("options");
    for (std::size_t i = 0; i < options.size(); ++i) {
        ShownOption option;
        option.text = show_on_one_line(options[i].get<std::string>());
        option.label = option.text;
        const Json& about = decision.at("about")[i];
        option.about = about.is_null() ? std::string() : text_of(about, "ref");
        if (actions != decision.end() && action < actions->size() && option.text != "none") {
            option.label = without_class(option.text, text_of((*actions)[action], "name"));
            option.note = show_on_one_line(text_of((*actions)[action], "text"));
            ++action;
        }
        name_seat(option, decision.at("offers")[i], view);
        ++labels[option.label];
        question.has_numbers = question.has_numbers && !read_number(option.text);
        question.options.push_back(std::move(option));
    }
    for (ShownOption& option : question.options) {
        if (labels[option.label] > 1) {
            option.label = option.text;
        }
    }
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        ShownOption& option = question.options[i];
        option.shown = option.label;
        const Json& offer = decision.at("offers")[i];
        if (const auto place = places.find(option.about); place != places.end() && text_of(offer, "kind") == "value") {
            option.shown += place->second;
        }
        const std::string type = text_of(offer, "type");
        if (const auto look = type.empty() ? std::nullopt : look_of(view, option.text, type)) {
            option.ink = look->ink;
            option.shown = value_words(option.text, view);
        }
    }
    return question;
}

std::vector<std::size_t> find_options(const Question& question, std::string_view typed) {
    const std::string wanted = lower(typed);
    const auto fitting = [&](const auto& fits) {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < question.options.size(); ++i) {
            if (fits(lower(question.options[i].text)) || fits(lower(question.options[i].label))) {
                found.push_back(i);
            }
        }
        return found;
    };
    std::vector<std::size_t> found = fitting([&](const std::string& text) { return text == wanted; });
    if (!found.empty()) {
        found.resize(1); // the first that fits, as in a file of choices
        return found;
    }
    const std::optional<std::uint64_t> number = read_number(typed);
    if (question.has_numbers && number && *number < question.options.size()) {
        return {static_cast<std::size_t>(*number)};
    }
    found = fitting([&](const std::string& text) { return text.starts_with(wanted); });
    if (found.empty() && !wanted.empty()) {
        found = fitting([&](const std::string& text) {
            const std::size_t at = text.find(wanted, 1);
            return at != std::string::npos && std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
        });
    }
    return found;
}

} // namespace tgdl
