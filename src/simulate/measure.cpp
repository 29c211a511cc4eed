#include "simulate/measure.h"

#include "base/numbers.h"
#include "simulate/report.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numbers>
#include <optional>
#include <sstream>

namespace tgdl {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPercent = 0.01;

Estimate estimate_share(double successes, std::uint64_t trials, double confidence) {
    const auto [low, high] = wilson_interval(successes, trials, deviations_for(confidence));
    return {trials == 0 ? 0 : successes / static_cast<double>(trials), low, high};
}

// `scale`: what a counted value stands for.
Estimate estimate_mean(const Tally& tally, double confidence, double scale = 1) {
    const std::uint64_t count = tally.count();
    if (count < 2) {
        return {tally.mean() * scale, -kInfinity, kInfinity};
    }
    const double half = deviations_for(confidence) * tally.standard_deviation() / std::sqrt(static_cast<double>(count));
    return {tally.mean() * scale, (tally.mean() - half) * scale, (tally.mean() + half) * scale};
}

// ---- reading

// Words one after the other: `seat`, `0`, `share`; a sign is a word by itself.
class WordReader {
public:
    explicit WordReader(std::string_view text) {
        std::string spaced;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const bool is_sign = std::string_view("<>=").find(text[i]) != std::string_view::npos;
            spaced += is_sign ? " " : "";
            spaced += text[i];
            spaced += is_sign && !(i + 1 < text.size() && text[i + 1] == '=') ? " " : "";
            if (is_sign && i + 1 < text.size() && text[i + 1] == '=') {
                spaced += text[++i];
                spaced += " ";
            }
        }
        std::istringstream stream(spaced);
        for (std::string word; stream >> word;) {
            words_.push_back(word);
        }
    }

    [[nodiscard]] bool at_end() const { return at_ == words_.size(); }
    bool take(std::string_view word) {
        if (!at_end() && words_[at_] == word) {
            ++at_;
            return true;
        }
        return false;
    }
    std::string next() { return at_end() ? std::string() : words_[at_++]; }

private:
    std::vector<std::string> words_;
    std::size_t at_ = 0;
};

// `3%` is 0.03 of a share; of anything else there are no percents.
std::optional<double> read_amount(std::string text, const Measure& measure) {
    const bool is_percent = text.ends_with('%');
    if (is_percent) {
        text.pop_back();
    }
    std::istringstream stream(text);
    double number = 0;
    if (!(stream >> number) || !stream.eof() || !std::isfinite(number) || (is_percent && !measure.is_share())) {
        return std::nullopt;
    }
    return is_percent ? number * kPercent : number;
}

using Measures = tl::expected<std::vector<Measure>, std::string>;

// `seat 0 share`, after the first word; numbers count from `least`.
Measures read_numbered(WordReader& words, MeasureKind kind, std::uint64_t least, std::size_t count) {
    const std::string_view what = kind == MeasureKind::SeatShare ? "seat" : "bot";
    const std::string word = words.next();
    const std::optional<std::uint64_t> number = read_number(word);
    if (!number || *number < least || *number - least >= count || !words.take("share")) {
        return tl::unexpected(
            fmt::format("`{} {}`: `{} {} share` is a figure, up to {}", what, word, what, least, count + least - 1));
    }
    return std::vector{Measure{kind, static_cast<std::uint32_t>(*number - least)}};
}

Measures read_measures(WordReader& words, const SimulationPlan& plan) {
    const std::string word = words.next();
    if (word == "seat_share") {
        std::vector<Measure> all;
        all.reserve(plan.players);
        for (std::uint32_t seat = 0; seat < plan.players; ++seat) {
            all.push_back({MeasureKind::SeatShare, seat});
        }
        return all;
    }
    if (word == "seat") {
        return read_numbered(words, MeasureKind::SeatShare, 0, plan.players);
    }
    if (word == "bot") {
        return read_numbered(words, MeasureKind::BotShare, 1, plan.bots.size());
    }
    for (const MeasureKind kind : {MeasureKind::Draws, MeasureKind::Nobody, MeasureKind::Stuck, MeasureKind::Errors,
                                   MeasureKind::Length, MeasureKind::Moves, MeasureKind::Turns, MeasureKind::Decided}) {
        if (Measure{kind}.name() == word) {
            return std::vector{Measure{kind}};
        }
    }
    return tl::unexpected(
        fmt::format("there is no figure `{}`; there are seat_share, seat 0 share, bot 1 share, draws, "
                    "nobody, stuck, errors, length, moves, turns and decided",
                    word));
}

std::string amount_wanted(const Measure& measure, const std::string& word) {
    return fmt::format("`{}`: {} is wanted", word, measure.is_share() ? "a share such as 3% or 0.03" : "a number");
}

// The range that the words behind a measure give it; `fair` is what `within` is measured from.
tl::expected<std::pair<double, double>, std::string> read_range(WordReader& words, const Measure& measure,
                                                                double fair) {
    const std::string sign = words.next();
    const std::string first = words.next();
    const std::optional<double> amount = read_amount(first, measure);
    if (!amount) {
        return tl::unexpected(amount_wanted(measure, first));
    }
    if (sign == "<" || sign == "<=") {
        return std::pair(-kInfinity, *amount);
    }
    if (sign == ">" || sign == ">=") {
        return std::pair(*amount, kInfinity);
    }
    if (sign == "between" && words.take("and")) {
        const std::string second = words.next();
        const std::optional<double> most = read_amount(second, measure);
        return most ? tl::expected<std::pair<double, double>, std::string>(std::pair(*amount, *most))
                    : tl::unexpected(amount_wanted(measure, second));
    }
    if (sign == "within" && (measure.kind == MeasureKind::SeatShare || measure.kind == MeasureKind::BotShare)) {
        return std::pair(fair - *amount, fair + *amount);
    }
    return tl::unexpected(
        fmt::format("`{}` is no comparison; say `{} < 60`, `> 60`, `between 20 and 60`, or of the share "
                    "of a seat or bot `within 3%`",
                    sign, measure.name()));
}

} // namespace

std::string Measure::name() const {
    switch (kind) {
    case MeasureKind::SeatShare: return fmt::format("seat {} share", index);
    case MeasureKind::BotShare: return fmt::format("bot {} share", index + 1);
    case MeasureKind::Draws: return "draws";
    case MeasureKind::Nobody: return "nobody";
    case MeasureKind::Stuck: return "stuck";
    case MeasureKind::Errors: return "errors";
    case MeasureKind::Length: return "length";
    case MeasureKind::Moves: return "moves";
    case MeasureKind::Turns: return "turns";
    case MeasureKind::Decided: return "decided";
    }
    return {};
}

double deviations_for(double confidence) {
    double low = 0;
    double high = 40; // erfc is 0 there
    while (high - low > 1e-12) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::numbers::sqrt2) > 1 - confidence ? low : high) = middle;
    }
    return high;
}

Estimate estimate(const Measure& measure, const SimulationTotals& totals, double confidence) {
    const auto share_of_finished = [&](double sum) { return estimate_share(sum, totals.finished, confidence); };
    const auto share_of_all = [&](std::uint64_t count) {
        return estimate_share(static_cast<double>(count), totals.games(), confidence);
    };
    switch (measure.kind) {
    case MeasureKind::SeatShare: return share_of_finished(totals.seats[measure.index].sum());
    case MeasureKind::BotShare: return share_of_finished(totals.bots[measure.index].sum());
    case MeasureKind::Draws: return share_of_finished(static_cast<double>(totals.draws));
    case MeasureKind::Nobody: return share_of_finished(static_cast<double>(totals.unwon));
    case MeasureKind::Stuck: return share_of_all(totals.stuck);
    case MeasureKind::Errors: return share_of_all(totals.errors);
    case MeasureKind::Length: return estimate_mean(totals.choices, confidence);
    case MeasureKind::Moves: return estimate_mean(totals.moves, confidence);
    case MeasureKind::Turns: return estimate_mean(totals.turns, confidence);
    case MeasureKind::Decided: return estimate_mean(totals.decided, confidence, 1.0 / kLeadParts);
    }
    return {};
}

bool WantedPrecision::is_reached(const SimulationTotals& totals) const {
    constexpr double kConfidence = 0.95;
    const Estimate now = estimate(measure, totals, kConfidence);
    return (now.high - now.low) / 2 <= half_width;
}

tl::expected<WantedPrecision, std::string> read_precision(std::string_view words, const SimulationPlan& plan) {
    std::string spaced(words);
    for (const std::string_view sign : {"\u00b1", "+/-", "+-"}) { // the first is ±
        if (const std::size_t at = spaced.find(sign); at != std::string::npos) {
            spaced.replace(at, sign.size(), " ± ");
            break;
        }
    }
    WordReader reader(spaced);
    const Measures measures = read_measures(reader, plan);
    if (!measures) {
        return tl::unexpected(measures.error());
    }
    const bool has_sign = reader.take("±");
    const std::optional<double> amount = read_amount(reader.next(), measures->front());
    if (!has_sign || !amount || !(*amount > 0) || !reader.at_end() || measures->size() != 1) {
        return tl::unexpected(fmt::format("`{}`: say which figure, and how exactly, as in `seat 0 share ±1%` or "
                                          "`length ±0.5`",
                                          words));
    }
    return WantedPrecision{measures->front(), *amount};
}

tl::expected<Assertion, std::string> read_assertion(std::string_view words, const SimulationPlan& plan) {
    WordReader reader(words);
    const Measures measures = read_measures(reader, plan);
    if (!measures) {
        return tl::unexpected(measures.error());
    }
    const Measure& first = measures->front();
    const auto parts = static_cast<double>(first.kind == MeasureKind::BotShare ? plan.bots.size() : plan.players);
    const auto range = read_range(reader, first, 1 / parts);
    if (!range) {
        return tl::unexpected(range.error());
    }
    if (!reader.at_end()) {
        return tl::unexpected(fmt::format("`{}` is one word too many", reader.next()));
    }
    Assertion assertion{std::string(words), {}};
    for (const Measure& measure : *measures) {
        assertion.bounds.push_back({measure, range->first, range->second});
    }
    return assertion;
}

Verdict judge(const Assertion& assertion, const SimulationTotals& totals, double confidence) {
    // All bounds together are judged with the confidence given.
    const double each = 1 - (1 - confidence) / static_cast<double>(assertion.bounds.size());
    Verdict verdict = Verdict::Holds;
    for (const Assertion::Bound& bound : assertion.bounds) {
        const Estimate now = estimate(bound.measure, totals, each);
        if (now.high < bound.low || now.low > bound.high) {
            return Verdict::Fails;
        }
        if (now.low < bound.low || now.high > bound.high) {
            verdict = Verdict::Open;
        }
    }
    return verdict;
}

double confidence_of_look(double confidence, std::uint64_t look) {
    // 1 + 1/4 + 1/9 + … = π² / 6
    const double part = 6 / (std::numbers::pi * std::numbers::pi);
    return 1 - (1 - confidence) * part / static_cast<double>(look * look);
}

std::uint64_t next_look(std::uint64_t games) {
    constexpr std::uint64_t kFirst = 256;
    std::uint64_t next = kFirst;
    while (next <= games) {
        next += next / 2;
    }
    return next;
}

} // namespace tgdl
