// The second half of checking: looks into code. Gives every expression a type and a meaning, and every piece of code a
// Body with what it does (docs/reference/types.md, docs/reference/expressions.md and docs/reference/statements.md).
//
//   in   a declared program
//   out  FileUnit::types, FileUnit::meanings, CheckedProgram::bodies; diagnostics
//
// One object walks the whole program; its state is the piece of code at hand. Methods stand in the files of their
// subject: check_bodies (which pieces there are), check_statements, check_inputs, check_names, check_members,
// check_calls, check_questions, check_operators, check_literals.
#pragma once

#include "check/builtins.h"
#include "check/checked_program.h"
#include "check/facts.h"
#include "check/relations.h"
#include "diagnostics/diagnostic.h"

#include <optional>
#include <span>
#include <string>
#include <tsl/robin_set.h>
#include <utility>
#include <vector>

namespace tgdl {

// What an expression gives.
struct Given {
    TypeId type;
    Nullness nullness = Nullness::Unknown;
};

class BodyChecker {
public:
    BodyChecker(CheckedProgram& program, Diagnostics& diagnostics);

    void check_program();

private:
    // A name that code may use: a local, an input, the chooser.
    struct Binding {
        Symbol name;
        MeaningKind kind{};
        std::uint32_t index = 0;
        TypeId type;
        Span span;
        std::uint32_t hidden = kNoBinding; // the binding of the same name that this one hides
    };
    static constexpr std::uint32_t kNoBinding = 0xffffffffU;

    // What stands so far in a chain such as `a.b(c)[d]`.
    struct Link {
        enum class Kind : std::uint8_t {
            Value,    // value
            Word,     // a word before a dot: player, turn, turn.phase, event, math, direction
            Alias,    // index: FileId
            TypeName, // index: TypeDefId
            Seats,    // index: TypeDefId of a `player` type, waiting for its [p]
            Builtin,  // index: BuiltinId, waiting for its (…); value: the receiver
            Function, // index: FunctionId; exact: `base.F`
            Action,   // index: ActionId
            Possible, // index: ActionId, waiting for its ()
            GroupRow, // a group with one index, waiting for the second; value: the group
            Of,       // `.of<T>` or `all<T>`: value.type is T, receiver the collection
        } kind = Kind::Value;
        Given value;
        Receiver word{};
        std::uint32_t index = 0;
        bool of_constant = false; // what it gives belongs to this constant
        ConstantId constant;
        bool exact = false; // base.F: this one and no other
        bool has_receiver = false;
        Given receiver;
        Path path;   // of a Value that is a variable
        NodeId node; // the node that made it: Name, Member …
        Symbol name;
    };

    // A parameter of a function or an input of an action, as a call sees it.
    struct Parameter {
        Symbol name;
        TypeId type;
        bool needed = true;
        bool by_position = true;
    };

    // check_bodies.cpp: which pieces of code a program has.
    void check_type(TypeDefId id);
    void check_attribute_values(TypeDefId id);
    void check_visible(TypeDefId id, CodeRef place);
    void check_visible_else(TypeDefId id, CodeRef place, NodeId value);
    void check_own_block(CodeRef place, Body body, TypeId returns, std::string_view what);
    void check_contents(TypeDefId id);
    void check_constant(ConstantId id); // check_constants.cpp, as the next ones
    void check_constant_value(CodeRef place, Role role, TypeId type, TypeDefId owner);
    void check_early(CodeRef expression, TypeId type, TypeDefId owner);
    void check_written_numbers(CodeRef place);
    void check_function(FunctionId id);
    void check_unnamed_function(FunctionId id);
    [[nodiscard]] std::vector<InputId> inputs_known_to(const Function& function, std::size_t index) const;
    void check_action(ActionId id);
    void check_turn(TurnId id);
    void check_movement(MovementId id);
    void check_movement_condition(MovementId id, FileId file, NodeId node);
    void check_movement_step(MovementId id, FileId file, NodeId node);
    void check_setup(const Setup& setup);
    [[nodiscard]] TypeId event_type_of(ActionId id) const;
    [[nodiscard]] bool replaces(ActionId later, ActionId earlier) const;
    // Starts a piece of code of its own: no locals, no facts.
    void begin(Body body);
    void finish();
    // A part of the running piece (a question, a filter of an input statement): same locals, effects apart.
    BodyId begin_part(BodyKind kind, NodeId node);
    void finish_part(BodyId outer);
    // Checks a block that must give `returns` (nothing: none) on every path.
    void check_returning_block(NodeId block, TypeId returns, std::string_view what);
    void bind_inputs(std::span<const InputId> inputs);

    // check_inputs.cpp: inputs in heads and in effects.
    void check_head_input(InputId id, std::span<const InputId> before, const Body& model);
    void check_input_player(InputId id, NodeId who);
    void check_input_clause(InputId id, NodeId clause);
    [[nodiscard]] BodyKind clause_kind(NodeId clause) const;
    [[nodiscard]] TypeId candidate_type(const Input& input) const;
    void check_filter(InputId id, NodeId filter);
    void check_input_statement(NodeId node);
    void check_choose(NodeId node);

    // check_statements.cpp. A statement gives whether the code after it can be reached.
    bool check_statement(NodeId node);
    bool check_block(NodeId node);
    void check_local(NodeId node);
    void check_assign(NodeId node);
    void check_increment(NodeId node);
    bool check_if(NodeId node);
    bool check_switch(NodeId node); // check_switch.cpp, as the next ones
    [[nodiscard]] bool names_everything(NodeId node, TypeId asked) const;
    Given check_switch_value(NodeId node, TypeId expected);
    TypeId check_asked(NodeId node);
    void check_case_values(NodeId node, NodeId condition, TypeId asked);
    bool check_for(NodeId node); // check_loops.cpp, as the next ones
    bool check_rounds(NodeId loop);
    void check_foreach(NodeId node);
    void prepare_loop(NodeId node);
    bool check_body_of_loop(NodeId node);
    void check_return(NodeId node);
    void check_winner(NodeId node);
    void check_winner_literal(NodeId literal);
    void check_cancel(NodeId node);
    void check_old_pass(NodeId node);
    void check_reason(NodeId node);
    Given check_target(NodeId node);
    // Reports an attribute that is computed in things of this type; false when it is not.
    bool refuse_computed(AttributeId attribute, TypeDefId type, Span place);
    [[nodiscard]] ConstantId constant_in(NodeId node) const;
    void report_constant(ConstantId id, Span place);
    void store_fact(NodeId target, Nullness nullness);
    [[nodiscard]] bool is_literal_true(NodeId node) const;

    // check_conditions.cpp: tests, and what is known after them.
    void check_condition(NodeId node);
    void expect_condition(const Given& value, NodeId node);
    void assume(NodeId condition, bool holds);
    void assume_comparison(NodeId infix, bool holds);
    [[nodiscard]] Path path_of(NodeId node) const;
    [[nodiscard]] TypeId declared_type(NodeId node);

    // check_expressions.cpp.
    Given check_expression(NodeId node, TypeId expected = {});
    Given check_value(NodeId node, TypeId expected = {});              // reports an expression that gives nothing
    Given check_fits(NodeId node, TypeId wanted);                      // checks it and that it fits
    Given check_given(NodeId node, const Given& value, TypeId wanted); // that what was found fits
    Given check_new(NodeId node, TypeId expected);
    void check_initialiser(NodeId node, TypeDefId type);
    Given check_interpolation(NodeId node);
    void check_plain_text(NodeId node);
    [[nodiscard]] bool is_known_name(std::string_view word);
    [[nodiscard]] bool names_type(NodeId expression) const;
    [[nodiscard]] bool is_told_inside(Span whole) const;
    Given check_conditional(NodeId node, TypeId expected);
    Given check_suppose(NodeId node, TypeId expected);
    void check_number(NodeId node);
    void check_player(NodeId node);

    // check_literals.cpp: `{ … }`.
    Given check_collection_literal(NodeId node, TypeId expected);
    Given check_sequence_literal(NodeId node, TypeId element, TypeId whole);
    Given check_table_literal(NodeId node, TypeId table);
    [[nodiscard]] std::string written_key(NodeId key) const;
    Given check_shape_literal(NodeId node);
    // A literal where any collection will do: a List of its elements' common type.
    Given check_free_literal(NodeId node);

    // check_operators.cpp.
    Given check_infix(NodeId node);
    Given check_power(NodeId node);
    Given check_unary(NodeId node);
    Given check_not(NodeId node);
    Given check_test(NodeId node);
    // Two neighbours of a row and what stands between them; the place reaches from the beginning of the row.
    struct Operands {
        TokenId op;
        NodeId left;
        NodeId right;
        Span place;
    };
    Given apply_operator(const Operands& operands, const Given& left, const Given& right);
    Given check_range(NodeId node);
    Given check_null_else(NodeId node, TypeId expected);
    Given apply_arithmetic(const Operands& operands, const Given& left, const Given& right);
    Given apply_comparison(const Operands& operands, const Given& left, const Given& right);
    void check_name_of_rules(NodeId asked, NodeId text);
    bool explain_binding(Diagnostic& problem, const Operands& operands, const Given& left);
    bool explain_enum(Diagnostic& problem, const Operands& operands, const Given& left, const Given& right);
    Given apply_placed(TokenId op, const Given& left, const Given& right, Span place);
    Given wrong_operands(TokenId op, const Given& left, const Given& right, Span place,
                         const Operands* operands = nullptr);

    // check_names.cpp.
    Link check_name(NodeId node);
    [[nodiscard]] bool is_named_elsewhere(Symbol name) const;
    Link link_definition(const Definition& definition, NodeId node, Symbol name);
    Link link_member(const Member& member, const Given& receiver, bool has_receiver, NodeId node, Symbol name);
    Link link_enum_value(TypeDefId enumeration, std::uint32_t place, NodeId node, Symbol name);
    Link link_constant(ConstantId id, NodeId node, Symbol name);
    Link link_builtin(const Builtin& entry, const Given& receiver, NodeId node, Symbol name);
    Link report_unknown_name(NodeId node, Symbol name);
    [[nodiscard]] std::string enum_value_called(Symbol name) const;
    // The type as this file writes it: `alias.Name` when it comes with an import that has a name.
    [[nodiscard]] std::string written_type(TypeDefId type) const;
    std::string member_of_candidate(Symbol name);
    Given value_of(const Link& link); // reports what is no value
    // A call without its brackets; `inside`: what stands between them.
    void report_missing_call(const Link& link, std::string_view name, std::string_view inside);
    [[nodiscard]] Given read(const Path& path, TypeId declared) const;
    void bind(Symbol name, MeaningKind kind, std::uint32_t index, TypeId type, Span span);
    void unbind_to(std::size_t size);
    [[nodiscard]] const Binding* find_binding(Symbol name) const;
    // Reports a local, input or loop variable that repeats a name it must not.
    void check_new_name(Symbol name, Span span);
    std::uint32_t add_local(NodeId node, TypeId type, bool is_loop_variable);

    // check_members.cpp: `.name`, `[…]`.
    Given check_postfix(NodeId node);
    Link check_suffix(const Link& link, NodeId suffix, NodeId next);
    Link check_member(const Link& link, NodeId member);
    Link check_value_member(const Link& link, NodeId member, Symbol name);
    // A class, board or stack that is used as if there were one (`Bank.gold`), or one for each player (`Purse[0]`).
    enum class UsedAs : std::uint8_t { TheOne, OneOfEach };
    bool report_used_as_one(const Link& link, UsedAs used, Symbol member);
    Link check_type_member(const Link& link, NodeId member, Symbol name);
    Link check_word_member(const Link& link, NodeId member, Symbol name);
    Link check_group_member(const Link& link, NodeId member, Symbol name);
    Link check_base_member(NodeId member);
    Link check_index(const Link& link, NodeId index, NodeId next);
    Link check_value_index(const Link& link, NodeId index, NodeId next);
    Link check_type_arguments(const Link& link, NodeId node);
    Link error_link(NodeId node);
    Link value_link(TypeId type, NodeId node, Nullness nullness = Nullness::Unknown);
    [[nodiscard]] const Builtin* find_value_builtin(TypeId type, std::string_view name) const;
    [[nodiscard]] std::vector<std::string_view> member_names(TypeId type) const;
    [[nodiscard]] std::string class_with_member(RootKind root, Symbol name) const;
    // The `player` type that has a member of this name, or one near it; both empty when none has.
    struct SeatMember {
        std::string type;
        std::string member;
    };
    [[nodiscard]] SeatMember find_seat_member(Symbol name) const;
    void help_with_seat(Diagnostic& problem, const SeatMember& meant, NodeId member) const;
    // check_slips.cpp, as the next ones: what is told before the rules for values and types are.
    bool refuse_value_behind_is(NodeId test, NodeId type_node);
    bool refuse_type_as_operand(TokenId op, NodeId left, NodeId operand);
    bool refuse_sum_of_list(NodeId assign, const Given& target, const Given& value);
    bool help_with_players(Diagnostic& problem, NodeId node);
    bool help_with_owned_by_seat(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted);
    // Was this misfit told already, of the same variable? A first one is explained by where the variable is declared.
    bool is_told_of_variable(NodeId node, TypeId given, TypeId wanted);
    void explain_variable(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted);
    [[nodiscard]] const Binding* loose_variable(NodeId node, TypeId given, TypeId wanted) const;
    [[nodiscard]] std::string written(Span place) const;
    bool refuse_no_winner(NodeId value);
    void explain_new_variable(NodeId target, NodeId value);
    Symbol renew_spelling(NodeId member, Symbol name, TypeId type);
    void expect_not_null(const Given& value, Span span);
    [[nodiscard]] TypeId tile_type_through(TypeId receiver) const;   // keeps the class of a grid
    [[nodiscard]] TypeId connected_tile_type(TypeId receiver) const; // likewise, of what connections lead to
    [[nodiscard]] TypeId lattice_type_through(TypeId receiver, Spot spot) const;
    [[nodiscard]] TypeId touched_tile_type(TypeId receiver) const;

    // check_lattices.cpp: corners, sides and copies of lists, as far as the checker knows of which group they are.
    // Whether the built-in is there for a receiver of this type; reports if not.
    bool check_lattice_member(const Builtin& entry, TypeId receiver, NodeId node);
    // The direction that a call of it is given, written out.
    void check_lattice_direction(const Builtin& entry, TypeId receiver, NodeId call);
    // `add` of a graph gives the tile that it is given.
    [[nodiscard]] TypeId added_tile_type(NodeId call);
    // Lists that are copies of what the game has: a change of one would be lost. True: this is such a change, reported.
    bool report_copy(NodeId receiver, Span place, BuiltinId change);
    // A graph that is indexed by numbers is reported; true: it was one.
    bool report_graph_by_numbers(TypeId group, Span place);
    void help_with_added_tile(Diagnostic& problem, TypeId group, Symbol name);
    bool report_grid_by_name(TypeId group, Span place);
    void check_group_change(BuiltinId id, TypeId group, Span place);
    // `set` makes the corners and sides that the new tile lacks.
    void add_created_points(TypeId group, Span place);

    // check_calls.cpp.
    Link check_call(const Link& link, NodeId call);
    Link call_function(const Link& link, NodeId call);
    Link call_action(const Link& link, NodeId call);
    Link call_movement(const Link& link, NodeId call);
    void check_movement_inputs(NodeId value);
    Link call_builtin(const Link& link, NodeId call);
    Link call_of(const Link& link, NodeId call);
    Link call_raw(NodeId call);
    void expect_score(Span place, std::string_view what);
    // Matches arguments with parameters; gives, for each parameter, whether it was given.
    std::vector<bool> check_arguments(NodeId call, std::string_view callee, std::span<const Parameter> parameters);
    void report_unknown_argument(NodeId argument, std::string_view callee, std::span<const Parameter> parameters);
    void check_builtin_argument(const Builtin& entry, char letter, NodeId argument, const Given& receiver);
    TurnId check_turn_names(const Builtin& entry, NodeId call);
    TurnId check_turn_name(NodeId text);
    [[nodiscard]] TurnId find_turn(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> turn_names() const;
    void check_phase_name(NodeId text, TurnId turn);
    [[nodiscard]] TypeId letter_type(char letter, TypeId receiver);
    [[nodiscard]] NodeId literal_text(NodeId expression) const; // a StringLiteral inside brackets, or none
    // Whether the built-in may be called on this receiver; reports if not.
    bool check_receiver_rules(const Builtin& entry, const Link& link, NodeId call);
    void report_no_direction(NodeId value);
    [[nodiscard]] bool is_read_as_players(TypeId type);

    // check_data.cpp: what data files fill.
    Link call_rows(const Link& link, NodeId call);
    void check_contents_from(TypeDefId deck, NodeId contents);
    // Reads the file that a literal names as rows of the type; the calls that make instances are the running piece's.
    void check_data(NodeId node, NodeId literal, TypeDefId type);
    bool check_data_type(TypeDefId type, Span place);

    // check_people.cpp: names of players.
    void expect_text_for_people(NodeId text);
    void check_for_people(NodeId postfix, NodeId part, NodeId next);

    // check_questions.cpp.
    Link ask(const Link& link, const Builtin& entry, NodeId call);
    Given check_question(NodeId argument, TypeId element, std::uint32_t& local);
    Link report_missing_question(const Builtin& entry, NodeId call);
    void check_optional_question(const Link& link, const Builtin& entry, NodeId call, NodeId argument);

    // Small things.
    [[nodiscard]] Body& body() { return program_.bodies[body_.index()]; }
    [[nodiscard]] Body& frame() { return program_.bodies[frame_.index()]; }
    [[nodiscard]] NodeId child(NodeId node, Role role) const { return tree_->child(node, role); }
    [[nodiscard]] Span span(NodeId node) const { return tree_->span(node); }
    [[nodiscard]] std::string text(Symbol symbol) const { return std::string(program_.text(symbol)); }
    [[nodiscard]] Span name_place(NodeId node) const;    // of `.name` the name alone, of others the whole
    [[nodiscard]] std::string phrase(TypeId type) const; // `a number`, `a \`Card\``
    // The attributes of a thing that are of this type, to be named in a help: `.cost`, `.rank`; empty when there are none.
    [[nodiscard]] std::string parts_of_type(TypeId thing, TypeId type) const;
    void help_with_enum(Diagnostic& problem, TypeId enumeration, TypeId given, NodeId node);
    bool help_with_extreme(Diagnostic& problem, NodeId node, TypeId wanted);
    void help_with_misfit(Diagnostic& problem, NodeId node, TypeId given, TypeId wanted);
    [[nodiscard]] TypeKind kind(TypeId type) const { return program_.types.kind(type); }
    void record(NodeId node, TypeId type);
    void record(NodeId node, MeaningKind meaning, std::uint32_t index = 0, std::uint32_t extra = 0);
    [[nodiscard]] const Meaning& meaning(NodeId node) const;
    void add_site(Effect effect, Span place);
    void add_sites(Effects effects, Span place);
    void add_call(CallSite::Kind kind, std::uint32_t index, Span place, bool fills_all_inputs = false);
    Diagnostic& report(DiagnosticKind kind, Span place) { return diagnostics_.report(kind, place); }
    template <typename... Arguments>
    Diagnostic& report(DiagnosticKind kind, Span place, Arguments&&... arguments) {
        return diagnostics_.report(kind, place, std::forward<Arguments>(arguments)...);
    }
    void enter_file(FileId file);
    [[nodiscard]] Given error_value() const { return {program_.types.error, Nullness::Unknown}; }

    CheckedProgram& program_;
    TypeTable& types_;
    Relations relations_;
    Diagnostics& diagnostics_;
    bool runs_code_; // reading some attribute does

    FileId file_;
    const Tree* tree_ = nullptr;
    BodyId body_;  // takes the effects
    BodyId frame_; // holds the locals
    std::vector<Binding> bindings_;
    tsl::robin_map<Symbol, std::uint32_t> latest_; // the innermost binding of each name
    tsl::robin_set<Symbol> unknown_;         // names reported in the piece of code at hand: one mistake, one message
    NodeId new_value_;                       // the target of the assignment at hand
    std::optional<std::size_t> misses_type_; // the message that it is unknown, which waits for the type of the value
    std::uint32_t chain_begin_ = 0;          // where the chain of members at hand begins
    tsl::robin_set<std::uint32_t> loose_variables_;  // bindings told by is_told_of_variable, by where they are declared
    NodeId text_for_people_;                         // what is logged or told
    tsl::robin_set<std::uint32_t> texts_for_people_; // Postfix nodes of the file that stand directly in such a text
    std::vector<TypeDefId> used_as_one_;             // classes told by report_class_used_as_one
    Facts facts_;
    int loops_ = 0;
    TypeId* supposed_ =
        nullptr;             // of the `suppose` at hand: the common type of what it returns, where nothing wants a type
    bool in_action_ = false; // `cancel` may stand here
    // The group and the board in which numbers are written: their constants are reached by the bare name.
    std::vector<TypeDefId> around_;
};

} // namespace tgdl
