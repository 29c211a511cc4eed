#include "simulate/totals.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace tgdl {

namespace {

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

} // namespace

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

void ChoiceUse::add(const ChoiceUse& other) {
    offered += other.offered;
    used += other.used;
    firsts.add(other.firsts);
}

void Details::add(const Details& other) {
    games += other.games;
    for (const auto& [choice, use] : other.named_choices) {
        named_choices[choice].add(use);
    }
    covered_games += other.covered_games;
    add_each(ran, other.ran);
    lead_changes.add(other.lead_changes);
}

void SimulationTotals::add(const SimulationTotals& other) {
    finished += other.finished;
    stuck += other.stuck;
    errors += other.errors;
    draws += other.draws;
    unwon += other.unwon;
    add_each(seats, other.seats);
    add_each(bots, other.bots);
    choices.add(other.choices);
    moves.add(other.moves);
    turns.add(other.turns);
    add_each(decisions, other.decisions);
    options += other.options;
    real_choices += other.real_choices;
    details.add(other.details);
    add_each(actions, other.actions);
    decided.add(other.decided);
    add_first(first_errors, other.first_errors);
    add_first(first_stuck, other.first_stuck);
}

} // namespace tgdl
