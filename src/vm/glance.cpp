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

// Looks at the machine for one instruction after the other. Each gives false when something is unusual.
class Glance {
public:
    Glance(const Machine& machine, Value* registers) : machine_(machine), memory_(machine.memory), r_(registers) {}

    bool run(const Chunk& chunk, Value& result) {
        const Value* const constants = machine_.program->constants.data();
        const Instruction* const code = chunk.code.data();
        const Instruction* pc = code;
        while (true) {
            const Instruction now = *pc++;
            switch (now.op) {
            case Operation::Move: r_[now.a] = r_[now.b]; break;
            case Operation::LoadConstant: r_[now.a] = constants[now.wide()]; break;
            case Operation::LoadNull: std::fill_n(r_ + now.a, now.b, Value::null()); break;
            case Operation::Return: result = r_[now.a]; return true;
            case Operation::ReturnNothing: result = Value::null(); return true;
            case Operation::Jump: pc = code + now.wide(); break;
            case Operation::JumpIf:
            case Operation::JumpUnless: {
                const Value tested = r_[now.a];
                if (tested.is_null()) [[unlikely]] {
                    return false;
                }
                if (tested.as_bool() == (now.op == Operation::JumpIf)) {
                    pc = code + now.wide();
                }
                break;
            }
            case Operation::JumpIfNull:
                if (r_[now.a].is_null()) {
                    pc = code + now.wide();
                }
                break;
            case Operation::JumpUnlessNull:
                if (!r_[now.a].is_null()) {
                    pc = code + now.wide();
                }
                break;
            case Operation::JumpIfSameNumber:
            case Operation::JumpIfIdentical:
                if (r_[now.a] == r_[now.b]) {
                    pc += static_cast<std::int16_t>(now.c);
                }
                break;
            case Operation::JumpUnlessSameNumber:
            case Operation::JumpUnlessIdentical:
                if (r_[now.a] != r_[now.b]) {
                    pc += static_cast<std::int16_t>(now.c);
                }
                break;
            case Operation::JumpIfLess:
            case Operation::JumpUnlessLess:
            case Operation::JumpIfLessEqual:
            case Operation::JumpUnlessLessEqual: {
                bool holds = false;
                const bool or_equal = now.op == Operation::JumpIfLessEqual || now.op == Operation::JumpUnlessLessEqual;
                if (!compare(r_[now.a], r_[now.b], or_equal, holds)) {
                    return false;
                }
                if (holds == (now.op == Operation::JumpIfLess || now.op == Operation::JumpIfLessEqual)) {
                    pc += static_cast<std::int16_t>(now.c);
                }
                break;
            }
            default:
                if (!look(now)) [[unlikely]] {
                    return false;
                }
            }
        }
    }

private:
    static bool compare(Value left, Value right, bool or_equal, bool& holds) {
        const double first = left.as_number();
        const double second = right.as_number();
        holds = or_equal ? first <= second : first < second;
        return !std::isunordered(first, second);
    }

    bool give_number(Instruction now, double number) {
        r_[now.a] = Value{std::bit_cast<std::uint64_t>(number)};
        return std::isfinite(number);
    }

    // The instructions that go on with the next one.
    bool look(Instruction now) {
        const std::uint32_t players = machine_.layout.players;
        switch (now.op) {
        case Operation::Add: return give_number(now, r_[now.b].as_number() + r_[now.c].as_number());
        case Operation::Subtract: return give_number(now, r_[now.b].as_number() - r_[now.c].as_number());
        case Operation::Multiply: return give_number(now, r_[now.b].as_number() * r_[now.c].as_number() + 0.0);
        case Operation::AddConstant:
            return give_number(now, r_[now.b].as_number() + machine_.program->constants[now.c].as_number());
        case Operation::PlayerAdd:
            return give_number(now, seat_of(r_[now.b].as_number() + r_[now.c].as_number(), players));
        case Operation::PlayerSubtract:
            return give_number(now, seat_of(r_[now.b].as_number() - r_[now.c].as_number(), players));
        case Operation::Less:
        case Operation::LessEqual: {
            bool holds = false;
            const bool known = compare(r_[now.b], r_[now.c], now.op == Operation::LessEqual, holds);
            r_[now.a] = Value::boolean(holds);
            return known;
        }
        case Operation::EqualNumber:
        case Operation::EqualIdentity: r_[now.a] = Value::boolean(r_[now.b] == r_[now.c]); return true;
        case Operation::Not: {
            const Value given = r_[now.b];
            r_[now.a] = Value::boolean(!given.as_bool());
            return !given.is_null();
        }
        case Operation::GetGlobal: r_[now.a] = memory_.value(machine_.layout.global(now.b)); return true;
        case Operation::GetGlobalWord: {
            const Value global = memory_.value(machine_.layout.global(now.b));
            return global.is_instance() && give(now, memory_.value(global.handle() + now.c));
        }
        case Operation::IsClass: r_[now.a] = Value::boolean(machine_.is_a(r_[now.b], now.c)); return true;
        case Operation::AsClass: r_[now.a] = machine_.is_a(r_[now.b], now.c) ? r_[now.b] : Value::null(); return true;
        case Operation::QuickPlayerActive: r_[now.a] = Value::number(memory_.half(kActiveWord, 0)); return true;
        case Operation::QuickListLength:
        case Operation::QuickListGet: return look_at_list(now);
        case Operation::GetWord: {
            const Value instance = r_[now.b];
            return instance.is_instance() && give(now, memory_.value(instance.handle() + now.c));
        }
        case Operation::GetTileWord: {
            const Value tile = r_[now.b];
            return is_thing(tile) && give(now, memory_.value(tile.handle() + now.c));
        }
        default: return look_at_thing(now);
        }
    }

    bool give(Instruction now, Value value) {
        r_[now.a] = value;
        return true;
    }

    bool look_at_list(Instruction now) {
        const Value list = r_[now.a];
        if (!is_list(machine_, list)) {
            return false;
        }
        const std::uint32_t length = memory_.half(list.handle() + kListStorageWord, 1);
        if (now.op == Operation::QuickListLength) {
            return give(now, Value::number(length));
        }
        const double index = r_[now.a + 1].as_number();
        const Handle storage = memory_.half(list.handle() + kListStorageWord, 0);
        return index >= 0 && index < length && give(now, memory_.value(storage + 1 + static_cast<Handle>(index)));
    }

    [[nodiscard]] bool is_thing(Value value) const {
        return value.is_instance() && value.handle() != memory_.half(kBlankWord, 0);
    }

    bool look_at_thing(Instruction now) {
        const Value thing = r_[now.a];
        if (!is_thing(thing)) {
            return false;
        }
        const Handle handle = thing.handle();
        switch (now.op) {
        case Operation::QuickTileEmpty: return give(now, Value::boolean(first_piece(machine_, handle) == 0));
        case Operation::QuickTilePiece: return give(now, instance_or_null(first_piece(machine_, handle)));
        case Operation::QuickPieceTile: return give(now, instance_or_null(tile_of(machine_, handle)));
        case Operation::QuickOwnerOf: {
            const Value owner = memory_.value(handle + kOwnerWord);
            return !owner.is_collection() && give(now, owner);
        }
        case Operation::QuickTileX:
            return is_in_grid(machine_, handle) && give(now, Value::number(tile_column(machine_, handle)));
        case Operation::QuickTileY:
            return is_in_grid(machine_, handle) && give(now, Value::number(tile_row(machine_, handle)));
        case Operation::QuickTileNeighbor: {
            const double number = r_[now.a + 1].as_number();
            if (!is_in_grid(machine_, handle)
                || !(number >= 0 && number < direction_count(group_info(machine_, group_of(machine_, handle))))) {
                return false;
            }
            return give(now, instance_or_null(neighbor(machine_, handle, static_cast<unsigned>(number))));
        }
        default: return false;
        }
    }

    const Machine& machine_;
    const Memory& memory_;
    Value* r_;
};

} // namespace

bool glance(const Machine& machine, const Chunk& chunk, Value* registers, Value& result) {
    return Glance(machine, registers).run(chunk, result);
}

} // namespace tgdl
