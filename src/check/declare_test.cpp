#include "check/declare.h"

#include "check/declare_text_for_test.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

const std::string kGame = "game \"x\"; players 2;\n";

TEST(Suggest, FindsTheNearestNameWithinAThirdOfItsLength) {
    const std::vector<std::string_view> names = {"Card", "Cart", "number"};

    EXPECT_EQ(nearest_name("Crad", names), "Card");
    EXPECT_EQ(nearest_name("card", names), "Card");
    EXPECT_EQ(nearest_name("nubmer", names), "number");
    EXPECT_EQ(nearest_name("Wagon", names), "");
    EXPECT_EQ(nearest_name("", names), "");
}

TEST(LoadFiles, ReadsEachFileOnceAndPutsImportsFirst) {
    const Declared seen = declare_files({{"main.tgdl", kGame + "import \"a.tgdl\"; import \"b.tgdl\";"},
                                         {"a.tgdl", "import \"b.tgdl\"; class A { }"},
                                         {"b.tgdl", "import \"a.tgdl\"; class B { }"}});

    ASSERT_EQ(seen.program->files.size(), 3U);
    ASSERT_EQ(seen.program->import_order.size(), 3U);
    EXPECT_EQ(seen.sources->file(seen.program->import_order[0]).path(), "b.tgdl");
    EXPECT_EQ(seen.sources->file(seen.program->import_order[2]).path(), "main.tgdl");
}

TEST(LoadFiles, SuggestsANearPath) {
    Declared seen = declare_files({{"main.tgdl", kGame + "import \"lib_shpaes.tgdl\";"}, {"lib_shapes.tgdl", ""}});

    EXPECT_EQ(seen.reports(), "E0501 main.tgdl:2");
    EXPECT_EQ(seen.help_of_first(), "did you mean `lib_shapes.tgdl`?");
}

TEST(LoadFiles, RefusesAPathThatLeavesTheProject) {
    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "import \"../a.tgdl\";"}}).reports(), "E0502 main.tgdl:2");
}

TEST(LoadFiles, StopsAtAThousandFiles) {
    std::vector<std::pair<std::string, std::string>> files = {{"main.tgdl", kGame + "import \"0.tgdl\";"}};
    for (int i = 0; i < 1100; ++i) {
        files.emplace_back(fmt::format("{}.tgdl", i), fmt::format("import \"{}.tgdl\";", i + 1));
    }

    EXPECT_EQ(declare_files(files).reports(), "E0505 998.tgdl:1");
}

TEST(Directives, LibrariesHaveNeitherPlayersNorSetup) {
    EXPECT_EQ(declare_files({{"main.tgdl", "players 2;\nclass A { }\nsetup { }"}}).reports(),
              "E0507 main.tgdl:1, E0508 main.tgdl:3");
    EXPECT_EQ(declare_files({{"main.tgdl", "extend setup { }"}}).reports(), "");
}

TEST(Directives, AGameSaysForHowManyPlayers) {
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\";\nclass A { }"}}).reports(), "E0509 main.tgdl:1");
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\"; players 0;"}}).reports(), "E0510 main.tgdl:1");
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\"; players 2..65;"}}).reports(), "E0510 main.tgdl:1");
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\"; players 1.5;"}}).reports(), "E0510 main.tgdl:1");
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\"; players 4..2;"}}).reports(), "E0511 main.tgdl:1");
    EXPECT_EQ(declare_files({{"main.tgdl", "game \"x\"; players 2..4;"}}).program->max_players, 4U);
}

TEST(Directives, TheSetupOfAnImportedGameIsUsedWhenThereIsNoOther) {
    const std::string base = "game \"base\"; players 4; setup { log(\"base\"); }";
    const std::string library = "extend setup { }";

    const Declared without = declare_files({{"main.tgdl", kGame + "import \"lib.tgdl\"; import \"base.tgdl\";"},
                                            {"base.tgdl", base},
                                            {"lib.tgdl", library}});
    const Declared with =
        declare_files({{"main.tgdl", kGame + "import \"base.tgdl\"; setup { }"}, {"base.tgdl", base}});

    ASSERT_EQ(without.program->setups.size(), 2U);
    EXPECT_EQ(without.sources->file(without.program->setups[0].place.file).path(), "base.tgdl");
    EXPECT_EQ(without.sources->file(without.program->setups[1].place.file).path(), "lib.tgdl");
    ASSERT_EQ(with.program->setups.size(), 1U);
    EXPECT_EQ(with.sources->file(with.program->setups[0].place.file).path(), "main.tgdl");
}

TEST(Directives, TwoImportedSetupsAreAnError) {
    const std::string game = "game \"base\"; players 4; setup { }";

    EXPECT_EQ(declare_files(
                  {{"main.tgdl", kGame + "import \"a.tgdl\";\nimport \"b.tgdl\";"}, {"a.tgdl", game}, {"b.tgdl", game}})
                  .reports(),
              "E0513 main.tgdl:3");
}

TEST(Names, DefinitionsOfOneFileNeverShareAName) {
    EXPECT_EQ(declare_game("class A { }\nfunction A() { }\nturn A { }").reports(),
              "E0204 main.tgdl:4, E0204 main.tgdl:5");
}

TEST(Names, ImportsThatClashAreReportedAtTheImport) {
    const std::string score = "function number Score() { return 1; }";

    EXPECT_EQ(
        declare_files(
            {{"main.tgdl", kGame + "import \"a.tgdl\";\nimport \"b.tgdl\";"}, {"a.tgdl", score}, {"b.tgdl", score}})
            .reports(),
        "E0506 main.tgdl:3");
    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "import \"a.tgdl\";\n" + score}, {"a.tgdl", score}}).reports(),
              "E0204 main.tgdl:3");
    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "import \"a.tgdl\" as a;\n" + score}, {"a.tgdl", score}}).reports(),
              "");
    EXPECT_EQ(
        declare_files({{"main.tgdl", kGame + "import \"a.tgdl\";\nimport \"a.tgdl\";"}, {"a.tgdl", score}}).reports(),
        "");
}

TEST(Names, AnAliasIsANameToo) {
    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "import \"a.tgdl\" as A;\nclass A { }"}, {"a.tgdl", ""}}).reports(),
              "E0204 main.tgdl:2");
}

TEST(Names, NamesOfTheLanguageCannotBeDefined) {
    for (const char* name : {"log", "random", "number", "List", "tile", "MoveEvent", "BlankTile", "movement"}) {
        EXPECT_EQ(declare_game(fmt::format("class {} {{ }}", name)).reports(), "E0205 main.tgdl:3") << name;
    }
    EXPECT_EQ(declare_game("tile b { }").reports(), "E0206 main.tgdl:3");
    EXPECT_EQ(declare_game("class phase { } class decimal { number n = 0; } class Use { decimal d = null; }").reports(),
              "");
}

TEST(Types, UnknownOnesGetASuggestion) {
    Declared seen = declare_game("interactable Card { }\nclass Hand { Crad best = null; }");
    Declared old = declare_game("class Hand { deciaml best = 0; }");

    EXPECT_EQ(seen.reports(), "E0201 main.tgdl:4");
    EXPECT_EQ(seen.help_of_first(), "did you mean `Card`?");
    EXPECT_EQ(old.reports(), "E0201 main.tgdl:3");
    EXPECT_EQ(old.help_of_first(), "did you mean `number`?");
}

TEST(Types, AreReachedThroughAnAlias) {
    const std::string library = "class Square { }";

    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "import \"a.tgdl\" as a; class Use { a.Square s = null; }"},
                             {"a.tgdl", library}})
                  .reports(),
              "");
    Declared bare = declare_files(
        {{"main.tgdl", kGame + "import \"a.tgdl\" as a; class Use { Square s = null; }"}, {"a.tgdl", library}});
    EXPECT_EQ(bare.reports(), "E0201 main.tgdl:2");
    EXPECT_EQ(bare.help_of_first(), "it is imported as `a.Square`");
    EXPECT_EQ(declare_files({{"main.tgdl", kGame + "class Use { c.Square s = null; }"}}).reports(),
              "E0203 main.tgdl:2");
}

TEST(Types, AnOlderSpellingIsAHint) {
    Declared seen = declare_game("class Purse { decimal gold = 0; }");

    EXPECT_EQ(seen.reports(), "H0101 main.tgdl:3");
    EXPECT_EQ(seen.program->attribute(AttributeId(seen.member("Purse", "gold")->index)).type,
              seen.program->types.number);
}

TEST(Bases, AreOfTheSameKindAndScope) {
    EXPECT_EQ(declare_game("tile T { }\nclass A : T { }").reports(), "E0401 main.tgdl:4");
    EXPECT_EQ(declare_game("class A { }\ngroup class B : A { }").reports(), "E0402 main.tgdl:4");
    EXPECT_EQ(declare_game("global class A { }\nglobal class B : A { }").reports(), "E0403 main.tgdl:4");
    EXPECT_EQ(declare_game("player stack A { returns C; } interactable C { }\nstack B : A { }").reports(),
              "E0403 main.tgdl:4");
    EXPECT_EQ(declare_game("class A : Missing { override function F { effect { } } }").reports(), "E0201 main.tgdl:3");
    EXPECT_EQ(declare_game("global tile T { }").reports(), "E0405 main.tgdl:3");
    EXPECT_EQ(declare_game("event Loud : MoveEvent { }").reports(), "");
}

TEST(Bases, ACircleIsReportedOnce) {
    EXPECT_EQ(declare_game("class A : B { }\nclass B : C { }\nclass C : A { }\nclass D : A { }").reports(),
              "E0404 main.tgdl:3");
    EXPECT_EQ(declare_game("class A : A { }").reports(), "E0404 main.tgdl:3");
}

TEST(Bases, AVeryLongChainIsRefused) {
    std::string text = "class C0 { }\n";
    for (int i = 1; i < 300; ++i) {
        text += fmt::format("class C{} : C{} {{ }}\n", i, i - 1);
    }

    EXPECT_EQ(declare_game(text).reports(), "E0424 main.tgdl:204");
}

TEST(Robustness, WhatTheParserReportedIsNotReportedAsMissing) {
    EXPECT_EQ(declare_game("class A { action Go { efect { } } }").reports(), "E0143 main.tgdl:3");
    EXPECT_EQ(declare_game("class A { action Go }").reports(), "E0144 main.tgdl:3");
    EXPECT_EQ(declare_game("tile T { } board B { group G { geometry squared; grid T[1][1]; } }").reports(),
              "E0119 main.tgdl:3");
}

TEST(Robustness, HalfWrittenFilesAreSurvived) {
    const std::string whole =
        "import \"x\" as y; class A : B { number n = 1; override action Go prio 2 { trigger change A.n { return true; "
        "} "
        "input List<A> x { count 1..2; options {}; } effect { } } visible n v { return true; } information { short { "
        "return "
        "\"\"; } } } board M { group F { geometry hex; orientation row; grid { T * 3, b; } adjacency { (0,0) 1 <-> 2 "
        "(0,1) by "
        "C x-x (1,1); } } borders { F(0,0) -> G.R; } } stack S { returns A; contents { 2 A { n = 1 }; } } extend turn "
        "T { phase "
        "P after Q { } } movement V for A { } goal G { effect { } } function List<A> F(number a = 1);";

    for (std::size_t end = 0; end <= whole.size(); ++end) {
        declare_game(whole.substr(0, end)); // must come back
    }
    SUCCEED();
}

} // namespace
} // namespace tgdl
