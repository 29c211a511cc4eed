#include <tgdl/game.h>

#include "interface/asking.h"
#include "interface/data.h"
#include "interface/json_text.h"
#include "saves/replay_save.h"
#include "saves/save.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>

namespace tgdl::v1 {

namespace {

tgdl::Limits engine_limits(const Limits& limits) {
    const tgdl::Limits most;
    constexpr std::uint64_t kMostWords = std::numeric_limits<std::uint32_t>::max() / 2;
    tgdl::Limits given;
    given.steps = limits.steps;
    given.depth = std::min(limits.depth, most.depth);
    given.words = static_cast<std::uint32_t>(std::min(limits.memory_bytes / sizeof(std::uint64_t), kMostWords));
    given.output = limits.output_bytes;
    given.stop = {limits.stop, limits.stop_context};
    return given;
}

std::optional<MatchSeed> engine_seed(const GameStart& start) {
    constexpr std::size_t kKeyDigits = 64;
    if (start.seed_key.empty()) {
        return MatchSeed::from(start.seed);
    }
    return start.seed_key.size() == kKeyDigits ? MatchSeed::read(start.seed_key) : std::nullopt;
}

Error not_playable(const LoadedRules& rules) {
    return {ErrorCode::NotPlayable,
            rules.is_library ? fmt::format("`{}` is a library without `game`: it cannot be played", rules.path)
                             : fmt::format("`{}` has errors: it cannot be played", rules.path),
            0};
}

Error wrong_players(const Program& program, std::size_t players) {
    return {ErrorCode::WrongPlayers,
            fmt::format("`{}` is for {} players, not for {}", program.game, describe_players(program), players), 0};
}

Disclosure public_disclosure(tgdl::Disclosure disclosure) {
    switch (disclosure) {
    case tgdl::Disclosure::Nothing: break;
    case tgdl::Disclosure::Chance: return Disclosure::Chance;
    case tgdl::Disclosure::SecretShown: return Disclosure::SecretShown;
    case tgdl::Disclosure::SecretUsed: return Disclosure::SecretUsed;
    case tgdl::Disclosure::Answered: return Disclosure::Answered;
    }
    return Disclosure::Nothing;
}

} // namespace

Game::Game(std::unique_ptr<Data> data) noexcept : data_(std::move(data)) {}
Game::Game(Game&&) noexcept = default;
Game& Game::operator=(Game&&) noexcept = default;
Game::~Game() = default;

// ---- beginnings

Result<Game> Game::start(const Rules& rules, const GameStart& start) noexcept {
    const LoadedRules& loaded = rules.data_->loaded;
    if (loaded.program == nullptr) {
        return not_playable(loaded);
    }
    if (start.players != 0 && !accepts_players(*loaded.program, start.players)) {
        return wrong_players(*loaded.program, start.players);
    }
    const std::optional<MatchSeed> seed = engine_seed(start);
    if (!seed) {
        return Error{ErrorCode::WrongSeed, "the key of a seed is 64 hexadecimal digits", 0};
    }
    return Game(std::make_unique<Data>(
        rules,
        tgdl::Game(loaded.program, {.players = start.players, .seed = *seed, .limits = engine_limits(start.limits)})));
}

Result<Game> Game::load(const Rules& rules, std::string_view save, const Limits& limits) noexcept {
    const LoadedRules& loaded = rules.data_->loaded;
    if (loaded.program == nullptr) {
        return not_playable(loaded);
    }
    const auto saved = read_save(save);
    if (!saved) {
        return Error{ErrorCode::BadSave, saved.error().text, saved.error().line};
    }
    auto game = load_game(loaded.program, *saved, engine_limits(limits));
    if (!game) {
        const bool is_other = saved->rules != loaded.program->hash;
        return Error{is_other ? ErrorCode::OtherRules : ErrorCode::BadSave, game.error().text, game.error().line};
    }
    return Game(std::make_unique<Data>(rules, *std::move(game)));
}

Result<Replayed> Game::replay(const Rules& rules, std::string_view save, const Limits& limits) noexcept {
    const LoadedRules& loaded = rules.data_->loaded;
    if (loaded.program == nullptr) {
        return not_playable(loaded);
    }
    const auto saved = read_save(save);
    if (!saved) {
        return Error{ErrorCode::BadSave, saved.error().text, saved.error().line};
    }
    tgdl::ReplayedSave replayed = tgdl::replay_save(loaded.program, *saved, engine_limits(limits));
    if (!replayed.game) {
        return wrong_players(*loaded.program, saved->seats.size());
    }
    return Replayed{Game(std::make_unique<Data>(rules, *std::move(replayed.game))), !replayed.stop.has_value(),
                    describe_differences(replayed)};
}

Game Game::copy() const noexcept {
    return Game(std::make_unique<Data>(data_->rules, tgdl::Game(data_->game)));
}

Rules Game::rules() const noexcept {
    return data_->rules;
}

std::uint32_t Game::players() const noexcept {
    return data_->game.players();
}

void Game::set_player_names(const std::vector<std::string>& names) noexcept {
    data_->game.set_player_names(names);
}

std::string Game::seed() const noexcept {
    return data_->game.seed().text();
}

// ---- the match

MatchStatus Game::status() const noexcept {
    return status_of(data_->game.match());
}

Result<Decision> Game::decision() const noexcept {
    return decision_of(data_->game.match());
}

Result<std::uint32_t> Game::player_asked() const noexcept {
    if (std::optional<Error> error = refuse_unless_waiting(data_->game.match())) {
        return *std::move(error);
    }
    return data_->game.decision().player;
}

Result<std::size_t> Game::option_count() const noexcept {
    if (std::optional<Error> error = refuse_unless_waiting(data_->game.match())) {
        return *std::move(error);
    }
    return data_->game.decision().options.size();
}

Result<std::string> Game::refusals() const noexcept {
    if (std::optional<Error> error = refuse_unless_waiting(data_->game.match())) {
        return *std::move(error);
    }
    return json_text(refusals_view(data_->game.match()));
}

Result<void> Game::choose(std::size_t option) noexcept {
    if (std::optional<Error> error = refuse_choice(data_->game.match(), option)) {
        return *std::move(error);
    }
    data_->game.choose(option);
    return {};
}

Result<MatchResult> Game::result() const noexcept {
    return result_of(data_->game.match());
}

Result<Fault> Game::fault() const noexcept {
    return fault_of(data_->rules.data_->loaded, data_->game.match());
}

std::uint64_t Game::hash() const noexcept {
    return data_->game.hash();
}

Match Game::match() const noexcept {
    return Match(std::make_unique<Match::Data>(data_->rules, tgdl::Match(data_->game.match())));
}

// ---- its history

std::size_t Game::position() const noexcept {
    return data_->game.position();
}

std::vector<Choice> Game::choices() const noexcept {
    std::vector<Choice> choices;
    choices.reserve(data_->game.choices().size());
    for (const ChoiceMade& made : data_->game.choices()) {
        choices.push_back({made.player, made.question, made.option, made.text});
    }
    return choices;
}

Result<void> Game::undo() noexcept {
    if (!data_->game.undo()) {
        return Error{ErrorCode::WrongState, "there is no choice to take back", 0};
    }
    return {};
}

Result<void> Game::redo() noexcept {
    if (!data_->game.redo()) {
        return Error{ErrorCode::WrongState, "there is no choice to make again", 0};
    }
    return {};
}

Result<void> Game::go_to(std::size_t position) noexcept {
    if (!data_->game.go_to(position)) {
        return Error{
            ErrorCode::WrongState,
            fmt::format("there is no position {}; there are {} choices", position, data_->game.choices().size()), 0};
    }
    return {};
}

Result<Disclosure> Game::disclosure_of(std::size_t choice) const noexcept {
    if (choice >= data_->game.position()) {
        return Error{ErrorCode::WrongState,
                     fmt::format("there is no choice {}; {} are made, counted from 0", choice, data_->game.position()),
                     0};
    }
    return public_disclosure(data_->game.disclosure_of(choice));
}

std::string Game::save(std::string_view rules_file) const noexcept {
    return write_save(saved_game(data_->game, std::string(rules_file.empty() ? data_->rules.path() : rules_file)));
}

// ---- what people may know

Result<std::vector<Text>> Game::texts(std::uint32_t viewer, std::size_t first) const noexcept {
    if (std::optional<Error> error = refuse_viewer(data_->game.match(), viewer)) {
        return *std::move(error);
    }
    const std::vector<Delivered>& all = data_->game.texts();
    std::vector<Text> texts;
    for (std::size_t i = first; i < all.size(); ++i) {
        const bool is_seen_whole = viewer == kAllSeeing;
        const std::string* const text = is_seen_whole ? &all[i].text : text_for(all[i], viewer, players());
        if (text != nullptr) {
            texts.push_back({*text, all[i].to == kNone ? std::nullopt : std::optional(all[i].to), i});
        }
    }
    return texts;
}

std::size_t Game::text_count() const noexcept {
    return data_->game.texts().size();
}

std::vector<std::string> Game::reports() const noexcept {
    return data_->game.reports();
}

Result<std::string> Game::view(std::uint32_t viewer) const noexcept {
    if (std::optional<Error> error = refuse_viewer(data_->game.match(), viewer)) {
        return *std::move(error);
    }
    return json_text(data_->game.view(viewer));
}

Result<Match> Game::sample(std::uint32_t player, std::uint64_t seed) const noexcept {
    if (std::optional<Error> error = refuse_player(data_->game.match(), player)) {
        return *std::move(error);
    }
    SeatReplay& replay = data_->replays.try_emplace(player, player).first->second;
    return Match(std::make_unique<Match::Data>(data_->rules, replay.determinize(data_->game, seed)));
}

} // namespace tgdl::v1
