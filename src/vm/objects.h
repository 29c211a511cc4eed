// Layout of the heap of a match: the fixed words at its start, then objects.
//
// Every object begins with a header word. An instance:
//   word 0   header: ObjectKind, flags, class, size in words
//   word 1   {age, number}: age counts all instances ever made; number is n of Class#n
//   word 2   {next, previous} instance of the same class, in order of age
//   word 3   owner: null, a player, or (shared by a group) a List<player>
//   then the words of its kind (below), then its attributes; last, where ClassInfo::public_word says so, {age, number} as
//   players are shown them
#pragma once

#include "program/instance_layout.h"
#include "program/program.h"
#include "vm/memory.h"

namespace tgdl {

enum class ObjectKind : std::uint8_t { Free, Instance, List, Stack, Table, Text, Storage };

enum ObjectFlag : std::uint8_t {
    kBeingMade = 1, // an instance between New and Made: its changes raise no events
    kDiscarded = 2, // an interactable on a stack it was discarded to
    kConstant = 8,  // a collection that belongs to a constant: it cannot be changed
    kReached = 4,   // set while reachability is worked out, never outside
};

struct Header {
    ObjectKind kind = ObjectKind::Free;
    std::uint8_t flags = 0;
    std::uint16_t type = 0; // Instance: its class. List, Stack, Table: TypeIndex of the whole collection
    std::uint32_t size = 0; // words, this one included

    [[nodiscard]] Word pack() const {
        return static_cast<Word>(kind) | (Word{flags} << 8U) | (Word{type} << 16U) | (Word{size} << 32U);
    }
    [[nodiscard]] static Header unpack(Word word) {
        return {static_cast<ObjectKind>(word & 0xffU), static_cast<std::uint8_t>(word >> 8U),
                static_cast<std::uint16_t>(word >> 16U), static_cast<std::uint32_t>(word >> 32U)};
    }
};

// Words of instances, by kind: program/instance_layout.h.

// List, Stack: {header}, {Storage, length}, and for a Stack {front position, unused}. Storage: header, then words of Values.
// A Stack is a ring like a deck; a List begins at position 0.
enum ListWord : std::uint16_t { kListStorageWord = 1, kListWords = 2, kStackFrontWord = 2, kStackWords = 3 };
// Table: {header}, {Storage of entries, entries used (with holes)}, {live pairs, Storage of the index or 0}.
// Entries: key, value; a removed pair has the key null. The index (open addressing, a power of two, made from 9 pairs on)
// holds entry number + 1 in each word.
enum TableWord : std::uint16_t { kTableEntriesWord = 1, kTableIndexWord = 2, kTableWords = 3 };
// Text: {header}, {length in UTF-16 units, hash}, then the units, four to a word, zero at the end.
enum TextWord : std::uint16_t { kTextLengthWord = 1, kTextUnitsWord = 2 };

// The fixed words at the start of the heap.
enum StateWord : std::uint16_t {
    kNothingWord = 0, // handle 0 is none
    kAgesWord,        // {next age, unused}
    kFreeWord,        // {first free object (its word 1: next), unused}
    kQueueWord,       // {List of what waits to be resolved, number of what was taken}
    kTurnWord,        // {turn, phase}: indexes; turn kNone before the first
    kPhaseWord, // {serial of the phase: grows with each that begins, serial of the phase whose effect waits to run or 0}
    kActiveWord,       // {active player, last chooser (kNone: none)}
    kSimultaneousWord, // {List<player> of several active players or 0, position in it}
    kTurnDoneWord,     // flow of the match, see match/
    kCountersWord,     // {transactions kept, passes in a row that changed nothing}
    kResultWord,       // {List of places, or 0; 1 when the game is over}
    kScoresWord,       // {Table of scores or 0, unused}
    kBlankWord,        // {handle of the blank tile, unused}
    kGameActionsWord,  // bits of actions of the game that are switched off: {List of bools or 0, unused}
    kMomentsWord,      // {Table of how often positions were met at moments, or 0; unused}
    kSpareWord,  // {end of the heap beyond which garbage is collected, how often public numbers were dealt; not logged}
    kRandomWord, // RandomState
    kFixedWords = kRandomWord + 14,
};

// Addresses of the words whose number depends on the program and the players: coverage regions, class lists, counters,
// globals, seats, constants.
struct HeapLayout {
    std::uint32_t coverage_regions =
        0;                       // by region: 1 when it ran, then the next word: 1 when it was asked hypothetically
    std::uint32_t classes = 0;   // by class: {first, last} instance, then the next word {next number, unused}
    std::uint32_t globals = 0;   // by global: instance value
    std::uint32_t seats = 0;     // by player class, then by player: instance value
    std::uint32_t constants = 0; // by match constant: its value
    std::uint32_t players = 0;
    std::uint32_t end = 0;

    HeapLayout() = default;
    HeapLayout(const Program& program, std::uint32_t player_count)
        : coverage_regions(kFixedWords),
          classes(coverage_regions + 2 * static_cast<std::uint32_t>(program.coverage_regions.size())),
          globals(classes + 2 * static_cast<std::uint32_t>(program.classes.size())),
          seats(globals + static_cast<std::uint32_t>(program.globals.size())),
          constants(seats + static_cast<std::uint32_t>(program.seats.size()) * player_count),
          players(player_count),
          end(constants + static_cast<std::uint32_t>(program.match_constants.size())) {}

    [[nodiscard]] Handle region_ran(std::uint32_t index) const { return coverage_regions + 2 * index; }
    [[nodiscard]] Handle region_asked(std::uint32_t index) const { return coverage_regions + 2 * index + 1; }
    [[nodiscard]] Handle class_list(ClassIndex index) const { return classes + 2 * index; }
    [[nodiscard]] Handle class_counter(ClassIndex index) const { return classes + 2 * index + 1; }
    [[nodiscard]] Handle global(std::uint32_t index) const { return globals + index; }
    [[nodiscard]] Handle constant(std::uint32_t index) const { return constants + index; }
    [[nodiscard]] Handle seat(std::uint32_t index, std::uint32_t player) const {
        return seats + index * players + player;
    }
};

} // namespace tgdl
