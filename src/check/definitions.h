// Definitions of a program: types, attributes, functions, actions, boards, turns, movements, and who may call whom
// what.
//
// Made by declare.h from the trees, before any code is looked at: names, bases, members and signatures are known here;
// the code itself stays in the trees, named by CodeRef.
#pragma once

#include "base/interner.h"
#include "check/constant_value.h"
#include "check/effects.h"
#include "check/types.h"
#include "source/source_file.h"
#include "syntax/tree.h"

#include <optional>
#include <string>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

using AttributeId = TypedIndex<struct AttributeTag>;
using FunctionId = TypedIndex<struct FunctionTag>;
using ActionId = TypedIndex<struct ActionTag>;
using InputId = TypedIndex<struct InputTag>;
using TurnId = TypedIndex<struct TurnTag>;
using MovementId = TypedIndex<struct MovementTag>;
using ConstantId = TypedIndex<struct ConstantTag>;

// A node in one of the program's trees; a node alone does not say in which file it stands.
struct CodeRef {
    FileId file;
    NodeId node;

    [[nodiscard]] bool valid() const { return node.valid(); }
    bool operator==(const CodeRef&) const = default;
};

enum class DefKind : std::uint8_t { Class, Interactable, Tile, Board, Stack, Connection, Event, Enum, Group };
enum class ScopeKind : std::uint8_t { Local, Group, Global, Player };

enum class MemberKind : std::uint8_t { Attribute, Function, Action, Group, EnumValue, Constant };
struct Member {
    MemberKind kind{};
    std::uint32_t index = 0; // AttributeId, FunctionId, ActionId, GroupId or ConstantId by kind; EnumValue: its place
    CodeRef place;           // where it is declared, for "first declared here"
};
using MemberMap = tsl::robin_map<Symbol, Member>;

// A value of an enum.
struct EnumValue {
    Symbol name;
    std::string label; // how people see it: without one, the name
    CodeRef place;
};

// A `const`, or an `option` of a match: what rules read and never change.
struct Constant {
    Symbol name;
    TypeDefId owner; // none at top level
    TypeId type;
    CodeRef place;  // Constant or OptionDefinition node
    CodeRef given;  // the node whose value counts: its own, or the latest `override`
    CodeRef values; // option: the node whose `of` counts; none: all values of its type
    bool is_option = false;
    bool depends_on_match = false; // on an option or on the number of players
    ConstantValue value;           // as far as it is known before a match: of an option its default
    std::vector<ConstantValue> of; // option: the values it can have; of a range its two ends
    bool is_range = false;         // option: `of` is the least and the greatest
};

struct Attribute {
    Symbol name;
    TypeDefId owner;
    TypeId type;
    CodeRef place;          // Attribute, ComputedAttribute or LongAttribute node; invalid for predefined ones
    bool read_only = false; // predefined ones that rules cannot assign
    FunctionId computed;    // works it out, where no override says otherwise; none: it is stored
    // Reading it runs code: it is computed in some type that has it, or there are modifiers of it.
    bool runs_code = false;
    std::vector<std::uint32_t> modifiers; // into CheckedProgram::modifiers, in the order in which they apply
};

// A default given anew by a derived type or an extension: `override T name = expr;`.
struct AttributeOverride {
    AttributeId attribute;
    CodeRef place;
    bool from_extension = false;
    FunctionId computed; // of `override T name => expr;`
};

// An input of an action, goal, phase, setup or function, or a parameter of a short function.
struct Input {
    Symbol name;
    TypeId type;   // as written; with `players` the variable is a Table<player, type>
    CodeRef place; // Input or Parameter node; invalid for inputs of predefined things
    bool optional = false;
    enum class Mode : std::uint8_t { Choice, Player, Players, Auto, Function } mode = Mode::Choice;
    bool has_default = false;
    bool is_amounts = false; // a Table with `upto`: how many of each key

    // What an `input` statement does. Without a candidate the transaction fails, unless there is an `else`; of several
    // players, who has none is left out.
    [[nodiscard]] Effects effects_of_asking(bool has_else) const {
        const bool asks_one = mode == Mode::Choice || mode == Mode::Player;
        const Effects asks = mode == Mode::Auto ? Effects() : Effects(Effect::Asks);
        return asks_one && !optional && !has_else ? asks | Effect::Fails : asks;
    }
};

// A function of the rules, or a block without a name of its own that runs as one: it is hypothetical, and `fail` in it is a
// runtime error.
enum class FunctionKind : std::uint8_t {
    Named,
    Score,
    Tiebreak,
    Computed,          // of a computed attribute
    Modifier,          // of `modify`: its block. Inputs: whose attribute is read, what it was before
    ModifierCondition, // its condition. Input: whose attribute is read
};

// Which child of its node is the code.
[[nodiscard]] constexpr Role code_role(FunctionKind kind) {
    return kind == FunctionKind::Computed            ? Role::Value
           : kind == FunctionKind::ModifierCondition ? Role::Condition
                                                     : Role::Effect;
}

struct Function {
    Symbol name;
    FunctionKind kind = FunctionKind::Named;
    TypeDefId owner;             // none at top level
    CodeRef place;               // Function or ShortFunction node; of the other kinds their own
    std::vector<InputId> inputs; // all, in order; `Mode::Function` ones are the arguments
    TypeId returns;              // TypeTable::nothing without a value
    bool has_effect = false;     // false: abstract (in a type), an error at top level
    bool from_extension = false;
    FunctionId replaces; // what `base.F` runs: the previous extension's, the original, the base type's
    FunctionId slot;     // the first declaration of this function in the chain of bases (itself if it is that)
    std::vector<FunctionId> overridden_by; // on slots: every function that replaces one of this family
    Effects effects;                       // filled by infer_effects
};

struct ActionTrigger {
    enum class Mode : std::uint8_t { Event, Change, Before, After } mode = Mode::Event;
    TypeId event_type; // type of `event` inside: an Instance of an event (predefined or made for change/before/after)
    TypeDefId event;   // Mode::Event: the observed event. Otherwise the event type made for it
    AttributeId attribute;      // Mode::Change
    ActionId action;            // Mode::Before, After
    CodeRef place;              // Trigger node
    std::optional<double> prio; // for this event alone
};

// An action or a goal.
struct Action {
    Symbol name;
    TypeDefId owner; // none at top level
    CodeRef place;   // Action or Goal node
    bool is_goal = false;
    bool from_extension = false;
    std::vector<InputId> inputs;         // those of the first declaration, also for overrides
    std::vector<ActionTrigger> triggers; // own ones only; an override adds to those of what it replaces
    std::vector<CodeRef> requirements;   // own Require nodes only
    CodeRef effect;                      // Block
    double prio = 0;
    ActionId replaces;
    ActionId slot;
    std::vector<ActionId> overridden_by;
    Effects effects;
};

struct TypeDef {
    Symbol name;
    DefKind kind{};
    ScopeKind scope = ScopeKind::Local;
    bool sealed = false;
    bool nameless = false;   // of an entry of `contents` that holds definitions; `name` is that of its base
    bool predefined = false; // events of the language, BlankTile, and event types made for change/before/after
    CodeRef place;           // TypeDefinition node; of a nameless one its ContentsEntry
    TypeDefId base;
    TypeId type;       // TypeKind::Instance of this
    MemberMap members; // own members; the latest extension's override stands for a function or an action
    std::vector<AttributeId> attributes;      // own, in order, those of extensions included
    std::vector<AttributeOverride> overrides; // in order
    std::vector<FunctionId> functions;        // own, overrides and extensions included, in order
    std::vector<ActionId> actions;            // likewise
    std::vector<CodeRef> defaults;            // DefaultBlock nodes, own and extensions', in order
    std::vector<CodeRef> visibles;            // Visible nodes
    std::vector<CodeRef> information;         // InformationPart nodes; a later one of the same part replaces
    std::vector<FunctionId> abstract;         // functions without an effect, own or inherited: no `new`
    TypeId holds;                             // stack: what it holds (inherited if not given); none otherwise
    CodeRef contents;                         // stack: Contents node
    std::vector<EnumValue> values;            // enum: in order, those of extensions last
    std::vector<ConstantId> constants;        // own, in order
    std::vector<GroupId> groups;              // board: own groups, in order
    std::vector<CodeRef> borders;             // board: Borders nodes
    std::vector<TypeDefId> derived;           // types directly derived from this one
    bool incomplete = false; // a part of it, its base, or one above, is wrong (reported): members may be missing
    Effects creation;        // what making one does; filled by infer_effects
};

// What people call a seat, and its colour; empty where the game does not say.
struct SeatText {
    std::string name;
    std::string color;
};

enum class Geometry : std::uint8_t { Square, HexRow, HexColumn, Graph };

struct Group {
    Symbol name;
    TypeDefId board;
    CodeRef place;
    Geometry geometry = Geometry::Square;
    bool odd_shifted = false;  // hex: `row odd`, `column odd`
    bool around = false;       // square: eight neighbours
    std::uint32_t columns = 0; // square and hex, as the grid is written
    std::uint32_t rows = 0;
    TypeDefId tile_base; // the common base of the tile classes in it; none: nothing closer than `tile`
    struct NamedTile {
        Symbol name;
        TypeDefId tile;
        CodeRef place;
    };
    std::vector<NamedTile> tiles; // graph
    std::vector<TypeDefId>
        grid; // of a `grid`: columns × rows, row by row; none: blank. In a graph: tiles without names
    // `corners Corner;`, `sides Side;`. Declared, but without a class: a mistake that was reported.
    struct Lattice {
        bool declared = false;
        TypeDefId tile;
    };
    Lattice corners;
    Lattice sides;
    TypeDefId type;                // of the members it declares; none: it declares none
    std::vector<CodeRef> defaults; // DefaultBlock nodes
    // `grid Land[size][size]` with sizes that are no plain numbers.
    bool is_sized_later = false;    // until the constants are known
    bool is_sized_in_match = false; // by options or the number of players; then columns and rows are 1
    bool incomplete = false;        // its tiles could not all be read (reported)
};

struct Phase {
    Symbol name;
    CodeRef place; // Phase node; invalid for the `default` phase of a turn without one
    std::vector<InputId> inputs;
    CodeRef effect; // invalid: waits for a choice
};

struct Turn {
    Symbol name;
    CodeRef place;
    std::vector<Phase> phases;     // in order, extensions' phases in their place
    std::vector<CodeRef> defaults; // DefaultBlock nodes; the last one counts
};

struct Movement {
    Symbol name;
    CodeRef place;
    TypeDefId piece;             // `for X`; none: any interactable
    std::vector<InputId> inputs; // all `Mode::Function`: given where it is used
};

// `score` with its tiebreaks.
struct ScoreRules {
    FunctionId score; // none: the game has no score
    bool lowest = false;
    struct Tiebreak {
        FunctionId function;
        bool lowest = false;
    };
    std::vector<Tiebreak> tiebreaks; // in order of declaration
};

// `modify X.attr c { … }`.
struct Modifier {
    AttributeId attribute;
    TypeDefId target; // X: whose attribute is modified
    TypeDefId owner;  // the type whose instances have it; none at top level
    FunctionId block;
    FunctionId condition; // none: always
    double prio = 0;
    CodeRef place; // Modify node
};

// A `setup`, or an extension of it, in the order they run.
struct Setup {
    CodeRef place; // Setup or SetupExtension node
    std::vector<InputId> inputs;
    CodeRef effect;
};

// What a name means at top level of a file.
enum class DefinitionKind : std::uint8_t { Type, Function, Action, Goal, Turn, Movement, Constant, Alias };
struct Definition {
    DefinitionKind kind{};
    std::uint32_t index = 0; // TypeDefId, FunctionId, ActionId, TurnId, MovementId, ConstantId; Alias: FileId
    CodeRef place;
};
using DefinitionMap = tsl::robin_map<Symbol, Definition>;

} // namespace tgdl
