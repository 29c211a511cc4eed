// Stable sorting of values by keys: numbers, texts or values of one enum, nulls last.
#pragma once

#include "vm/native_call.h"

#include <vector>

namespace tgdl {

struct Sorted {
    Value key;
    Value element;
    std::uint32_t position = 0; // before sorting: equal keys stay in order
};

// < 0, 0 or > 0; nulls come last. The keys are of one kind.
int compare_keys(const Machine& machine, Value a, Value b);

// Puts the entries in the order of their keys, charging for it. Anything but Next is a fault: keys of different kinds, or a
// spent budget.
Outcome sort_by_key(NativeCall& call, std::vector<Sorted>& sorted);

} // namespace tgdl
