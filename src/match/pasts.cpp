#include "match/pasts.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kMostWays = 8;   // that are kept of something open
constexpr std::size_t kMostTried = 60; // to find them
constexpr std::size_t kMostOpen = 64;
constexpr int kMostSamples = 8;         // tried until one agrees
constexpr std::size_t kPointsApart = 8; // in choices, at least
constexpr std::size_t kMostPoints = 32;

} // namespace

std::unique_ptr<Match> begin_again(const Match& match, DrawTape& tape) {
    const MatchFlow& flow = match.flow();
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), flow.machine.memory.words() + kRandomWord, sizeof(generator));
    return std::make_unique<Match>(flow.shared_program(), match.players(), MatchSeed{generator.key, std::nullopt},
                                   flow.machine.limits, nullptr, nullptr, &tape);
}

namespace {

// By class: can what is of it lie in a deck?
std::vector<bool> classes_in_decks(const Program& program) {
    std::vector<bool> lies_in_deck(program.classes.size());
    for (const ClassInfo& info : program.classes) {
        if (info.holds != kNone && program.types[info.holds].first_class != kNone) {
            const ValueType& held = program.types[info.holds];
            std::fill(lies_in_deck.begin() + held.first_class, lies_in_deck.begin() + held.last_class + 1, true);
        }
    }
    return lies_in_deck;
}

// Can code ask several at once for anything but cards, and keep to itself what they chose while it asks for more? Inputs
// of actions and phases cannot: see Decision::together_since.
bool has_secrets_of_code(const Program& program, const std::vector<bool>& lies_in_deck) {
    std::vector<bool> is_declared(program.inputs.size());
    const auto declare = [&](const std::vector<InputIndex>& inputs) {
        for (const InputIndex input : inputs) {
            is_declared[input] = true;
        }
    };
    for (const ActionInfo& action : program.actions) {
        declare(action.inputs);
    }
    for (const TurnInfo& turn : program.turns) {
        std::ranges::for_each(turn.phases, declare, &PhaseInfo::inputs);
    }
    std::ranges::for_each(program.setups, declare, &PhaseInfo::inputs);
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        const ClassIndex chosen = program.types[program.inputs[i].element].first_class;
        if (program.inputs[i].mode == InputMode::Players && !is_declared[i]
            && (chosen == kNone || !lies_in_deck[chosen])) {
            return true;
        }
    }
    return false;
}

} // namespace

bool Pasts::are_needed(const Program& program) {
    const std::vector<bool> lies_in_deck = classes_in_decks(program);
    if (has_secrets_of_code(program, lies_in_deck)) {
        return true;
    }
    for (std::size_t i = 0; i < program.classes.size(); ++i) {
        const ClassInfo& info = program.classes[i];
        const bool hides_attribute = std::ranges::any_of(
            info.attributes, [](const AttributeInfo& attribute) { return !attribute.visible.empty(); });
        const bool hides_itself = !info.visible.empty() && info.holds == kNone && !lies_in_deck[i];
        if (hides_attribute || hides_itself) {
            return true;
        }
    }
    return false;
}

void Pasts::look(const Match& match, const DrawTape* since) {
    if (match.decisions_made() < looked_) {
        return; // looked at already
    }
    is_known_ &= since != nullptr && match.decisions_made() == looked_;
    looked_ = match.decisions_made() + 1;
    if (!is_known_) {
        return;
    }
    for (const Draw& draw : since->draws) {
        draws_.push_back(draw);
        course_.drawn.push_back(draw.number);
    }
}

void Pasts::note(Match& match, std::size_t choice) {
    const Decision& decision = match.decision();
    Choice made{decision.player, draws_.size(), {}};
    for (const Option& option : decision.options) {
        made.options.push_back(match.option_key(option));
    }
    course_.chosen.push_back(made.options[choice]);
    choices_.push_back(std::move(made));
}

bool Pasts::sample(Match& match, std::size_t choices, std::uint64_t seed, Match& into) {
    if (!is_known_ || !find_ways(match, choices)) {
        return false;
    }
    if (open_.empty()) {
        into.copy_from(match);
        return true;
    }
    RandomState random = seed_random(seed);
    for (int i = 0; i < kMostSamples; ++i) {
        changed_ = course_;
        std::optional<std::size_t> from = choices;
        for (const Open& open : open_) {
            set(changed_, open, open.ways[random_below(random, open.ways.size())]);
            from = std::min(from, last_before(open));
        }
        if (play_changed(from, choices)) {
            into.copy_from(*again_);
            return true;
        }
    }
    return false;
}

// ---- playing it again -----------------------------------------------------------------------------------------------

bool Pasts::play_course(std::size_t choices) {
    const std::size_t begin = begin_at(course_, points_.empty() ? nullptr : points_.data());
    const std::size_t apart = std::max(kPointsApart, (choices - begin) / kMostPoints + 1);
    points_.clear();
    bool goes = true;
    for (std::size_t i = begin; goes && i <= choices; ++i) {
        add_told();
        goes = again_->status() == MatchStatus::Waiting;
        if (goes && (i - begin) % apart == 0) {
            points_.push_back({i, shown_.size(), std::make_unique<Match>(*again_)});
        }
        goes = goes && (i == choices || choose(course_, i));
    }
    again_->set_tape(nullptr);
    if (goes) {
        shown_ += seen_at_last(*again_);
    }
    return goes;
}

bool Pasts::play_changed(std::optional<std::size_t> from, std::size_t choices) {
    const Point* point = nullptr;
    for (const Point& other : points_) {
        point = other.choices <= from ? &other : point;
    }
    const std::size_t begin = begin_at(changed_, point);
    std::size_t agreed = point == nullptr ? 0 : point->shown; // so much of really_shown_ is shown here too
    const auto still_agrees = [&] {
        const bool agrees = really_shown_.compare(agreed, shown_.size(), shown_) == 0;
        agreed += shown_.size();
        shown_.clear();
        return agrees;
    };
    bool goes = true;
    for (std::size_t i = begin; goes && i <= choices; ++i) {
        add_told();
        goes = again_->status() == MatchStatus::Waiting && still_agrees() && (i == choices || choose(changed_, i));
    }
    again_->set_tape(nullptr);
    if (goes) {
        shown_ += seen_at_last(*again_);
    }
    return goes && still_agrees() && agreed == really_shown_.size();
}

std::size_t Pasts::begin_at(const Course& course, const Point* point) {
    tape_.clear();
    const std::size_t drawn = point == nullptr ? 0 : draws_before(point->choices);
    tape_.changed.assign(course.drawn.begin() + static_cast<std::ptrdiff_t>(drawn), course.drawn.end());
    shown_.clear();
    if (point == nullptr) {
        again_ = begin_again(*again_, tape_);
        return 0;
    }
    again_->copy_from(*point->match);
    again_->set_tape(&tape_);
    return point->choices;
}

bool Pasts::choose(const Course& course, std::size_t choice) {
    const Decision& asked = again_->decision();
    add_asked(asked);
    const auto option = std::ranges::find(asked.options, course.chosen[choice],
                                          [&](const Option& other) { return again_->option_key(other); });
    if (option == asked.options.end()) {
        return false;
    }
    again_->choose(static_cast<std::size_t>(option - asked.options.begin()));
    return true;
}

std::string Pasts::seen_at_last(Match& match) const {
    return '\n' + view(match, player_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Pasts::add_told() {
    for (const Delivered& delivered : again_->take_texts()) {
        if (delivered.to == player_ || (delivered.to == kNone && delivered.seen.empty())) {
            shown_ += delivered.text + '\n';
        } else if (delivered.to == kNone) {
            shown_ += delivered.seen[player_] + '\n';
        }
    }
}

void Pasts::add_asked(const Decision& asked) {
    shown_ += std::to_string(asked.player);
    for (std::size_t i = 0; asked.player == player_ && i < asked.options.size(); ++i) {
        shown_ += ' ' + std::to_string(again_->option_key(asked.options[i]));
    }
    shown_ += '\n';
}

// ---- what could have gone otherwise ---------------------------------------------------------------------------------

std::size_t Pasts::draws_before(std::size_t choice) const {
    return choice < choices_.size() ? choices_[choice].draws : draws_.size();
}

void Pasts::set(Course& course, const Open& open, const Way& way) {
    std::vector<std::uint64_t>& where = open.is_choice ? course.chosen : course.drawn;
    std::ranges::copy(way, where.begin() + static_cast<std::ptrdiff_t>(open.first));
}

bool Pasts::find_ways(Match& match, std::size_t choices) {
    if (found_ == choices) {
        return agrees_;
    }
    found_ = choices;
    if (again_ == nullptr) {
        again_ = std::make_unique<Match>(match);
    }
    begin_later(choices);
    agrees_ = play_course(choices) && shown_.ends_with(seen_at_last(match));
    if (!agrees_) {
        return false;
    }
    really_shown_ = shown_;
    for (Open& open : open_) {
        std::erase_if(open.ways, [&](const Way& way) { return !looks_the_same(open, way, choices); });
        if (open.ways.empty()) {
            find_ways_of(open, choices);
        }
    }
    add_open(choices);
    std::erase_if(open_, [](const Open& open) { return open.ways.empty(); });
    while (open_.size() > kMostOpen) {
        settle_first(choices);
    }
    return true;
}

std::optional<std::size_t> Pasts::last_before(const Open& open) const {
    if (open.is_choice) {
        return open.first;
    }
    const auto after = std::ranges::upper_bound(choices_, open.first, {}, &Choice::draws);
    if (after == choices_.begin()) {
        return std::nullopt;
    }
    return after - choices_.begin() - 1;
}

// Nothing before the first open thing can have been otherwise: there is no need to play it each time.
void Pasts::begin_later(std::size_t choices) {
    std::optional<std::size_t> from = std::min(choices, opened_choices_);
    for (const Open& open : open_) {
        from = std::min(from, last_before(open));
    }
    std::erase_if(points_, [&](const Point& point) { return point.choices > from; });
    if (points_.empty()) {
        return;
    }
    bool goes = true;
    for (std::size_t i = begin_at(course_, &points_.back()); goes && i < from; ++i) {
        goes = again_->status() == MatchStatus::Waiting && choose(course_, i);
    }
    again_->set_tape(nullptr);
    add_told();
    points_.clear();
    if (goes) {
        points_.push_back({*from, 0, std::make_unique<Match>(*again_)});
    }
}

void Pasts::add_open(std::size_t choices) {
    const auto add = [&](Open open) {
        find_ways_of(open, choices);
        if (!open.ways.empty()) {
            open_.push_back(std::move(open));
        }
    };
    const std::size_t drawn = draws_before(choices);
    while (opened_draws_ < drawn) {
        const std::size_t first = opened_draws_++;
        while (opened_draws_ < drawn && !draws_[opened_draws_].begins) {
            ++opened_draws_;
        }
        if (draws_[first].what != Draw::For::Deck) {
            add({false, first, opened_draws_ - first, {}});
        }
    }
    for (; opened_choices_ < choices; ++opened_choices_) {
        if (choices_[opened_choices_].player != player_) {
            add({true, opened_choices_, 1, {}});
        }
    }
}

// One of the ways that it could go: each in turn, or any when there are many.
Pasts::Way Pasts::way(const Open& open, std::size_t attempt) const {
    RandomState random = seed_random(open.first * kMostTried + attempt);
    const auto any_of = [&](std::uint64_t many) {
        return open.count == 1 && many <= kMostWays ? attempt : random_below(random, many);
    };
    Way way;
    for (std::size_t i = open.first; i < open.first + open.count; ++i) {
        way.push_back(open.is_choice ? choices_[i].options[any_of(choices_[i].options.size())]
                                     : any_of(draws_[i].bound));
    }
    return way;
}

// None when it can have gone in one way only: it has been seen.
void Pasts::find_ways_of(Open& open, std::size_t choices) {
    const std::size_t all = open.is_choice ? choices_[open.first].options.size() : draws_[open.first].bound;
    const std::size_t attempts = open.count == 1 && all <= kMostWays ? all : kMostTried;
    for (std::size_t attempt = 0; attempt < attempts && open.ways.size() < kMostWays; ++attempt) {
        Way other = way(open, attempt);
        if (std::ranges::find(open.ways, other) == open.ways.end() && looks_the_same(open, other, choices)) {
            open.ways.push_back(std::move(other));
        }
    }
    if (open.ways.size() == 1 && open.ways[0] == way_taken(open)) {
        open.ways.clear();
    }
}

Pasts::Way Pasts::way_taken(const Open& open) const {
    const auto begin =
        (open.is_choice ? course_.chosen : course_.drawn).begin() + static_cast<std::ptrdiff_t>(open.first);
    return {begin, begin + static_cast<std::ptrdiff_t>(open.count)};
}

bool Pasts::looks_the_same(const Open& open, const Way& way, std::size_t choices) {
    changed_ = course_;
    set(changed_, open, way);
    return play_changed(last_before(open), choices);
}

// From now on it went so, whether it did or not.
void Pasts::settle_first(std::size_t choices) {
    const Open open = std::move(open_.front());
    open_.erase(open_.begin());
    if (looks_the_same(open, open.ways[0], choices)) {
        set(course_, open, open.ways[0]);
        std::erase_if(points_, [&](const Point& point) { return point.choices > last_before(open); });
    }
}

} // namespace tgdl
