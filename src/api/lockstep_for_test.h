// Lockstep play of one game by two programs of the same rules, optimised and plain, and a comparison after every choice:
// status, texts, options, refusals, faults, views of every seat, and hashes between transactions.
//
//   Lockstep both(rules, plain, start);
//   while (both.compare().empty() && both.waits()) { both.choose(bot.decide(both.decision())); }
//
// A fault of a limit (steps, depth, memory) ends the comparison: the two ways may need different amounts of those.
#pragma once

#include "api/engine.h"
#include "match/flow.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// Everything that shows of a match at one moment, as lines of text: `what: value`.
class MatchPicture {
public:
    MatchPicture(const LoadedRules& rules, Match& match) : rules_(rules), match_(match) {
        add("status", static_cast<int>(match.status()));
        add_texts();
        switch (match.status()) {
        case MatchStatus::Waiting: add_decision(); break;
        case MatchStatus::Finished: add_result(); break;
        case MatchStatus::Error: add_error(); break;
        case MatchStatus::Stuck: return;
        }
        add_views();
        // In the middle of a transaction the hash tells where in the code it waits.
        if (match.status() != MatchStatus::Waiting || !is_within_transaction(match)) {
            add("hash", match.hash());
        }
    }

    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
    [[nodiscard]] bool is_at_a_limit() const {
        if (match_.status() == MatchStatus::Stuck) {
            return match_.flow().state.idle_passes + match_.flow().state.idle_phases
                   < kLeastIdlePasses; // it went on by itself for too many steps
        }
        if (match_.status() != MatchStatus::Error) {
            return false;
        }
        switch (match_.fault().id) {
        case FaultId::TooManySteps:
        case FaultId::TooDeep:
        case FaultId::OutOfMemory: return true;
        default: return false;
        }
    }

private:
    static constexpr std::uint32_t kLeastIdlePasses = 1000; // with which a match is stuck

    template <typename Value>
    void add(std::string_view what, const Value& value) {
        lines_.push_back(fmt::format("{}: {}", what, value));
    }

    void add_texts() {
        for (const Delivered& delivered : match_.take_texts()) {
            add("text", delivered.text);
            add("  to", delivered.to);
            for (std::uint32_t seat = 0; seat <= match_.players(); ++seat) {
                const std::uint32_t viewer = seat == match_.players() ? kSpectator : seat;
                const std::string* text = text_for(delivered, viewer, match_.players());
                add("  seen", text == nullptr ? "nothing" : *text);
            }
        }
        for (const std::string& report : match_.take_reports()) {
            add("report", report);
        }
    }

    void add_decision() {
        const Decision decision = match_.decision();
        if (match_.status() != MatchStatus::Waiting) { // listing the options went wrong
            add_error();
            return;
        }
        add("decision", match_.decision_text(decision));
        add("  begins a move", decision.begins_move);
        add("  together since", decision.simultaneous_since);
        for (std::size_t i = 0; i < decision.options.size(); ++i) {
            const Option& option = decision.options[i];
            add("  option", fmt::format("{} kind {} action {} number {} several {} hidden {}",
                                        match_.option_text(decision, i), static_cast<int>(option.kind), option.action,
                                        option.number, option.several, option.hidden));
        }
        for (const Refusal& refusal : match_.refusals()) {
            add("  refusal", refusal.text + " because " + refusal.reason);
        }
    }

    void add_result() {
        add("places", nlohmann::json(match_.result().places).dump());
        for (const std::optional<double>& score : match_.result().scores) {
            add("  score", score ? fmt::format("{}", *score) : "none");
        }
    }

    void add_error() {
        add("setup", match_.setup_failure());
        if (match_.status() == MatchStatus::Error && match_.setup_failure().empty()) {
            add("fault", render_fault(rules_, match_.fault(), Colour::Off));
        }
    }

    void add_views() {
        for (std::uint32_t seat = 0; seat <= match_.players(); ++seat) {
            const std::uint32_t viewer = seat == match_.players() ? kSpectator : seat;
            add("view", view(match_, viewer).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
        }
    }

    const LoadedRules& rules_;
    Match& match_;
    std::vector<std::string> lines_;
};

class Lockstep {
public:
    Lockstep(const LoadedRules& optimised, const LoadedRules& plain, const GameStart& start)
        : optimised_rules_(optimised),
          plain_rules_(plain),
          optimised_(optimised.program, start.players, start.seed, start.limits),
          plain_(plain.program, start.players, start.seed, start.limits) {}

    // The first thing that differs now, as text; empty: nothing does, or one of the two is at a limit.
    std::string compare() {
        const MatchPicture one(optimised_rules_, optimised_);
        const MatchPicture other(plain_rules_, plain_);
        is_at_a_limit_ = one.is_at_a_limit() || other.is_at_a_limit();
        shown_ = one.lines();
        if (is_at_a_limit_ || one.lines() == other.lines()) {
            return {};
        }
        const auto [here, there] = std::ranges::mismatch(one.lines(), other.lines());
        return fmt::format("after {} choices\noptimised: {}\nplain:     {}", choices_.size(),
                           here == one.lines().end() ? "nothing more" : *here,
                           there == other.lines().end() ? "nothing more" : *there);
    }

    // What showed of the optimised match when the two were last compared.
    [[nodiscard]] const std::vector<std::string>& shown() const { return shown_; }
    [[nodiscard]] bool is_at_a_limit() const { return is_at_a_limit_; }
    // Was some option offered because its trial took too long? Which ones are is a question of steps.
    [[nodiscard]] bool has_cut_trial() const { return optimised_.flow().has_cut_trial || plain_.flow().has_cut_trial; }

    [[nodiscard]] bool waits() const {
        return !is_at_a_limit_ && optimised_.status() == MatchStatus::Waiting
               && plain_.status() == MatchStatus::Waiting;
    }
    [[nodiscard]] const Decision& decision() { return optimised_.decision(); }
    void choose(std::size_t index) {
        choices_.push_back(index);
        optimised_.choose(index);
        plain_.choose(index);
    }
    [[nodiscard]] const std::vector<std::size_t>& choices() const { return choices_; }
    [[nodiscard]] Match& optimised() { return optimised_; }
    [[nodiscard]] Match& plain() { return plain_; }

private:
    const LoadedRules& optimised_rules_;
    const LoadedRules& plain_rules_;
    Match optimised_;
    Match plain_;
    std::vector<std::size_t> choices_;
    std::vector<std::string> shown_;
    bool is_at_a_limit_ = false;
};

} // namespace tgdl
