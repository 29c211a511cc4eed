// Statements. Each says whether the code after it can be reached, for the rule that every path gives a value.
#include "check/body_checker.h"
#include "check/code_reading.h"
#include "check/declare.h"
#include "syntax/words.h"

namespace tgdl {

bool BodyChecker::check_block(NodeId node) {
    const std::size_t before = bindings_.size();
    bool reached = true;
    for (const NodeId statement : tree_->children(node, Role::Item)) {
        const bool goes_on = check_statement(statement);
        reached = reached && goes_on;
    }
    unbind_to(before);
    return reached;
}

bool BodyChecker::check_statement(NodeId node) {
    switch (tree_->kind(node)) {
    case NodeKind::Block: return check_block(node);
    case NodeKind::Local: check_local(node); return true;
    case NodeKind::Evaluate:
        if (const NodeId value = child(node, Role::Value); value.valid()) {
            check_expression(value);
        }
        return true;
    case NodeKind::Assign: check_assign(node); return true;
    case NodeKind::Increment: check_increment(node); return true;
    case NodeKind::If: return check_if(node);
    case NodeKind::Switch: return check_switch(node);
    case NodeKind::While: return check_rounds(node);
    case NodeKind::For: return check_for(node);
    case NodeKind::ForEach: check_foreach(node); return true;
    case NodeKind::Break:
    case NodeKind::Continue:
        if (loops_ == 0) {
            report(DiagnosticKind::OutsideLoop, span(node), tree_->kind(node) == NodeKind::Break ? "break" : "continue")
                .with_help("to leave a function or an effect, write `return;`");
        }
        return false;
    case NodeKind::Return: check_return(node); return false;
    case NodeKind::Winner: check_winner(node); return false;
    case NodeKind::Draw: add_site(Effect::Ends, span(node)); return false;
    case NodeKind::Fail:
        check_reason(node);
        add_site(Effect::Fails, span(node));
        return false;
    case NodeKind::Cancel: check_cancel(node); return false;
    case NodeKind::Input: check_input_statement(node); return true;
    case NodeKind::Choose: check_choose(node); return true;
    case NodeKind::OldPass: check_old_pass(node); return true;
    default: return true; // reported by the parser
    }
}

namespace {

// `t.connections`, and `connections` alone in a tile.
bool gives_connections(const CodeReader& reader, NodeId value) {
    const NodeId given = reader.inside(value);
    if (reader.tree().kind(given) != NodeKind::Name) {
        return reader.builtin_at_end(given) == BuiltinId::TileConnections;
    }
    const Meaning it = reader.meaning(given);
    return it.kind == MeaningKind::Builtin && static_cast<BuiltinId>(it.index) == BuiltinId::TileConnections;
}

} // namespace

void BodyChecker::check_local(NodeId node) {
    const NodeId type_node = child(node, Role::Type);
    const NodeId value = child(node, Role::Value);
    const TypeId type = type_node.valid() ? resolve_type(program_, file_, type_node, diagnostics_) : types_.error;
    Nullness nullness = Nullness::Null;
    if (value.valid()) {
        check_fits(value, type);
        const NodeKind form = tree_->kind(value);
        const bool is_null = form == NodeKind::NullLiteral;
        const bool not_null = form == NodeKind::New || form == NodeKind::NumberLiteral
                              || form == NodeKind::StringLiteral || form == NodeKind::BoolLiteral
                              || form == NodeKind::CollectionLiteral || form == NodeKind::Interpolation
                              || form == NodeKind::ShapeLiteral;
        nullness = is_null ? Nullness::Null : not_null ? Nullness::NotNull : Nullness::Unknown;
    }
    if (!relations_.is_error(type)) { // `pass p;` declares nothing
        check_new_name(tree_->main_symbol(node), tree_->name_span(node));
    }
    for (const NodeId further : tree_->children(node, Role::Item)) { // `number a, b;`, which the parser has told
        const TokenId name = tree_->node(further).begin;
        unknown_.insert(tree_->token(name).symbol);
    }
    const std::uint32_t local = add_local(node, type, false);
    frame().locals[local].is_live_connections = value.valid() && gives_connections(CodeReader(program_, file_), value);
    if (nullness != Nullness::Unknown) {
        Fact fact;
        fact.path.root = Path::Root::Local;
        fact.path.index = local;
        fact.nullness = nullness;
        facts_.set(fact);
    }
}

// The constant that an expression is, or a part of: `coins`, `lines[1][2]`. None: it is no such thing.
ConstantId BodyChecker::constant_in(NodeId node) const {
    const auto of = [&](NodeId part) {
        const Meaning& it = meaning(part);
        return it.kind == MeaningKind::Constant ? ConstantId(it.index) : ConstantId();
    };
    if (tree_->kind(node) != NodeKind::Postfix) {
        return of(node);
    }
    ConstantId found;
    for (const NodeId part : tree_->children(node)) {
        const ConstantId here = of(part);
        const bool goes_on = found.valid() && tree_->kind(part) == NodeKind::Index;
        found = here.valid() ? here : goes_on ? found : ConstantId();
    }
    return found;
}

void BodyChecker::report_constant(ConstantId id, Span place) {
    const Constant& constant = program_.constant(id);
    Diagnostic& problem = report(DiagnosticKind::ConstantChanged, place, text(constant.name),
                                 constant.is_option ? "an option of the match" : "a constant");
    problem.note(program_.tree(constant.place).name_span(constant.place.node), "declared here");
    if (types_.is_collection(constant.type)) {
        problem.with_help("change a copy: `" + text(constant.name) + ".copy()`");
    } else {
        problem.with_help("what changes is an attribute of a class, or a variable");
    }
}

// What stands on the left of `=`. Gives its declared type, whatever is known about its value.
Given BodyChecker::check_target(NodeId node) {
    const NodeId bare = [&] {
        NodeId inside = node;
        while (inside.valid() && tree_->kind(inside) == NodeKind::Paren) {
            inside = child(inside, Role::Value);
        }
        return inside;
    }();
    if (!bare.valid()) {
        return error_value();
    }
    const Given value = check_value(node);
    if (relations_.is_error(value.type)) {
        return error_value();
    }
    NodeId last = bare;
    NodeId receiver_type_node;
    if (tree_->kind(bare) == NodeKind::Postfix) {
        receiver_type_node = child(bare, Role::Operand);
        NodeId previous = receiver_type_node;
        for (const NodeId suffix : tree_->children(bare, Role::Item)) {
            receiver_type_node = previous;
            previous = suffix;
            last = suffix;
        }
    }
    if (const ConstantId changed = constant_in(bare); changed.valid()) {
        report_constant(changed, span(node));
        return error_value();
    }
    const Meaning& it = meaning(last);
    switch (it.kind) {
    case MeaningKind::Local:
        frame().locals[it.index].is_live_connections = false;
        return {frame().locals[it.index].type, Nullness::Unknown};
    case MeaningKind::Input: return {program_.variable_type(InputId(it.index)), Nullness::Unknown};
    case MeaningKind::Attribute: {
        const Attribute& attribute = program_.attribute(AttributeId(it.index));
        const TypeId receiver =
            receiver_type_node.valid() ? program_.files[file_.index()].types[receiver_type_node.index()] : TypeId();
        if (refuse_computed(AttributeId(it.index), receiver.valid() ? relations_.def_of(receiver) : body().this_type,
                            span(node))) {
            return error_value();
        }
        if (!attribute.read_only) {
            return {attribute.type, Nullness::Unknown};
        }
        break;
    }
    case MeaningKind::ActionAllowed: {
        const TypeDefId owner = program_.action(ActionId(it.index)).owner;
        const bool own_code =
            body().this_type.valid() && owner.valid()
            && (program_.derives(body().this_type, owner) || program_.derives(owner, body().this_type));
        if (owner.valid() && program_.def(owner).sealed && !own_code) {
            report(DiagnosticKind::SealedAction, span(node), text(program_.def(owner).name),
                   text(program_.action(ActionId(it.index)).name));
        }
        return {types_.boolean, Nullness::Unknown};
    }
    case MeaningKind::Builtin:
        if (builtin(static_cast<BuiltinId>(it.index)).form == BuiltinForm::Assignable) {
            return value;
        }
        break;
    case MeaningKind::None:
        if (tree_->kind(last) == NodeKind::Index) {
            const TypeId receiver = program_.files[file_.index()].types[receiver_type_node.index()];
            const TypeKind of = receiver.valid() ? kind(receiver) : TypeKind::Error;
            if (report_copy(receiver_type_node, span(node), BuiltinId::ListSort)) {
                return error_value();
            }
            if (of == TypeKind::List || of == TypeKind::Table || of == TypeKind::Error) {
                return value;
            }
            Diagnostic& problem =
                report(DiagnosticKind::NotAssignable, span(node), "an element of " + phrase(receiver));
            if (of == TypeKind::Stack || relations_.is_kind(receiver, RootKind::Stack)) {
                problem.with_help("a Stack changes by `push` and `pop` only; a List lets its elements be assigned");
            }
            return error_value();
        }
        break;
    default: break;
    }
    Diagnostic& problem = report(DiagnosticKind::NotAssignable, span(node),
                                 tree_->kind(last) == NodeKind::Member || tree_->kind(last) == NodeKind::Name
                                     ? "`" + std::string(tree_->text(tree_->node(last).main)) + "`"
                                     : std::string("this"));
    if (it.kind == MeaningKind::GridPlace) {
        problem.with_help("a place on a board changes by `set(i, j, tile)`");
    } else if (it.kind == MeaningKind::Builtin && it.index == static_cast<std::uint32_t>(BuiltinId::InstancePlayer)) {
        problem.with_help("an owner changes by `assign(p)`");
    } else if (it.kind == MeaningKind::Builtin && it.index == static_cast<std::uint32_t>(BuiltinId::PieceTile)) {
        problem.with_help("a piece changes its place by `move_to(tile)`");
    } else if (it.kind == MeaningKind::Builtin && it.index == static_cast<std::uint32_t>(BuiltinId::ConnectionTo)) {
        problem.with_help("where a connection leads is said when it is made: `new Road() { to = tile }`");
    }
    return error_value();
}

// After an assignment: what was known of the target is out of date.
void BodyChecker::store_fact(NodeId target, Nullness nullness) {
    const Path path = path_of(target);
    NodeId bare = target;
    while (bare.valid() && tree_->kind(bare) == NodeKind::Paren) {
        bare = child(bare, Role::Value);
    }
    NodeId last = bare;
    if (bare.valid() && tree_->kind(bare) == NodeKind::Postfix) {
        for (const NodeId suffix : tree_->children(bare, Role::Item)) {
            last = suffix;
        }
    }
    if (!last.valid()) {
        return;
    }
    const Meaning& it = meaning(last);
    if (it.kind == MeaningKind::Local) {
        facts_.forget_root(Path::Root::Local, it.index);
    } else if (it.kind == MeaningKind::Input) {
        facts_.forget_root(Path::Root::Input, it.index);
    } else if (it.kind == MeaningKind::Attribute) {
        facts_.forget_attribute(AttributeId(it.index));
    }
    if (it.kind != MeaningKind::Local && it.kind != MeaningKind::Input) {
        add_site(Effect::Writes, span(target));
    }
    const bool is_stored = it.kind != MeaningKind::Attribute || !program_.attribute(AttributeId(it.index)).runs_code;
    if (nullness != Nullness::Unknown && path.valid() && is_stored) { // else it may read otherwise
        facts_.set({path, {}, nullness});
    }
}

void BodyChecker::check_assign(NodeId node) {
    const NodeId target = child(node, Role::Target);
    const NodeId value_node = child(node, Role::Value);
    if (!target.valid() || !value_node.valid()) {
        return;
    }
    const TokenId op = tree_->node(node).main;
    const bool plain = !op.valid() || tree_->token(op).kind == TokenKind::Equal;
    new_value_ = plain ? target : NodeId();
    const Given wanted = check_target(target);
    new_value_ = {};
    if (plain) {
        if (relations_.is_error(wanted.type)) {
            if (misses_type_) {
                explain_new_variable(target, value_node);
            } else if (tree_->kind(value_node) != NodeKind::CollectionLiteral) {
                check_expression(value_node);
            }
            return;
        }
        check_fits(value_node, wanted.type);
        const TypeId given = program_.files[file_.index()].types[value_node.index()];
        const bool is_null = given.valid() && kind(given) == TypeKind::Null;
        const NodeKind form = tree_->kind(value_node);
        const bool not_null = form == NodeKind::New || form == NodeKind::CollectionLiteral;
        store_fact(target, is_null ? Nullness::Null : not_null ? Nullness::NotNull : Nullness::Unknown);
        return;
    }
    const Given right = check_value(value_node);
    if (!relations_.is_error(wanted.type) && !relations_.is_error(right.type)) {
        const bool joins = tree_->token(op).kind == TokenKind::PlusEqual && kind(wanted.type) == TypeKind::String;
        const bool numbers = relations_.is_number(wanted.type) && relations_.is_number(right.type);
        if (!joins && !numbers && !refuse_sum_of_list(node, wanted, right)) {
            wrong_operands(op, wanted, right, span(node));
        }
    }
    store_fact(target, Nullness::Unknown);
}

void BodyChecker::check_increment(NodeId node) {
    const NodeId target = child(node, Role::Target);
    if (!target.valid()) {
        return;
    }
    const Given value = check_target(target);
    if (!relations_.is_number(value.type)) {
        report(DiagnosticKind::WrongOperand, span(node), std::string(tree_->text(tree_->node(node).main)),
               phrase(value.type));
    }
    store_fact(target, Nullness::Unknown);
}

bool BodyChecker::check_if(NodeId node) {
    bool reached = false; // the end of some branch
    bool has_else = false;
    bool merged_any = false;
    Facts merged;
    const auto merge = [&](bool goes_on) {
        if (!goes_on) {
            return;
        }
        reached = true;
        if (!merged_any) {
            merged = facts_;
            merged_any = true;
        } else {
            merged.keep_common(facts_);
        }
    };
    const auto branch = [&](NodeId body_node) {
        const std::size_t before = bindings_.size();
        const bool goes_on = check_statement(body_node);
        unbind_to(before);
        merge(goes_on);
    };
    Facts otherwise = facts_; // what is known when all conditions so far failed
    NodeId condition;
    for (const NodeId part : tree_->children(node)) {
        switch (tree_->node(part).role) {
        case Role::Condition:
            facts_ = otherwise;
            check_condition(part);
            condition = part;
            otherwise = facts_;
            assume(part, true);
            break;
        case Role::Then:
            branch(part);
            facts_ = otherwise;
            if (condition.valid()) {
                assume(condition, false);
            }
            otherwise = facts_;
            break;
        case Role::Else:
            has_else = true;
            facts_ = otherwise;
            branch(part);
            break;
        default: break;
        }
    }
    if (!has_else) {
        facts_ = otherwise;
        merge(true);
    }
    facts_ = merged;
    return reached;
}

bool BodyChecker::is_literal_true(NodeId node) const {
    while (node.valid() && tree_->kind(node) == NodeKind::Paren) {
        node = tree_->child(node, Role::Value);
    }
    return node.valid() && tree_->kind(node) == NodeKind::BoolLiteral
           && tree_->token(tree_->node(node).main).kind == TokenKind::True;
}

void BodyChecker::check_return(NodeId node) {
    const NodeId value = child(node, Role::Value);
    const TypeId wanted = frame().returns;
    // A filter inside an input statement returns for itself.
    const TypeId here = body().returns.valid() ? body().returns : wanted;
    if (value.valid() && supposed_ != nullptr) {
        const Given given = check_value(value);
        const TypeId both = relations_.common(*supposed_, relations_.plain(given.type));
        if (relations_.is_error(both) && !relations_.is_error(given.type) && !relations_.is_error(*supposed_)) {
            report(DiagnosticKind::WrongType, span(value), phrase(*supposed_), phrase(given.type));
        }
        *supposed_ = both;
        return;
    }
    const bool gives_nothing = !here.valid() || kind(here) == TypeKind::Nothing;
    if (value.valid()) {
        if (gives_nothing) {
            const bool literal = tree_->kind(value) == NodeKind::CollectionLiteral;
            const TypeId given = literal ? types_.error : check_expression(value).type;
            const Body& at = body();
            const std::string who = at.function.valid()
                                        ? "the function `" + text(program_.function(at.function).name) + "`"
                                    : at.action.valid() ? "the action `" + text(program_.action(at.action).name) + "`"
                                                        : std::string("this block");
            Diagnostic& problem = report(DiagnosticKind::ReturnOfNothing, span(node), who);
            if (at.function.valid()) {
                const bool known = !relations_.is_error(given) && kind(given) != TypeKind::Null;
                const std::string type = known ? program_.type_text(given) : "number";
                problem.with_help("a function says what it gives back: `function " + type + " "
                                  + text(program_.function(at.function).name) + "(…)`, or `returns " + type + ";`");
            }
            return;
        }
        if (body().kind == BodyKind::Information) {
            expect_text_for_people(value);
        }
        check_fits(value, here);
        return;
    }
    if (!gives_nothing && body().kind != BodyKind::TurnDefault) {
        report(DiagnosticKind::ReturnWithoutValue, span(node), phrase(here));
    }
}

void BodyChecker::check_reason(NodeId node) {
    const NodeId reason = child(node, Role::Text);
    if (reason.valid()) {
        expect_text_for_people(reason);
        check_fits(reason, types_.string);
    }
}

void BodyChecker::check_cancel(NodeId node) {
    check_reason(node);
    if (!in_action_) {
        report(DiagnosticKind::CancelOutsideAction, span(node))
            .with_help("`cancel` undoes the running action; to undo everything since the choice write `fail`");
    }
    add_site(Effect::Cancels, span(node));
}

void BodyChecker::check_old_pass(NodeId node) {
    const NodeId value = child(node, Role::Value);
    if (value.valid()) {
        check_player(value);
    }
    add_site(Effect::Passes, span(node));
    const TokenId phase = tree_->node(node).main;
    if (!phase.valid()) {
        return;
    }
    const std::string name(tree_->text(phase));
    std::vector<std::string_view> names;
    for (const Turn& turn : program_.turns) {
        for (const Phase& each : turn.phases) {
            names.push_back(program_.text(each.name));
            if (names.back() == name) {
                return;
            }
        }
    }
    Diagnostic& problem = report(DiagnosticKind::UnknownPhaseName, tree_->span(phase), "the game", name);
    const std::string_view near = nearest_name(name, names);
    if (!near.empty()) {
        problem.with_help("did you mean `" + std::string(near) + "`?").replace(tree_->span(phase), std::string(near));
    }
}

void BodyChecker::check_winner(NodeId node) {
    add_site(Effect::Ends, span(node));
    const NodeId mode = child(node, Role::Mode);
    const Tree::ChildRange values = tree_->children(node, Role::Value);
    const bool by_score = mode.valid() && tree_->main_symbol(mode) == word::score;
    if (by_score) {
        expect_score(span(mode), "`winner by score`");
    } else if (mode.valid()) {
        const std::string how(tree_->text(tree_->node(mode).main));
        for (const NodeId value : values) {
            const bool literal = tree_->kind(value) == NodeKind::CollectionLiteral;
            const Given scores = check_value(value, literal ? types_.table(types_.number, types_.player) : TypeId());
            const Type& type = types_.get(scores.type);
            const bool fits = relations_.is_error(scores.type)
                              || (type.kind == TypeKind::Table && relations_.is_number(type.a)
                                  && (!type.b.valid() || relations_.is_number(type.b)));
            if (!fits) {
                report(DiagnosticKind::WrongScores, span(value), how, phrase(scores.type))
                    .with_help("keep the scores by player: `Table<player, number> scores = {};`");
            }
        }
        return;
    }
    const std::size_t count = values.size();
    for (const NodeId value : values) {
        if (refuse_no_winner(value)) {
            continue;
        }
        if (tree_->kind(value) == NodeKind::CollectionLiteral && count == 1) {
            if (by_score) {
                check_fits(value, types_.list(types_.player));
            } else {
                check_winner_literal(value);
            }
            continue;
        }
        const Given who = check_value(value);
        expect_not_null(who, span(value));
        const bool stack = kind(who.type) == TypeKind::Stack; // stands where a List is only read
        const TypeId read = stack ? types_.list(types_.get(who.type).a) : who.type;
        const bool list = is_read_as_players(who.type)
                          || (!by_score && relations_.fits(read, types_.list(types_.list(types_.player))));
        if (!relations_.fits(who.type, types_.player) && !(list && count == 1)) {
            Diagnostic& problem = report(DiagnosticKind::WrongWinner, span(value), phrase(who.type));
            const TypeDefId def = relations_.def_of(who.type);
            if (def.valid()) {
                problem.with_help("write its owner").replace(Span{file_, span(value).end, span(value).end}, ".player");
            } else if (kind(who.type) == TypeKind::Table) {
                problem.with_help("for scores write `winner highest …` or `winner lowest …`");
            }
        }
    }
}

// A literal with an element that is a list or a literal holds places, any other holds players.
void BodyChecker::check_winner_literal(NodeId literal) {
    bool places = false;
    for (const NodeId item : tree_->children(literal, Role::Item)) {
        if (tree_->kind(item) == NodeKind::CollectionLiteral) {
            places = true;
        } else {
            const NodeKind form = tree_->kind(item);
            const bool variable = form == NodeKind::Name || form == NodeKind::Postfix;
            if (variable) {
                const Given value = check_value(item);
                places = places || kind(value.type) == TypeKind::List;
            }
        }
    }
    const TypeId whole = places ? types_.list(types_.list(types_.player)) : types_.list(types_.player);
    record(literal, whole);
    for (const NodeId item : tree_->children(literal, Role::Item)) {
        const NodeKind form = tree_->kind(item);
        const bool variable = form == NodeKind::Name || form == NodeKind::Postfix;
        if (variable) {
            const TypeId type = program_.files[file_.index()].types[item.index()];
            if (!relations_.fits(type, types_.get(whole).a)) {
                report(DiagnosticKind::WrongWinner, span(item), phrase(type));
            }
            continue;
        }
        check_fits(item, types_.get(whole).a);
    }
}

} // namespace tgdl
