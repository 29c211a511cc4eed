#include "tables/bot_turn.h"

#include "bots/bot_table.h"
#include "match/flow.h"

#include <new>

namespace tgdl {

namespace {

BotPlan plan_of(const std::string& bot) {
    tl::expected<std::vector<BotPlan>, std::string> read = read_bots(bot);
    return read && !read->empty() ? std::move(read->front()) : BotPlan{};
}

// Null: the match does not go as it went.
std::unique_ptr<Match> play_again(const BotTurn& turn, BotTable& bots, std::unique_ptr<Match> match) {
    for (const std::uint32_t choice : turn.choices) {
        if (match->status() != MatchStatus::Waiting || choice >= match->decision().options.size()) {
            return nullptr;
        }
        bots.record_choice(*match, choice);
        match->choose(choice);
        (void)match->take_texts();
    }
    const bool has_come = match->status() == MatchStatus::Waiting && match->decision().player == turn.seat;
    return has_come ? std::move(match) : nullptr;
}

} // namespace

bool needs_choices(const std::string& bot, const Program& program) {
    return plan_of(bot).kind != BotKind::Random && (program.hides || program.chance || program.simultaneous);
}

std::size_t think(const BotTurn& turn) {
    std::size_t options = 1;
    try {
        std::vector<SeatPlan> plans(turn.match->players());
        plans[turn.seat] = plan_of(turn.bot);
        auto match = std::make_unique<Match>(*turn.match);
        options = match->decision().options.size();
        if (!turn.choices.empty()) {
            match = std::make_unique<Match>(match->flow().shared_program(), match->players(), turn.seed, turn.limits);
        }
        BotTable bots(plans, *match, turn.random_number);
        match = play_again(turn, bots, std::move(match));
        const BotChoice choice = match ? bots.decide(*match) : BotChoice(options);
        if (choice && *choice < options) {
            return *choice;
        }
    } catch (const std::bad_alloc&) { // NOLINT(bugprone-empty-catch): then it chooses at random
    }
    return turn.random_number % options;
}

} // namespace tgdl
