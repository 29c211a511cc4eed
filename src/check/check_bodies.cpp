// Collection of all bodies of a program, and what each may use: `this`, `event`, inputs, what it must give.
#include "check/bodies.h"
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/prios.h"

#include <algorithm>

namespace tgdl {

BodyChecker::BodyChecker(CheckedProgram& program, Diagnostics& diagnostics)
    : program_(program),
      types_(program.types),
      relations_(program),
      diagnostics_(diagnostics),
      runs_code_(std::ranges::any_of(program.attributes, &Attribute::runs_code)) {}

void BodyChecker::check_program() {
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        if (!program_.type_defs[i].predefined) {
            check_type(TypeDefId(i));
        }
    }
    for (std::size_t i = 0; i < program_.constants.size(); ++i) {
        check_constant(ConstantId(i));
    }
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
        check_function(FunctionId(i));
    }
    for (std::size_t i = 0; i < program_.actions.size(); ++i) {
        check_action(ActionId(i));
    }
    for (std::size_t i = 0; i < program_.turns.size(); ++i) {
        check_turn(TurnId(i));
    }
    for (std::size_t i = 0; i < program_.movements.size(); ++i) {
        check_movement(MovementId(i));
    }
    for (const Setup& setup : program_.setups) {
        check_setup(setup);
    }
    for (const ConstantPrio& prio : find_constant_prios(program_)) {
        check_early(prio.expression, types_.number, prio.owner);
    }
}

void BodyChecker::enter_file(FileId file) {
    file_ = file;
    tree_ = &program_.tree(file);
}

void BodyChecker::begin(Body body) {
    enter_file(body.place.file);
    unbind_to(0);
    if (!unknown_.empty()) {
        unknown_ = {}; // clearing would cost its largest size each time
    }
    facts_.clear();
    loops_ = 0;
    body_ = BodyId(program_.bodies.size());
    frame_ = body_;
    program_.bodies.push_back(std::move(body));
}

void BodyChecker::finish() {
    unbind_to(0);
    body_ = {};
    frame_ = {};
}

BodyId BodyChecker::begin_part(BodyKind kind, NodeId node) {
    const Body& outer = body();
    Body part;
    part.kind = kind;
    part.place = {file_, node};
    part.this_type = outer.this_type;
    part.this_is_group = outer.this_is_group;
    part.group = outer.group;
    part.function = outer.function;
    part.action = outer.action;
    part.turn = outer.turn;
    part.movement = outer.movement;
    part.event_type = outer.event_type;
    part.parent = body_;
    const BodyId before = body_;
    body_ = BodyId(program_.bodies.size());
    program_.bodies.push_back(std::move(part));
    return before;
}

void BodyChecker::finish_part(BodyId outer) {
    body_ = outer;
}

void BodyChecker::add_site(Effect effect, Span place) {
    if (effect == Effect::Writes && runs_code_) {
        facts_.forget_attributes_that([&](AttributeId id) { return program_.attribute(id).runs_code; });
    }
    body().sites.push_back({effect, place});
}

void BodyChecker::add_sites(Effects effects, Span place) {
    for (std::uint16_t bit = 1; bit != 0 && bit <= static_cast<std::uint16_t>(Effect::Shuffles);
         bit = static_cast<std::uint16_t>(bit << 1U)) {
        const auto effect = static_cast<Effect>(bit);
        if (effects.has(effect)) {
            add_site(effect, place);
        }
    }
}

void BodyChecker::add_call(CallSite::Kind kind, std::uint32_t index, Span place, bool fills_all_inputs) {
    body().calls.push_back({kind, index, place, fills_all_inputs});
}

void BodyChecker::check_returning_block(NodeId block, TypeId returns, std::string_view what) {
    body().returns = returns;
    const int loops = loops_;
    loops_ = 0;
    const bool reached = check_block(block);
    loops_ = loops;
    if (!reached || kind(returns) == TypeKind::Nothing || relations_.is_error(returns)) {
        return;
    }
    const FunctionId function = body().kind == BodyKind::Effect ? body().function : FunctionId();
    const TokenId last(tree_->node(block).end.index() - 1);
    if (function.valid()) {
        report(DiagnosticKind::MissingReturn, tree_->name_span(program_.function(function).place.node),
               std::string(what))
            .note(tree_->span(last), "its end can be reached here")
            .with_help("every way through it must end in `return`, `fail` or `winner`");
        return;
    }
    report(DiagnosticKind::MissingReturn, tree_->span(last), std::string(what))
        .with_help("every way through it must end in `return`");
}

// A block that stands by itself: `default`, a part of `information`.
void BodyChecker::check_own_block(CodeRef place, Body body, TypeId returns, std::string_view what) {
    enter_file(place.file);
    const NodeId block = child(place.node, Role::Body);
    if (!block.valid()) {
        return;
    }
    body.place = {place.file, block};
    in_action_ = false;
    begin(std::move(body));
    check_returning_block(block, returns, what);
    finish();
}

void BodyChecker::check_type(TypeDefId id) {
    check_attribute_values(id);
    Body own;
    own.kind = BodyKind::Default;
    own.this_type = id;
    for (const CodeRef place : std::vector<CodeRef>(program_.def(id).defaults)) {
        check_own_block(place, own, types_.nothing, "a `default` block");
    }
    for (const CodeRef place : std::vector<CodeRef>(program_.def(id).visibles)) {
        check_visible(id, place);
    }
    own.kind = BodyKind::Information;
    for (const CodeRef place : std::vector<CodeRef>(program_.def(id).information)) {
        check_own_block(place, own, types_.string, "this part of `information`");
    }
    check_contents(id);
    around_ = {id};
    for (const CodeRef borders : std::vector<CodeRef>(program_.def(id).borders)) {
        check_written_numbers(borders);
    }
    for (const GroupId group : std::vector<GroupId>(program_.def(id).groups)) {
        Body of_group;
        of_group.kind = BodyKind::Default;
        of_group.this_is_group = true;
        of_group.group = group;
        of_group.this_type = program_.group(group).type;
        around_ = {of_group.this_type, id};
        check_written_numbers(program_.group(group).place);
        for (const CodeRef place : std::vector<CodeRef>(program_.group(group).defaults)) {
            check_own_block(place, of_group, types_.nothing, "a `default` block");
        }
    }
    around_ = {};
}

void BodyChecker::check_attribute_values(TypeDefId id) {
    const auto check_one = [&](CodeRef place, TypeId type) {
        if (!place.valid()) {
            return;
        }
        enter_file(place.file);
        if (tree_->kind(place.node) == NodeKind::ComputedAttribute) {
            return; // its code is that of a function
        }
        // An override that changes the type was reported; its value is held against what it says.
        const NodeId type_node = child(place.node, Role::Type);
        const TypeId written = type_node.valid() ? program_.files[file_.index()].types[type_node.index()] : TypeId();
        type = written.valid() ? written : type;
        if (const NodeId value = child(place.node, Role::Value); value.valid()) {
            Body body;
            body.kind = BodyKind::AttributeValue;
            body.place = {place.file, value};
            body.this_type = id;
            in_action_ = false;
            begin(std::move(body));
            check_fits(value, type);
            finish();
        }
    };
    for (const AttributeId attribute : std::vector<AttributeId>(program_.def(id).attributes)) {
        check_one(program_.attribute(attribute).place, program_.attribute(attribute).type);
    }
    for (const AttributeOverride& change : std::vector<AttributeOverride>(program_.def(id).overrides)) {
        const bool known = change.attribute.valid();
        check_one(change.place, known ? program_.attribute(change.attribute).type : types_.number);
    }
}

void BodyChecker::check_visible(TypeDefId id, CodeRef place) {
    enter_file(place.file);
    const NodeId block = child(place.node, Role::Body);
    if (!block.valid()) {
        return;
    }
    Body body;
    body.kind = BodyKind::Visible;
    body.place = {place.file, block};
    body.this_type = id;
    begin(std::move(body));
    if (tree_->node(place.node).main.valid()) {
        const Member* member = program_.find_member(id, tree_->main_symbol(place.node));
        if (member == nullptr || member->kind != MemberKind::Attribute) { // else declaring has warned about it
            check_new_name(tree_->main_symbol(place.node), tree_->name_span(place.node));
        }
        add_local(place.node, types_.player, false);
    }
    check_returning_block(block, types_.boolean, "`visible`");
    finish();
    if (const NodeId instead = child(place.node, Role::Else); instead.valid()) {
        check_visible_else(id, place, instead);
    }
}

// `else value`: fits every attribute that is named, and is worked out for one viewer.
void BodyChecker::check_visible_else(TypeDefId id, CodeRef place, NodeId value) {
    Body body;
    body.kind = BodyKind::Visible;
    body.place = {place.file, value};
    body.this_type = id;
    begin(std::move(body));
    if (tree_->node(place.node).main.valid()) {
        add_local(place.node, types_.player, false);
    }
    TypeId checked;
    for (const NodeId name : tree_->children(place.node, Role::Name)) {
        const Member* member = program_.find_member(id, tree_->main_symbol(name));
        const bool is_attribute = member != nullptr && member->kind == MemberKind::Attribute;
        const TypeId type = is_attribute ? program_.attribute(AttributeId(member->index)).type : TypeId();
        if (type.valid() && type != checked) {
            check_fits(value, type);
            checked = type;
        }
    }
    if (!checked.valid()) {
        check_expression(value); // the names were reported
    }
    finish();
}

void BodyChecker::check_contents(TypeDefId id) {
    const CodeRef place = program_.def(id).contents;
    if (!place.valid()) {
        return;
    }
    enter_file(place.file);
    if (tree_->has(place.node, Role::Value)) {
        check_contents_from(id, place.node);
    }
    for (const NodeId entry : tree_->children(place.node, Role::Item)) {
        Body body;
        body.kind = BodyKind::ContentsEntry;
        body.place = {place.file, entry};
        body.this_type = id;
        begin(std::move(body));
        if (const NodeId count = child(entry, Role::Count); count.valid()) {
            check_number(count);
        }
        const NodeId type_node = child(entry, Role::Type);
        const auto& nameless = program_.files[file_.index()].nameless;
        const auto own = nameless.find(entry.value);
        const NodeId initialiser = own != nameless.end() ? entry : child(entry, Role::Initialiser);
        TypeDefId card = type_node.valid() ? find_type(program_, file_, type_node) : TypeDefId();
        if (own != nameless.end()) {
            card = program_.def(own->second).base.valid() ? own->second : TypeDefId();
        }
        if (card.valid()) {
            add_call(CallSite::Kind::Create, card.value, span(type_node));
            record(entry, MeaningKind::TypeName, card.value);
            if (initialiser.valid()) {
                check_initialiser(initialiser, card);
            }
        }
        finish();
    }
}

void BodyChecker::check_function(FunctionId id) {
    const Function function = program_.function(id); // a copy: checking may add inputs
    if (!function.place.valid()) {
        return;
    }
    if (function.kind != FunctionKind::Named) {
        check_unnamed_function(id);
        return;
    }
    Body model;
    model.place = function.place;
    model.this_type = function.owner;
    model.function = id;
    const bool own_inputs =
        !function.replaces.valid() || program_.function(function.replaces).inputs != function.inputs;
    in_action_ = true; // an action may call it
    if (own_inputs) {
        for (std::size_t i = 0; i < function.inputs.size(); ++i) {
            check_head_input(function.inputs[i], inputs_known_to(function, i), model);
        }
    }
    enter_file(function.place.file);
    const NodeId block = child(function.place.node, Role::Effect);
    if (!block.valid()) {
        return;
    }
    const TypeId returns = function.returns.valid() ? function.returns : types_.nothing;
    Body body = model;
    body.kind = BodyKind::Effect;
    body.place = {function.place.file, block};
    begin(std::move(body));
    bind_inputs(function.inputs);
    for (const InputId input : function.inputs) { // what it asks at each call
        if (program_.input(input).mode != Input::Mode::Function) {
            const CodeRef place = program_.input(input).place;
            add_sites(program_.input(input).effects_of_asking(false), program_.tree(place).name_span(place.node));
        }
    }
    check_returning_block(block, returns, "the function `" + text(function.name) + "`");
    finish();
}

TypeId BodyChecker::event_type_of(ActionId id) const {
    TypeId type;
    for (ActionId at = id; at.valid(); at = program_.action(at).replaces) {
        for (const ActionTrigger& trigger : program_.action(at).triggers) {
            if (type.valid()) {
                return types_.root(RootKind::Event);
            }
            type = trigger.event_type.valid() ? trigger.event_type : types_.error;
        }
    }
    // The code of this one also runs, or is run by, those that replace it: with what they observe besides.
    const ActionId slot = program_.action(id).slot;
    const bool is_shared =
        slot.valid() && std::ranges::any_of(program_.action(slot).overridden_by, [&](ActionId other) {
            return !program_.action(other).triggers.empty() && replaces(other, id);
        });
    return type.valid() && is_shared ? types_.root(RootKind::Event) : type;
}

// Does the one stand for the other, directly or not?
bool BodyChecker::replaces(ActionId later, ActionId earlier) const {
    ActionId at = program_.action(later).replaces;
    while (at.valid() && at != earlier) {
        at = program_.action(at).replaces;
    }
    return at.valid();
}

void BodyChecker::check_action(ActionId id) {
    const Action action = program_.action(id);
    if (!action.place.valid()) {
        return;
    }
    const TypeId event = event_type_of(id);
    Body model;
    model.place = action.place;
    model.this_type = action.owner;
    model.action = id;
    model.event_type = event;
    in_action_ = !action.is_goal || event.valid();
    for (const CodeRef place : action.requirements) {
        enter_file(place.file);
        Body body = model;
        body.kind = BodyKind::Require;
        body.place = {place.file, child(place.node, Role::Body)};
        body.event_type = {};
        if (body.place.valid()) {
            const NodeId block = body.place.node;
            const NodeId reason = child(place.node, Role::Text);
            begin(std::move(body));
            if (reason.valid()) {
                expect_text_for_people(reason);
                check_fits(reason, types_.string);
            }
            check_returning_block(block, types_.boolean, "`require`");
            finish();
        }
    }
    for (const ActionTrigger& trigger : action.triggers) {
        enter_file(trigger.place.file);
        Body body = model;
        body.kind = BodyKind::Trigger;
        body.place = {trigger.place.file, child(trigger.place.node, Role::Body)};
        body.event_type = trigger.event_type;
        if (body.place.valid()) {
            const NodeId block = body.place.node;
            begin(std::move(body));
            check_returning_block(block, types_.boolean, "`trigger`");
            finish();
        }
    }
    const bool own_inputs = !action.replaces.valid();
    if (own_inputs) {
        for (std::size_t i = 0; i < action.inputs.size(); ++i) {
            check_head_input(action.inputs[i], std::span(action.inputs).first(i), model);
        }
    }
    if (action.effect.valid()) {
        Body body = model;
        body.kind = BodyKind::Effect;
        body.place = action.effect;
        begin(std::move(body));
        bind_inputs(action.inputs);
        check_returning_block(action.effect.node, types_.nothing, "the effect");
        finish();
    }
}

void BodyChecker::check_turn(TurnId id) {
    const Turn turn = program_.turns[id.index()];
    in_action_ = false;
    for (const Phase& phase : turn.phases) {
        if (!phase.place.valid()) {
            continue;
        }
        Body model;
        model.place = phase.place;
        model.turn = id;
        for (std::size_t i = 0; i < phase.inputs.size(); ++i) {
            check_head_input(phase.inputs[i], std::span(phase.inputs).first(i), model);
        }
        if (phase.effect.valid()) {
            Body body = model;
            body.kind = BodyKind::Effect;
            body.place = phase.effect;
            begin(std::move(body));
            bind_inputs(phase.inputs);
            check_returning_block(phase.effect.node, types_.nothing, "the phase");
            finish();
        }
    }
    for (const CodeRef place : turn.defaults) {
        enter_file(place.file);
        if (const NodeId block = child(place.node, Role::Body); block.valid()) {
            Body body;
            body.kind = BodyKind::TurnDefault;
            body.place = {place.file, block};
            body.turn = id;
            body.returns = types_.player;
            begin(std::move(body));
            check_block(block); // it may also pass by itself
            finish();
        }
    }
}

void BodyChecker::check_movement(MovementId id) {
    const Movement movement = program_.movements[id.index()];
    if (!movement.place.valid()) {
        return;
    }
    const FileId file = movement.place.file;
    const Tree& tree = program_.tree(file);
    in_action_ = false;
    Body model;
    model.place = movement.place;
    for (std::size_t i = 0; i < movement.inputs.size(); ++i) {
        check_head_input(movement.inputs[i], std::span(movement.inputs).first(i), model);
    }
    for (const NodeId item : tree.children(movement.place.node, Role::Item)) {
        if (tree.kind(item) != NodeKind::Alternative) {
            check_movement_condition(id, file, item);
            continue;
        }
        for (const NodeId step : tree.children(item, Role::Item)) {
            const NodeKind form = tree.kind(step);
            if (form == NodeKind::Through || form == NodeKind::Onto) {
                check_movement_condition(id, file, step);
            } else {
                check_movement_step(id, file, step);
            }
        }
    }
}

void BodyChecker::check_movement_condition(MovementId id, FileId file, NodeId node) {
    enter_file(file);
    const NodeId block = child(node, Role::Body);
    if (!block.valid()) {
        return;
    }
    Body body;
    body.kind = BodyKind::Condition;
    body.place = {file, block};
    body.this_type = program_.movements[id.index()].piece;
    body.movement = id;
    begin(std::move(body));
    bind_inputs(program_.movements[id.index()].inputs);
    check_reason(node);
    if (tree_->node(node).main.valid()) {
        check_new_name(tree_->main_symbol(node), tree_->name_span(node));
        add_local(node, types_.root(RootKind::Tile), false);
    }
    const NodeKind form = tree_->kind(node);
    check_returning_block(block, types_.boolean,
                          form == NodeKind::Require   ? "`require`"
                          : form == NodeKind::Through ? "`through`"
                                                      : "`onto`");
    finish();
}

void BodyChecker::check_movement_step(MovementId id, FileId file, NodeId node) {
    enter_file(file);
    Body body;
    body.kind = BodyKind::MovementStep;
    body.place = {file, node};
    body.this_type = program_.movements[id.index()].piece;
    body.movement = id;
    begin(std::move(body));
    bind_inputs(program_.movements[id.index()].inputs);
    if (const NodeId direction = child(node, Role::Direction); direction.valid()) {
        if (tree_->kind(direction) == NodeKind::Range) {
            for (const NodeId bound : tree_->children(direction)) {
                check_number(bound);
            }
        } else {
            const bool literal = tree_->kind(direction) == NodeKind::CollectionLiteral;
            const Given value = literal ? check_free_literal(direction) : check_value(direction);
            const bool several = kind(value.type) == TypeKind::List || kind(value.type) == TypeKind::Stack;
            const TypeId each = several ? types_.get(value.type).a : value.type;
            if (!relations_.is_number(each) && kind(each) != TypeKind::Direction) {
                report_no_direction(direction);
            }
        }
    }
    if (const NodeId count = child(node, Role::Count); count.valid()) {
        if (const NodeId value = child(count, Role::Value); value.valid()) {
            check_number(value);
        }
    }
    for (const Role role : {Role::Low, Role::High}) {
        if (const NodeId offset = child(node, role); offset.valid()) {
            check_number(offset);
        }
    }
    if (const NodeId target = child(node, Role::Value); target.valid()) {
        const Given value = check_value(target);
        if (!relations_.is_error(value.type) && !relations_.is_kind(value.type, RootKind::Tile)
            && !relations_.is_kind(value.type, RootKind::Group)) {
            report(DiagnosticKind::JumpNowhere, span(target), phrase(value.type));
        }
    }
    finish();
}

void BodyChecker::check_setup(const Setup& setup) {
    in_action_ = false;
    Body model;
    model.place = setup.place;
    for (std::size_t i = 0; i < setup.inputs.size(); ++i) {
        check_head_input(setup.inputs[i], std::span(setup.inputs).first(i), model);
    }
    if (setup.effect.valid()) {
        Body body = model;
        body.kind = BodyKind::Effect;
        body.place = setup.effect;
        begin(std::move(body));
        bind_inputs(setup.inputs);
        check_returning_block(setup.effect.node, types_.nothing, "`setup`");
        finish();
    }
}

void check_bodies(CheckedProgram& program, Diagnostics& diagnostics) {
    BodyChecker(program, diagnostics).check_program();
}

} // namespace tgdl
