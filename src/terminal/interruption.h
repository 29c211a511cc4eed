// Interface for events besides key presses that a running game reacts to: rules that are saved while it is played.
#pragma once

#include "terminal/play_table.h"

#include <string>
#include <vector>

namespace tgdl {

class Interruption {
public:
    Interruption() = default;
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    virtual ~Interruption() = default;
    // Looks whether something happened, and does what follows from it. What to tell; empty: nothing happened.
    virtual std::string happened(PlayTable& table) = 0;
    // More to read about what happened last, the first line as its title; empty: nothing more.
    virtual std::vector<std::string> pages() = 0;
};

} // namespace tgdl
