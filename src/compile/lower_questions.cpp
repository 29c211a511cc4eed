// Questions about each element of a collection, and about tiles along connections.
//
// Each is a loop in place: the collection is walked, the element stands in a register of its own while its expression is
// worked out. What the expression changes is undone, so the collection needs no copy.
#include "compile/code_lowering.h"

namespace tgdl {

CodeLowering::Question CodeLowering::question_at(NodeId expression) const {
    const BodyId own = lowering_.bodies.find(reader_.file(), expression);
    if (!own.valid()) {
        return {expression, false};
    }
    const Effects effects = checked_.bodies[own.index()].effects;
    return {expression, lowering_.program.optimise == Optimise::No || effects.has(Effect::Writes)
                            || effects.has(Effect::Fails) || effects.has(Effect::Cancels)
                            || makes_instances(lowering_, own)};
}

CodeLowering::Walk CodeLowering::begin_walk(const Chain& chain, std::size_t count) {
    const Register first = top();
    const Register collection = receiver(chain, count - 2);
    set_name_place(chain[count - 2]);
    writer_.emit(Operation::Walk, first, collection);
    writer_.set_top(first);
    writer_.push(2);
    return begin_rounds(chain[count - 1], first);
}

CodeLowering::Walk CodeLowering::begin_rounds(NodeId call, Register first) {
    Walk walk;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        if (tree_.node(argument).main.valid()) {
            walk.question = question_at(child(argument, Role::Value));
        }
    }
    walk.first = first;
    walk.element = writer_.push();
    walk.next = writer_.new_label();
    walk.end = writer_.new_label();
    walk.scope = open_scope();
    writer_.bind(walk.next);
    writer_.jump_wide(Operation::Next, first, walk.end);
    declare_local(meaning(call).extra, walk.element);
    return walk;
}

void CodeLowering::end_walk(const Walk& walk) {
    writer_.jump(walk.next);
    writer_.bind(walk.end);
    close_scope(walk.scope);
    writer_.set_top(walk.first);
}

void CodeLowering::jump_on_answer(const Question& question, JumpWhen when, Label target) {
    if (!question.hypothetical) {
        jump_on(question.expression, when, target);
        return;
    }
    const Register answer = top();
    const Label failed = writer_.new_label();
    const Label end = writer_.new_label();
    set_place(question.expression);
    writer_.jump_wide(Operation::BeginHypothetical, 0, failed);
    lower(question.expression, answer, checked_.types.boolean);
    writer_.push();
    writer_.emit(Operation::EndHypothetical);
    set_place(question.expression);
    writer_.jump_if(when == JumpWhen::True ? Operation::JumpIf : Operation::JumpUnless, answer, target);
    writer_.set_top(answer);
    writer_.jump(end);
    writer_.bind(failed); // `fail` is a false
    if (when == JumpWhen::False) {
        writer_.jump(target);
    }
    writer_.bind(end);
}

Register CodeLowering::push_answer(const Question& question) {
    if (!question.hypothetical) {
        return push(question.expression);
    }
    const Register answer = top();
    const Label failed = writer_.new_label();
    const Label end = writer_.new_label();
    set_place(question.expression);
    writer_.jump_wide(Operation::BeginHypothetical, 0, failed);
    lower(question.expression, answer);
    writer_.push();
    writer_.emit(Operation::EndHypothetical);
    writer_.jump(end);
    writer_.bind(failed);
    writer_.load_null(answer);
    writer_.bind(end);
    return answer;
}

// An answer that is compared or added: turn.active() stands for a number, and a key of any type must be one.
Register CodeLowering::push_number_answer(const Question& question) {
    const Register answer = push_answer(question);
    const TypeId given = type(question.expression);
    if (needs_conversion(given, checked_.types.number)) {
        set_place(question.expression);
        convert(answer, answer, given, checked_.types.number);
    }
    return answer;
}

// The same where null is a fault: of `sum`, `highest`, `lowest`.
Register CodeLowering::push_needed_answer(const Walk& walk, std::string_view name) {
    const Register answer = push_number_answer(walk.question);
    const Label is_there = writer_.new_label();
    set_place(walk.question.expression);
    writer_.jump_if(Operation::JumpUnlessNull, answer, is_there);
    const Register window = writer_.push(2);
    writer_.move(window, walk.element);
    load_text(static_cast<Register>(window + 1), name);
    writer_.native(NativeId::NullAnswer, window, 2);
    writer_.set_top(window);
    writer_.bind(is_there);
    return answer;
}

void CodeLowering::lower_question(const Chain& chain, std::size_t count, Register target) {
    switch (static_cast<BuiltinId>(meaning(chain[count - 1]).index)) {
    case BuiltinId::AskWhere: ask_where(chain, count, target); return;
    case BuiltinId::AskAny:
    case BuiltinId::AskEvery: ask_truth(chain, count, target); return;
    case BuiltinId::AskCount: ask_count(chain, count, target); return;
    case BuiltinId::AskSum: ask_sum(chain, count, target); return;
    case BuiltinId::AskHighest:
    case BuiltinId::AskLowest: ask_best(chain, count, target); return;
    case BuiltinId::AskMap: ask_map(chain, count, target); return;
    case BuiltinId::AskMax:
    case BuiltinId::AskMin: ask_extreme(chain, count, target); return;
    case BuiltinId::ListSortBy:
    case BuiltinId::AskSortedBy: sort_by(chain, count, target); return;
    case BuiltinId::ListRandom: random_by_weight(chain, count, target); return;
    case BuiltinId::TileRegion: ask_region(chain, count, target); return;
    case BuiltinId::GroupSpots: ask_spots(chain, count, target); return;
    case BuiltinId::TileConnected: ask_connected(chain, count, target); return;
    default: writer_.load_null(target); return; // no other built-in is a question
    }
}

void CodeLowering::ask_where(const Chain& chain, std::size_t count, Register target) {
    const Register result = writer_.push();
    writer_.emit(Operation::NewList, result, 0, lowering_.type_of(type(chain[count - 1])));
    const Walk walk = begin_walk(chain, count);
    jump_on_answer(walk.question, JumpWhen::False, walk.next);
    writer_.emit(Operation::Append, result, walk.element);
    end_walk(walk);
    writer_.set_top(result);
    writer_.move(target, result);
}

// Walks until an element answers `found`, then jumps.
void CodeLowering::walk_truth(const Chain& chain, std::size_t count, JumpWhen found, Label target) {
    const Walk walk = begin_walk(chain, count);
    jump_on_answer(walk.question, found, target);
    end_walk(walk);
}

bool CodeLowering::jump_on_question(NodeId node, JumpWhen when, Label target) {
    const Chain chain = chain_of(node);
    const NodeId call = chain.back();
    const Meaning it = meaning(call);
    if (tree_.kind(call) != NodeKind::Call || it.kind != MeaningKind::Question) {
        return false;
    }
    const bool any = it.index == static_cast<std::uint32_t>(BuiltinId::AskAny);
    if (!any && it.index != static_cast<std::uint32_t>(BuiltinId::AskEvery)) {
        return false;
    }
    // `any` is true as soon as one is, `every` false as soon as one is not.
    const JumpWhen decides = any ? JumpWhen::True : JumpWhen::False;
    if (decides == when) {
        walk_truth(chain, chain.size(), decides, target);
        return true;
    }
    const Label decided = writer_.new_label();
    walk_truth(chain, chain.size(), decides, decided);
    writer_.jump(target);
    writer_.bind(decided);
    return true;
}

void CodeLowering::ask_truth(const Chain& chain, std::size_t count, Register target) {
    const bool any = meaning(chain[count - 1]).index == static_cast<std::uint32_t>(BuiltinId::AskAny);
    const Label decided = writer_.new_label();
    const Label end = writer_.new_label();
    walk_truth(chain, count, any ? JumpWhen::True : JumpWhen::False, decided);
    load_truth(target, !any);
    writer_.jump(end);
    writer_.bind(decided);
    load_truth(target, any);
    writer_.bind(end);
}

void CodeLowering::ask_count(const Chain& chain, std::size_t count, Register target) {
    const Register number = top();
    push_number(0);
    const Walk walk = begin_walk(chain, count);
    jump_on_answer(walk.question, JumpWhen::False, walk.next);
    emit_add(number, number, 1);
    end_walk(walk);
    writer_.set_top(number);
    writer_.move(target, number);
}

void CodeLowering::ask_sum(const Chain& chain, std::size_t count, Register target) {
    const Register sum = top();
    push_number(0);
    const Walk walk = begin_walk(chain, count);
    const Register answer = push_needed_answer(walk, "sum");
    writer_.emit(Operation::Add, sum, sum, answer);
    end_walk(walk);
    writer_.set_top(sum);
    writer_.move(target, sum);
}

// `highest` and `lowest`: the best element so far and its answer stand below the walk. The first of equals stays.
void CodeLowering::ask_best(const Chain& chain, std::size_t count, Register target) {
    const bool highest = meaning(chain[count - 1]).index == static_cast<std::uint32_t>(BuiltinId::AskHighest);
    const Register best = writer_.push(2);
    const auto best_answer = static_cast<Register>(best + 1);
    writer_.emit(Operation::LoadNull, best, 2);
    const Walk walk = begin_walk(chain, count);
    const NodeId expression = walk.question.expression;
    const Register answer = push_needed_answer(walk, highest ? "highest" : "lowest");
    const Label take = writer_.new_label();
    writer_.jump_if(Operation::JumpIfNull, best_answer, take);
    const Register smaller = highest ? best_answer : answer;
    const Register larger = highest ? answer : best_answer;
    if (kind(type(expression)) == TypeKind::String) {
        writer_.emit(Operation::LessText, top(), smaller, larger);
        writer_.jump_if(Operation::JumpUnless, top(), walk.next);
    } else if (kind(type(expression)) == TypeKind::Enum) {
        emit_native_of_two(NativeId::EnumLess, top(), smaller, larger);
        writer_.jump_if(Operation::JumpUnless, top(), walk.next);
    } else {
        writer_.jump_compare(Operation::JumpUnlessLess, smaller, larger, walk.next);
    }
    writer_.bind(take);
    writer_.move(best, walk.element);
    writer_.move(best_answer, answer);
    end_walk(walk);
    writer_.set_top(best);
    writer_.move(target, best);
}

// `max` and `min`: the number alone; null when there is none.
void CodeLowering::ask_extreme(const Chain& chain, std::size_t count, Register target) {
    const bool max = meaning(chain[count - 1]).index == static_cast<std::uint32_t>(BuiltinId::AskMax);
    const Register best = writer_.push();
    writer_.load_null(best);
    const Walk walk = begin_walk(chain, count);
    const Register answer = push_needed_answer(walk, max ? "max" : "min");
    const Label take = writer_.new_label();
    writer_.jump_if(Operation::JumpIfNull, best, take);
    writer_.jump_compare(Operation::JumpUnlessLess, max ? best : answer, max ? answer : best, walk.next);
    writer_.bind(take);
    writer_.move(best, answer);
    end_walk(walk);
    writer_.set_top(best);
    writer_.move(target, best);
}

void CodeLowering::ask_map(const Chain& chain, std::size_t count, Register target) {
    const Register result = writer_.push();
    writer_.emit(Operation::NewList, result, 0, lowering_.type_of(type(chain[count - 1])));
    const Walk walk = begin_walk(chain, count);
    const Register answer = push_answer(walk.question);
    writer_.emit(Operation::Append, result, answer);
    end_walk(walk);
    writer_.set_top(result);
    writer_.move(target, result);
}

// The answers for all elements of a collection, in a list in the next register.
void CodeLowering::push_answers(const Chain& chain, std::size_t count, Register collection) {
    const NodeId call = chain[count - 1];
    const Register answers = writer_.push();
    const TypeId answered = type(reader_.argument(call, 0));
    const TypeIndex answer_type = kind(answered) == TypeKind::Enum || kind(answered) == TypeKind::String
                                      ? lowering_.type_of(answered)
                                      : lowering_.plain_type(ValueKind::Number);
    writer_.emit(Operation::NewList, answers, 0, lowering_.list_type(answer_type));
    const Register first = top();
    set_name_place(chain[count - 2]);
    writer_.emit(Operation::Walk, first, collection);
    writer_.push(2);
    const Walk walk = begin_rounds(call, first);
    const Register answer = push_number_answer(walk.question);
    writer_.emit(Operation::Append, answers, answer); // null is refused by the native, which knows the element
    end_walk(walk);
    set_name_place(chain[count - 2]);
}

// `sortBy` in place, `sortedBy` a new list.
void CodeLowering::sort_by(const Chain& chain, std::size_t count, Register target) {
    const NodeId call = chain[count - 1];
    const bool in_place = meaning(call).index == static_cast<std::uint32_t>(BuiltinId::ListSortBy);
    const Register list = push_receiver(chain, count - 2);
    push_answers(chain, count, list);
    if (!in_place) {
        push_type(lowering_.type_of(type(call)));
        set_name_place(chain[count - 2]);
    }
    finish_native(in_place ? NativeId::ListSortByKeys : NativeId::ListSortedByKeys, list, target);
}

void CodeLowering::random_by_weight(const Chain& chain, std::size_t count, Register target) {
    const Register list = push_receiver(chain, count - 2);
    push_answers(chain, count, list);
    finish_native(NativeId::ListRandomByWeights, list, target);
}

// The tile of this round passes: it joins those reached, its neighbours the queue.
void CodeLowering::reach_tile(const Walk& walk, Register reached) {
    const Register window = writer_.push(3);
    writer_.move(window, walk.first);
    writer_.move(static_cast<Register>(window + 1), walk.element);
    writer_.move(static_cast<Register>(window + 2), reached);
    finish_native(NativeId::RegionReached, window, window);
}

// Tiles reached from one through tiles that pass: a queue of tiles to look at grows while it is walked.
void CodeLowering::ask_region(const Chain& chain, std::size_t count, Register target) {
    const NodeId call = chain[count - 1];
    const Register reached = writer_.push();
    writer_.emit(Operation::NewList, reached, 0, lowering_.type_of(type(call)));
    const Register queue = push_receiver(chain, count - 2);
    push_type(lowering_.list_type(lowering_.root_type(RootKind::Tile)));
    set_name_place(chain[count - 2]);
    writer_.native(NativeId::RegionBegin, queue, 2);
    load_number(static_cast<Register>(queue + 1), 0);
    const Walk walk = begin_rounds(call, queue);
    check_tile(frame().locals[meaning(call).extra].type, walk.element);
    jump_on_answer(walk.question, JumpWhen::False, walk.next);
    reach_tile(walk, reached);
    end_walk(walk);
    finish_native(NativeId::RegionSort, reached, target);
}

void CodeLowering::ask_connected(const Chain& chain, std::size_t count, Register target) {
    const NodeId call = chain[count - 1];
    const TypeIndex tiles = lowering_.list_type(lowering_.root_type(RootKind::Tile));
    const Register from = push_receiver(chain, count - 2);
    const Register wanted = push(reader_.argument(call, 0));
    set_name_place(chain[count - 2]);
    writer_.native(NativeId::TileOf, wanted, 1);
    const Register reached = writer_.push();
    writer_.emit(Operation::NewList, reached, 0, tiles);
    const Register queue = writer_.push();
    writer_.move(queue, from);
    push_type(tiles);
    writer_.native(NativeId::RegionBegin, queue, 2);
    load_number(static_cast<Register>(queue + 1), 0);
    const Walk walk = begin_rounds(call, queue);
    check_tile(frame().locals[meaning(call).extra].type, walk.element);
    const Label yes = writer_.new_label();
    const Label end = writer_.new_label();
    jump_on_answer(walk.question, JumpWhen::False, walk.next);
    writer_.jump_compare(Operation::JumpIfIdentical, walk.element, wanted, yes);
    reach_tile(walk, reached);
    end_walk(walk);
    writer_.set_top(from);
    load_truth(target, false);
    writer_.jump(end);
    writer_.bind(yes);
    load_truth(target, true);
    writer_.bind(end);
}

// Where a shape may lie: each tile that it can cover is asked about once.
void CodeLowering::ask_spots(const Chain& chain, std::size_t count, Register target) {
    const NodeId call = chain[count - 1];
    const TypeIndex tiles = lowering_.type_of(type(call));
    const Register covered = push_receiver(chain, count - 2);
    const Register shape = push(reader_.argument(call, 0), checked_.types.shape);
    const auto with_shape = [&](NativeId id, Register receiver) {
        const Register window = writer_.push(2);
        writer_.move(window, receiver);
        writer_.move(static_cast<Register>(window + 1), shape);
        push_type(tiles);
        set_name_place(chain[count - 2]);
        finish_native(id, window, covered);
    };
    with_shape(NativeId::ShapeCovers, covered);
    const Register fitting = writer_.push();
    writer_.emit(Operation::NewList, fitting, 0, tiles);
    const Register first = top();
    writer_.emit(Operation::Walk, first, covered);
    writer_.push(2);
    const Walk walk = begin_rounds(call, first);
    jump_on_answer(walk.question, JumpWhen::False, walk.next);
    writer_.emit(Operation::Append, fitting, walk.element);
    end_walk(walk);
    with_shape(NativeId::ShapeSpots, fitting);
    writer_.set_top(covered);
    writer_.move(target, covered);
}

} // namespace tgdl
