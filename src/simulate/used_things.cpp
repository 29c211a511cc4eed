#include "simulate/used_things.h"

#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace tgdl {

namespace {

constexpr std::size_t kMostThings = 1000; // of one game
constexpr std::size_t kMostLength = 80;   // of a name, in bytes

std::string action_name(const Program& program, ActionIndex index) {
    const ActionInfo& action = program.actions[index];
    return (action.owner == kNone ? "" : program.classes[action.owner].name + ".") + action.name;
}

std::optional<NamedChoice> thing_of(Match& match, const Option& option) {
    const Program& program = match.program();
    switch (option.kind) {
    case OptionKind::Action: return NamedChoice{NamedChoiceKind::Action, action_name(program, option.action)};
    case OptionKind::Label:
        return NamedChoice{NamedChoiceKind::Label, value_text(match.flow(), kAllSeeing, option.value)};
    case OptionKind::Value: break;
    case OptionKind::None:
    case OptionKind::Done: return std::nullopt;
    }
    if (!option.value.is_instance()) {
        return std::nullopt;
    }
    const ClassInfo& info = match.flow().machine.class_info(option.value.handle());
    if (info.kind != ClassKind::Interactable && info.kind != ClassKind::Class) {
        return std::nullopt;
    }
    const bool has_name = info.information[static_cast<std::size_t>(InformationPart::Short)] != kNone;
    return NamedChoice{NamedChoiceKind::Piece,
                       has_name ? value_text(match.flow(), kAllSeeing, option.value) : info.name};
}

} // namespace

void UsedThings::begin(Looks looks) {
    looks_ = looks;
    offered_.clear();
    used_.clear();
}

void UsedThings::count(Match& match, const Decision& decision, std::size_t choice) {
    if (looks_ == Looks::Away) {
        return;
    }
    for (std::size_t i = 0; i < decision.options.size() && offered_.size() < kMostThings; ++i) {
        std::optional<NamedChoice> thing = thing_of(match, decision.options[i]);
        if (!thing || thing->name.size() > kMostLength) {
            continue;
        }
        if (i == choice) {
            used_.insert({decision.player, *thing});
        }
        offered_.insert(std::move(*thing));
    }
}

void UsedThings::finish(const MatchResult& result, Details& details) {
    ++details.games;
    for (const NamedChoice& thing : offered_) {
        ++details.things[thing].offered;
    }
    for (const auto& [seat, thing] : used_) {
        ChoiceUse& use = details.things[thing];
        ++use.used;
        if (!result.places.empty() && std::ranges::find(result.places.front(), seat) != result.places.front().end()) {
            use.firsts.add(result.places.front().size());
        }
    }
}

void watch_what_runs(const std::shared_ptr<const Program>& program, const SimulationPlan& plan, std::uint64_t seed,
                     const std::vector<std::uint32_t>& choices, Details& details) {
    std::set<std::string> ran;
    const Match::Tracer note = [](void* context, const std::string& line) {
        constexpr std::string_view kRuns = " runs";
        if (line.ends_with(kRuns)) {
            static_cast<std::set<std::string>*>(context)->insert(line.substr(0, line.size() - kRuns.size()));
        }
    };
    Match again(program, plan.players, MatchSeed::from(seed), plan.limits, note, &ran);
    for (const std::uint32_t choice : choices) {
        again.choose(choice);
    }
    // `Grid(0,1).Burn` or `phase Bid`: an instance's text may be anything, the name stands behind its last point.
    std::set<std::string> names;
    for (const std::string& one : ran) {
        const std::size_t point = one.starts_with("phase ") ? std::string::npos : one.rfind('.');
        names.insert(point == std::string::npos ? one : one.substr(point + 1));
    }
    ++details.watched;
    for (const std::string& name : names) {
        ++details.ran[name];
    }
}

} // namespace tgdl
