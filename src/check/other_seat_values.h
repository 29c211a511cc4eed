// Values that may belong to another player than the one who acts: a player or an instance that is chosen among all, walked
// over, or passed to a function.
//
//   input player victim { return Knight[victim].role == "evil"; }     // Knight[victim] may be anybody's
//
// When in doubt a value is none such: code that compares a name with another by `==`, asks for its `player`, or gives it to
// a function that may do so, is taken to tell one's own from what others have.
#pragma once

#include "check/code_reading.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tgdl {

class OtherSeatValues {
public:
    // Does the called function read something hidden when it is given such a value, or called of it? Then the call is no
    // way to tell them apart.
    enum class PassedAs : std::uint8_t { AsArgument, AsThis };
    using ReadsHidden = std::function<bool(NodeId call, NodeId before, PassedAs passed_as)>;
    // Is what was chosen by inputs one of them?
    enum class Inputs : std::uint8_t { Count, DoNot };

    OtherSeatValues(const CheckedProgram& program, FileId file, Inputs inputs)
        : program_(&program), reader_(program, file), tree_(&reader_.tree()), inputs_(inputs) {}

    // ---- names that stand for one
    void add(Symbol name) { names_.push_back(name); }
    [[nodiscard]] std::size_t size() const { return names_.size(); }
    void resize(std::size_t size) { names_.resize(size); }
    void set_this() { is_this_ = true; }
    [[nodiscard]] bool is_this() const { return is_this_; }

    // ---- expressions
    [[nodiscard]] bool is_one(NodeId expression) const;          // a player or an instance
    [[nodiscard]] bool is_list_of_them(NodeId expression) const; // `player.all()`, `all<Knight>()`
    // `Knight[victim]`: the Index and what stands before it.
    [[nodiscard]] bool is_seat(NodeId index, NodeId before) const;

    // Does the code tell whether the name stands for something of the one who acts?
    [[nodiscard]] bool tells_apart(Symbol name, NodeId code, const ReadsHidden& reads_hidden) const;

private:
    [[nodiscard]] bool is_free_input(Meaning input) const;
    [[nodiscard]] bool is_name(NodeId expression, Symbol name) const;
    [[nodiscard]] bool is_given_to_function(Symbol name, NodeId postfix, const ReadsHidden& reads_hidden) const;

    const CheckedProgram* program_;
    CodeReader reader_;
    const Tree* tree_;
    Inputs inputs_;
    std::vector<Symbol> names_;
    bool is_this_ = false;
};

} // namespace tgdl
