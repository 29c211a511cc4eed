#include "simulate/coverage.h"

#include "api/standard_library.h"
#include "simulate/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kLongestCode = 60; // bytes of code in a sentence

// By region the one it stands in; kNone: none. They are sorted, the outer ones first.
std::vector<std::uint32_t> find_parents(const Program& program) {
    std::vector<std::uint32_t> parents;
    std::vector<std::uint32_t> around;
    for (std::uint32_t i = 0; i < program.coverage_regions.size(); ++i) {
        const SourceLocation& place = program.places[program.coverage_regions[i].place];
        while (!around.empty()) {
            const SourceLocation& outer = program.places[program.coverage_regions[around.back()].place];
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

std::string_view word_for(CoverageRegionKind kind) {
    switch (kind) {
    case CoverageRegionKind::Action: return "action";
    case CoverageRegionKind::Reaction: return "reaction";
    case CoverageRegionKind::Goal: return "goal";
    case CoverageRegionKind::Phase: return "phase";
    case CoverageRegionKind::Setup: return "setup";
    case CoverageRegionKind::Function: return "function";
    case CoverageRegionKind::If: return "if";
    case CoverageRegionKind::Else: return "else";
    case CoverageRegionKind::Loop: return "loop";
    case CoverageRegionKind::Option: return "option";
    case CoverageRegionKind::Value: return "value";
    case CoverageRegionKind::Block: return "block";
    case CoverageRegionKind::Rest: return "rest";
    }
    return {};
}

// What stands there in the text, as far as its first line goes.
std::string code_at(const LoadedRules& rules, LocationIndex index) {
    const SourceLocation& place = rules.instrumented->places[index];
    std::string_view text = rules.sources.file(FileId(place.file)).text().substr(place.begin, place.end - place.begin);
    text = text.substr(0, text.find_first_of("\r\n"));
    return shortened(text.substr(0, text.find_last_not_of(" \t") + 1), kLongestCode);
}

SilentRule describe(const LoadedRules& rules, const CoverageRegion& region) {
    const auto named = [&](std::string_view what, std::string_view never) {
        return SilentRule{&region, fmt::format("The {} ", what), region.name, fmt::format(" {}", never)};
    };
    const auto written = [&](std::string_view before, std::string_view never) {
        return SilentRule{&region, std::string(before), code_at(rules, region.head), std::string(never)};
    };
    switch (region.kind) {
    case CoverageRegionKind::Action: return named("action", "never happened");
    case CoverageRegionKind::Reaction: return named("reaction", "never fired");
    case CoverageRegionKind::Goal: return named("goal", "was never reached");
    case CoverageRegionKind::Phase: return named("phase", "never began");
    case CoverageRegionKind::Setup: return named("block", "never ran");
    case CoverageRegionKind::Function: return named("function", "was never used");
    case CoverageRegionKind::If: return written("The condition ", " never held");
    case CoverageRegionKind::Else: return written("This ", " never ran");
    case CoverageRegionKind::Loop: return written("The loop ", " never went round");
    case CoverageRegionKind::Option: return written("The option ", " was never picked");
    case CoverageRegionKind::Value: return written("The value ", " was never wanted");
    case CoverageRegionKind::Block:
    case CoverageRegionKind::Rest: break;
    }
    return written("", " was never reached");
}

} // namespace

void record_coverage(const SimulationPlan& plan, std::uint64_t seed, const std::vector<std::uint32_t>& choices,
                     Details& details) {
    Match again(plan.instrumented, plan.players, MatchSeed::from(seed), plan.limits);
    for (const std::uint32_t choice : choices) {
        if (again.status() == MatchStatus::Waiting) { // as in the game, where no limit of calls was met
            again.choose(choice);
        }
    }
    ++details.covered_games;
    for (std::uint32_t region = 0; region < details.ran.size(); ++region) {
        details.ran[region] += again.has_run(region) ? 1 : 0;
    }
}

bool is_own_file(const Program& program, std::uint32_t file) {
    return standard_path_of(program.files[file]).empty();
}

bool is_rule(const CoverageRegion& region) {
    return region.kind != CoverageRegionKind::Block && region.kind != CoverageRegionKind::Rest;
}

std::vector<SilentRule> silent_rules(const LoadedRules& rules, const Details& details) {
    const Program& program = *rules.instrumented;
    const std::vector<std::uint32_t> parents = find_parents(program);
    std::vector<SilentRule> silent;
    for (std::uint32_t i = 0; i < program.coverage_regions.size(); ++i) {
        const CoverageRegion& region = program.coverage_regions[i];
        const bool is_told = parents[i] != kNone && details.ran[parents[i]] == 0; // by what is around it
        if (details.ran[i] == 0 && !is_told && region.kind != CoverageRegionKind::Block
            && is_own_file(program, program.places[region.place].file)) {
            silent.push_back(describe(rules, region));
        }
    }
    return silent;
}

nlohmann::ordered_json coverage_json(const SimulationPlan& plan, const Details& details) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    if (!plan.instrumented) {
        return json;
    }
    const Program& program = *plan.instrumented;
    const std::vector<std::uint32_t> parents = find_parents(program);
    for (std::uint32_t i = 0; i < program.coverage_regions.size(); ++i) {
        const CoverageRegion& region = program.coverage_regions[i];
        const std::uint64_t around = parents[i] == kNone ? details.covered_games : details.ran[parents[i]];
        if (is_rule(region) || (region.kind == CoverageRegionKind::Rest && details.ran[i] < around)) {
            const SourceLocation& head = program.places[region.head];
            json.push_back({{"kind", word_for(region.kind)},
                            {"name", region.name},
                            {"file", program.files[head.file]},
                            {"line", head.line},
                            {"games", details.ran[i]}});
        }
    }
    return json;
}

} // namespace tgdl
