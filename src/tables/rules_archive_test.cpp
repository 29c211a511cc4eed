#include "tables/rules_archive.h"

#include "api/engine.h"
#include "api/memory_loader.h"
#include "tables/shelf.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

void add_files(MemoryLoader& loader) {
    loader.add("tgdl.json", "");
    loader.add("games/main.tgdl", R"(game "x"; players 2; import "std/cards.tgdl"; import "../shared/more.tgdl";
action Go { trigger PlayerChoiceEvent; effect { winner player.active(); } }
)");
    loader.add("shared/more.tgdl", "import \"deep.tgdl\"; class More { Deep deep = new Deep(); }\n");
    loader.add("shared/deep.tgdl", "class Deep { }\n");
}

TEST(RulesArchive, AreLoadedAgainAsTheyWere) {
    MemoryLoader files;
    add_files(files);
    const auto first = load_playable(files, "games/main.tgdl");
    ASSERT_TRUE(first.has_value()) << first.error();

    RulesArchive read;
    ASSERT_TRUE(read_archive(write_archive((*first)->files), read));
    ArchiveLoader loader(read);
    const auto again = load_playable(loader, read.files.front().path);

    ASSERT_TRUE(again.has_value()) << again.error();
    EXPECT_EQ((*again)->program().hash, (*first)->program().hash);
    EXPECT_EQ(write_archive((*again)->files), write_archive((*first)->files));
}

TEST(RulesArchive, GiveOutNothingThatTheyWereNotMadeOf) {
    MemoryLoader files;
    add_files(files);
    const auto rules = load_playable(files, "games/main.tgdl");
    ArchiveLoader loader((*rules)->files);
    const std::string main = loader.load_main("anything").key;

    EXPECT_EQ(loader.load_import(main, "../shared/more.tgdl").problem, LoadProblem::None);
    EXPECT_EQ(loader.load_import(main, "../shared/deep.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(loader.load_import(main, "/etc/passwd").problem, LoadProblem::NotFound);
    EXPECT_TRUE(loader.neighbours(main, "x").empty());
}

TEST(RulesArchive, AreReadWithoutTrust) {
    for (const char* text :
         {"", "[]", "{}", R"({"form":2,"files":[],"imports":[]})",
          R"({"form":"1","files":[["a","b","c"]],"imports":[]})", R"({"form":1,"files":[],"imports":[]})",
          R"({"form":1,"files":{},"imports":[]})", R"({"form":1,"files":[["a","b"]],"imports":[]})",
          R"({"form":1,"files":[["a","b","c"]],"imports":[[0,"x",1]]})",
          R"({"form":1,"files":[["a","b","c"]],"imports":[[-1,"x",0]]})"}) {
        RulesArchive read;
        EXPECT_FALSE(read_archive(text, read)) << text;
    }
}

TEST(Shelf, HoldsTheGamesThatArePartOfTheProgram) {
    Shelf shelf;
    shelf.add_shipped();

    EXPECT_GE(shelf.games().size(), 36U);
    ASSERT_NE(shelf.find("tic_tac_toe"), nullptr);
    EXPECT_EQ(shelf.find("tic_tac_toe")->rules->program().game, "tic-tac-toe");
    EXPECT_EQ(shelf.find("nothing"), nullptr);
}

TEST(Shelf, TellsGamesWithTheSameNameApart) {
    Shelf shelf;
    const std::string path = TGDL_SOURCE_DIR "/games/nim/nim.tgdl";

    EXPECT_EQ(shelf.add_file(path), "");
    EXPECT_EQ(shelf.add_file(path), "");

    ASSERT_EQ(shelf.games().size(), 2U);
    EXPECT_NE(shelf.find("nim"), nullptr);
    EXPECT_NE(shelf.find("nim_2"), nullptr);
}

TEST(Shelf, SaysWhatIsWrongWithAFile) {
    Shelf shelf;

    EXPECT_NE(shelf.add_file("/nowhere/game.tgdl"), "");
    EXPECT_NE(shelf.add_file(TGDL_SOURCE_DIR "/std/cards.tgdl").find("is a library"), std::string::npos);
    EXPECT_TRUE(shelf.games().empty());
}

} // namespace
} // namespace tgdl
