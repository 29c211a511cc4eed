// The parts of find_warnings, each in a file of its own.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"
#include "diagnostics/diagnostic.h"

namespace tgdl {

// What all of them need.
struct WarningTask {
    const CheckedProgram& program;
    const BodyPlaces& places;
    Diagnostics& diagnostics;

    // Is it declared in the main file of a game, so that the whole program is known?
    [[nodiscard]] bool in_main_game(CodeRef place) const {
        return place.valid() && program.files[place.file.index()].is_main && program.files[place.file.index()].is_game;
    }
};

// Unreachable code, endless loops, loops that count with a player, player.active() after a pass.
void find_flow_warnings(const WarningTask& task);
// Lost values, `winner player.all()`, requires and triggers that never hold.
void find_value_warnings(const WarningTask& task);
// Actions nothing can start, events nobody throws, types nothing makes, phases nobody can leave.
void find_unused_warnings(const WarningTask& task);
// Conditions that are always the same because of what their sides can be, divisions by 0, places that are never there.
void find_bounds_warnings(const WarningTask& task);
// Variables nobody reads, goals and rows that run on, unknown colours, games that never end.
void find_slip_warnings(const WarningTask& task);
// Rules and texts that give away what is hidden.
void find_hidden_warnings(const WarningTask& task);

} // namespace tgdl
