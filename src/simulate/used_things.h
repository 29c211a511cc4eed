// Details of games, for the report: what was chosen by name and by whom.
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// What the seats of one game use.
class UsedThings {
public:
    // A new game; `counts`: shall it be looked at?
    enum class Looks : std::uint8_t { Away, Closely };
    void begin(Looks looks);
    // `decision` is match.decision(), of which this option is chosen.
    void count(Match& match, const Decision& decision, std::size_t choice);
    // The game has come to its end.
    void finish(const MatchResult& result, Details& details);

private:
    Looks looks_ = Looks::Away;
    std::set<NamedChoice> offered_;
    std::set<std::pair<std::uint32_t, NamedChoice>> used_; // by seat
};

} // namespace tgdl
