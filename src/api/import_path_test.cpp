#include "api/import_path.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

ResolvedImport from_project(std::string_view folder, std::string_view written) {
    return resolve_import({ImportTree::Project, std::string(folder)}, written);
}

void expect_place(const ResolvedImport& resolved, ImportTree tree, std::string_view path) {
    EXPECT_EQ(resolved.problem, LoadProblem::None);
    EXPECT_EQ(resolved.place.tree, tree);
    EXPECT_EQ(resolved.place.path, path);
}

TEST(ImportPath, IsRelativeToTheImportingFile) {
    expect_place(from_project("", "cards.tgdl"), ImportTree::Project, "cards.tgdl");
    expect_place(from_project("war", "cards.tgdl"), ImportTree::Project, "war/cards.tgdl");
    expect_place(from_project("war", "parts/cards.tgdl"), ImportTree::Project, "war/parts/cards.tgdl");
}

TEST(ImportPath, HasOneFormForEverySpelling) {
    expect_place(from_project("war", "./cards.tgdl"), ImportTree::Project, "war/cards.tgdl");
    expect_place(from_project("war", "parts/..//cards.tgdl"), ImportTree::Project, "war/cards.tgdl");
    expect_place(from_project("war", "../war/./cards.tgdl"), ImportTree::Project, "war/cards.tgdl");
    expect_place(from_project("war/parts", "../../cards.tgdl"), ImportTree::Project, "cards.tgdl");
}

TEST(ImportPath, MustNotLeaveTheProjectEvenToComeBack) {
    EXPECT_EQ(from_project("", "../cards.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(from_project("", "parts/../../cards.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(from_project("war", "../../project/cards.tgdl").problem, LoadProblem::Outside);
}

TEST(ImportPath, MustNotBeAbsolute) {
    EXPECT_EQ(from_project("", "/etc/hosts").problem, LoadProblem::Absolute);
    EXPECT_EQ(from_project("", "C:/games/cards.tgdl").problem, LoadProblem::Absolute);
    EXPECT_EQ(from_project("", "c:\\games\\cards.tgdl").problem, LoadProblem::Absolute);
}

TEST(ImportPath, UsesSlashesOnly) {
    EXPECT_EQ(from_project("", "parts\\cards.tgdl").problem, LoadProblem::BadSeparator);
    EXPECT_EQ(from_project("", "..\\cards.tgdl").problem, LoadProblem::BadSeparator);
}

TEST(ImportPath, NamesNothingWhenItIsEmptyOrHoldsAZeroByte) {
    EXPECT_EQ(from_project("", "").problem, LoadProblem::NotFound);
    EXPECT_EQ(from_project("", std::string_view("a\0b", 3)).problem, LoadProblem::NotFound);
}

TEST(ImportPath, BeginsWithStdForTheLibraryOfTheTool) {
    expect_place(from_project("war", "std/cards.tgdl"), ImportTree::Standard, "cards.tgdl");
    expect_place(from_project("war", "./std/cards.tgdl"), ImportTree::Project, "war/std/cards.tgdl");
    expect_place(resolve_import({ImportTree::Standard, "boards"}, "hex.tgdl"), ImportTree::Standard, "boards/hex.tgdl");
    EXPECT_EQ(from_project("war", "std/../cards.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(resolve_import({ImportTree::Standard, ""}, "../cards.tgdl").problem, LoadProblem::Outside);
}

TEST(ImportPath, IsWrittenBackRelativeToTheImportingFile) {
    EXPECT_EQ(relative_path("", "war/cards.tgdl"), "war/cards.tgdl");
    EXPECT_EQ(relative_path("war", "war/cards.tgdl"), "cards.tgdl");
    EXPECT_EQ(relative_path("war/parts", "chess/board.tgdl"), "../../chess/board.tgdl");
}

TEST(ImportPath, IsNormalByItsWordsAlone) {
    EXPECT_EQ(normal_path("games/x/../lib.tgdl"), "games/lib.tgdl");
    EXPECT_EQ(normal_path("./lib.tgdl"), "lib.tgdl");
    EXPECT_EQ(normal_path("../../lib.tgdl"), "../../lib.tgdl");
    EXPECT_EQ(normal_path("/a//b/../c"), "/a/c");
}

TEST(ImportPath, SuggestsFilesOfTheSameFolderAndTheSameNameElsewhere) {
    EXPECT_TRUE(is_neighbour("war/crads.tgdl", "war/cards.tgdl"));
    EXPECT_TRUE(is_neighbour("cards.tgdl", "war/cards.tgdl"));
    EXPECT_TRUE(is_neighbour("cards", "war/cards.tgdl"));
    EXPECT_FALSE(is_neighbour("crads.tgdl", "war/cards.tgdl"));
    EXPECT_FALSE(is_neighbour("war/cards.tgdl", "war/README.md"));
}

} // namespace
} // namespace tgdl
