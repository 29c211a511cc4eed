// Prints the tokens and comments of a tree in the one layout.
//
//   in   a tree without syntax errors
//   out  its text, laid out anew: the same tokens, the same comments; O(tokens)
//
// Every piece is first asked whether it fits on the rest of the line (Measures, O(1)); if so it is written flat, if
// not it is broken where its kind breaks, and its children are asked in turn. Comments travel with the gap before the
// token they precede, so no kind of node has to know of them.
#pragma once

#include "format/line_writer.h"
#include "format/measures.h"
#include "format/parts.h"
#include "syntax/tree.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl::format {

class TreePrinter {
public:
    explicit TreePrinter(const Tree& tree) : tree_(tree), measures_(tree), bodies_(tree) {}

    std::string run();

private:
    // A new line before the next token. Blank lines of the source are kept, one of each run, where it says so.
    struct LineBreak {
        int indent = 0;
        int comment_indent = 0;   // of comments on lines of their own before the token
        bool blank_first = false; // before the first new line
        bool blank_inner = false;
        bool blank_last = false; // before the token's own line
    };

    // Where a piece that may need several lines stands.
    struct Frame {
        int indent = 0; // its further lines hang from here, kIndent deeper
        int margin = 0; // the operators that lead its further lines stand right of this column
        int tail = 0;   // columns needed behind it on its last line
    };

    // Tokens and the gaps before them (print_tokens.cpp).
    void break_line(const LineBreak& line) { break_ = line; }
    void continue_line_at(int indent) { break_ = LineBreak{.indent = indent, .comment_indent = indent}; }
    void open(TokenId token); // writes what stands before the token; a second time nothing
    void open_with_comments(TokenId token, const std::optional<LineBreak>& planned);
    void write_comment(const Comment& comment);
    void put(TokenId token);
    void put_flat(TokenId begin, TokenId end);
    void put_flat(const Part& part) { put_flat(begin_of(tree_, part), end_of(tree_, part)); }
    void put_flat(Parts parts);
    // The column where the token will stand.
    [[nodiscard]] int column_of(TokenId token) const;
    [[nodiscard]] bool fits(TokenId begin, TokenId end, int tail) const;
    [[nodiscard]] bool fits(NodeId id, int tail) const { return fits(tree_.node(id).begin, tree_.node(id).end, tail); }
    [[nodiscard]] bool fits_at(int column, NodeId id, int tail) const;

    // Definitions, clauses, statements and their bodies (print_bodies.cpp).
    void file();
    void construct(Parts parts, int indent);
    void head_and_body(Parts parts, std::size_t body, int indent);
    void body(Parts parts, int indent);
    void braces(Parts parts, int indent);
    void items(Parts parts, int indent);
    void item(Parts parts, int indent);
    [[nodiscard]] std::vector<NodeId> plain_cells(NodeId row) const;
    void align_rows(Parts rows, int indent);

    // Expressions and everything else that stands between words and bodies (print_expressions.cpp).
    void expression(NodeId id, Frame frame);
    void sequence(Parts parts, Frame frame);
    void brackets(Parts parts, Frame frame);
    void literal(NodeId id, Frame frame);
    void infix(NodeId id, Frame frame);
    void conditional(NodeId id, Frame frame);
    void postfix(NodeId id, Frame frame);
    [[nodiscard]] bool may_align(Parts operands, int column, Frame frame) const;
    [[nodiscard]] bool may_break_before(Parts parts, std::size_t at) const;
    [[nodiscard]] bool is_unbroken(NodeId id) const;
    [[nodiscard]] bool has_arguments(NodeId call) const;
    [[nodiscard]] std::size_t parameter_list(Parts parts) const;
    [[nodiscard]] int first_width(const Part& part) const;
    [[nodiscard]] int tail_behind(Parts parts, std::size_t at, int tail) const;

    const Tree& tree_;
    Measures measures_;
    Bodies bodies_;
    LineWriter writer_;
    std::optional<LineBreak> break_;    // asked for, not yet written
    TokenId opened_;                    // the token whose gap was written last
    int hang_ = 0;                      // where a line goes on after a comment that ended it
    std::vector<std::uint8_t> padding_; // by token: spaces that align the columns of a grid
};

} // namespace tgdl::format
