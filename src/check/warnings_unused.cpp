#include "check/made_types.h"
#include "check/warnings_by_theme.h"
#include "syntax/lexer.h"

#include <string>
#include <vector>

namespace tgdl {

namespace {

class UnusedWarnings {
public:
    explicit UnusedWarnings(const WarningTask& task)
        : task_(task), program_(task.program), made_(find_made_types(program_)) {}

    void run() {
        check_actions();
        check_triggers();
        check_types();
        if (!report_endless_phase()) {
            check_passes();
        }
    }

private:
    // The first declaration of the action.
    [[nodiscard]] ActionId slot_of(ActionId id) const {
        const ActionId slot = program_.action(id).slot;
        return slot.valid() ? slot : id;
    }

    [[nodiscard]] std::string name_of(Symbol symbol) const { return std::string(program_.text(symbol)); }

    void check_actions() {
        std::vector<bool> started(program_.actions.size()); // by first declaration
        for (std::size_t i = 0; i < program_.actions.size(); ++i) {
            const Action& action = program_.actions[i];
            if (action.is_goal || !action.triggers.empty()) {
                started[slot_of(ActionId(i)).index()] = true;
            }
        }
        for (const Body& body : program_.bodies) {
            for (const CallSite& call : body.calls) {
                if (call.kind == CallSite::Kind::Action) {
                    started[slot_of(ActionId(call.index)).index()] = true;
                }
            }
        }
        for (std::size_t i = 0; i < program_.actions.size(); ++i) {
            const Action& action = program_.actions[i];
            const bool never_made = action.owner.valid() && !made_[action.owner.index()];
            if (slot_of(ActionId(i)) == ActionId(i) && !started[i] && !never_made && task_.in_main_game(action.place)) {
                task_.diagnostics
                    .report(DiagnosticKind::ActionNeverStarts, program_.tree(action.place).name_span(action.place.node),
                            name_of(action.name))
                    .with_help("give it a `trigger`, such as `trigger PlayerChoiceEvent;`, or call it");
            }
        }
    }

    // One message for each event, at the first trigger.
    void check_triggers() {
        for (const Action& action : program_.actions) {
            for (const ActionTrigger& trigger : action.triggers) {
                if (trigger.mode != ActionTrigger::Mode::Event || !trigger.event.valid()
                    || !task_.in_main_game(trigger.place) || made_[trigger.event.index()]) {
                    continue;
                }
                made_[trigger.event.index()] = true; // told
                const TypeDef& event = program_.def(trigger.event);
                const Tree& tree = program_.tree(trigger.place);
                const NodeId target = tree.child(trigger.place.node, Role::Target);
                task_.diagnostics
                    .report(DiagnosticKind::EventNeverThrown, tree.span(target.valid() ? target : trigger.place.node),
                            name_of(event.name))
                    .note(program_.tree(event.place).name_span(event.place.node), "declared here")
                    .with_help("throw it where it happens: `event.throw(new " + name_of(event.name) + "());`");
            }
        }
    }

    void check_types() {
        for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
            const TypeDef& def = program_.type_defs[i];
            // A base is not reported beside those that derive from it.
            const bool only_constants =
                def.kind == DefKind::Class && !def.constants.empty() && def.constants.size() == def.members.size();
            if (!made_[i] && def.derived.empty() && !only_constants && task_.in_main_game(def.place)) {
                task_.diagnostics
                    .report(DiagnosticKind::NeverMade, program_.tree(def.place).name_span(def.place.node),
                            name_of(def.name))
                    .with_help(way_to_make(def));
            }
        }
    }

    [[nodiscard]] std::string way_to_make(const TypeDef& def) const {
        const std::string name = name_of(def.name);
        switch (def.kind) {
        case DefKind::Tile:
            return "put it into the `grid` or `tiles` of a group, or make one with `new " + name + "()`";
        case DefKind::Connection: return "name it in an `adjacency`, after `by`, or make one with `new " + name + "()`";
        case DefKind::Event: return "throw it with `event.throw(new " + name + "());`, or remove it";
        case DefKind::Class: return "make one with `new " + name + "()`, or write `global class` or `player class`";
        case DefKind::Board: return "make one with `new " + name + "()`, or write `global board`";
        case DefKind::Interactable:
        case DefKind::Enum:
        case DefKind::Group:
        case DefKind::Stack: break;
        }
        return "make one with `new " + name + "()`";
    }

    // In a game where somebody can always choose something, and nothing passes the turn or ends the game, the first
    // waiting phase lasts for ever.
    bool report_endless_phase() {
        const Effects ways = Effects(Effect::Passes) | Effect::Ends | Effect::Fails | Effect::Cancels | Effect::Asks;
        if (program_.turns.empty() || does_outside_of_setup(ways) || !somebody_can_always_choose()) {
            return false;
        }
        const Start start = find_start();
        const Turn& turn = program_.turns[start.turn];
        for (std::size_t i = 0; i < turn.phases.size(); ++i) {
            const Phase& phase = turn.phases[(start.phase + i) % turn.phases.size()];
            if (phase.effect.valid()) {
                continue; // passes by itself
            }
            const CodeRef place = phase.place.valid() ? phase.place : turn.place;
            if (task_.in_main_game(place)) {
                task_.diagnostics
                    .report(DiagnosticKind::PhaseNeverLeft, program_.tree(place).name_span(place.node),
                            "the phase `" + name_of(phase.name) + "`")
                    .with_help("end a player's turn with `turn.pass();`, and the game with `winner`");
            }
            return true;
        }
        return false;
    }

    // In a game for several where players choose and nothing passes the turn, the first keeps it until nothing is left to
    // choose. A `require` may see to that.
    void check_passes() {
        const Action* chosen = nullptr;
        for (const Action& action : program_.actions) {
            for (const ActionTrigger& trigger : action.triggers) {
                if (trigger.event != program_.player_choice_event) {
                    continue;
                }
                if (!action.requirements.empty() || !always_fires(trigger) || ends_always(action)) {
                    return;
                }
                chosen = chosen == nullptr ? &action : chosen;
            }
        }
        if (chosen == nullptr || program_.max_players < 2 || can_be_switched_off() || all_phases_pass()
            || does_outside_of_setup(Effect::Passes) || !task_.in_main_game(chosen->place)) {
            return;
        }
        task_.diagnostics
            .report(DiagnosticKind::TurnNeverPasses, program_.tree(chosen->place).name_span(chosen->place.node))
            .with_help("end a player's turn with `turn.pass();`");
    }

    // A phase with an effect passes by itself.
    [[nodiscard]] bool all_phases_pass() const {
        return !program_.turns.empty() && std::ranges::all_of(program_.turns, [](const Turn& turn) {
            return std::ranges::all_of(turn.phases, [](const Phase& phase) { return phase.effect.valid(); });
        });
    }

    // Is `winner` or `draw` a statement of its effect?
    [[nodiscard]] bool ends_always(const Action& action) const {
        if (!action.effect.valid()) {
            return true; // it is not written yet
        }
        const Tree& tree = program_.tree(action.effect);
        for (const NodeId statement : tree.children(action.effect.node, Role::Item)) {
            if (tree.kind(statement) == NodeKind::Winner || tree.kind(statement) == NodeKind::Draw) {
                return true;
            }
        }
        return false;
    }

    // Where the first turn begins, by indexes.
    struct Start {
        std::size_t turn = 0;
        std::size_t phase = 0;
    };

    [[nodiscard]] Start find_start() const {
        Start start;
        for (const Setup& setup : program_.setups) {
            if (setup.effect.valid()) {
                const CodeReader reader(program_, setup.effect.file);
                read_use(reader, last_use(reader, setup.effect.node), start);
            }
        }
        return start;
    }

    // The last call of `turn.use` in the code, or none.
    [[nodiscard]] static NodeId last_use(const CodeReader& reader, NodeId node) {
        const Meaning meaning = reader.meaning(node);
        NodeId last;
        if (reader.tree().kind(node) == NodeKind::Call && meaning.kind == MeaningKind::Builtin
            && meaning.index == static_cast<std::uint32_t>(BuiltinId::TurnUse)) {
            last = node;
        }
        for (const NodeId child : reader.tree().children(node)) {
            const NodeId inner = last_use(reader, child);
            last = inner.valid() ? inner : last;
        }
        return last;
    }

    void read_use(const CodeReader& reader, NodeId call, Start& start) const {
        if (!call.valid()) {
            return;
        }
        const std::string turn = text_of(reader, reader.argument(call, 0));
        const std::string phase = text_of(reader, reader.argument(call, 1));
        for (std::size_t i = 0; i < program_.turns.size(); ++i) {
            const std::uint32_t named = reader.meaning(call).extra; // 0: the name is worked out
            if (named == 0 ? name_of(program_.turns[i].name) != turn : named != i + 1) {
                continue;
            }
            start = {i, 0};
            for (std::size_t j = 0; j < program_.turns[i].phases.size(); ++j) {
                start.phase = name_of(program_.turns[i].phases[j].name) == phase ? j : start.phase;
            }
        }
    }

    // The text of a literal; empty for anything else.
    [[nodiscard]] static std::string text_of(const CodeReader& reader, NodeId expression) {
        const NodeId node = reader.inside(expression);
        if (!node.valid() || reader.tree().kind(node) != NodeKind::StringLiteral) {
            return {};
        }
        return string_value(reader.tree().text(reader.tree().node(node).main));
    }

    // Is there one of these anywhere but in `setup`, which runs before the first turn? What asks or fails may make a choice
    // impossible, and then the engine passes.
    [[nodiscard]] bool does_outside_of_setup(Effects ways) const {
        std::vector<bool> of_setup(program_.bodies.size());
        for (const Setup& setup : program_.setups) {
            const BodyId body = task_.places.find(setup.effect);
            if (body.valid()) {
                of_setup[body.index()] = true;
            }
        }
        for (std::size_t i = 0; i < program_.bodies.size(); ++i) {
            for (const EffectSite& site : program_.bodies[i].sites) {
                if (ways.has(site.effect) && !of_setup[i]) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool somebody_can_always_choose() const {
        if (can_be_switched_off()) {
            return false;
        }
        for (const Action& action : program_.actions) {
            if (is_always_possible(action)) {
                return true;
            }
        }
        return false;
    }

    // One that everybody is offered, whatever happened: without conditions and inputs.
    [[nodiscard]] bool is_always_possible(const Action& action) const {
        const bool open_to_all = !action.owner.valid() || program_.def(action.owner).scope == ScopeKind::Global
                                 || program_.def(action.owner).scope == ScopeKind::Player;
        if (!open_to_all || !action.requirements.empty() || !action.inputs.empty() || action.replaces.valid()
            || !action.overridden_by.empty()) {
            return false;
        }
        bool chosen = false;
        for (const ActionTrigger& trigger : action.triggers) {
            chosen = chosen || (trigger.event == program_.player_choice_event && always_fires(trigger));
        }
        return chosen;
    }

    [[nodiscard]] bool always_fires(const ActionTrigger& trigger) const {
        const CodeReader reader(program_, trigger.place.file);
        const NodeId block = reader.tree().child(trigger.place.node, Role::Body);
        return !block.valid() || reader.constant_block(block) == true;
    }

    // Any use of `.allowed` counts, whichever action it is about.
    [[nodiscard]] bool can_be_switched_off() const {
        for (const FileUnit& unit : program_.files) {
            for (const Meaning& meaning : unit.meanings) {
                if (meaning.kind == MeaningKind::ActionAllowed) {
                    return true;
                }
            }
        }
        return false;
    }

    const WarningTask& task_;
    const CheckedProgram& program_;
    std::vector<bool> made_;
};

} // namespace

void find_unused_warnings(const WarningTask& task) {
    UnusedWarnings(task).run();
}

} // namespace tgdl
