#include "simulate/simulate.h"

#include "bots/bot_table.h"
#include "bots/random_bot.h"
#include "match/determinize.h"
#include "simulate/checkpoint.h"
#include "simulate/choice_usage.h"
#include "simulate/coverage.h"
#include "simulate/measure.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace tgdl {

namespace {

constexpr std::uint64_t kGamesAtATime = 8;
constexpr std::uint64_t kSampledOneOf = 64; // games: of the last of so many the winner's lead is measured
constexpr std::uint64_t kPlayoutsFromAPart = 8;
constexpr std::uint64_t kCoveredGames = 200; // of which it is noted what runs, if details are wanted

SimulationTotals no_totals(const Program& program, const SimulationPlan& plan) {
    SimulationTotals totals(plan.players, plan.bots.size(), program.actions.size());
    totals.details.ran.resize(plan.coverage_regions());
    return totals;
}

// Plays games one after the other, on one thread.
class Player {
public:
    Player(const std::shared_ptr<const Program>& program, const SimulationPlan& plan)
        : program_(program),
          plan_(plan),
          // Where nothing is left to chance, all games begin as the first one does.
          starts_alike_(!program->chance && !program->hides),
          start_(make_match(plan.seed)),
          match_(start_),
          totals_(no_totals(*program, plan)) {
        last_offered_.resize(program->actions.size());
    }

    void play(std::uint64_t game) {
        const std::uint64_t seed = plan_.seed + game;
        begin(seed);
        used_.begin(is_detailed(game) ? ChoiceUsage::Detail::On : ChoiceUsage::Detail::Off);
        Length length;
        play_on(game, seed, length);
        if (plan_.details && plan_.instrumented && game < kCoveredGames) {
            record_coverage(plan_, seed, choices_, totals_.details);
        }
        switch (match_.status()) {
        case MatchStatus::Waiting: // at the limit
        case MatchStatus::Stuck:
            ++totals_.stuck;
            keep(totals_.first_stuck, game, seed);
            return;
        case MatchStatus::Error:
            ++totals_.errors;
            keep(totals_.first_errors, game, seed);
            return;
        case MatchStatus::Finished: break;
        }
        ++totals_.finished;
        totals_.choices.add(length.choices);
        totals_.moves.add(length.moves);
        totals_.turns.add(length.turns);
        count_places(game);
        if (is_detailed(game)) {
            used_.finish(match_.result(), totals_.details);
        }
        if (game % kSampledOneOf == kSampledOneOf - 1) {
            measure_lead(seed);
        }
    }

    // Those of the games since the last call.
    SimulationTotals take_totals() { return std::exchange(totals_, no_totals(*program_, plan_)); }

private:
    struct Length {
        std::uint64_t choices = 0, moves = 0, turns = 0;
    };

    [[nodiscard]] Match make_match(std::uint64_t seed) const {
        return {program_, plan_.players, MatchSeed::from(seed), plan_.limits};
    }

    [[nodiscard]] bool is_detailed(std::uint64_t game) const { return plan_.details && game < kDetailedGames; }

    void begin(std::uint64_t seed) {
        if (starts_alike_) {
            match_.copy_from(start_);
        } else {
            match_ = make_match(seed);
        }
        choices_.clear();
    }

    void play_on(std::uint64_t game, std::uint64_t seed, Length& length) {
        BotTable bots(bots_of(game), match_, seed);
        std::uint32_t active = kNone;
        while (match_.status() == MatchStatus::Waiting && length.choices < plan_.limit) {
            const Decision& decision = match_.decision();
            const BotChoice chosen = bots.decide(match_);
            if (!chosen) {
                throw BotFailed(chosen.error());
            }
            const std::size_t choice = *chosen;
            count_decision(decision, choice);
            ++length.choices;
            length.moves += decision.begins_move ? 1 : 0;
            length.turns += match_.active_player() != active ? 1 : 0;
            active = match_.active_player();
            choices_.push_back(static_cast<std::uint32_t>(choice));
            bots.record_choice(match_, choice);
            match_.choose(choice);
        }
    }

    // By seat.
    [[nodiscard]] std::vector<SeatPlan> bots_of(std::uint64_t game) const {
        std::vector<SeatPlan> bots(plan_.players);
        for (std::uint32_t seat = 0; seat < plan_.players; ++seat) {
            bots[seat] = plan_.bots[plan_.bot_at(game, seat)];
        }
        return bots;
    }

    void count_decision(const Decision& decision, std::size_t choice) {
        ++totals_.decisions[decision.player];
        totals_.options += decision.options.size();
        totals_.real_choices += decision.options.size() > 1 ? 1 : 0;
        used_.count(match_, decision, choice);
        if (decision.kind != DecisionKind::Action && decision.kind != DecisionKind::OffTurn) {
            return;
        }
        ++asked_;
        for (const Option& option : decision.options) {
            if (option.kind == OptionKind::Action && last_offered_[option.action] != asked_) {
                last_offered_[option.action] = asked_;
                ++totals_.actions[option.action].possible;
            }
        }
        if (const Option& chosen = decision.options[choice]; chosen.kind == OptionKind::Action) {
            ++totals_.actions[chosen.action].taken;
        }
    }

    void keep(std::vector<BrokenGame>& broken, std::uint64_t game, std::uint64_t seed) const {
        if (broken.size() < kMostBroken) {
            const bool is_error = match_.status() == MatchStatus::Error;
            broken.push_back({game, seed, match_.setup_failure(), is_error ? match_.fault() : Fault{}});
        }
    }

    void count_places(std::uint64_t game) {
        const std::vector<std::vector<std::uint32_t>>& places = match_.result().places;
        if (places.empty()) {
            ++totals_.unwon;
            return;
        }
        const std::vector<std::uint32_t>& first = places.front();
        totals_.draws += plan_.players > 1 && first.size() == plan_.players ? 1 : 0;
        for (const std::uint32_t seat : first) {
            totals_.seats[seat].add(first.size());
            totals_.bots[plan_.bot_at(game, seat)].add(first.size());
        }
    }

    // Detail for the part of the game after which the winner wins however it goes on. Takes the winner's chances to grow,
    // so that halving finds it.
    void measure_lead(std::uint64_t seed) {
        const std::vector<std::vector<std::uint32_t>> places = match_.result().places;
        if (plan_.players == 1 || places.empty() || places.front().size() != 1) {
            return;
        }
        const std::vector<std::uint32_t> choices = choices_;
        std::uint64_t open = 0;
        std::uint64_t decided = kLeadParts;
        while (decided - open > 1) {
            const std::uint64_t middle = (open + decided) / 2;
            const std::size_t position = choices.size() * middle / kLeadParts;
            begin(seed);
            for (std::size_t i = 0; i < position; ++i) {
                match_.choose(choices[i]);
            }
            (always_wins(places.front().front(), seed) ? decided : open) = middle;
        }
        totals_.decided.add(decided);
        if (plan_.details) {
            count_lead_changes(seed, choices, places.front().front());
        }
    }

    // Who would win most of some random games from there; kNone: several.
    std::uint32_t favourite(std::uint64_t seed) {
        std::vector<std::uint64_t> wins(plan_.players);
        for (std::uint64_t i = 0; i < kPlayoutsFromAPart; ++i) {
            const std::vector<std::uint32_t> first = winners_of_playout(seed + kGoldenRatio * (i + 1));
            for (const std::uint32_t seat : first) {
                ++wins[seat];
            }
        }
        const std::uint64_t most = std::ranges::max(wins);
        return std::ranges::count(wins, most) > 1
                   ? kNone
                   : static_cast<std::uint32_t>(std::ranges::max_element(wins) - wins.begin());
    }

    void count_lead_changes(std::uint64_t seed, const std::vector<std::uint32_t>& choices, std::uint32_t winner) {
        std::uint64_t changes = 0;
        std::uint32_t leader = kNone;
        begin(seed);
        std::size_t made = 0;
        for (std::uint64_t part = 1; part <= kLeadParts; ++part) {
            for (; made < choices.size() * part / kLeadParts; ++made) {
                match_.choose(choices[made]);
            }
            const std::uint32_t next = part == kLeadParts ? winner : favourite(seed + part);
            if (next != kNone) {
                changes += leader != kNone && next != leader ? 1 : 0;
                leader = next;
            }
        }
        totals_.details.lead_changes.add(changes);
    }

    // Who comes first when `match_` is played on at random; nobody when it does not finish.
    std::vector<std::uint32_t> winners_of_playout(std::uint64_t own) {
        Match ahead(match_);
        determinize(match_, kAllSeeing, own, ahead);
        RandomBot bot(own + 1);
        for (std::uint64_t made = 0; ahead.status() == MatchStatus::Waiting && made < plan_.limit; ++made) {
            ahead.choose(bot.decide(ahead.decision()));
        }
        const bool has_winner = ahead.status() == MatchStatus::Finished && !ahead.result().places.empty();
        return has_winner ? ahead.result().places.front() : std::vector<std::uint32_t>();
    }

    bool always_wins(std::uint32_t winner, std::uint64_t seed) {
        for (std::uint64_t i = 0; i < kPlayoutsFromAPart; ++i) {
            if (winners_of_playout(seed + kGoldenRatio * (i + 1)) != std::vector{winner}) {
                return false;
            }
        }
        return true;
    }

    static constexpr std::uint64_t kGoldenRatio = 0x9E37'79B9'7F4A'7C15; // spreads seeds

    const std::shared_ptr<const Program>& program_;
    const SimulationPlan& plan_;
    bool starts_alike_;
    Match start_;
    Match match_;
    std::vector<std::uint32_t> choices_; // of the game being played
    ChoiceUsage used_;
    std::uint64_t asked_ = 0;                 // decisions between actions
    std::vector<std::uint64_t> last_offered_; // by action: which of them offered it last, so that it counts once
    SimulationTotals totals_;
};

// Gives the games out to threads, and adds up what they counted.
class Simulator {
public:
    Simulator(const std::shared_ptr<const Program>& program, const SimulationPlan& plan, GameRanges wanted,
              PlayedGames before)
        : program_(program), plan_(plan), wanted_(std::move(wanted)), played_(std::move(before)) {}

    PlayedGames run(const SimulationCallbacks& watch) {
        std::vector<std::thread> threads;
        const std::uint64_t useful = (wanted_.count() + kGamesAtATime - 1) / kGamesAtATime;
        const std::uint64_t jobs = std::clamp<std::uint64_t>(plan_.jobs, 1, std::max<std::uint64_t>(useful, 1));
        working_ = jobs;
        threads.reserve(jobs);
        for (std::uint64_t i = 0; i < jobs; ++i) {
            threads.emplace_back([this] { work(); });
        }
        wait(watch);
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (problem_) {
            std::rethrow_exception(problem_);
        }
        return std::move(played_);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kCheckInterval{100};
    static constexpr std::chrono::seconds kBetweenRecords{2};

    void work() {
        try {
            Player player(program_, plan_);
            GameRanges games;
            Clock::time_point handed_in = Clock::now();
            for (std::uint64_t first = 0; (first = next_.fetch_add(kGamesAtATime)) < wanted_.count();) {
                for (std::uint64_t i = first; i < std::min(first + kGamesAtATime, wanted_.count()); ++i) {
                    const std::uint64_t game = wanted_[i];
                    player.play(game);
                    if (plan_.limits.stop()) {
                        leave(); // with what was handed in: this game was broken off
                        return;
                    }
                    games.add(game, game + 1);
                    if (Clock::now() - handed_in > kCheckInterval) {
                        hand_in(player, games);
                        handed_in = Clock::now();
                    }
                }
            }
            hand_in(player, games);
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            problem_ = plan_.limits.stop() ? problem_ : std::current_exception();
            next_ = wanted_.count(); // the others need not go on
        }
        leave();
    }

    void leave() {
        const std::scoped_lock lock(mutex_);
        --working_;
        finished_.notify_one();
    }

    void hand_in(Player& player, GameRanges& games) {
        const std::scoped_lock lock(mutex_);
        played_.totals.add(player.take_totals());
        played_.games.add(games);
        games = {};
    }

    void wait(const SimulationCallbacks& watch) {
        std::unique_lock lock(mutex_);
        Clock::time_point written = Clock::now();
        while (!finished_.wait_for(lock, kCheckInterval, [&] { return working_ == 0; })) {
            if (watch.stops && watch.stops()) {
                next_ = wanted_.count(); // what was begun is played to its end
            }
            if (watch.progress) {
                watch.progress(played_.games.count());
            }
            if (watch.keep && Clock::now() - written > kBetweenRecords) {
                watch.keep(played_);
                written = Clock::now();
            }
        }
    }

    const std::shared_ptr<const Program>& program_;
    const SimulationPlan& plan_;
    GameRanges wanted_;
    std::atomic<std::uint64_t> next_ = 0; // by place in `wanted_`
    std::mutex mutex_;
    std::condition_variable finished_;
    std::uint64_t working_ = 0;
    PlayedGames played_;
    std::exception_ptr problem_;
};

// Each rank plays a part, and all learn what came of it.
PlayedGames play_with_others(const std::shared_ptr<const Program>& program, const SimulationPlan& plan,
                             const GameRanges& wanted, PlayedGames before, const SimulationCallbacks& watch) {
    const Ranks& ranks = *watch.ranks;
    SimulationCallbacks own_watch;
    own_watch.stops = watch.stops;
    if (watch.progress) {
        own_watch.progress = [&, played = before.games.count()](std::uint64_t done) {
            watch.progress(std::min(played + done * ranks.ranks, played + wanted.count())); // the others are as quick
        };
    }
    PlayedGames nothing;
    nothing.totals = no_totals(*program, plan);
    const PlayedGames own =
        Simulator(program, plan, wanted.part(ranks.rank, ranks.ranks), std::move(nothing)).run(own_watch);
    for (const std::string& text : ranks.share(write_checkpoint(*program, plan, own))) {
        const auto played = read_checkpoint(text, *program, plan);
        if (!played) {
            throw std::runtime_error("another process plays something else: " + played.error());
        }
        before.games.add(played->games);
        before.totals.add(played->totals);
    }
    if (watch.keep) {
        watch.keep(before);
    }
    return before;
}

} // namespace

std::vector<std::string> SimulationPlan::bot_words() const {
    std::vector<std::string> words;
    words.reserve(bots.size());
    for (const BotPlan& bot : bots) {
        words.push_back(bot.word);
    }
    return words;
}

std::size_t SimulationPlan::bot_at(std::uint64_t game, std::uint32_t seat) const {
    const std::uint64_t place = (seat + (rotates_seats ? game : 0)) % players;
    return place % bots.size();
}

PlayedGames play_games(const std::shared_ptr<const Program>& program, const SimulationPlan& plan, std::uint64_t games,
                       PlayedGames before, const SimulationCallbacks& watch) {
    before.totals.add(no_totals(*program, plan)); // of the right size, even when there is nothing to play
    const GameRanges wanted = before.games.rest_of(games);
    if (watch.ranks != nullptr) {
        return play_with_others(program, plan, wanted, std::move(before), watch);
    }
    return Simulator(program, plan, wanted, std::move(before)).run(watch);
}

PlayedGames play_until(const std::shared_ptr<const Program>& program, const SimulationPlan& plan,
                       const EnoughKnown& enough, PlayedGames before, const SimulationCallbacks& watch) {
    PlayedGames played = std::move(before);
    std::uint64_t look = 0;
    std::uint64_t target = 0;
    while (target < plan.games) {
        ++look;
        target = std::min(next_look(target), plan.games);
        if (target < played.games.past_last()) {
            continue; // that was looked at before it was interrupted
        }
        played = play_games(program, plan, target, std::move(played), watch);
        if (played.games.count() < target || enough(played.totals, look)) {
            break;
        }
    }
    return played;
}

Simulation simulate(const std::shared_ptr<const Program>& program, const SimulationPlan& plan) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    Simulation simulation{plan, play_games(program, plan, plan.games, {}).totals, 0, plan.games};
    simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return simulation;
}

} // namespace tgdl
