#include "bots/bot.h"

#include "bots/external_bot.h"
#include "bots/greedy_bot.h"
#include "bots/mcts_bot.h"
#include "bots/random_bot.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostEffort = 1'000'000'000;

class RandomPlayer final : public Bot {
public:
    explicit RandomPlayer(std::uint64_t seed) : bot_(seed) {}
    BotChoice decide(SeatObserver& seat) override { return bot_.decide(seat.decision()); }
    [[nodiscard]] bool observes() const override { return false; }
    void go_to(std::uint64_t position) override { bot_.go_to(position); }

private:
    RandomBot bot_;
};

// `mcts:500`, `mcts:200ms`
bool read_effort(std::string_view word, BotPlan& plan) {
    const bool by_time = word.ends_with("ms");
    word.remove_suffix(by_time ? 2 : 0);
    std::uint64_t effort = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), effort);
    (by_time ? plan.milliseconds : plan.simulations) = effort;
    return problem == std::errc() && end == word.data() + word.size() && effort > 0 && effort <= kMostEffort;
}

tl::expected<BotPlan, std::string> read_bot(std::string_view word, ExternalPrograms programs) {
    constexpr std::string_view kSearch = "mcts:";
    constexpr std::string_view kProgram = "exec:";
    BotPlan plan;
    plan.word = word;
    if (word == "random") {
        return plan;
    }
    if (word == "greedy") {
        plan.kind = BotKind::Greedy;
        return plan;
    }
    if (word.starts_with(kProgram) && word.size() > kProgram.size()) {
        if (programs == ExternalPrograms::Refused) {
            return tl::unexpected(
                fmt::format("`{}`: a file cannot have a program run; name it on the command line", word));
        }
        plan.kind = BotKind::Program;
        plan.command = word.substr(kProgram.size());
        return plan;
    }
    if (!word.starts_with(kSearch)) {
        return tl::unexpected(fmt::format(
            "there is no bot `{}`; there are `random`, `greedy`, `mcts:500` (500 tries for each decision) and "
            "`mcts:200ms` (by time){}",
            word, programs == ExternalPrograms::Run ? ", and `exec:COMMAND` for a program of yours" : ""));
    }
    plan.kind = BotKind::Search;
    if (!read_effort(word.substr(kSearch.size()), plan)) {
        return tl::unexpected(fmt::format("`{}` does not say how long to think: write `mcts:500` for 500 tries, or "
                                          "`mcts:200ms`, up to {}",
                                          word, kMostEffort));
    }
    return plan;
}

} // namespace

void Bot::record_choice(Match& /*match*/, std::size_t /*choice*/) {}
void Bot::go_to(std::uint64_t /*position*/) {}
void Bot::restart() {}

tl::expected<std::vector<BotPlan>, std::string> read_bots(std::string_view words, ExternalPrograms programs) {
    std::vector<BotPlan> plans;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        tl::expected<BotPlan, std::string> plan = read_bot(words.substr(begin, end - begin), programs);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        plans.push_back(std::move(*plan));
        begin = end + 1;
    }
    return plans;
}

std::unique_ptr<Bot> make_bot(const BotPlan& plan, const Match& start, std::uint64_t seed) {
    switch (plan.kind) {
    case BotKind::Random: break;
    case BotKind::Greedy: return std::make_unique<GreedyBot>(start, seed);
    case BotKind::Program: return std::make_unique<ExternalBot>(plan.command, seed);
    case BotKind::Search:
        return std::make_unique<MctsBot>(start, MctsBudget{plan.simulations, plan.milliseconds}, seed);
    }
    return std::make_unique<RandomPlayer>(seed);
}

} // namespace tgdl
