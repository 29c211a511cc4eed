#include "tables/table.h"

#include "match/flow.h"
#include "saves/replay_save.h"
#include "tables/secrets.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kMostIds = 64;
constexpr std::size_t kMostOptions = 20'000; // that can be shown
constexpr std::int64_t kMillisecondsPerSecond = 1000;

tl::unexpected<Refused> refuse(Reason reason, std::string text) {
    return tl::unexpected(Refused{reason, std::move(text)});
}

// Goes on to what the seat is asked in this round, others choosing anything. False: nothing more, or it takes too long
// to find out.
bool go_to_question(Match& match, std::uint32_t seat, std::uint64_t round) {
    constexpr int kMostSteps = 1000;
    for (int i = 0; i < kMostSteps && match.status() == MatchStatus::Waiting; ++i) {
        const Decision& decision = match.decision();
        if (decision.simultaneous_since != round) {
            return false;
        }
        if (decision.player == seat && !leaves_no_choice(match)) {
            return decision.options.size() <= kMostOptions;
        }
        match.choose(0);
    }
    return false;
}

std::size_t bytes_of(const Delivered& delivered) {
    std::size_t bytes = sizeof(delivered) + delivered.text.size();
    for (const std::string& text : delivered.seen) {
        bytes += sizeof(std::string) + text.size();
    }
    return bytes;
}

} // namespace

Table::Table(TableHead head, std::shared_ptr<const Program> program, const Limits& limits)
    : head_(std::move(head)),
      limits_(limits),
      game_(std::move(program), {static_cast<std::uint32_t>(head_.seats.size()), head_.seed, limits}),
      seats_(head_.seats.size()),
      done_(head_.seats.size() + 1) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        seats_[i].bot = head_.seats[i].bot;
        seats_[i].left = head_.clock ? head_.clock->seconds * kMillisecondsPerSecond : 0;
    }
    counted_ = head_.created;
    settle();
}

// ---- who may come in ------------------------------------------------------------------------------------------------

// Every token is compared, so that the time tells nothing of which one it was.
std::optional<Table::Admission> Table::admit(const TableHead& head, std::string_view token) {
    std::optional<Admission> admission;
    for (std::uint32_t i = 0; i < head.seats.size(); ++i) {
        if (is_same_secret(head.seats[i].token, token)) {
            admission = Admission{i, false};
        }
    }
    if (is_same_secret(head.spectator, token)) {
        admission = Admission{kSpectator, false};
    }
    if (is_same_secret(head.host, token)) {
        admission = Admission{kSpectator, true};
    }
    return admission;
}

// ---- what may be done -----------------------------------------------------------------------------------------------

Match* Table::asked_of(std::uint32_t seat) {
    if (game_.status() != MatchStatus::Waiting || is_overloaded_) {
        return nullptr;
    }
    if (is_gathering_) {
        return seats_[seat].asking.get();
    }
    return game_.decision().player == seat ? &game_.match() : nullptr;
}

std::vector<std::uint32_t> Table::waiting() {
    std::vector<std::uint32_t> seats;
    for (std::uint32_t i = 0; i < seats_.size(); ++i) {
        if (asked_of(i) != nullptr) {
            seats.push_back(i);
        }
    }
    return seats;
}

// Nothing of what others do in secret is in it: only what this seat has chosen, and what all know of.
std::string Table::decision_id(std::uint32_t seat) {
    const bool is_asked = seats_[seat].bot.empty() && asked_of(seat) != nullptr;
    return is_asked ? fmt::to_string(seats_[seat].asked) : std::string();
}

Table::Considered Table::consider_choice(std::uint32_t seat, std::string_view decision, std::uint64_t option) {
    if (game_.status() != MatchStatus::Waiting) {
        return refuse(Reason::Ended, "the match has ended");
    }
    if (!seats_[seat].bot.empty()) {
        return refuse(Reason::NotAllowed, "a bot plays for you: take your seat back first");
    }
    const std::string asked = decision_id(seat);
    if (asked.empty()) {
        return refuse(Reason::NotAsked, "it is not your turn to choose");
    }
    if (asked != decision) {
        return refuse(Reason::Stale, "the table has moved on; look again");
    }
    if (option >= asked_of(seat)->decision().options.size()) {
        return refuse(Reason::Illegal, "that is not one of the options");
    }
    Entry entry;
    entry.seat = seat;
    entry.option = static_cast<std::uint32_t>(option);
    return entry;
}

Table::Considered Table::consider_undo(std::uint32_t seat) {
    if (game_.status() != MatchStatus::Waiting) {
        return refuse(Reason::Ended, "the match has ended");
    }
    if (!seats_[seat].bot.empty()) {
        return refuse(Reason::NotAllowed, "a bot plays for you: take your seat back first");
    }
    const bool has_answer = is_gathering_ && !seats_[seat].answers.empty();
    if (!has_answer && (!undoable() || undoable()->seat != seat)) {
        return refuse(Reason::NotAllowed, "there is no choice of yours that can still be taken back");
    }
    Entry entry;
    entry.kind = EntryKind::Undo;
    entry.seat = seat;
    return entry;
}

// The last choice of a person, if nobody but bots has chosen since. Not where several choose: others would have to choose
// again.
std::optional<Table::Undoable> Table::undo_target() {
    if (game_.status() != MatchStatus::Waiting || round_ != Decision::kNotSimultaneous) {
        return std::nullopt;
    }
    const auto is_passed_over = [](const Made& made) {
        return made.actor == Actor::Nobody || made.actor == Actor::Bot;
    };
    std::size_t target = game_.position();
    while (target > 0 && is_passed_over(made_[target - 1])) {
        --target;
    }
    if (target == 0 || made_[target - 1].actor != Actor::Person
        || made_[target - 1].round != Decision::kNotSimultaneous) {
        return std::nullopt;
    }
    return Undoable{game_.choices()[target - 1].player, target - 1};
}

const std::optional<Table::Undoable>& Table::undoable() {
    if (!is_undo_known_) {
        is_undo_known_ = true;
        undoable_ = undo_target();
        for (std::size_t i = undoable_ ? undoable_->target : 0; undoable_ && i < game_.position(); ++i) {
            if (game_.disclosure_of(i) != Disclosure::Nothing) {
                undoable_.reset();
            }
        }
    }
    return undoable_;
}

bool Table::was_done(Actor by, std::uint32_t seat, const std::string& id) const {
    const Ids& done = done_[by == Actor::Host ? seats_.size() : seat];
    return std::ranges::find(done, id) != done.end();
}

// ---- doing it -------------------------------------------------------------------------------------------------------

Table::Ids& Table::done_by(const Entry& entry) {
    return done_[entry.by == Actor::Host ? seats_.size() : entry.seat];
}

bool Table::apply(const Entry& entry) {
    if (entry.seat >= seats_.size()) {
        return false;
    }
    if (entry.kind != EntryKind::Resume) {
        count_time(entry.time);
    }
    unchanged_texts_ = game_.texts().size();
    switch (entry.kind) {
    case EntryKind::Choose:
        if (!apply_choice(entry)) {
            return false;
        }
        break;
    case EntryKind::Undo:
        if (!apply_undo(entry.seat)) {
            return false;
        }
        break;
    case EntryKind::Name:
        seats_[entry.seat].name = entry.text;
        tell_names();
        break;
    case EntryKind::Seat: apply_seat(entry); break;
    case EntryKind::Again:
        is_clock_running_ = false;
        for (TableSeat& seat : seats_) {
            seat.left = head_.clock ? head_.clock->seconds * kMillisecondsPerSecond : 0;
        }
        go_on_with(Game(game_.match().flow().shared_program(),
                        {static_cast<std::uint32_t>(seats_.size()), entry.seed, limits_}));
        break;
    case EntryKind::Resume: counted_ = std::max(counted_, entry.time); break;
    case EntryKind::Rules: return false;
    }
    if (!entry.id.empty()) {
        Ids& done = done_by(entry);
        done.push_back(entry.id);
        if (done.size() > kMostIds) {
            done.pop_front();
        }
    }
    ++entries_;
    return true;
}

bool Table::apply_choice(const Entry& entry) {
    Match* asking = asked_of(entry.seat);
    if (asking == nullptr || entry.option >= asking->decision().options.size()) {
        return false;
    }
    TableSeat& seat = seats_[entry.seat];
    const bool has_started = is_clock_running_;
    ++seat.asked;
    is_clock_running_ = head_.clock.has_value();
    if (is_gathering_) {
        seat.answers.push_back(choice_of(asked_by(*asking), entry.option));
        asking->choose(entry.option);
        if (!go_to_question(*asking, entry.seat, round_)) {
            seat.asking.reset();
        }
    } else {
        make(entry.option, entry.by == Actor::Bot     ? Actor::Bot
                           : entry.by == Actor::Clock ? Actor::Clock
                                                      : Actor::Person);
    }
    settle();
    if (head_.clock && has_started && asked_of(entry.seat) == nullptr) {
        seat.left = std::max<std::int64_t>(seat.left, 0) + head_.clock->bonus * kMillisecondsPerSecond;
    }
    return true;
}

bool Table::apply_undo(std::uint32_t seat) {
    if (is_gathering_) {
        if (seats_[seat].answers.empty()) {
            return false;
        }
        seats_[seat].answers.pop_back();
        ++seats_[seat].asked;
        ask_on_copy(seat);
        return true;
    }
    const std::optional<Undoable> target = undo_target();
    if (!target || target->seat != seat) {
        return false;
    }
    game_.go_to(target->target);
    made_.resize(target->target);
    unchanged_texts_ = game_.texts().size();
    ask_anew();
    settle();
    return true;
}

void Table::apply_seat(const Entry& entry) {
    TableSeat& seat = seats_[entry.seat];
    seat.bot = entry.text;
    ++seat.asked;
    ++moment_;
    if (is_gathering_ && seat.bot.empty()) {
        ask_on_copy(entry.seat);
    } else {
        seat.asking.reset();
    }
    settle();
}

RulesSwitch Table::switch_rules(const Entry& entry, std::shared_ptr<const Program> program) {
    SavedGame saved = saved_game(game_, head_.game);
    saved.options = fitting_options(*program, head_.options);
    ReplayedSave followed = replay_save(std::move(program), saved, limits_);
    RulesSwitch what;
    what.of = game_.position();
    what.difference = describe_differences(followed);
    count_time(entry.time);
    ++entries_;
    if (followed.game) {
        what.kept = followed.game->position();
        go_on_with(std::move(*followed.game));
    }
    return what;
}

// What people are called at the table is what the rules' texts for people call them.
void Table::tell_names() {
    if (!game_.program().uses_names) {
        return;
    }
    std::vector<std::string> names;
    names.reserve(seats_.size());
    for (const TableSeat& seat : seats_) {
        names.push_back(seat.name);
    }
    game_.set_player_names(std::move(names));
}

// The same people, another match, which may have a past: who chose what in it is taken for people's doing.
void Table::go_on_with(Game game) {
    game_ = std::move(game);
    tell_names();
    unchanged_texts_ = 0;
    history_bytes_ = 0;
    made_.clear();
    const std::size_t position = game_.position();
    game_.go_to(0);
    while (game_.position() < position) {
        record_next(Actor::Person);
        game_.redo();
    }
    ask_anew();
    settle();
}

// Everybody is asked anew, and what was worked out for the match as it was is forgotten.
void Table::ask_anew() {
    end_round();
    for (TableSeat& seat : seats_) {
        ++seat.asked;
    }
    ++moment_;
    is_undo_known_ = false;
    moments_.clear();
}

// Of the choice that is going to be made.
void Table::record_next(Actor actor) {
    const Decision& decision = game_.decision();
    made_.push_back({actor, decision.begins_move, decision.simultaneous_since});
}

void Table::make(std::size_t option, Actor actor) {
    record_next(actor);
    const std::size_t told = game_.texts().size();
    game_.choose(option);
    history_bytes_ += sizeof(ChoiceMade) + game_.choices().back().text.size() + game_.choices().back().question.size();
    for (std::size_t i = told; i < game_.texts().size(); ++i) {
        history_bytes_ += bytes_of(game_.texts()[i]);
    }
    ++moment_;
    is_undo_known_ = false;
    moments_.clear();
}

// Goes on as far as nobody has to be asked.
void Table::settle() {
    is_overloaded_ = false;
    while (game_.status() == MatchStatus::Waiting) {
        if (game_.decision().options.size() > kMostOptions) {
            is_overloaded_ = true;
            break;
        }
        if (game_.decision().simultaneous_since != round_) {
            begin_round(game_.decision().simultaneous_since);
        }
        const auto is_asked = [](const TableSeat& seat) { return seat.asking != nullptr; };
        if (is_gathering_ && std::ranges::any_of(seats_, is_asked)) {
            return;
        }
        is_gathering_ = false;
        if (!make_decided()) {
            return;
        }
    }
    end_round();
}

// False: somebody has to be asked.
bool Table::make_decided() {
    if (leaves_no_choice(game_.match())) {
        make(0, Actor::Nobody);
        return true;
    }
    TableSeat& seat = seats_[game_.decision().player];
    if (seat.answers.empty()) {
        return false;
    }
    const ChoiceMade answer = std::move(seat.answers.front());
    seat.answers.erase(seat.answers.begin());
    if (digest_of(asked_by(game_.match())) != answer.digest) {
        seat.answers.clear(); // the rules ask something else, because of what others have chosen
        ++seat.asked;
        return false;
    }
    make(answer.option, Actor::Person);
    return true;
}

void Table::begin_round(std::uint64_t round) {
    end_round();
    round_ = round;
    is_gathering_ = round != Decision::kNotSimultaneous;
    for (std::uint32_t i = 0; is_gathering_ && i < seats_.size(); ++i) {
        if (seats_[i].bot.empty()) {
            ask_on_copy(i);
        }
    }
}

void Table::end_round() {
    round_ = Decision::kNotSimultaneous;
    is_gathering_ = false;
    for (TableSeat& seat : seats_) {
        seat.answers.clear();
        seat.asking.reset();
    }
}

// What the seat is asked after the answers that it has given.
void Table::ask_on_copy(std::uint32_t seat) {
    TableSeat& one = seats_[seat];
    one.asking = std::make_unique<Match>(game_.match());
    bool is_asked = go_to_question(*one.asking, seat, round_);
    for (std::size_t i = 0; is_asked && i < one.answers.size(); ++i) {
        one.asking->choose(one.answers[i].option);
        is_asked = go_to_question(*one.asking, seat, round_);
    }
    if (!is_asked) {
        one.asking.reset();
    }
}

// ---- bots -----------------------------------------------------------------------------------------------------------

std::optional<std::uint32_t> Table::bot_to_move() {
    if (game_.status() != MatchStatus::Waiting || is_gathering_ || is_overloaded_
        || seats_[game_.decision().player].bot.empty()) {
        return std::nullopt;
    }
    return game_.decision().player;
}

BotTurn Table::bot_turn(std::uint64_t random_number) {
    const std::uint32_t seat = game_.decision().player;
    BotTurn turn{.bot = seats_[seat].bot,
                 .seat = seat,
                 .match = std::make_shared<const Match>(game_.match()),
                 .seed = game_.seed(),
                 .limits = limits_,
                 .choices = {},
                 .begins_move = game_.decision().begins_move,
                 .random_number = random_number};
    if (needs_choices(turn.bot, game_.program())) {
        turn.choices.reserve(game_.position());
        for (std::size_t i = 0; i < game_.position(); ++i) {
            turn.choices.push_back(game_.choices()[i].option);
        }
    }
    return turn;
}

Entry Table::bot_entry(std::size_t option) {
    Entry entry;
    entry.by = Actor::Bot;
    entry.seat = game_.decision().player;
    entry.option = static_cast<std::uint32_t>(option);
    return entry;
}

} // namespace tgdl
