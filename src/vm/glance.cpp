#include "vm/glance.h"

#include "vm/arithmetic.h"
#include "vm/execution.h"
#include "vm/places.h"

#include <bit>
#include <cmath>

namespace tgdl {

namespace {

// Most numbers are players already.
double seat_of(double number, std::uint32_t players) {
    return number == 0 || (number == 1 && players > 1) ? number : player_of(number, players);
}

Value instance_or_null(Handle handle) {
    return handle == 0 ? Value::null() : Value::instance(handle);
}

// Is it a tile that is there, or another thing?
bool is_thing(const Memory& memory, Value value) {
    return value.is_instance() && value.handle() != memory.half(kBlankWord, 0);
}

} // namespace

// NOLINTNEXTLINE(readability-function-size): one loop over one switch.
bool glance(const Machine& machine, const Chunk& chunk, Value* r, Value& result) {
    const Memory& memory = machine.memory;
    const Value* const constants = machine.program->constants.data();
    const Instruction* pc = chunk.code.data();
    const auto give_number = [&](double number) {
        r[pc->a] = Value{std::bit_cast<std::uint64_t>(number)};
        return std::isfinite(number);
    };
    while (true) {
        switch (pc->op) {
        case Operation::Move: r[pc->a] = r[pc->b]; break;
        case Operation::LoadConstant: r[pc->a] = constants[pc->wide()]; break;
        case Operation::LoadNull: std::fill_n(r + pc->a, pc->b, Value::null()); break;
        case Operation::Return: result = r[pc->a]; return true;
        case Operation::ReturnNothing: result = Value::null(); return true;

        case Operation::Jump: pc += static_cast<std::int32_t>(pc->wide()); break;
        case Operation::JumpIf:
            if (r[pc->a] == Value::boolean(true)) {
                pc += static_cast<std::int32_t>(pc->wide());
                break;
            }
            if (r[pc->a].is_null()) [[unlikely]] {
                return false;
            }
            break;
        case Operation::JumpUnless:
            if (r[pc->a] == Value::boolean(false)) {
                pc += static_cast<std::int32_t>(pc->wide());
                break;
            }
            if (r[pc->a].is_null()) [[unlikely]] {
                return false;
            }
            break;
        case Operation::JumpIfNull:
            if (r[pc->a].is_null()) {
                pc += static_cast<std::int32_t>(pc->wide());
                break;
            }
            break;
        case Operation::JumpUnlessNull:
            if (!r[pc->a].is_null()) {
                pc += static_cast<std::int32_t>(pc->wide());
                break;
            }
            break;
        case Operation::JumpIfSameNumber:
        case Operation::JumpIfIdentical:
            if (r[pc->a] == r[pc->b]) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        case Operation::JumpUnlessSameNumber:
        case Operation::JumpUnlessIdentical:
            if (r[pc->a] != r[pc->b]) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        case Operation::JumpIfLess:
        case Operation::JumpUnlessLess:
        case Operation::JumpIfLessEqual:
        case Operation::JumpUnlessLessEqual: {
            const double left = r[pc->a].as_number();
            const double right = r[pc->b].as_number();
            if (std::isunordered(left, right)) [[unlikely]] {
                return false;
            }
            const bool or_equal = pc->op == Operation::JumpIfLessEqual || pc->op == Operation::JumpUnlessLessEqual;
            const bool jumps_if = pc->op == Operation::JumpIfLess || pc->op == Operation::JumpIfLessEqual;
            if ((or_equal ? left <= right : left < right) == jumps_if) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        }
        case Operation::JumpIfSameConstant:
            if (r[pc->a] == constants[pc->b]) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        case Operation::JumpUnlessSameConstant:
            if (r[pc->a] != constants[pc->b]) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        case Operation::JumpIfNullWord:
        case Operation::JumpUnlessNullWord:
            if (!r[pc->a].is_instance()) [[unlikely]] {
                return false;
            }
            if (memory.value(r[pc->a].handle() + pc->b).is_null() == (pc->op == Operation::JumpIfNullWord)) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;
        case Operation::JumpIfEmpty:
        case Operation::JumpUnlessEmpty:
            if (!is_thing(memory, r[pc->b])) [[unlikely]] {
                return false;
            }
            if ((first_piece(machine, r[pc->b].handle()) == 0) == (pc->op == Operation::JumpIfEmpty)) {
                pc += static_cast<std::int16_t>(pc->c);
            }
            break;

        case Operation::Add:
            if (!give_number(r[pc->b].as_number() + r[pc->c].as_number())) [[unlikely]] {
                return false;
            }
            break;
        case Operation::Subtract:
            if (!give_number(r[pc->b].as_number() - r[pc->c].as_number())) [[unlikely]] {
                return false;
            }
            break;
        case Operation::Multiply:
            if (!give_number(r[pc->b].as_number() * r[pc->c].as_number() + 0.0)) [[unlikely]] {
                return false;
            }
            break;
        case Operation::AddConstant:
            if (!give_number(r[pc->b].as_number() + constants[pc->c].as_number())) [[unlikely]] {
                return false;
            }
            break;
        case Operation::PlayerAdd:
            if (!give_number(seat_of(r[pc->b].as_number() + r[pc->c].as_number(), machine.layout.players)))
                [[unlikely]] {
                return false;
            }
            break;
        case Operation::PlayerSubtract:
            if (!give_number(seat_of(r[pc->b].as_number() - r[pc->c].as_number(), machine.layout.players)))
                [[unlikely]] {
                return false;
            }
            break;
        case Operation::Less:
        case Operation::LessEqual: {
            const double left = r[pc->b].as_number();
            const double right = r[pc->c].as_number();
            if (std::isunordered(left, right)) [[unlikely]] {
                return false;
            }
            r[pc->a] = Value::boolean(pc->op == Operation::Less ? left < right : left <= right);
            break;
        }
        case Operation::EqualNumber:
        case Operation::EqualIdentity: r[pc->a] = Value::boolean(r[pc->b] == r[pc->c]); break;
        case Operation::Not:
            if (r[pc->b].is_null()) [[unlikely]] {
                return false;
            }
            r[pc->a] = Value::boolean(!r[pc->b].as_bool());
            break;

        case Operation::GetGlobal: r[pc->a] = memory.value(machine.layout.global(pc->b)); break;
        case Operation::GetGlobalWord: {
            const Value global = memory.value(machine.layout.global(pc->b));
            if (!global.is_instance()) [[unlikely]] {
                return false;
            }
            r[pc->a] = memory.value(global.handle() + pc->c);
            break;
        }
        case Operation::GetWord:
        case Operation::GetTileWord: {
            const Value thing = r[pc->b];
            if (pc->op == Operation::GetWord ? !thing.is_instance() : !is_thing(memory, thing)) [[unlikely]] {
                return false;
            }
            r[pc->a] = memory.value(thing.handle() + pc->c);
            break;
        }
        case Operation::IsClass: r[pc->a] = Value::boolean(machine.is_a(r[pc->b], pc->c)); break;
        case Operation::AsClass: r[pc->a] = machine.is_a(r[pc->b], pc->c) ? r[pc->b] : Value::null(); break;
        case Operation::QuickPlayerActive: r[pc->a] = Value::number(memory.half(kActiveWord, 0)); break;

        case Operation::QuickListLength:
        case Operation::QuickListGet: {
            const Value list = r[pc->b];
            if (!is_list(machine, list)) [[unlikely]] {
                return false;
            }
            const std::uint32_t length = memory.half(list.handle() + kListStorageWord, 1);
            if (pc->op == Operation::QuickListLength) {
                r[pc->a] = Value::number(length);
                break;
            }
            const double index = r[pc->c].as_number();
            if (!(index >= 0 && index < length)) [[unlikely]] {
                return false;
            }
            r[pc->a] = memory.value(memory.half(list.handle() + kListStorageWord, 0) + 1 + static_cast<Handle>(index));
            break;
        }

        case Operation::QuickTileEmpty:
            if (!is_thing(memory, r[pc->b])) [[unlikely]] {
                return false;
            }
            r[pc->a] = Value::boolean(first_piece(machine, r[pc->b].handle()) == 0);
            break;
        case Operation::QuickTilePiece:
            if (!is_thing(memory, r[pc->b])) [[unlikely]] {
                return false;
            }
            r[pc->a] = instance_or_null(first_piece(machine, r[pc->b].handle()));
            break;
        case Operation::QuickPieceTile:
            if (!r[pc->b].is_instance()) [[unlikely]] {
                return false;
            }
            r[pc->a] = instance_or_null(tile_of(machine, r[pc->b].handle()));
            break;
        case Operation::QuickOwnerOf: {
            const Value thing = r[pc->b];
            if (!thing.is_instance() || memory.value(thing.handle() + kOwnerWord).is_collection()) [[unlikely]] {
                return false;
            }
            r[pc->a] = memory.value(thing.handle() + kOwnerWord);
            break;
        }
        case Operation::QuickTileX:
        case Operation::QuickTileY: {
            const Value tile = r[pc->b];
            if (!tile.is_instance() || !is_in_grid(machine, tile.handle())) [[unlikely]] {
                return false;
            }
            r[pc->a] = Value::number(pc->op == Operation::QuickTileX ? tile_column(machine, tile.handle())
                                                                     : tile_row(machine, tile.handle()));
            break;
        }
        case Operation::QuickTileNeighbor: {
            const Value tile = r[pc->b];
            const Handle group = tile.is_instance() ? group_of(machine, tile.handle()) : 0;
            const double number = r[pc->c].as_number();
            if (group == 0 || !(number >= 0 && number < direction_count(group_info(machine, group)))) [[unlikely]] {
                return false;
            }
            const auto direction = static_cast<unsigned>(static_cast<int>(number));
            r[pc->a] =
                instance_or_null(neighbor_in(machine, group_info(machine, group), group, tile.handle(), direction));
            break;
        }
        default: return false;
        }
        ++pc;
    }
}

} // namespace tgdl
