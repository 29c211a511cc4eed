#include "api/memory_loader.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(MemoryLoader, GivesOutTheMainFileUnderThePathAskedFor) {
    MemoryLoader loader;
    loader.add("game.tgdl", "text");

    const LoadedFile main = loader.load_main("./game.tgdl");

    EXPECT_EQ(main.problem, LoadProblem::None);
    EXPECT_EQ(main.text, "text");
    EXPECT_EQ(main.path, "./game.tgdl");
}

TEST(MemoryLoader, HasOneKeyForEverySpelling) {
    MemoryLoader loader;
    loader.add("game.tgdl", "");
    loader.add("parts/cards.tgdl", "");
    const LoadedFile main = loader.load_main("game.tgdl");

    const LoadedFile cards = loader.load_import(main.key, "parts/cards.tgdl");
    const LoadedFile again = loader.load_import(cards.key, "../parts/./cards.tgdl");

    EXPECT_EQ(cards.problem, LoadProblem::None);
    EXPECT_EQ(again.problem, LoadProblem::None);
    EXPECT_EQ(cards.key, again.key);
}

TEST(MemoryLoader, HoldsToTheProjectFolder) {
    MemoryLoader loader;
    loader.add("games/war/game.tgdl", "");
    loader.add("games/cards.tgdl", "");
    const LoadedFile alone = loader.load_main("games/war/game.tgdl");
    EXPECT_EQ(loader.load_import(alone.key, "../cards.tgdl").problem, LoadProblem::Outside);

    loader.add("games/tgdl.json", "{}");

    const LoadedFile in_project = loader.load_main("games/war/game.tgdl");
    const LoadedFile cards = loader.load_import(in_project.key, "../cards.tgdl");
    EXPECT_EQ(cards.problem, LoadProblem::None);
    EXPECT_EQ(cards.path, "games/cards.tgdl");
    EXPECT_EQ(loader.load_import(cards.key, "../cards.tgdl").problem, LoadProblem::Outside);
}

TEST(MemoryLoader, DoesNotFindWhatWasNotAdded) {
    MemoryLoader loader;
    loader.add("game.tgdl", "");
    const LoadedFile main = loader.load_main("game.tgdl");

    EXPECT_EQ(loader.load_main("gmae.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(loader.load_import(main.key, "cards.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(loader.load_import(main.key, "std/unknown.tgdl").problem, LoadProblem::NotFound);
}

TEST(MemoryLoader, SuggestsNeighbours) {
    MemoryLoader loader;
    loader.add("game.tgdl", "");
    loader.add("cards.tgdl", "");
    loader.add("parts/board.tgdl", "");
    const LoadedFile main = loader.load_main("game.tgdl");

    EXPECT_EQ(loader.neighbours(main.key, "crads.tgdl"), std::vector<std::string>{"cards.tgdl"});
    EXPECT_EQ(loader.neighbours(main.key, "board.tgdl"), (std::vector<std::string>{"cards.tgdl", "parts/board.tgdl"}));
}

} // namespace
} // namespace tgdl
