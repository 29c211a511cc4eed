// Tells checked code in English, for people who play and do not program.
//
//   Narrator narrator(program);
//   narrator.begin(file, {.self = {"the man"}, .owner = {"you", Person::You}, .active = {"you", Person::You}});
//   narrator.clause(condition)       "its *cost* is at most your *coins*"
//   narrator.sentences(block)        one Line for each step, conditions and repetitions indented
//
// A function with a doc comment is told by the comment, a short one without by what it does. What has no good sentence is
// shown as code. The work is bounded: after kMostNodes expressions everything left is shown as code.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"
#include "rulebook/english.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// Who is who in a piece of code.
struct Voice {
    Phrase self;    // `this`
    Phrase owner;   // its owner
    Phrase active;  // the active player
    Phrase chooser; // who chooses when the rules do not say
};

// A sentence in a nested list.
struct Line {
    unsigned depth = 0;
    std::string text;
};
using Lines = std::vector<Line>;

class Narrator {
public:
    static constexpr std::uint32_t kMostNodes = 20'000; // told between two begin()

    explicit Narrator(const CheckedProgram& program);

    // What follows stands in this file and is told in this voice; earlier inputs and variables are forgotten.
    void begin(FileId file, Voice voice);

    Phrase value(NodeId expression);
    std::string clause(NodeId condition) { return clause(condition, false); }
    Lines sentences(NodeId block);

    // narrate_inputs.cpp: what is to be chosen; afterwards the input is called `the chosen …`.
    Lines choice(InputId input);
    // A block that gives a truth: what must hold.
    std::string block_clause(NodeId block);
    // `Only if …`, for a Require or Filter node.
    std::string only_if(NodeId node);
    // A variable in what follows: the viewer of `visible`, the tile of `onto`.
    void name_local(Symbol name, Phrase phrase) { scene_.locals[name.value] = std::move(phrase); }
    void name_input(InputId input, Phrase phrase) { scene_.inputs[input.value] = std::move(phrase); }
    // What a `return` of the block gives, until the next begin().
    void name_answer(std::string words) { scene_.answer = std::move(words); }
    // The expression of a block that is nothing but `return expression;`; none of another.
    [[nodiscard]] NodeId only_answer(NodeId block) const;

    // narrate_movement.cpp
    Lines movement(MovementId id);
    // ", if …" for the block of a trigger, or nothing.
    std::string trigger_condition(NodeId trigger);
    std::string trigger(const ActionTrigger& trigger);

    [[nodiscard]] std::string type_words(TypeId type) const;
    [[nodiscard]] std::string kind_of_value(TypeId type) const; // "a card", "cards", "yes or no"
    [[nodiscard]] std::string name_words(Symbol name) const { return words_of(program_.text(name)); }
    [[nodiscard]] std::string type_name(TypeDefId type) const { return name_words(program_.def(type).name); }
    [[nodiscard]] std::string source(NodeId node) const; // as code

private:
    using Chain = std::vector<NodeId>;
    struct Scene {
        CodeReader reader;
        Voice voice;
        std::map<std::uint32_t, Phrase> inputs; // by InputId
        std::map<std::uint32_t, Phrase> locals; // by Symbol
        std::string answer = "the answer";      // what it returns
    };
    // Puts another scene in its place for as long as it lives.
    class SceneChange;

    [[nodiscard]] const Tree& tree() const { return scene_.reader.tree(); }
    [[nodiscard]] NodeId child(NodeId node, Role role) const { return tree().child(node, role); }
    [[nodiscard]] NodeId inside(NodeId node) const { return scene_.reader.inside(node); }
    [[nodiscard]] bool spend();

    // narrate_values.cpp
    Phrase plain_value(NodeId node);
    Phrase chain_value(const Chain& chain, std::size_t count);
    Phrase name_value(const Chain& chain, std::size_t count);
    Phrase attribute_value(const Chain& chain, std::size_t count, AttributeId id);
    Phrase index_value(const Chain& chain, std::size_t count);
    Phrase infix_value(NodeId node);
    Phrase new_value(NodeId node);
    Phrase text_value(NodeId node);
    Phrase sum_value(NodeId node);
    std::string number_words(NodeId operand); // a player in a sum is its number
    std::string list_of(NodeId literal, std::string_view last_link);
    [[nodiscard]] Chain chain_of(NodeId node) const;
    Phrase chain_source(const Chain& chain, std::size_t count);
    Phrase receiver(const Chain& chain, std::size_t member);
    // The owner of an attribute: `Side[p]` stands for p.
    Phrase attribute_owner(const Chain& chain, std::size_t member);
    [[nodiscard]] bool is_seat_class(TypeDefId type) const;
    [[nodiscard]] TypeId chain_type(const Chain& chain, std::size_t count) const;

    // narrate_calls.cpp
    Phrase call_value(const Chain& chain, std::size_t count);
    Phrase function_value(const Chain& chain, std::size_t count, FunctionId id);
    std::optional<Phrase> short_function(const Chain& chain, std::size_t count, FunctionId id, bool negated = false);
    std::string arguments_in_brackets(const Chain& chain, std::size_t count, FunctionId id);
    std::string about_receiver(const Chain& chain, FunctionId id);
    Phrase builtin_value(const Chain& chain, std::size_t count, BuiltinId id);
    Phrase special_builtin(const Chain& chain, std::size_t count, BuiltinId id);
    Phrase question_value(const Chain& chain, std::size_t count, BuiltinId id);
    std::string fill(std::string_view text, const Chain& chain, std::size_t count);
    Phrase members(const Chain& chain, std::size_t count);
    [[nodiscard]] std::string element_words(TypeId collection) const;
    Phrase argument(NodeId call, std::size_t position);
    [[nodiscard]] std::string documentation(CodeRef place) const;
    std::optional<Scene> called_scene(const Chain& chain, std::size_t count, FunctionId id);
    std::string pass_sentence(NodeId call);

    // narrate_clauses.cpp
    std::string clause(NodeId condition, bool negated);
    std::string plain_clause(NodeId node, bool negated);
    std::string comparison(NodeId node, bool negated);
    std::string null_comparison(NodeId operand, bool is_null);
    std::string linked(NodeId node, bool negated);
    std::string chain_clause(const Chain& chain, bool negated);
    std::string negated_builtin(const Chain& chain, BuiltinId id); // empty: it has no opposite
    std::optional<std::string> length_clause(NodeId left, TokenKind sign, NodeId right);
    [[nodiscard]] TokenKind sign_before(NodeId operand) const;
    [[nodiscard]] bool is_null(NodeId node) const;

    // narrate_statements.cpp
    void statement(NodeId node, unsigned depth, Lines& out);
    void body(NodeId node, unsigned depth, Lines& out);
    [[nodiscard]] bool always_answers(NodeId node) const;
    void under(std::string head, NodeId node, unsigned depth, Lines& out);
    void local(NodeId node, unsigned depth, Lines& out);
    void if_statement(NodeId node, unsigned depth, Lines& out);
    void loop(NodeId node, unsigned depth, Lines& out);
    void call_statement(NodeId node, unsigned depth, Lines& out);
    bool inline_call(const Chain& chain, FunctionId id, unsigned depth, Lines& out);
    void choose(NodeId node, unsigned depth, Lines& out);
    std::string assignment(NodeId node);
    std::string set_to(NodeId target, NodeId value);
    std::string ending(NodeId winner);
    std::string refusal(NodeId node, std::string_view words);

    // narrate_inputs.cpp
    void input_statement(NodeId node, unsigned depth, Lines& out);
    std::string choice_head(const Input& input, NodeId node);
    std::string wanted_words(const Input& input, NodeId node);
    std::string number_of_items(NodeId node);
    std::string span_words(NodeId clause_node);
    std::string amounts_words(const Input& input, NodeId node);
    std::string filter_line(NodeId filter, const Input& input, InputId id);

    // narrate_movement.cpp
    std::string step(NodeId node);
    std::string direction_words(NodeId node);
    std::string step_count(NodeId node, std::string_view unit);
    [[nodiscard]] bool all_boards_are_square() const;

    const CheckedProgram& program_;
    std::map<std::uint64_t, InputId> inputs_by_place_;
    Scene scene_;
    std::uint32_t nodes_told_ = 0;
    unsigned inlined_ = 0; // how many functions deep
};

// The first text of a Text or Interpolation node that is a plain string literal; empty otherwise.
std::string literal_text(const Tree& tree, NodeId node);

} // namespace tgdl
