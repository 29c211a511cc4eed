// What runs blocks of the rules for a value: scores, computed and modified attributes.
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "vm/collections.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

// Lets blocks read everything: no trial ends by it, and nothing of it is recorded.
class UnrecordedScope {
public:
    UnrecordedScope(MatchFlow& flow, std::uint32_t& trial_viewer)
        : machine_(flow.machine),
          reads_everything_(flow, kAllSeeing),
          trial_viewer_(trial_viewer),
          trial_viewer_before_(std::exchange(trial_viewer, kNone)),
          tracks_secret_reads_(std::exchange(machine_.tracks_secret_reads, false)),
          tracks_hole_reads_(std::exchange(machine_.tracks_hole_reads, false)) {}
    UnrecordedScope(const UnrecordedScope&) = delete;
    UnrecordedScope& operator=(const UnrecordedScope&) = delete;
    ~UnrecordedScope() {
        trial_viewer_ = trial_viewer_before_;
        machine_.tracks_secret_reads = tracks_secret_reads_;
        machine_.tracks_hole_reads = tracks_hole_reads_;
    }

private:
    Machine& machine_;
    ViewerScope reads_everything_;
    std::uint32_t& trial_viewer_;
    std::uint32_t trial_viewer_before_;
    bool tracks_secret_reads_;
    bool tracks_hole_reads_;
};

} // namespace

// The reads are recorded as those of a hole in a text are.
MatchFlow::WorkedOut MatchFlow::work_out_for(std::uint32_t viewer, ChunkIndex chunk, Value argument) {
    WorkedOut worked_out;
    const std::array<Value, 1> context = {argument};
    const bool records = program_->hides && viewer != kAllSeeing;
    const UnrecordedScope unrecorded(*this, trial_viewer_);
    if (records) {
        holes.push_back({});
        machine.tracks_hole_reads = true;
    }
    worked_out.outcome = machine.evaluate(chunk, context, machine.live_top, worked_out.value);
    if (records) {
        const std::uint64_t unseen_by = holes.back().unseen_by | holes.back().unplaced_by;
        worked_out.is_seen = viewer == kSpectator ? unseen_by == 0 : (unseen_by >> viewer & 1U) == 0;
        holes.pop_back();
    }
    return worked_out;
}

Outcome MatchFlow::read_for_viewer(ChunkIndex reader, std::uint32_t window) {
    const Value of = machine.values[window];
    if (!of.is_instance()) { // the score of a player
        const WorkedOut score = work_out_for(machine.viewer, reader, of);
        machine.values[window] = score.is_seen ? score.value : Value::null();
        return score.outcome;
    }
    const Handle instance = of.handle();
    const std::vector<AttributeInfo>& attributes = machine.class_info(instance).attributes;
    const auto read = std::ranges::find_if(
        attributes, [&](const AttributeInfo& each) { return each.reader == reader || each.raw == reader; });
    const auto attribute = static_cast<std::uint32_t>(read - attributes.begin());
    if (!sees_attribute(*this, machine.viewer, instance, attribute)) {
        machine.values[window] = shown_instead(*this, machine.viewer, instance, attribute).value;
        return Outcome::Next;
    }
    const WorkedOut worked_out = work_out_for(machine.viewer, reader, of);
    machine.values[window] = worked_out.is_seen ? worked_out.value : Value::null();
    return worked_out.outcome;
}

Outcome MatchFlow::call_public(ChunkIndex chunk, std::uint32_t window) {
    const UnrecordedScope unrecorded(*this, trial_viewer_);
    Value answer;
    const std::span<const Value> context(machine.values.data() + window, program_->chunks[chunk].parameters);
    const Outcome outcome = machine.evaluate(chunk, context, machine.live_top, answer);
    machine.values[window] = answer;
    return outcome;
}

// ---- scores

MatchFlow::WorkedOut MatchFlow::score_for(std::uint32_t viewer, std::uint32_t seat) {
    return work_out_for(viewer, program_->scores.score, Value::number(seat));
}

std::optional<double> Match::score(std::uint32_t seat) {
    const ViewScope view_scope(*flow_);
    const MatchFlow::WorkedOut score = flow_->score_for(kAllSeeing, seat);
    return score.outcome == Outcome::Next ? std::optional(score.value.as_number()) : std::nullopt;
}

// Ranks the seats that have been named: by score, and those that are equal by the tiebreaks, one after the other.
Outcome MatchFlow::rank_by_score(std::vector<std::optional<double>>& points) {
    struct Key {
        ChunkIndex chunk = kNone;
        bool lowest = false;
    };
    std::vector<Key> keys = {{program_->scores.score, program_->scores.lowest}};
    for (const ScoreInfo::Tiebreak& tiebreak : program_->scores.tiebreaks) {
        keys.push_back({tiebreak.chunk, tiebreak.lowest});
    }
    struct Ranked {
        std::uint32_t seat = 0;
        std::uint32_t rank = 0;
        double value = 0;
    };
    std::vector<Ranked> ranked;
    for (const Placed& each : placed_) {
        if (each.rank != kNone) {
            ranked.push_back({each.seat, 0, 0});
        }
    }
    points.resize(players_);
    for (const Key& key : keys) {
        for (Ranked& each : ranked) {
            const auto is_equal = [&](const Ranked& other) { return other.rank == each.rank; };
            const bool is_score = key.chunk == keys.front().chunk && &key == &keys.front();
            if (!is_score && std::ranges::count_if(ranked, is_equal) == 1) {
                continue;
            }
            const std::array<Value, 1> context = {Value::number(each.seat)};
            Value value;
            const Outcome outcome = machine.evaluate(key.chunk, context, machine.live_top, value);
            if (outcome != Outcome::Next) {
                return outcome;
            }
            each.value = key.lowest ? value.as_number() : -value.as_number();
            if (is_score) {
                points[each.seat] = value.as_number();
            }
        }
        std::ranges::sort(ranked, [](const Ranked& a, const Ranked& b) {
            return std::tie(a.rank, a.value, a.seat) < std::tie(b.rank, b.value, b.seat);
        });
        std::vector<std::uint32_t> ranks;
        for (std::size_t i = 0; i < ranked.size(); ++i) {
            const bool is_new =
                i > 0 && (ranked[i].rank != ranked[i - 1].rank || ranked[i].value != ranked[i - 1].value);
            ranks.push_back(i == 0 ? 0 : ranks.back() + (is_new ? 1 : 0));
        }
        for (std::size_t i = 0; i < ranked.size(); ++i) {
            ranked[i].rank = ranks[i];
            ranked[i].value = 0;
        }
    }
    for (const Ranked& each : ranked) {
        placed_[each.seat].rank = each.rank;
    }
    return Outcome::Next;
}

} // namespace tgdl
