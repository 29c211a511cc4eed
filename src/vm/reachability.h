// Which objects can be reached at this moment (language.md, section 14), found by a search from what a match holds for
// itself. For things that are tracked and for finding garbage. O(objects).
#pragma once

#include "vm/machine.h"

#include <cstdint>
#include <vector>

namespace tgdl {

class Reachability {
public:
    // `work` is scratch that keeps its room from one search to the next.
    Reachability(const Machine& machine, std::vector<Handle>& work);

    void search();
    // Only what variables hold themselves or in collections: enough for an instance that nothing else can hold.
    void search_variables();
    [[nodiscard]] bool reached(Handle object) const { return (bits_[object / 64] >> (object % 64) & 1U) != 0; }

private:
    void reach(Handle object);
    void reach_value(Value value);
    void reach_half(Handle word, unsigned part) { reach(machine_.memory.half(word, part)); }
    void reach_values(Handle first, std::uint32_t count);
    void reach_roots();
    void reach_variables();
    void reach_owned();
    void reach_outer_queues();

    void follow(Handle object);
    void follow_collection(Handle collection, ObjectKind kind);
    void follow_instance(Handle instance);
    void follow_piece(Handle piece);
    void follow_tile(Handle tile);
    void follow_group(Handle group);
    void follow_deck(Handle deck);
    void follow_connection(Handle connection);

    const Machine& machine_;
    std::vector<Handle>& work_;
    std::vector<std::uint64_t> bits_; // one for each word of the heap; that of an object's header says it is reached
};

} // namespace tgdl
