#include "saves/save.h"

#include "saves/replay_save.h"

#include <fmt/format.h>
#include <utility>

namespace tgdl {

SavedGame saved_game(const Game& game, std::string game_file, std::vector<SavedSeat> seats) {
    SavedGame saved;
    saved.game = std::move(game_file);
    saved.rules = game.program().hash;
    saved.seats = std::move(seats);
    saved.seats.resize(game.players());
    saved.seed = game.seed();
    saved.options = options_of(game.program());
    const auto end = game.choices().begin() + static_cast<std::ptrdiff_t>(game.position());
    saved.choices.assign(game.choices().begin(), end);
    return saved;
}

tl::expected<Game, SaveProblem> load_game(std::shared_ptr<const Program> program, const SavedGame& saved,
                                          const Limits& limits) {
    if (saved.rules != program->hash) {
        return tl::unexpected(SaveProblem{
            0, fmt::format("the rules have changed since this was saved: they were {:016x} and are {:016x} now",
                           saved.rules, program->hash)});
    }
    ReplayedSave replayed = replay_save(std::move(program), saved, limits);
    if (const Difference* const difference = replayed.first()) {
        const std::size_t line = saved.first_line == 0 ? 0 : saved.first_line + difference->choice;
        return tl::unexpected(SaveProblem{line, "the save was changed, for by these rules the game goes another way: "
                                                    + describe_difference(*difference)});
    }
    return *std::move(replayed.game);
}

} // namespace tgdl
