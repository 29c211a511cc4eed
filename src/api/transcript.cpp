#include "api/transcript.h"

#include "base/numbers.h"

#include <fmt/format.h>

namespace tgdl {

std::string log_line(const Delivered& delivered) {
    return delivered.to == kNone ? delivered.text : fmt::format("[to {}] {}", delivered.to, delivered.text);
}

std::vector<std::string> result_lines(const MatchResult& result) {
    std::vector<std::string> lines;
    if (result.by_scores) {
        std::string scores = "scores:";
        for (const std::optional<double>& score : result.scores) {
            scores += " " + (score ? number_text(*score) : "-");
        }
        lines.push_back(std::move(scores));
    }
    std::string places;
    for (const std::vector<std::uint32_t>& place : result.places) {
        places += fmt::format("{}[{}]", places.empty() ? "" : ",", fmt::join(place, ","));
    }
    lines.push_back(result_line("[" + places + "]"));
    return lines;
}

std::string result_line(std::string_view word) {
    return fmt::format("result: {}", word);
}

std::optional<std::size_t> find_option(Match& match, const Decision& decision, std::string_view choice) {
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        if (match.option_text(decision, i) == choice) {
            return i;
        }
    }
    const std::optional<std::uint64_t> number = read_number(choice);
    return number && *number < decision.options.size() ? number : std::nullopt;
}

std::vector<std::string> numbered_options(Match& match, const Decision& decision) {
    std::vector<std::string> texts;
    texts.reserve(decision.options.size());
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        texts.push_back(fmt::format("{}={}", i, match.option_text(decision, i)));
    }
    return texts;
}

} // namespace tgdl
