#include "format/tree_printer.h"

#include "format/spacing.h"

#include <algorithm>
#include <utility>

namespace tgdl::format {

namespace {

// The comment's lines moved as far as its beginning is moved, from `from` to `to`.
std::string moved_comment(std::string_view text, int from, int to) {
    std::string out;
    std::size_t at = 0;
    while (at <= text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        line = line.substr(0, line.find_last_not_of(" \t\r\f\v") + 1);
        if (at != 0) {
            out += '\n';
        }
        if (at != 0 && from != to) {
            const std::size_t lead = std::min(line.find_first_not_of(" \t"), line.size());
            int column = 0;
            for (const char c : line.substr(0, lead)) {
                column += c == '\t' ? kIndent : 1;
            }
            line.remove_prefix(lead);
            out.append(line.empty() ? 0 : static_cast<std::size_t>(std::max(column + to - from, 0)), ' ');
        }
        out += line;
        at = end + 1;
    }
    return out;
}

// The column at which the text stands in the source, from 0.
int source_column(std::string_view source, std::string_view text) {
    const auto begin = static_cast<std::size_t>(text.data() - source.data());
    const std::size_t line_end = begin == 0 ? std::string_view::npos : source.rfind('\n', begin - 1);
    std::size_t line = line_end == std::string_view::npos ? 0 : line_end + 1;
    if (source.substr(line).starts_with("\xEF\xBB\xBF")) {
        line += 3;
    }
    int column = 0;
    for (const char& c : source.substr(line, begin - line)) {
        column += c == '\t' ? kIndent : text_width(std::string_view(&c, 1));
    }
    return column;
}

} // namespace

void TreePrinter::put(TokenId token) {
    open(token);
    writer_.write(tree_.text(token));
}

void TreePrinter::put_flat(TokenId begin, TokenId end) {
    for (TokenId token = begin; token < end; token = next_token(token)) {
        put(token);
    }
}

void TreePrinter::put_flat(Parts parts) {
    for (const Part& part : parts) {
        put_flat(part);
    }
}

int TreePrinter::column_of(TokenId token) const {
    if (opened_ == token) {
        return writer_.column();
    }
    if (break_.has_value()) {
        return break_->indent + measures_.leading_comments(token);
    }
    if (measures_.must_break_before(token)) {
        return hang_ + measures_.leading_comments(token);
    }
    return writer_.column() + measures_.gap(token);
}

bool TreePrinter::fits(TokenId begin, TokenId end, int tail) const {
    return !measures_.must_break(begin, end) && column_of(begin) + measures_.width(begin, end) + tail <= kMaxWidth;
}

bool TreePrinter::fits_at(int column, NodeId id, int tail) const {
    const Node& node = tree_.node(id);
    return !measures_.must_break(node.begin, node.end)
           && column + measures_.width(node.begin, node.end) + tail <= kMaxWidth;
}

void TreePrinter::open(TokenId token) {
    if (opened_ == token) {
        return;
    }
    opened_ = token;
    const std::optional<LineBreak> planned = std::exchange(break_, std::nullopt);
    if (!measures_.comments(token).empty()) {
        open_with_comments(token, planned);
    } else if (tree_.token(token).kind == TokenKind::EndOfFile) {
        return;
    } else if (planned.has_value()) {
        const bool blank = planned->blank_first && planned->blank_last && measures_.after_blank_line(token);
        writer_.start_line(planned->indent, blank ? BlankLine::Before : BlankLine::None);
    } else {
        writer_.spaces(measures_.spaces(token) + padding_[token.index()]);
    }
}

// Comments stay on the line of the token they followed, on lines of their own, or right before the token they led.
void TreePrinter::open_with_comments(TokenId token, const std::optional<LineBreak>& planned) {
    const LineBreak line = planned.value_or(LineBreak{.indent = hang_, .comment_indent = hang_});
    const TokenKind kind = tree_.token(token).kind;
    const std::span<const Comment> comments = measures_.comments(token);
    // What stands alone on its line must not share it with a comment.
    const bool alone = planned.has_value() && (kind == TokenKind::RightBrace || kind == TokenKind::EndOfFile);
    auto line_ends = std::count_if(comments.begin(), comments.end(), [](const Comment& c) { return c.ends_line; });
    bool needs_line = planned.has_value();
    bool line_begun = false; // in this gap
    bool after_documentation = false;
    const auto begin_line = [&](int indent, bool blank) {
        blank = blank && !after_documentation && (line_begun ? line.blank_inner : line.blank_first);
        writer_.start_line(indent, blank ? BlankLine::Before : BlankLine::None);
        line_begun = true;
    };

    for (const Comment& comment : comments) {
        const bool leads_token = line_ends == 0;
        const bool first = &comment == &comments.front();
        if (comment.starts_line ? needs_line || !leads_token : first && needs_line && leads_token && !alone) {
            begin_line(line.comment_indent, comment.after_blank_line);
            write_comment(comment);
        } else if (line_begun || (leads_token && !alone) || comment.has_several_lines()) {
            writer_.spaces(first ? spaces_before_comment(tree_.token(previous_token(token)).kind) : 1);
            write_comment(comment);
        } else {
            writer_.trailing_comment(comment.text);
        }
        line_ends -= comment.ends_line ? 1 : 0;
        needs_line = needs_line || comment.ends_line;
        after_documentation = comment.is_documentation();
    }

    if (kind == TokenKind::EndOfFile) {
        return;
    }
    if (!comments.back().ends_line && !alone) {
        writer_.spaces(spaces_after_comment(kind));
    } else {
        begin_line(line.indent, measures_.after_blank_line(token) && line.blank_last);
    }
}

// The further lines of a comment that begins a line move with it; elsewhere they stay where they are.
void TreePrinter::write_comment(const Comment& comment) {
    if (!comment.has_several_lines()) {
        writer_.write(comment.text);
        return;
    }
    const int to = writer_.column();
    const int from = writer_.at_line_start() ? source_column(tree_.source().text(), comment.text) : to;
    writer_.write(moved_comment(comment.text, from, to));
}

} // namespace tgdl::format
