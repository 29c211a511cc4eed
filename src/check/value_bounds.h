// What numbers can be: by literals, constants, options, what an input may be given, loops, and variables that are given a value
// once. When in doubt a number can be anything.
//
// It follows a walk over the tree of one file, from the root in order: the walk says which node it enters and leaves.
#pragma once

#include "check/code_reading.h"

#include <limits>
#include <optional>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <vector>

namespace tgdl {

// Both ends included.
struct Bounds {
    static constexpr double kFar = std::numeric_limits<double>::infinity();

    double least = -kFar;
    double most = kFar;
    bool from_constant = false; // a constant of the rules is a part of it: they may be written for other values too

    [[nodiscard]] bool is_known() const { return least > -kFar || most < kFar; }
    [[nodiscard]] bool is_single() const { return least == most; }
};

// `<` seen from the other side is `>`; `<` is wrong where `>=` holds. Other signs stay as they are.
[[nodiscard]] TokenKind mirrored(TokenKind sign);
[[nodiscard]] TokenKind negated(TokenKind sign);
[[nodiscard]] bool compares(TokenKind sign);
// Whether all numbers here compare so with all numbers there; none when it depends.
[[nodiscard]] std::optional<bool> decide(Bounds left, TokenKind sign, Bounds right);

class ValueBounds {
public:
    ValueBounds(const CheckedProgram& program, FileId file);

    // Before the children of the node are walked, and after.
    void enter(NodeId node);
    void leave(NodeId node);
    // Only nodes of these kinds need be entered and left.
    [[nodiscard]] static bool follows(NodeKind kind) {
        return kind == NodeKind::Block || kind == NodeKind::Local || kind == NodeKind::For || kind == NodeKind::ForEach;
    }
    // Before a child is walked, and after; gives what leave_part is told.
    bool enter_part(NodeId parent, NodeId child) { return !loops_.empty() && enter_part_of_loop(parent, child); }
    void leave_part(NodeId parent, bool entered) {
        if (!loops_.empty()) {
            loops_.back().in_body = loops_.back().in_body && loops_.back().node != parent;
            conditions_ -= entered ? 1 : 0;
        }
    }

    [[nodiscard]] Bounds of(NodeId expression);
    // The last value of a loop's variable, where the place at hand is certainly reached with it; none when that is not certain.
    [[nodiscard]] std::optional<double> last_reached(NodeId expression);
    // What the variable of a `for` can be where its condition is asked, if its body does not change it. O(1).
    [[nodiscard]] Bounds counted_from(NodeId loop);
    // How many elements a list that is written out has, where nothing changes how many there are.
    [[nodiscard]] std::optional<std::size_t> length_of(NodeId expression);

private:
    // A loop that the walk is in.
    struct Loop {
        NodeId node;
        bool in_body = false;
        std::size_t conditions = 0;   // how many the walk was in when it came to the body
        std::optional<Bounds> bounds; // of its variable in the body, once asked for
    };

    [[nodiscard]] NodeId declaration_of(Meaning local, Symbol name) const;
    [[nodiscard]] Bounds of_name(NodeId name);
    [[nodiscard]] Bounds of_input(InputId id);
    [[nodiscard]] Bounds of_constant(const Constant& constant) const;
    [[nodiscard]] Bounds of_infix(NodeId infix);
    [[nodiscard]] Bounds of_call(NodeId node);
    [[nodiscard]] Bounds of_loop(Loop& loop);
    [[nodiscard]] Bounds find_bounds(NodeId loop);
    [[nodiscard]] bool has_single_end(NodeId loop);
    [[nodiscard]] std::optional<double> step_of(NodeId loop, Symbol variable) const;
    [[nodiscard]] bool is_assigned(Symbol name);
    [[nodiscard]] bool assigns(NodeId node, Symbol name) const;
    [[nodiscard]] bool leaves(NodeId node) const;
    [[nodiscard]] bool keeps_length(NodeId node, Symbol name, std::size_t length) const;
    void collect_assigned(NodeId node);
    [[nodiscard]] TokenKind sign_before(NodeId operand) const;
    bool enter_part_of_loop(NodeId parent, NodeId child);
    [[nodiscard]] bool is_conditional(NodeId parent, NodeId child) const;

    const CheckedProgram& program_;
    CodeReader reader_;
    const Tree& tree_;
    std::vector<NodeId> declared_; // Local and ForEach nodes in sight, in order
    // The blocks and loops around the node at hand, and how much of declared_ is of what is around them.
    struct Scope {
        NodeId node;
        std::size_t kept = 0;
    };
    std::vector<Scope> scopes_;
    std::vector<Loop> loops_;
    std::size_t conditions_ = 0;
    std::size_t depth_ = 0;       // of `of` within itself
    bool changes_inputs_ = false; // a reaction before an action may give its inputs new values
    bool knows_assigned_ = false;
    tsl::robin_set<Symbol> assigned_; // variables of the file that are given a value after their declaration
};

} // namespace tgdl
