#include "simulate/simulate.h"

#include "bots/random.h"
#include "bots/seats.h"
#include "match/sample.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace tgdl {

namespace {

constexpr std::uint64_t kGamesAtATime = 8;
constexpr std::size_t kMostBroken = 10;
constexpr std::uint64_t kLookedAtOneOf = 64; // games: of the last of so many the winner's lead is measured
constexpr std::uint64_t kPlayoutsFromAPart = 8;

template <typename Counted>
void add_each(std::vector<Counted>& to, const std::vector<Counted>& from) {
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t i = 0; i < from.size(); ++i) {
        if constexpr (std::is_arithmetic_v<Counted>) {
            to[i] += from[i];
        } else if constexpr (std::is_same_v<Counted, ActionCounts>) {
            to[i].possible += from[i].possible;
            to[i].taken += from[i].taken;
        } else {
            to[i].add(from[i]);
        }
    }
}

void add_first(std::vector<BrokenGame>& to, const std::vector<BrokenGame>& from) {
    to.insert(to.end(), from.begin(), from.end());
    std::ranges::sort(to, {}, &BrokenGame::game);
    to.resize(std::min(to.size(), kMostBroken));
}

void add_totals(SimulationTotals& to, const SimulationTotals& from) {
    to.finished += from.finished;
    to.stuck += from.stuck;
    to.errors += from.errors;
    to.draws += from.draws;
    to.unwon += from.unwon;
    add_each(to.seats, from.seats);
    add_each(to.bots, from.bots);
    to.choices.add(from.choices);
    to.moves.add(from.moves);
    to.turns.add(from.turns);
    add_each(to.decisions, from.decisions);
    to.options += from.options;
    add_each(to.actions, from.actions);
    to.decided.add(from.decided);
    add_first(to.first_errors, from.first_errors);
    add_first(to.first_stuck, from.first_stuck);
    to.bot_problem = to.bot_problem.empty() ? from.bot_problem : to.bot_problem;
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
          match_(start_) {
        totals_.seats.resize(plan.players);
        totals_.bots.resize(plan.bots.size());
        totals_.decisions.resize(plan.players);
        totals_.actions.resize(program->actions.size());
        last_offered_.resize(program->actions.size());
    }

    void play(std::uint64_t game) {
        const std::uint64_t seed = plan_.seed + game;
        begin(seed);
        Length length;
        play_on(game, seed, length);
        if (!totals_.bot_problem.empty()) {
            return;
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
        if (game % kLookedAtOneOf == kLookedAtOneOf - 1) {
            measure_lead(seed);
        }
    }

    [[nodiscard]] const SimulationTotals& totals() const { return totals_; }

private:
    struct Length {
        std::uint64_t choices = 0, moves = 0, turns = 0;
    };

    [[nodiscard]] Match make_match(std::uint64_t seed) const {
        return {program_, plan_.players, MatchSeed::from(seed), plan_.limits};
    }

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
                totals_.bot_problem = chosen.error();
                return;
            }
            const std::size_t choice = *chosen;
            count_decision(decision, choice);
            ++length.choices;
            length.moves += decision.begins_move ? 1 : 0;
            length.turns += match_.active_player() != active ? 1 : 0;
            active = match_.active_player();
            choices_.push_back(static_cast<std::uint32_t>(choice));
            bots.follow(match_, choice);
            match_.choose(choice);
        }
    }

    // By seat.
    [[nodiscard]] std::vector<SeatPlan> bots_of(std::uint64_t game) const {
        std::vector<SeatPlan> bots;
        for (std::uint32_t seat = 0; seat < plan_.players; ++seat) {
            bots.push_back(plan_.bots[plan_.bot_at(game, seat)]);
        }
        return bots;
    }

    void count_decision(const Decision& decision, std::size_t choice) {
        ++totals_.decisions[decision.player];
        totals_.options += decision.options.size();
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

    // Looks for the part of the game after which the winner wins however it goes on. Takes the winner's chances to grow,
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
    }

    bool always_wins(std::uint32_t winner, std::uint64_t seed) {
        for (std::uint64_t i = 0; i < kPlayoutsFromAPart; ++i) {
            const std::uint64_t own = seed + kGoldenRatio * (i + 1);
            Match ahead(match_);
            sample(match_, kAllSeeing, own, ahead);
            RandomBot bot(own + 1);
            for (std::uint64_t made = 0; ahead.status() == MatchStatus::Waiting && made < plan_.limit; ++made) {
                ahead.choose(bot.decide(ahead.decision()));
            }
            const bool wins = ahead.status() == MatchStatus::Finished && !ahead.result().places.empty()
                              && ahead.result().places.front() == std::vector{winner};
            if (!wins) {
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
    std::vector<std::uint32_t> choices_;      // of the game being played
    std::uint64_t asked_ = 0;                 // decisions between actions
    std::vector<std::uint64_t> last_offered_; // by action: which of them offered it last, so that it counts once
    SimulationTotals totals_;
};

// Gives the games out to threads, and adds up what they counted.
class Simulator {
public:
    Simulator(const std::shared_ptr<const Program>& program, const SimulationPlan& plan)
        : program_(program), plan_(plan) {}

    SimulationTotals run(const SimulationProgress& progress) {
        std::vector<std::thread> threads;
        const std::uint64_t useful = (plan_.games + kGamesAtATime - 1) / kGamesAtATime;
        const std::uint64_t jobs = std::clamp<std::uint64_t>(plan_.jobs, 1, useful);
        working_ = jobs;
        threads.reserve(jobs);
        for (std::uint64_t i = 0; i < jobs; ++i) {
            threads.emplace_back([this] { work(); });
        }
        wait(progress);
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (problem_) {
            std::rethrow_exception(problem_);
        }
        return std::move(totals_);
    }

private:
    void work() {
        try {
            Player player(program_, plan_);
            for (std::uint64_t first = 0; (first = next_.fetch_add(kGamesAtATime)) < plan_.games;) {
                const std::uint64_t last = std::min(first + kGamesAtATime, plan_.games);
                for (std::uint64_t game = first; game < last && player.totals().bot_problem.empty(); ++game) {
                    player.play(game);
                }
                if (!player.totals().bot_problem.empty()) {
                    next_ = plan_.games; // nobody need go on
                }
                done_ += last - first;
            }
            const std::scoped_lock lock(mutex_);
            add_totals(totals_, player.totals());
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            problem_ = std::current_exception();
            next_ = plan_.games; // the others need not go on
        }
        const std::scoped_lock lock(mutex_);
        --working_;
        finished_.notify_one();
    }

    void wait(const SimulationProgress& progress) {
        std::unique_lock lock(mutex_);
        while (!finished_.wait_for(lock, std::chrono::milliseconds(100), [&] { return working_ == 0; })) {
            if (progress) {
                lock.unlock();
                progress(done_);
                lock.lock();
            }
        }
    }

    const std::shared_ptr<const Program>& program_;
    const SimulationPlan& plan_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::uint64_t working_ = 0;
    SimulationTotals totals_;
    std::exception_ptr problem_;
};

} // namespace

std::size_t SimulationPlan::bot_at(std::uint64_t game, std::uint32_t seat) const {
    const std::uint64_t place = (seat + (rotates_seats ? game : 0)) % players;
    return place % bots.size();
}

void Tally::add(const Tally& other) {
    for (const auto& [value, count] : other.times_) {
        times_[value] += count;
    }
}

std::uint64_t Tally::count() const {
    std::uint64_t sum = 0;
    for (const auto& [value, count] : times_) {
        sum += count;
    }
    return sum;
}

double Tally::mean() const {
    double sum = 0;
    for (const auto& [value, count] : times_) {
        sum += static_cast<double>(value) * static_cast<double>(count);
    }
    return times_.empty() ? 0 : sum / static_cast<double>(count());
}

double Tally::standard_deviation() const {
    const double middle = mean();
    const std::uint64_t number = count();
    double squares = 0;
    for (const auto& [value, count] : times_) {
        const double distance = static_cast<double>(value) - middle;
        squares += distance * distance * static_cast<double>(count);
    }
    return number < 2 ? 0 : std::sqrt(squares / static_cast<double>(number - 1));
}

void FirstPlaces::add(std::size_t sharing) {
    shared_by.resize(std::max(shared_by.size(), sharing));
    ++shared_by[sharing - 1];
}

void FirstPlaces::add(const FirstPlaces& other) {
    add_each(shared_by, other.shared_by);
}

double FirstPlaces::sum() const {
    double sum = 0;
    for (std::size_t i = 0; i < shared_by.size(); ++i) {
        sum += static_cast<double>(shared_by[i]) / static_cast<double>(i + 1);
    }
    return sum;
}

Simulation simulate(const std::shared_ptr<const Program>& program, const SimulationPlan& plan,
                    const SimulationProgress& progress) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    Simulation simulation{plan, Simulator(program, plan).run(progress), 0};
    simulation.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return simulation;
}

} // namespace tgdl
