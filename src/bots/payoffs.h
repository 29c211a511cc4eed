// Payoffs of a finished match, which bots maximise.
#pragma once

#include "match/match.h"

#include <vector>

namespace tgdl {

// By seat, from -1 (behind everybody) to 1 (before everybody). A match that came to no result is worth 0 to all.
void set_payoffs(const Match& match, std::vector<double>& payoffs);

} // namespace tgdl
