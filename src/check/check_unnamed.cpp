// Code without a name that runs as a function: scores, tiebreaks, computed attributes, modifiers; and what speaks of them.
#include "check/body_checker.h"

#include <span>
#include <string>
#include <string_view>

namespace tgdl {

namespace {

BodyKind body_kind_of(FunctionKind kind) {
    switch (kind) {
    case FunctionKind::Score: return BodyKind::Score;
    case FunctionKind::Tiebreak: return BodyKind::Tiebreak;
    case FunctionKind::Computed: return BodyKind::Computed;
    case FunctionKind::Modifier: return BodyKind::Modifier;
    case FunctionKind::ModifierCondition: return BodyKind::ModifierCondition;
    case FunctionKind::Named: break;
    }
    return BodyKind::Effect;
}

std::string_view block_word(FunctionKind kind) {
    switch (kind) {
    case FunctionKind::Score: return "`score`";
    case FunctionKind::Tiebreak: return "`tiebreak`";
    default: return "`modify`"; // the others are expressions
    }
}

} // namespace

// A block or an expression that runs as a function.
void BodyChecker::check_unnamed_function(FunctionId id) {
    const Function function = program_.function(id);
    enter_file(function.place.file);
    const NodeId code = child(function.place.node, code_role(function.kind));
    if (!code.valid()) {
        return;
    }
    Body body;
    body.kind = body_kind_of(function.kind);
    body.place = {function.place.file, code};
    body.this_type = function.owner;
    body.function = id;
    in_action_ = false;
    begin(std::move(body));
    if (!function.inputs.empty()) {
        const InputId seen = function.inputs.front(); // what a modifier finds, `value`, gives way to every other name
        if (function.kind != FunctionKind::ModifierCondition) {
            check_new_name(program_.input(seen).name, tree_->name_span(function.place.node));
        }
        bind_inputs(std::span(&seen, 1));
    }
    if (function.kind == FunctionKind::Computed) {
        // An override that changes the type was reported; its value is held against what it says.
        const TypeId written = program_.files[file_.index()].types[child(function.place.node, Role::Type).index()];
        check_fits(code, written.valid() ? written : function.returns);
    } else if (function.kind == FunctionKind::ModifierCondition) {
        check_condition(code);
    } else {
        check_returning_block(code, function.returns, block_word(function.kind));
    }
    finish();
}

// The inputs that the given one may speak of: those before it. What is asked, is asked after the function inputs are given.
std::vector<InputId> BodyChecker::inputs_known_to(const Function& function, std::size_t index) const {
    const bool asked = program_.input(function.inputs[index]).mode != Input::Mode::Function;
    std::vector<InputId> known;
    for (std::size_t i = 0; i < function.inputs.size(); ++i) {
        const bool given = program_.input(function.inputs[i]).mode == Input::Mode::Function;
        if (asked ? given || i < index : i < index) {
            known.push_back(function.inputs[i]);
        }
    }
    return known;
}

bool BodyChecker::refuse_computed(AttributeId attribute, TypeDefId type, Span place) {
    const FunctionId computed =
        program_.attribute(attribute).runs_code ? program_.computed_in(type, attribute) : FunctionId();
    if (!computed.valid()) {
        return false;
    }
    const Function& function = program_.function(computed);
    report(DiagnosticKind::ComputedNotAssignable, place, text(function.name), text(program_.def(function.owner).name))
        .note(program_.tree(function.place).name_span(function.place.node), "it is computed here")
        .with_help("change what it is worked out from");
    return true;
}

// A library may leave the score to the game that imports it.
void BodyChecker::expect_score(Span place, std::string_view what) {
    const bool is_whole = program_.files[program_.import_order.back().index()].is_game;
    if (!program_.scores.score.valid() && is_whole) {
        report(DiagnosticKind::NoScore, place, std::string(what)).with_help("write `score p { return …; }`");
    }
}

// `raw(c.power)`
BodyChecker::Link BodyChecker::call_raw(NodeId call) {
    std::size_t count = 0;
    Given given = error_value();
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const NodeId value = child(argument, Role::Value);
        if (++count > 1) {
            report(DiagnosticKind::TooManyArguments, span(argument), "raw", "one value",
                   std::to_string(tree_->children(call, Role::Item).size()));
            return error_link(call);
        }
        if (!value.valid()) {
            continue;
        }
        given = check_value(value);
        NodeId last = value;
        while (last.valid() && tree_->kind(last) == NodeKind::Paren) {
            last = child(last, Role::Value);
        }
        if (last.valid() && tree_->kind(last) == NodeKind::Postfix) {
            for (const NodeId suffix : tree_->children(last, Role::Item)) {
                last = suffix;
            }
        }
        if (!last.valid() || relations_.is_error(given.type)) {
            return error_link(call);
        }
        const Meaning it = meaning(last);
        if (it.kind != MeaningKind::Attribute) {
            report(DiagnosticKind::RawOfNoAttribute, span(value))
                .with_help("write whose attribute is read without modifiers: `raw(c.power)`");
            return error_link(call);
        }
        given.type = program_.attribute(AttributeId(it.index)).type;
    }
    record(call, MeaningKind::Builtin, static_cast<std::uint32_t>(BuiltinId::Raw));
    return value_link(given.type, call);
}

} // namespace tgdl
