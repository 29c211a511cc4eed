// Lowering of one piece of code to instructions. Methods stand in the files of their subject: lower_expressions,
// lower_operators, lower_members, lower_calls, lower_builtins, lower_logs, lower_questions, lower_assignments, lower_statements,
// lower_inputs, lower_coverage.
//
// A value is asked for in one of three ways:
//   lower(node, target)   it is in the register `target`: a variable, or the first free register (which stays free)
//   push(node)            it is in the first free register, which is in use afterwards
//   operand(node)         it is in some register: a variable's own, or one pushed
// `target` is written only when everything the value depends on has been read, unless it is the first free register.
// The registers an operation needs between are taken from the first free one on, so that nothing dead lies below a call.
#pragma once

#include "compile/lower_code.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// When a jump is taken.
enum class JumpWhen : std::uint8_t { True, False };

[[nodiscard]] inline JumpWhen opposite(JumpWhen when) {
    return when == JumpWhen::True ? JumpWhen::False : JumpWhen::True;
}

// Whether a missing entry of a Table is made on the way to what is changed (docs/reference/collections.md#16).
enum class Missing : std::uint8_t { StaysNull, IsMade };

class CodeLowering {
public:
    CodeLowering(Lowering& lowering, ChunkWriter& writer, BodyId body, const ChunkShape& shape);

    // A block, or an expression whose value is returned.
    void lower_root(NodeId node, TypeId wanted);
    // The value of an expression, or what a block returns, in r[result]; the code goes on after it.
    void lower_result(NodeId node, Register result, TypeId wanted);
    // The same for an expression that gives a List, wanted as a List of `element`.
    TypeIndex lower_list_root(NodeId node, TypeId element); // gives the type of what is returned
    // Asks for the inputs of a function that its caller does not give.
    void ask_head_inputs(std::span<const InputId> inputs);
    // What the text says that is in few of the many ways to say it: fast paths rest on it. No code is written.
    // An expression that reads a word of the instance in a register, and does nothing else.
    struct StoredWord {
        Register instance = 0;
        std::uint16_t word = 0;
    };
    [[nodiscard]] std::optional<StoredWord> stored_word(NodeId node) const;
    void read_destinations(NodeId options, InputSource& source) const;
    void lower_block_inline(NodeId block);
    void lower(NodeId node, Register target, TypeId wanted = {});
    void lower_new_instance(TypeDefId type, NodeId initialiser, Register target);

private:
    static constexpr Register kNoRegister = 0xffff;
    // The parts of a Postfix node without TypeArguments, or one expression alone.
    using Chain = std::vector<NodeId>;

    // The `suppose` at hand: where what it returns goes, and the code after it.
    struct Suppose {
        Register answer = 0;
        TypeId type;
        Label end;
    };

    struct Loop {
        Label next;
        Label end;
    };

    // What was in use where a scope begins.
    struct Scope {
        Register top = 0;
        std::size_t variables = 0;
        std::size_t locals = 0;
        std::size_t inputs = 0;
    };

    // A target of an assignment whose parts have been evaluated.
    struct Target {
        enum class Kind : std::uint8_t {
            Variable,
            Attribute,
            GlobalAttribute,
            ListItem,
            TableItem,
            Allowed,
            Distance,
            Turned
        };
        Kind kind = Kind::Variable;
        Register reg = 0; // the variable; or the first of the registers that hold the instance, or collection and key
        AttributeId attribute;
        ActionId action;
        std::uint32_t global = 0;
        TypeId type; // of what is assigned; none: whatever it is
        NodeId node;
    };

    // ---- lower_expressions.cpp
    void lower_plain(NodeId node, Register target, TypeId wanted);
    // The value of an expression that gives a List, as a List of `element`.
    [[nodiscard]] bool becomes_list_of(NodeId node, TypeId element) const;
    void lower_list_of(NodeId node, Register target, TypeId element);
    Register push(NodeId node, TypeId wanted = {});
    Register operand(NodeId node, TypeId wanted = {});
    void lower_name(NodeId node, Register target);
    void lower_interpolation(NodeId node, Register target);
    void push_text_parts(NodeId interpolation);
    void push_hole(NodeId hole);
    void push_hole_value(NodeId hole);
    void lower_conditional(NodeId node, Register target, TypeId wanted);
    void lower_null_else(NodeId node, Register target, TypeId wanted);
    void lower_range(NodeId node, Register target);
    // `c ? a : b`: each of the two values in its turn.
    void lower_either(NodeId conditional, const std::function<void(NodeId)>& lower_value);
    void lower_literal(NodeId node, Register target);
    void lower_shape(NodeId node, Register target);
    void lower_suppose(NodeId node, Register target);
    // Variables of the code around that the block assigns, each once.
    void find_assigned(NodeId block, std::vector<Register>& found) const;
    void lower_long_list(NodeId node, TypeIndex type, TypeId element, Register target);
    void lower_new(NodeId node, Register target);
    void initialise(NodeId initialiser, Register instance);
    // The register of a variable, input, `this` or `event`; none when the node is something else.
    [[nodiscard]] std::optional<Register> register_of(NodeId node) const;
    [[nodiscard]] std::optional<Register>
    variable_of(NodeId node) const; // also where its class is to be looked at again
    [[nodiscard]] std::optional<TypeIndex> narrowed_outside(NodeId node) const;
    void move_variable(NodeId node, Register target);
    [[nodiscard]] Register input_register(InputId id) const;
    // Turns r[source] of type `from` into what `to` wants, in r[target].
    [[nodiscard]] bool needs_conversion(TypeId from, TypeId to) const;
    void convert(Register target, Register source, TypeId from, TypeId to);
    void convert_list(Register target, Register source, TypeId from_element, TypeId to_element);

    // ---- lower_operators.cpp
    void lower_infix(NodeId node, Register target);
    void lower_joined(const std::vector<NodeId>& operands, Register target);
    void lower_power(NodeId node, Register target);
    void lower_unary(NodeId node, Register target);
    void lower_test(NodeId node, Register target);
    void lower_is(Register target, Register source, TypeId wanted);
    void lower_as(Register target, Register source, TypeId from, TypeId wanted);
    void lower_as_enum(Register target, Register source, TypeId from, TypeId wanted);
    void lower_truth(NodeId node, Register target); // a condition as a value
    void emit_operator(TokenId op, Register target, Register left, TypeId left_type, Register right, TypeId right_type);
    void emit_arithmetic(TokenId op, Register target, Register left, TypeId left_type, Register right,
                         TypeId right_type);
    void emit_equal(Register target, Register left, TypeId left_type, Register right, TypeId right_type);
    void emit_add(Register target, Register left, double number);
    void emit_native_of_two(NativeId id, Register target, Register left, Register right);
    [[nodiscard]] TypeId operator_type(TokenId op, TypeId left, TypeId right) const;
    [[nodiscard]] Operation equality(TypeId left, TypeId right) const;
    // What a number is wanted for: turn.active() stands for the active player there.
    [[nodiscard]] TypeId wanted_by_operator(TokenId op, TypeId own, TypeId other) const;
    // Jumps when the condition is so, else goes on at the next instruction.
    void jump_on(NodeId condition, JumpWhen when, Label target);
    void jump_on_infix(NodeId node, JumpWhen when, Label target);
    bool jump_on_comparison(NodeId node, JumpWhen when, Label target);
    bool jump_on_null_test(NodeId left, NodeId right, JumpWhen when, Label target);

    // ---- lower_members.cpp
    [[nodiscard]] Chain chain_of(NodeId node) const;
    void lower_chain(const Chain& chain, std::size_t count, Register target, Missing missing = Missing::StaysNull);
    void lower_member(const Chain& chain, std::size_t count, Register target);
    void lower_index(const Chain& chain, std::size_t count, Register target, Missing missing);
    Register chain_operand(const Chain& chain, std::size_t count);
    Register push_chain(const Chain& chain, std::size_t count, Missing missing = Missing::StaysNull);
    [[nodiscard]] TypeId chain_type(const Chain& chain, std::size_t count) const;
    // The instance a member is asked of: what stands before it, or `this`.
    Register receiver(const Chain& chain, std::size_t member);
    Register push_receiver(const Chain& chain, std::size_t member, Missing missing = Missing::StaysNull);
    // Members of a class of tiles are not for the blank tile: a fault, where the receiver may be it.
    void refuse_blank(const Chain& chain, std::size_t member, Register instance, std::string_view name);
    // A tile reached from `board.Field…` has the class of that grid, which connections and moved tiles may break: a fault.
    void check_tile(TypeId seen, Register tile);
    [[nodiscard]] Operation reading_of(AttributeId id, Register instance) const;
    [[nodiscard]] bool asks_only_length(const Chain& chain, std::size_t member, AttributeId id) const;
    void read_attribute(AttributeId id, Register instance, Register target); // the word
    // What is computed or modified: runs the chunk.
    void run_reader(const Chain& chain, std::size_t member, AttributeId id, ChunkIndex chunk, Register target);
    void lower_raw(NodeId attribute, Register target);
    // A fault, where the attribute is computed in the class of the instance.
    void refuse_computed(AttributeId id, Register instance, NodeId node);
    void lower_attribute(const Chain& chain, std::size_t member, AttributeId id, Register target);
    void lower_stored_attribute(const Chain& chain, std::size_t member, AttributeId id, Register target);
    void narrow_attribute(NodeId node, AttributeId id, Register target);
    void lower_group(const Chain& chain, std::size_t member, GroupId group, Register target);
    void lower_graph_tile(const Chain& chain, std::size_t count, Register target);
    void lower_grid_place(const Chain& chain, std::size_t count, Register target);
    void lower_allowed(const Chain& chain, std::size_t count, ActionId action, Register target);
    [[nodiscard]] TypeId key_type(TypeId collection) const; // what an index of the collection becomes

    // ---- lower_calls.cpp
    void lower_call(const Chain& chain, std::size_t count, Register target);
    void call_function(const Chain& chain, std::size_t count, FunctionId id, Register target);
    void call_base_function(NodeId call, FunctionId id, Register target);
    void push_arguments(NodeId call, std::span<const InputId> parameters, Register receiver_register);
    void push_default(InputId input, Register receiver_register);
    void arrange(Register first, std::vector<std::size_t> wanted);
    void call_action(const Chain& chain, std::size_t count, ActionId id, Operation op, Register target);
    void call_base_action(NodeId call, ActionId id, Register target);
    void push_action_inputs(NodeId call, ActionId id);
    [[nodiscard]] std::size_t parameter_of(NodeId argument, std::size_t position,
                                           std::span<const InputId> parameters) const;

    // ---- lower_builtins.cpp
    void lower_builtin(const Chain& chain, std::size_t count, BuiltinId id, Register target);
    bool lower_special(const Chain& chain, std::size_t count, BuiltinId id, Register target);
    void lower_ready_made(const Chain& chain, std::size_t count, BuiltinId id, Register target);
    void push_builtin_arguments(NodeId call, BuiltinId id, TypeId receiver);
    [[nodiscard]] TypeId argument_type(char letter, TypeId receiver) const;
    [[nodiscard]] NativeId joining_native() const {
        return for_people_ ? NativeId::JoinShownTexts : NativeId::JoinTexts;
    }
    void lower_log(NodeId text, NativeId id, Register window);
    void push_log_parts(NodeId text);
    void push_log_part(NodeId expression, const std::function<void()>& push_value);
    [[nodiscard]] bool may_read_hidden(NodeId expression) const;
    // An attribute that some are shown something else for: a mark with its number, and its instance. False when it is none.
    enum class HoleMarks : std::uint8_t { Left, Put };
    bool push_shown_attribute(NodeId expression, HoleMarks marks);
    bool lower_set_tile(const Chain& chain, std::size_t count, Register target);
    void lower_add_tile(const Chain& chain, std::size_t count, Register target);
    // A variable whose register holds the tile, instead of a list of its connections.
    [[nodiscard]] bool is_live_connections(Meaning it) const;
    bool lower_live_change(NativeId id, const Chain& chain, std::size_t count, Register target);
    void lower_all(NodeId call, Register target);
    void lower_rows_call(NodeId call, Register target);
    void lower_turn_pass(NodeId call, Register target);
    void lower_discard(const Chain& chain, std::size_t count, Register target);
    void lower_table_keys(const Chain& chain, std::size_t count, TypeId element, Register target);
    void push_type(TypeIndex type); // as a number constant, for natives
    void push_number(double number);
    void finish_native(NativeId id, Register window, Register target);

    // ---- lower_questions.cpp
    void lower_question(const Chain& chain, std::size_t count, Register target);
    void ask_where(const Chain& chain, std::size_t count, Register target);
    void ask_truth(const Chain& chain, std::size_t count, Register target);
    void ask_count(const Chain& chain, std::size_t count, Register target);
    void ask_sum(const Chain& chain, std::size_t count, Register target);
    void ask_best(const Chain& chain, std::size_t count, Register target);
    void ask_map(const Chain& chain, std::size_t count, Register target);
    void push_answers(const Chain& chain, std::size_t count, Register collection);
    void sort_by(const Chain& chain, std::size_t count, Register target);
    void random_by_weight(const Chain& chain, std::size_t count, Register target);
    void ask_extreme(const Chain& chain, std::size_t count, Register target);
    void ask_region(const Chain& chain, std::size_t count, Register target);
    void ask_spots(const Chain& chain, std::size_t count, Register target);
    void ask_connected(const Chain& chain, std::size_t count, Register target);
    // An expression about one element; what it changes is undone.
    struct Question {
        NodeId expression;
        bool hypothetical = false;
    };
    [[nodiscard]] Question question_at(NodeId expression) const;
    // A walk over the elements: registers `first` and the next one, then the element, which is the question's variable.
    struct Walk {
        Question question;
        Register first = 0;
        Register element = 0;
        Label next;
        Label end;
        Scope scope;
    };
    // The elements of what the question of a chain is asked of; begins a round. What is pushed stays until end_walk().
    Walk begin_walk(const Chain& chain, std::size_t count);
    // The same for a walk whose first two registers are ready.
    Walk begin_rounds(NodeId call, Register first);
    // Ends a round and the loop.
    void end_walk(const Walk& walk);
    void reach_tile(const Walk& walk, Register reached);
    // `any` and `every` as a jump; false when the node is no such question.
    bool jump_on_question(NodeId node, JumpWhen when, Label target);
    void walk_truth(const Chain& chain, std::size_t count, JumpWhen found, Label target);
    void jump_on_answer(const Question& question, JumpWhen when, Label target);
    // The answer in the first free register, which is pushed; null when it failed.
    Register push_answer(const Question& question);
    Register push_number_answer(const Question& question);
    Register push_needed_answer(const Walk& walk, std::string_view name);

    // ---- lower_assignments.cpp
    void lower_assign(NodeId node);
    void lower_increment(NodeId node);
    Target lower_target(NodeId node);
    void lower_target_member(const Chain& chain, Target& target);
    void lower_target_index(const Chain& chain, Target& target);
    void store(const Target& target, Register value);
    void store_attribute(const Target& target, Register value);
    void assign_value(const Target& target, NodeId value);
    void push_old_value(const Target& target, TokenId op);
    Register push_one(); // what `++` adds to a player
    void change_value(const Target& target, TokenId op, NodeId value);
    void combine(TokenId op, Register target, Register old, TypeId type, Register value, TypeId value_type);

    // ---- lower_statements.cpp
    void lower_statement(NodeId node);
    void lower_block(NodeId node);
    void lower_scoped(NodeId node);
    void lower_local(NodeId node);
    void lower_if(NodeId node);
    void lower_for(NodeId node);

    // ---- lower_switch.cpp
    void lower_constant(ConstantId id, Register target);
    void lower_switch(NodeId node);
    void lower_switch_value(NodeId node, Register target, TypeId wanted);
    void lower_switch_arms(NodeId node, const std::function<void(NodeId)>& lower_value,
                           const std::function<void()>& lower_missing);
    std::vector<Label> lower_cases(NodeId node);
    [[nodiscard]] bool is_null_case(NodeId value) const;
    [[nodiscard]] bool has_else(NodeId node) const;

    // ---- lower_statements.cpp, on
    void lower_rounds(NodeId loop);
    void lower_foreach(NodeId node);
    void next_element(Register walk, const Loop& loop, TypeIndex wanted);
    void lower_foreach_range(NodeId node);
    void lower_counting(NodeId node, Register counter);
    void push_bound(NodeId bound);
    void lower_return(NodeId node);
    void refuse_null_default(NodeId value, Register result);
    void lower_winner(NodeId node);
    void lower_reason(NodeId node, Operation op);
    void lower_choose(NodeId node);
    void push_option(NodeId option);
    void lower_old_pass(NodeId node);
    [[nodiscard]] bool may_change_collection(NodeId node) const;
    [[nodiscard]] bool assigns(NodeId node, std::uint32_t local) const;
    [[nodiscard]] bool gives_new_list(NodeId node) const;
    [[nodiscard]] bool all_fit(TypeIndex element, TypeIndex wanted) const;

    // ---- lower_inputs.cpp
    void lower_input_statement(NodeId node);
    void ask(InputId id, Register reg, NodeId otherwise);
    [[nodiscard]] ChunkShape shape_here() const; // what stands in the registers in use

    // ---- lower_coverage.cpp: nothing unless coverage is recorded
    void emit_coverage(CoverageRegionKind kind, const Span& head, const Span& all);
    void emit_body_coverage(NodeId block);                   // it begins
    void emit_rest_coverage(NodeId statement, NodeId block); // of the block, from this statement on
    // An arm of a branch; a body of a loop. They may be missing.
    void lower_round(NodeId loop);
    void lower_arm(CoverageRegionKind kind, const Span& head, NodeId arm);
    [[nodiscard]] CoverageRegionKind kind_of_body() const;
    [[nodiscard]] Span head_of_body(NodeId block) const;

    // ---- scopes. What is declared in one is unknown once it is closed: its registers hold something else then.
    [[nodiscard]] Scope open_scope() const {
        return {writer_.top(), writer_.variables_in_scope(), open_locals_.size(), inputs_.size()};
    }
    void close_scope(const Scope& scope);
    void declare_local(std::uint32_t local, Register reg);
    void declare_input(InputId id, Register reg);

    // ---- small things
    [[nodiscard]] const Body& body() const { return checked_.bodies[body_.index()]; }
    [[nodiscard]] const Body& frame() const; // the body that holds the locals
    [[nodiscard]] NodeId child(NodeId node, Role role) const { return tree_.child(node, role); }
    [[nodiscard]] Meaning meaning(NodeId node) const { return reader_.meaning(node); }
    [[nodiscard]] TypeId type(NodeId node) const { return reader_.type(node); }
    [[nodiscard]] TypeKind kind(TypeId id) const { return id.valid() ? checked_.types.kind(id) : TypeKind::Error; }
    [[nodiscard]] TokenKind sign(TokenId op) const { return tree_.token(op).kind; }
    [[nodiscard]] bool is_turn(TypeId id) const;
    [[nodiscard]] bool is_number(TypeId id) const; // number or player
    [[nodiscard]] TypeId element_of(TypeId id) const;
    void set_place(NodeId node) { writer_.set_place(lowering_.place_of(tree_.span(node))); }
    void set_name_place(NodeId node) { writer_.set_place(lowering_.place_of(tree_.name_span(node))); }
    void set_place(const Span& span) { writer_.set_place(lowering_.place_of(span)); }
    void load_number(Register target, double number);
    void load_text(Register target, std::string_view text);
    void load_truth(Register target, bool truth);
    [[nodiscard]] Register top() const { return writer_.top(); }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    ChunkWriter& writer_;
    BodyId body_;
    CodeReader reader_;
    const Tree& tree_;
    std::string name_;
    Register around_ = 0; // so many registers are a copy of those of the code around it
    Register this_ = kNoRegister;
    Register event_ = kNoRegister;
    Register chooser_ = kNoRegister;
    std::vector<Register> locals_;           // by index of the frame's locals; kNoRegister: not in scope
    std::vector<std::uint32_t> open_locals_; // those in scope, in the order they were declared
    const Suppose* suppose_ = nullptr;
    struct InputPlace {
        InputId id;
        Register reg = 0;
    };
    std::vector<InputPlace> inputs_; // those in scope; later ones hide earlier ones
    std::vector<Loop> loops_;
    bool for_people_ = false;  // a reason or a label is being lowered: what it joins is no text of the rules
    bool for_viewers_ = false; // the holes being lowered are shown to each viewer by what they may see
    std::optional<Register> block_result_; // where `return` puts its value there; none: it is lost
    std::optional<Label> after_block_;     // where `return` goes in a block that is a piece of a chunk
};

// The line of the rules something stands on, without spaces at its ends.
[[nodiscard]] std::string source_line(const Lowering& lowering, const Span& span);
// Running the body may make an instance.
[[nodiscard]] bool makes_instances(const Lowering& lowering, BodyId body);

} // namespace tgdl
