// Section on actions: what players may do, what happens by itself, how pieces move.
#include "rulebook/author.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

std::vector<const ActionTrigger*> Author::all_triggers(const Action& action) const {
    std::vector<const ActionTrigger*> triggers;
    for (const Action* at = &action; at != nullptr;
         at = at->replaces.valid() ? &program_.action(at->replaces) : nullptr) {
        for (const ActionTrigger& trigger : at->triggers) {
            triggers.push_back(&trigger);
        }
    }
    return triggers;
}

Author::ActionGroup Author::group_of(const Action& action) const {
    const std::vector<const ActionTrigger*> triggers = all_triggers(action);
    const auto has = [&](TypeDefId event) {
        return std::ranges::any_of(triggers, [&](const ActionTrigger* trigger) {
            return trigger->mode == ActionTrigger::Mode::Event && trigger->event == event;
        });
    };
    return has(program_.player_choice_event)     ? ActionGroup::Chosen
           : has(program_.off_turn_choice_event) ? ActionGroup::OffTurn
           : triggers.empty()                    ? ActionGroup::Called
                                                 : ActionGroup::ByItself;
}

std::vector<ActionId> Author::actions_of(ActionGroup group) const {
    std::vector<ActionId> found;
    for (std::size_t i = 0; i < program_.actions.size(); ++i) {
        const Action& action = program_.actions[i];
        const bool shown = action.owner.valid() ? is_shown(action.owner) : is_shown(action.place);
        if (action.place.valid() && !action.is_goal && shown && group_of(action) == group) {
            found.emplace_back(i);
        }
    }
    // What changes an action stands behind it.
    std::ranges::sort(found, {}, [&](ActionId id) {
        const Action& action = program_.action(id);
        return std::pair(action.slot.valid() ? action.slot.value : id.value, id.value);
    });
    return found;
}

std::string Author::action_title(const Action& action) const {
    const std::string own = title(action.name);
    return action.owner.valid() && !is_seat_class(action.owner) && program_.def(action.owner).scope != ScopeKind::Global
               ? fmt::format("{} ({})", own, name(program_.def(action.owner).name))
               : own;
}

// "With one of your men." or when it happens.
std::string Author::occasion(const Action& action, ActionGroup group) {
    const bool owned =
        action.owner.valid() && !is_seat_class(action.owner) && program_.def(action.owner).scope != ScopeKind::Global;
    std::string text;
    if (group == ActionGroup::Chosen && owned) {
        text = fmt::format("With one of your {}.", plural(name(program_.def(action.owner).name)));
    }
    if (group == ActionGroup::OffTurn) {
        text = owned ? fmt::format("With one of your {}, after another player has acted.",
                                   plural(name(program_.def(action.owner).name)))
                     : "After another player has acted.";
    }
    if (group == ActionGroup::Called) {
        text = "When another rule says so.";
    }
    for (const ActionTrigger* trigger : all_triggers(action)) {
        const bool choice =
            trigger->mode == ActionTrigger::Mode::Event
            && (trigger->event == program_.player_choice_event || trigger->event == program_.off_turn_choice_event);
        const std::string condition = narrator_.trigger_condition(trigger->place.node);
        if (choice && condition.empty()) {
            continue;
        }
        const std::string words = choice ? "Possible" : upper_first(narrator_.trigger(*trigger));
        text += fmt::format("{}{}{}.", text.empty() ? "" : " ", words, choice ? condition.substr(1) : condition);
    }
    return text;
}

void Author::write_action(ActionId id, ActionGroup group) {
    const Action& action = program_.action(id);
    const bool yours = group == ActionGroup::Chosen || group == ActionGroup::OffTurn;
    Voice voice = voice_of(action.owner, yours);
    if (group == ActionGroup::OffTurn) {
        voice.active = {"the active player", Person::It};
    }
    heading(3, action_title(action));
    narrator_.begin(action.place.file, voice);
    const std::string when = occasion(action, group);
    Lines lines;
    if (!when.empty()) {
        lines.push_back({0, when});
    }
    for (const CodeRef require : action.requirements) {
        lines.push_back({0, narrator_.only_if(require.node)});
    }
    if (action.replaces.valid()) {
        lines.push_back({0, fmt::format("Otherwise as for every {}, with what changes here.",
                                        name(program_.def(program_.action(action.replaces).owner).name))});
    } else {
        for (const InputId input : action.inputs) {
            for (Line& line : narrator_.choice(input)) {
                lines.push_back(std::move(line));
            }
        }
    }
    const Lines steps = action.effect.valid() ? narrator_.sentences(action.effect.node) : Lines();
    described_by_comment_or_steps(comment(action.place), lines, steps);
}

void Author::write_action_section(std::string section_title, std::string_view intro, ActionGroup group) {
    const std::vector<ActionId> actions = actions_of(group);
    if (actions.empty()) {
        return;
    }
    heading(2, std::move(section_title));
    prose(std::string(intro));
    for (const ActionId id : actions) {
        write_action(id, group);
    }
}

void Author::write_actions() {
    write_action_section("What you may do", "In your turn you do one of these.", ActionGroup::Chosen);
    write_action_section(
        "Answers out of turn",
        "After each thing that the active player does, the others are asked in the order of their seats, "
        "until all decline.",
        ActionGroup::OffTurn);
    write_action_section("What happens by itself", "Nobody chooses these.", ActionGroup::ByItself);
    write_action_section("Parts of other rules", "", ActionGroup::Called);
}

void Author::write_movements() {
    std::vector<MovementId> movements;
    for (std::size_t i = 0; i < program_.movements.size(); ++i) {
        if (is_shown(program_.movements[i].place)) {
            movements.emplace_back(i);
        }
    }
    if (movements.empty()) {
        return;
    }
    heading(2, "How pieces move");
    for (const MovementId id : movements) {
        const Movement& movement = program_.movements[id.index()];
        heading(3, title(movement.name));
        Voice voice = voice_of(movement.piece, false);
        voice.self = movement.piece.valid() ? voice.self : Phrase{"the piece", Person::It};
        narrator_.begin(movement.place.file, voice);
        prose(comment(movement.place));
        list(narrator_.movement(id));
    }
}

} // namespace tgdl
