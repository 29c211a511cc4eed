#include "terminal/hot_seat.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ranges>
#include <utility>

namespace tgdl {

void keep_traced_line(void* lines, const std::string& line) {
    constexpr std::size_t kMostLines = 2000;
    auto& kept = *static_cast<std::vector<std::string>*>(lines);
    if (kept.size() < kMostLines) {
        kept.push_back(line);
    }
}

HotSeat::HotSeat(Game game, std::vector<SeatPlan> seats, std::uint64_t seed)
    : game_(std::move(game)), seats_(std::move(seats)), seed_(seed) {
    seats_.resize(game_.players());
    rebuild_history();
}

std::size_t HotSeat::people() const {
    return static_cast<std::size_t>(std::ranges::count(seats_, SeatPlan()));
}

bool HotSeat::waits_for_person() {
    return game_.status() == MatchStatus::Waiting && is_person(game_.decision().player);
}

void HotSeat::record(std::size_t index, Initiator initiator) {
    Match& match = game_.match();
    const Decision& decision = match.decision();
    const Json asked = decision_view(match, decision.player);
    const Json& about = asked.at("about")[index];
    made_.push_back({.text = match.option_text(decision, index),
                     .about = about.is_null() ? std::string() : text_of(about, "ref"),
                     .player = decision.player,
                     .begins_move = decision.begins_move,
                     .automatic = initiator == Initiator::Program});
}

void HotSeat::make(std::size_t index, Initiator initiator) {
    undone_.clear();
    record(index, initiator);
    const std::uint32_t reader = people() > 1 ? kSpectator : viewer();
    const bool open = !game_.program().hides && !game_.program().simultaneous;
    const MadeChoice& made = made_.back();
    if (initiator == Initiator::Person || !is_person(made.player)) {
        const std::string who = seat_name(game_.program(), made.player);
        cascade_.push_back(open || made.player == reader ? fmt::format("{} takes {}", who, made.text)
                                                         : who + " chooses");
    }
    bots_->record_choice(game_.match(), index);
    game_.match().set_tracer(keep_traced_line, &cascade_, reader);
    game_.choose(index);
    game_.match().set_tracer(nullptr, nullptr);
}

void HotSeat::choose(std::size_t index) {
    cascade_.clear();
    make(index, Initiator::Person);
}

BotChoice HotSeat::ask_bot() {
    bots_->go_to(game_.position()); // so that it decides the same after an undo, and when a game is resumed
    return bots_->decide(game_.match());
}

void HotSeat::go_on() {
    while (game_.status() == MatchStatus::Waiting) {
        const Decision& decision = game_.decision();
        const bool is_bot = !is_person(decision.player);
        if (!is_bot && !leaves_no_choice(game_.match())) {
            return;
        }
        const bool alone = people() == 0;
        if (alone) {
            cascade_.clear();
        }
        const BotChoice choice = is_bot ? ask_bot() : BotChoice(0);
        if (!choice) {
            bot_problem_ = choice.error();
            seats_[decision.player] = std::nullopt; // a person goes on
            return;
        }
        make(*choice, Initiator::Program);
        if (alone) {
            return;
        }
    }
}

std::vector<MadeChoice> HotSeat::running_move() {
    std::vector<MadeChoice> move;
    if (game_.status() != MatchStatus::Waiting || game_.decision().begins_move) {
        return move;
    }
    for (const MadeChoice& choice : std::views::reverse(made_)) {
        if (choice.player == game_.decision().player) {
            move.insert(move.begin(), choice);
        }
        if (choice.begins_move) {
            break;
        }
    }
    return move;
}

void HotSeat::go_to(std::size_t position) {
    while (made_.size() > position) {
        undone_.push_back(std::move(made_.back()));
        made_.pop_back();
    }
    while (made_.size() < position && !undone_.empty()) {
        made_.push_back(std::move(undone_.back()));
        undone_.pop_back();
    }
    cascade_.clear();
    inform_bots(position);
    game_.go_to(position);
}

// They look on as the game is played again up to there.
void HotSeat::inform_bots(std::size_t position) {
    const std::vector<ChoiceMade> choices = game_.choices();
    game_.go_to(0);
    bots_->restart(game_.match());
    for (std::size_t i = 0; i < position; ++i) {
        bots_->record_choice(game_.match(), choices[i].option);
        game_.redo();
    }
}

std::size_t HotSeat::previous_position() const {
    for (std::size_t i = made_.size(); i > 0; --i) {
        if (!made_[i - 1].automatic) {
            return i - 1;
        }
    }
    return made_.size();
}

std::size_t HotSeat::next_position() const {
    if (undone_.empty()) {
        return made_.size();
    }
    std::size_t steps = 1; // the choice of a person, and what followed by itself
    while (steps < undone_.size() && undone_[undone_.size() - 1 - steps].automatic) {
        ++steps;
    }
    return made_.size() + steps;
}

void HotSeat::replace(Game game) {
    game_ = std::move(game);
    cascade_.clear();
    rebuild_history();
}

// A game that was loaded has a past: plays it again to tell what was chosen.
void HotSeat::rebuild_history() {
    made_.clear();
    undone_.clear();
    const std::size_t position = game_.position();
    const std::vector<ChoiceMade> choices = game_.choices();
    game_.go_to(0);
    bots_ = std::make_unique<BotTable>(seats_, game_.match(), seed_);
    for (std::size_t i = 0; i < position; ++i) {
        const bool automatic = !is_person(game_.decision().player) || leaves_no_choice(game_.match());
        record(choices[i].option, automatic ? Initiator::Program : Initiator::Person);
        bots_->record_choice(game_.match(), choices[i].option);
        game_.redo();
    }
}

std::uint32_t HotSeat::viewer() {
    if (waits_for_person()) {
        return game_.decision().player;
    }
    if (people() != 1) {
        return kSpectator;
    }
    return static_cast<std::uint32_t>(std::ranges::find(seats_, SeatPlan()) - seats_.begin());
}

Json HotSeat::view() {
    return game_.view(viewer());
}

bool HotSeat::needs_hand_over(std::uint32_t seen_by) {
    if (people() < 2 || !waits_for_person() || game_.decision().player == seen_by) {
        return false;
    }
    const InputIndex input = game_.decision().input;
    const bool is_asked_of_all = input != kNone && game_.program().inputs[input].mode == InputMode::Players;
    Json own = game_.view(viewer());
    if (is_asked_of_all || own.at("active").size() > 1) {
        return true; // all choose at once, none seeing what the others choose
    }
    Json of_all = game_.view(kSpectator);
    for (Json* seen : {&own, &of_all}) {
        seen->erase("viewer");
        seen->erase("decision");
    }
    return own != of_all;
}

} // namespace tgdl
