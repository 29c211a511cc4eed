#include "vm/tracked.h"

#include "vm/machine.h"
#include "vm/reachability.h"

#include <algorithm>
#include <optional>

namespace tgdl {

bool is_owned(const Machine& machine, Handle instance) {
    const Value owner = machine.memory.value(instance + kOwnerWord);
    if (owner.is_collection()) {
        return machine.memory.half(owner.handle() + kListStorageWord, 1) != 0;
    }
    return !owner.is_null();
}

bool FastTracking::is_held(Handle instance) const {
    const ClassInfo& info = machine_.class_info(instance);
    if (info.scope == Scope::Global || info.scope == Scope::Player || is_owned(machine_, instance)) {
        return true;
    }
    return std::ranges::any_of(info.holders, [&](const ClassInfo::Holder& holder) {
        const Value global = machine_.memory.value(machine_.layout.global(holder.global));
        return global.is_instance()
               && machine_.memory.value(global.handle() + holder.offset) == Value::instance(instance);
    });
}

// A place that many things are in is asked about once.
bool FastTracking::is_place_sure(Handle place) {
    if (place == 0 || place == sure_) {
        return place != 0;
    }
    const Handle board =
        machine_.class_info(place).kind == ClassKind::Group ? machine_.memory.half(place + kGroupBoardWord, 0) : 0;
    if ((board == 0 || machine_.class_info(board).scope != Scope::Global) && !is_surely_tracked(place)) {
        return false;
    }
    sure_ = place;
    return true;
}

bool FastTracking::is_surely_tracked(Handle instance) {
    const Memory& memory = machine_.memory;
    const ClassKind kind = machine_.class_info(instance).kind;
    if (kind == ClassKind::Tile && is_place_sure(memory.half(instance + kTileGroupWord, 0))) {
        return true;
    }
    if (is_held(instance)) {
        return true;
    }
    switch (kind) {
    case ClassKind::Interactable: {
        const Handle place = memory.half(instance + kPlaceWord, 0);
        const bool on_tile = place != 0 && machine_.class_info(place).kind == ClassKind::Tile;
        return on_tile ? is_surely_tracked(place) : is_place_sure(place);
    }
    case ClassKind::Group: return is_place_sure(memory.half(instance + kGroupBoardWord, 0));
    case ClassKind::Stack: return is_place_sure(memory.half(instance + kDeckPileWord, 1)); // a pile, by its deck
    case ClassKind::Connection: {
        const Handle from = memory.half(instance + kConnectionFromWord, 0);
        return from != 0 && is_surely_tracked(from);
    }
    case ClassKind::Tile:
    case ClassKind::Class:
    case ClassKind::Board:
    case ClassKind::Event: break;
    }
    return false;
}

// Is the instance in no place, and of a class that no attribute can hold? Then only variables can.
bool FastTracking::is_for_variables(Handle instance) const {
    const ClassInfo& info = machine_.class_info(instance);
    return !info.kept
           && (info.kind == ClassKind::Class
               || (info.kind == ClassKind::Interactable && machine_.memory.half(instance + kPlaceWord, 0) == 0));
}

// What is found not to be reachable never will be again, so it leaves the list of its class: the next time nobody has to
// search because of it. The journal brings it back with the state in which it was reachable.
void Machine::collect_tracked(ClassIndex first, ClassIndex last, std::vector<Handle>& out) {
    const std::size_t begin = out.size();
    const Handle blank = memory.half(kBlankWord, 0);
    FastTracking tracking(*this);
    std::optional<Reachability> search;
    std::optional<Reachability> variables;
    std::size_t classes = 0; // that have instances
    if (program->optimise == Optimise::No) {
        search.emplace(*this, work_);
        search->search();
    }
    for (ClassIndex index = first; index <= last; ++index) {
        const bool are_tiles = program->classes[index].kind == ClassKind::Tile;
        Handle instance = memory.half(layout.class_list(index), 0);
        classes += instance != 0 ? 1 : 0;
        Handle next = 0;
        for (; instance != 0; instance = next) {
            next = memory.half(instance + kLinkWord, 0);
            if (are_tiles && tracking.is_sure(memory.half(instance + kTileGroupWord, 0))) {
                out.push_back(instance); // most tiles lie in the same group
                continue;
            }
            if (instance == blank) {
                continue;
            }
            const bool is_sure = search.has_value() || tracking.is_surely_tracked(instance);
            if (!is_sure && tracking.is_for_variables(instance)) {
                if (!variables.has_value()) {
                    charge_elements(live_top);
                    variables.emplace(*this, work_);
                    variables->search_variables();
                }
                if (variables->reached(instance)) {
                    out.push_back(instance);
                } else {
                    unlink(instance, layout.class_list(index));
                }
                continue;
            }
            if (!is_sure) {
                charge_elements(memory.top(), 2);
                search.emplace(*this, work_);
                search->search();
            }
            if (!search.has_value() || search->reached(instance)) {
                out.push_back(instance);
            } else {
                has_met_garbage_ = true;
                unlink(instance, layout.class_list(index));
            }
        }
    }
    charge_elements(out.size() - begin);
    if (classes > 1) { // each class's part is in order already
        charge(out.size() - begin);
        const auto by_age = [this](Handle a, Handle b) { return age_of(a) < age_of(b); };
        std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), by_age);
    }
}

void Machine::unlink(Handle instance, Handle list) {
    const Handle next = memory.half(instance + kLinkWord, 0);
    const Handle previous = memory.half(instance + kLinkWord, 1);
    memory.set_half(previous == 0 ? list : previous + kLinkWord, 0, next);
    memory.set_half(next == 0 ? list : next + kLinkWord, 1, previous);
    memory.store(instance + kLinkWord, 0);
}

bool Machine::is_tracked(Handle instance) {
    const bool is_single_step = program->optimise == Optimise::Yes;
    if (is_single_step && FastTracking(*this).is_surely_tracked(instance)) {
        return true;
    }
    charge_elements(memory.top(), 2);
    Reachability search(*this, work_);
    if (is_single_step && FastTracking(*this).is_for_variables(instance)) {
        search.search_variables();
    } else {
        search.search();
    }
    return search.reached(instance);
}

} // namespace tgdl
