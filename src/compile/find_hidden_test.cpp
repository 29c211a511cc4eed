#include "compile/find_hidden.h"

#include "check/check_text_for_test.h"
#include "compile/find_flags.h"
#include "compile/number_classes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace tgdl {

namespace {

Program flagged(const std::string& definitions) {
    const auto text = check_game(definitions);
    EXPECT_FALSE(text->diagnostics.has_errors());
    Program program;
    Lowering lowering(*text->program, text->sources, program);
    number_classes(lowering);
    find_flags(lowering);
    return program;
}

const ClassInfo& named(const Program& program, std::string_view name) {
    return *std::ranges::find(program.classes, name, &ClassInfo::name);
}

bool has_public_numbers(const Program& program, std::string_view name) {
    return named(program, name).public_word != 0;
}

} // namespace

TEST(FindHidden, AClassWithAnAttributeThatCanBeHiddenHasPublicNumbers) {
    const Program program = flagged("class Fish { number size = 1; visible size viewer { return false; } }"
                                    "class Pike : Fish {} class Stone {}"
                                    "global class Pond { Fish fish = new Pike(); Stone stone = new Stone(); }");

    EXPECT_TRUE(has_public_numbers(program, "Fish"));
    EXPECT_TRUE(has_public_numbers(program, "Pike"));
    EXPECT_FALSE(has_public_numbers(program, "Stone"));
    EXPECT_TRUE(program.public_numbers);
}

TEST(FindHidden, WhatEverybodySeesKeepsItsNumbers) {
    const Program program = flagged("class Fish { number size = 1; visible size viewer { return true; } }"
                                    "global class Pond { Fish fish = new Fish(); }");

    EXPECT_FALSE(program.public_numbers);
}

TEST(FindHidden, CardsThatCanLieFaceDownHavePublicNumbers) {
    const Program program = flagged("interactable Card {} interactable King : Card {} interactable Pawn {}"
                                    "stack Deck { returns Card; } global class Box { Deck deck = new Deck(); }");

    EXPECT_TRUE(has_public_numbers(program, "Card"));
    EXPECT_TRUE(has_public_numbers(program, "King"));
    EXPECT_FALSE(has_public_numbers(program, "Pawn"));
    EXPECT_FALSE(has_public_numbers(program, "Deck"));
}

TEST(FindHidden, WhatHiddenAttributesHoldCanBeHiddenAndSoCanWhatThatHolds) {
    const Program program = flagged("class Note {} class Box { Table<number, Note> notes = null; } class Chest : Box {}"
                                    "player class Hat { List<Box> boxes = null; Stone stone = null;"
                                    "visible boxes viewer { return viewer == this.player; } } class Stone {}"
                                    "global class Shop { Box one = new Chest(); Stone two = new Stone();"
                                    "Note three = new Note(); }");

    const auto index = [&](std::string_view name) {
        return static_cast<ClassIndex>(&named(program, name) - program.classes.data());
    };
    EXPECT_EQ(named(program, "Chest").held_as, index("Box"));
    EXPECT_EQ(named(program, "Note").held_as, index("Note"));
    EXPECT_TRUE(has_public_numbers(program, "Note"));
    EXPECT_EQ(named(program, "Stone").held_as, kNone);
    EXPECT_FALSE(has_public_numbers(program, "Stone"));
}

} // namespace tgdl
