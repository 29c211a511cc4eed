// Lowering of built-ins: most are a native with the receiver and the arguments in a window.
#include "compile/code_lowering.h"
#include "compile/lower_boards.h"
#include "compile/lower_data.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace tgdl {

namespace {

// The natives of a built-in by builtins.def: for any receiver, and where that is a deck.
struct ReadyNatives {
    constexpr ReadyNatives() = default;
    explicit constexpr ReadyNatives(NativeId native) : any(native), deck(native) {}
    constexpr ReadyNatives(NativeId plain, NativeId of_deck) : any(plain), deck(of_deck) {}

    std::optional<NativeId> any;
    std::optional<NativeId> deck;
};

constexpr auto kReadyNatives = [] {
    using enum NativeId;
    return std::to_array<ReadyNatives>({
#define TGDL_BUILTIN(id, receiver, name, form, parameters, result, effects, ...) ReadyNatives{__VA_ARGS__},
#include "check/builtins.def"
#undef TGDL_BUILTIN
    });
}();

// Is the last argument the type of the result?
bool takes_type(NativeId native) {
    return native_parameter_types(native).ends_with('y');
}

bool has_receiver(Receiver receiver) {
    switch (receiver) {
    case Receiver::EnumWord:
    case Receiver::PlayerWord:
    case Receiver::TurnWord:
    case Receiver::PhaseWord:
    case Receiver::EventWord:
    case Receiver::MathWord:
    case Receiver::DirectionWord:
    case Receiver::Free: return false;
    default: return true;
    }
}

// Those that make the collection they change when it is a missing entry of a Table.
Missing missing_for(BuiltinId id) {
    switch (id) {
    case BuiltinId::ListAdd:
    case BuiltinId::ListAppend:
    case BuiltinId::ListInsertAt:
    case BuiltinId::StackPush:
    case BuiltinId::StackPushFront: return Missing::IsMade;
    default: return Missing::StaysNull;
    }
}

} // namespace

void CodeLowering::push_type(TypeIndex type_index) {
    push_number(type_index);
}

void CodeLowering::push_number(double number) {
    load_number(top(), number);
    writer_.push();
}

// The arguments reach from the window to the first free register.
void CodeLowering::finish_native(NativeId id, Register window, Register target) {
    writer_.native(id, window, static_cast<std::uint32_t>(top() - window));
    writer_.set_top(window);
    writer_.move(target, window);
}

TypeId CodeLowering::argument_type(char letter, TypeId receiver_type) const {
    switch (letter) {
    case 'n': return checked_.types.number;
    case 's': return checked_.types.string;
    case 'b': return checked_.types.boolean;
    case 'p': return checked_.types.player;
    case '6': return checked_.types.shape;
    case 'K': return receiver_type.valid() ? checked_.types.get(receiver_type).b : TypeId();
    case 'E': return receiver_type.valid() ? element_of(receiver_type) : TypeId();
    default: return {}; // what is no value stays what it is
    }
}

void CodeLowering::push_builtin_arguments(NodeId call, BuiltinId id, TypeId receiver_type) {
    const std::string_view parameters = builtin(id).parameters;
    std::string letters;
    for (const char letter : parameters) {
        if (letter != '?' && letter != '*') {
            letters += letter;
        }
    }
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const char letter = letters.empty() ? ' ' : letters[std::min(position, letters.size() - 1)];
        push(child(argument, Role::Value), argument_type(letter, receiver_type));
        ++position;
    }
    const bool optional =
        parameters.find('?') != std::string_view::npos && parameters.find_first_of("xX") == std::string_view::npos;
    for (; optional && position < letters.size(); ++position) {
        writer_.load_null(writer_.push());
    }
}

void CodeLowering::lower_builtin(const Chain& chain, std::size_t count, BuiltinId id, Register target) {
    if (!lower_special(chain, count, id, target)) {
        lower_ready_made(chain, count, id, target);
    }
}

void CodeLowering::lower_ready_made(const Chain& chain, std::size_t count, BuiltinId id, Register target) {
    const NodeId node = chain[count - 1];
    const bool call = tree_.kind(node) == NodeKind::Call;
    const std::size_t callee = call ? count - 2 : count - 1;
    const Register window = top();
    TypeId receiver_type;
    bool deck = false;
    if (has_receiver(builtin(id).receiver)) {
        if (callee > 0) {
            receiver_type = chain_type(chain, callee);
            deck = kind(receiver_type) != TypeKind::Stack;
        } else {
            receiver_type = body().this_type.valid() ? checked_.def(body().this_type).type : TypeId();
            deck = true;
        }
        push_receiver(chain, callee, missing_for(id));
    }
    if (call) {
        push_builtin_arguments(node, id, receiver_type);
    }
    const ReadyNatives& ready = kReadyNatives[static_cast<std::size_t>(id)];
    const std::optional<NativeId> found = deck ? ready.deck : ready.any;
    assert(found && "a built-in without a native has a form of its own");
    const NativeId native = *found;
    if (native == NativeId::BoardPosition || native == NativeId::BoardRepeats) {
        lowering_.program.counts_moments = lowering_.program.counts_moments || native == NativeId::BoardRepeats;
        writer_.reads_hidden = writer_.reads_hidden || lowering_.program.hides;
    }
    if (takes_type(native)) {
        push_type(lowering_.type_of(type(node)));
    }
    set_name_place(chain[callee]);
    finish_native(native, window, target);
    if (native == NativeId::TileNeighbor || native == NativeId::TileStep || native == NativeId::TileCorner
        || native == NativeId::TileSide) {
        check_tile(type(node), target);
    }
}

bool CodeLowering::lower_special(const Chain& chain, std::size_t count, BuiltinId id, Register target) {
    const NodeId node = chain[count - 1];
    const Register window = top();
    switch (id) {
    case BuiltinId::MathPi: load_number(target, 3.141592653589793); return true;
    case BuiltinId::DirectionUp:
    case BuiltinId::DirectionRight:
    case BuiltinId::DirectionDown:
    case BuiltinId::DirectionLeft:
    case BuiltinId::DirectionUpRight:
    case BuiltinId::DirectionDownRight:
    case BuiltinId::DirectionDownLeft:
    case BuiltinId::DirectionUpLeft: {
        const auto index = static_cast<std::uint32_t>(id) - static_cast<std::uint32_t>(BuiltinId::DirectionUp);
        writer_.load_constant(target, lowering_.constant(Value::item(ProgramItem::Direction, index)));
        return true;
    }
    case BuiltinId::EnumAll:
        push_type(lowering_.type_of(element_of(type(node))));
        push_type(lowering_.type_of(type(node)));
        set_name_place(chain[count - 2]);
        finish_native(NativeId::EnumAll, window, target);
        return true;
    case BuiltinId::Log:
        lower_log(reader_.argument(node, 0), NativeId::Log, window);
        writer_.set_top(window);
        return true;
    case BuiltinId::Tell:
        push(reader_.argument(node, 0), checked_.types.player);
        lower_log(reader_.argument(node, 1), NativeId::Tell, window);
        writer_.set_top(window);
        return true;
    case BuiltinId::Random:
        push_builtin_arguments(node, BuiltinId::MathMin, {}); // numbers, none left out
        set_name_place(chain[count - 2]);
        finish_native(top() - window == 1 ? NativeId::RandomBelow : NativeId::RandomBetween, window, target);
        return true;
    case BuiltinId::PieceMove:
        push_receiver(chain, count - 2);
        push(reader_.argument(node, 0));
        set_name_place(chain[count - 2]);
        writer_.emit(Operation::MovePiece, window);
        writer_.set_top(window);
        return true;
    case BuiltinId::EventThrowSync:
        push(reader_.argument(node, 0));
        set_name_place(chain[count - 2]);
        writer_.emit(Operation::ThrowSync, window);
        writer_.set_top(window);
        return true;
    case BuiltinId::GroupSet: return lower_set_tile(chain, count, target);
    case BuiltinId::GroupAdd: lower_add_tile(chain, count, target); return true;
    case BuiltinId::ListAdd: return lower_live_change(NativeId::ConnectionsAdd, chain, count, target);
    case BuiltinId::ListRemove: return lower_live_change(NativeId::ConnectionsRemove, chain, count, target);
    case BuiltinId::ListRemoveAt: return lower_live_change(NativeId::ConnectionsRemoveAt, chain, count, target);
    case BuiltinId::ListClear: return lower_live_change(NativeId::ConnectionsClear, chain, count, target);
    case BuiltinId::Score:
        push(reader_.argument(node, 0), checked_.types.player);
        set_name_place(chain[count - 2]);
        writer_.emit(Operation::CheckNotNull, window);
        writer_.reads_hidden = writer_.reads_hidden || lowering_.program.hides;
        writer_.emit_wide(lowering_.program.hides ? Operation::CallReader : Operation::Call, window,
                          lowering_.function_chunk(checked_.scores.score));
        writer_.set_top(window);
        writer_.move(target, window);
        return true;
    case BuiltinId::Raw: lower_raw(reader_.argument(node, 0), target); return true;
    case BuiltinId::TurnUse:
        if (meaning(node).extra == 0) {
            return false; // its name is worked out
        }
        push_number(meaning(node).extra - 1);
        if (const NodeId phase = reader_.argument(node, 1); phase.valid()) {
            push(phase, checked_.types.string);
        } else {
            writer_.load_null(writer_.push());
        }
        set_name_place(chain[count - 2]);
        finish_native(NativeId::TurnUseKnown, window, target);
        return true;
    case BuiltinId::All: lower_all(node, target); return true;
    case BuiltinId::Rows: lower_rows_call(node, target); return true;
    case BuiltinId::TurnPass: lower_turn_pass(node, target); return true;
    case BuiltinId::DeckDiscard: lower_discard(chain, count, target); return true;
    case BuiltinId::TableKeys: lower_table_keys(chain, count, checked_.types.get(type(node)).a, target); return true;
    default: return false; // everything else is a native as it stands
    }
}

// Where the group may have corners or sides, those that the new tile lacks are made. False: it has none.
bool CodeLowering::lower_set_tile(const Chain& chain, std::size_t count, Register target) {
    const auto has_points = [](const Group& group) { return group.corners.tile.valid() || group.sides.tile.valid(); };
    const TypeId receiver_type = count > 2 ? chain_type(chain, count - 2) : TypeId();
    const bool known = receiver_type.valid() && kind(receiver_type) == TypeKind::GroupOf;
    if (known ? !has_points(checked_.group(checked_.types.get(receiver_type).group))
              : std::ranges::none_of(checked_.groups, has_points)) {
        return false;
    }
    const Register group = push_receiver(chain, count - 2);
    push_builtin_arguments(chain[count - 1], BuiltinId::GroupSet, receiver_type);
    const auto tile = static_cast<Register>(top() - 1);
    const Register window = writer_.push(4);
    for (std::uint32_t i = 0; i < 4; ++i) {
        writer_.emit(Operation::Move, window + i, group + i);
    }
    set_name_place(chain[count - 2]);
    writer_.native(NativeId::GroupSet, window, 4);
    writer_.set_top(window);
    write_lacking_points(lowering_, writer_, group, tile);
    writer_.set_top(group);
    writer_.load_null(target);
    return true;
}

// Gives the tile itself, of whatever class the code knows it to be.
void CodeLowering::lower_add_tile(const Chain& chain, std::size_t count, Register target) {
    const Register group = push_receiver(chain, count - 2);
    push_builtin_arguments(chain[count - 1], BuiltinId::GroupAdd, {});
    const Register window = writer_.push(3);
    for (std::uint32_t i = 0; i < 3; ++i) {
        writer_.emit(Operation::Move, window + i, group + i);
    }
    set_name_place(chain[count - 2]);
    writer_.native(NativeId::GroupAdd, window, 3);
    writer_.set_top(group);
    writer_.emit(Operation::Move, target, group + 1U);
}

// `tile.connections.add(c)` changes the board, through a variable too. False: the list is any other.
bool CodeLowering::lower_live_change(NativeId id, const Chain& chain, std::size_t count, Register target) {
    if (tree_.kind(chain[count - 1]) != NodeKind::Call || count < 3) {
        return false;
    }
    const Meaning before = meaning(chain[count - 3]);
    const bool is_variable = is_live_connections(before);
    if (!is_variable
        && (before.kind != MeaningKind::Builtin
            || static_cast<BuiltinId>(before.index) != BuiltinId::TileConnections)) {
        return false;
    }
    const Register window = is_variable ? writer_.push() : push_receiver(chain, count - 3);
    if (is_variable) {
        writer_.move(window, locals_[before.index]);
    }
    for (const NodeId argument : tree_.children(chain[count - 1], Role::Item)) {
        push(child(argument, Role::Value), id == NativeId::ConnectionsRemoveAt ? checked_.types.number : TypeId());
    }
    set_name_place(chain[count - 2]);
    finish_native(id, window, target);
    return true;
}

void CodeLowering::lower_all(NodeId call, Register target) {
    const Register window = top();
    const NodeId player = reader_.argument(call, 0);
    if (player.valid()) {
        push(player, checked_.types.player);
    } else {
        writer_.load_null(writer_.push());
    }
    push_type(lowering_.type_of(checked_.types.get(type(call)).a));
    push_type(lowering_.type_of(type(call)));
    set_place(call);
    finish_native(NativeId::AllOf, window, target);
}

// A new list, and every instance of the table added to it.
void CodeLowering::lower_rows_call(NodeId call, Register target) {
    const Register list = top();
    set_place(call);
    writer_.emit(Operation::NewList, list, 0, lowering_.type_of(type(call)));
    writer_.push();
    write_data_instances(lowering_, writer_, meaning(call).extra,
                         [&](Register made) { writer_.emit(Operation::Append, list, made); });
    writer_.set_top(list);
    writer_.move(target, list);
}

void CodeLowering::lower_turn_pass(NodeId call, Register target) {
    const Register window = top();
    const NodeId who = reader_.argument(call, 0);
    const NodeId phase = reader_.argument(call, 1);
    if (who.valid()) {
        if (kind(type(who)) == TypeKind::List || kind(type(who)) == TypeKind::Stack) {
            lower_list_of(who, top(), checked_.types.player);
            writer_.push();
        } else {
            push(who, checked_.types.player);
        }
        if (phase.valid()) {
            push(phase, checked_.types.string);
        } else {
            writer_.load_null(writer_.push());
        }
    }
    set_place(call);
    finish_native(who.valid() ? NativeId::TurnPassTo : NativeId::TurnPass, window, target);
}

// `deck.discard(card)` is short for `card.discard(deck.discard_stack)`.
void CodeLowering::lower_discard(const Chain& chain, std::size_t count, Register target) {
    const Register window = push_receiver(chain, count - 2);
    set_name_place(chain[count - 2]);
    writer_.native(NativeId::DeckDiscards, window, 1);
    push(reader_.argument(chain[count - 1], 0));
    arrange(window, {1, 0});
    set_name_place(chain[count - 2]);
    finish_native(NativeId::PieceDiscard, window, target);
}

void CodeLowering::lower_table_keys(const Chain& chain, std::size_t count, TypeId element, Register target) {
    const Register window = push_receiver(chain, count - 2);
    push_type(lowering_.list_type(lowering_.type_of(element)));
    set_name_place(chain[count - 2]);
    finish_native(NativeId::TableKeys, window, target);
}

} // namespace tgdl
