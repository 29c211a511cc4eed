#include "simulate/coverage.h"

#include "api/standard_library.h"
#include "simulate/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kLongestCode = 60; // bytes of code in a sentence

// By passage the one it stands in; kNone: none. They are sorted, the outer ones first.
std::vector<std::uint32_t> find_parents(const Program& program) {
    std::vector<std::uint32_t> parents;
    std::vector<std::uint32_t> around;
    for (std::uint32_t i = 0; i < program.passages.size(); ++i) {
        const Place& place = program.places[program.passages[i].place];
        while (!around.empty()) {
            const Place& outer = program.places[program.passages[around.back()].place];
            if (outer.file == place.file && place.end <= outer.end) {
                break;
            }
            around.pop_back();
        }
        parents.push_back(around.empty() ? kNone : around.back());
        around.push_back(i);
    }
    return parents;
}

std::string_view word_for(PassageKind kind) {
    switch (kind) {
    case PassageKind::Action: return "action";
    case PassageKind::Reaction: return "reaction";
    case PassageKind::Goal: return "goal";
    case PassageKind::Phase: return "phase";
    case PassageKind::Setup: return "setup";
    case PassageKind::Function: return "function";
    case PassageKind::If: return "if";
    case PassageKind::Else: return "else";
    case PassageKind::Loop: return "loop";
    case PassageKind::Option: return "option";
    case PassageKind::Value: return "value";
    case PassageKind::Block: return "block";
    case PassageKind::Rest: return "rest";
    }
    return {};
}

// What stands there in the text, as far as its first line goes.
std::string code_at(const LoadedRules& rules, PlaceIndex index) {
    const Place& place = rules.watched->places[index];
    std::string_view text = rules.sources.file(FileId(place.file)).text().substr(place.begin, place.end - place.begin);
    text = text.substr(0, text.find_first_of("\r\n"));
    return shortened(text.substr(0, text.find_last_not_of(" \t") + 1), kLongestCode);
}

SilentRule describe(const LoadedRules& rules, const Passage& passage) {
    const auto named = [&](std::string_view what, std::string_view never) {
        return SilentRule{&passage, fmt::format("The {} ", what), passage.name, fmt::format(" {}", never)};
    };
    const auto written = [&](std::string_view before, std::string_view never) {
        return SilentRule{&passage, std::string(before), code_at(rules, passage.head), std::string(never)};
    };
    switch (passage.kind) {
    case PassageKind::Action: return named("action", "never happened");
    case PassageKind::Reaction: return named("reaction", "never fired");
    case PassageKind::Goal: return named("goal", "was never reached");
    case PassageKind::Phase: return named("phase", "never began");
    case PassageKind::Setup: return named("block", "never ran");
    case PassageKind::Function: return named("function", "was never used");
    case PassageKind::If: return written("The condition ", " never held");
    case PassageKind::Else: return written("This ", " never ran");
    case PassageKind::Loop: return written("The loop ", " never went round");
    case PassageKind::Option: return written("The option ", " was never picked");
    case PassageKind::Value: return written("The value ", " was never wanted");
    case PassageKind::Block:
    case PassageKind::Rest: break;
    }
    return written("", " was never reached");
}

} // namespace

void watch_what_runs(const SimulationPlan& plan, std::uint64_t seed, const std::vector<std::uint32_t>& choices,
                     Details& details) {
    Match again(plan.watched, plan.players, MatchSeed::from(seed), plan.limits);
    for (const std::uint32_t choice : choices) {
        if (again.status() == MatchStatus::Waiting) { // as in the game, where no limit of calls was met
            again.choose(choice);
        }
    }
    ++details.watched;
    for (std::uint32_t passage = 0; passage < details.ran.size(); ++passage) {
        details.ran[passage] += again.has_run(passage) ? 1 : 0;
    }
}

bool is_own_file(const Program& program, std::uint32_t file) {
    return standard_path_of(program.files[file]).empty();
}

bool is_rule(const Passage& passage) {
    return passage.kind != PassageKind::Block && passage.kind != PassageKind::Rest;
}

std::vector<SilentRule> silent_rules(const LoadedRules& rules, const Details& details) {
    const Program& program = *rules.watched;
    const std::vector<std::uint32_t> parents = find_parents(program);
    std::vector<SilentRule> silent;
    for (std::uint32_t i = 0; i < program.passages.size(); ++i) {
        const Passage& passage = program.passages[i];
        const bool is_told = parents[i] != kNone && details.ran[parents[i]] == 0; // by what is around it
        if (details.ran[i] == 0 && !is_told && passage.kind != PassageKind::Block
            && is_own_file(program, program.places[passage.place].file)) {
            silent.push_back(describe(rules, passage));
        }
    }
    return silent;
}

nlohmann::ordered_json coverage_json(const SimulationPlan& plan, const Details& details) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    if (!plan.watched) {
        return json;
    }
    const Program& program = *plan.watched;
    const std::vector<std::uint32_t> parents = find_parents(program);
    for (std::uint32_t i = 0; i < program.passages.size(); ++i) {
        const Passage& passage = program.passages[i];
        const std::uint64_t around = parents[i] == kNone ? details.watched : details.ran[parents[i]];
        if (is_rule(passage) || (passage.kind == PassageKind::Rest && details.ran[i] < around)) {
            const Place& head = program.places[passage.head];
            json.push_back({{"kind", word_for(passage.kind)},
                            {"name", passage.name},
                            {"file", program.files[head.file]},
                            {"line", head.line},
                            {"games", details.ran[i]}});
        }
    }
    return json;
}

} // namespace tgdl
