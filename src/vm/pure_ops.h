// Pure instructions: part of the loop in interpreter.cpp, and all of the one in eval_pure.cpp.
//
// Included within a function that has `r` (registers), `constants` and `guards` (nothing hidden may be read), and that
// defines by macros what becomes of rare cases:
//   TGDL_FAULT_IF(condition, call)   a runtime error, which `call` reports
//   TGDL_DO_NATIVE()                 the native itself is to do it; its result is in r[a]
//   TGDL_MAY_COMPARE()               `first` and `second` are compared: not if that tells a secret
//   TGDL_MAY_TELL_CLASS(instance)    likewise
//   TGDL_CHARGE_COMPARING(a, b)      two texts are compared, which may be long

// NOLINTBEGIN(bugprone-macro-parentheses): as in dispatch.h.
#define TGDL_ARITHMETIC(sign, expression)                                                                              \
    do {                                                                                                               \
        const double left = r[pc->b].as_number();                                                                      \
        const double right = r[pc->c].as_number();                                                                     \
        const double result = (expression);                                                                            \
        TGDL_FAULT_IF(!std::isfinite(result), wrong_arithmetic(*this, sign, r[pc->b], r[pc->c]));                      \
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(result)};                                                        \
        TGDL_NEXT();                                                                                                   \
    } while (false)
#define TGDL_COMPARE(sign, first, second, relation)                                                                    \
    const double left = r[first].as_number();                                                                          \
    const double right = r[second].as_number();                                                                        \
    TGDL_FAULT_IF(std::isunordered(left, right), null_operand(*this, sign));                                           \
    const bool holds = left relation right
// Compares r[a] with a constant, and jumps.
#define TGDL_JUMP_COMPARED(sign, wanted, relation)                                                                     \
    do {                                                                                                               \
        const double left = r[pc->a].as_number();                                                                      \
        const double right = constants[pc->b].as_number();                                                             \
        TGDL_FAULT_IF(std::isnan(left), null_operand(*this, sign));                                                    \
        if ((relation) == (wanted)) {                                                                                  \
            TGDL_JUMP_SHORT();                                                                                         \
        }                                                                                                              \
        TGDL_NEXT();                                                                                                   \
    } while (false)
#define TGDL_LOGIC(sign, expression)                                                                                   \
    do {                                                                                                               \
        TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, sign));                            \
        const bool left = r[pc->b].as_bool();                                                                          \
        const bool right = r[pc->c].as_bool();                                                                         \
        r[pc->a] = Value::boolean(expression);                                                                         \
        TGDL_NEXT();                                                                                                   \
    } while (false)
// A whole number is never -0, for which Value::number() looks.
#define TGDL_GIVE_WHOLE(number)                                                                                        \
    r[pc->a] = Value {                                                                                                 \
        std::bit_cast<std::uint64_t>(static_cast<double>(number))                                                      \
    }
// NOLINTEND(bugprone-macro-parentheses)

// ---- values

TGDL_OP(Move) {
    r[pc->a] = r[pc->b];
    TGDL_NEXT();
}
TGDL_OP(LoadConstant) {
    r[pc->a] = constants[pc->wide()];
    TGDL_NEXT();
}
TGDL_OP(LoadNull) {
    for (std::uint32_t number = 0; number < pc->b; ++number) {
        r[pc->a + number] = Value::null();
    }
    TGDL_NEXT();
}
TGDL_OP(CheckNotNull) {
    TGDL_FAULT_IF(r[pc->a].is_null(), null_receiver(*this));
    TGDL_NEXT();
}
TGDL_OP(CheckNotBlank) {
    const Value receiver = r[pc->a];
    TGDL_FAULT_IF(receiver == Value::instance(memory.half(kBlankWord, 0)),
                  blank_receiver(*this, constants[pc->wide()]));
    TGDL_NEXT();
}
TGDL_OP(Nop) {
    TGDL_NEXT();
}

// ---- numbers and players. Null is not finite as a number, so one test finds it too. No value is ever -0.

TGDL_OP(Add) {
    TGDL_ARITHMETIC("+", left + right);
}
TGDL_OP(Subtract) {
    TGDL_ARITHMETIC("-", left - right);
}
TGDL_OP(Multiply) {
    TGDL_ARITHMETIC("*", left * right + 0.0);
}
TGDL_OP(Divide) {
    TGDL_ARITHMETIC("/", left / right + 0.0);
}
TGDL_OP(Remainder) {
    TGDL_ARITHMETIC("%", remainder_of(left, right));
}
TGDL_OP(Power) {
    TGDL_ARITHMETIC("^", power_of(left, right));
}
TGDL_OP(Negate) {
    TGDL_FAULT_IF(r[pc->b].is_null(), null_operand(*this, "-"));
    r[pc->a] = Value::number(-r[pc->b].as_number());
    TGDL_NEXT();
}
TGDL_OP(AddConstant) {
    const double result = r[pc->b].as_number() + constants[pc->c].as_number();
    TGDL_FAULT_IF(!std::isfinite(result), wrong_arithmetic(*this, "+", r[pc->b], constants[pc->c]));
    r[pc->a] = Value{std::bit_cast<std::uint64_t>(result)};
    TGDL_NEXT();
}
TGDL_OP(PlayerAdd) {
    TGDL_ARITHMETIC("+", player_of(left + right, layout.players));
}
TGDL_OP(PlayerSubtract) {
    TGDL_ARITHMETIC("-", player_of(left - right, layout.players));
}
TGDL_OP(ToPlayer) {
    const Value number = r[pc->b];
    r[pc->a] = number.is_null() ? number : Value::number(player_of(number.as_number(), layout.players));
    TGDL_NEXT();
}
TGDL_OP(Less) {
    TGDL_COMPARE("<", pc->b, pc->c, <);
    r[pc->a] = Value::boolean(holds);
    TGDL_NEXT();
}
TGDL_OP(LessEqual) {
    TGDL_COMPARE("<=", pc->b, pc->c, <=);
    r[pc->a] = Value::boolean(holds);
    TGDL_NEXT();
}
TGDL_OP(LessText) {
    TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, "<"));
    TGDL_CHARGE_COMPARING(r[pc->b], r[pc->c]);
    r[pc->a] = Value::boolean(compare_texts(*this, r[pc->b], r[pc->c]) < 0);
    TGDL_NEXT();
}
TGDL_OP(LessEqualText) {
    TGDL_FAULT_IF(r[pc->b].is_null() || r[pc->c].is_null(), null_operand(*this, "<="));
    TGDL_CHARGE_COMPARING(r[pc->b], r[pc->c]);
    r[pc->a] = Value::boolean(compare_texts(*this, r[pc->b], r[pc->c]) <= 0);
    TGDL_NEXT();
}

// ---- equality and logic

TGDL_OP(EqualNumber) {
    r[pc->a] = Value::boolean(r[pc->b] == r[pc->c]);
    TGDL_NEXT();
}
TGDL_OP(EqualIdentity) {
    const Value first = r[pc->b];
    const Value second = r[pc->c];
    TGDL_MAY_COMPARE();
    r[pc->a] = Value::boolean(first == second);
    TGDL_NEXT();
}
TGDL_OP(EqualText) {
    TGDL_CHARGE_COMPARING(r[pc->b], r[pc->c]);
    r[pc->a] = Value::boolean(same_text_or_null(*this, r[pc->b], r[pc->c]));
    TGDL_NEXT();
}
TGDL_OP(EqualAny) {
    const Value first = r[pc->b];
    const Value second = r[pc->c];
    TGDL_MAY_COMPARE();
    TGDL_CHARGE_COMPARING(first, second);
    r[pc->a] = Value::boolean(same_value(*this, first, second));
    TGDL_NEXT();
}
TGDL_OP(Not) {
    TGDL_FAULT_IF(r[pc->b].is_null(), null_operand(*this, "not"));
    r[pc->a] = Value::boolean(!r[pc->b].as_bool());
    TGDL_NEXT();
}
TGDL_OP(And) {
    TGDL_LOGIC("&", left && right);
}
TGDL_OP(Or) {
    TGDL_LOGIC("|", left || right);
}
TGDL_OP(Xor) {
    TGDL_LOGIC("xor", left != right);
}
TGDL_OP(Nand) {
    TGDL_LOGIC("nand", !(left && right));
}

// ---- jumps

TGDL_OP(Jump) {
    TGDL_JUMP_WIDE();
}
TGDL_OP(JumpIf) {
    const Value condition = r[pc->a];
    if (condition == Value::boolean(true)) {
        TGDL_JUMP_WIDE();
    }
    TGDL_FAULT_IF(condition.is_null(), fault_with(FaultId::NullCondition));
    TGDL_NEXT();
}
TGDL_OP(JumpUnless) {
    const Value condition = r[pc->a];
    if (condition == Value::boolean(false)) {
        TGDL_JUMP_WIDE();
    }
    TGDL_FAULT_IF(condition.is_null(), fault_with(FaultId::NullCondition));
    TGDL_NEXT();
}
TGDL_OP(JumpIfNull) {
    if (r[pc->a].is_null()) {
        TGDL_JUMP_WIDE();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessNull) {
    if (!r[pc->a].is_null()) {
        TGDL_JUMP_WIDE();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfLess) {
    TGDL_COMPARE("<", pc->a, pc->b, <);
    if (holds) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessLess) {
    TGDL_COMPARE("<", pc->a, pc->b, <);
    if (!holds) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfLessEqual) {
    TGDL_COMPARE("<=", pc->a, pc->b, <=);
    if (holds) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessLessEqual) {
    TGDL_COMPARE("<=", pc->a, pc->b, <=);
    if (!holds) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfSameNumber) {
    if (r[pc->a] == r[pc->b]) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessSameNumber) {
    if (r[pc->a] != r[pc->b]) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfIdentical) {
    const Value first = r[pc->a];
    const Value second = r[pc->b];
    TGDL_MAY_COMPARE();
    if (first == second) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessIdentical) {
    const Value first = r[pc->a];
    const Value second = r[pc->b];
    TGDL_MAY_COMPARE();
    if (first != second) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfSameConstant) {
    if (r[pc->a] == constants[pc->b]) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessSameConstant) {
    if (r[pc->a] != constants[pc->b]) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfBelow) {
    TGDL_JUMP_COMPARED("<", true, left < right);
}
TGDL_OP(JumpUnlessBelow) {
    TGDL_JUMP_COMPARED("<", false, left < right);
}
TGDL_OP(JumpIfAtMost) {
    TGDL_JUMP_COMPARED("<=", true, left <= right);
}
TGDL_OP(JumpUnlessAtMost) {
    TGDL_JUMP_COMPARED("<=", false, left <= right);
}
TGDL_OP(JumpIfAbove) {
    TGDL_JUMP_COMPARED("<", true, right < left);
}
TGDL_OP(JumpUnlessAbove) {
    TGDL_JUMP_COMPARED("<", false, right < left);
}
TGDL_OP(JumpIfAtLeast) {
    TGDL_JUMP_COMPARED("<=", true, right <= left);
}
TGDL_OP(JumpUnlessAtLeast) {
    TGDL_JUMP_COMPARED("<=", false, right <= left);
}
TGDL_OP(JumpIfNullWord) {
    const Value instance = r[pc->a];
    TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->b));
    if (memory.value(instance.handle() + pc->b).is_null()) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessNullWord) {
    const Value instance = r[pc->a];
    TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->b));
    if (!memory.value(instance.handle() + pc->b).is_null()) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfEmpty) {
    const Value tile = r[pc->b];
    bool is_empty = false;
    if (!tile.is_instance() || guards) [[unlikely]] {
        TGDL_DO_NATIVE();
        is_empty = r[pc->a].as_bool();
    } else {
        is_empty = first_piece(*this, tile.handle()) == 0;
    }
    if (is_empty) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessEmpty) {
    const Value tile = r[pc->b];
    bool is_empty = false;
    if (!tile.is_instance() || guards) [[unlikely]] {
        TGDL_DO_NATIVE();
        is_empty = r[pc->a].as_bool();
    } else {
        is_empty = first_piece(*this, tile.handle()) == 0;
    }
    if (!is_empty) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpIfClass) {
    const Value instance = r[pc->a];
    TGDL_MAY_TELL_CLASS(instance);
    if (is_a(instance, pc->b)) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(JumpUnlessClass) {
    const Value instance = r[pc->a];
    TGDL_MAY_TELL_CLASS(instance);
    if (!is_a(instance, pc->b)) {
        TGDL_JUMP_SHORT();
    }
    TGDL_NEXT();
}
TGDL_OP(CountUp) {
    const double counter = r[pc->a].as_number() + 1;
    const double last = r[pc->b].as_number();
    if (counter <= last) { // neither is null
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(counter)};
        TGDL_JUMP_SHORT();
    }
    TGDL_FAULT_IF(!std::isfinite(counter), wrong_arithmetic(*this, "+", r[pc->a], Value::number(1)));
    r[pc->a] = Value::number(counter);
    TGDL_FAULT_IF(std::isnan(last), null_operand(*this, "<="));
    TGDL_NEXT();
}

// ---- attributes and classes

TGDL_OP(GetWord) {
    const Value instance = r[pc->b];
    TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
    r[pc->a] = memory.value(instance.handle() + pc->c);
    TGDL_NEXT();
}
TGDL_OP(GetTileWord) {
    const Value instance = r[pc->b];
    TGDL_FAULT_IF(instance.is_null(), null_member(*this, pc->c));
    TGDL_FAULT_IF(instance.handle() == memory.half(kBlankWord, 0), blank_member(*this, pc->c));
    r[pc->a] = memory.value(instance.handle() + pc->c);
    TGDL_NEXT();
}
TGDL_OP(GetGlobal) {
    r[pc->a] = memory.value(layout.global(pc->b));
    TGDL_NEXT();
}
TGDL_OP(GetConstant) {
    r[pc->a] = memory.value(layout.constant(pc->b));
    TGDL_NEXT();
}
TGDL_OP(GetGlobalWord) {
    const Value global = memory.value(layout.global(pc->b));
    TGDL_FAULT_IF(global.is_null(), unmade_global(*this, pc->b));
    r[pc->a] = memory.value(global.handle() + pc->c);
    TGDL_NEXT();
}
TGDL_OP(GetSeat) {
    const Value number = r[pc->b];
    TGDL_FAULT_IF(number.is_null(), null_seat(*this, pc->c));
    const auto player = static_cast<std::uint32_t>(player_of(number.as_number(), layout.players));
    r[pc->a] = memory.value(layout.seat(pc->c, player));
    TGDL_NEXT();
}
TGDL_OP(IsClass) {
    const Value instance = r[pc->b];
    TGDL_MAY_TELL_CLASS(instance);
    r[pc->a] = Value::boolean(is_a(instance, pc->c));
    TGDL_NEXT();
}
TGDL_OP(AsClass) {
    const Value instance = r[pc->b];
    TGDL_MAY_TELL_CLASS(instance);
    r[pc->a] = is_a(instance, pc->c) ? instance : Value::null();
    TGDL_NEXT();
}

// ---- natives in the loop. What is unusual goes to the native itself.

TGDL_OP(QuickTileEmpty) {
    const Value tile = r[pc->b];
    if (!tile.is_instance() || guards) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = Value::boolean(first_piece(*this, tile.handle()) == 0);
    TGDL_NEXT();
}
TGDL_OP(QuickTilePiece) {
    const Value tile = r[pc->b];
    if (!tile.is_instance() || guards) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    const Handle piece = first_piece(*this, tile.handle());
    r[pc->a] = piece == 0 ? Value::null() : Value::instance(piece);
    TGDL_NEXT();
}
TGDL_OP(QuickTileX) {
    const Value tile = r[pc->b];
    if (!tile.is_instance() || !is_in_grid(*this, tile.handle())) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    TGDL_GIVE_WHOLE(tile_column(*this, tile.handle()));
    TGDL_NEXT();
}
TGDL_OP(QuickTileY) {
    const Value tile = r[pc->b];
    if (!tile.is_instance() || !is_in_grid(*this, tile.handle())) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    TGDL_GIVE_WHOLE(tile_row(*this, tile.handle()));
    TGDL_NEXT();
}
TGDL_OP(QuickTileNeighbor) {
    const Value tile = r[pc->b];
    const Handle group = tile.is_instance() ? group_of(*this, tile.handle()) : 0;
    const double number = r[pc->c].as_number();
    // A graph has no direction at all.
    if (group == 0 || !(number >= 0 && number < direction_count(group_info(*this, group)))) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    const auto direction = static_cast<unsigned>(static_cast<int>(number));
    const Handle found = neighbor_in(*this, group_info(*this, group), group, tile.handle(), direction);
    r[pc->a] = found == 0 ? Value::null() : Value::instance(found);
    TGDL_NEXT();
}
TGDL_OP(QuickPieceTile) {
    const Value piece = r[pc->b];
    if (!piece.is_instance() || guards) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    const Handle tile = tile_of(*this, piece.handle());
    r[pc->a] = tile == 0 ? Value::null() : Value::instance(tile);
    TGDL_NEXT();
}
TGDL_OP(QuickOwnerOf) {
    const Value instance = r[pc->b];
    if (!instance.is_instance()) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    const Value owner = memory.value(instance.handle() + kOwnerWord);
    if (owner.is_collection()) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = owner;
    TGDL_NEXT();
}
TGDL_OP(QuickPlayerActive) {
    TGDL_GIVE_WHOLE(memory.half(kActiveWord, 0));
    TGDL_NEXT();
}
TGDL_OP(QuickListLength) {
    const Value list = r[pc->b];
    if (!list.is_collection() || !is_list(*this, list)) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = Value::number(memory.half(list.handle() + kListStorageWord, 1));
    TGDL_NEXT();
}
TGDL_OP(QuickListGet) {
    const Value list = r[pc->b];
    const double index = r[pc->c].as_number();
    if (!list.is_collection() || !is_list(*this, list)
        || !(index >= 0 && index < memory.half(list.handle() + kListStorageWord, 1))) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = memory.value(memory.half(list.handle() + kListStorageWord, 0) + 1 + static_cast<Handle>(index));
    TGDL_NEXT();
}
TGDL_OP(QuickMathAbs) {
    const Value number = r[pc->b];
    if (!number.is_number()) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = Value{std::bit_cast<std::uint64_t>(std::fabs(number.as_number()))};
    TGDL_NEXT();
}
TGDL_OP(QuickGroupGet) {
    const Value group = r[pc->a];
    const Value i = r[pc->b];
    const Value j = r[pc->c];
    Handle found = 0;
    if (group.is_instance() && is_coordinate(i) && is_coordinate(j)) [[likely]] {
        found = cell_at_place(*this, group.handle(), coordinate(i), coordinate(j));
    }
    if (found == 0) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = Value::instance(found);
    TGDL_NEXT();
}
TGDL_OP(MoveGroup) {
    const Value group = r[pc->b];
    const Value i = r[pc[1].b];
    const Value j = r[pc[1].c];
    if (group.is_instance() && is_coordinate(i) && is_coordinate(j)) [[likely]] {
        const Handle found = plain_cell_at(memory, group.handle(), coordinate(i), coordinate(j));
        if (found != 0) [[likely]] {
            r[pc->a] = Value::instance(found);
            ++pc;
            TGDL_NEXT();
        }
    }
    r[pc->a] = group;
    TGDL_NEXT(); // which does what is unusual
}
TGDL_OP(QuickGroupCell) {
    const Value group = r[pc->b];
    const Handle found =
        group.is_instance() ? cell_at_place(*this, group.handle(), cell_column(*pc), cell_row(*pc)) : 0;
    if (found == 0) [[unlikely]] {
        TGDL_DO_NATIVE();
        TGDL_NEXT();
    }
    r[pc->a] = Value::instance(found);
    TGDL_NEXT();
}

#undef TGDL_ARITHMETIC
#undef TGDL_COMPARE
#undef TGDL_JUMP_COMPARED
#undef TGDL_LOGIC
#undef TGDL_GIVE_WHOLE
