// A game whose code tests write by hand, and matches of it: the compiler is above this library.
//
//   HandMadeGame game(2);
//   game.add_action("Pass", {game.count(1), game.pass()});
//   Match match = game.start();
//
// It has one global attribute, a number that begins with 0: the count.
#pragma once

#include "match/match.h"
#include "program/find_plans.h"
#include "program/instance_layout.h"
#include "program/texts.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class HandMadeGame {
public:
    using Code = std::vector<Instruction>;

    explicit HandMadeGame(std::uint32_t players) : players_(players) {
        program_.game = "by hand";
        program_.min_players = players;
        program_.max_players = players;
        program_.texts = {{"", u""}};
        program_.places = {{}};
        add_type(ValueKind::Number, kNone, kNone, "number");
        program_.classes.resize(2);
        name_class(kState, "State", "count");
        program_.classes[kState].scope = Scope::Global;
        program_.classes[kState].global = 0;
        program_.classes[kState].init = add_code(
            1, {with_constant(Operation::LoadConstant, 1, 0), {Operation::SetWord, 0, 1, kCountWord}, kReturn});
        name_class(kChoiceEvent, "PlayerChoiceEvent", "active");
        program_.classes[kChoiceEvent].kind = ClassKind::Event;
        set_classes_of_kinds();
        program_.globals = {kState};
        program_.events.fill(kNone);
        program_.events[static_cast<std::size_t>(EventKind::PlayerChoice)] = kChoiceEvent;
        program_.observers.resize(program_.classes.size());
        program_.turns.resize(1);
        program_.turns[0].name = "Round";
        program_.turns[0].phases.resize(1);
        program_.turns[0].phases[0].name = "Choice";
    }

    // Players may choose it in their turn. The effect is made of the parts below.
    ActionIndex add_action(const char* name, const std::vector<Code>& effect) {
        const auto index = static_cast<ActionIndex>(program_.actions.size());
        ActionInfo action;
        action.name = name;
        action.order = index;
        action.triggers.push_back({kChoiceEvent, kNone, 0});
        action.effect = add_effect(effect, 0);
        action.may_fail = program_.any_fail;
        program_.actions.push_back(std::move(action));
        program_.game_actions.push_back(index);
        program_.observers[kChoiceEvent].push_back({kNone, index, 0});
        return index;
    }
    // The action may be chosen only while the count is below `most`.
    void require_below(ActionIndex action, double most) {
        Condition condition;
        condition.chunk = add_code(2, {get_count(2),
                                       with_constant(Operation::LoadConstant, 3, most),
                                       {Operation::Less, 2, 2, 3},
                                       {Operation::Return, 2, 0, 0}});
        program_.actions[action].requirements.push_back(std::move(condition));
    }
    // Instead of actions, the phase asks for a number from 0 to `most`: the player whose turn it is, or with
    // InputMode::Players all at once. Then it logs that, and does `then`.
    void ask_in_phase(double most, InputMode mode = InputMode::Choice, const Code& then = {}) {
        InputInfo input;
        input.name = "said";
        input.type = kNumber;
        input.element = kNumber;
        input.mode = mode;
        input.reg = 2;
        input.low = add_code(5, {with_constant(Operation::LoadConstant, 5, 0), {Operation::Return, 5, 0, 0}});
        input.high = add_code(5, {with_constant(Operation::LoadConstant, 5, most), {Operation::Return, 5, 0, 0}});
        if (mode == InputMode::Players) {
            const TypeIndex player = add_type(ValueKind::Player, kNone, kNone, "player");
            const TypeIndex players = add_type(ValueKind::List, player, kNone, "List<player>");
            input.table_type = add_type(ValueKind::Table, kNumber, player, "Table<player, number>");
            input.who = add_code(2, {with_constant(Operation::LoadConstant, 2, players),
                                     native(NativeId::PlayerAll, 2, 1),
                                     {Operation::Return, 2, 0, 0}});
            program_.simultaneous = true;
        }
        program_.inputs.push_back(std::move(input));
        program_.turns[0].phases[0].effect =
            add_effect({{Instruction::with_wide(Operation::Ask, 2, 0)}, log("answered"), then}, 0);
    }

    // ---- parts of an effect
    Code count(double more) {
        return {get_count(4),
                {Operation::AddConstant, 4, 4, static_cast<std::uint16_t>(constant(Value::number(more)))},
                {Operation::SetGlobalWord, 4, 0, kCountWord}};
    }
    Code pass() { return {native(NativeId::TurnPass, 4, 0)}; }
    Code win() { return {{Operation::QuickPlayerActive, 4, 0, 0}, winner(WinnerKind::Player)}; }
    Code draw() { return {winner(WinnerKind::Draw)}; }
    // The game ends with this player's victory once the count is at least that.
    Code win_at(double least) {
        return {get_count(4),
                {Operation::JumpUnlessAtLeast, 4, static_cast<std::uint16_t>(constant(Value::number(least))), 2},
                {Operation::QuickPlayerActive, 4, 0, 0},
                winner(WinnerKind::Player)};
    }
    // The move fails once the count is at least that, so that it is not legal.
    Code fail_at(double least) {
        program_.any_fail = true;
        return {get_count(4),
                {Operation::JumpUnlessAtLeast, 4, static_cast<std::uint16_t>(constant(Value::number(least))), 2},
                {Operation::LoadNull, 4, 1, 0},
                {Operation::Fail, 4, 0, 0}};
    }
    Code log(const char* words) { return {load_text(4, words), native(NativeId::Log, 4, 1)}; }
    Code tell(std::uint32_t player, const char* words) {
        return {with_constant(Operation::LoadConstant, 4, player), load_text(5, words), native(NativeId::Tell, 4, 2)};
    }
    // Draws a number below `bound`, and forgets it.
    Code chance(double bound) {
        program_.chance = true;
        return {with_constant(Operation::LoadConstant, 4, bound), native(NativeId::RandomBelow, 4, 1)};
    }

    [[nodiscard]] const std::shared_ptr<const Program>& program() {
        if (!whole_) {
            index_texts(program_);
            find_plans(program_);
            whole_ = std::make_shared<const Program>(program_);
        }
        return whole_;
    }
    Match start(std::uint64_t seed = 0, DrawTape* tape = nullptr) {
        return {program(), players_, MatchSeed::from(seed), {}, nullptr, nullptr, tape};
    }

private:
    static constexpr ClassIndex kState = 0;
    static constexpr ClassIndex kChoiceEvent = 1;
    static constexpr TypeIndex kNumber = 0;
    static constexpr std::uint16_t kCountWord = kInstanceWords;
    static constexpr std::uint16_t kRegisters = 8;
    static constexpr Instruction kReturn{Operation::ReturnNothing, 0, 0, 0};

    void name_class(ClassIndex index, const char* name, const char* attribute) {
        ClassInfo& info = program_.classes[index];
        info.name = name;
        info.last = index;
        info.size = kInstanceWords + 1;
        info.attributes.resize(1);
        info.attributes[0].name = attribute;
        info.attributes[0].type = kNumber;
        info.attributes[0].offset = kCountWord;
    }
    TypeIndex add_type(ValueKind kind, TypeIndex element, TypeIndex key, const char* name) {
        ValueType type;
        type.kind = kind;
        type.element = element;
        type.key = key;
        type.name = name;
        program_.types.push_back(std::move(type));
        return static_cast<TypeIndex>(program_.types.size() - 1);
    }
    void set_classes_of_kinds() {
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            const auto kind = static_cast<std::size_t>(program_.classes[index].kind);
            program_.first_class.at(kind) = index;
            program_.last_class.at(kind) = index + 1;
        }
    }
    std::uint32_t constant(Value value) {
        program_.constants.push_back(value);
        return static_cast<std::uint32_t>(program_.constants.size() - 1);
    }
    Instruction with_constant(Operation operation, std::uint16_t reg, double number) {
        return Instruction::with_wide(operation, reg, constant(Value::number(number)));
    }
    Instruction load_text(std::uint16_t reg, const std::string& words) {
        program_.texts.push_back({words, std::u16string(words.begin(), words.end())});
        const auto text = static_cast<std::uint32_t>(program_.texts.size() - 1);
        return Instruction::with_wide(Operation::LoadConstant, reg, constant(Value::constant_text(text)));
    }
    static Instruction get_count(std::uint16_t reg) { return {Operation::GetGlobalWord, reg, 0, kCountWord}; }
    static Instruction native(NativeId id, std::uint16_t reg, std::uint16_t arguments) {
        return {Operation::Native, reg, static_cast<std::uint16_t>(id), arguments};
    }
    static Instruction winner(WinnerKind kind) { return {Operation::Winner, 4, static_cast<std::uint16_t>(kind), 0}; }
    ChunkIndex add_effect(const std::vector<Code>& parts, std::uint16_t inputs) {
        Code code;
        for (const Code& part : parts) {
            code.insert(code.end(), part.begin(), part.end());
        }
        code.push_back(kReturn);
        return add_code(static_cast<std::uint16_t>(2 + inputs), std::move(code));
    }
    ChunkIndex add_code(std::uint16_t parameters, Code code) {
        Chunk chunk;
        chunk.name = "code" + std::to_string(program_.chunks.size());
        chunk.parameters = parameters;
        chunk.registers = kRegisters;
        chunk.writes = true;
        chunk.may_fail = program_.any_fail;
        chunk.places.resize(code.size());
        chunk.code = std::move(code);
        program_.chunks.push_back(std::move(chunk));
        return static_cast<ChunkIndex>(program_.chunks.size() - 1);
    }

    std::uint32_t players_;
    Program program_;
    std::shared_ptr<const Program> whole_;
};

} // namespace tgdl
