// 64-bit hash of the position on a board, and the moments at which positions were met.
//
// Equal positions have equal hashes: classes, owners, attributes and places of the tiles and of the pieces on them, in their
// order on the tile. Which of two equal pieces stands where does not count. Made anew each time, without an allocation:
// O(tiles + pieces + what their attributes hold).
#pragma once

#include "vm/machine.h"

namespace tgdl {

// Who reads the board: rules may meet something that the chooser of a trial may not see, the match itself may not.
enum class PositionReader : std::uint8_t { Rules, Match };

// Outcome::Next, or what ended it: Opaque, Fault.
Outcome board_position(Machine& machine, Handle board, PositionReader reader, std::uint64_t& position);

// An active player was offered actions, and chose: the positions of all boards are met once more. Undone like any change of
// the match. O(boards × board_position()).
void record_moment(Machine& machine, std::uint32_t player);

} // namespace tgdl
