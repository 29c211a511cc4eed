// Bots that decide for a seat of a game, from what that seat has seen.
//
//   Result<Bot> bot = Bot::make(*game, 1, "mcts:500");
//   while (game->status() == MatchStatus::Waiting) {
//       const bool is_bots_turn = *game->player_asked() == bot->player();
//       game->choose(is_bots_turn ? *bot->decide(*game) : ask_a_person());
//   }
//
// A bot keeps up with its game by itself, also when choices are taken back. It belongs to one thread at a time. One that was
// moved from can only be assigned to or destroyed.
#pragma once

#include <tgdl/game.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tgdl::v1 {

// Whether a bot may be a program that is run: `exec:./my_bot`. Only for words that come from the user of this machine.
enum class ExternalPrograms { Refused, Run };

class Bot {
public:
    // `spec`: the word of `tgdl run --bots`. `random`, `greedy`, `mcts:500` (simulations for each decision), `mcts:200ms`
    // (time for each decision), `exec:COMMAND` (docs/bots.md). All but `mcts:…ms` decide the same again with the same seed, at
    // the same position of the same game. Error: NoSuchPlayer, UnknownBot.
    static Result<Bot> make(const Game& game, std::uint32_t player, std::string_view spec, std::uint64_t seed = 0,
                            ExternalPrograms programs = ExternalPrograms::Refused) noexcept;

    Bot(Bot&&) noexcept;
    Bot& operator=(Bot&&) noexcept;
    Bot(const Bot&) = delete;
    Bot& operator=(const Bot&) = delete;
    ~Bot();

    [[nodiscard]] std::uint32_t player() const noexcept;
    [[nodiscard]] std::string_view spec() const noexcept;

    // The number of an option of game.decision(). `game`: the one it was made for, or a copy, at any position.
    // Error: WrongState, unless it is Waiting; NotAsked, when another player decides; OtherGame; BotFailed.
    Result<std::size_t> decide(const Game& game) noexcept;

private:
    struct Data;
    explicit Bot(std::unique_ptr<Data> data) noexcept;

    std::unique_ptr<Data> data_;
};

} // namespace tgdl::v1
