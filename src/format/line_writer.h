// Collects the lines of the result, and puts the comments at their ends into columns.
//
// A line is begun, filled from left to right, and never touched again, but for a blank line that may be asked for
// before it later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl::format {

enum class BlankLine : std::uint8_t { None, Before };

class LineWriter {
public:
    void start_line(int indent, BlankLine blank);
    void write(std::string_view text); // may hold line ends: a comment of several lines
    void spaces(int count);            // nothing at the beginning of a line
    // A comment after which nothing follows on this line.
    void trailing_comment(std::string_view text);

    [[nodiscard]] int column() const { return column_; }
    [[nodiscard]] bool at_line_start() const { return text_.size() == lines_.back().begin; }
    // The number of lines begun so far.
    [[nodiscard]] std::size_t line_count() const { return lines_.size(); }

    // Sees to it that a blank line stands somewhere between the lines `first` - 1 and `last`.
    void separate(std::size_t first, std::size_t last);

    // All lines, each with its line end. O(length).
    [[nodiscard]] std::string finish() const;

private:
    struct Line {
        std::size_t begin = 0;                   // in text_
        std::size_t comment = std::string::npos; // where its trailing comment begins in text_, without the space
        int indent = 0;
        int code_width = 0; // with the indent, without the trailing comment
        BlankLine blank = BlankLine::None;
    };

    [[nodiscard]] std::size_t end_of(std::size_t line) const;
    [[nodiscard]] bool may_align(std::size_t line) const;
    // One past the last line whose trailing comment stands in one column with that of `first`.
    [[nodiscard]] std::size_t end_of_column(std::size_t first) const;
    // The column for the comments of these lines, or 0 when they are better off right behind the code.
    [[nodiscard]] int comment_column(std::size_t first, std::size_t end) const;

    std::string text_;
    std::vector<Line> lines_;
    int column_ = 0;
};

} // namespace tgdl::format
