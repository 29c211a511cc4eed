// Natives and what the match does for code, in types: the letters of natives.def.
#include "program/typed_code.h"

#include <array>

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kCollections = kIsList | kIsStack | kIsTable;

std::string_view word_for(char letter) {
    switch (letter) {
    case 'I': return "an interactable";
    case 'T': return "a tile";
    case 'G': return "a group";
    case 'B': return "a board";
    case 'D': return "a deck";
    case 'C': return "a connection";
    case 'E': return "an event";
    default: return "an instance";
    }
}

std::optional<ClassKind> kind_for(char letter) {
    switch (letter) {
    case 'I': return ClassKind::Interactable;
    case 'T': return ClassKind::Tile;
    case 'G': return ClassKind::Group;
    case 'B': return ClassKind::Board;
    case 'D': return ClassKind::Stack;
    case 'C': return ClassKind::Connection;
    case 'E': return ClassKind::Event;
    default: return std::nullopt;
    }
}

} // namespace

// ---- arguments

void TypedCode::check_native_argument(char letter, std::uint32_t reg, std::uint32_t receiver, std::uint32_t next) {
    if (const std::optional<ClassKind> kind = kind_for(letter)) {
        want_kind(reg, *kind, word_for(letter));
        return;
    }
    const auto is_deck = [&](StaticTypeId type, std::uint32_t besides) {
        const StaticTypeId rest = types_.without(type, besides | kAlways);
        return types_.is_of_kind(rest, ClassKind::Stack);
    };
    switch (letter) {
    case 'n': want(reg, kNumbers, "a number"); return;
    case 'p': want(reg, kIsPlayer, "a player"); return;
    case 's': want(reg, kIsText, "a text"); return;
    case 'b': want(reg, kIsBool, "a bool"); return;
    case 'd': want(reg, kNumbers | kIsDirection, "a direction"); return;
    case 'm': want(reg, kIsMovement, "a movement"); return;
    case 'z': want(reg, kIsShape, "a shape"); return;
    case 'r': want(reg, kIsTurn, "a turn"); return;
    case 'q': want(reg, kIsEnum, "a value of an enum"); return;
    case 'h': want(reg, kIsHole, "a mark of a hole"); return;
    case 'l': want(reg, kIsList, "a List"); return;
    case 'k': want(reg, kIsStack, "a Stack"); return;
    case 't': want(reg, kIsTable, "a Table"); return;
    case 'c': want(reg, kCollections, "a collection"); return;
    case 'i': want(reg, kIsInstance | kIsBlank, "an instance"); return;
    case 'w':
        if (!is_deck(read(reg), kIsList | kIsStack)) {
            refuse(fmt::format("register {} holds {}, where a List, Stack or deck is wanted", reg,
                               types_.text(now_.types[reg])));
        }
        return;
    case 'f': {
        const ValueType* const made = constant_type(next);
        const bool is_table = made != nullptr && made->kind == ValueKind::Table;
        const bool fits = is_table ? types_[read(reg)].is_only(kIsTable) : is_deck(read(reg), kIsList | kIsStack);
        if (!fits) {
            refuse(fmt::format("register {} holds {}, which is no such collection", reg, types_.text(now_.types[reg])));
        }
        return;
    }
    case 'X': {
        const StaticTypeId type = read(reg);
        if (!types_.is_of_kind(type, ClassKind::Tile) && !types_.is_of_kind(type, ClassKind::Interactable)) {
            refuse(fmt::format("register {} holds {}, where a tile is wanted", reg, types_.text(type)));
        }
        return;
    }
    case 'P':
        want_fitting(reg, types_.join(types_.plain(kIsPlayer), types_.collection(kIsList, types_.plain(kIsPlayer))));
        return;
    case 'y': constant_type(reg); return;
    case 'g': group_of_board(receiver, constant_number(reg)); return;
    case 'a': {
        const ClassIndex owner = types_.common_class(now_.types[receiver]);
        const std::uint32_t slot = constant_number(reg);
        want_no_blank(receiver);
        if (owner != kNone && slot >= program_.classes[owner].actions.size()) {
            refuse(fmt::format("{} has no action {}", types_.text(now_.types[receiver]), slot));
        } else if (owner == kNone && types_[now_.types[receiver]].may_be(kIsInstance)) {
            refuse(fmt::format("{} has no actions", types_.text(now_.types[receiver])));
        }
        return;
    }
    case 'A':
        if (constant_number(reg) >= program_.actions.size()) {
            refuse(fmt::format("register {} names no action", reg));
        }
        return;
    // Whatever the rules have, and the marks around a hole.
    case 'v': want(reg, kAllKinds | kIsHole, "a value"); return;
    default: refuse(fmt::format("there is no type `{}`", letter)); return;
    }
}

void TypedCode::call_native(NativeId native, std::span<const std::uint32_t> arguments, std::uint32_t target) {
    const std::string_view letters = native_parameter_types(native);
    const bool repeats = letters.ends_with('*');
    const std::uint32_t first = arguments.empty() ? 0 : arguments[0];
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool beyond = repeats && i + 2 >= letters.size();
        const char letter = beyond ? letters[letters.size() - 2] : letters[i];
        check_native_argument(letter, arguments[i], first, i + 1 < arguments.size() ? arguments[i + 1] : first);
    }
    if (!wrong_.empty()) {
        return;
    }
    // It adds to a List without a look.
    if (native == NativeId::RegionReached) {
        const StaticTypeId reached = now_.types[arguments[2]];
        if (!types_[reached].may_be(kOwnElement) || !types_[reached].may_be(kNotNull)) {
            refuse(fmt::format("register {} holds a List that this code has not made", arguments[2]));
        }
        want_fitting(arguments[1], types_[reached].element);
    }
    if (native == NativeId::BindMovement) {
        bind_movement(arguments);
    }
    const StaticTypeId result = native_result(native, arguments);
    set(target, result);
}

// The inputs of the movement, each of its type.
void TypedCode::bind_movement(std::span<const std::uint32_t> arguments) {
    const std::uint32_t constant = types_[now_.types[arguments[0]]].constant;
    const std::uint32_t index = constant == kNone ? kNone : program_.constants[constant].index();
    if (index >= program_.movements.size() || program_.movements[index].inputs.size() + 1 != arguments.size()) {
        refuse("there is no such movement with so many inputs");
        return;
    }
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        want_fitting(arguments[i], types_.of(program_.movements[index].inputs[i - 1].type));
    }
}

// ---- results

StaticTypeId TypedCode::tile_of_group(StaticTypeId group) {
    const ClassIndex index = types_.common_class(group);
    const GroupIndex known = index == kNone ? kNone : program_.classes[index].group;
    const TypeIndex base = known == kNone ? kNone : program_.groups[known].tile_base;
    return base == kNone ? types_.of_kind(ClassKind::Tile) : types_.of(base);
}

StaticTypeId TypedCode::group_of_board(std::uint32_t board, std::uint32_t number) {
    const StaticTypeId type = now_.types[board];
    const ClassIndex index = types_.common_class(type);
    if (index == kNone) {
        if (types_[type].may_be(kIsInstance)) {
            refuse(fmt::format("{} has no group {}", types_.text(type), number));
        }
        return StaticTypes::kNull;
    }
    const std::vector<GroupIndex>& groups = program_.classes[index].groups;
    if (number >= groups.size()) {
        refuse(fmt::format("{} has no group {}", types_.text(type), number));
        return StaticTypes::kNull;
    }
    const ClassIndex group = program_.groups[groups[number]].group_class;
    return types_.instance_of(group, program_.classes[group].last);
}

// `Ls`: a new collection of the type that the last argument names, its elements texts.
StaticTypeId TypedCode::made_collection(std::string_view letters, std::span<const std::uint32_t> arguments) {
    const ValueType* const made = constant_type(arguments.back());
    if (made == nullptr) {
        return StaticTypes::kNull;
    }
    const ValueKind kind = letters[0] == 'L'   ? ValueKind::List
                           : letters[0] == 'K' ? ValueKind::Stack
                                               : ValueKind::Table;
    StaticTypeId element = StaticTypes::kNull;
    if (letters[1] == 'y') {
        const std::uint32_t before = arguments[arguments.size() - 2];
        const ValueType* const of = constant_type(before);
        element = of == nullptr ? element : types_.without(types_.of(constant_number(before)), kIsBlank);
    } else if (letters[1] != '?') {
        element = native_letter(letters[1], arguments.size() > 1 ? now_.types[arguments[0]] : element);
    }
    const bool has_keys = kind == ValueKind::Table;
    if (made->kind != kind || !types_.fits(element, types_.of(made->element))
        || (has_keys && made->key != kNone && !types_.fits(types_.plain(kIsText), types_.of(made->key)))) {
        refuse(fmt::format("{} does not hold what is put into it", made->name));
    }
    return types_.with(types_.of(constant_number(arguments.back())), kNotNull);
}

StaticTypeId TypedCode::native_letter(char letter, StaticTypeId receiver) {
    if (const std::optional<ClassKind> kind = kind_for(letter)) {
        return types_.of_kind(*kind);
    }
    switch (letter) {
    case 'n': return types_.plain(kIsNumber);
    case 'p': return types_.plain(kIsPlayer);
    case 's': return types_.plain(kIsText);
    case 'b': return types_.plain(kIsBool);
    case 'm': return types_.plain(kIsMovement);
    case 'z': return types_.plain(kIsShape);
    case 'r': return types_.plain(kIsTurn);
    case 'h': return types_.plain(kIsHole);
    case 'e': return types_.element_of(receiver);
    case 'j': return tile_of_group(receiver);
    case '=': return types_.without(receiver, kOwnElement);
    case 'o': {
        const ClassIndex pile = program_.plain_discards;
        if (pile == kNone) {
            return StaticTypes::kNull;
        }
        StaticType type = types_[types_.instance_of(pile, pile)];
        type.element = types_.element_of(receiver);
        return types_.add(type);
    }
    default: return StaticTypes::kUndefined; // it gives nothing
    }
}

StaticTypeId TypedCode::native_result(NativeId native, std::span<const std::uint32_t> arguments) {
    const std::string_view letters = native_result_type(native);
    if (letters.size() > 1) {
        return made_collection(letters, arguments);
    }
    if (native == NativeId::DataNew) {
        const std::uint32_t table = constant_number(arguments[0]);
        if (table >= program_.data_tables.size() || program_.data_tables[table].type != constant_number(arguments[2])) {
            refuse(fmt::format("register {} names no table of that type", arguments[0]));
            return StaticTypes::kNull;
        }
        return types_.with(types_.without(types_.of(constant_number(arguments[2])), kIsBlank), kNotNull);
    }
    if (letters[0] == 'y') {
        const ValueType* const type = constant_type(arguments.back());
        return type == nullptr ? StaticTypeId{StaticTypes::kNull} : types_.of(constant_number(arguments.back()));
    }
    if (letters[0] == 'g') {
        return types_.with(group_of_board(arguments[0], constant_number(arguments[1])),
                           native == NativeId::BoardMakeGroup ? kNotNull : 0U);
    }
    const StaticTypeId result =
        native_letter(letters[0], arguments.empty() ? StaticTypeId{StaticTypes::kNull} : now_.types[arguments[0]]);
    const bool makes = native == NativeId::GroupMakeTile || native == NativeId::GroupMakePoint;
    return makes ? types_.without(result, kIsBlank) : result; // they make none
}

// ---- what the match does

void TypedCode::check_input_part(ChunkIndex index, std::uint32_t reg) {
    if (index == kNone) {
        return;
    }
    const Chunk& part = program_.chunks[index];
    for (std::uint32_t each = 0; each < reg; ++each) {
        if (!verifier_.reads(index, each)) {
            continue;
        }
        const StaticTypeId wanted = verifier_.parameter_of(part, each);
        if (!types_.fits(read(each), wanted) || wanted == StaticTypes::kUndefined) {
            refuse(fmt::format("`{}` takes {} in register {}, and here it holds {}", part.name, types_.text(wanted),
                               each, types_.text(now_.types[each])));
        }
    }
}

void TypedCode::ask(const Instruction& code) {
    const InputInfo& input = program_.inputs[code.wide()];
    for (const ChunkIndex part :
         {input.who, input.options, input.low, input.high, input.step, input.count_low, input.count_high}) {
        check_input_part(part, input.reg);
    }
    for (const std::vector<Condition>* conditions : {&input.filters, &input.list_filters}) {
        for (const Condition& condition : *conditions) {
            check_input_part(condition.chunk, input.reg);
            check_input_part(condition.reason_chunk, input.reg);
        }
    }
    leave_to_others(code.a);
    set(code.a, types_.of(input.mode == InputMode::Players ? input.table_type : input.type));
}

void TypedCode::call_action(const Instruction& code) {
    constexpr std::uint16_t kOfTheGame = 0x8000;
    const ActionInfo* action = nullptr;
    if ((code.b & kOfTheGame) != 0) {
        const std::uint32_t index = code.b & ~kOfTheGame;
        action = index < program_.actions.size() ? &program_.actions[index] : nullptr;
    } else {
        const StaticTypeId type = want(code.a, kIsInstance | kIsBlank, "an instance");
        want_no_blank(code.a);
        const ClassIndex owner = types_.common_class(type);
        const bool exists = owner != kNone && code.b < program_.classes[owner].actions.size();
        action = exists ? &program_.actions[program_.classes[owner].actions[code.b]] : nullptr;
        if (!types_[type].may_be(kIsInstance)) {
            return; // null: a fault
        }
    }
    if (action == nullptr || action->inputs.size() != code.c) {
        refuse("there is no such action with so many inputs");
        return;
    }
    for (std::uint32_t each = 0; each < code.c; ++each) {
        const InputInfo& input = program_.inputs[action->inputs[each]];
        const StaticTypeId wanted = types_.of(input.mode == InputMode::Players ? input.table_type : input.type);
        want_fitting(code.a + 1U + each, types_.join(wanted, types_.plain(kIsAbsent)));
    }
}

void TypedCode::win(const Instruction& code) {
    const StaticTypeId player = types_.plain(kIsPlayer);
    const StaticTypeId players = types_.collection(kIsList, player);
    switch (static_cast<WinnerKind>(code.b)) {
    case WinnerKind::Places:
        want_fitting(code.a, types_.join(types_.collection(kIsList, players), types_.collection(kIsStack, players)));
        return;
    case WinnerKind::InOrder:
    case WinnerKind::Shared: want_fitting(code.a, players); return;
    case WinnerKind::Highest:
    case WinnerKind::Lowest:
        want_fitting(code.a, types_.collection(kIsTable, types_.plain(kIsNumber), StaticTypes::kAny));
        return;
    case WinnerKind::Player: want_fitting(code.a, player); return;
    case WinnerKind::Score: want_fitting(code.a, players); return;
    case WinnerKind::Draw: return;
    }
}

bool TypedCode::step_flow(const Instruction& code, std::uint32_t at) {
    switch (code.op) {
    case Operation::BeginHypothetical:
        outer_[at] = now_.block;
        now_.block = at;
        return true;
    case Operation::EndHypothetical:
        if (now_.block == kNone) {
            refuse("no hypothetical block ends here");
            return true;
        }
        now_.block = outer_[now_.block];
        return true;
    case Operation::Ask:
    case Operation::AskAuto: ask(code); return true;
    case Operation::Choose:
        want(code.a, kIsPlayer, "a player");
        want(code.a + 1U, kNumbers, "a number");
        for (std::uint32_t label = 0; label < code.b; ++label) {
            want(code.a + 2U + label, kIsText, "a text");
        }
        leave_to_others(code.a);
        set(code.a, types_.with(types_.collection(kIsList, types_.plain(kIsNumber)), kNotNull));
        return true;
    case Operation::CallAction:
    case Operation::ActionPossible:
        call_action(code);
        leave_to_others(code.a);
        set(code.a, code.op == Operation::CallAction ? StaticTypeId{StaticTypes::kUndefined} : types_.plain(kIsBool));
        return true;
    case Operation::ThrowSync:
        want_kind(code.a, ClassKind::Event, "an event");
        leave_to_others(code.a);
        set(code.a, StaticTypes::kUndefined);
        return true;
    case Operation::MovePiece:
        want_kind(code.a, ClassKind::Interactable, "an interactable");
        want(code.a + 1U, kIsMovement, "a movement");
        leave_to_others(code.a);
        set(code.a, StaticTypes::kUndefined);
        return true;
    case Operation::Fail:
    case Operation::Cancel: want(code.a, kIsText, "a text"); return true;
    case Operation::Winner: win(code); return true;
    default: return false;
    }
}

} // namespace tgdl
