// What a match begins with: its constants, and the global and player instances. Nothing here waits for a player.
#include "match/flow.h"
#include "vm/collections.h"

#include <algorithm>

namespace tgdl {

Outcome MatchFlow::run_now(ChunkIndex chunk, std::initializer_list<Value> context) {
    const std::size_t floor = machine.frames.size();
    const std::uint32_t base = live_top();
    machine.reserve(base + static_cast<std::uint32_t>(context.size()));
    std::copy(context.begin(), context.end(), machine.values.begin() + base);
    const Outcome pushed = machine.push_code(chunk, base);
    if (pushed == Outcome::Fault) {
        return pushed;
    }
    return drive(floor);
}

Outcome MatchFlow::make_instance_now(ClassIndex index, Value& made) {
    const Handle handle = machine.make_instance(index);
    if (handle == 0) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    machine.set_flag(handle, kBeingMade, true);
    made = Value::instance(handle);
    return Outcome::Next;
}

// Collections of a constant, with those inside, cannot be changed.
void MatchFlow::freeze(Value value) {
    std::vector<Value> open{value};
    while (!open.empty()) {
        const Value held = open.back();
        open.pop_back();
        if (!held.is_collection() || (Header::unpack(machine.memory.load(held.handle())).flags & kConstant) != 0) {
            continue;
        }
        machine.set_flag(held.handle(), kConstant, true);
        if (Header::unpack(machine.memory.load(held.handle())).kind == ObjectKind::Table) {
            std::uint32_t at = 0;
            Value key;
            Value entry;
            while (table_next(machine, held.handle(), at, key, entry)) {
                open.push_back(entry);
            }
            continue;
        }
        for (std::uint32_t i = 0; i < walk_length(machine, held); ++i) {
            open.push_back(walk_get(machine, held, i));
        }
    }
}

Outcome MatchFlow::make_constants() {
    for (std::uint32_t i = 0; i < program_->match_constants.size(); ++i) {
        const MatchConstant& constant = program_->match_constants[i];
        Value value = constant.option == kNone ? Value::null() : program_->options[constant.option].value;
        if (constant.chunk != kNone) {
            const std::uint32_t base = live_top();
            const Outcome outcome = run_now(constant.chunk, {});
            if (outcome != Outcome::Done) {
                return outcome;
            }
            value = machine.values[base];
            freeze(value);
        }
        machine.memory.set_value(machine.layout.constant(i), value);
    }
    return Outcome::Next;
}

// The global and player instances. Their code cannot wait for a player.
Outcome MatchFlow::make_globals() {
    if (const Outcome outcome = make_constants(); outcome != Outcome::Next) {
        return outcome;
    }
    const auto make = [&](ClassIndex index, Handle word, Value owner) {
        Value made;
        Outcome outcome = make_instance_now(index, made);
        if (outcome != Outcome::Next) {
            return outcome;
        }
        machine.memory.set_value(word, made);
        machine.memory.set_value(made.handle() + kOwnerWord, owner);
        const ClassInfo& info = program_->classes[index];
        for (const ChunkIndex chunk : {info.init, info.defaults}) {
            outcome = chunk == kNone ? Outcome::Done : run_now(chunk, {made});
            if (outcome != Outcome::Done) {
                return outcome;
            }
        }
        machine.set_flag(made.handle(), kBeingMade, false);
        return Outcome::Next;
    };
    if (program_->blank_tile != kNone) {
        machine.memory.set_half(kBlankWord, 0, machine.make_instance(program_->blank_tile));
    }
    for (std::uint32_t i = 0; i < program_->globals.size(); ++i) {
        const Outcome outcome = make(program_->globals[i], machine.layout.global(i), Value::null());
        if (outcome != Outcome::Next) {
            return outcome;
        }
    }
    for (std::uint32_t i = 0; i < program_->seats.size(); ++i) {
        for (std::uint32_t player = 0; player < players_; ++player) {
            const Outcome outcome = make(program_->seats[i], machine.layout.seat(i, player), Value::number(player));
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
    }
    return Outcome::Next;
}

} // namespace tgdl
