// `a.b`, `a[i]`: chains of members and places, from left to right.
#include "compile/code_lowering.h"
#include "compile/lower_readers.h"
#include "program/tile_types.h"

namespace tgdl {

CodeLowering::Chain CodeLowering::chain_of(NodeId node) const {
    const NodeId inside = reader_.inside(node);
    if (tree_.kind(inside) != NodeKind::Postfix) {
        return {inside};
    }
    Chain chain;
    for (const NodeId part : tree_.children(inside)) {
        if (tree_.kind(part) != NodeKind::TypeArguments) {
            chain.push_back(part);
        }
    }
    return chain;
}

TypeId CodeLowering::chain_type(const Chain& chain, std::size_t count) const {
    return type(reader_.inside(chain[count - 1]));
}

void CodeLowering::lower_chain(const Chain& chain, std::size_t count, Register target, Missing missing) {
    const NodeId last = chain[count - 1];
    switch (tree_.kind(last)) {
    case NodeKind::Call: lower_call(chain, count, target); return;
    case NodeKind::Index: lower_index(chain, count, target, missing); return;
    case NodeKind::Name:
    case NodeKind::Member: lower_member(chain, count, target); return;
    default: break;
    }
    if (missing == Missing::IsMade) {
        const Chain inner = chain_of(last); // `(m[k]).add(x)`
        if (inner.size() > 1) {
            lower_chain(inner, inner.size(), target, missing);
            return;
        }
    }
    lower(last, target);
}

Register CodeLowering::chain_operand(const Chain& chain, std::size_t count) {
    if (count == 1) {
        const std::optional<Register> variable = register_of(chain[0]);
        if (variable) {
            return *variable;
        }
    }
    return push_chain(chain, count);
}

Register CodeLowering::push_chain(const Chain& chain, std::size_t count, Missing missing) {
    const Register target = top();
    const std::optional<Register> variable = count == 1 ? register_of(chain[0]) : std::nullopt;
    if (variable) {
        writer_.move(target, *variable);
    } else {
        lower_chain(chain, count, target, missing);
    }
    return writer_.push();
}

Register CodeLowering::receiver(const Chain& chain, std::size_t member) {
    return member == 0 ? this_ : chain_operand(chain, member);
}

Register CodeLowering::push_receiver(const Chain& chain, std::size_t member, Missing missing) {
    if (member > 0) {
        return push_chain(chain, member, missing);
    }
    const Register target = writer_.push();
    writer_.move(target, this_);
    return target;
}

void CodeLowering::refuse_blank(const Chain& chain, std::size_t member, Register instance, std::string_view name) {
    const TypeId type_before = member > 0 ? chain_type(chain, member) : TypeId();
    const TypeKind form = kind(type_before);
    const bool is_tile = (form == TypeKind::Instance || form == TypeKind::GridTile)
                         && checked_.def(checked_.types.get(type_before).def).kind == DefKind::Tile;
    const bool is_this = member == 1 && register_of(chain[0]) == this_;
    if (lowering_.program.has_blanks && is_tile && !is_this) {
        writer_.emit_wide(Operation::CheckNotBlank, instance, lowering_.text_constant(name));
    }
}

void CodeLowering::check_tile(TypeId seen, Register tile) {
    if (kind(seen) != TypeKind::GridTile || fits_every_tile(lowering_.program, lowering_.type_of(seen))) {
        return;
    }
    const Register save = top();
    const Register window = writer_.push();
    writer_.move(window, tile);
    push_type(lowering_.type_of(seen));
    finish_native(NativeId::CheckTile, window, tile);
    writer_.set_top(save);
}

void CodeLowering::lower_member(const Chain& chain, std::size_t count, Register target) {
    const NodeId node = chain[count - 1];
    const Meaning it = meaning(node);
    set_name_place(node);
    switch (it.kind) {
    case MeaningKind::Local:
    case MeaningKind::Input:
    case MeaningKind::Chooser:
    case MeaningKind::EventInHand:
        if (is_live_connections(it)) {
            const Register window = writer_.push();
            writer_.move(window, locals_[it.index]);
            push_type(lowering_.type_of(frame().locals[it.index].type));
            finish_native(NativeId::TileConnections, window, target);
            return;
        }
        if (variable_of(node)) {
            move_variable(node, target);
            return;
        }
        break;
    case MeaningKind::Attribute: lower_attribute(chain, count - 1, AttributeId(it.index), target); return;
    case MeaningKind::GlobalInstance:
        writer_.emit(Operation::GetGlobal, target, lowering_.global_index(TypeDefId(it.index)));
        return;
    case MeaningKind::BlankTile: finish_native(NativeId::BlankTile, top(), target); return;
    case MeaningKind::Movement: {
        const Value movement = Value::item(ProgramItem::Movement, lowering_.movement_index(MovementId(it.index)));
        writer_.load_constant(target, lowering_.constant(movement));
        return;
    }
    case MeaningKind::EnumValue:
        writer_.load_constant(target, lowering_.constant(lowering_.enum_value(TypeDefId(it.extra), it.index)));
        return;
    case MeaningKind::Constant: lower_constant(ConstantId(it.index), target); return;
    case MeaningKind::Group: lower_group(chain, count - 1, GroupId(it.index), target); return;
    case MeaningKind::GraphTile: lower_graph_tile(chain, count, target); return;
    case MeaningKind::ActionAllowed: lower_allowed(chain, count, ActionId(it.index), target); return;
    case MeaningKind::Builtin: lower_builtin(chain, count, static_cast<BuiltinId>(it.index), target); return;
    default: break; // the older `none`; every other is no value
    }
    writer_.load_null(target);
}

Operation CodeLowering::reading_of(AttributeId id, Register instance) const {
    const Attribute& attribute = checked_.attribute(id);
    const bool may_be_blank = lowering_.program.has_blanks && instance != this_ && attribute.owner.valid()
                              && checked_.def(attribute.owner).kind == DefKind::Tile;
    return lowering_.is_hidden(id) ? Operation::GetHiddenWord
           : may_be_blank          ? Operation::GetTileWord
                                   : Operation::GetWord;
}

// docs/reference/visibility.md#7. What `else` shows instead has a length of its own.
bool CodeLowering::asks_only_length(const Chain& chain, std::size_t member, AttributeId id) const {
    if (!lowering_.is_hidden(id) || lowering_.has_else(id)
        || !checked_.types.is_collection(checked_.attribute(id).type)) {
        return false;
    }
    const auto is_length = [](const Meaning& it) {
        const auto asked = static_cast<BuiltinId>(it.index);
        return it.kind == MeaningKind::Builtin
               && (asked == BuiltinId::ListLength || asked == BuiltinId::TableLength
                   || asked == BuiltinId::StackLength);
    };
    const std::size_t next = member + 1;
    if (next >= chain.size() || tree_.kind(chain[next]) != NodeKind::Member) {
        return false;
    }
    const bool is_call = next + 1 < chain.size() && tree_.kind(chain[next + 1]) == NodeKind::Call;
    return is_length(meaning(chain[is_call ? next + 1 : next]));
}

void CodeLowering::read_attribute(AttributeId id, Register instance, Register target) {
    writer_.reads_hidden = writer_.reads_hidden || lowering_.is_hidden(id);
    writer_.emit(reading_of(id, instance), target, instance, lowering_.attribute_offset(id));
}

void CodeLowering::run_reader(const Chain& chain, std::size_t member, AttributeId id, ChunkIndex chunk,
                              Register target) {
    const Register window = push_receiver(chain, member);
    const std::optional<Register> variable = member == 1 ? register_of(chain[0]) : std::nullopt;
    const Meaning before = member > 0 ? meaning(chain[member - 1]) : Meaning{};
    const bool is_there = member == 0 || (variable && *variable == this_) || before.kind == MeaningKind::GlobalInstance;
    set_name_place(chain[member]);
    refuse_blank(chain, member, window, checked_.text(checked_.attribute(id).name));
    if (!is_there) {
        writer_.emit(Operation::CheckNotNull, window);
    }
    const bool hides = lowering_.program.hides;
    writer_.reads_hidden = writer_.reads_hidden || hides;
    writer_.emit_wide(hides ? Operation::CallReader : Operation::Call, window, chunk);
    writer_.set_top(window);
    writer_.move(target, window);
}

// `raw(c.power)`
void CodeLowering::lower_raw(NodeId attribute, Register target) {
    const Chain chain = chain_of(attribute);
    const AttributeId id(meaning(chain.back()).index);
    const ChunkIndex raw = lowering_.raw_chunk(id);
    if (raw != kNone) {
        run_reader(chain, chain.size() - 1, id, raw, target);
    } else {
        lower_stored_attribute(chain, chain.size() - 1, id, target);
    }
}

void CodeLowering::refuse_computed(AttributeId id, Register instance, NodeId node) {
    const Attribute& attribute = checked_.attribute(id);
    if (!attribute.runs_code || lowering_.raw_chunk(id) == kNone) {
        return;
    }
    const Register save = top();
    const Label is_stored = writer_.new_label();
    const Register window = writer_.push(2);
    writer_.move(window, instance);
    load_text(static_cast<Register>(window + 1), checked_.text(attribute.name));
    set_place(node);
    const Register answer = writer_.push();
    for (const ComputedClass& each : classes_of_computed(lowering_, id)) { // most derived first
        const Label next = writer_.new_label();
        writer_.emit(Operation::IsClass, answer, instance, lowering_.class_type(each.index));
        writer_.jump_if(Operation::JumpUnless, answer, next);
        if (each.computed.valid()) {
            writer_.native(NativeId::ComputedAssigned, window, 2);
        }
        writer_.jump(is_stored);
        writer_.bind(next);
    }
    writer_.bind(is_stored);
    writer_.set_top(save);
}

void CodeLowering::lower_attribute(const Chain& chain, std::size_t member, AttributeId id, Register target) {
    const ChunkIndex reader = lowering_.reader_chunk(id);
    if (reader == kNone) {
        lower_stored_attribute(chain, member, id, target);
        return;
    }
    run_reader(chain, member, id, reader, target);
    narrow_attribute(chain[member], id, target);
}

void CodeLowering::lower_stored_attribute(const Chain& chain, std::size_t member, AttributeId id, Register target) {
    const Meaning before = member > 0 ? meaning(chain[member - 1]) : Meaning{};
    if (before.kind == MeaningKind::GlobalInstance && !lowering_.is_hidden(id)) {
        writer_.emit(Operation::GetGlobalWord, target, lowering_.global_index(TypeDefId(before.index)),
                     lowering_.attribute_offset(id));
        narrow_attribute(chain[member], id, target);
        return;
    }
    const Register save = top();
    const Register instance = receiver(chain, member);
    set_name_place(chain[member]);
    // The rules may be asked who sees it, in the registers from the target on: none of them may be in use.
    const bool is_below_others = lowering_.is_hidden(id) && target + 1U < save;
    const Register read = is_below_others ? writer_.push() : target;
    if (asks_only_length(chain, member, id)) {
        writer_.reads_hidden = true;
        writer_.emit(Operation::GetHiddenLength, read, instance, lowering_.attribute_offset(id));
    } else {
        read_attribute(id, instance, read);
    }
    narrow_attribute(chain[member], id, read);
    if (is_below_others) {
        writer_.move(target, read);
    }
    writer_.set_top(save);
}

void CodeLowering::move_variable(NodeId node, Register target) {
    const Register variable = variable_of(node).value_or(target);
    if (const std::optional<TypeIndex> seen = narrowed_outside(node)) {
        writer_.emit(Operation::AsClass, target, variable, *seen);
    } else {
        writer_.move(target, variable);
    }
}

// A test before has told that it is of a derived class. That it still is, is looked at again: whoever may have changed
// the attribute since then, code never takes a thing for what it is not.
void CodeLowering::narrow_attribute(NodeId node, AttributeId id, Register target) {
    const TypeIndex declared = lowering_.type_of(checked_.attribute(id).type);
    const TypeIndex seen = lowering_.type_of(type(node));
    if (seen != declared && lowering_.program.types[seen].kind == ValueKind::Instance) {
        writer_.emit(Operation::AsClass, target, target, seen);
    }
}

std::optional<CodeLowering::StoredWord> CodeLowering::stored_word(NodeId node) const {
    const Chain chain = chain_of(node);
    const Meaning it = meaning(chain.back());
    if (chain.size() > 2 || it.kind != MeaningKind::Attribute) {
        return std::nullopt;
    }
    const AttributeId id(it.index);
    const std::optional<Register> instance = chain.size() == 1 ? std::optional(this_) : register_of(chain[0]);
    const bool is_word = instance && *instance != kNoRegister && lowering_.reader_chunk(id) == kNone
                         && reading_of(id, *instance) == Operation::GetWord
                         && type(chain.back()) == checked_.attribute(id).type;
    return is_word ? std::optional(StoredWord{*instance, lowering_.attribute_offset(id)}) : std::nullopt;
}

void CodeLowering::lower_group(const Chain& chain, std::size_t member, GroupId group, Register target) {
    const TypeId board = member > 0 ? chain_type(chain, member) : TypeId();
    const TypeDefId def = board.valid() ? checked_.types.get(board).def : body().this_type;
    if (def.valid() && checked_.def(def).derived.empty()) { // a class that is known exactly: its group is a word
        const Register save = top();
        const Register instance = receiver(chain, member);
        const std::uint32_t offset = lowering_.program.classes[lowering_.class_of(def)].groups_offset;
        set_name_place(chain[member]);
        writer_.emit(Operation::GetWord, target, instance, offset + lowering_.group_number(group));
        writer_.set_top(save);
        return;
    }
    const Register window = push_receiver(chain, member);
    push_number(lowering_.group_number(group));
    set_name_place(chain[member]);
    finish_native(NativeId::BoardGroup, window, target);
}

// `g.Rome`, `g["Rome"]`.
void CodeLowering::lower_graph_tile(const Chain& chain, std::size_t count, Register target) {
    const NodeId node = chain[count - 1];
    const Register window = push_receiver(chain, count - 1);
    if (tree_.kind(node) == NodeKind::Index) {
        push(child(node, Role::Value), checked_.types.string);
        set_place(node);
    } else {
        set_name_place(node);
        load_text(top(), checked_.text(tree_.main_symbol(node)));
        writer_.push();
    }
    finish_native(NativeId::GroupNamed, window, target);
}

// `g[i][j]` is one operation: the first index waits for the second.
void CodeLowering::lower_grid_place(const Chain& chain, std::size_t count, Register target) {
    const Register window = push_receiver(chain, count - 2);
    push(child(chain[count - 2], Role::Value), checked_.types.number);
    push(child(chain[count - 1], Role::Value), checked_.types.number);
    set_place(Span{reader_.file(), tree_.span(chain[count - 2]).begin, tree_.span(chain[count - 1]).end});
    finish_native(NativeId::GroupGet, window, target);
}

void CodeLowering::lower_allowed(const Chain& chain, std::size_t count, ActionId action, Register target) {
    const Register window = top();
    if (!checked_.action(action).owner.valid()) {
        push_number(lowering_.action_index(action));
        finish_native(NativeId::GetGameActionAllowed, window, target);
        return;
    }
    push_receiver(chain, count - 2);
    push_number(lowering_.action_slot(action));
    set_name_place(chain[count - 1]);
    finish_native(NativeId::GetAllowed, window, target);
}

TypeId CodeLowering::key_type(TypeId collection) const {
    return kind(collection) == TypeKind::Table ? checked_.types.get(collection).b : checked_.types.number;
}

void CodeLowering::lower_index(const Chain& chain, std::size_t count, Register target, Missing missing) {
    const NodeId node = chain[count - 1];
    const NodeId inside = child(node, Role::Value);
    const Meaning it = meaning(node);
    const Register save = top();
    if (it.kind == MeaningKind::SeatInstances) {
        const bool key = kind(type(inside)) == TypeKind::AnyKey;
        const Register player = operand(inside, key ? checked_.types.player : checked_.types.number);
        set_place(node);
        writer_.emit(Operation::GetSeat, target, player, lowering_.seat_index(TypeDefId(it.index)));
        writer_.set_top(save);
        return;
    }
    if (it.kind == MeaningKind::GridPlace) {
        lower_grid_place(chain, count, target);
        return;
    }
    if (it.kind == MeaningKind::GraphTile) {
        lower_graph_tile(chain, count, target);
        return;
    }
    const TypeId collection = chain_type(chain, count - 1);
    const bool table = kind(collection) == TypeKind::Table;
    const Register window = push_chain(chain, count - 1, missing);
    push(inside, key_type(collection));
    NativeId id = NativeId::DeckGet;
    if (table && missing == Missing::IsMade && checked_.types.is_collection(type(node))) {
        id = NativeId::TableGetOrMake;
        push_type(lowering_.type_of(type(node)));
    } else if (table) {
        id = NativeId::TableGet;
    } else if (kind(collection) == TypeKind::List) {
        id = NativeId::ListGet;
    } else if (kind(collection) == TypeKind::String) {
        id = NativeId::TextAt;
    } else if (kind(collection) == TypeKind::Stack) {
        id = NativeId::StackGet;
    }
    set_place(node);
    finish_native(id, window, target);
}

} // namespace tgdl
