// Comments between the tokens of a file, and the width of any run of tokens on one line.
//
// All widths are counted in characters. After one pass over the tokens every question costs O(1), so the layout may
// ask at each level of nesting whether a piece fits without measuring it again.
#pragma once

#include "syntax/tree.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tgdl::format {

inline constexpr int kMaxWidth = 120;
inline constexpr int kIndent = 4;

int text_width(std::string_view text);

struct Comment {
    std::string_view text; // without white space at its end
    // Whether only white space stands before and after it on its line in the source. A comment of several lines always
    // ends a line.
    bool starts_line = false;
    bool ends_line = false;
    bool after_blank_line = false;

    [[nodiscard]] bool is_documentation() const { return text.starts_with("///") && !text.starts_with("////"); }
    [[nodiscard]] bool has_several_lines() const { return text.find('\n') != std::string_view::npos; }
    // On one line; a comment of several lines is never measured.
    [[nodiscard]] int width() const { return has_several_lines() ? 0 : text_width(text); }
};

class Measures {
public:
    explicit Measures(const Tree& tree);

    // The comments between the token before and this one.
    [[nodiscard]] std::span<const Comment> comments(TokenId token) const;
    // Whether a blank line stands right before the token, after its comments.
    [[nodiscard]] bool after_blank_line(TokenId token) const { return after_blank_line_[token.index()]; }
    // The spaces before the token on one line, when no comment stands there.
    [[nodiscard]] int spaces(TokenId token) const { return spaces_[token.index()]; }

    // What the line needs between the token before and this one: spaces and comments that end no line.
    [[nodiscard]] int gap(TokenId token) const;
    // What the comments right before the token need when they begin a line with it.
    [[nodiscard]] int leading_comments(TokenId token) const { return leading_comments_[token.index()]; }
    // The tokens from `begin` up to `end` on one line, without the gap before the first.
    [[nodiscard]] int width(TokenId begin, TokenId end) const;
    // Whether a comment somewhere between these tokens ends a line.
    [[nodiscard]] bool must_break(TokenId begin, TokenId end) const;
    // Whether a comment right before the token ends a line.
    [[nodiscard]] bool must_break_before(TokenId token) const;

private:
    void read_comments(std::string_view between);
    void measure(const Tree& tree);

    std::vector<Comment> comments_;
    std::vector<std::uint32_t> first_comment_; // by token, and one past the last token
    std::vector<bool> after_blank_line_;
    std::vector<std::uint8_t> spaces_;
    std::vector<int> leading_comments_;
    std::vector<std::int64_t> begins_; // columns, if the whole file were one line
    std::vector<std::int64_t> ends_;
    std::vector<std::uint32_t> breaks_; // forced line ends up to and including the gap before the token
};

} // namespace tgdl::format
