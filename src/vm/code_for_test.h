// A small program whose code tests write by hand, and a machine that runs it.
//
// Classes: a global State with the attribute `held`, a class Thing with the attribute `other`, and Special : Thing.
#pragma once

#include "program/texts.h"
#include "vm/collections.h"
#include "vm/machine.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class CodeTest : public testing::Test {
protected:
    static constexpr ClassIndex kState = 0;
    static constexpr ClassIndex kThing = 1;
    static constexpr ClassIndex kSpecial = 2;
    enum Type : TypeIndex { kNumber, kThingType, kSpecialType, kThings };
    static constexpr std::uint16_t kFirstAttribute = kInstanceWords;

    CodeTest() {
        program_.texts = {{"", u""}};
        index_texts(program_);
        program_.places = {{}};
        program_.max_players = 3;
        program_.turns.resize(1);
        program_.turns[0].name = "Turn";
        program_.turns[0].phases.resize(1);
        program_.turns[0].phases[0].name = "Phase";
        program_.types = {
            {.kind = ValueKind::Number, .name = "number"},
            {.kind = ValueKind::Instance, .first_class = kThing, .last_class = kSpecial, .name = "Thing"},
            {.kind = ValueKind::Instance, .first_class = kSpecial, .last_class = kSpecial, .name = "Special"},
            {.kind = ValueKind::List, .element = kThingType, .name = "List<Thing>"}};
        program_.classes.resize(3);
        name_class(kState, "State", "held");
        name_class(kThing, "Thing", "other");
        name_class(kSpecial, "Special", "other");
        program_.classes[kState].scope = Scope::Global;
        program_.classes[kState].global = 0;
        program_.classes[kThing].last = kSpecial;
        program_.classes[kSpecial].base = kThing;
        program_.events.fill(kNone);
        program_.observers.resize(program_.classes.size());
        program_.globals = {kState};
    }

    void name_class(ClassIndex index, const char* name, const char* attribute) {
        ClassInfo& info = program_.classes[index];
        info.name = name;
        info.last = index;
        info.size = kInstanceWords + 1;
        info.attributes.resize(1);
        info.attributes[0].name = attribute;
        info.attributes[0].type = kThingType;
        info.attributes[0].offset = kFirstAttribute;
    }

    std::uint32_t constant(Value value) {
        program_.constants.push_back(value);
        return static_cast<std::uint32_t>(program_.constants.size() - 1);
    }
    Instruction load(std::uint16_t reg, double number) {
        return Instruction::with_wide(Operation::LoadConstant, reg, constant(Value::number(number)));
    }
    ChunkIndex add_code(std::uint16_t parameters, std::uint16_t registers, std::vector<Instruction> code) {
        Chunk chunk;
        chunk.name = "code" + std::to_string(program_.chunks.size());
        chunk.parameters = parameters;
        chunk.registers = registers;
        chunk.places.resize(code.size());
        chunk.code = std::move(code);
        program_.chunks.push_back(std::move(chunk));
        return static_cast<ChunkIndex>(program_.chunks.size() - 1);
    }

    // The machine starts with the global made; the program must be whole by then.
    Machine& machine() {
        if (machine_ == nullptr) {
            machine_ = std::make_unique<Machine>(program_, 3);
            machine_->memory.set_value(machine_->layout.global(0), Value::instance(machine_->make_instance(kState)));
        }
        return *machine_;
    }
    Outcome run(ChunkIndex chunk, const std::vector<Value>& arguments = {}) {
        Machine& runs = machine();
        runs.reserve(static_cast<std::uint32_t>(arguments.size()) + 1);
        std::copy(arguments.begin(), arguments.end(), runs.values.begin());
        if (runs.push_code(chunk, 0) == Outcome::Fault) {
            return Outcome::Fault;
        }
        return runs.run(0);
    }
    // What the code gives; it must not fault.
    Value result(ChunkIndex chunk, const std::vector<Value>& arguments = {}) {
        EXPECT_EQ(run(chunk, arguments), Outcome::Done) << machine().fault().message;
        return machine().values[0];
    }
    std::string fault(ChunkIndex chunk, const std::vector<Value>& arguments = {}) {
        EXPECT_EQ(run(chunk, arguments), Outcome::Fault);
        return machine().fault().message;
    }

    Handle thing() { return machine().make_instance(kThing); }
    Handle held_word() { return machine().memory.value(machine().layout.global(0)).handle() + kFirstAttribute; }

    Program program_;

private:
    std::unique_ptr<Machine> machine_;
};

} // namespace tgdl
