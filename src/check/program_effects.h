// The effect graph of a whole program: a node for each body, function, action, and for the making of each type.
//
// Functions and actions have two nodes: `exact` is the code of that one, `called` also that of those that replace it in
// derived types, because a call goes to the instance's own. What is hypothetical (questions, filters, requires …) does
// not count for the code it stands in: its changes are undone, and a `fail` in it is a false.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"
#include "check/effect_graph.h"

#include <span>
#include <vector>

namespace tgdl {

// Which changes count as Effect::Writes.
enum class CountedWrites {
    All,
    OfTheGame, // those of a collection that a local variable holds are left out
};

class ProgramEffects {
public:
    // O(size of the program).
    ProgramEffects(const CheckedProgram& program, const BodyPlaces& places, CountedWrites counted);

    [[nodiscard]] const EffectGraph& graph() const { return graph_; }

    [[nodiscard]] GraphNode body(BodyId id) const { return GraphNode(id.index()); }
    [[nodiscard]] GraphNode exact(FunctionId id) const { return GraphNode(first_function_ + 2 * id.index()); }
    [[nodiscard]] GraphNode called(FunctionId id) const { return GraphNode(first_function_ + 2 * id.index() + 1); }
    [[nodiscard]] GraphNode exact(ActionId id) const { return GraphNode(first_action_ + 3 * id.index()); }
    [[nodiscard]] GraphNode called(ActionId id) const { return GraphNode(first_action_ + 3 * id.index() + 1); }
    // Asking for the inputs of the action.
    [[nodiscard]] GraphNode inputs(ActionId id) const;
    // Making an instance: attribute values, default blocks, contents, groups.
    [[nodiscard]] GraphNode creation(TypeDefId id) const { return GraphNode(first_type_ + 3 * id.index()); }

    // What a call runs: one node, or two when it also asks for inputs (the second is none otherwise).
    struct Callees {
        GraphNode main;
        GraphNode inputs;
    };
    [[nodiscard]] Callees callees(const CallSite& call) const;

private:
    // The parts of creation: attribute values, and everything else. Both include those of the bases.
    [[nodiscard]] GraphNode values(TypeDefId id) const { return GraphNode(first_type_ + 3 * id.index() + 1); }
    [[nodiscard]] GraphNode blocks(TypeDefId id) const { return GraphNode(first_type_ + 3 * id.index() + 2); }

    void add_body(BodyId id, CountedWrites counted);
    void add_function(FunctionId id);
    void add_action(ActionId id);
    void add_asking(GraphNode node, std::span<const InputId> inputs);
    void add_type(TypeDefId id);
    void add_values(TypeDefId id);
    void add_effective_values(TypeDefId id);
    void add_board(TypeDefId id);
    void add_contents(TypeDefId id);
    // The body of an attribute's default when it does something at all, or none.
    [[nodiscard]] BodyId active_value(CodeRef attribute) const;
    void run_value(GraphNode node, CodeRef attribute);
    void run_block(GraphNode node, CodeRef default_block);

    const CheckedProgram& program_;
    const BodyPlaces& places_;
    std::size_t first_function_;
    std::size_t first_action_;
    std::size_t first_type_;
    EffectGraph graph_;
    std::vector<std::vector<AttributeId>> active_attributes_; // by type: own ones whose defaults do something
};

// Does this input ask a player, when the caller has not filled it?
[[nodiscard]] bool asks(const Input& input);

} // namespace tgdl
