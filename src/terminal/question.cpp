#include "terminal/question.h"

#include "base/numbers.h"
#include "diagnostics/terminal_text.h"

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
        dot != std::string::npos && dot < instance && dot + 1 < words.size() && words.find_first_of(" (", 0) > dot;
    if (instance != std::string::npos && words.ends_with(']')) {
        words.pop_back();
        words.erase(instance + 1, 1);
    }
    return is_member ? words.substr(dot + 1) : words;
}

} // namespace

Question read_question(const Json& decision, const std::vector<MadeChoice>& running_move) {
    Question question;
    question.player = decision.at("player").get<std::uint32_t>();
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
        ++labels[option.label];
        question.has_numbers = question.has_numbers && !read_number(option.text);
        question.options.push_back(std::move(option));
    }
    for (ShownOption& option : question.options) {
        if (labels[option.label] > 1) {
            option.label = option.text;
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
