// Reachability of objects at this moment (docs/reference/classes.md#32), found by a search from what a match holds for
// itself. For things that are tracked and for finding garbage. O(objects).
#pragma once

#include "vm/machine.h"

#include <cstdint>
#include <vector>

namespace tgdl {

// Which attributes a search goes through.
class AttributeFilter {
public:
    virtual ~AttributeFilter() = default;
    virtual bool follows(Handle instance, std::uint32_t attribute) = 0; // its number in the class
};

class Reachability {
public:
    // `work` is scratch that keeps its room from one search to the next.
    Reachability(const Machine& machine, std::vector<Handle>& work);

    void search();
    // Only what variables hold themselves or in collections: enough for an instance that nothing else can hold.
    void search_variables();
    // Only what globals, seats and owners lead to, not what variables and the queue hold; through the attributes that the
    // filter lets through (null: all). The filter may run code: what that makes is not looked at. Gives how many objects it
    // has met.
    std::size_t search_table(AttributeFilter* filter);
    [[nodiscard]] bool reached(Handle object) const { return (bits_[object / 64] >> (object % 64) & 1U) != 0; }
    // Was there a word with this handle when the search was made?
    [[nodiscard]] bool covers(Handle object) const { return object / 64 < bits_.size(); }

private:
    void reach(Handle object);
    void reach_value(Value value);
    void reach_half(Handle word, unsigned part) { reach(machine_.memory.half(word, part)); }
    void reach_values(Handle first, std::uint32_t count);
    void reach_roots();
    void reach_variables();
    void reach_owned();
    void reach_outer_queues();

    void trace(Handle object);
    void trace_collection(Handle collection, ObjectKind kind);
    void trace_instance(Handle instance);
    void trace_piece(Handle piece);
    void trace_tile(Handle tile);
    void trace_group(Handle group);
    void trace_deck(Handle deck);
    void trace_connection(Handle connection);

    const Machine& machine_;
    std::vector<Handle>& work_;
    AttributeFilter* filter_ = nullptr;
    std::vector<std::uint64_t> bits_; // one for each word of the heap; that of an object's header says it is reached
};

} // namespace tgdl
