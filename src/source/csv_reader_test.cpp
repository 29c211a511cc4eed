#include "source/csv_reader.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

std::vector<std::vector<std::string>> rows_of(std::string_view text) {
    CsvReader reader(text);
    std::vector<std::vector<std::string>> rows;
    std::vector<CsvField> fields;
    while (reader.next_row(fields)) {
        std::vector<std::string>& row = rows.emplace_back();
        for (const CsvField& field : fields) {
            row.push_back(reader.text_of(field));
        }
    }
    return rows;
}

CsvReader read_to_end(std::string_view text) {
    CsvReader reader(text);
    std::vector<CsvField> fields;
    while (reader.next_row(fields)) {
    }
    return reader;
}

using Rows = std::vector<std::vector<std::string>>;

TEST(CsvReader, ReadsRowsWithEitherLineEnd) {
    EXPECT_EQ(rows_of("a,b\nc,d\r\ne"), (Rows{{"a", "b"}, {"c", "d"}, {"e"}}));
    EXPECT_EQ(rows_of("a\n"), (Rows{{"a"}}));
    EXPECT_EQ(rows_of(""), Rows{});
}

TEST(CsvReader, KeepsEmptyFieldsAndRows) {
    EXPECT_EQ(rows_of(",\n\na,,"), (Rows{{"", ""}, {""}, {"a", "", ""}}));
}

TEST(CsvReader, TakesQuotesAway) {
    EXPECT_EQ(rows_of("\"a,b\",\"say \"\"x\"\"\"\n\"\""), (Rows{{"a,b", "say \"x\""}, {""}}));
}

TEST(CsvReader, KeepsLinesInsideQuotesWithLineFeedsAlone) {
    EXPECT_EQ(rows_of("\"a\r\nb\",c\r\nd"), (Rows{{"a\nb", "c"}, {"d"}}));
}

TEST(CsvReader, SkipsAByteOrderMark) {
    EXPECT_EQ(rows_of("\xEF\xBB\xBFname\nx"), (Rows{{"name"}, {"x"}}));
}

TEST(CsvReader, SaysWhereAQuoteIsLeftOpen) {
    const CsvReader reader = read_to_end("a\n\"b,c\nd");

    EXPECT_EQ(reader.problem(), CsvProblem::QuoteLeftOpen);
    EXPECT_EQ(reader.problem_at(), 2U);
}

TEST(CsvReader, RefusesTextBehindAndQuotesInsideAField) {
    EXPECT_EQ(read_to_end("\"a\"b").problem(), CsvProblem::TextAfterQuote);
    EXPECT_EQ(read_to_end("a\"b").problem(), CsvProblem::QuoteInside);
}

} // namespace
} // namespace tgdl
