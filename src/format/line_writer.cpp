#include "format/line_writer.h"

#include "format/measures.h"

#include <algorithm>

namespace tgdl::format {

void LineWriter::start_line(int indent, BlankLine blank) {
    Line line;
    line.begin = text_.size();
    line.indent = indent;
    line.blank = lines_.empty() ? BlankLine::None : blank;
    lines_.push_back(line);
    column_ = indent;
}

void LineWriter::write(std::string_view text) {
    text_ += text;
    const std::size_t line_end = text.rfind('\n');
    if (line_end == std::string_view::npos) {
        column_ += text_width(text);
    } else {
        column_ = text_width(text.substr(line_end + 1));
    }
}

void LineWriter::spaces(int count) {
    if (at_line_start()) {
        return;
    }
    text_.append(static_cast<std::size_t>(count), ' ');
    column_ += count;
}

void LineWriter::trailing_comment(std::string_view text) {
    Line& line = lines_.back();
    if (line.comment != std::string::npos || text.find('\n') != std::string_view::npos) {
        spaces(1);
        write(text);
        return;
    }
    line.comment = text_.size();
    line.code_width = column_;
    write(text);
}

void LineWriter::separate(std::size_t first, std::size_t last) {
    if (first == 0) {
        return;
    }
    for (std::size_t i = first; i <= last && i < lines_.size(); ++i) {
        if (lines_[i].blank == BlankLine::Before) {
            return;
        }
    }
    lines_[first].blank = BlankLine::Before;
}

std::string LineWriter::finish() const {
    std::string out;
    out.reserve(text_.size() + lines_.size() * (kIndent + 1));
    std::size_t column_end = 0;
    int column = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        if (line.blank == BlankLine::Before) {
            out += '\n';
        }
        out.append(static_cast<std::size_t>(line.indent), ' ');
        if (line.comment == std::string::npos) {
            out.append(text_, line.begin, end_of(i) - line.begin);
            out += '\n';
            continue;
        }
        if (i >= column_end) {
            column_end = end_of_column(i);
            column = comment_column(i, column_end);
        }
        out.append(text_, line.begin, line.comment - line.begin);
        out.append(static_cast<std::size_t>(std::max(column - line.code_width, 1)), ' ');
        out.append(text_, line.comment, end_of(i) - line.comment);
        out += '\n';
    }
    return out;
}

std::size_t LineWriter::end_of(std::size_t line) const {
    return line + 1 < lines_.size() ? lines_[line + 1].begin : text_.size();
}

bool LineWriter::may_align(std::size_t line) const {
    if (lines_[line].comment == std::string::npos) {
        return false;
    }
    const std::string_view code =
        std::string_view(text_).substr(lines_[line].begin, lines_[line].comment - lines_[line].begin);
    return code != "{" && code != "}" && code != "};";
}

std::size_t LineWriter::end_of_column(std::size_t first) const {
    std::size_t end = first + 1;
    while (may_align(first) && end < lines_.size() && may_align(end) && lines_[end].blank == BlankLine::None
           && lines_[end].indent == lines_[first].indent) {
        ++end;
    }
    return end;
}

int LineWriter::comment_column(std::size_t first, std::size_t end) const {
    int column = 0;
    for (std::size_t i = first; i < end; ++i) {
        column = std::max(column, lines_[i].code_width + 1);
    }
    for (std::size_t i = first; i < end; ++i) {
        const std::string_view comment =
            std::string_view(text_).substr(lines_[i].comment, end_of(i) - lines_[i].comment);
        const int width = text_width(comment);
        if (column + width > kMaxWidth && lines_[i].code_width + 1 + width <= kMaxWidth) {
            return 0;
        }
    }
    return column;
}

} // namespace tgdl::format
