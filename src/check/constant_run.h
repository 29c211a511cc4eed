// One expression worked out over the checked tree: what ConstantEvaluator runs.
#pragma once

#include "check/builtins.h"
#include "check/code_reading.h"
#include "check/evaluate.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

[[nodiscard]] bool is_ascii(std::string_view text);

class ConstantRun {
public:
    ConstantRun(ConstantEvaluator& evaluator, CheckedProgram& program) : evaluator_(evaluator), program_(program) {}

    // As a value of the type wanted, where there is one.
    Evaluated run(CodeRef expression, TypeId wanted = {});

private:
    // A call of a function, or the expression itself.
    struct Frame {
        FileId file;
        std::vector<ConstantValue> locals; // by index of the body's locals
        std::vector<std::pair<InputId, ConstantValue>> inputs;
        ConstantValue self; // `this` of a function of an enum
        ConstantValue result;
        TypeId returns; // none: no function
    };
    // What an assignment changes: a variable, or the entry of a collection at a key.
    struct Place {
        NodeId name;
        ConstantValue in;
        ConstantValue key;
        NodeId index;
    };
    enum class Flow : std::uint8_t { Next, Break, Continue, Return };

    // constant_run.cpp: expressions
    ConstantValue value(NodeId node);
    ConstantValue literal(NodeId node);
    ConstantValue collection(NodeId node);
    ConstantValue range(NodeId node);
    ConstantValue interpolation(NodeId node);
    ConstantValue infix(NodeId node);
    ConstantValue logic(NodeId infix);
    ConstantValue apply(TokenKind op, const ConstantValue& left, const ConstantValue& right, NodeId place);
    ConstantValue compare(TokenKind op, const ConstantValue& left, const ConstantValue& right, NodeId place);
    ConstantValue arithmetic(TokenKind op, double left, double right, NodeId place);
    ConstantValue test(NodeId node);
    ConstantValue converted(const ConstantValue& from, TypeId to);
    ConstantValue switched(NodeId node);
    ConstantValue name(NodeId node);
    ConstantValue postfix(NodeId node, NodeId until = {});
    ConstantValue indexed(const ConstantValue& from, const ConstantValue& key, NodeId index);
    ConstantValue constant(ConstantId id);
    bool truth(NodeId node);
    double number(NodeId node);

    // constant_calls.cpp: calls and statements
    ConstantValue call(const ConstantValue& receiver, NodeId call);
    ConstantValue call_function(FunctionId id, const ConstantValue& receiver, NodeId call);
    ConstantValue call_builtin(BuiltinId id, const ConstantValue& receiver, NodeId call);
    ConstantValue call_math(BuiltinId id, NodeId call);
    ConstantValue property(BuiltinId id, const ConstantValue& receiver, NodeId node);
    ConstantValue ask(BuiltinId id, const ConstantValue& receiver, NodeId call, std::uint32_t local);
    ConstantValue answered(BuiltinId id, const ConstantValue& receiver, NodeId call, std::uint32_t local);
    ConstantValue best(const ConstantValue& receiver, NodeId expression, std::uint32_t local, bool highest);
    Flow block(NodeId node);
    Flow statement(NodeId node);
    Flow branch(NodeId node);
    Flow loop(NodeId node);
    Flow walk(NodeId node);
    Flow switch_block(NodeId node);

    // constant_collections.cpp: collections that change, texts, players, assignments
    ConstantValue call_list(BuiltinId id, ConstantValue list, NodeId call);
    ConstantValue call_table(BuiltinId id, ConstantValue table, NodeId call);
    ConstantValue call_stack(BuiltinId id, ConstantValue stack, NodeId call);
    ConstantValue call_text(BuiltinId id, const ConstantValue& asked, NodeId call);
    ConstantValue call_asked(BuiltinId id, const ConstantValue& asked, NodeId call);
    ConstantValue sorted(const ConstantValue& from, NodeId call, NodeId key, std::uint32_t local);
    ConstantValue element(NodeId call, std::size_t position); // an argument, as an element of what is called
    ConstantValue key(NodeId index, TypeId before);
    ConstantValue made(TypeKind kind); // an empty List, Stack or Table
    ConstantValue made_for(NodeId index, const ConstantValue& table, const ConstantValue& key);
    std::vector<ConstantValue>* changed(ConstantValue& collection, NodeId place);
    void set_entry(ConstantValue& table, ConstantValue key, ConstantValue value, NodeId place);
    [[nodiscard]] bool is_changed_through(NodeId index, NodeId until) const;
    bool count_text(const ConstantValue& shown); // false: making its text takes too many steps
    std::string text(const ConstantValue& shown);
    ConstantValue fitted(ConstantValue given, TypeId to);
    Place place_of(NodeId target);
    ConstantValue at(const Place& place);
    void assign(NodeId statement);
    void increment(NodeId statement);
    void store(Place& place, NodeId target, ConstantValue value);

    // Small things.
    [[nodiscard]] const Tree& tree() const { return program_.tree(frame_->file); }
    [[nodiscard]] CodeReader reader() const { return {program_, frame_->file}; }
    [[nodiscard]] NodeId child(NodeId node, Role role) const { return tree().child(node, role); }
    [[nodiscard]] bool is_over() const { return result_.status != Evaluated::Status::Known; }
    void set_local(std::uint32_t index, ConstantValue value);
    bool step(std::uint64_t count = 1); // false: too many
    ConstantValue leave();              // to the code of the program
    ConstantValue leave_to_match();     // it depends on the number of players
    ConstantValue fault(NodeId place, std::string why);
    [[nodiscard]] bool matches(NodeId case_node, const ConstantValue& value);

    ConstantEvaluator& evaluator_;
    CheckedProgram& program_;
    Frame* frame_ = nullptr;
    std::uint32_t depth_ = 0;
    std::uint64_t steps_ = 0;
    TypeId asked_type_;         // of what the built-in at hand is asked of
    std::uint64_t made_ = 0;    // collections so far
    std::uint64_t outside_ = 0; // those made before this question: what it changes of them is undone
    Evaluated result_;
};

} // namespace tgdl
