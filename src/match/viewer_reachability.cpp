#include "match/viewer_reachability.h"

#include "match/flow.h"
#include "match/view.h"
#include "vm/positions.h"
#include "vm/tracked.h"

namespace tgdl {

namespace {

// Without a search: is it on the table by itself, or in a place that is?
bool is_surely_reached(const Machine& machine, Handle instance) {
    const Memory& memory = machine.memory;
    while (instance != 0) {
        const ClassInfo& info = machine.class_info(instance);
        if (info.scope == Scope::Global || info.scope == Scope::Player || is_owned(machine, instance)
            || is_blank(machine, instance)) {
            return true;
        }
        switch (info.kind) {
        case ClassKind::Interactable: instance = memory.half(instance + kPlaceWord, 0); break;
        case ClassKind::Tile: instance = memory.half(instance + kTileGroupWord, 0); break;
        case ClassKind::Group: instance = memory.half(instance + kGroupBoardWord, 0); break;
        case ClassKind::Stack: instance = memory.half(instance + kDeckPileWord, 1); break; // a pile, by its deck
        case ClassKind::Connection: instance = memory.half(instance + kConnectionFromWord, 0); break;
        case ClassKind::Class:
        case ClassKind::Board:
        case ClassKind::Event: return false;
        }
    }
    return false;
}

class SeenAttributes final : public AttributeFilter {
public:
    SeenAttributes(MatchFlow& flow, std::uint32_t player) : flow_(flow), player_(player) {}
    bool follows(Handle instance, std::uint32_t attribute) override {
        return sees_if_reached(flow_, player_, instance, attribute);
    }

private:
    MatchFlow& flow_;
    std::uint32_t player_;
};

const Reachability& search(MatchFlow& flow, ReachabilityCache::Search& one, AttributeFilter* filter) {
    if (one.found == nullptr) {
        one.found = std::make_unique<Reachability>(flow.machine, one.work);
        flow.machine.charge(one.found->search_table(filter));
    }
    return *one.found;
}

} // namespace

bool is_reachable_by(MatchFlow& flow, std::uint32_t player, Handle instance) {
    const Machine& machine = flow.machine;
    if (machine.class_info(instance).held_as == kNone || is_surely_reached(machine, instance)) {
        return true;
    }
    const ReachabilityScope scope(flow.reachability_cache);
    if (flow.reachability_cache.by_player.empty()) {
        flow.reachability_cache.by_player.resize(flow.players());
    }
    SeenAttributes seen(flow, player);
    const Reachability& by_player = search(flow, flow.reachability_cache.by_player[player], &seen);
    if (!by_player.covers(instance) || by_player.reached(instance)) {
        return true; // what was made since, by who looks, is theirs
    }
    return !search(flow, flow.reachability_cache.by_all, nullptr).reached(instance);
}

} // namespace tgdl
