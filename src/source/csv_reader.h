// Rows and fields of a CSV text (RFC 4180) with their places, one row at a time.
//
//   in   a text that is UTF-8; a byte order mark at its start is skipped
//   out  for each row its fields as ranges of bytes; text_of() gives what a field holds, without quotes
//
// Rows end in LF or CRLF, the last one may have no end. O(bytes), and no memory beyond the fields of one row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

struct CsvField {
    std::uint32_t begin = 0; // bytes of the text; quotes included
    std::uint32_t end = 0;
    bool quoted = false;
};

enum class CsvProblem : std::uint8_t {
    None,
    QuoteLeftOpen,  // a quoted field that never ends
    TextAfterQuote, // something between the closing quote and the next comma or line
    QuoteInside,    // a quote in a field that does not begin with one
};

class CsvReader {
public:
    explicit CsvReader(std::string_view text);

    // Reads the next row. False at the end of the text, and after a problem.
    bool next_row(std::vector<CsvField>& fields);

    // What is wrong with the text, and at which byte; nothing is read after it.
    [[nodiscard]] CsvProblem problem() const { return problem_; }
    [[nodiscard]] std::uint32_t problem_at() const { return problem_at_; }

    // The field's text: doubled quotes are one, CRLF is LF.
    [[nodiscard]] std::string text_of(const CsvField& field) const;
    [[nodiscard]] static bool is_empty(const CsvField& field) {
        return field.end - field.begin == (field.quoted ? 2U : 0U);
    }

private:
    bool read_field(CsvField& field);
    bool read_quoted_field(CsvField& field);
    bool refuse(CsvProblem problem, std::size_t at);
    [[nodiscard]] bool at_row_end() const;

    std::string_view text_;
    std::size_t at_ = 0;
    CsvProblem problem_ = CsvProblem::None;
    std::uint32_t problem_at_ = 0;
};

} // namespace tgdl
