// How else a match could have gone for all that a player has seen: dice under another's cup, a secret drawn by lot, a
// choice that somebody made unseen.
//
//   Pasts pasts(player);
//   pasts.look(match, &tape);        // at each decision, whoever makes it, from the first one on
//   pasts.note(match, choice);       // and what is chosen then
//   pasts.sample(match, choices, seed, into);
//
// Found by playing the match again from its start with one thing changed: a random number, the order that a list was
// shuffled into, a choice of another player. If the player is told, asked and shown exactly the same, it could have gone
// that way. Which ways are tried does not depend on how it really went. What lies in decks is not changed here, but by
// sample().
#pragma once

#include "match/draw_tape.h"
#include "match/match.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// A match with the rules, players, seed and limits of another, at its first decision. What chance does in it is written on
// the tape, which must outlive it or be taken away.
std::unique_ptr<Match> begin_again(const Match& match, DrawTape& tape);

class Pasts {
public:
    explicit Pasts(std::uint32_t player) : player_(player) {}

    // Is there anything to change? Only where rules hide attributes, or things that lie in no deck, or can keep to
    // themselves what several chose at once.
    [[nodiscard]] static bool are_needed(const Program& program);

    // `since`: what chance did since the last decision, or since the match began. Without it no past is known.
    void look(const Match& match, const DrawTape* since);
    void note(Match& match, std::size_t choice);

    // `match` is the one that so many of the choices led to; `into` becomes one like it that could have come about as well.
    // False when none was found.
    bool sample(Match& match, std::size_t choices, std::uint64_t seed, Match& into);

private:
    using Way = std::vector<std::uint64_t>;
    struct Choice {
        std::uint32_t player = 0;
        std::size_t draws = 0;              // that were drawn before it
        std::vector<std::uint64_t> options; // keys of all of them
    };
    struct Course { // how it went
        std::vector<std::uint64_t> drawn;
        std::vector<std::uint64_t> chosen; // keys of options
    };
    // Something that could have gone in several ways.
    struct Open {
        bool is_choice = false;
        std::size_t first = 0; // of the draws, or the number of the choice
        std::size_t count = 1; // of draws
        std::vector<Way> ways;
    };

    // A moment of course_ at which playing it again can begin.
    struct Point {
        std::size_t choices = 0;      // that were made before
        std::size_t shown = 0;        // of really_shown_, what was shown before
        std::unique_ptr<Match> match; // as it waited then
    };

    // Both play so many choices, to again_. False when it cannot go that way.
    bool play_course(std::size_t choices);
    // Plays changed_, which is course_ up to decision `from` (none: not even the beginning is), as long as the player is
    // shown the same. False also when something else is shown.
    bool play_changed(std::optional<std::size_t> from, std::size_t choices);
    // How many choices were made there; null: none, not even what the match begins with.
    std::size_t begin_at(const Course& course, const Point* point);
    bool choose(const Course& course, std::size_t choice);
    void add_told();
    void add_asked(const Decision& asked);
    [[nodiscard]] std::string seen_at_last(Match& match) const;

    bool find_ways(Match& match, std::size_t choices);
    void begin_later(std::size_t choices);
    // The last decision before which it had not happened yet; none when it belongs to the match's beginning.
    [[nodiscard]] std::optional<std::size_t> last_before(const Open& open) const;
    void add_open(std::size_t choices);
    void find_ways_of(Open& open, std::size_t choices);
    [[nodiscard]] Way way(const Open& open, std::size_t attempt) const;
    [[nodiscard]] Way way_taken(const Open& open) const;
    bool looks_the_same(const Open& open, const Way& way, std::size_t choices);
    void settle_first(std::size_t choices);
    [[nodiscard]] std::size_t draws_before(std::size_t choice) const;
    static void set(Course& course, const Open& open, const Way& way);

    std::uint32_t player_;
    bool is_known_ = true;     // from the match's beginning on
    std::uint64_t looked_ = 0; // at so many decisions
    std::vector<Draw> draws_;
    std::vector<Choice> choices_;
    Course course_; // as it went, but for what was settled

    std::vector<Point> points_; // in order; nothing before the first of them can have been otherwise
    std::vector<Open> open_;
    std::size_t opened_draws_ = 0; // of which it is known whether they are open
    std::size_t opened_choices_ = 0;
    std::size_t found_ = ~std::size_t{0}; // find_ways() did, for so many choices
    bool agrees_ = false;                 // playing it again showed the same

    DrawTape tape_;
    std::unique_ptr<Match> again_; // that is played, as are the next two
    std::string shown_;            // to the player
    Course changed_;
    std::string really_shown_; // since the first of points_
};

} // namespace tgdl
