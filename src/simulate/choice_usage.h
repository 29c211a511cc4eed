// Usage of named choices in a game, for the report: what was offered, chosen and by whom.
#pragma once

#include "simulate/simulate.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

// What the seats of one game use.
class ChoiceUsage {
public:
    // Whether anything is counted in a game: that costs time, so only some games are counted.
    enum class Detail : std::uint8_t { Off, On };
    // A new game.
    void begin(Detail detail);
    // `decision` is match.decision(), of which this option is chosen.
    void count(Match& match, const Decision& decision, std::size_t choice);
    // The game has come to its end.
    void finish(const MatchResult& result, Details& details);

private:
    Detail detail_ = Detail::Off;
    std::set<NamedChoice> offered_;
    std::set<std::pair<std::uint32_t, NamedChoice>> used_; // by seat
};

} // namespace tgdl
