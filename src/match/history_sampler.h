// Samples histories of a match that agree with all that a player has observed: other dice under another's cup, another
// secret drawn by lot, another choice that somebody made unseen.
//
//   HistorySampler sampler(player);
//   sampler.observe(match, &tape);          // at each decision, whoever makes it, from the first one on
//   sampler.record_choice(match, choice);   // and what is chosen then
//   sampler.determinize(match, choices, seed, into);
//
// The match is replayed from its start with one thing changed: a random number, the order that a list was shuffled into,
// a choice of another player. If the player is told, asked and shown exactly the same, that history is possible. Which
// branches are tried does not depend on how the match really went. Cards in decks are not changed here, but by
// determinize() of match/determinize.h.
#pragma once

#include "match/draw_tape.h"
#include "match/match.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// The key of the match's random numbers, from which everything that it draws comes.
using RandomKey = std::array<std::uint32_t, 8>;
RandomKey random_key_of(const Match& match);

// A match with the rules, players and limits of another, at its first decision. What chance does in it is written on the
// tape, which must outlive it or be taken away.
std::unique_ptr<Match> restart_match(const Match& match, const RandomKey& key, DrawTape& tape);

class HistorySampler {
public:
    explicit HistorySampler(std::uint32_t player) : player_(player) {}

    // Is there anything to change? Only where rules hide attributes, or things that lie in no deck, or can keep to
    // themselves what several chose at once.
    [[nodiscard]] static bool is_needed(const Program& program);

    // `since`: what was drawn since the last decision, or since the match began. Without it no history is known.
    void observe(const Match& match, const DrawTape* since);
    void record_choice(Match& match, std::size_t choice);

    // `match` is the one that so many of the choices led to; `into` becomes one like it that could have come about as well.
    // False when none was found.
    bool determinize(Match& match, std::size_t choices, std::uint64_t seed, Match& into);

private:
    using Branch = std::vector<std::uint64_t>;
    struct Choice {
        std::uint32_t player = 0;
        std::size_t draws = 0;              // that were drawn before it
        std::vector<std::uint64_t> options; // keys of all of them
    };
    struct History { // of the match: all draws and choices
        std::vector<std::uint64_t> drawn;
        std::vector<std::uint64_t> chosen; // keys of options
    };
    // A draw, a shuffle or a choice that could have come out otherwise.
    struct BranchPoint {
        bool is_choice = false;
        std::size_t first = 0; // of the draws, or the number of the choice
        std::size_t count = 1; // of draws
        std::vector<Branch> branches;
    };

    // A moment of history_ at which a replay can start.
    struct Checkpoint {
        std::size_t choices = 0;      // that were made before
        std::size_t shown = 0;        // of observed_, what was shown before
        std::unique_ptr<Match> match; // as it waited then
    };

    // Both play so many choices, in replay_. False when that history is impossible.
    bool replay_history(std::size_t choices);
    // Plays changed_, which is history_ up to decision `from` (none: not even the beginning is), as long as the player
    // observes the same. False also when the player observes something else.
    bool replay_changed(std::optional<std::size_t> from, std::size_t choices);
    // How many choices were made at the checkpoint; null: none, not even what the match begins with.
    std::size_t start_replay(const History& history, const Checkpoint* checkpoint);
    bool choose(const History& history, std::size_t choice);
    void add_texts();
    void add_asked(const Decision& asked);
    [[nodiscard]] std::string seen_at_last(Match& match) const;

    bool find_branches(Match& match, std::size_t choices);
    void drop_settled_prefix(std::size_t choices);
    // The last decision before which it had not happened yet; none when it belongs to the match's beginning.
    [[nodiscard]] std::optional<std::size_t> last_before(const BranchPoint& branch_point) const;
    void add_branch_points(std::size_t choices);
    void find_branches_of(BranchPoint& branch_point, std::size_t choices);
    [[nodiscard]] Branch branch(const BranchPoint& branch_point, std::size_t attempt) const;
    [[nodiscard]] Branch branch_taken(const BranchPoint& branch_point) const;
    bool is_consistent(const BranchPoint& branch_point, const Branch& branch, std::size_t choices);
    void settle_oldest(std::size_t choices);
    [[nodiscard]] std::size_t draws_before(std::size_t choice) const;
    static void set(History& history, const BranchPoint& branch_point, const Branch& branch);

    std::uint32_t player_;
    bool is_known_ = true; // from the match's beginning on
    RandomKey key_{};      // of the match observed: public numbers that the player has seen come from it
    std::uint64_t observed_decisions_ = 0; // at so many decisions
    std::vector<Draw> draws_;
    std::vector<Choice> choices_;
    History history_; // as it went, but for what was settled

    std::vector<Checkpoint> checkpoints_; // in order; nothing before the first of them can have been otherwise
    std::vector<BranchPoint> branch_points_;
    std::size_t examined_draws_ = 0; // of which it is known whether they are branch points
    std::size_t examined_choices_ = 0;
    std::size_t found_ = ~std::size_t{0}; // find_branches() did, for so many choices
    bool agrees_ = false;                 // playing it again showed the same

    DrawTape tape_;
    std::unique_ptr<Match> replay_; // that is played, as are the next two
    std::string replay_observed_;   // to the player
    History changed_;
    std::string observed_; // since the first of checkpoints_
};

} // namespace tgdl
