// Small questions about code that has been checked: what a call calls, which body a node belongs to, what it may do.
#pragma once

#include "check/builtins.h"
#include "check/checked_program.h"

#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>

namespace tgdl {

// Which body begins at a node.
class BodyPlaces {
public:
    explicit BodyPlaces(const CheckedProgram& program);
    // None when no body begins there.
    [[nodiscard]] BodyId find(CodeRef place) const;
    [[nodiscard]] BodyId find(FileId file, NodeId node) const { return find(CodeRef{file, node}); }

private:
    tsl::robin_map<std::uint64_t, BodyId> bodies_;
};

// Of a number in CheckedProgram::written_numbers.
[[nodiscard]] std::uint64_t written_number_key(FileId file, NodeId node);

// One file's tree with what the checker found out about its nodes. Any node may be asked about, also the none.
class CodeReader {
public:
    CodeReader(const CheckedProgram& program, FileId file)
        : program_(&program), unit_(&program.files[file.index()]), tree_(unit_->tree.get()) {}

    [[nodiscard]] const CheckedProgram& program() const { return *program_; }
    [[nodiscard]] const Tree& tree() const { return *tree_; }
    [[nodiscard]] FileId file() const { return unit_->file; }

    [[nodiscard]] Meaning meaning(NodeId node) const;
    [[nodiscard]] TypeId type(NodeId node) const; // TypeTable::error when unknown
    [[nodiscard]] TypeKind type_kind(NodeId node) const { return program_->types.kind(type(node)); }

    // The expression without the parentheses around it.
    [[nodiscard]] NodeId inside(NodeId expression) const;
    // Is it `null`, also as `none`?
    [[nodiscard]] bool is_null(NodeId expression) const;
    // The last part of a Postfix expression (its last Call, Member or Index); the node itself when it is none.
    [[nodiscard]] NodeId last_part(NodeId expression) const;
    // What a Call part calls: its own meaning, or that of the part before it (without TypeArguments).
    [[nodiscard]] Meaning called(NodeId call, NodeId before) const;
    // Is it an Infix of nothing but `and`, `or`, `&&`, `||`, `&` and `|`?
    [[nodiscard]] bool is_logic(NodeId infix) const;
    // The built-in that an expression calls or reads at its end: `player.active()` is PlayerActive.
    [[nodiscard]] std::optional<BuiltinId> builtin_at_end(NodeId expression) const;
    // The value of an argument of a call by position; none when there are fewer.
    [[nodiscard]] NodeId argument(NodeId call, std::size_t position) const;

    // The value of a condition that is the same in every game; none when it depends on something.
    [[nodiscard]] std::optional<bool> constant_bool(NodeId expression) const;
    // The constant a block gives when all it holds is `return true;` or `return false;`.
    [[nodiscard]] std::optional<bool> constant_block(NodeId block) const;
    [[nodiscard]] std::optional<double> constant_number(NodeId expression) const;

    // What running the called thing may do. After infer_effects only, as the next two.
    [[nodiscard]] Effects effects_of(Meaning called) const;
    // What a call, `new` or statement does by itself and through what it calls, not what its parts do.
    [[nodiscard]] Effects own_effects(NodeId node) const;
    // The same with all its parts, without what is hypothetical in it. O(size of the node).
    [[nodiscard]] Effects whole_effects(NodeId node) const;

private:
    const CheckedProgram* program_;
    const FileUnit* unit_;
    const Tree* tree_;
};

} // namespace tgdl
