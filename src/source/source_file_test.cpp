#include "source/source_file.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

void expect_position(const SourceFile& file, std::uint32_t offset, std::uint32_t line, std::uint32_t column) {
    const LineColumn place = file.position(offset);
    EXPECT_EQ(place.line, line) << "at " << offset;
    EXPECT_EQ(place.column, column) << "at " << offset;
}

TEST(SourceFile, ColumnsCountCharactersFromOne) {
    const SourceFile file("a.tgdl", "ab\nCittà x");

    expect_position(file, 0, 1, 1);
    expect_position(file, 2, 1, 3);
    expect_position(file, 3, 2, 1);
    expect_position(file, 9, 2, 6); // the space: `à` has two bytes
    expect_position(file, 99, 2, 8);
}

TEST(SourceFile, AByteOrderMarkIsNoColumn) {
    const SourceFile file("a.tgdl", "\xEF\xBB\xBFx y");

    expect_position(file, 0, 1, 1);
    expect_position(file, 3, 1, 1);
    expect_position(file, 5, 1, 3);
}

TEST(SourceFile, ColumnsOfALongLineAreRightEverywhere) {
    std::string text = "x\n";
    for (int i = 0; i < 700; ++i) {
        text += "aà";
    }
    const SourceFile file("a.tgdl", text);

    for (std::uint32_t i = 0; i < 700; ++i) {
        expect_position(file, 2 + 3 * i, 2, 1 + 2 * i);
        expect_position(file, 3 + 3 * i, 2, 2 + 2 * i);
    }
    expect_position(file, static_cast<std::uint32_t>(text.size()), 2, 1401);
}

} // namespace
} // namespace tgdl
