// A rulebook before it is written: blocks in reading order. Texts are Markdown.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tgdl {

struct Heading {
    unsigned level = 2;
    std::string text; // of one line
};

enum class Tone { Plain, Detail }; // details are set smaller

struct Prose {
    std::string markdown;
    Tone tone = Tone::Plain;
};

struct Table {
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows; // as long as the head
};

struct Drawing {
    std::string svg;
    std::string caption;
    std::string markdown; // what stands for it where there are no pictures
};

using Block = std::variant<Heading, Prose, Table, Drawing>;

struct Rulebook {
    std::string title; // plain text
    std::vector<Block> blocks;
};

// Leaves out columns that are empty in every row.
void drop_empty_columns(Table& table);

std::string write_markdown(const Rulebook& book);
// One page that needs nothing else: no scripts, no other files. Well-formed as XML too.
std::string write_html(const Rulebook& book);

} // namespace tgdl
