#include "match/match.h"

#include "base/numbers.h"
#include "base/random.h"
#include "match/flow.h"

#include <charconv>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

MatchSeed MatchSeed::from(std::uint64_t seed) {
    return {seed_random(seed).key, seed};
}

std::optional<MatchSeed> MatchSeed::read(std::string_view text) {
    MatchSeed seed;
    constexpr std::size_t kDigits = 8; // of a word
    if (text.size() != kDigits * seed.key.size()) {
        const std::optional<std::uint64_t> number = read_seed(text);
        return number ? std::optional(from(*number)) : std::nullopt;
    }
    for (std::size_t i = 0; i < seed.key.size(); ++i) {
        const char* const begin = text.data() + i * kDigits;
        const auto [end, problem] = std::from_chars(begin, begin + kDigits, seed.key[i], 16);
        if (problem != std::errc() || end != begin + kDigits) {
            return std::nullopt;
        }
    }
    return seed;
}

std::string MatchSeed::text() const {
    if (number) {
        return fmt::format("{}", *number);
    }
    std::string digits;
    for (const std::uint32_t word : key) {
        digits += fmt::format("{:08x}", word);
    }
    return digits;
}

Match::Match(std::shared_ptr<const Program> program, std::uint32_t players, const MatchSeed& seed, const Limits& limits,
             Tracer tracer, void* tracer_context, DrawTape* tape)
    : flow_(std::make_unique<MatchFlow>(std::move(program), players, seed, limits)) {
    set_tracer(tracer, tracer_context);
    set_tape(tape);
    flow_->advance();
}

Match::~Match() = default;
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(Match&&) noexcept = default;
Match::Match(const Match& other) : flow_(std::make_unique<MatchFlow>(*other.flow_)) {}

const Program& Match::program() const {
    return flow_->program();
}

std::uint32_t Match::players() const {
    return flow_->players();
}

MatchStatus Match::status() const {
    return flow_->state.status;
}

const Decision& Match::decision() {
    if (flow_->listing == Listing::Untried) {
        flow_->listing = Listing::Tried;
        flow_->list_again();
    }
    return flow_->decision;
}

const Decision& Match::untried_decision() {
    flow_->listing = Listing::Untried;
    return flow_->decision;
}

TransactionOutcome Match::choose(std::size_t index) {
    flow_->listing = Listing::Tried;
    return flow_->choose(index);
}

TransactionOutcome Match::choose_tentatively(std::size_t index) {
    flow_->listing = Listing::Untried;
    return flow_->choose_tentatively(index);
}

TransactionOutcome Match::go_on_without_options() {
    return flow_->go_on_without_options();
}

const MatchResult& Match::result() const {
    return flow_->result;
}

const Fault& Match::fault() const {
    return flow_->machine.fault();
}

const std::string& Match::setup_failure() const {
    return flow_->setup_failure;
}

std::vector<Delivered> Match::take_texts() {
    std::vector<Delivered> texts = std::exchange(flow_->texts, {});
    if (program().uses_names) {
        for (Delivered& delivered : texts) {
            delivered.text = flow_->with_names(std::move(delivered.text));
            for (std::string& seen : delivered.seen) {
                seen = flow_->with_names(std::move(seen));
            }
        }
    }
    return texts;
}

std::vector<std::string> Match::take_reports() {
    std::vector<std::string> reports = std::exchange(flow_->reports, {});
    for (std::string& report : reports) {
        report = flow_->with_names(std::move(report));
    }
    return reports;
}

void Match::set_player_names(std::shared_ptr<const std::vector<std::string>> names) {
    flow_->person_names = std::move(names);
}

std::string Match::player_name(std::uint32_t player) const {
    return flow_->player_name(player);
}

std::uint64_t Match::option_key(const Option& option) const {
    return flow_->meaning_of(option);
}

std::vector<Refusal> Match::refusals() {
    return flow_->refusals();
}

void Match::copy_from(const Match& other) {
    flow_->copy_from(*other.flow_);
}

std::size_t Match::state_bytes() const {
    const Machine& machine = flow_->machine;
    return machine.memory.top() * sizeof(Word) + machine.memory.journal().size() * sizeof(Memory::JournalEntry)
           + machine.frames.size() * sizeof(Frame) + flow_->live_top() * sizeof(Value)
           + (flow_->line.size() + flow_->refused.size()) * sizeof(std::uint64_t) + sizeof(FlowState);
}

std::size_t Match::held_bytes() const {
    std::size_t bytes = state_bytes() + flow_->decision.options.size() * sizeof(Option);
    for (const std::vector<Delivered>* const texts : {&flow_->texts, &flow_->pending}) {
        for (const Delivered& delivered : *texts) {
            bytes += sizeof(Delivered) + delivered.text.size() * (1 + delivered.seen.size());
        }
    }
    return bytes;
}

std::uint64_t Match::decisions_made() const {
    return flow_->state.decisions;
}

std::uint32_t Match::active_player() const {
    return flow_->active();
}

bool Match::has_run(std::uint32_t region) const {
    const Machine& machine = flow_->machine;
    return (machine.memory.load(machine.layout.region_ran(region))
            | machine.memory.load(machine.layout.region_asked(region)))
           != 0;
}

void Match::set_tracer(Tracer tracer, void* context, std::uint32_t viewer) {
    flow_->tracer = tracer;
    flow_->tracer_context = context;
    flow_->tracer_viewer = viewer;
}

void Match::set_tape(DrawTape* tape) {
    flow_->tape = tape;
}

} // namespace tgdl
