#include "check/infer_effects.h"

#include "check/effect_words.h"
#include "check/find_writes.h"
#include "check/program_effects.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

namespace {

constexpr Effects kForbiddenAfterGameEnd = Effects(Effect::Writes) | Effect::Asks | Effect::Throws | Effect::Random
                                           | Effect::Passes | Effect::Ends | Effect::Shuffles | Effect::Prevents;

std::string quoted(std::string_view text) {
    return "`" + std::string(text) + "`";
}

// How what a call runs is named in a message.
std::string call_words(const CheckedProgram& program, const CallSite& call) {
    switch (call.kind) {
    case CallSite::Kind::Function:
    case CallSite::Kind::BaseFunction: return quoted(program.text(program.functions[call.index].name));
    case CallSite::Kind::Action:
    case CallSite::Kind::BaseAction: return "the action " + quoted(program.text(program.actions[call.index].name));
    case CallSite::Kind::Create: return "making " + with_article(program.text(program.type_defs[call.index].name));
    }
    return {};
}

// The kind of block, as in "a filter only tries things out".
std::string_view block_words(const Body& body) {
    switch (body.kind) {
    case BodyKind::Require: return "a `require`";
    case BodyKind::Trigger: return "a `trigger`";
    case BodyKind::Filter: return "a filter";
    case BodyKind::Options: return "what `options` names";
    case BodyKind::RangeBound: return "a `range`";
    case BodyKind::CountBound: return "a `count`";
    case BodyKind::Upto: return "what `upto` names";
    case BodyKind::Total: return "a `total`";
    case BodyKind::Visible: return "a `visible` block";
    case BodyKind::Information: return "an `information` block";
    case BodyKind::Condition: return "the `require`, `through` or `onto` of a movement";
    case BodyKind::Question: return "a question such as `any` or `where`";
    case BodyKind::Suppose: return "a `suppose`";
    case BodyKind::OptionCondition: return "the condition of an `option`";
    case BodyKind::PlayerExpression: return "the choice of who is asked";
    case BodyKind::MovementStep: return "a step of a movement";
    case BodyKind::Effect: return body.function.valid() ? "a function" : "an `effect`";
    case BodyKind::Default:
    case BodyKind::TurnDefault: return "a `default` block";
    case BodyKind::AttributeValue: return "the default of an attribute";
    case BodyKind::ConstantValue: return "the value of a constant";
    case BodyKind::InputDefault: return "the default of an input";
    case BodyKind::ContentsEntry: return "a `contents` block";
    case BodyKind::Score: return "a `score`";
    case BodyKind::Tiebreak: return "a `tiebreak`";
    case BodyKind::Computed: return "a computed attribute";
    case BodyKind::Modifier: return "a `modify` block";
    case BodyKind::ModifierCondition: return "the condition of a `modify`";
    }
    return "this block";
}

std::string here_it(Effect effect) {
    return "here it " + std::string(words_of(effect).verb);
}

// Something forbidden that a body does itself.
struct WrongSite {
    Effect effect{};
    Span span;
};

std::vector<WrongSite> find_wrong_sites(const Body& body, Effects forbidden) {
    std::vector<WrongSite> found;
    for (const EffectSite& site : body.sites) {
        if (!forbidden.has(site.effect)) {
            continue;
        }
        if (found.empty() || found.back().span != site.span) {
            found.push_back({site.effect, site.span});
        } else if (site.effect == Effect::Shuffles) {
            found.back().effect = site.effect; // `shuffle` also draws random numbers: one message, for the shuffling
        }
    }
    return found;
}

// A call in a body that leads to something forbidden, by the fewest steps.
struct WrongCall {
    const CallSite* call = nullptr;
    Effect effect{};
    Span origin;
};

std::vector<WrongCall> find_wrong_calls(const ProgramEffects& effects, const Body& body, Effects forbidden) {
    std::vector<WrongCall> found;
    for (const CallSite& call : body.calls) {
        const ProgramEffects::Callees callees = effects.callees(call);
        std::optional<EffectGraph::Origin> best;
        Effect effect{};
        for (const GraphNode node : {callees.main, callees.inputs}) {
            const Effects wrong = node.valid() ? common(effects.graph().effects(node), forbidden) : Effects();
            for (const EffectWords& words : kEffectWords) {
                const auto origin =
                    wrong.has(words.effect) ? effects.graph().nearest(node, words.effect) : std::nullopt;
                if (origin && (!best || origin->steps < best->steps)) {
                    best = origin;
                    effect = words.effect;
                }
            }
        }
        if (best) {
            found.push_back({&call, effect, best->span});
        }
    }
    return found;
}

void report_tried_bodies(const CheckedProgram& program, const ProgramEffects& effects, Diagnostics& diagnostics) {
    for (const Body& body : program.bodies) {
        if (!is_hypothetical(body.kind)) {
            continue;
        }
        const std::string_view block = block_words(body);
        for (const WrongSite& wrong : find_wrong_sites(body, kForbiddenInHypothetical)) {
            diagnostics.report(DiagnosticKind::TriedOnly, wrong.span, block, words_of(wrong.effect).noun)
                .with_help("what it does is taken back at once; do this where the rule really happens, in an `effect`");
        }
        for (const WrongCall& wrong : find_wrong_calls(effects, body, kForbiddenInHypothetical)) {
            diagnostics
                .report(DiagnosticKind::TriedOnlyCall, wrong.call->span, block, call_words(program, *wrong.call),
                        words_of(wrong.effect).verb)
                .note(wrong.origin, here_it(wrong.effect));
        }
    }
}

// The actions that observe the end of the game, those that inherit the trigger included.
std::vector<ActionId> find_game_end_actions(const CheckedProgram& program) {
    std::vector<ActionId> found;
    const Symbol name = program.names.find("GameEndEvent");
    const auto event = name.valid() ? program.predefined.find(name) : program.predefined.end();
    if (event == program.predefined.end()) {
        return found;
    }
    std::vector<bool> observes(program.actions.size());
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        for (const ActionTrigger& trigger : program.actions[i].triggers) {
            if (trigger.mode == ActionTrigger::Mode::Event && trigger.event == event->second) {
                observes[i] = true;
            }
        }
    }
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        const Action& action = program.actions[i];
        const bool inherits = action.replaces.valid() && observes[action.replaces.index()];
        const bool from_first = action.slot.valid() && observes[action.slot.index()];
        if (observes[i] || inherits || from_first) {
            observes[i] = true;
            found.emplace_back(i);
        }
    }
    return found;
}

void report_game_end_effect(const CheckedProgram& program, const ProgramEffects& effects, const BodyPlaces& places,
                            ActionId id, Diagnostics& diagnostics) {
    const std::string_view help = "when the game is over an action may `log` and `tell`, nothing else";
    const Action& action = program.action(id);
    const std::string_view name = program.text(action.name);
    const BodyId body_id = places.find(action.effect);
    if (!body_id.valid()) {
        return;
    }
    const Body& body = program.bodies[body_id.index()];
    std::vector<WrongSite> sites = find_wrong_sites(body, without(kForbiddenAfterGameEnd, Effect::Writes));
    for (const Span& place : find_writes_of_the_game(program, places, body_id)) {
        sites.push_back({Effect::Writes, place});
    }
    for (const InputId input_id : action.inputs) {
        const Input& input = program.input(input_id);
        if (asks(input) && input.place.valid()) {
            sites.push_back({Effect::Asks, program.tree(input.place).name_span(input.place.node)});
        }
    }
    for (const WrongSite& wrong : sites) {
        diagnostics.report(DiagnosticKind::AfterGameEnd, wrong.span, name, words_of(wrong.effect).noun)
            .with_help(std::string(help));
    }
    for (const WrongCall& wrong : find_wrong_calls(effects, body, kForbiddenAfterGameEnd)) {
        diagnostics
            .report(DiagnosticKind::AfterGameEndCall, wrong.call->span, name, call_words(program, *wrong.call),
                    words_of(wrong.effect).verb)
            .note(wrong.origin, here_it(wrong.effect))
            .with_help(std::string(help));
    }
}

// What a body that belongs to no action is, or empty when it may belong to one.
std::string_view words_outside_actions(const Body& body) {
    if (body.kind == BodyKind::TurnDefault) {
        return "the `default` of a turn";
    }
    if (body.kind != BodyKind::Effect || body.function.valid() || body.action.valid()) {
        return "";
    }
    return body.turn.valid() ? "a phase" : "`setup`";
}

void report_lost_cancels(const CheckedProgram& program, const ProgramEffects& effects, Diagnostics& diagnostics) {
    for (const Body& body : program.bodies) {
        const std::string_view where = words_outside_actions(body);
        if (where.empty()) {
            continue;
        }
        for (const WrongCall& wrong : find_wrong_calls(effects, body, Effect::Cancels)) {
            if (wrong.call->kind == CallSite::Kind::Function || wrong.call->kind == CallSite::Kind::BaseFunction) {
                diagnostics
                    .report(DiagnosticKind::CancelsNothing, wrong.call->span, call_words(program, *wrong.call), where)
                    .note(wrong.origin, here_it(wrong.effect))
                    .with_help("`cancel` takes back the running action; here `fail` takes back everything");
            }
        }
    }
}

} // namespace

void infer_effects(CheckedProgram& program, Diagnostics& diagnostics) {
    const BodyPlaces places(program);
    const ProgramEffects effects(program, places, CountedWrites::All);
    const EffectGraph& graph = effects.graph();
    for (std::size_t i = 0; i < program.bodies.size(); ++i) {
        program.bodies[i].effects = graph.effects(effects.body(BodyId(i)));
    }
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        program.functions[i].effects = graph.effects(effects.called(FunctionId(i)));
    }
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        program.actions[i].effects =
            graph.effects(effects.called(ActionId(i))) | graph.effects(effects.inputs(ActionId(i)));
    }
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        program.type_defs[i].creation = graph.effects(effects.creation(TypeDefId(i)));
    }

    report_tried_bodies(program, effects, diagnostics);
    const std::vector<ActionId> at_game_end = find_game_end_actions(program);
    if (!at_game_end.empty()) {
        const ProgramEffects of_the_game(program, places, CountedWrites::OfTheGame);
        for (const ActionId action : at_game_end) {
            report_game_end_effect(program, of_the_game, places, action, diagnostics);
        }
    }
    if (!diagnostics.has_errors()) {
        report_lost_cancels(program, effects, diagnostics);
    }
}

} // namespace tgdl
