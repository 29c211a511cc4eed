// A program outside of the tree: plays tic-tac-toe to the end against a bot, and is refused what is wrong.
//   play RULES
#include <cstdio>
#include <string>
#include <tgdl/bot.h>
#include <tgdl/game.h>
#include <tgdl/rules.h>
#include <tgdl/version.h>

namespace tg = tgdl::v1;

namespace {

int failed = 0;

void expect(bool holds, const char* what) {
    std::printf("%s: %s\n", holds ? "ok" : "FAILED", what);
    failed += holds ? 0 : 1;
}

template <typename T>
bool is_refused(const tg::Result<T>& result, tg::ErrorCode code) {
    return !result && result.error().code == code && !result.error().message.empty();
}

void play_to_the_end(tg::Game& game, tg::Bot& bot) {
    while (game.status() == tg::MatchStatus::Waiting) {
        const bool is_bots_turn = *game.player_asked() == bot.player();
        const tg::Result<std::size_t> choice = is_bots_turn ? bot.decide(game) : tg::Result<std::size_t>(0);
        if (!choice || !game.choose(*choice)) {
            return;
        }
    }
}

} // namespace

int main(int count, char** arguments) {
    const tg::Result<tg::Rules> rules = tg::Rules::load_file(count > 1 ? arguments[1] : "");
    if (!rules || !rules->is_playable()) {
        std::printf("FAILED: %s\n", rules ? rules->diagnostics_text().c_str() : rules.error().message.c_str());
        return 1;
    }
    expect(!tg::version().empty(), "the library says its version");
    expect(is_refused(tg::Rules::load_file("nowhere.tgdl"), tg::ErrorCode::CannotRead),
           "a file that is not there is refused");
    expect(is_refused(tg::Game::start(*rules, {.players = 9}), tg::ErrorCode::WrongPlayers),
           "nine players are refused");

    tg::Result<tg::Game> game = tg::Game::start(*rules, {.players = 2, .seed = 1});
    const std::uint64_t beginning = game->hash();
    expect(is_refused(game->choose(*game->option_count()), tg::ErrorCode::NoSuchOption),
           "a choice that is no option is refused");
    expect(is_refused(game->undo(), tg::ErrorCode::WrongState), "a step back from the beginning is refused");
    expect(is_refused(game->result(), tg::ErrorCode::WrongState), "a result before the end is refused");
    expect(game->hash() == beginning && game->position() == 0, "nothing has changed by that");

    tg::Result<tg::Bot> bot = tg::Bot::make(*game, 1, "mcts:200");
    expect(static_cast<bool>(bot), "a bot is made by its spec");
    expect(is_refused(tg::Bot::make(*game, 1, "clever"), tg::ErrorCode::UnknownBot),
           "a spec that names none is refused");
    play_to_the_end(*game, *bot);
    expect(game->status() == tg::MatchStatus::Finished, "the game comes to its end");
    expect(game->result()->payoffs[1] > 0, "the bot wins against the first option");
    expect(is_refused(game->choose(0), tg::ErrorCode::WrongState), "a choice after the end is refused");

    const tg::Result<tg::Game> loaded = tg::Game::load(*rules, game->save());
    expect(loaded && loaded->hash() == game->hash(), "a save gives the same game");
    expect(game->view(0)->find("tic") != std::string::npos, "a view is a text");
    return failed == 0 ? 0 : 1;
}
