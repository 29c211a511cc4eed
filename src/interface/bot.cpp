#include <tgdl/bot.h>

#include "bots/bot_table.h"
#include "interface/asking.h"
#include "interface/data.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl::v1 {

namespace {

std::vector<SeatPlan> plans_for(const BotPlan& plan, std::uint32_t player, std::uint32_t players) {
    std::vector<SeatPlan> plans(players);
    plans[player] = plan;
    return plans;
}

} // namespace

// The bot sits at a table of its own, where the choices of the game are made again.
struct Bot::Data {
    Data(const BotPlan& plan, std::uint32_t seat, const tgdl::Game& game, const tgdl::Match& first, std::uint64_t seed)
        : spec(plan.word),
          player(seat),
          rules(game.program().hash),
          game_seed(game.seed()),
          start(first),
          match(start),
          table(plans_for(plan, seat, game.players()), start, seed) {}

    [[nodiscard]] bool belongs_to(const tgdl::Game& game) const {
        return game.program().hash == rules && game.players() == match.players() && game.seed() == game_seed;
    }

    void restart() {
        made.clear();
        match.copy_from(start);
        table.restart(match);
    }

    void catch_up(const tgdl::Game& game) {
        const auto is_same = [](std::uint32_t option, const ChoiceMade& choice) { return option == choice.option; };
        if (made.size() > game.position() || !std::equal(made.begin(), made.end(), game.choices().begin(), is_same)) {
            restart();
        }
        while (made.size() < game.position()) {
            const std::uint32_t option = game.choices()[made.size()].option;
            table.record_choice(match, option);
            match.choose(option);
            (void)match.take_texts();
            (void)match.take_reports();
            made.push_back(option);
        }
    }

    std::string spec;
    std::uint32_t player;
    std::uint64_t rules;
    MatchSeed game_seed;
    tgdl::Match start;
    tgdl::Match match;
    std::vector<std::uint32_t> made; // the choices in it
    BotTable table;
};

Bot::Bot(std::unique_ptr<Data> data) noexcept : data_(std::move(data)) {}
Bot::Bot(Bot&&) noexcept = default;
Bot& Bot::operator=(Bot&&) noexcept = default;
Bot::~Bot() = default;

Result<Bot> Bot::make(const Game& game, std::uint32_t player, std::string_view spec, std::uint64_t seed,
                      ExternalPrograms programs) noexcept {
    tgdl::Game& played = game.data_->game;
    if (std::optional<Error> error = refuse_player(played.match(), player)) {
        return *std::move(error);
    }
    const bool may_run = programs == ExternalPrograms::Run;
    const auto plans = read_bots(spec, may_run ? tgdl::ExternalPrograms::Run : tgdl::ExternalPrograms::Refused);
    if (!plans) {
        return Error{ErrorCode::UnknownBot, plans.error(), 0};
    }
    if (plans->size() != 1) {
        return Error{ErrorCode::UnknownBot, fmt::format("`{}` names {} bots, not one", spec, plans->size()), 0};
    }
    tgdl::Game first(played);
    first.go_to(0);
    (void)first.match().take_texts();
    return Bot(std::make_unique<Data>(plans->front(), player, first, first.match(), seed));
}

std::uint32_t Bot::player() const noexcept {
    return data_->player;
}

std::string_view Bot::spec() const noexcept {
    return data_->spec;
}

Result<std::size_t> Bot::decide(const Game& game) noexcept {
    tgdl::Game& played = game.data_->game;
    if (!data_->belongs_to(played)) {
        return Error{ErrorCode::OtherGame, "the bot was made for a game of other rules, players or seed", 0};
    }
    if (std::optional<Error> error = refuse_unless_waiting(played.match())) {
        return *std::move(error);
    }
    const std::uint32_t asked = played.decision().player;
    if (asked != data_->player) {
        return Error{ErrorCode::NotAsked,
                     fmt::format("player {} decides, and the bot plays for player {}", asked, data_->player), 0};
    }
    data_->catch_up(played);
    data_->table.go_to(played.position()); // so that it decides the same after a step back, and when a game is loaded
    const BotChoice choice = data_->table.decide(data_->match);
    if (!choice) {
        return Error{ErrorCode::BotFailed, choice.error(), 0};
    }
    return *choice;
}

} // namespace tgdl::v1
