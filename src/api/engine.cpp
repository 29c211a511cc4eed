#include "api/engine.h"

#include "compile/compile.h"
#include "match/sample.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kSaveTitle = "tgdl save 1";
constexpr std::size_t kMostSnapshots = 64;
constexpr std::size_t kMostSavedChoices = 10'000'000;

GameStart with_players(const Program& program, GameStart start) {
    if (start.players == 0) {
        start.players = program.min_players;
    }
    return start;
}

// Reads a save line by line and number by number; anything unexpected makes it bad for good.
class SaveReader {
public:
    explicit SaveReader(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool is_good() const { return good_; }
    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

    void expect(std::string_view text) {
        good_ = good_ && rest_.starts_with(text);
        if (good_) {
            rest_.remove_prefix(text.size());
        }
    }
    template <typename Number>
    Number number(int base = 10) {
        Number value{};
        const char* begin = rest_.data();
        const auto [after, problem] = std::from_chars(begin, begin + rest_.size(), value, base);
        good_ = good_ && problem == std::errc();
        if (good_) {
            rest_.remove_prefix(static_cast<std::size_t>(after - begin));
        }
        return value;
    }

private:
    std::string_view rest_;
    bool good_ = true;
};

// The place in the text, by the name of the file: the play side numbers files on its own.
Span span_of(const LoadedRules& rules, PlaceIndex index) {
    const Program& program = *rules.program;
    if (index == 0 || index >= program.places.size()) {
        return {};
    }
    const Place& place = program.places[index];
    for (std::size_t i = 0; i < rules.sources.size(); ++i) {
        if (rules.sources.file(FileId(i)).path() == program.files[place.file]) {
            return {FileId(i), place.begin, place.end};
        }
    }
    return {};
}

} // namespace

LoadedRules load_rules(Loader& loader, std::string_view path) {
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
        rules.program = compile(*checked.program, rules.sources);
    }
    return rules;
}

std::string render_fault(const LoadedRules& rules, const Fault& fault, Colour colour) {
    RuntimeReport report;
    report.message = fault.message;
    report.span = span_of(rules, fault.place);
    report.code = fault_code(fault.id);
    for (const Fault::Call& call : fault.calls) {
        report.calls.push_back({call.name, span_of(rules, call.place)});
    }
    for (const Fault::Shown& shown : fault.values) {
        report.values.push_back({shown.name, shown.text});
    }
    return render_runtime_report(rules.sources, report, colour);
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
    const Decision& asked = match_.decision();
    std::vector<std::string> texts;
    texts.reserve(asked.options.size());
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
        texts.push_back(match_.option_text(asked, i));
    }
    return texts;
}

void Game::take_texts() {
    std::ranges::move(match_.take_texts(), std::back_inserter(texts_));
    std::ranges::move(match_.take_reports(), std::back_inserter(reports_));
}

// Few enough for any length of a game: when there are too many, every other one is dropped.
void Game::keep_snapshot() {
    snapshots_.push_back({position_, texts_.size(), reports_.size(), Match(match_)});
    if (snapshots_.size() < kMostSnapshots) {
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
    choices_.push_back(static_cast<std::uint32_t>(index));
    apply(choices_.back());
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
        const auto after = std::ranges::upper_bound(snapshots_, position, {}, &Snapshot::position);
        const Snapshot& nearest = *std::prev(after); // the first one stands at 0
        match_.copy_from(nearest.match);
        position_ = nearest.position;
        texts_.resize(nearest.texts);
        reports_.resize(nearest.reports);
    }
    while (position_ < position) {
        apply(choices_[position_]);
    }
    return true;
}

std::string Game::save() const {
    std::string text = fmt::format("{}\nprogram {:016x}\nplayers {}\nseed", kSaveTitle, program().hash, players());
    for (const std::uint32_t word : start_.seed.key) {
        text += fmt::format(" {:08x}", word);
    }
    text += fmt::format("\nchoices {}\n", position_);
    for (std::size_t i = 0; i < position_; ++i) {
        text += fmt::format("{}\n", choices_[i]);
    }
    return text;
}

std::optional<Game> Game::load(std::shared_ptr<const Program> program, std::string_view bytes, const Limits& limits) {
    SaveReader reader(bytes);
    GameStart start;
    start.limits = limits;
    reader.expect(kSaveTitle);
    reader.expect("\nprogram ");
    const auto hash = reader.number<std::uint64_t>(16);
    reader.expect("\nplayers ");
    start.players = reader.number<std::uint32_t>();
    reader.expect("\nseed");
    for (std::uint32_t& word : start.seed.key) {
        reader.expect(" ");
        word = reader.number<std::uint32_t>(16);
    }
    reader.expect("\nchoices ");
    const auto count = reader.number<std::uint64_t>();
    reader.expect("\n");
    if (!reader.is_good() || hash != program->hash || !accepts_players(*program, start.players)
        || count > kMostSavedChoices) {
        return std::nullopt;
    }
    Game game(std::move(program), start);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto choice = reader.number<std::uint32_t>();
        reader.expect("\n");
        if (!reader.is_good() || game.status() != MatchStatus::Waiting || choice >= game.decision().options.size()) {
            return std::nullopt;
        }
        game.choose(choice);
    }
    return reader.is_at_end() ? std::optional<Game>(std::move(game)) : std::nullopt;
}

nlohmann::json Game::view(std::uint32_t viewer) {
    nlohmann::json seen = tgdl::view(match_, viewer);
    nlohmann::json told = nlohmann::json::array();
    for (const Delivered& delivered : texts_) {
        const bool is_for_all = delivered.to == kNone;
        if (!is_for_all && delivered.to != viewer) {
            continue;
        }
        const std::size_t index = viewer == kSpectator ? players() : viewer;
        const std::string& text = index < delivered.seen.size() ? delivered.seen[index] : delivered.text;
        told.push_back({{"text", text}, {"to", is_for_all ? nlohmann::json() : nlohmann::json(delivered.to)}});
    }
    seen["log"] = std::move(told);
    return seen;
}

Match Game::sample(std::uint32_t player, std::uint64_t seed) {
    return tgdl::sample(match_, player, seed);
}

} // namespace tgdl
