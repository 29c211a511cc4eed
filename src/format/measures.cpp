#include "format/measures.h"

#include "format/parts.h"
#include "format/spacing.h"

#include <algorithm>

namespace tgdl::format {

namespace {

std::string_view without_trailing_space(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n\f\v");
    return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

// One past the comment that begins at `at`.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
    const bool block = text[at + 1] == '*';
    const std::size_t end = block ? text.find("*/", at + 2) : text.find('\n', at);
    if (end == std::string_view::npos) {
        return text.size();
    }
    return block ? end + 2 : end;
}

} // namespace

int text_width(std::string_view text) {
    return static_cast<int>(std::count_if(text.begin(), text.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Measures::Measures(const Tree& tree) : spaces_(spaces_before_tokens(tree)) {
    const std::size_t count = tree.tokens().size();
    first_comment_.reserve(count + 1);
    after_blank_line_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        first_comment_.push_back(static_cast<std::uint32_t>(comments_.size()));
        read_comments(tree.trivia_before(TokenId(i)));
    }
    first_comment_.push_back(static_cast<std::uint32_t>(comments_.size()));
    if (!comments_.empty() && first_comment_[1] != 0) {
        comments_.front().starts_line = true; // nothing stands before it in the file
        comments_.front().after_blank_line = false;
    }
    if (!comments_.empty() && first_comment_[count - 1] != comments_.size()) {
        comments_.back().ends_line = true; // nothing stands after it
    }
    measure(tree);
}

void Measures::read_comments(std::string_view between) {
    const std::size_t first = comments_.size();
    std::size_t line_ends = 0; // since the token or comment before
    std::size_t at = 0;
    while (at < between.size()) {
        const bool comment = between[at] == '/' && at + 1 < between.size();
        if (!comment) {
            line_ends += between[at] == '\n' ? 1 : 0;
            ++at;
            continue;
        }
        if (line_ends != 0 && comments_.size() > first) {
            comments_.back().ends_line = true;
        }
        const std::size_t end = end_of_comment(between, at);
        const std::string_view text = without_trailing_space(between.substr(at, end - at));
        const bool after_tall_comment = comments_.size() > first && comments_.back().has_several_lines();
        comments_.push_back({text, line_ends > 0 || after_tall_comment, false, line_ends > 1});
        comments_.back().ends_line = comments_.back().has_several_lines();
        line_ends = 0;
        at = end;
    }
    if (line_ends != 0 && comments_.size() > first) {
        comments_.back().ends_line = true;
    }
    after_blank_line_.push_back(line_ends > 1);
}

void Measures::measure(const Tree& tree) {
    const std::size_t count = tree.tokens().size();
    leading_comments_.resize(count);
    begins_.resize(count);
    ends_.resize(count);
    breaks_.resize(count);
    std::int64_t column = 0;
    std::uint32_t breaks = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const TokenId token(i);
        const std::span<const Comment> between = comments(token);
        int gap = spaces_[i];
        if (!between.empty()) {
            gap = i == 0 ? 0 : spaces_before_comment(tree.tokens()[i - 1].kind);
            gap += spaces_after_comment(tree.tokens()[i].kind) + static_cast<int>(between.size()) - 1;
        }
        int leading = 0;
        for (const Comment& comment : between) {
            gap += comment.width();
            breaks += comment.ends_line ? 1 : 0;
            leading = comment.ends_line ? 0 : leading + comment.width() + 1;
        }
        leading_comments_[i] = leading;
        begins_[i] = column + gap;
        ends_[i] = begins_[i] + text_width(tree.text(token));
        breaks_[i] = breaks;
        column = ends_[i];
    }
}

std::span<const Comment> Measures::comments(TokenId token) const {
    const std::size_t begin = first_comment_[token.index()];
    return std::span(comments_).subspan(begin, first_comment_[token.index() + 1] - begin);
}

int Measures::gap(TokenId token) const {
    const std::int64_t before = token.index() == 0 ? 0 : ends_[token.index() - 1];
    return static_cast<int>(begins_[token.index()] - before);
}

int Measures::width(TokenId begin, TokenId end) const {
    return static_cast<int>(ends_[end.index() - 1] - begins_[begin.index()]);
}

bool Measures::must_break(TokenId begin, TokenId end) const {
    return breaks_[end.index() - 1] != breaks_[begin.index()];
}

bool Measures::must_break_before(TokenId token) const {
    return breaks_[token.index()] != (token.index() == 0 ? 0 : breaks_[token.index() - 1]);
}

} // namespace tgdl::format
