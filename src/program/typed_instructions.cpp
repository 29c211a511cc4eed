// Typing rule of each instruction, as instruction.def describes it.
#include "program/operands.h"
#include "program/typed_code.h"

#include <array>
#include <optional>

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kReferences = kIsList | kIsTable | kIsStack | kIsInstance | kIsBlank;
constexpr std::uint32_t kComparedByBits =
    kReferences | kIsBool | kIsTurn | kIsMovement | kIsDirection | kIsEnum | kIsShape;

} // namespace

void TypedCode::step(const Instruction& code, std::uint32_t at) {
    const bool known = step_values(code) || step_jumps(code, at) || step_calls(code) || step_instances(code)
                       || step_collections(code) || step_walks(code, at) || step_flow(code, at) || step_intrinsic(code);
    if (!known) {
        refuse("there is no rule for its types");
    }
}

// Numbers, players, texts, truth: registers in, a register out.
bool TypedCode::step_values(const Instruction& code) {
    const auto numbers = [&](std::uint32_t result) {
        want(code.b, kNumbers, "a number");
        want(code.c, kNumbers, "a number");
        set(code.a, types_.plain(result | kNotNull));
        return true;
    };
    const auto both = [&](std::uint32_t kinds, std::string_view what) {
        want(code.b, kinds, what);
        want(code.c, kinds, what);
        set(code.a, types_.plain(kIsBool | kNotNull));
        return true;
    };
    switch (code.op) {
    case Operation::Nop:
    case Operation::Cover: return true;
    case Operation::Move: set(code.a, read(code.b)); return true;
    case Operation::LoadConstant: set(code.a, types_.of_constant(code.wide())); return true;
    case Operation::LoadNull:
        for (std::uint32_t each = code.a; each < code.a + code.b; ++each) {
            set(each, StaticTypes::kNull);
        }
        return true;
    case Operation::CheckNotNull: set(code.a, types_.with(read(code.a), kNotNull)); return true;
    case Operation::CheckNotBlank: {
        const StaticTypeId type = want(code.a, kIsInstance | kIsBlank, "an instance");
        set(code.a, types_.with(types_.without(type, kIsBlank), kNotNull));
        return true;
    }
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Remainder:
    case Operation::Power: return numbers(kIsNumber);
    case Operation::PlayerAdd:
    case Operation::PlayerSubtract: return numbers(kIsPlayer);
    case Operation::Less:
    case Operation::LessEqual:
    case Operation::EqualNumber: return both(kNumbers, "a number");
    case Operation::LessText:
    case Operation::LessEqualText:
    case Operation::EqualText: return both(kIsText, "a text");
    case Operation::EqualIdentity:
        compare_identity(code.b, code.c);
        set(code.a, types_.plain(kIsBool | kNotNull));
        return true;
    case Operation::EqualAny: return both(kAllKinds, "a value");
    case Operation::And:
    case Operation::Or:
    case Operation::Xor:
    case Operation::Nand: return both(kIsBool, "a bool");
    case Operation::Not:
        want(code.b, kIsBool, "a bool");
        set(code.a, types_.plain(kIsBool | kNotNull));
        return true;
    case Operation::Negate:
        want(code.b, kNumbers, "a number");
        set(code.a, types_.plain(kIsNumber | kNotNull));
        return true;
    case Operation::ToPlayer:
        want(code.b, kNumbers, "a number");
        set(code.a, types_.plain(kIsPlayer));
        return true;
    case Operation::AddConstant:
        want(code.b, kNumbers, "a number");
        if (!program_.constants[code.c].is_number()) {
            refuse(fmt::format("constant {} is no number", code.c));
        }
        set(code.a, types_.plain(kIsNumber | kNotNull));
        return true;
    default: return false;
    }
}

// Null has bits of its own: whatever is compared with it may be anything.
void TypedCode::compare_identity(std::uint32_t first, std::uint32_t second) {
    if (read(first) != StaticTypes::kNull && read(second) != StaticTypes::kNull) {
        want(first, kComparedByBits, "something compared by identity");
        want(second, kComparedByBits, "something compared by identity");
    }
}

// A test of a class by an instruction of its own, right before the jump that asks for its answer.
void TypedCode::narrow_by_test(const Instruction& code, std::uint32_t at) {
    if (at == 0 || is_leader_[at]) {
        return;
    }
    const Instruction& test = chunk_.code[at - 1];
    if (test.op != Operation::IsClass || test.a != code.a || test.b == test.a) {
        return;
    }
    const StaticTypeId narrowed = types_.narrowed(now_.types[test.b], program_.types[test.c]);
    set(test.b, types_.with(narrowed, kNotNull), code.op == Operation::JumpIf ? Way::Jumps : Way::GoesOn);
}

bool TypedCode::step_jumps(const Instruction& code, std::uint32_t at) {
    switch (code.op) {
    case Operation::Jump: return true;
    case Operation::JumpIf:
    case Operation::JumpUnless:
        want(code.a, kIsBool, "a bool");
        narrow_by_test(code, at);
        return true;
    case Operation::JumpIfNull:
    case Operation::JumpUnlessNull: {
        const StaticTypeId type = read(code.a);
        const Way null = code.op == Operation::JumpIfNull ? Way::Jumps : Way::GoesOn;
        set(code.a, StaticTypes::kNull, null);
        set(code.a, types_.with(type, kNotNull), null == Way::Jumps ? Way::GoesOn : Way::Jumps);
        return true;
    }
    case Operation::JumpIfLess:
    case Operation::JumpUnlessLess:
    case Operation::JumpIfLessEqual:
    case Operation::JumpUnlessLessEqual:
    case Operation::JumpIfSameNumber:
    case Operation::JumpUnlessSameNumber:
        want(code.a, kNumbers, "a number");
        want(code.b, kNumbers, "a number");
        return true;
    case Operation::JumpIfIdentical:
    case Operation::JumpUnlessIdentical: compare_identity(code.a, code.b); return true;
    case Operation::JumpIfSameConstant:
    case Operation::JumpUnlessSameConstant:
    case Operation::JumpIfBelow:
    case Operation::JumpUnlessBelow:
    case Operation::JumpIfAtMost:
    case Operation::JumpUnlessAtMost:
    case Operation::JumpIfAbove:
    case Operation::JumpUnlessAbove:
    case Operation::JumpIfAtLeast:
    case Operation::JumpUnlessAtLeast:
        want(code.a, kNumbers, "a number");
        if (!program_.constants[code.b].is_number()) {
            refuse(fmt::format("constant {} is no number", code.b));
        }
        return true;
    case Operation::JumpIfNullWord:
    case Operation::JumpUnlessNullWord: word_of(code.a, code.b, false); return true;
    case Operation::JumpIfEmpty:
    case Operation::JumpUnlessEmpty:
        want_kind(code.b, ClassKind::Tile, "a tile");
        set(code.a, StaticTypes::kUndefined);
        return true;
    case Operation::JumpIfClass:
    case Operation::JumpUnlessClass: {
        const StaticTypeId type = read(code.a);
        const StaticTypeId narrowed = types_.narrowed(type, program_.types[code.b]);
        set(code.a, types_.with(narrowed, kNotNull), code.op == Operation::JumpIfClass ? Way::Jumps : Way::GoesOn);
        return true;
    }
    case Operation::CountUp:
        want(code.a, kNumbers, "a number");
        want(code.b, kNumbers, "a number");
        set(code.a, types_.plain(kIsNumber | kNotNull));
        return true;
    default: return false;
    }
}

bool TypedCode::step_calls(const Instruction& code) {
    const auto call = [&](const Chunk& called) {
        for (std::uint32_t parameter = 0; parameter < called.parameters; ++parameter) {
            const StaticTypeId wanted = verifier_.parameter_of(called, parameter);
            if (wanted != StaticTypes::kUndefined) {
                want_fitting(code.a + parameter, wanted);
            }
        }
        leave_to_others(code.a);
        set(code.a, verifier_.result_of(called));
    };
    switch (code.op) {
    case Operation::Return:
        if (now_.block != kNone) {
            refuse("a hypothetical block is left by a return");
        }
        want_fitting(code.a, verifier_.result_of(chunk_));
        return true;
    case Operation::ReturnNothing: return true;
    case Operation::Call:
    case Operation::CallReader:
    case Operation::CallPublic: call(program_.chunks[code.wide()]); return true;
    case Operation::CallMethod: {
        const StaticTypeId type = want(code.a, kIsInstance | kIsBlank, "an instance");
        want_no_blank(code.a);
        const ClassIndex owner = types_.common_class(type);
        const ChunkIndex method = owner == kNone ? kNone : verifier_.method_of(owner, code.b);
        const bool is_null = !types_[type].may_be(kIsInstance); // a fault
        if (!is_null && (owner == kNone || code.b >= program_.classes[owner].methods.size())) {
            refuse(fmt::format("{} has no method {}", types_.text(type), code.b));
        } else if (is_null || method == kNone) { // abstract in all classes: there is no instance
            leave_to_others(code.a);
            set(code.a, StaticTypes::kNull);
        } else if (code.c != program_.chunks[method].parameters) {
            refuse(fmt::format("`{}` takes {} arguments", program_.chunks[method].name,
                               program_.chunks[method].parameters));
        } else {
            // Of `this` each class has its own type: verify_methods().
            const Chunk& called = program_.chunks[method];
            for (std::uint32_t parameter = 1; parameter < called.parameters; ++parameter) {
                want_fitting(code.a + parameter, verifier_.parameter_of(called, parameter));
            }
            leave_to_others(code.a);
            set(code.a, verifier_.result_of(called));
        }
        return true;
    }
    case Operation::CallInit:
    case Operation::CallDefaults:
        want(code.a, kIsInstance, "an instance");
        want_not_null(code.a);
        leave_to_others(code.a);
        return true;
    case Operation::Native: {
        std::vector<std::uint32_t> arguments;
        arguments.reserve(code.c);
        for (std::uint32_t each = 0; each < code.c; ++each) {
            arguments.push_back(code.a + each);
        }
        // Others may run code above their arguments, or use these for their own work.
        if (static_cast<NativeId>(code.b) != NativeId::ListSet) {
            leave_to_others(code.a);
        }
        call_native(static_cast<NativeId>(code.b), arguments, code.a);
        return true;
    }
    default: return false;
    }
}

bool TypedCode::step_intrinsic(const Instruction& code) {
    const std::optional<NativeId> native = native_of_intrinsic(code.op);
    if (!native) {
        return false;
    }
    if (code.op == Operation::QuickGroupCell) {
        set(code.a, tile_of_group(want_kind(code.b, ClassKind::Group, "a group")));
        return true;
    }
    const std::array<std::uint32_t, 3> all = {code.a, code.b, code.c};
    const bool from_first = code.op == Operation::QuickGroupGet;
    const auto count = static_cast<std::size_t>(native_arguments(*native));
    call_native(*native, std::span(all).subspan(from_first ? 0 : 1, count), code.a);
    return true;
}

bool TypedCode::step_instances(const Instruction& code) {
    const auto global = [&](std::uint32_t index) {
        const ClassIndex index_of_class = program_.globals[index];
        return types_.instance_of(index_of_class, index_of_class);
    };
    const auto word_of_global = [&] {
        const StaticTypeId word = types_.word_of(global(code.b), code.c);
        if (word == StaticTypes::kUndefined) {
            refuse(fmt::format("{} has no attribute in word {}", types_.text(global(code.b)), code.c));
        }
        return word;
    };
    switch (code.op) {
    case Operation::GetWord: set(code.a, word_of(code.b, code.c, false)); return true;
    case Operation::GetTileWord: set(code.a, word_of(code.b, code.c, true)); return true;
    case Operation::GetHiddenWord:
    case Operation::GetHiddenLength:
        set(code.a, word_of(code.b, code.c, true));
        leave_to_others(code.a);
        return true;
    case Operation::SetWord: {
        const StaticTypeId word = word_of(code.a, code.c, true);
        if (types_[now_.types[code.a]].may_be(kIsInstance)) { // else it is a fault, whatever would be written
            want_fitting(code.b, word);
        } else {
            read(code.b);
        }
        return true;
    }
    case Operation::SetObserved: {
        const StaticTypeId type = want(code.a, kIsInstance | kIsBlank, "an instance");
        want_no_blank(code.a);
        const ClassIndex owner = types_.common_class(type);
        if (types_[type].may_be(kIsInstance)
            && (owner == kNone || code.b >= program_.classes[owner].attributes.size())) {
            refuse(fmt::format("{} has no attribute {}", types_.text(type), code.b));
        } else if (owner != kNone) {
            want_fitting(code.a + 1U, types_.of(program_.classes[owner].attributes[code.b].type));
        }
        leave_to_others(code.a);
        set(code.a, StaticTypes::kUndefined);
        return true;
    }
    case Operation::GetGlobal: set(code.a, global(code.b)); return true;
    case Operation::GetConstant: set(code.a, types_.of(program_.match_constants[code.b].type)); return true;
    case Operation::GetGlobalWord: set(code.a, word_of_global()); return true;
    case Operation::SetGlobalWord: want_fitting(code.a, word_of_global()); return true;
    case Operation::GetSeat: {
        want(code.b, kNumbers, "a player");
        const ClassIndex seat = program_.seats[code.c];
        set(code.a, types_.instance_of(seat, seat));
        return true;
    }
    case Operation::IsClass:
        read(code.b);
        set(code.a, types_.plain(kIsBool | kNotNull));
        return true;
    case Operation::AsClass:
        set(code.a, types_.without(types_.narrowed(read(code.b), program_.types[code.c]), kNotNull));
        return true;
    case Operation::New:
        set(code.a, types_.with(types_.without(types_.instance_of(code.wide(), code.wide()), kIsBlank), kNotNull));
        return true;
    case Operation::Made:
        want(code.a, kIsInstance, "an instance");
        want_not_null(code.a);
        return true;
    default: return false;
    }
}

bool TypedCode::step_collections(const Instruction& code) {
    const ValueType* const made = code.c < program_.types.size() ? &program_.types[code.c] : nullptr;
    const auto make = [&](ValueKind kind) {
        if (made == nullptr || made->kind != kind) {
            refuse(fmt::format("type {} is not that of such a collection", code.c));
            return;
        }
        const StaticTypeId element = types_.of(made->element);
        const std::uint32_t step = kind == ValueKind::Table ? 2 : 1;
        for (std::uint32_t each = 0; each < code.b * step; each += step) {
            want_fitting(code.a + each + step - 1, element);
            if (kind == ValueKind::Table) {
                want_fitting(code.a + each,
                             made->key == kNone ? StaticTypeId{StaticTypes::kAny} : types_.of(made->key));
            }
        }
        set(code.a, types_.with(types_.of(code.c), kNotNull | kOwnElement));
    };
    switch (code.op) {
    case Operation::NewList: make(ValueKind::List); return true;
    case Operation::NewStack: make(ValueKind::Stack); return true;
    case Operation::NewTable: make(ValueKind::Table); return true;
    case Operation::Append: {
        const StaticTypeId list = want(code.a, kIsList, "a List");
        if (!types_[list].may_be(kOwnElement) || !types_[list].may_be(kNotNull)) {
            refuse(fmt::format("register {} holds a List that this code has not made", code.a));
        }
        want_fitting(code.b, types_[list].element);
        return true;
    }
    default: return false;
    }
}

// Snapshot and Walk. Of a Table the keys are walked over, as a List.
void TypedCode::begin_walk(const Instruction& code) {
    const StaticTypeId type = read(code.b);
    const StaticType walked = types_[type];
    const bool is_deck = !walked.may_be(kIsInstance | kIsBlank)
                         || types_.is_of_kind(types_.without(type, kIsList | kIsStack | kIsTable), ClassKind::Stack);
    if (!walked.is_only(kIsList | kIsStack | kIsTable | kIsInstance) || !is_deck) {
        refuse(fmt::format("register {} holds {}, where a collection is wanted", code.b, types_.text(type)));
        return;
    }
    StaticTypeId list = type;
    if (walked.may_be(kIsTable) || code.op == Operation::Snapshot) {
        list = types_.collection(kIsList, types_.walked(type));
    }
    set(code.a, types_.with(list, kNotNull));
    set(code.a + 1U, types_.plain(kIsPosition));
}

// One that gives the next element: it goes on with it, or jumps; those that end a round the other way.
void TypedCode::next_of_walk(const Instruction& code, std::uint32_t at) {
    const std::uint32_t walk = code.a;
    const std::uint32_t position = walk + 1;
    const StaticTypeId type = read(walk);
    const StaticType state = types_[read(position)];
    StaticTypeId element = StaticTypes::kNull;
    StaticTypeId next = types_.plain(kIsPosition);
    Way found = Way::GoesOn;
    switch (code.op) {
    case Operation::NextAgain:
    case Operation::NextFittingAgain:
    case Operation::NextConstantAgain:
    case Operation::NextOnLineAgain:
    case Operation::NextAdjacentAgain: found = Way::Jumps; break;
    default: break;
    }
    switch (code.op) {
    case Operation::NextConstant:
    case Operation::NextConstantAgain:
        if (!types_[type].is_only(kIsConstantEnd) || !state.is_only(kIsConstantPosition) || state.kinds == 0) {
            refuse("it goes on with no walk over constants");
        }
        element = state.element;
        next = now_.types[position];
        break;
    case Operation::NextOnLine:
    case Operation::NextOnLineAgain:
        want_kind(walk, ClassKind::Tile, "a tile");
        if (!state.is_only(kIsLinePosition) || state.kinds == 0) {
            refuse("it goes on with no walk along a line");
        }
        element = types_.without(types_.of_kind(ClassKind::Tile), kIsBlank);
        next = types_.plain(kIsLinePosition);
        break;
    case Operation::NextAdjacent:
    case Operation::NextAdjacentAgain:
        want_kind(walk, ClassKind::Tile, "a tile");
        want_not_null(walk);
        want(position, kIsPosition, "the position of a walk");
        element = types_.without(types_.of_kind(ClassKind::Tile), kIsBlank);
        break;
    default: {
        want(position, kIsPosition | kNumbers, "the position of a walk"); // 0 is one too, and it is looked at
        if (!types_[type].is_only(kIsList | kIsStack | kIsInstance) || !types_[type].may_be(kNotNull)
            || (types_[type].may_be(kIsInstance)
                && !types_.is_of_kind(types_.without(type, kIsList | kIsStack), ClassKind::Stack))) {
            refuse("it goes on with no walk over a collection");
        }
        element = types_.element_of(type);
        break;
    }
    }
    if (code.op == Operation::NextFitting) {
        element = types_.with(types_.narrowed(element, program_.types[chunk_.code[at + 1].c]), kNotNull);
    } else if (code.op == Operation::NextFittingAgain) {
        const std::uint32_t test = operands_of(code, at)[1].number - 1;
        element = types_.with(types_.narrowed(element, program_.types[chunk_.code[test].c]), kNotNull);
    }
    set(position, next, found);
    set(position, StaticTypes::kUndefined, found == Way::Jumps ? Way::GoesOn : Way::Jumps);
    set(walk + 2, element, found);
}

bool TypedCode::step_walks(const Instruction& code, std::uint32_t at) {
    switch (code.op) {
    case Operation::Snapshot:
    case Operation::Walk: begin_walk(code); return true;
    case Operation::WalkConstants: {
        StaticTypeId element = StaticTypes::kNull;
        for (std::uint32_t each = 0; each < code.c; ++each) {
            const StaticTypeId constant = types_.of_constant(code.b + each);
            element = each == 0 ? constant : types_.join(element, constant);
        }
        set(code.a, types_.plain(kIsConstantEnd));
        set(code.a + 1U, types_.add({kIsConstantPosition, 0, 0, element, 0, kNone}));
        return true;
    }
    case Operation::WalkLine:
        want_kind(code.b, ClassKind::Tile, "a tile");
        want(code.c, kNumbers | kIsDirection, "a direction");
        set(code.a, types_.with(now_.types[code.b], kNotNull));
        set(code.a + 1U, types_.plain(kIsLinePosition));
        return true;
    case Operation::WalkAdjacents:
        want_kind(code.b, ClassKind::Tile, "a tile");
        set(code.a, types_.with(now_.types[code.b], kNotNull));
        set(code.a + 1U, types_.plain(kIsPosition));
        return true;
    case Operation::Next:
    case Operation::NextAgain:
    case Operation::NextFitting:
    case Operation::NextFittingAgain:
    case Operation::NextConstant:
    case Operation::NextConstantAgain:
    case Operation::NextOnLine:
    case Operation::NextOnLineAgain:
    case Operation::NextAdjacent:
    case Operation::NextAdjacentAgain: next_of_walk(code, at); return true;
    case Operation::MoveGroup: {
        const StaticTypeId group = want_kind(code.b, ClassKind::Group, "a group");
        set(code.a, group, Way::GoesOn);
        set(code.a, tile_of_group(group), Way::Jumps);
        return true;
    }
    default: return false;
    }
}

} // namespace tgdl
