#include "check/declare.h"
#include "check/declare_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

// A board with one group; its text begins on line 5.
Declared group(std::string_view text) {
    return declare_game(
        fmt::format("tile Land {{ }} tile Hill : Land {{ }} tile Lake : Land {{ }} connection Road {{ }}\n"
                    "board Map {{ group Field {{\n{}\n}} }}",
                    text));
}

TEST(Boards, AGroupSaysItsGeometryAndTiles) {
    EXPECT_EQ(group("grid Land[2][2];").reports(), "E0701 main.tgdl:4");
    EXPECT_EQ(group("geometry hex; grid Land[2][2];").reports(), "E0703 main.tgdl:4");
    EXPECT_EQ(group("geometry square; orientation row; grid Land[2][2];").reports(), "E0704 main.tgdl:5");
    EXPECT_EQ(group("geometry square;").reports(), "W0751 main.tgdl:4");
    EXPECT_EQ(group("geometry square; tiles { Land Rome; }").reports(), "E0706 main.tgdl:5");
    EXPECT_EQ(group("geometry graph; grid { Land; }").reports(), "E0706 main.tgdl:5");
    EXPECT_EQ(group("geometry graph; grid Land[2][2];").reports(), "");
    EXPECT_EQ(group("geometry square; grid Land[0][2];").reports(), "E0707 main.tgdl:5");
    EXPECT_EQ(group("geometry square; grid Land[1001][2];").reports(), "E0708 main.tgdl:5");
    EXPECT_EQ(group("geometry square; grid { Lnad; }").reports(), "E0201 main.tgdl:5");
    EXPECT_EQ(group("geometry square; grid { Road; }").reports(), "E0202 main.tgdl:5");
    EXPECT_EQ(group("geometry hex; orientation row; grid Land[2][2]; adjacency around;").reports(),
              "E0710 main.tgdl:5");
}

TEST(Boards, TheGridIsReadRowByRowWithBlanks) {
    const Declared seen = group("geometry square; grid { Hill, Lake * 2; Land, b; }");

    const Group& field = seen.program->groups.front();
    EXPECT_EQ(field.columns, 3U);
    EXPECT_EQ(field.rows, 2U);
    ASSERT_EQ(field.grid.size(), 6U);
    EXPECT_EQ(seen.program->text(seen.program->def(field.grid[2]).name), "Lake");
    EXPECT_FALSE(field.grid[4].valid());
    EXPECT_FALSE(field.grid[5].valid());
    EXPECT_EQ(seen.program->text(seen.program->def(field.tile_base).name), "Land");
}

TEST(Boards, EdgesStandOnTiles) {
    const std::string square = "geometry square; grid { Land, Land, b; Land, Land, Land; } adjacency { ";

    EXPECT_EQ(
        group(square + "(0,0) <-> (2,1); (0,0) 1 <-> 3 (1,1) by Road; (0,0) x-> (0,1); (0,0) x-x (0,1); }").reports(),
        "");
    EXPECT_EQ(group(square + "(0,0) <-> (3,1); }").reports(), "E0711 main.tgdl:5");
    EXPECT_EQ(group(square + "(0,0) <-> (2,0); }").reports(), "E0712 main.tgdl:5");
    EXPECT_EQ(group(square + "(0,0) 0 -> (1,0); }").reports(), "E0715 main.tgdl:5");
    EXPECT_EQ(group(square + "(0,0) 2 x-> (1,0); }").reports(), "E0716 main.tgdl:5");
    EXPECT_EQ(group(square + "(0,0) -> (1,0) by Land; }").reports(), "E0202 main.tgdl:5");
    EXPECT_EQ(group(square + "Rome -> (1,0); }").reports(), "E0714 main.tgdl:5");
}

TEST(Boards, HexRowsNameTheRowFirst) {
    const std::string hex = "geometry hex; orientation row; grid Land[4][2]; adjacency { ";

    EXPECT_EQ(group(hex + "(0,0) -> (1,3); }").reports(), "");
    EXPECT_EQ(group(hex + "(0,0) -> (3,1); }").reports(), "E0711 main.tgdl:5");
}

TEST(Boards, GraphsNameTheirTiles) {
    const std::string graph = "geometry graph; tiles { Land Rome, Milan; Hill Turin; } adjacency { ";

    EXPECT_EQ(group(graph + "Rome <-> Milan <-> Turin; Milan 4 -> Turin by Road; }").reports(), "");
    EXPECT_EQ(group(graph + "Rome <-> Milano; }").reports(), "E0713 main.tgdl:5");
    EXPECT_EQ(group(graph + "Rome <-> (0,0); }").reports(), "E0714 main.tgdl:5");
    EXPECT_EQ(group("geometry graph; tiles { Land Rome, Rome; }").reports(), "E0718 main.tgdl:5");
    EXPECT_EQ(group("geometry graph; tiles { Land rows; }").reports(), "E0719 main.tgdl:5");
}

TEST(Boards, BordersNameGroupsInheritedOnesToo) {
    const auto borders = [](std::string_view text) {
        return declare_game(fmt::format("tile Land {{ }}\n"
                                        "board Base {{ group Field {{ geometry square; grid Land[2][2]; }} }}\n"
                                        "board Map : Base {{ group Town {{ geometry graph; tiles {{ Land Rome; }} }} "
                                        "borders {{ {} }} }}",
                                        text))
            .reports();
    };

    EXPECT_EQ(borders("Field(0,0) <-> Town.Rome;"), "");
    EXPECT_EQ(borders("Feld(0,0) <-> Town.Rome;"), "E0717 main.tgdl:5");
    EXPECT_EQ(borders("Field(0,0) <-> Rome;"), "E0714 main.tgdl:5");
    EXPECT_EQ(borders("Field(0,9) <-> Town.Rome;"), "E0711 main.tgdl:5");
}

TEST(Decks, HoldInteractables) {
    const std::string cards = "interactable Card { } interactable Ace : Card { } interactable Token { } tile T { }\n";

    EXPECT_EQ(declare_game(cards + "stack D { returns Card; contents { 2 Ace; 1 Card; } }").reports(), "");
    EXPECT_EQ(declare_game(cards + "stack D { }").reports(), "E0720 main.tgdl:4");
    EXPECT_EQ(declare_game(cards + "stack D { returns T; }").reports(), "E0202 main.tgdl:4");
    EXPECT_EQ(declare_game(cards + "stack D { returns Card; contents { 2 Token; } }").reports(), "E0722 main.tgdl:4");
    EXPECT_EQ(declare_game(cards + "stack D { returns Card; contents { 1.5 Card; } }").reports(), "E0724 main.tgdl:4");
    EXPECT_EQ(declare_game(cards + "stack D { returns Card; } stack E : D { }").reports(), "");
    EXPECT_EQ(declare_game(cards + "stack D { returns Card; } stack E : D { returns Token; }").reports(),
              "E0721 main.tgdl:4");
    EXPECT_EQ(
        declare_game("interactable Card { function F(); } stack D { returns Card; contents { 1 Card; } }").reports(),
        "E0709 main.tgdl:3");
}

TEST(Turns, ExtensionsPutPhasesInTheirPlace) {
    const Declared seen = declare_game("extend turn Day { phase Night after Evening { } phase End { } }\n"
                                       "turn Day { phase Morning { } phase Evening { } phase Late { } }\n"
                                       "turn Empty { }");

    std::string names;
    for (const Phase& phase : seen.program->turns[0].phases) {
        names += std::string(seen.program->text(phase.name)) + " ";
    }
    EXPECT_EQ(names, "Morning Evening Night Late End ");
    ASSERT_EQ(seen.program->turns[1].phases.size(), 1U);
    EXPECT_EQ(seen.program->text(seen.program->turns[1].phases[0].name), "default");
}

TEST(Turns, PhasesHaveNamesOfTheirOwn) {
    EXPECT_EQ(declare_game("turn Day { phase A { } phase A { } }").reports(), "E0725 main.tgdl:3");
    EXPECT_EQ(declare_game("turn Day { phase A { } }\nextend turn Day { phase B after C { } }").reports(),
              "E0726 main.tgdl:4");
    EXPECT_EQ(declare_game("extend turn Day { }").reports(), "E0201 main.tgdl:3");
}

TEST(Movements, AreForInteractables) {
    EXPECT_EQ(declare_game("tile T { } movement M for T { effect { line 0, 1; } }").reports(), "E0202 main.tgdl:3");
    EXPECT_EQ(declare_game("interactable P { } movement M for P { effect { line 0, 1; } }").reports(), "");
}

} // namespace
} // namespace tgdl
