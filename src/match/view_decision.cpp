// Decision of a player as JSON. docs/view.md describes its form.
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "vm/positions.h"

#include <array>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 5> kKindWords = {"action", "input", "choose", "move", "off turn"};
constexpr std::array<std::string_view, 5> kOptionKindWords = {"action", "value", "label", "none", "done"};

// The instance that an option is about: what acts, or what is chosen. Null for anything else, and for what is hidden.
Json instance_of(MatchFlow& flow, std::uint32_t viewer, const Option& option) {
    const bool can_be = option.kind == OptionKind::Action || option.kind == OptionKind::Value;
    if (!can_be || !option.value.is_instance()) {
        return nullptr;
    }
    const Handle instance = option.value.handle();
    if (option.hidden || is_blank(flow.machine, instance) || !sees_instance(flow, viewer, instance)) {
        return nullptr;
    }
    return {{"ref", instance_id(flow.machine, instance)}};
}

Json place_of(const Program& program, LocationIndex index) {
    if (index == 0 || index >= program.places.size()) {
        return nullptr;
    }
    const SourceLocation& place = program.places[index];
    return {{"file", program.files[place.file]}, {"line", place.line}};
}

// Of an action the class of what acts, of a value its type as the rules declare it: the class of the value may be hidden.
std::string type_of(MatchFlow& flow, const Decision& decision, const Option& option) {
    const Program& program = flow.program();
    if (option.kind == OptionKind::Action) {
        return option.value.is_instance() ? flow.machine.class_info(option.value.handle()).name : std::string();
    }
    if (option.kind != OptionKind::Value) {
        return {};
    }
    if (decision.kind == DecisionKind::Move) {
        return "tile";
    }
    return decision.input == kNone ? std::string() : program.types[program.inputs[decision.input].element].name;
}

// What programs need to know of an option, so that they do not have to take its text apart.
Json offer_of(MatchFlow& flow, const Decision& decision, const Option& option) {
    Json offer = {{"kind", kOptionKindWords[static_cast<std::size_t>(option.kind)]}};
    if (std::string type = type_of(flow, decision, option); !type.empty()) {
        offer["type"] = std::move(type);
    }
    if (option.kind == OptionKind::Action) {
        offer["action"] = flow.program().actions[option.action].name;
        if (option.several) {
            offer["actor"] = actor_text(flow, decision, option);
        }
    } else if (option.kind == OptionKind::Value && option.value.is_number()) {
        offer["value"] = option.value.as_number();
    } else if (option.kind == OptionKind::Value && option.value.is(Tag::Bool)) {
        offer["value"] = option.value.as_bool();
    }
    return offer;
}

} // namespace

Json decision_view(Match& match, std::uint32_t viewer) {
    const Decision& decision = match.decision();
    const Program& program = match.program();
    Json object;
    object["player"] = decision.player;
    if (viewer != decision.player && viewer != kAllSeeing) {
        return object;
    }
    object["text"] = match.decision_text(decision);
    object["kind"] = kKindWords[static_cast<std::size_t>(decision.kind)];
    object["begins_move"] = decision.begins_move;
    if (decision.input != kNone) {
        const InputInfo& input = program.inputs[decision.input];
        object["input"] = input.name;
        object["type"] = program.types[input.type].name;
        object["list"] = input.is_list;
    }
    Json options = Json::array();
    Json offers = Json::array();
    Json about = Json::array();
    Json actions = Json::array();
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        const Option& option = decision.options[i];
        options.push_back(match.option_text(decision, i));
        offers.push_back(offer_of(match.flow(), decision, option));
        if (option.kind == OptionKind::Action) {
            const ActionInfo& action = program.actions[option.action];
            actions.push_back(
                {{"name", action.name}, {"text", action.documentation}, {"inputs", action.inputs.size()}});
        }
    }
    const ViewScope view_scope(match.flow());
    for (const Option& option : decision.options) {
        about.push_back(instance_of(match.flow(), decision.player, option));
    }
    object["options"] = std::move(options);
    object["offers"] = std::move(offers);
    object["about"] = std::move(about);
    if (!actions.empty()) {
        object["actions"] = std::move(actions);
    }
    return object;
}

Json refusals_view(Match& match) {
    Json list = Json::array();
    const std::uint32_t player = match.decision().player;
    const std::vector<Refusal> refusals = match.refusals();
    const ViewScope view_scope(match.flow());
    for (const Refusal& refusal : refusals) {
        if (refusal.option.hidden) {
            continue; // why something unseen is refused could tell what it is
        }
        list.push_back({{"text", refusal.text},
                        {"reason", refusal.reason},
                        {"about", instance_of(match.flow(), player, refusal.option)},
                        {"place", place_of(match.program(), refusal.place)}});
    }
    return list;
}

} // namespace tgdl
