// A machine over a small program written by hand: types of collections, a class Card with a derived class King.
#pragma once

#include "program/texts.h"
#include "vm/collections.h"
#include "vm/native_lists.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class CollectionTest : public testing::Test {
protected:
    CollectionTest() : program_(make_program()), machine_(program_, 2) { machine_.values.resize(8); }

    enum Type : TypeIndex {
        kNumber,
        kText,
        kPlayer,
        kCard,
        kKing,
        kNumbers,     // List<number>
        kTexts,       // List<string>
        kCards,       // List<Card>
        kKings,       // List<King>
        kCardStack,   // Stack<Card>
        kKingStack,   // Stack<King>
        kScores,      // Table<number>
        kSeatScores,  // Table<player, number>
        kHands,       // Table<List<Card>>
        kPlayers,     // List<player>
        kKingHands,   // Table<List<King>>
        kCardsByName, // Table<Card>
        kKingsByName, // Table<King>
    };
    static constexpr ClassIndex kCardClass = 0;
    static constexpr ClassIndex kKingClass = 1;

    static Program make_program() {
        Program program;
        program.texts = {{"", u""}, {"ace", u"ace"}, {"true", u"true"}};
        index_texts(program);
        program.classes.resize(2);
        program.classes[kCardClass].name = "Card";
        program.classes[kCardClass].last = kKingClass;
        program.classes[kKingClass].name = "King";
        program.classes[kKingClass].base = kCardClass;
        program.classes[kKingClass].last = kKingClass;
        for (ClassInfo& info : program.classes) {
            info.size = kInstanceWords;
        }
        add_types(program);
        return program;
    }

    static void add_types(Program& program) {
        const auto add = [&program](ValueKind kind, const char* name, TypeIndex element = kNone,
                                    TypeIndex key = kNone) {
            program.types.push_back({.kind = kind, .element = element, .key = key, .name = name});
        };
        add(ValueKind::Number, "number");
        add(ValueKind::Text, "string");
        add(ValueKind::Player, "player");
        program.types.push_back(
            {.kind = ValueKind::Instance, .first_class = kCardClass, .last_class = kKingClass, .name = "Card"});
        program.types.push_back(
            {.kind = ValueKind::Instance, .first_class = kKingClass, .last_class = kKingClass, .name = "King"});
        add(ValueKind::List, "List<number>", kNumber);
        add(ValueKind::List, "List<string>", kText);
        add(ValueKind::List, "List<Card>", kCard);
        add(ValueKind::List, "List<King>", kKing);
        add(ValueKind::Stack, "Stack<Card>", kCard);
        add(ValueKind::Stack, "Stack<King>", kKing);
        add(ValueKind::Table, "Table<number>", kNumber);
        add(ValueKind::Table, "Table<player, number>", kNumber, kPlayer);
        add(ValueKind::Table, "Table<List<Card>>", kCards);
        add(ValueKind::List, "List<player>", kPlayer);
        add(ValueKind::Table, "Table<List<King>>", kKings);
        add(ValueKind::Table, "Table<Card>", kCard);
        add(ValueKind::Table, "Table<King>", kKing);
    }

    Value text(std::string_view utf8) { return make_text(machine_, utf8); }
    static Value number(double value) { return Value::number(value); }
    static Value type(TypeIndex index) { return Value::number(index); }
    Value card() { return Value::instance(machine_.make_instance(kCardClass)); }
    Value king() { return Value::instance(machine_.make_instance(kKingClass)); }

    Value list_of(TypeIndex index, const std::vector<Value>& elements) {
        const Value list = make_list(machine_, index, 0);
        for (const Value element : elements) {
            list_add(machine_, list.handle(), element);
        }
        return list;
    }
    Value numbers(std::initializer_list<double> elements) {
        const Value list = make_list(machine_, kNumbers, 0);
        for (const double element : elements) {
            list_add(machine_, list.handle(), number(element));
        }
        return list;
    }

    // Runs a native; its result. It must not fault.
    Value call(NativeId id, std::initializer_list<Value> arguments) {
        EXPECT_EQ(run(id, arguments), Outcome::Next) << machine_.fault().message;
        return machine_.values[0];
    }
    // The message of the fault that it must end with.
    std::string fault(NativeId id, std::initializer_list<Value> arguments) {
        EXPECT_EQ(run(id, arguments), Outcome::Fault);
        return machine_.fault().message;
    }

    // What a person would read: `[1, "ace", null]`, `{"a": 1}`.
    std::string shown(Value value) {
        if (!value.is_collection()) {
            return plain_text(machine_, value);
        }
        const Handle handle = value.handle();
        std::string inside;
        if (Header::unpack(machine_.memory.load(handle)).kind == ObjectKind::Table) {
            std::uint32_t at = 0;
            Value key;
            Value element;
            while (table_next(machine_, handle, at, key, element)) {
                inside += (inside.empty() ? "" : ", ") + shown(key) + ": " + shown(element);
            }
            return "{" + inside + "}";
        }
        for (std::uint32_t i = 0; i < walk_length(machine_, value); ++i) {
            inside += (i == 0 ? "" : ", ") + shown(walk_get(machine_, value, i));
        }
        return "[" + inside + "]";
    }

    // All words of the heap.
    std::vector<Word> heap() const {
        return {machine_.memory.words(), machine_.memory.words() + machine_.memory.top()};
    }

    Program program_;
    Machine machine_;

private:
    Outcome run(NativeId id, std::initializer_list<Value> arguments) {
        std::copy(arguments.begin(), arguments.end(), machine_.values.begin());
        return collection_native(id)(machine_, 0, static_cast<std::uint32_t>(arguments.size()));
    }
};

} // namespace tgdl
