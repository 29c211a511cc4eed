// Figures of a simulation by name, with the interval in which the true one lies: what `--until` and `--assert` speak of.
//
//   seat 0 share     how often that seat comes first; a shared first place counts for its part
//   seat_share       the same of every seat
//   bot 1 share      of the first bot of the list
//   draws, nobody    shares of the finished games: everybody came first, nobody did
//   stuck, errors    shares of all games
//   length, moves, turns   of finished games, on average
//   decided          after which share of the choices the winner was decided
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

enum class MeasureKind : std::uint8_t {
    SeatShare,
    BotShare,
    Draws,
    Nobody,
    Stuck,
    Errors,
    Length,
    Moves,
    Turns,
    Decided,
};

struct Measure {
    MeasureKind kind = MeasureKind::Length;
    std::uint32_t index = 0; // SeatShare: the seat; BotShare: the bot, from 0

    [[nodiscard]] bool is_share() const { return kind <= MeasureKind::Errors || kind == MeasureKind::Decided; }
    [[nodiscard]] std::string name() const;
};

struct Estimate {
    double value = 0;
    double low = 0, high = 0; // it lies between them, with the confidence that was asked for
};

// How far from the mean, in standard deviations, something normally distributed lies with this probability.
double deviations_for(double confidence);
Estimate estimate(const Measure& measure, const SimulationTotals& totals, double confidence);

// `seat 0 share ±1%`: until the interval is that narrow.
struct WantedPrecision {
    Measure measure;
    double half_width = 0;

    [[nodiscard]] bool is_reached(const SimulationTotals& totals) const;
};
tl::expected<WantedPrecision, std::string> read_precision(std::string_view words, const SimulationPlan& plan);

// `length < 60`, `seat_share within 3%`, `draws between 5% and 20%`: each measure must lie in its range.
struct Assertion {
    struct Bound {
        Measure measure;
        double low = 0, high = 0; // may be infinite
    };
    std::string words; // as written
    std::vector<Bound> bounds;
};
tl::expected<Assertion, std::string> read_assertion(std::string_view words, const SimulationPlan& plan);

enum class Verdict : std::uint8_t { Open, Holds, Fails };

// With this confidence: all bounds certainly hold, or one certainly does not.
Verdict judge(const Assertion& assertion, const SimulationTotals& totals, double confidence);

// Looking at the figures again and again makes it likelier to be misled once. With this confidence at look number 1, 2, …
// the confidence of all looks together is the one given.
double confidence_of_look(double confidence, std::uint64_t look);

// After how many games to look next: 256, then half as many again, always the same.
std::uint64_t next_look(std::uint64_t games);

} // namespace tgdl
