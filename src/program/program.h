// A game ready to be played: what the compiler makes of a checked program, and all that the play side knows of it.
//
//   in   compile() of compile/compile.h, or a test that fills it by hand
//   out  read by vm/ and match/; never changed after verify(), so many matches on many threads share one
//
// Everything that could be worked out before play stands here: layout of classes, tables of observers, code.
#pragma once

#include "program/indexes.h"
#include "program/instruction.h"
#include "program/plans.h"
#include "program/value.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tgdl {

// Where something stands in the text of the rules.
struct SourceLocation {
    std::uint32_t file = 0;  // into Program::files
    std::uint32_t begin = 0; // bytes
    std::uint32_t end = 0;
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    bool turned = false; // `a > b` that is compared as `b < a`, `a >= b` as `b <= a`
};

// A text of the program: as people read it, and as the language counts it.
struct Text {
    std::string utf8;
    std::u16string units;
};

// A type as far as it is needed at run time: for `is`, `as`, stores into collections, texts, candidates.
enum class ValueKind : std::uint8_t {
    Nothing,
    Number,
    Text,
    Bool,
    Player,
    List,
    Table,
    Stack,
    Instance,
    Turn,
    Movement,
    AnyKey,
    Direction,
    Enum,
    Shape,
};
struct ValueType {
    ValueKind kind = ValueKind::Nothing;
    TypeIndex element = kNone; // List, Stack: the element; Table: the value; a pile of discards: what it holds
    TypeIndex key = kNone;     // Table: the key; kNone: left open
    // Instance: every class from first to last fits (classes are numbered so that derived ones follow their base).
    ClassIndex first_class = kNone;
    ClassIndex last_class = kNone;
    std::uint32_t enumeration = kNone; // Enum: into Program::enums
    std::string name;                  // as people write it: `List<Card>`
};

// ---- code -----------------------------------------------------------------------------------------------------------

// A variable of a chunk, for reports of faults.
struct DebugVariable {
    std::string name;
    std::uint16_t reg = 0;
    std::uint32_t from = 0; // first and one past the last instruction where it is in scope
    std::uint32_t to = 0;
    std::uint32_t call = kNone; // into Chunk::inlined: the call that it is a variable of; kNone: of the chunk itself
    // It is the cell that this instruction of the code, which has been put off, would look up now; kNone: it is in `reg`.
    std::uint32_t lookup = kNone;
};

// A call that needs no frame: the code of what is called stands in the chunk that calls it.
struct InlinedCall {
    ChunkIndex chunk = kNone; // what is called
    LocationIndex place = 0;  // of the call
    std::uint32_t from = 0;   // first and one past the last instruction of its code
    std::uint32_t to = 0;
};

// One piece of code that runs in a frame of its own. Registers 0 … parameters-1 are filled by who calls it.
//
// Registers are used like a stack: at every instruction that may run other code, all registers below the window of that
// instruction hold live values and nothing else, so that what is on the stack is exactly what the rules still hold.
struct Chunk {
    std::string name; // for traces: `Deck.Draw`, `filter of Tick.chosen`
    std::uint16_t parameters = 0;
    std::uint16_t registers = 0;    // all of them
    bool writes = false;            // may change the match: evaluated hypothetically only between mark and rewind
    bool may_fail = false;          // may run `fail` or `cancel`
    bool reads_hidden = false;      // may read what some player may not see
    bool pure = false;              // see pure_code.h
    bool has_this = false;          // register 0 is `this`, which is never the blank tile
    bool is_reader = false;         // reads an attribute for code of the rules: traces leave it out
    std::uint32_t constant = kNone; // all it does is to give this constant
    std::uint16_t word = 0;         // all it does is to give this word of the instance in register 0; 0: something else
    // What who runs it gives and gets: verify() holds both sides to it.
    std::vector<TypeIndex> parameter_types; // kNone: code does not read that one
    TypeIndex result = kNone;               // kNone: nothing
    std::vector<Instruction> code;
    std::vector<LocationIndex> places; // one for each instruction
    std::vector<DebugVariable> variables;
    std::vector<InlinedCall> inlined; // those inside others after them
};

// ---- classes --------------------------------------------------------------------------------------------------------

enum class ClassKind : std::uint8_t { Class, Interactable, Tile, Group, Board, Stack, Connection, Event };
enum class Scope : std::uint8_t { Local, Group, Global, Player };

struct AttributeInfo {
    std::string name;
    TypeIndex type = kNone;
    std::uint16_t offset = 0;              // word in the instance
    std::vector<ClassIndex> change_events; // raised by a change (`change Base.x` and `change Derived.x` are two)
    std::vector<ChunkIndex> visible;       // parameters: this, viewer. All must hold
    // Parameters: this. Gives what the attribute reads as, where that is computed or modified; kNone: it is the word.
    ChunkIndex reader = kNone;
    ChunkIndex raw = kNone; // the same without modifiers; kNone: it is the word
    // What those see whom a block of `visible` refuses, in the order of the blocks.
    struct Else {
        std::uint32_t block = 0;  // which of them
        ChunkIndex value = kNone; // parameters: this, viewer; kNone: that there is something
    };
    std::vector<Else> otherwise;
};

enum class InformationPart : std::uint8_t { Short, Long, Glyph, Color, Image };
inline constexpr std::size_t kInformationParts = 5;

struct ClassInfo {
    std::string name;
    ClassKind kind = ClassKind::Class;
    Scope scope = Scope::Local;
    ClassIndex base = kNone;
    ClassIndex last = 0;           // the last class derived from this one (itself if none is)
    ClassIndex counted_as = kNone; // a nameless class: the one that its instances are counted with; kNone: itself
    bool abstract = false;
    bool is_discards = false; // the class of piles of discards: its base is `stack`
    TypeIndex type = kNone;   // ValueKind::Instance of this class
    TypeIndex holds = kNone;  // stack: what it holds
    std::uint16_t size = 0;   // words of an instance
    // Word with {age, number} as players are shown them, which shuffling deals out anew
    // (docs/reference/visibility.md#16); 0: they are shown the real ones.
    std::uint16_t public_word = 0;
    // What players call one that is hidden because of the attributes that hold it: the widest class that these can hold;
    // kNone: no attribute that can be hidden holds one.
    ClassIndex held_as = kNone;
    std::uint16_t turned_word = 0; // tile, interactable: number of turns as it was given; 0: rules never turn anything
    std::uint16_t disabled_offset =
        0;                        // word(s) with a bit for each action slot that is switched off; 0: nothing ever is
    std::uint32_t global = kNone; // index among the globals, or among the player classes; kNone: neither
    std::vector<AttributeInfo> attributes; // all of them, those of the bases first
    std::vector<ActionIndex> actions;      // by action slot of the class (bases first): the action that runs for it
    std::vector<ChunkIndex> methods;       // by method slot
    ChunkIndex init = kNone;     // parameters: this. Attribute defaults, then groups of a board; kNone: nothing to run
    ChunkIndex defaults = kNone; // parameters: this. Contents of a stack, then the `default` blocks; kNone: none
    std::vector<ChunkIndex> visible; // parameters: this, viewer. Of the whole instance; all must hold
    std::array<ChunkIndex, kInformationParts> information = {kNone, kNone, kNone, kNone, kNone}; // parameters: this
    std::vector<GroupIndex> groups; // board: its groups; group g is held by the word groups_offset + g
    std::uint16_t groups_offset = 0;
    GroupIndex group = kNone; // of a class of kind Group
    // Global attributes that may hold an instance of this class directly: a quick way to see that one is tracked.
    struct Holder {
        std::uint32_t global = 0; // index among the globals
        std::uint16_t offset = 0;
    };
    std::vector<Holder> holders;
    bool kept = true; // some attribute may hold an instance of it, be it in a collection; otherwise only variables do
};

// ---- enums, constants, options --------------------------------------------------------------------------------------

// The values of one enum follow each other in Program::enum_values: the order of their indexes is that of their places.
struct EnumInfo {
    std::string name;
    TypeIndex type = kNone;  // ValueKind::Enum of this
    std::uint32_t first = 0; // into Program::enum_values
    std::uint32_t count = 0;
    std::array<ChunkIndex, kInformationParts> information = {kNone, kNone, kNone, kNone, kNone}; // parameters: this
};
struct EnumValueInfo {
    std::string name;
    TextIndex text = kNone; // how people see it
    std::uint32_t enumeration = 0;
};

// A constant that lies in the memory of a match: an option, a collection, or what depends on options or players. They are
// filled in this order before the globals are made, and never change.
struct MatchConstant {
    std::string name;
    TypeIndex type = kNone;
    ChunkIndex chunk = kNone;     // no parameters; kNone: an option
    std::uint32_t option = kNone; // into Program::options
    LocationIndex place = 0;
};

struct OptionInfo {
    std::string name;
    std::string documentation;
    TypeIndex type = kNone;
    Value default_value;
    Value value;               // of the matches of this program: the default, or what was chosen (program/options.h)
    std::vector<Value> values; // those it can have, of a range the least and the greatest
    bool is_range = false;
};

// ---- actions and inputs ---------------------------------------------------------------------------------------------

// A condition with what to tell when it refuses.
struct Condition {
    ChunkIndex chunk = kNone;
    TextIndex reason = kNone;        // the text given with it
    ChunkIndex reason_chunk = kNone; // the text when it is an expression; parameters as the condition
    LocationIndex place = 0;
    std::string source; // the line of the rules it stands on, without spaces at the ends
};

enum class InputMode : std::uint8_t { Choice, Player, Players, Auto };

// An input. Its parts are chunks that see what the code around it sees: their registers 0 … reg-1 are a copy of the
// registers of the frame it belongs to; register reg is the candidate (in a filter of a whole list: the list), reg+1 the
// chooser, reg+2 the element (in a filter of a list's elements: the same as the candidate's own name).
// So each part has reg + 3 parameters.
struct InputInfo {
    std::string name;
    TypeIndex type = kNone;       // of one choice; a List<T> for a list input
    TypeIndex element = kNone;    // of one candidate: T of a list input, else the type itself
    TypeIndex table_type = kNone; // `players`: Table<player, type>
    InputMode mode = InputMode::Choice;
    bool optional = false;
    bool is_list = false;    // picked one by one: a list, or amounts
    bool is_amounts = false; // a Table: how many of each key, at most as many as the Table of `options` says
    bool has_else = false;
    std::uint16_t reg = 0;
    ChunkIndex who = kNone;     // Player: a player; Players: a List<player>. Parameters: registers 0 … reg-1
    ChunkIndex options = kNone; // a List, Stack or deck; of amounts a Table. As the next ones: reg + 3 parameters
    ChunkIndex low = kNone;     // range
    ChunkIndex high = kNone;
    ChunkIndex step = kNone;
    ChunkIndex count_low = kNone;        // of amounts: of all together
    ChunkIndex count_high = kNone;       // kNone: the same as low
    std::vector<Condition> filters;      // of one candidate
    std::vector<Condition> list_filters; // of a whole list
    InputSource source;
    InputPlan plan;
    LocationIndex place = 0;
};

struct Trigger {
    ClassIndex event = kNone;
    ChunkIndex chunk = kNone; // parameters: this, event; kNone: always
    LocationIndex place = 0;
    double prio = 0;       // that of the action, unless it has one of its own
    bool has_prio = false; // it has
};

// An action or a goal. Its code has this in register 0, the event in register 1, then its inputs in order.
struct ActionInfo {
    std::string name;
    ClassIndex owner = kNone; // kNone: of the game itself
    std::uint16_t slot = 0;   // in ClassInfo::actions of its owner and what derives from it
    bool is_goal = false;     // and has no trigger
    double prio = 0;
    std::uint32_t order = 0;             // of declaration, that of the first one in its family
    std::vector<Condition> requirements; // parameters: this, event
    std::vector<Trigger> triggers;
    std::vector<InputIndex> inputs; // input i has reg 2 + i
    ChunkIndex effect = kNone;      // parameters: 2 + inputs
    bool may_cancel = false;        // its effect, or what it calls, may `cancel`
    bool may_fail = false;          // a transaction with it may fail (all it can cause included)
    // Events that others observe, each for instances of one class and what derives from it (`before action Base.A`).
    struct ActionEvent {
        ClassIndex owner = kNone; // kNone: an action of the game
        ClassIndex event = kNone;
    };
    std::vector<ActionEvent>
        before_events; // attributes: object (not for an action of the game), who, prevented, the inputs
    std::vector<ActionEvent> after_events;
    ActionPlan plan;
    LocationIndex place = 0;
    std::string documentation;
};

// Actions that observe an event class (or a base of it), by class of instance. Made at load time.
struct Observer {
    ClassIndex owner = kNone; // exact class of the instance; kNone: the game itself
    ActionIndex action = kNone;
    std::uint32_t trigger = 0; // which of its triggers: the most derived that fits
};

// ---- boards ---------------------------------------------------------------------------------------------------------

enum class GeometryKind : std::uint8_t { Square, HexRow, HexColumn, Graph };
enum class LatticeKind : std::uint8_t { None, Corners, Sides };
struct GroupInfo {
    std::string name;
    ClassIndex board = kNone; // the class of board that declares it
    ClassIndex group_class = kNone;
    GeometryKind geometry = GeometryKind::Square;
    bool odd_shifted = false;
    bool around = false;
    std::uint32_t columns = 0;
    std::uint32_t rows = 0;
    TypeIndex tile_base = kNone; // what `set` accepts
    // Its columns and rows depend on the match: GroupSize gives them to the group, which begins with this tile everywhere.
    ClassIndex sized_tile = kNone;
    std::vector<ClassIndex> cells; // square, hex: columns × rows, row by row; kNone: blank
    std::vector<ClassIndex> tiles; // graph: in order
    std::vector<TextIndex> names;  // graph: of each tile; kNone: without a name
    // The corners of a group are a group of their own behind it, which rules never see, and so are its sides: to
    // everything that asks for columns, rows or directions it is a graph without names (lattice_geometry.h).
    GroupIndex corners = kNone;
    GroupIndex sides = kNone;
    LatticeKind lattice = LatticeKind::None; // of such a group
    GroupIndex around_tiles = kNone;         // of such a group: whose corners or sides they are
    // Square, hex: for each cell and each of 8 directions the cell there, or 0xffff (cell_geometry.h); right as long as the
    // group has the columns and rows it began with. Empty for a very large one.
    std::vector<std::uint16_t> neighbors;
    // Square: likewise how many cells lie in each direction up to the edge, and how far it is from a cell to the next.
    std::vector<std::uint16_t> cells_ahead;
    std::array<std::int16_t, 8> cell_steps{};
};

enum class StepKind : std::uint8_t { Line, Adjacent, Distance, Coord, Jump };
enum class CountKind : std::uint8_t { Exactly, AtMost, AtLeast };
// A step of a movement. Its expressions are chunks with parameters: this (the piece); of a movement with inputs: this,
// nothing, the inputs.
struct MovementStep {
    StepKind kind = StepKind::Line;
    ChunkIndex directions = kNone;    // Line: a number, a Direction or a List<number>
    ChunkIndex directions_to = kNone; // Line with a range `0..3`: its end
    CountKind count_kind = CountKind::Exactly;
    ChunkIndex count = kNone; // Line, Adjacent, Distance
    ChunkIndex dx = kNone;    // Coord
    ChunkIndex dy = kNone;
    ChunkIndex target = kNone; // Jump: a tile or a group
    bool by_owner = false; // its expressions give the same for all pieces of a player (program/single_step_movements.h)
};
struct MovementAlternative {
    bool repeat = false;
    std::vector<MovementStep> steps;
    std::vector<ChunkIndex>
        through; // parameters: this, the tile, the movement's inputs. All must hold; those of the whole movement included
    std::vector<ChunkIndex> onto;
    // They say the same of all tiles that are empty or hold a piece of the same player first, for all pieces of a player.
    bool through_by_owner = false;
    bool onto_by_owner = false;
};
struct MovementInput {
    TypeIndex type = kNone;
    ChunkIndex value = kNone; // its default, without parameters; kNone: whoever uses the movement gives it
    bool optional = false;    // null when it is not given
};
struct MovementInfo {
    std::string name;
    std::vector<MovementInput> inputs;
    std::vector<ChunkIndex> requirements; // parameters as those of a step. All must hold, else it leads nowhere
    TypeIndex piece = kNone;              // what `this` is: an Instance; for any other piece it is a fault
    std::vector<MovementAlternative> alternatives;
    bool is_single_step =
        false; // alternatives are one step along a line or to a place, and no part changes anything or fails
};

// ---- shapes ---------------------------------------------------------------------------------------------------------

struct ShapeCell {
    std::uint16_t x = 0;
    std::uint16_t y = 0;

    auto operator<=>(const ShapeCell&) const = default;
};
// A shape of square grids. All that can be made of the written ones by turning and flipping are there, equal ones once, so
// that a value is the number of one.
struct ShapeInfo {
    std::uint16_t width = 0;
    std::uint16_t height = 0;
    std::vector<ShapeCell> cells;            // in reading order
    std::array<std::uint32_t, 4> turned{};   // after that many quarter turns clockwise; the first is itself
    std::uint32_t flipped = 0;               // left and right changed
    std::vector<std::uint32_t> orientations; // the different ones, in the order of `orientations()`
    TextIndex text = 0;                      // its rows between `/`
};

// ---- turns ----------------------------------------------------------------------------------------------------------

// Code of the game itself with inputs: a phase's effect, a `setup`. Register 0 and 1 are null, then the inputs.
struct PhaseInfo {
    std::string name;
    TextIndex text = kNone;
    std::vector<InputIndex> inputs;
    ChunkIndex effect = kNone; // kNone: waits for a choice
    bool may_fail = false;
};
// What players play for besides places. Each block has one parameter, a player, and gives a number that is not null.
struct ScoreInfo {
    ChunkIndex score = kNone; // kNone: the game has none
    bool lowest = false;      // fewer is better
    struct Tiebreak {
        ChunkIndex chunk = kNone;
        bool lowest = false;
    };
    std::vector<Tiebreak> tiebreaks; // in the order in which they are asked
};

struct TurnInfo {
    std::string name;
    TextIndex text = kNone;
    std::vector<PhaseInfo> phases;          // at least one
    ChunkIndex default_block = kNone;       // no parameters; returns the player to pass to, or null
    std::vector<std::string> aliased_names; // `alias.Name`, as files that import it under an alias write it
};

// ---- data files -----------------------------------------------------------------------------------------------------

// A value that a data file gives an attribute.
struct DataValueInfo {
    enum class Kind : std::uint8_t { Plain, Player, Collection } kind = Kind::Plain;
    Value plain;             // Plain: as it is; Player: the number of one, which is mapped
    TypeIndex type = kNone;  // Collection: a List or Table
    std::uint32_t first = 0; // Collection: into DataTableInfo::elements; of a Table keys and values in turn
    std::uint32_t count = 0;
};
struct DataCellInfo {
    std::uint32_t attribute = kNone; // number in ClassInfo::attributes; kNone: `distance` of a connection, `turned`
    std::uint32_t value = 0;         // into DataTableInfo::values
};
struct DataRowInfo {
    ClassIndex instance_class = kNone;
    std::uint32_t first = 0; // into DataTableInfo::cells
    std::uint32_t count = 0;
};
// The rows of a data file, read for one class: what DataNew makes, and DataFill gives it.
struct DataTableInfo {
    std::string path;
    TypeIndex type = kNone; // what every row is
    std::vector<DataRowInfo> rows;
    std::vector<DataCellInfo> cells;
    std::vector<DataValueInfo> values;
    std::vector<std::uint32_t> elements;  // into values
    std::vector<std::uint32_t> instances; // in order: the row of each
};

// ---- what ran -------------------------------------------------------------------------------------------------------

// Kinds of coverage regions: stretches of the rules that run from their beginning or not at all.
enum class CoverageRegionKind : std::uint8_t {
    Action,   // the effect of one that players choose or rules call
    Reaction, // of one with another trigger
    Goal,
    Phase,
    Setup,
    Function,
    If,
    Else, // of an input too
    Loop,
    Option, // of `choose`
    Value,  // what stands after `?` or `:`
    Block,  // of a filter, a requirement, a condition, a default
    Rest,   // of a block, from its second, third … statement on
};
struct CoverageRegion {
    CoverageRegionKind kind = CoverageRegionKind::Block;
    std::string name;        // of the code it belongs to: `Deck.Draw`
    LocationIndex head = 0;  // what people call it by: the name, the condition, `else`
    LocationIndex place = 0; // all of it
};

// Predefined events, in this order; ClassIndex kNone when no action observes one (so it is never made).
enum class EventKind : std::uint8_t {
    PlayerChoice,
    OffTurnChoice,
    NoChoice,
    TurnEnd,
    TurnStart,
    Phase,
    Assign,
    Unassign,
    Move,
    Draw,
    Put,
    Discard,
    Shuffle,
    Reshuffle,
    GameEnd,
};
inline constexpr std::size_t kEventKinds = 15;

// No: neither the code nor who plays it takes a fast path (docs/decisions/0012). It plays the same, only slower: what the
// fast paths are compared with.
enum class Optimise : std::uint8_t { No, Yes };

// What people call a seat, and its colour; empty: a default.
struct SeatTextInfo {
    std::string name;
    std::string color;
};

struct Program {
    std::string game;
    Optimise optimise = Optimise::Yes;
    std::uint32_t min_players = 1;
    std::uint32_t max_players = 1;
    std::vector<SeatTextInfo> seat_texts; // in seat order
    bool uses_names = false;              // some text for people has the name of a player
    std::uint64_t hash = 0;               // of the text of all files: a save belongs to one program
    std::vector<std::string> files;
    std::vector<SourceLocation> places; // 0: nowhere

    std::vector<Text> texts;           // all different; 0 is the empty one
    std::vector<TextIndex> text_index; // finds a text by its units; made by index_texts() of program/texts.h
    std::vector<Value> constants;
    std::vector<ValueType> types;
    std::vector<Chunk> chunks;

    std::vector<ClassInfo> classes;          // derived ones right after their base
    std::array<ClassIndex, 8> first_class{}; // by ClassKind: the classes of a kind follow each other
    std::array<ClassIndex, 8> last_class{};  // one past the last
    ClassIndex blank_tile = kNone;           // class of the one blank tile
    ClassIndex plain_connection = kNone;     // class of a connection without a declared class
    ClassIndex plain_discards = kNone;       // class of piles of discards
    std::vector<ClassIndex> globals;         // in the order they are made
    std::vector<ClassIndex> seats;           // `player` classes, in the order they are made
    std::vector<GroupInfo> groups;
    std::vector<EnumInfo> enums;
    std::vector<EnumValueInfo> enum_values;
    std::vector<MatchConstant> match_constants;
    std::vector<OptionInfo> options;
    std::vector<MovementInfo> movements;
    std::vector<ShapeInfo> shapes;
    std::vector<TurnInfo> turns; // never empty

    std::vector<ActionInfo> actions;
    std::vector<InputInfo> inputs;
    std::vector<ActionIndex> game_actions; // top level ones with triggers, in order of declaration
    ScoreInfo scores;
    std::vector<ActionIndex> goals;               // without a trigger, highest prio first
    std::array<ClassIndex, kEventKinds> events{}; // the class of each predefined event
    std::vector<std::vector<Observer>>
        observers;                 // by event class: who observes it, in the order of ActionInfo::order, all prios
    std::vector<PhaseInfo> setups; // in the order they run
    std::vector<DataTableInfo> data_tables;

    // In the order of the text, outer ones first; empty unless compiled with coverage: Cover records that one runs.
    std::vector<CoverageRegion> coverage_regions;

    // The type of every register before every instruction; made in type-checked builds only (vm/assert_types.h).
    std::shared_ptr<const struct KnownTypes> known_types;

    ChoicePlan choice_plan;

    // What the rules never do need not be looked for.
    bool any_fail = false;         // some transaction may fail
    bool uses_connections = false; // rules look at connections as things: each has an instance
    bool has_blanks = false;       // a blank tile can turn up
    bool makes_places = false;     // rules make tiles or boards, by `new` or from a data file
    bool hides = false;            // something may be hidden from someone
    bool public_numbers = false;   // some class has a public_word
    bool chance = false;
    bool simultaneous = false;
    bool observes_moves = false, observes_decks = false;
    bool counts_moments = false;    // some rule asks for repeats: the positions of moments are kept
    bool fixed_groups = false;      // tiles stay in their groups once a board is made
    bool fixed_connections = false; // and connected as they are
};

} // namespace tgdl
