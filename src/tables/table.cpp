#include "tables/table.h"

#include "tables/secrets.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kMostIds = 64;
constexpr std::int64_t kMillisecondsPerSecond = 1000;

std::uint64_t bot_seed_of(const MatchSeed& seed) {
    return (std::uint64_t{seed.key[0]} << 32U) | seed.key[1];
}

Refused refuse(Reason reason, std::string text) {
    return {reason, std::move(text)};
}

} // namespace

Table::Table(TableHead head, std::shared_ptr<const Program> program, const Limits& limits)
    : head_(std::move(head)),
      limits_(limits),
      program_(std::move(program)),
      game_(program_, {static_cast<std::uint32_t>(head_.seats.size()), head_.seed, limits}),
      seats_(head_.seats.size()) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        seats_[i].bot = head_.seats[i].bot;
        seats_[i].left = head_.clock ? head_.clock->seconds * kMillisecondsPerSecond : 0;
    }
    counted_ = head_.created;
    seat_bots();
    settle();
}

// ---- who may come in ------------------------------------------------------------------------------------------------

// Every token is compared, so that the time tells nothing of which one it was.
std::optional<Table::Guest> Table::admit(std::string_view token) const {
    std::optional<Guest> guest;
    for (std::uint32_t i = 0; i < head_.seats.size(); ++i) {
        if (is_same_secret(head_.seats[i].token, token)) {
            guest = Guest{i, false};
        }
    }
    if (is_same_secret(head_.spectator, token)) {
        guest = Guest{kSpectator, false};
    }
    if (is_same_secret(head_.host, token)) {
        guest = Guest{kSpectator, true};
    }
    return guest;
}

// ---- what may be done -----------------------------------------------------------------------------------------------

Match* Table::asked_of(std::uint32_t seat) {
    if (game_.status() != MatchStatus::Waiting) {
        return nullptr;
    }
    return game_.decision().player == seat ? &game_.match() : seats_[seat].asking.get();
}

std::string Table::decision_id(std::uint32_t seat) {
    if (!seats_[seat].bot.empty() || asked_of(seat) == nullptr) {
        return {};
    }
    return fmt::format("{}.{}", undone_, seats_[seat].choices);
}

Table::Considered Table::consider_choice(std::uint32_t seat, std::string_view decision, std::uint64_t option) {
    if (game_.status() != MatchStatus::Waiting) {
        return tl::unexpected(refuse(Reason::Ended, "the match has ended"));
    }
    if (!seats_[seat].bot.empty()) {
        return tl::unexpected(refuse(Reason::NotAllowed, "a bot plays for you: take your seat back first"));
    }
    const std::string asked = decision_id(seat);
    if (asked.empty()) {
        return tl::unexpected(refuse(Reason::NotAsked, "it is not your turn to choose"));
    }
    if (asked != decision) {
        return tl::unexpected(refuse(Reason::Stale, "the table has moved on; look again"));
    }
    if (option >= asked_of(seat)->decision().options.size()) {
        return tl::unexpected(refuse(Reason::Illegal, "that is not one of the options"));
    }
    Entry entry;
    entry.seat = seat;
    entry.option = static_cast<std::uint32_t>(option);
    return entry;
}

std::optional<std::size_t> Table::undo_target(std::uint32_t seat) {
    if (game_.status() != MatchStatus::Waiting
        || std::ranges::any_of(seats_, [](const TableSeat& one) { return !one.ahead.empty(); })) {
        return std::nullopt;
    }
    for (std::size_t i = game_.position(); i > 0; --i) {
        if (made_[i - 1].by_person) {
            return game_.choices()[i - 1].player == seat ? std::optional(i - 1) : std::nullopt;
        }
    }
    return std::nullopt;
}

Table::Considered Table::consider_undo(std::uint32_t seat) {
    const std::optional<std::size_t> target = undo_target(seat);
    if (!target) {
        return tl::unexpected(refuse(Reason::NotAllowed, "there is no choice of yours to take back"));
    }
    for (std::size_t i = *target; i < game_.position(); ++i) {
        if (game_.disclosure_of(i) != Disclosure::Nothing) {
            return tl::unexpected(
                refuse(Reason::NotAllowed, "since then somebody may have learned something that cannot be unlearned"));
        }
    }
    Entry entry;
    entry.deed = Deed::Undo;
    entry.seat = seat;
    return entry;
}

bool Table::was_done(std::uint32_t seat, const std::string& id) const {
    return std::ranges::find(seats_[seat].ids, id) != seats_[seat].ids.end();
}

// ---- doing it -------------------------------------------------------------------------------------------------------

bool Table::apply(const Entry& entry) {
    if (entry.seat >= seats_.size()) {
        return false;
    }
    count_time(entry.time);
    kept_texts_ = game_.texts().size();
    TableSeat& seat = seats_[entry.seat];
    switch (entry.deed) {
    case Deed::Choose:
        if (!apply_choice(entry)) {
            return false;
        }
        break;
    case Deed::Undo:
        if (!undo_target(entry.seat)) {
            return false;
        }
        apply_undo(entry.seat);
        break;
    case Deed::Name: seat.name = entry.text; break;
    case Deed::Seat:
        seat.bot = entry.text;
        seat_bots();
        break;
    case Deed::Again: begin(entry.seed); break;
    case Deed::Rules: return false;
    }
    if (!entry.id.empty()) {
        seat.ids.push_back(entry.id);
        if (seat.ids.size() > kMostIds) {
            seat.ids.pop_front();
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
    ++seat.choices;
    is_clock_running_ = head_.clock.has_value();
    if (asking == &game_.match()) {
        make(entry.option, entry.by == DoneBy::Person ? Manner::Asked : Manner::Unasked);
    } else {
        seat.ahead.push_back(choice_of(asked_by(*asking), entry.option));
    }
    settle();
    if (head_.clock && has_started && asked_of(entry.seat) == nullptr) {
        seat.left += head_.clock->bonus * kMillisecondsPerSecond;
    }
    return true;
}

void Table::apply_undo(std::uint32_t seat) {
    const std::size_t target = *undo_target(seat);
    game_.go_to(target);
    made_.resize(target);
    ++undone_;
    kept_texts_ = game_.texts().size();
    seat_bots();
    settle();
}

// The same people, another match.
void Table::begin(const MatchSeed& seed) {
    game_ = Game(program_, {static_cast<std::uint32_t>(seats_.size()), seed, limits_});
    ++undone_;
    start_anew();
    settle();
}

void Table::start_anew() {
    kept_texts_ = 0;
    made_.clear();
    replayed_.reset();
    for (TableSeat& seat : seats_) {
        seat.ahead.clear();
    }
    note_history();
    seat_bots();
}

Followed Table::follow_rules(const Entry& entry, std::shared_ptr<const Program> program) {
    Followed followed = follow(program, saved_game(game_, head_.game), limits_);
    if (followed.game) {
        program_ = std::move(program);
        game_ = std::move(*followed.game);
        followed.game.reset();
        ++undone_;
        start_anew();
        settle();
        counted_ = entry.time;
        ++entries_;
    }
    return followed;
}

// Of a match that has a past: what is kept of each choice.
void Table::note_history() {
    const std::size_t position = game_.position();
    game_.go_to(0);
    while (game_.position() < position) {
        made_.push_back({true, game_.decision().begins_move});
        game_.redo();
    }
}

void Table::make(std::size_t option, Manner manner) {
    if (bots_) {
        bots_->follow(game_.match(), option);
    }
    made_.push_back({manner == Manner::Asked, game_.decision().begins_move});
    game_.choose(option);
}

// Goes on as far as nobody has to be asked.
void Table::settle() {
    while (game_.status() == MatchStatus::Waiting) {
        TableSeat& seat = seats_[game_.decision().player];
        if (leaves_no_choice(game_.match())) {
            make(0, Manner::Unasked);
        } else if (!seat.ahead.empty()) {
            const ChoiceMade answer = std::move(seat.ahead.front());
            seat.ahead.pop_front();
            if (digest_of(asked_by(game_.match())) == answer.digest) {
                make(answer.option, Manner::Asked);
            } else {
                seat.ahead.clear(); // something else is asked than was answered
            }
        } else {
            break;
        }
    }
    ask_ahead();
}

void Table::ask_ahead() {
    const bool are_together =
        game_.status() == MatchStatus::Waiting && game_.decision().together_since != Decision::kAlone;
    for (std::uint32_t i = 0; i < seats_.size(); ++i) {
        seats_[i].asking = are_together && i != game_.decision().player ? copy_that_asks(i) : nullptr;
    }
}

// Others choose anything there, so that nothing of what they have chosen can show.
std::unique_ptr<Match> Table::copy_that_asks(std::uint32_t seat) {
    constexpr int kMostSteps = 1000;
    const std::uint64_t since = game_.decision().together_since;
    auto copy = std::make_unique<Match>(game_.match());
    std::size_t answered = 0;
    for (int i = 0; i < kMostSteps && copy->status() == MatchStatus::Waiting; ++i) {
        const Decision& decision = copy->decision();
        if (decision.together_since != since) {
            return nullptr;
        }
        if (decision.player != seat || leaves_no_choice(*copy)) {
            copy->choose(0);
        } else if (answered < seats_[seat].ahead.size()) {
            const std::uint32_t option = seats_[seat].ahead[answered++].option;
            copy->choose(std::min<std::size_t>(option, decision.options.size() - 1));
        } else {
            return copy;
        }
    }
    return nullptr;
}

// ---- bots -----------------------------------------------------------------------------------------------------------

// They learn of what has happened so far by looking on while it is played again.
void Table::seat_bots() {
    bots_.reset();
    std::vector<SeatPlan> plans(seats_.size());
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        if (!seats_[i].bot.empty()) {
            tl::expected<std::vector<BotPlan>, std::string> read = read_bots(seats_[i].bot);
            plans[i] = read ? read->front() : BotPlan{};
        }
    }
    if (std::ranges::count(plans, SeatPlan()) == std::ssize(plans)) {
        return;
    }
    const std::size_t position = game_.position();
    const std::vector<ChoiceMade> choices = game_.choices();
    game_.go_to(0);
    bots_ = std::make_unique<BotTable>(plans, game_.match(), bot_seed_of(game_.seed()));
    for (std::size_t i = 0; i < position; ++i) {
        bots_->follow(game_.match(), choices[i].option);
        game_.redo();
    }
}

std::optional<std::uint32_t> Table::bot_to_move() {
    if (game_.status() != MatchStatus::Waiting || seats_[game_.decision().player].bot.empty()) {
        return std::nullopt;
    }
    return game_.decision().player;
}

std::function<BotChoice()> Table::prepare_bot() {
    bots_->go_to(game_.position());
    return [bots = bots_.get(), match = std::make_shared<Match>(game_.match())] { return bots->decide(*match); };
}

// ---- time -----------------------------------------------------------------------------------------------------------

void Table::count_time(std::int64_t now) {
    const std::int64_t passed = std::max<std::int64_t>(now - counted_, 0);
    counted_ = std::max(counted_, now);
    if (is_clock_running_) {
        for (const std::uint32_t seat : waiting()) {
            seats_[seat].left -= seats_[seat].bot.empty() ? passed : 0;
        }
    }
}

std::int64_t Table::time_left(std::uint32_t seat, std::int64_t now) {
    const bool runs = is_clock_running_ && seats_[seat].bot.empty() && asked_of(seat) != nullptr;
    return std::max<std::int64_t>(seats_[seat].left - (runs ? std::max<std::int64_t>(now - counted_, 0) : 0), 0);
}

std::optional<std::int64_t> Table::next_deadline() {
    std::optional<std::int64_t> deadline;
    for (const std::uint32_t seat : waiting()) {
        if (is_clock_running_ && seats_[seat].bot.empty()) {
            const std::int64_t end = counted_ + std::max<std::int64_t>(seats_[seat].left, 0);
            deadline = std::min(deadline.value_or(end), end);
        }
    }
    return deadline;
}

std::optional<Entry> Table::choose_for_late(std::int64_t now, std::uint64_t luck) {
    for (const std::uint32_t seat : waiting()) {
        if (!is_clock_running_ || !seats_[seat].bot.empty() || time_left(seat, now) > 0) {
            continue;
        }
        const std::vector<Option>& options = asked_of(seat)->decision().options;
        const auto nothing = std::ranges::find_if(options, &Option::picks_nothing);
        Entry entry;
        entry.by = DoneBy::Clock;
        entry.seat = seat;
        entry.option = nothing != options.end() ? static_cast<std::uint32_t>(nothing - options.begin())
                                                : static_cast<std::uint32_t>(luck % options.size());
        entry.time = now;
        return entry;
    }
    return std::nullopt;
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

} // namespace tgdl
