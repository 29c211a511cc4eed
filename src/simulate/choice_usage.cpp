#include "simulate/choice_usage.h"

#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <optional>

namespace tgdl {

namespace {

constexpr std::size_t kMostNamedChoices = 1000; // of one game
constexpr std::size_t kMostLength = 80;         // of a name, in bytes

std::string action_name(const Program& program, ActionIndex index) {
    const ActionInfo& action = program.actions[index];
    return (action.owner == kNone ? "" : program.classes[action.owner].name + ".") + action.name;
}

std::optional<NamedChoice> named_choice_of(Match& match, const Option& option) {
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

void ChoiceUsage::begin(Detail detail) {
    detail_ = detail;
    offered_.clear();
    used_.clear();
}

void ChoiceUsage::count(Match& match, const Decision& decision, std::size_t choice) {
    if (detail_ == Detail::Off) {
        return;
    }
    for (std::size_t i = 0; i < decision.options.size() && offered_.size() < kMostNamedChoices; ++i) {
        std::optional<NamedChoice> named = named_choice_of(match, decision.options[i]);
        if (!named || named->name.size() > kMostLength) {
            continue;
        }
        if (i == choice) {
            used_.insert({decision.player, *named});
        }
        offered_.insert(std::move(*named));
    }
}

void ChoiceUsage::finish(const MatchResult& result, Details& details) {
    ++details.games;
    for (const NamedChoice& choice : offered_) {
        ++details.named_choices[choice].offered;
    }
    for (const auto& [seat, choice] : used_) {
        ChoiceUse& use = details.named_choices[choice];
        ++use.used;
        if (!result.places.empty() && std::ranges::find(result.places.front(), seat) != result.places.front().end()) {
            use.firsts.add(result.places.front().size());
        }
    }
}

} // namespace tgdl
