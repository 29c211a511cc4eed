#include "vm/reachability.h"

#include "vm/tracked.h"

#include <algorithm>

namespace tgdl {

Reachability::Reachability(const Machine& machine, std::vector<Handle>& work)
    : machine_(machine), work_(work), bits_(machine.memory.top() / 64 + 1) {
    work_.clear();
}

void Reachability::search() {
    reach_roots();
    while (!work_.empty()) {
        const Handle object = work_.back();
        work_.pop_back();
        trace(object);
    }
}

void Reachability::search_variables() {
    reach_variables();
    while (!work_.empty()) {
        const Handle object = work_.back();
        work_.pop_back();
        if (Header::unpack(machine_.memory.load(object)).kind != ObjectKind::Instance) {
            trace(object);
        }
    }
}

std::size_t Reachability::search_table(AttributeFilter* filter) {
    filter_ = filter;
    const HeapLayout& layout = machine_.layout;
    reach_values(layout.globals, layout.end - layout.globals); // and the seats, which trace them
    reach_owned();
    std::size_t met = 0;
    for (; !work_.empty(); ++met) {
        const Handle object = work_.back();
        work_.pop_back();
        trace(object);
    }
    return met;
}

void Reachability::reach(Handle object) {
    if (object == 0 || reached(object)) {
        return;
    }
    bits_[object / 64] |= std::uint64_t{1} << (object % 64);
    work_.push_back(object);
}

void Reachability::reach_value(Value value) {
    if (value.is(Tag::Text) || value.is_collection() || value.is_instance()) {
        reach(value.handle());
    }
}

void Reachability::reach_values(Handle first, std::uint32_t count) {
    for (Handle at = first; at < first + count; ++at) {
        reach_value(machine_.memory.value(at));
    }
}

// ---- where the search begins

void Reachability::reach_roots() {
    const HeapLayout& layout = machine_.layout;
    reach_values(layout.globals, layout.end - layout.globals); // and the seats, which trace them
    for (const StateWord word :
         {kQueueWord, kSimultaneousWord, kResultWord, kScoresWord, kBlankWord, kGameActionsWord, kMomentsWord}) {
        reach_half(word, 0);
    }
    reach_variables();
    reach_outer_queues();
    reach_owned();
}

void Reachability::reach_variables() {
    for (std::uint32_t at = 0; at < machine_.live_top; ++at) {
        reach_value(machine_.values[at]);
    }
    reach_value(machine_.reason());
}

void Reachability::reach_owned() {
    for (ClassIndex index = 0; index < machine_.program->classes.size(); ++index) {
        Handle instance = machine_.memory.half(machine_.layout.class_list(index), 0);
        for (; instance != 0; instance = machine_.memory.half(instance + kLinkWord, 0)) {
            if (is_owned(machine_, instance)) {
                reach(instance);
            }
        }
    }
}

// `throw_sync` has put the queue around it aside: the first value of its frame is what kQueueWord was.
void Reachability::reach_outer_queues() {
    for (const Frame& frame : machine_.frames) {
        if (frame.kind == FrameKind::Resolve && frame.code == 1) {
            reach(machine_.values[frame.base].handle());
        }
    }
}

// ---- from an object to the next ones

void Reachability::trace(Handle object) {
    const Header header = Header::unpack(machine_.memory.load(object));
    switch (header.kind) {
    case ObjectKind::Instance: trace_instance(object); break;
    case ObjectKind::List:
    case ObjectKind::Stack:
    case ObjectKind::Table: trace_collection(object, header.kind); break;
    case ObjectKind::Free:
    case ObjectKind::Text:
    case ObjectKind::Storage: break; // what is in a Storage is followed by who knows what its words are
    }
}

// Slots that are not in use are zero, so the whole Storage can be read.
void Reachability::trace_collection(Handle collection, ObjectKind kind) {
    const Memory& memory = machine_.memory;
    const Handle storage = memory.half(collection + kListStorageWord, 0);
    reach(storage);
    if (storage != 0) {
        const std::uint32_t slots = Header::unpack(memory.load(storage)).size - 1;
        const std::uint32_t used =
            kind == ObjectKind::Table ? 2 * memory.half(collection + kTableEntriesWord, 1) : slots;
        reach_values(storage + 1, std::min(used, slots));
    }
    if (kind == ObjectKind::Table) {
        reach_half(collection + kTableIndexWord, 1);
    }
}

void Reachability::trace_instance(Handle instance) {
    const ClassInfo& info = machine_.class_info(instance);
    reach_value(machine_.memory.value(instance + kOwnerWord));
    for (std::uint32_t i = 0; i < info.attributes.size(); ++i) {
        const Value held = machine_.memory.value(instance + info.attributes[i].offset);
        if (filter_ == nullptr || filter_->follows(instance, i)) {
            reach_value(held);
        }
    }
    switch (info.kind) {
    case ClassKind::Interactable: trace_piece(instance); break;
    case ClassKind::Tile: trace_tile(instance); break;
    case ClassKind::Group: trace_group(instance); break;
    case ClassKind::Board:
        reach_values(instance + info.groups_offset, static_cast<std::uint32_t>(info.groups.size()));
        break;
    case ClassKind::Stack: trace_deck(instance); break;
    case ClassKind::Connection: trace_connection(instance); break;
    case ClassKind::Class:
    case ClassKind::Event: break;
    }
}

void Reachability::trace_piece(Handle piece) {
    reach_half(piece + kPlaceWord, 0);
}

void Reachability::trace_tile(Handle tile) {
    const Memory& memory = machine_.memory;
    reach_half(tile + kTileGroupWord, 0);
    reach_value(memory.value(tile + kTileNameWord));
    for (Handle piece = memory.half(tile + kTilePiecesWord, 0); piece != 0;
         piece = memory.half(piece + kPieceLinkWord, 0)) {
        reach(piece);
    }
    const Handle edges = memory.half(tile + kTileEdgesWord, 0);
    reach(edges);
    const std::uint32_t count = edges == 0 ? 0 : memory.half(tile + kTileEdgesWord, 1);
    for (std::uint32_t edge = 0; edge < count; ++edge) {
        reach_half(edges + 1 + edge * kEdgeWords, 0);
        reach_half(edges + 1 + edge * kEdgeWords, 1);
    }
}

void Reachability::trace_group(Handle group) {
    const Memory& memory = machine_.memory;
    reach_half(group + kGroupBoardWord, 0);
    reach_half(group + kGroupLatticesWord, 0);
    reach_half(group + kGroupLatticesWord, 1);
    const Handle cells = memory.half(group + kGroupCellsWord, 0);
    reach(cells);
    const std::uint32_t count = cells == 0 ? 0 : Header::unpack(memory.load(cells)).size - 1;
    for (std::uint32_t cell = 0; cell < count; ++cell) {
        reach(static_cast<Handle>(memory.load(cells + 1 + cell)));
    }
}

void Reachability::trace_deck(Handle deck) {
    const Memory& memory = machine_.memory;
    const Handle ring = memory.half(deck + kDeckRingWord, 0);
    reach(ring);
    if (ring != 0) {
        reach_values(ring + 1, Header::unpack(memory.load(ring)).size - 1);
    }
    reach_half(deck + kDeckPileWord, 0);
    reach_half(deck + kDeckPileWord, 1);
}

void Reachability::trace_connection(Handle connection) {
    reach_value(machine_.memory.value(connection + kConnectionToWord));
    reach_half(connection + kConnectionFromWord, 0);
}

} // namespace tgdl
