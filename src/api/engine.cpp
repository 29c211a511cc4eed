#include "api/engine.h"

#include "api/seat_replay.h"
#include "match/view.h"
#include "program/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kMostSnapshots = 64;
constexpr std::size_t kFewestSnapshots = 4;
constexpr std::size_t kMostSnapshotBytes = 2U << 20U; // unless there are the fewest

GameStart with_players(const Program& program, GameStart start) {
    if (start.players == 0) {
        start.players = program.min_players;
    }
    return start;
}

// The place in the text, by the name of the file: the play side numbers files on its own.
Span span_of(const LoadedRules& rules, LocationIndex index) {
    const Program& program = *rules.program;
    if (index == 0 || index >= program.places.size()) {
        return {};
    }
    const SourceLocation& place = program.places[index];
    for (std::size_t i = 0; i < rules.sources.size(); ++i) {
        if (rules.sources.file(FileId(i)).path() == program.files[place.file]) {
            return {FileId(i), place.begin, place.end};
        }
    }
    return {};
}

// The program, unless the compiler has made a mistake: then none, and a report.
std::shared_ptr<const Program> verified(LoadedRules& rules, std::shared_ptr<const Program> program) {
    const std::string wrong = verify(*program);
    if (wrong.empty()) {
        return program;
    }
    rules.diagnostics.report(DiagnosticKind::BrokenProgram, Span{FileId(0), 0, 0}, wrong)
        .with_help("the text is not at fault; please report it, with the text");
    return nullptr;
}

} // namespace

LoadedRules load_rules(Loader& loader, std::string_view path, Coverage coverage, Optimise optimise) {
    CheckResult checked = check_program(loader, path);
    LoadedRules rules;
    rules.problem = checked.main_problem;
    rules.path = std::move(checked.main_path);
    rules.sources = std::move(checked.sources);
    rules.diagnostics = std::move(checked.diagnostics);
    if (rules.problem != LoadProblem::None || rules.diagnostics.has_errors()) {
        return rules;
    }
    rules.is_library = checked.program->max_players == 0;
    if (!rules.is_library) {
        rules.program = verified(rules, compile(*checked.program, rules.sources, Coverage::Off, optimise));
        if (coverage == Coverage::On) {
            rules.instrumented = verified(rules, compile(*checked.program, rules.sources, Coverage::On, optimise));
        }
    }
    return rules;
}

std::string render_fault(const LoadedRules& rules, const Fault& fault, Colour colour) {
    RuntimeReport report;
    report.message = fault.message;
    report.span = fault_span(rules, fault);
    report.code = fault_code(fault.id);
    for (const Fault::Call& call : fault.calls) {
        report.calls.push_back({call.name, span_of(rules, call.place)});
    }
    for (const Fault::Shown& shown : fault.values) {
        report.values.push_back({shown.name, shown.text});
    }
    return render_runtime_report(rules.sources, report, colour);
}

Span fault_span(const LoadedRules& rules, const Fault& fault) {
    return span_of(rules, fault.place);
}

const std::string* text_for(const Delivered& delivered, std::uint32_t viewer, std::uint32_t players) {
    if (delivered.to != kNone && delivered.to != viewer) {
        return nullptr;
    }
    const std::size_t index = viewer == kSpectator ? players : viewer;
    return index < delivered.seen.size() ? &delivered.seen[index] : &delivered.text;
}

bool accepts_players(const Program& program, std::uint32_t players) {
    return players >= program.min_players && players <= program.max_players;
}

std::string describe_players(const Program& program) {
    return program.min_players == program.max_players
               ? fmt::format("{}", program.min_players)
               : fmt::format("{} to {}", program.min_players, program.max_players);
}

Game::Game(std::shared_ptr<const Program> program, const GameStart& start)
    : start_(with_players(*program, start)), match_(std::move(program), start_.players, start_.seed, start_.limits) {
    take_texts();
    keep_snapshot();
}

Game::Game(const Game& other)
    : start_(other.start_),
      match_(other.match_),
      choices_(other.choices_),
      goes_on_(other.goes_on_),
      rounds_(other.rounds_),
      position_(other.position_),
      texts_(other.texts_),
      reports_(other.reports_),
      interval_(other.interval_) {
    snapshots_.reserve(other.snapshots_.size());
    for (const Snapshot& snapshot : other.snapshots_) {
        snapshots_.push_back({snapshot.position, snapshot.texts, snapshot.reports, Match(snapshot.match)});
    }
}

std::vector<std::string> Game::option_texts() {
    const Decision& decision = match_.decision();
    std::vector<std::string> texts;
    texts.reserve(decision.options.size());
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        texts.push_back(match_.option_text(decision, i));
    }
    return texts;
}

void Game::set_player_names(std::vector<std::string> names) {
    const auto shared = std::make_shared<const std::vector<std::string>>(std::move(names));
    match_.set_player_names(shared);
    for (Snapshot& snapshot : snapshots_) {
        snapshot.match.set_player_names(shared);
    }
}

void Game::take_texts() {
    std::ranges::move(match_.take_texts(), std::back_inserter(texts_));
    std::ranges::move(match_.take_reports(), std::back_inserter(reports_));
}

// Few enough for any length and size of a game: when there are too many, every other one is dropped.
void Game::keep_snapshot() {
    snapshots_.push_back({position_, texts_.size(), reports_.size(), Match(match_)});
    const std::size_t most = std::clamp(kMostSnapshotBytes / std::max<std::size_t>(match_.state_bytes(), 1),
                                        kFewestSnapshots, kMostSnapshots);
    if (snapshots_.size() < most) {
        return;
    }
    interval_ *= 2;
    std::erase_if(snapshots_, [&](const Snapshot& snapshot) { return snapshot.position % interval_ != 0; });
}

void Game::apply(std::uint32_t choice) {
    match_.choose(choice);
    ++position_;
    take_texts();
    if (position_ % interval_ == 0 && snapshots_.back().position < position_) {
        keep_snapshot();
    }
}

void Game::choose(std::size_t index) {
    choices_.resize(position_);
    while (snapshots_.back().position > position_) {
        snapshots_.pop_back();
    }
    choices_.push_back(choice_of(asked_by(match_), index));
    goes_on_.resize(position_);
    goes_on_.push_back(is_within_transaction(match_));
    rounds_.resize(position_);
    rounds_.push_back(match_.decision().simultaneous_since);
    apply(choices_.back().option);
}

bool Game::undo() {
    return position_ > 0 && go_to(position_ - 1);
}

bool Game::redo() {
    return go_to(position_ + 1);
}

bool Game::go_to(std::size_t position) {
    if (position > choices_.size()) {
        return false;
    }
    if (position < position_) {
        const Snapshot& nearest = snapshot_before(position);
        match_.copy_from(nearest.match);
        position_ = nearest.position;
        texts_.resize(nearest.texts);
        reports_.resize(nearest.reports);
    }
    while (position_ < position) {
        apply(choices_[position_].option);
    }
    return true;
}

const Game::Snapshot& Game::snapshot_before(std::size_t position) const {
    const auto after = std::ranges::upper_bound(snapshots_, position, {}, &Snapshot::position);
    return *std::prev(after); // the first one stands at 0
}

// Did somebody else decide something earlier in the same move? Nobody has seen what, until the rules go on with it.
bool Game::follows_others(std::size_t index) const {
    for (std::size_t at = index; at > 0 && goes_on_[at]; --at) {
        if (choices_[at - 1].player != choices_[index].player) {
            return true;
        }
    }
    return false;
}

// Has another player chosen since? Those who choose together do not answer each other. A choice that was taken back counts:
// who goes further back has seen it.
bool Game::is_answered(std::size_t index) const {
    for (std::size_t later = index + 1; later < choices_.size(); ++later) {
        const bool is_simultaneous = rounds_[index] != Decision::kNotSimultaneous && rounds_[later] == rounds_[index];
        if (choices_[later].player != choices_[index].player && !is_simultaneous) {
            return true;
        }
    }
    return false;
}

DisclosedChoice Game::find_disclosure(std::size_t index) const {
    const Snapshot& nearest = snapshot_before(index);
    Match match(nearest.match);
    for (std::size_t i = nearest.position; i < index; ++i) {
        match.choose(choices_[i].option);
    }
    return choose_disclosing(match, choices_[index].option);
}

Disclosure Game::disclosure_of(std::size_t index) const {
    const Program& rules = program();
    const bool follows = follows_others(index);
    const bool is_open = !rules.chance && !rules.hides && !rules.simultaneous;
    if (!follows && is_open) {
        return Disclosure::Nothing;
    }
    if (!is_open && is_answered(index)) {
        return Disclosure::Answered;
    }
    const DisclosedChoice disclosed = find_disclosure(index);
    if (disclosed.disclosure != Disclosure::Nothing) {
        return disclosed.disclosure;
    }
    if (follows && disclosed.had_effect) {
        return Disclosure::SecretUsed;
    }
    // Code that waits in the middle of a move may remember what it looked at earlier in it, and tell of it now; what was
    // looked at before the first choice, nobody has recorded.
    for (std::size_t at = index; rules.hides && goes_on_[at]; --at) {
        if (at == 0 || find_disclosure(at - 1).disclosure == Disclosure::SecretUsed) {
            return Disclosure::SecretUsed;
        }
    }
    return Disclosure::Nothing;
}

nlohmann::json Game::view(std::uint32_t viewer) {
    nlohmann::json seen = tgdl::view(match_, viewer);
    nlohmann::json told = nlohmann::json::array();
    for (const Delivered& delivered : texts_) {
        if (const std::string* text = text_for(delivered, viewer, players())) {
            told.push_back(
                {{"text", *text}, {"to", delivered.to == kNone ? nlohmann::json() : nlohmann::json(delivered.to)}});
        }
    }
    seen["log"] = std::move(told);
    return seen;
}

Match Game::determinize(std::uint32_t player, std::uint64_t seed) {
    return SeatReplay(player).determinize(*this, seed);
}

} // namespace tgdl
