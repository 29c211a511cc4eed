// Promises of the formatter, tried on every program of the conformance suite that has no syntax errors.
#include "format/format.h"
#include "format/measures.h"
#include "syntax/test_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

using Words = std::vector<std::string>;

Words token_texts(const Tree& tree) {
    Words texts;
    for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
        texts.emplace_back(tree.text(TokenId(i)));
    }
    return texts;
}

// Where the `to` of `pass e to p;` stands, when `pass` at `at` begins one; else 0.
std::size_t find_to(const Words& words, std::size_t at) {
    const auto end = std::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), ";");
    const auto to = std::find(words.begin() + static_cast<std::ptrdiff_t>(at), end, "to");
    return to == end ? 0 : static_cast<std::size_t>(to - words.begin());
}

// The same tokens with today's spellings; written without the tree, to check on those who use it.
Words with_todays_spellings(const Words& words) {
    static const std::map<std::string, std::string, std::less<>> newer{
        {"state", "class"},      {"verb", "function"},     {"boardcell", "tile"}, {"decimal", "number"},
        {"none", "null"},        {"priority", "prio"},     {"mod", "%"},          {"turns", "turn"},
        {"assign_to", "assign"}, {"adjency", "adjacency"}, {"lenght", "length"},  {"placeables", "interactables"},
    };
    Words today;
    std::size_t to = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto found = newer.find(words[i]);
        if (words[i] == "[" && words[i + 1] == "]") {
            today.insert(today.end() - 1, {"List", "<"});
            today.emplace_back(">");
            ++i;
        } else if (words[i] == "pass" && words[i - 1] != "." && find_to(words, i) != 0) {
            to = find_to(words, i);
            today.insert(today.end(), {"turn", ".", "pass", "("});
        } else if (to != 0 && i == to) {
            today.insert(today.end(), {",", '"' + words[i + 1] + '"', ")"});
            ++i;
        } else {
            today.push_back(found == newer.end() ? words[i] : found->second);
        }
    }
    return today;
}

// Every comment, without the white space that may change: at the ends of its lines and at their beginnings.
Words comment_texts(const Tree& tree) {
    const format::Measures measures(tree);
    Words texts;
    for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
        for (const format::Comment& comment : measures.comments(TokenId(i))) {
            std::string text;
            for (const char c : comment.text) {
                if (c != ' ' && c != '\t' && c != '\r') {
                    text += c;
                }
            }
            texts.push_back(text);
        }
    }
    return texts;
}

// Lines whose code is too wide, though no text stands on them, which cannot be broken.
std::set<std::uint32_t> overlong_lines(const Tree& tree) {
    std::set<std::uint32_t> overlong;
    std::set<std::uint32_t> excused;
    for (const Token& token : tree.tokens()) {
        const LineColumn end = tree.source().position(token.end);
        if (static_cast<int>(end.column) - 1 > format::kMaxWidth) {
            overlong.insert(end.line);
        }
        if (token.kind == TokenKind::String || token.kind == TokenKind::TextWhole || token.kind == TokenKind::TextEnd) {
            excused.insert(end.line);
        }
    }
    for (const std::uint32_t line : excused) {
        overlong.erase(line);
    }
    return overlong;
}

std::vector<std::filesystem::path> conformance_programs() {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(TGDL_SOURCE_DIR "/tests/conformance")) {
        if (entry.path().extension() == ".tgdl") {
            paths.push_back(entry.path());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

} // namespace

TEST(FormatConformance, EveryProgramKeepsItsTokensAndCommentsAndIsFormattedOnce) {
    std::size_t tried = 0;
    for (const std::filesystem::path& path : conformance_programs()) {
        SCOPED_TRACE(path.string());
        std::ifstream file(path, std::ios::binary);
        const TestSource before(std::string(std::istreambuf_iterator<char>(file), {}));
        if (before.diagnostics().has_errors()) {
            continue;
        }
        ++tried;

        const std::string text = format_source(before.tree());

        const TestSource after(text);
        EXPECT_FALSE(after.diagnostics().has_errors());
        EXPECT_EQ(with_todays_spellings(token_texts(after.tree())), with_todays_spellings(token_texts(before.tree())));
        EXPECT_EQ(comment_texts(after.tree()), comment_texts(before.tree()));
        EXPECT_EQ(overlong_lines(after.tree()), std::set<std::uint32_t>());
        EXPECT_EQ(format_source(after.tree()), text);
    }
    EXPECT_GT(tried, 300U);
}

} // namespace tgdl
