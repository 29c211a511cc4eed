#include "rulebook/document.h"
#include "rulebook/english.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

std::string row_text(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) {
        row += fmt::format(" {} |", cell);
    }
    return row + "\n";
}

struct MarkdownWriter {
    std::string& out;

    void operator()(const Heading& heading) const {
        out += fmt::format("{} {}\n", std::string(heading.level, '#'), heading.text);
    }
    void operator()(const Prose& prose) const { out += prose.markdown + (prose.markdown.ends_with('\n') ? "" : "\n"); }
    void operator()(const Table& table) const {
        out += row_text(table.head) + "|";
        for (std::size_t i = 0; i < table.head.size(); ++i) {
            out += "---|";
        }
        out += "\n";
        for (const std::vector<std::string>& row : table.rows) {
            out += row_text(row);
        }
    }
    void operator()(const Drawing& picture) const { out += picture.caption + "\n\n" + picture.markdown; }
};

} // namespace

void drop_empty_columns(Table& table) {
    for (std::size_t column = table.head.size(); column-- > 0;) {
        const bool empty = std::ranges::all_of(table.rows, [&](const auto& row) { return row[column].empty(); });
        if (empty) {
            const auto at = static_cast<std::ptrdiff_t>(column);
            table.head.erase(table.head.begin() + at);
            for (std::vector<std::string>& row : table.rows) {
                row.erase(row.begin() + at);
            }
        }
    }
}

std::string write_markdown(const Rulebook& book) {
    std::string out = fmt::format("# {}\n", escape_markdown(book.title));
    for (const Block& block : book.blocks) {
        out += "\n";
        std::visit(MarkdownWriter{out}, block);
    }
    return out;
}

} // namespace tgdl
