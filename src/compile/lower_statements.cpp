// Statements. A variable lives in a register of its own until the end of its block.
#include "compile/code_lowering.h"
#include "syntax/words.h"

#include <cmath>
#include <utility>

namespace tgdl {

void CodeLowering::lower_block(NodeId node) {
    const Scope scope = open_scope();
    bool is_first = true;
    for (const NodeId statement : tree_.children(node, Role::Item)) {
        if (!std::exchange(is_first, false)) {
            emit_rest_coverage(statement, node);
        }
        lower_statement(statement);
    }
    close_scope(scope);
}

void CodeLowering::lower_scoped(NodeId node) {
    if (!node.valid()) {
        return;
    }
    const Scope scope = open_scope();
    lower_statement(node);
    close_scope(scope);
}

void CodeLowering::lower_statement(NodeId node) {
    set_place(node);
    switch (tree_.kind(node)) {
    case NodeKind::Block: lower_block(node); return;
    case NodeKind::Local: lower_local(node); return;
    case NodeKind::Evaluate: lower(child(node, Role::Value), top()); return;
    case NodeKind::Assign: lower_assign(node); return;
    case NodeKind::Increment: lower_increment(node); return;
    case NodeKind::If: lower_if(node); return;
    case NodeKind::Switch: lower_switch(node); return;
    case NodeKind::While: lower_rounds(node); return;
    case NodeKind::For: lower_for(node); return;
    case NodeKind::ForEach: lower_foreach(node); return;
    case NodeKind::Break: writer_.jump(loops_.back().end); return;
    case NodeKind::Continue: writer_.jump(loops_.back().next); return;
    case NodeKind::Return: lower_return(node); return;
    case NodeKind::Winner: lower_winner(node); return;
    case NodeKind::Draw: writer_.emit(Operation::Winner, top(), static_cast<std::uint16_t>(WinnerKind::Draw)); return;
    case NodeKind::Fail: lower_reason(node, Operation::Fail); return;
    case NodeKind::Cancel: lower_reason(node, Operation::Cancel); return;
    case NodeKind::Input: lower_input_statement(node); return;
    case NodeKind::Choose: lower_choose(node); return;
    case NodeKind::OldPass: lower_old_pass(node); return;
    default: return; // no other node is a statement
    }
}

void CodeLowering::lower_local(NodeId node) {
    const std::uint32_t local = meaning(node).index;
    const NodeId value = child(node, Role::Value);
    const Register reg = top();
    if (frame().locals[local].is_live_connections) { // the tile stands for them
        const Chain chain = chain_of(value);
        push_receiver(chain, chain.size() - 1);
        set_name_place(chain.back());
        writer_.emit(Operation::CheckNotNull, reg);
        declare_local(local, reg);
        return;
    }
    if (value.valid()) {
        lower(value, reg, frame().locals[local].type);
    } else {
        writer_.load_null(reg);
    }
    writer_.push();
    declare_local(local, reg);
}

void CodeLowering::lower_if(NodeId node) {
    const Label end = writer_.new_label();
    Label otherwise;
    Span head; // the condition, or `else`
    for (const NodeId part : tree_.children(node)) {
        switch (tree_.node(part).role) {
        case Role::Condition:
            head = tree_.span(part);
            otherwise = writer_.new_label();
            jump_on(part, JumpWhen::False, otherwise);
            break;
        case Role::Then:
            lower_arm(CoverageRegionKind::If, head, part);
            if (tree_.node(part).next.valid()) { // something follows that must not run
                writer_.jump(end);
            }
            writer_.bind(otherwise);
            break;
        case Role::Else: lower_arm(CoverageRegionKind::Else, tree_.span(tree_.operator_before(part)), part); break;
        default: break;
        }
    }
    writer_.bind(end);
}

// The condition stands after the body, so that a round costs one jump.
void CodeLowering::lower_rounds(NodeId node) {
    const NodeId condition = child(node, Role::Condition);
    const NodeId post = child(node, Role::Post);
    const Label again = writer_.new_label();
    const Label test = writer_.new_label();
    const Loop loop{post.valid() ? writer_.new_label() : test, writer_.new_label()};
    if (condition.valid()) {
        writer_.jump(test);
    }
    writer_.bind(again);
    loops_.push_back(loop);
    lower_round(node);
    loops_.pop_back();
    if (post.valid()) {
        writer_.bind(loop.next);
        lower_statement(post);
    }
    writer_.bind(test);
    if (condition.valid()) {
        jump_on(condition, JumpWhen::True, again);
    } else {
        writer_.jump(again);
    }
    writer_.bind(loop.end);
}

void CodeLowering::lower_for(NodeId node) {
    const Scope scope = open_scope();
    if (const NodeId init = child(node, Role::Init); init.valid()) {
        lower_statement(init);
    }
    lower_rounds(node);
    close_scope(scope);
}

// May running this change a collection that is being walked? Variables of its own do not count.
bool CodeLowering::may_change_collection(NodeId node) const {
    const NodeKind form = tree_.kind(node);
    const NodeId target =
        form == NodeKind::Assign || form == NodeKind::Increment ? child(node, Role::Target) : NodeId();
    if (target.valid()) {
        const NodeKind written = tree_.kind(reader_.inside(target));
        const MeaningKind it = meaning(reader_.inside(target)).kind;
        const bool variable = written == NodeKind::Name && (it == MeaningKind::Local || it == MeaningKind::Input);
        if (!variable) {
            return true;
        }
    } else {
        const Effects effects = reader_.own_effects(node);
        constexpr Effects kHarmless = Effect::Fails | Effect::Cancels | Effect::Ends | Effect::Logs | Effect::Tells;
        if (!((effects | kHarmless) == kHarmless)) {
            return true;
        }
    }
    for (const NodeId part : tree_.children(node)) {
        if (may_change_collection(part)) {
            return true;
        }
    }
    return false;
}

bool CodeLowering::assigns(NodeId node, std::uint32_t local) const {
    const NodeKind form = tree_.kind(node);
    if (form == NodeKind::Assign || form == NodeKind::Increment) {
        const Meaning it = meaning(reader_.inside(child(node, Role::Target)));
        if (it.kind == MeaningKind::Local && it.index == local) {
            return true;
        }
    }
    for (const NodeId part : tree_.children(node)) {
        if (assigns(part, local)) {
            return true;
        }
    }
    return false;
}

// Is what the expression gives a list that nobody else holds?
bool CodeLowering::gives_new_list(NodeId node) const {
    const NodeId inside = reader_.inside(node);
    if (tree_.kind(inside) == NodeKind::CollectionLiteral || tree_.kind(inside) == NodeKind::Range) {
        return true;
    }
    if (tree_.kind(inside) != NodeKind::Postfix || kind(type(inside)) != TypeKind::List) {
        return false;
    }
    const std::optional<BuiltinId> id = reader_.builtin_at_end(inside);
    if (!id) {
        return false;
    }
    switch (builtin(*id).result) { // lists that built-ins give are new, unless they are elements
    case 'E': return false;
    default: return true;
    }
}

bool CodeLowering::all_fit(TypeIndex element, TypeIndex wanted) const {
    const ValueType& have = lowering_.program.types[element];
    const ValueType& want = lowering_.program.types[wanted];
    if (element == wanted || want.kind != ValueKind::Instance || have.kind != ValueKind::Instance) {
        return element == wanted || have.kind != want.kind
               || (have.kind != ValueKind::List && have.kind != ValueKind::Table && have.kind != ValueKind::Stack);
    }
    return have.first_class >= want.first_class && have.last_class <= want.last_class;
}

// The next element that fits the type (kNone: all do) in the third register of the walk.
void CodeLowering::next_element(Register walk, const Loop& loop, TypeIndex wanted) {
    const bool instances = wanted != kNone && lowering_.program.types[wanted].kind == ValueKind::Instance;
    writer_.jump_wide(instances ? Operation::NextFitting : Operation::Next, walk, loop.end);
    if (instances) {
        writer_.emit(Operation::Nop, 0, 0, wanted);
    } else if (wanted != kNone) { // collections, by the type of their elements
        const Register window = writer_.push();
        writer_.move(window, static_cast<Register>(walk + 2));
        push_type(wanted);
        finish_native(NativeId::CollectionAs, window, window);
        writer_.jump_if(Operation::JumpIfNull, window, loop.next);
    }
}

void CodeLowering::lower_foreach(NodeId node) {
    const NodeId collection = reader_.inside(child(node, Role::Value));
    if (tree_.kind(collection) == NodeKind::Range) {
        lower_foreach_range(node);
        return;
    }
    const Scope scope = open_scope();
    const NodeId body_node = child(node, Role::Body);
    const TypeId walked = type(reader_.inside(collection));
    const bool table = kind(walked) == TypeKind::Table;
    const bool copies = table || (body_node.valid() && may_change_collection(body_node) && !gives_new_list(collection));
    const Register walk = top();
    const Register source = operand(collection);
    set_place(collection);
    writer_.emit(copies ? Operation::Snapshot : Operation::Walk, walk, source);
    writer_.set_top(walk);
    writer_.push(2);
    const Register element = writer_.push();

    const std::uint32_t local = meaning(node).index;
    const TypeId wanted = frame().locals[local].type;
    const TypeId key = table ? checked_.types.get(walked).b : TypeId();
    const TypeId have = table ? (key.valid() ? key : checked_.types.any_key) : element_of(walked);
    const bool values = have.valid() && (is_number(have) || kind(have) == TypeKind::AnyKey);
    const TypeIndex wanted_type = lowering_.type_of(wanted);
    const TypeIndex have_type = have.valid() ? lowering_.type_of(have) : lowering_.root_type(RootKind::Interactable);
    const Loop loop{writer_.new_label(), writer_.new_label()};
    writer_.bind(loop.next);
    next_element(walk, loop, values || all_fit(have_type, wanted_type) ? kNone : wanted_type);
    if (needs_conversion(have, wanted)) {
        set_place(collection);
        convert(element, element, have, wanted);
    }
    declare_local(local, element);
    loops_.push_back(loop);
    lower_round(node);
    loops_.pop_back();
    writer_.jump(loop.next);
    writer_.bind(loop.end);
    close_scope(scope);
}

// A bound of a range, truncated: x - x % 1.
void CodeLowering::push_bound(NodeId bound) {
    const Register value = push(bound, checked_.types.number);
    const std::optional<double> number = reader_.constant_number(bound);
    if (number && std::trunc(*number) == *number) {
        return;
    }
    set_place(bound);
    const Register rest = writer_.push();
    load_number(rest, 1);
    writer_.emit(Operation::Remainder, rest, value, rest);
    writer_.emit(Operation::Subtract, value, value, rest);
    writer_.set_top(rest);
}

void CodeLowering::lower_foreach_range(NodeId node) {
    const Scope scope = open_scope();
    const NodeId range = reader_.inside(child(node, Role::Value));
    const Register counter = top();
    push_bound(child(range, Role::Low));
    push_bound(child(range, Role::High));
    lower_counting(node, counter);
    close_scope(scope);
}

// The rounds of a range: the counter, its end above it. The body has a copy where it may change it.
void CodeLowering::lower_counting(NodeId node, Register counter) {
    const NodeId body_node = child(node, Role::Body);
    const std::uint32_t local = meaning(node).index;
    const bool player = kind(frame().locals[local].type) == TypeKind::Player;
    const bool copy = player || (body_node.valid() && assigns(body_node, local));
    const auto last = static_cast<Register>(counter + 1);
    const Register variable = copy ? writer_.push() : counter;
    const Label again = writer_.new_label();
    const Label test = writer_.new_label();
    const Loop loop{writer_.new_label(), writer_.new_label()};
    writer_.jump(test);
    writer_.bind(again);
    if (player) {
        writer_.emit(Operation::ToPlayer, variable, counter);
    } else {
        writer_.move(variable, counter);
    }
    declare_local(local, variable);
    loops_.push_back(loop);
    lower_round(node);
    loops_.pop_back();
    writer_.bind(loop.next);
    set_place(child(node, Role::Value));
    emit_add(counter, counter, 1);
    writer_.bind(test);
    writer_.jump_compare(Operation::JumpIfLessEqual, counter, last, again);
    writer_.bind(loop.end);
}

void CodeLowering::lower_return(NodeId node) {
    const Register save = top();
    const NodeId value = child(node, Role::Value);
    if (suppose_ != nullptr) {
        lower(value, save, suppose_->type);
        writer_.move(suppose_->answer, save);
        writer_.jump(suppose_->end);
        return;
    }
    if (after_block_) {
        if (value.valid() && block_result_) {
            lower(value, *block_result_, body().returns);
        } else if (value.valid()) {
            lower(value, save);
        }
        writer_.jump(*after_block_);
        return;
    }
    if (!value.valid()) {
        writer_.emit(Operation::ReturnNothing);
        return;
    }
    const TypeId returns = body().returns;
    const Register result = operand(value, returns);
    if (body().kind == BodyKind::TurnDefault) {
        refuse_null_default(value, result);
    }
    set_place(node);
    writer_.emit(Operation::Return, result);
    writer_.set_top(save);
}

// The player to pass to is not null. (Without a `return` the turn goes on by itself.)
void CodeLowering::refuse_null_default(NodeId value, Register result) {
    const Register window = std::max(top(), static_cast<Register>(result + 1));
    const Label is_there = writer_.new_label();
    writer_.jump_if(Operation::JumpUnlessNull, result, is_there);
    writer_.set_top(window);
    const TurnId turn = body().turn;
    load_text(writer_.push(), turn.valid() ? checked_.text(checked_.turns[turn.index()].name) : "");
    set_place(value);
    writer_.native(NativeId::NullTurnDefault, window, 1);
    writer_.set_top(window);
    writer_.bind(is_there);
}

void CodeLowering::lower_reason(NodeId node, Operation op) {
    const Register save = top();
    const NodeId text = child(node, Role::Text);
    Register reason = save;
    if (text.valid()) {
        for_people_ = true;
        reason = operand(text, checked_.types.string);
        for_people_ = false;
    } else {
        writer_.load_null(save);
    }
    set_place(node);
    writer_.emit(op, reason);
    writer_.set_top(save);
}

void CodeLowering::lower_winner(NodeId node) {
    const Register window = top();
    const NodeId mode = child(node, Role::Mode);
    const Tree::ChildRange values = tree_.children(node, Role::Value);
    const bool by_score = mode.valid() && tree_.main_symbol(mode) == word::score;
    if (by_score && values.empty()) {
        writer_.load_null(window);
        set_place(node);
        writer_.emit(Operation::Winner, window, static_cast<std::uint16_t>(WinnerKind::Score));
        return;
    }
    const NodeId first = *values.begin();
    const TypeId form = type(reader_.inside(first));
    WinnerKind winner = by_score ? WinnerKind::Score : WinnerKind::Shared;
    const bool is_list = kind(form) == TypeKind::List || kind(form) == TypeKind::Stack;
    if (by_score && values.size() == 1 && is_list) {
        lower_list_of(first, top(), checked_.types.player);
        writer_.push();
        // Without a list everybody is ranked. One that is null is a fault, as with every other `winner`.
        const Label is_there = writer_.new_label();
        set_place(node);
        writer_.jump_if(Operation::JumpUnlessNull, window, is_there);
        writer_.emit(Operation::Winner, window, static_cast<std::uint16_t>(WinnerKind::Shared));
        writer_.bind(is_there);
    } else if (mode.valid() && !by_score) {
        const bool highest = tree_.text(tree_.node(mode).main) == "highest";
        winner = highest ? WinnerKind::Highest : WinnerKind::Lowest;
        push(first);
    } else if (!by_score && values.size() == 1 && is_list) {
        const bool places = kind(element_of(form)) == TypeKind::List;
        winner = places ? WinnerKind::Places : WinnerKind::InOrder;
        if (places) {
            push(first);
        } else {
            lower_list_of(first, top(), checked_.types.player);
            writer_.push();
        }
    } else if (values.size() == 1 && !by_score) {
        winner = WinnerKind::Player;
        push(first, checked_.types.player);
    } else {
        for (const NodeId value : values) {
            push(value, checked_.types.player);
        }
        const TypeIndex players = lowering_.list_type(lowering_.plain_type(ValueKind::Player));
        set_place(node);
        writer_.emit(Operation::NewList, window, static_cast<std::uint32_t>(values.size()), players);
    }
    set_place(node);
    writer_.emit(Operation::Winner, window, static_cast<std::uint16_t>(winner));
    writer_.set_top(window);
}

// The label of an option, or null when its condition does not hold.
void CodeLowering::push_option(NodeId option) {
    const NodeId condition = child(option, Role::Condition);
    const NodeId text = child(option, Role::Text);
    const Register label = top();
    if (!condition.valid()) {
        for_people_ = true;
        push(text, checked_.types.string);
        for_people_ = false;
        return;
    }
    const Label closed = writer_.new_label();
    const Label end = writer_.new_label();
    jump_on_answer(question_at(condition), JumpWhen::False, closed);
    for_people_ = true;
    lower(text, label, checked_.types.string);
    for_people_ = false;
    writer_.jump(end);
    writer_.bind(closed);
    writer_.load_null(label);
    writer_.bind(end);
    writer_.push();
}

void CodeLowering::lower_choose(NodeId node) {
    const Register window = top();
    const NodeId who = child(node, Role::Player);
    const NodeId how_many = child(node, Role::Count);
    if (who.valid()) {
        push(who, checked_.types.player);
    } else {
        writer_.load_null(writer_.push());
    }
    if (how_many.valid()) {
        push(how_many, checked_.types.number);
    } else {
        push_number(1);
    }
    std::uint32_t options = 0;
    for (const NodeId option : tree_.children(node, Role::Item)) {
        push_option(option);
        ++options;
    }
    set_place(node);
    writer_.emit(Operation::Choose, window, options);
    writer_.set_top(window);
    const Register picked = writer_.push();
    std::uint32_t number = 0;
    for (const NodeId option : tree_.children(node, Role::Item)) {
        const Label skip = writer_.new_label();
        const Register test = writer_.push();
        writer_.move(test, picked);
        push_number(number++);
        finish_native(NativeId::ListContains, test, test);
        writer_.jump_if(Operation::JumpUnless, test, skip);
        lower_arm(CoverageRegionKind::Option, tree_.span(child(option, Role::Text)), child(option, Role::Body));
        writer_.bind(skip);
    }
    writer_.set_top(window);
}

// `pass e to p;`
void CodeLowering::lower_old_pass(NodeId node) {
    const Register window = push(child(node, Role::Value), checked_.types.player);
    load_text(writer_.push(), tree_.text(tree_.node(node).main));
    set_place(node);
    finish_native(NativeId::TurnPassTo, window, window);
}

} // namespace tgdl
