// Inputs: who fills them, and what may be chosen; in the heads of actions and in the middle of effects.
#include "check/body_checker.h"
#include "check/declare.h"
#include "syntax/words.h"

namespace tgdl {

void BodyChecker::bind_inputs(std::span<const InputId> inputs) {
    for (const InputId id : inputs) {
        const Input& input = program_.input(id);
        Span place;
        if (input.place.valid()) {
            place = program_.tree(input.place).name_span(input.place.node);
        }
        bind(input.name, MeaningKind::Input, id.value, program_.variable_type(id), place);
    }
}

// The clauses of an input in a head: each runs by itself and sees the inputs before this one.
void BodyChecker::check_head_input(InputId id, std::span<const InputId> before, const Body& model) {
    const CodeRef place = program_.input(id).place;
    if (!place.valid()) {
        return;
    }
    enter_file(place.file);
    const auto run = [&](BodyKind kind, NodeId node, auto&& check) {
        Body part = model;
        part.kind = kind;
        part.place = {place.file, node};
        part.returns = {};
        begin(std::move(part));
        if (kind != BodyKind::InputDefault) { // a default runs at the call, before there are inputs
            bind_inputs(before);
        }
        check();
        finish();
    };
    const NodeId node = place.node;
    if (const NodeId who = child(node, Role::Player); who.valid()) {
        run(BodyKind::PlayerExpression, who, [&] { check_input_player(id, who); });
    }
    if (const NodeId value = child(node, Role::Value); value.valid() && program_.input(id).has_default) {
        run(BodyKind::InputDefault, value, [&] { check_fits(value, program_.input(id).type); });
    }
    for (const NodeId clause : tree_->children(node, Role::Item)) {
        run(clause_kind(clause), clause, [&] { check_input_clause(id, clause); });
    }
}

BodyKind BodyChecker::clause_kind(NodeId clause) const {
    switch (tree_->kind(clause)) {
    case NodeKind::Options: return BodyKind::Options;
    case NodeKind::RangeClause: return BodyKind::RangeBound;
    case NodeKind::CountClause: return BodyKind::CountBound;
    case NodeKind::UptoClause: return BodyKind::Upto;
    case NodeKind::TotalClause: return BodyKind::Total;
    default: return BodyKind::Filter;
    }
}

void BodyChecker::check_input_player(InputId id, NodeId who) {
    if (program_.input(id).mode == Input::Mode::Players) {
        const bool literal = tree_->kind(who) == NodeKind::CollectionLiteral;
        const Given asked = check_value(who, literal ? types_.list(types_.player) : TypeId());
        if (!is_read_as_players(asked.type)) {
            check_given(who, asked, types_.list(types_.player));
        }
    } else {
        check_player(who);
    }
}

void BodyChecker::check_input_clause(InputId id, NodeId clause) {
    const Input input = program_.input(id);
    const std::size_t before = bindings_.size();
    if (input.mode == Input::Mode::Players) {
        bind(word::chooser, MeaningKind::Chooser, id.value, types_.player, span(clause));
    }
    const TypeId candidate = candidate_type(input);
    switch (tree_->kind(clause)) {
    case NodeKind::Options:
        if (const NodeId value = child(clause, Role::Value); value.valid()) {
            const bool literal = tree_->kind(value) == NodeKind::CollectionLiteral;
            const Given offered = check_value(value, literal ? types_.list(candidate) : TypeId());
            const TypeId element = relations_.element_of(offered.type);
            const bool fits = element.valid()
                              && (relations_.fits(element, candidate)
                                  || (relations_.is_reference(candidate) && relations_.fits(candidate, element)));
            if (!fits && !relations_.is_error(offered.type) && !relations_.is_error(candidate)) {
                report(DiagnosticKind::WrongOptions, span(value),
                       "`" + program_.type_text(types_.list(candidate)) + "`", phrase(offered.type));
            }
        }
        break;
    case NodeKind::RangeClause:
    case NodeKind::CountClause:
    case NodeKind::TotalClause:
        for (const NodeId bound : tree_->children(clause)) {
            check_number(bound);
        }
        break;
    case NodeKind::UptoClause:
        if (const NodeId value = child(clause, Role::Value); value.valid()) {
            const bool counts = input.is_amounts && types_.get(input.type).a == types_.number; // else reported
            check_fits(value, counts ? input.type : types_.error);
        }
        break;
    default: check_filter(id, clause); break;
    }
    unbind_to(before);
}

// Of what is picked at a time: an element of a list, a kind of which amounts are chosen.
TypeId BodyChecker::candidate_type(const Input& input) const {
    const Type& type = types_.get(input.type);
    return type.kind == TypeKind::List ? type.a : input.is_amounts ? type.b : input.type;
}

// A named filter speaks of one candidate under its own name, an unnamed one of the input itself.
void BodyChecker::check_filter(InputId id, NodeId filter) {
    const Input input = program_.input(id);
    const NodeId reason = child(filter, Role::Text);
    const NodeId block = child(filter, Role::Body);
    if (reason.valid()) {
        expect_text_for_people(reason);
        check_fits(reason, types_.string);
    }
    if (tree_->kind(filter) == NodeKind::Filter && tree_->node(filter).main.valid()) {
        check_new_name(tree_->main_symbol(filter), tree_->name_span(filter));
        add_local(filter, candidate_type(input), true);
    } else {
        bind(input.name, MeaningKind::Input, id.value, input.type, span(filter));
    }
    if (block.valid()) {
        check_returning_block(block, types_.boolean, "a filter");
    }
}

void BodyChecker::check_input_statement(NodeId node) {
    const InputId id = declare_input(program_, file_, node, diagnostics_);
    if (!id.valid()) {
        return;
    }
    const Input input = program_.input(id);
    const Span place = tree_->name_span(node);
    if (const NodeId who = child(node, Role::Player); who.valid()) {
        check_input_player(id, who);
    }
    check_new_name(input.name, place);
    for (const NodeId clause : tree_->children(node, Role::Item)) {
        const BodyId outer = begin_part(clause_kind(clause), clause);
        const Facts known = facts_;
        check_input_clause(id, clause);
        facts_ = known;
        finish_part(outer);
    }
    const NodeId otherwise = child(node, Role::Else);
    const Effects effects = input.effects_of_asking(otherwise.valid());
    for (const Effect effect : {Effect::Asks, Effect::Fails}) {
        if (effects.has(effect)) {
            add_site(effect, span(node));
        }
    }
    record(node, MeaningKind::Input, id.value);
    facts_.forget_attributes();
    if (otherwise.valid()) {
        const Facts known = facts_;
        check_statement(otherwise);
        facts_ = known;
        facts_.forget_attributes();
    }
    facts_.forget_root(Path::Root::Input, id.value);
    bind(input.name, MeaningKind::Input, id.value, program_.variable_type(id), place);
}

void BodyChecker::check_choose(NodeId node) {
    if (const NodeId who = child(node, Role::Player); who.valid()) {
        check_player(who);
    }
    if (const NodeId count = child(node, Role::Count); count.valid()) {
        check_number(count);
    }
    add_site(Effect::Asks, span(node));
    for (const NodeId option : tree_->children(node, Role::Item)) {
        if (const NodeId label = child(option, Role::Text); label.valid()) {
            expect_text_for_people(label);
            check_fits(label, types_.string);
        }
        if (const NodeId condition = child(option, Role::Condition); condition.valid()) {
            const BodyId outer = begin_part(BodyKind::OptionCondition, condition);
            check_condition(condition);
            finish_part(outer);
        }
    }
    // The picked blocks run one after the other: each starts from what any other may have changed.
    prepare_loop(node);
    const Facts known = facts_;
    for (const NodeId option : tree_->children(node, Role::Item)) {
        facts_ = known;
        if (const NodeId block = child(option, Role::Body); block.valid()) {
            check_statement(block);
        }
    }
    facts_ = known;
}

} // namespace tgdl
