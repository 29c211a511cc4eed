// Frees what cannot be reached. Only handles of what stays are left anywhere afterwards, so nothing has to move.
#include "vm/machine.h"
#include "vm/reachability.h"

namespace tgdl {
namespace {

// Takes what is not reached out of the list of its class.
void sweep_list(Memory& memory, const Reachability& alive, Handle list) {
    Handle first = 0;
    Handle last = 0;
    Handle next = 0;
    for (Handle instance = memory.half(list, 0); instance != 0; instance = next) {
        next = memory.half(instance + kLinkWord, 0);
        if (!alive.reached(instance)) {
            continue;
        }
        memory.set_half(instance + kLinkWord, 1, last);
        if (last == 0) {
            first = instance;
        } else {
            memory.set_half(last + kLinkWord, 0, instance);
        }
        last = instance;
    }
    if (last != 0) {
        memory.set_half(last + kLinkWord, 0, 0);
    }
    memory.store(list, Word{first} | (Word{last} << 32U));
}

} // namespace

void Machine::collect_garbage() {
    has_met_garbage_ = false;
    Reachability alive(*this, work_);
    alive.search();
    for (ClassIndex index = 0; index < program->classes.size(); ++index) {
        sweep_list(memory, alive, layout.class_list(index));
    }

    // One walk over the heap: neighbours that are free become one object, the last one the end of the heap.
    Handle last_linked = 0;
    memory.store(kFreeWord, 0);
    for (Handle at = layout.end; at < memory.top();) {
        if (alive.reached(at)) {
            at += Header::unpack(memory.load(at)).size;
            continue;
        }
        Handle end = at;
        while (end < memory.top() && !alive.reached(end)) {
            end += Header::unpack(memory.load(end)).size;
        }
        if (end == memory.top()) {
            memory.shrink(at);
            break;
        }
        memory.store(at, Header{ObjectKind::Free, 0, 0, end - at}.pack());
        if (end - at > 1) { // a single word has no room for a link: it waits for a neighbour
            memory.store(at + 1, 0);
            memory.store(last_linked == 0 ? Handle{kFreeWord} : last_linked + 1, at);
            last_linked = at;
        }
        at = end;
    }
}

} // namespace tgdl
