#include "bots/external_bot.h"

#include "match/view.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

std::string line_of(const Json& message) {
    return message.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// What the program said, short enough for a message.
std::string excerpt(const std::string& line) {
    constexpr std::size_t kMost = 60;
    const std::string text = Json(line.substr(0, kMost)).dump(-1, ' ', true, Json::error_handler_t::replace);
    return line.size() > kMost ? text + "…" : text;
}

} // namespace

std::string ExternalBot::complaint(SeatObserver& seat, const std::string& what) const {
    return fmt::format("`exec:{}`, which decides for player {}, {}", command_, seat.player(), what);
}

// Empty, or what went wrong.
std::string ExternalBot::start(SeatObserver& seat) {
    child_.emplace(command_);
    Match& match = seat.match();
    Json hello;
    hello["protocol"] = 1;
    hello["game"] = match.program().game;
    hello["players"] = match.players();
    hello["seat"] = seat.player();
    hello["seed"] = seed_;
    return child_->write(line_of(hello));
}

BotChoice ExternalBot::decide(SeatObserver& seat) {
    std::string problem = child_ ? std::string() : start(seat);
    const std::size_t options = seat.decision().options.size();
    Json question = view(seat.match(), seat.player());
    question["told"] = seat.take_delivered();
    std::string answer;
    problem = problem.empty() ? child_->write(line_of(question)) : problem;
    problem = problem.empty() ? child_->read_line(answer) : problem;
    if (!problem.empty()) {
        return tl::unexpected(complaint(seat, problem));
    }
    const Json chosen = Json::parse(answer, nullptr, false);
    if (chosen.is_object() && chosen.contains("choice") && chosen["choice"].is_number_unsigned()) {
        if (const auto choice = chosen["choice"].get<std::uint64_t>(); choice < options) {
            return static_cast<std::size_t>(choice);
        }
    }
    return tl::unexpected(
        complaint(seat, fmt::format("answered {}; the answer must be {{\"choice\": N}}, N from 0 to {}",
                                    excerpt(answer), options - 1)));
}

} // namespace tgdl
