// The recursive descent parser of one file. The class is declared here; its functions stand in one file for each
// family of constructs (parse_*.cpp), what they share in parser.cpp, and what happens after a mistake in recovery.cpp.
//
// Every parse function returns a whole node without a parent, or adds children to the node it is given. How mistakes
// are reported:
//
//   mistake(…)   the parser knows what was meant and goes on as if it were right
//   lost(…)      it does not: nothing more is reported until the next statement, member or definition begins
//
// Neither says anything when a mistake was reported at the same token, so one mistake gives one message.
#pragma once

#include "diagnostics/older_spelling.h"
#include "syntax/parser.h"
#include "syntax/report.h"
#include "syntax/tree_builder.h"
#include "syntax/words.h"
#include "syntax/written_forms.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// What kind of body the parser is in: it decides which words show that a `}` was forgotten.
enum class Level : std::uint8_t { Statements, Clauses, Members, Turn, Group };

class Parser {
public:
    // Line ends and indentation mean nothing in the language. They show what a person had in mind when something is
    // wrong, so they are heeded in a second reading of a text that has mistakes, and only there.
    enum class Lines : std::uint8_t { Ignored, Heeded };

    Parser(const SourceFile& source, FileId file, std::vector<Token> tokens, const Interner& names, Lines lines,
           Diagnostics& diagnostics);
    Tree run();

private:
    // A token the parser sees, with the column of the first token of its line (0 where lines are ignored).
    struct Place {
        std::uint32_t token;
        std::uint32_t indent : 31;
        std::uint32_t first_on_line : 1;
    };
    struct OpenBrace {
        std::size_t open; // place
        std::uint32_t indent;
        std::size_t suspect; // place of a `{` inside whose `}` stands too far left, or kNone
    };
    // Counts one level of nesting while it lives; false when it is one too many.
    class Nesting {
    public:
        explicit Nesting(Parser& parser) : parser_(parser), fits_(parser.depth_ < kMaxNesting) { ++parser_.depth_; }
        ~Nesting() { --parser_.depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;
        explicit operator bool() const { return fits_; }

    private:
        Parser& parser_;
        bool fits_;
    };
    // Says while it lives whether a `..` ends the expression at hand, because it belongs to the clause around.
    class RangeEnds {
    public:
        RangeEnds(Parser& parser, bool ends) : parser_(parser), outer_(parser.range_ends_) {
            parser.range_ends_ = ends;
        }
        ~RangeEnds() { parser_.range_ends_ = outer_; }
        RangeEnds(const RangeEnds&) = delete;
        RangeEnds& operator=(const RangeEnds&) = delete;

    private:
        Parser& parser_;
        bool outer_;
    };
    static constexpr std::size_t kNone = ~std::size_t{0};
    static constexpr std::size_t kLookahead = 256; // tokens; what people write is far shorter

    // The cursor (parser.cpp).
    [[nodiscard]] std::size_t place(std::size_t ahead) const { return std::min(at_ + ahead, places_.size() - 1); }
    [[nodiscard]] const Token& token(std::size_t ahead = 0) const { return tokens()[places_[place(ahead)].token]; }
    [[nodiscard]] TokenKind kind(std::size_t ahead = 0) const { return token(ahead).kind; }
    [[nodiscard]] TokenId id(std::size_t ahead = 0) const { return TokenId(places_[place(ahead)].token); }
    [[nodiscard]] bool at(TokenKind wanted, std::size_t ahead = 0) const { return kind(ahead) == wanted; }
    [[nodiscard]] bool at_word(Symbol word, std::size_t ahead = 0) const {
        return at(TokenKind::Identifier, ahead) && token(ahead).symbol == word;
    }
    [[nodiscard]] bool at_any(std::initializer_list<Symbol> words, std::size_t ahead = 0) const;
    [[nodiscard]] bool on_new_line(std::size_t ahead = 0) const { return places_[place(ahead)].first_on_line != 0; }
    [[nodiscard]] std::uint32_t indent(std::size_t ahead = 0) const { return places_[place(ahead)].indent; }
    [[nodiscard]] const std::vector<Token>& tokens() const { return builder_.tree().tokens(); }
    [[nodiscard]] std::string_view text(TokenId token) const { return builder_.tree().text(token); }
    [[nodiscard]] std::string_view text(std::size_t ahead = 0) const { return text(id(ahead)); }
    [[nodiscard]] Span span(std::size_t ahead = 0) const { return builder_.tree().span(id(ahead)); }
    [[nodiscard]] Span span(TokenId from, TokenId to) const;
    [[nodiscard]] Span node_span(NodeId node) const { return builder_.tree().span(node); }
    [[nodiscard]] std::string source_text(Span range) const;
    [[nodiscard]] std::string node_text(NodeId node) const { return source_text(node_span(node)); }
    [[nodiscard]] Span after_previous() const;
    TokenId advance();
    bool accept(TokenKind wanted);
    bool accept_word(Symbol word);

    // Nodes.
    NodeId open(NodeKind kind) { return builder_.open(kind, id()); }
    NodeId open_at(NodeKind kind, NodeId first) { return builder_.open(kind, builder_.begin_of(first)); }
    NodeId close(NodeId node);
    NodeId missing() { return open(NodeKind::Missing); }
    NodeId word_node();
    void add(NodeId parent, Role role, NodeId child) { builder_.add(parent, role, child); }
    void set_main(NodeId node, TokenId main) { builder_.set_main(node, main); }
    // The node's tokens as tokens that fit nowhere.
    NodeId as_error(NodeId node);

    // Mistakes (recovery.cpp).
    [[nodiscard]] bool silent() const;
    [[nodiscard]] bool are_comments(std::uint32_t from, std::uint32_t to) const;
    template <typename... Arguments>
    Report mistake(DiagnosticKind kind, Span place, Arguments&&... arguments) {
        if (silent()) {
            return {};
        }
        reported_at_ = at_;
        return {diagnostics_, diagnostics_.report(kind, place, std::forward<Arguments>(arguments)...)};
    }
    template <typename... Arguments>
    Report lost(DiagnosticKind kind, Span place, Arguments&&... arguments) {
        Report report = mistake(kind, place, std::forward<Arguments>(arguments)...);
        panic_ = true;
        return report;
    }
    void hint_older(Span place, std::string_view older, std::string_view newer, std::string replacement);
    Report report_missing(TokenKind sign);
    bool expect(TokenKind sign);
    bool expect_close(TokenKind sign, TokenId opened);
    void expect_semicolon();
    void report_missing_semicolon();
    void expect_comma_or(TokenKind closing);
    TokenId expect_name(std::string_view what);
    void wrong_sign(std::string_view wanted, std::string help);
    void unexpected();
    void clause_twice(bool twice, std::string_view what, std::string_view clause, TokenId place);
    [[nodiscard]] bool looks_like_name_use(std::size_t ahead) const;
    void accept_end_of_body();
    NodeId skip_token();
    NodeId skip_too_deep();
    void skip_group();
    void resynchronise(NodeId parent, std::size_t start);
    [[nodiscard]] bool at_body_end(Level level) const;
    [[nodiscard]] bool starts_definition(std::size_t ahead = 0) const;
    [[nodiscard]] bool starts_member() const;
    [[nodiscard]] bool starts_outside(Level level) const;
    bool open_brace(std::string_view what);
    void close_brace();
    [[nodiscard]] bool at_extra_brace() const;
    void skip_extra_brace();
    [[nodiscard]] bool declares_type(Symbol name);
    [[nodiscard]] std::string_view nearest(std::string_view wrong, std::initializer_list<std::string_view> words) const;

    // `{`, then `item` until the matching `}`. `item` reads one thing and adds it to a node.
    template <typename ReadItem>
    void parse_body(NodeId parent, Level level, std::string_view what, ReadItem item);

    // Forms of other designs (foreign_forms.cpp). None of the text is right: they are looked for where mistakes were found.
    [[nodiscard]] bool has_mistakes() const { return formatting_ == Formatting::PreventedByErrors; }
    NodeId parse_written_form(FormPlace place);
    std::string help_with_form(const WrittenForm& form, std::size_t count);
    [[nodiscard]] std::string written(std::size_t count) const;
    NodeId skip_written_form();
    NodeId refuse_foreign_tail(NodeId value);
    [[nodiscard]] bool has_else_on_its_way() const;
    [[nodiscard]] bool at_text_without_quotes();
    NodeId skip_text_without_quotes(TokenKind end = TokenKind::Comma);
    NodeId parse_call_without_brackets();
    bool refuse_condition_behind();
    bool refuse_question_in_braces();
    NodeId parse_foreign_literal();

    // Such forms where a value stands (foreign_values.cpp).
    NodeId parse_foreign_value();
    NodeId parse_older_call();
    NodeId parse_values_without_new();
    NodeId parse_if_value();
    NodeId parse_foreign_argument(NodeId argument);
    void take_sort_for_sort_by();
    void refuse_values_without_new(NodeId local);
    [[nodiscard]] bool holds_comprehension() const;
    [[nodiscard]] std::size_t foreign_question_length() const;
    NodeId parse_foreign_question(NodeId argument);
    [[nodiscard]] bool at_dashed_comment() const;
    NodeId skip_dashed_comment();
    void refuse_double_colon();
    [[nodiscard]] bool told_on_this_line() const;
    NodeId skip_indented_body(std::string_view what);

    // Definitions that begin with such a word (foreign_definitions.cpp): read as what was meant.
    void take_as(std::string_view meant, std::size_t ahead = 0);
    [[nodiscard]] bool at_function_word();
    [[nodiscard]] bool stands_for_definition();
    [[nodiscard]] std::size_t foreign_modifiers();
    NodeId parse_foreign_function();
    bool parse_definition_of_other_kind(NodeId file);
    bool parse_list_of_definitions(NodeId file);
    bool parse_definition_by_base(NodeId file);
    bool parse_typedef(NodeId file);
    bool parse_misspelt_definition(NodeId file);
    NodeId skip_definition();

    // Such members and clauses (foreign_members.cpp).
    bool parse_foreign_attribute(NodeId parent);
    bool parse_attribute_with_sign(NodeId parent);
    void refuse_attribute_without_type(bool has_base);
    NodeId parse_effect_of_head(NodeId action);
    NodeId parse_foreign_entry();
    NodeId parse_new_in_entry();
    [[nodiscard]] std::string guessed_type(std::size_t ahead) const;
    [[nodiscard]] bool at_require_word();
    NodeId parse_foreign_require();
    void parse_inputs_of_list(NodeId node);
    bool parse_foreign_filter_name(NodeId filter);
    NodeId parse_foreign_options();

    // Files and directives (parse_file.cpp).
    void parse_item(NodeId file);
    NodeId parse_game();
    NodeId parse_players();
    bool parse_foreign_players(NodeId node);
    NodeId parse_seat();
    NodeId parse_import();
    void check_order(Symbol directive, bool in_place);
    bool parse_definition(NodeId parent);
    void parse_misplaced_at_top(NodeId file);
    // Reads a definition, member or clause where it cannot stand, reports that, and gives its tokens as an Error.
    NodeId parse_misplaced(std::string_view where);
    [[nodiscard]] std::string belongs() const;

    // Definitions (parse_definitions.cpp).
    [[nodiscard]] static bool is_kind_word(const Token& token);
    [[nodiscard]] static bool is_scope_word(const Token& token);
    NodeId parse_type_definition();
    void parse_base(NodeId node);
    void parse_type_body(NodeId node, Symbol type_kind, std::string_view what);
    [[nodiscard]] bool at_enum_value(std::size_t ahead) const;
    [[nodiscard]] bool at_enum_values() const;
    bool misses_comma();
    NodeId parse_enum_values();
    void parse_enum_name(NodeId value, bool& told);
    NodeId parse_extension();
    [[nodiscard]] bool at_typed_definition(Symbol word, std::size_t ahead = 0) const;
    [[nodiscard]] bool at_constant() const { return at_typed_definition(word::const_); }
    [[nodiscard]] bool at_untyped_definition(Symbol word) const;
    [[nodiscard]] bool at_option(std::size_t ahead = 0) const { return at_typed_definition(word::option, ahead); }
    NodeId parse_typed_definition(NodeKind form, std::string_view what);
    NodeId parse_constant();
    NodeId parse_option();
    NodeId parse_setup();
    NodeId parse_function(NodeId node);
    [[nodiscard]] bool braces_hold_effect() const;
    enum class HeadType : std::uint8_t { None, Misplaced }; // before the name of a long function
    void parse_long_function(NodeId node, HeadType head_type);
    void parse_short_function(NodeId node);
    bool parse_arrow_body(NodeId node);
    bool parse_foreign_base(NodeId node);
    NodeId parse_indented_function();
    NodeId parse_worded_statement();
    bool refuse_clauses_without_group(NodeId board);
    [[nodiscard]] bool at_value_without_sign() const;
    NodeId parse_foreign_cast();
    bool parse_values_without_braces(NodeId node);
    void parse_function_clause(NodeId node, bool& has_returns, bool& has_effect);
    [[nodiscard]] bool names_type(std::size_t ahead);
    void parse_inputs_in_braces(NodeId node);
    NodeId parse_parameter();
    NodeId parse_goal();
    NodeId parse_turn();
    void parse_turn_item(NodeId turn);
    NodeId parse_phase();
    void parse_effect_body(NodeId node, std::string_view what);

    // Members of types (parse_members.cpp).
    void parse_member(NodeId parent, Symbol type_kind);
    bool parse_word_member(NodeId parent, Symbol type_kind);
    [[nodiscard]] bool at_older_mark();
    void parse_attribute_or_slip(NodeId parent);
    bool parse_misspelt_member(NodeId parent);
    [[nodiscard]] bool at_function_without_word() const;
    NodeId parse_function_without_word();
    void parse_misplaced_member(NodeId parent);
    NodeId parse_attribute(NodeId node);
    NodeId parse_long_attribute(NodeId node);
    NodeId parse_overriding();
    NodeId parse_default_block();
    [[nodiscard]] bool at_visible() const;
    NodeId parse_visible();
    NodeId parse_information();
    NodeId parse_holds();
    NodeId parse_contents();
    [[nodiscard]] bool at_contents_from() const;
    NodeId parse_contents_entry();
    void parse_entry_body(NodeId node);

    // Actions, triggers (parse_actions.cpp), inputs (parse_inputs.cpp).
    NodeId parse_action(NodeId node);
    void parse_action_body(NodeId node, std::string_view what);
    // What the body of an action has had so far; `told`: statements beside the clauses were reported.
    struct ActionClauses {
        bool has_effect = false;
        bool has_prio = false; // also in the head
        bool told = false;
    };
    void parse_action_clause(NodeId node, std::string_view what, ActionClauses& clauses);
    NodeId parse_prio_clause(std::string_view what, ActionClauses& clauses);
    void parse_prio(NodeId node);
    NodeId parse_deciding_block(std::string_view what);
    [[nodiscard]] bool without_body() const;
    void refuse_sign_of_clause();
    NodeId parse_require();
    NodeId parse_trigger();
    [[nodiscard]] bool at_input() const;
    NodeId parse_input();
    void parse_input_modifiers(NodeId node);
    void parse_modifiers_after_input(NodeId node);
    void refuse_words_behind_input();
    [[nodiscard]] bool refuse_bounds_alone(NodeId input);
    void parse_input_block(NodeId node);
    [[nodiscard]] bool at_input_clause() const;
    void parse_input_clause(NodeId node);
    NodeId parse_filter();
    NodeId parse_range_clause();
    bool parse_foreign_range(NodeId clause);
    NodeId parse_count_clause(NodeKind clause);

    // Boards (parse_boards.cpp).
    [[nodiscard]] bool at_group_with_geometry() const;
    NodeId parse_group();
    void parse_older_geometry(std::vector<NodeId>& clauses);
    void parse_group_item(NodeId group);
    NodeId parse_geometry();
    NodeId parse_orientation();
    NodeId parse_grid();
    NodeId parse_grid_row();
    NodeId parse_tiles();
    NodeId parse_adjacency();
    NodeId parse_lattice();
    NodeId parse_borders();
    enum class EdgesOf : std::uint8_t { Group, Board };
    NodeId parse_edge_chain(EdgesOf of);
    NodeId parse_edge_end();
    NodeId parse_edge_link(EdgesOf of);
    [[nodiscard]] bool at_edge_link() const;
    [[nodiscard]] std::size_t named_distance() const;
    [[nodiscard]] bool at_distance_back(EdgesOf of) const;
    NodeId parse_named_distance();

    // Scores, computed attributes, modifiers (parse_scores.cpp).
    [[nodiscard]] bool at_score(std::size_t ahead) const;
    NodeId parse_score();
    [[nodiscard]] bool at_modify(std::size_t ahead = 0) const;
    NodeId parse_modify();

    // Movement (parse_movement.cpp).
    NodeId parse_movement();
    void parse_movement_item(NodeId movement);
    NodeId parse_through_or_onto();
    NodeId parse_alternative();
    NodeId parse_step();
    NodeId parse_step_count();

    // Statements (parse_statements.cpp).
    NodeId parse_block(std::string_view what);
    NodeId parse_statement();
    NodeId parse_simple_statement();
    NodeId parse_stray_statement();
    NodeId parse_foreign_statement();
    NodeId parse_misspelt_statement();
    NodeId parse_body_statement(std::string_view what);
    [[nodiscard]] bool at_local() const;
    NodeId parse_local();
    NodeId parse_further_name();
    NodeId parse_local_without_semicolon();
    NodeId parse_expression_statement();
    void warn_of_sign_after_equal();
    NodeId parse_bare_expression_statement();
    NodeId parse_condition(std::string_view what);
    NodeId parse_if();
    NodeId parse_while();
    NodeId parse_for();
    [[nodiscard]] bool refuse_for_in(TokenId for_word, bool declares);
    NodeId parse_counter_without_type();
    NodeId parse_foreach(NodeId node);
    void refuse_counting_words();
    NodeId parse_return();
    NodeId parse_winner();
    NodeId parse_with_reason(NodeKind kind);
    NodeId parse_switch();
    NodeId parse_switch_value();
    void parse_case_values(NodeId node);
    [[nodiscard]] bool at_case(std::size_t ahead = 0) const;
    NodeId parse_case_body(std::string_view what);
    [[nodiscard]] bool at_switch() const;
    NodeId parse_choose();
    NodeId parse_choose_option();
    [[nodiscard]] bool at_old_pass() const;
    NodeId parse_old_pass();
    void for_separator(bool& told);
    [[nodiscard]] bool starts_statement_word() const;

    // Expressions (parse_expressions.cpp, parse_primary.cpp).
    NodeId parse_expression();
    NodeId parse_conditional();
    NodeId parse_infix(int loosest);
    NodeId parse_not(int loosest);
    NodeId parse_test();
    NodeId parse_unary();
    NodeId parse_power();
    NodeId parse_postfix();
    NodeId parse_null_else();
    NodeId parse_range(NodeId low);
    NodeId parse_bound();
    [[nodiscard]] int operator_row() const;
    void take_operator();
    void refuse_thick_arrow();
    [[nodiscard]] bool asks_player() const { return at(TokenKind::Player) && at(TokenKind::Dot, 1); }
    NodeId refuse_assignment(NodeId value, bool condition);
    [[nodiscard]] bool starts_operand(std::size_t ahead = 0) const;
    NodeId parse_primary();
    NodeId parse_paren();
    NodeId parse_call();
    NodeId parse_argument();
    NodeId parse_index();
    NodeId parse_member_access();
    NodeId parse_type_arguments();
    [[nodiscard]] bool at_type_arguments() const;
    NodeId parse_new();
    NodeId parse_initialiser();
    [[nodiscard]] bool has_definitions(std::size_t most_tokens) const;
    NodeId parse_initialiser_entry();
    NodeId parse_collection_literal();
    NodeId parse_shape_literal();
    NodeId parse_suppose();
    NodeId parse_interpolation();
    NodeId parse_hole();
    [[nodiscard]] bool at_closed_hole() const;

    // Types (parse_types.cpp).
    [[nodiscard]] bool starts_type(std::size_t ahead = 0) const;
    // How many tokens the type at the cursor has, 0 when there is none or it is not certain.
    [[nodiscard]] std::size_t type_length(std::size_t ahead = 0) const;
    NodeId parse_type(std::string_view what);
    NodeId parse_type_name(std::string_view what);
    void parse_type_list(NodeId node);

    const Interner& names_;
    FileId file_;
    Formatting formatting_; // what hints may promise
    Diagnostics& diagnostics_;
    TreeBuilder builder_;
    std::vector<Place> places_; // every token but the invalid ones
    std::size_t at_ = 0;
    int depth_ = 0;
    bool panic_ = false;
    bool range_ends_ = false; // see RangeEnds
    std::size_t reported_at_ = kNone;
    std::size_t unclosed_at_ = kNone; // where a missing `}` was reported
    std::vector<OpenBrace> braces_;
    std::uint32_t item_indent_ = 0; // of the line on which the current statement or member begins
    std::vector<Symbol> declared_types_;
    bool declared_types_known_ = false;

    // What the file has had so far.
    bool has_game_ = false;
    bool has_players_ = false;
    bool has_import_ = false;
    std::size_t missing_braces_ = 0; // how many more `{` the file has than `}`
    std::size_t extra_braces_ = 0;   // how many more `}` the file has than `{`
    std::size_t colon_told_at_ = 0;  // depth of braces of the `switch` whose `case 1:` was told
    bool has_definition_ = false;
    bool includes_file_ = false;      // `#include "x"` stands somewhere, x a file of these rules
    bool foreign_head_ = false;       // the head of this definition was told, so that slips of its attributes wait
    bool reported_top_level_ = false; // a run of things that cannot stand at top level was reported
};

template <typename ReadItem>
void Parser::parse_body(NodeId parent, Level level, std::string_view what, ReadItem item) {
    if (!open_brace(what)) {
        return;
    }
    const std::uint32_t outer_indent = item_indent_;
    while (!at_body_end(level) || at_extra_brace()) {
        const std::size_t start = at_;
        panic_ = false;
        if (at_extra_brace()) {
            skip_extra_brace();
            continue;
        }
        item_indent_ = indent();
        item();
        if (panic_ || at_ == start) {
            resynchronise(parent, start);
        }
    }
    item_indent_ = outer_indent;
    close_brace();
}

} // namespace tgdl
