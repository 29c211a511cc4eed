// Public numbers (docs/reference/visibility.md#16): what `Class#n`, ids and the order of options go by where something
// of a class can be hidden, so that they tell nothing of when an instance was made.
//
// An instance begins with its real {age, number}. A shuffle deals the pairs of what it shuffles out anew, those of each class
// among its instances: by where they lie now, so that nothing depends on what they are. Writes are logged as any other.
#pragma once

#include "base/random.h"
#include "vm/machine.h"

#include <vector>

namespace tgdl {

// Deals the public numbers of the instances, all different, out among those of each class. O(n log n).
void deal_public_numbers(Machine& machine, std::vector<Handle> instances, RandomState& generator);

// Can players see an instance of the class without all of its attributes? Then only its public number tells it from others.
bool is_seen_in_part(const ClassInfo& info);

} // namespace tgdl
