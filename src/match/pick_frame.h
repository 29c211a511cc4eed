// Values of the frames of `choose` and of `move` of a piece.
#pragma once

#include <cstdint>

namespace tgdl {

// Values of a Pick: {labels, how many to pick}, who, List of what was picked, then the labels.
enum PickValue : std::uint32_t { kPickCount, kPickWho, kPicked, kPickLabels };
// Values of a MovePiece: the piece, the movement, {who, 0}, the tile that was chosen.
enum MoveValue : std::uint32_t { kMovePiece, kMoveMovement, kMoveWho, kMoveTile };

} // namespace tgdl
