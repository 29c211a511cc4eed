// Layout of instances: their words by the kind of their class, after which the compiler lays out attributes; filled by
// vm/.
//
// The whole picture of the heap is in vm/objects.h.
#pragma once

#include <cstdint>

namespace tgdl {

// Words of every instance.
enum InstanceWord : std::uint16_t { kHeaderWord = 0, kAgeWord = 1, kLinkWord = 2, kOwnerWord = 3, kInstanceWords = 4 };

// Interactable. An interactable is on a tile, in a deck, or nowhere.
enum PieceWord : std::uint16_t {
    kPlaceWord = kInstanceWords, // {handle of its tile or deck, 0: nowhere; unused}
    kPieceLinkWord,              // on a tile: {next, previous} piece there, in order of arrival
    kPieceWords,
};
// Tile.
enum TileWord : std::uint16_t {
    kTileGroupWord = kInstanceWords, // {handle of its group, 0: none; graph, lattice: number of the tile in the group}
    kTilePlaceWord,  // square, hex: {column, row} as signed 32-bit numbers; lattice: {x, y} of its point
    kTilePiecesWord, // {first, last} piece
    kTileEdgesWord,  // {Storage of edges, 0: those of the geometry alone; how many are used}
    kTileNameWord,   // a text value in a graph, null otherwise
    kTileWords,
};
// An edge: two words of a tile's edge storage, which lists all its connections in their order:
//   {handle of the tile it leads to, handle of the connection instance or 0}, the distance as a number
// While kTileEdgesWord is 0 a tile in a group with a geometry is connected to its neighbours by direction, distance 1.
inline constexpr std::uint32_t kEdgeWords = 2;

// Group.
enum GroupWord : std::uint16_t {
    kGroupBoardWord = kInstanceWords, // {handle of its board, GroupIndex}
    kGroupCellsWord, // {Storage of cells (handle of a tile in each word, 0: blank), number of cells used (graph), next number (lattice)}
    kGroupSizeWord,   // {columns, rows}
    kGroupOriginWord, // {column, row} of the first cell, signed: a board can grow to negative coordinates
    kGroupLatticesWord, // {its corners, its sides}: handles of groups, 0: it has none. Of corners and sides: {their group, 0}
    kGroupWords,
};
// Board: its groups are words from ClassInfo::groups_offset on. Nothing of its own.
// Deck, and pile of discards: cards in a ring.
enum DeckWord : std::uint16_t {
    kDeckRingWord = kInstanceWords, // {Storage, position of the front}
    kDeckLengthWord,                // {length, unused}
    kDeckPileWord,                  // {handle of its pile of discards (0 for a pile), for a pile: handle of its deck}
    kDeckWords,
};
// Connection.
enum ConnectionWord : std::uint16_t {
    kConnectionToWord = kInstanceWords, // tile value
    kConnectionDistanceWord,            // number value
    kConnectionFromWord,                // {handle of the tile it starts from, 0: none}
    kConnectionWords,
};
// Events, classes: nothing of their own.

// Bits of a word from ClassInfo::disabled_offset on: below the tag of a Value, so that null switches nothing off.
inline constexpr std::uint32_t kActionsPerWord = 48;

} // namespace tgdl
