// A program that has been read, named, typed and found meaningful: what the compiler and the other tools start from.
//
//   in   trees (syntax) by way of declare.h and bodies.h
//   out  definitions, the type and meaning of every expression node, the effects of every piece of code, traits
//
// When the diagnostics hold an error the program is kept for tools that show what is known, and must not be compiled.
#pragma once

#include "check/data_table.h"
#include "check/definitions.h"
#include "diagnostics/older_spelling.h"

#include <map>
#include <memory>
#include <string>
#include <tsl/robin_set.h>
#include <tuple>
#include <vector>

namespace tgdl {

using BodyId = TypedIndex<struct BodyTag>;

// What a Name, Member, Call, Index, New, Type or statement node refers to.
enum class MeaningKind : std::uint8_t {
    None,
    Local,          // index: into Body::locals of the body the node stands in
    Input,          // InputId: an input or parameter
    Chooser,        // `chooser` in a `players` input
    EventInHand,    // `event` as the observed event
    Attribute,      // AttributeId (of `this` when the node is a Name)
    Function,       // FunctionId (the statically known one; a call goes to the instance's own)
    BaseFunction,   // FunctionId: exactly this one
    Action,         // ActionId
    BaseAction,     // ActionId: exactly this one
    ActionPossible, // ActionId: `.possible()`
    ActionAllowed,  // ActionId: `.allowed`
    GlobalInstance, // TypeDefId: the one instance of a global type
    SeatInstances,  // TypeDefId: a `player` type's name, indexed by a player
    TypeName,       // TypeDefId
    BlankTile,      // the one blank tile
    Movement,       // MovementId
    EnumValue,      // index: its place; extra: TypeDefId of the enum
    Constant,       // ConstantId: a constant, or an option of the match
    Group,          // GroupId: board.Field
    GraphTile,      // index: into Group::tiles of the group of the receiver
    Alias,          // FileId
    Builtin,        // BuiltinId, see builtins.h: a function, a member, a question, a namespace word. On the Call of
                    //   `rows<T>`, and on a Contents node with a file, extra: into CheckedProgram::data_tables
    GridPlace,      // `g[i][j]` as one operation (on the second Index node)
    Question,       // on a Call: BuiltinId; the element's local is Body::locals[extra]
};

struct Meaning {
    MeaningKind kind = MeaningKind::None;
    std::uint32_t index = 0;
    std::uint32_t extra = 0;
};

struct LocalVariable {
    Symbol name;
    TypeId type;
    Span span;
    bool is_loop_variable = false;
    // Declared with what a tile's `connections` gives, and never assigned: it changes with the tile, and the tile with it.
    bool is_live_connections = false;
};

// One thing code does that counts as an effect, and where.
struct EffectSite {
    Effect effect{};
    Span span;
};

// One place where code runs other code.
struct CallSite {
    enum class Kind : std::uint8_t { Function, BaseFunction, Action, BaseAction, Create } kind = Kind::Function;
    std::uint32_t index = 0; // FunctionId, ActionId, TypeDefId
    Span span;
    bool fills_all_inputs = false; // actions: nothing is left to ask
};

enum class BodyKind : std::uint8_t {
    Effect,         // of an action, goal, function, phase, setup
    Default,        // a `default` block of a type or group
    TurnDefault,    // a `default` block of a turn
    AttributeValue, // an expression
    ConstantValue,  // of a constant or an option, with the values that it can have
    InputDefault,   // the default of a parameter
    Require,
    Trigger,
    Filter,
    Options, // expression, as the next ones
    RangeBound,
    CountBound,
    Upto,
    Total,
    PlayerExpression, // of `player e input`, `players e input`
    Visible,
    Information,
    Condition,     // of a movement: through, onto
    MovementStep,  // expressions of steps
    ContentsEntry, // expressions of `contents`
    Question,      // the expression of a collection question, of connected, region
    OptionCondition,
    Score,
    Tiebreak,
    Computed, // an expression: of a computed attribute
    Modifier,
    ModifierCondition, // an expression
    Suppose,           // the block of a `suppose`
};

// Is code of this kind hypothetical (docs/reference/actions.md#20)?
bool is_hypothetical(BodyKind kind);

// A piece of code that runs as one: what it may use, what it gives, what it does.
struct Body {
    BodyKind kind{};
    CodeRef place;       // Block or expression node
    TypeDefId this_type; // none: no `this`
    bool this_is_group = false;
    GroupId group;       // `this` in a group's default block
    FunctionId function; // the owner, where there is one
    ActionId action;
    TurnId turn;
    MovementId movement;
    BodyId parent;     // Question, OptionCondition, Suppose: the body it stands in (locals are the parent's)
    TypeId returns;    // what `return` must give; nothing: no value
    TypeId event_type; // of `event`, none: not there
    std::vector<LocalVariable> locals;
    std::vector<EffectSite> sites;
    std::vector<CallSite> calls;
    Effects effects; // own and those of what it calls; filled by infer_effects
};

struct FileUnit {
    FileId file;
    std::unique_ptr<Tree> tree;
    std::string key; // the loader's
    bool is_main = false;
    bool is_game = false;               // has a `game` directive
    std::vector<std::uint32_t> misread; // where the parser reported errors, in bytes, in order
    [[nodiscard]] Formatting formatting() const {
        return misread.empty() ? Formatting::Possible : Formatting::PreventedByErrors;
    }
    struct Import {
        FileId file;  // none: could not be loaded
        Symbol alias; // none: joins
        NodeId node;
    };
    std::vector<Import> imports;
    bool misses_import = false; // one that joins was not loaded: an unknown name may be from there, and is not reported
    tsl::robin_set<Symbol> unknown_types;              // those told already: one mistake, one message
    DefinitionMap own;                                 // definitions of this file
    DefinitionMap visible;                             // own and imported ones, aliases
    tsl::robin_map<std::uint32_t, TypeDefId> nameless; // by ContentsEntry: the type that its definitions make
    // By the StringLiteral that names it: the data file that a statement reads. None: it could not be loaded (reported).
    tsl::robin_map<std::uint32_t, FileId> data_files;
    std::vector<TypeId> types;     // by node: the type of each expression, and of each type node
    std::vector<Meaning> meanings; // by node
};

struct Traits {
    std::uint32_t min_players = 0;
    std::uint32_t max_players = 0;
    bool chance = false;
    bool hidden_information = false;
    bool simultaneous_choice = false;
};

struct CheckedProgram {
    Interner names;
    TypeTable types;
    std::vector<FileUnit> files;      // by FileId
    std::vector<FileId> import_order; // imports first, the main file last

    std::string game_name;
    std::uint32_t min_players = 0;
    std::uint32_t max_players = 0;
    std::vector<SeatText> seat_texts; // in seat order; those behind the last have defaults

    std::vector<TypeDef> type_defs;
    std::vector<Attribute> attributes;
    std::vector<Input> inputs;
    std::vector<Function> functions;
    std::vector<Action> actions;
    std::vector<Group> groups;
    std::vector<Turn> turns; // in order of declaration, imports first
    std::vector<Movement> movements;
    std::vector<Constant> constants;    // and options, in order of declaration, imports first
    std::vector<ActionId> game_actions; // top-level actions and goals, in order
    std::vector<TypeDefId> globals;     // in the order they are made
    std::vector<TypeDefId> seats;       // `player` types, in the order they are made
    std::vector<Setup> setups;
    ScoreRules scores;
    std::vector<Modifier> modifiers; // in order of declaration, imports first
    std::vector<Body> bodies;
    std::vector<const SourceFile*> data_files; // by FileId less the number of `files`: sources after those of the rules
    std::vector<DataTable> data_tables;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t>
        data_by_use;              // FileId of the data, FileId of the rules, TypeDefId: the table
    std::uint64_t data_bytes = 0; // read for all tables
    Traits traits;

    // Numbers of boards that are written with constants: by file and node.
    tsl::robin_map<std::uint64_t, double> written_numbers;

    TypeDefId blank_tile;
    AttributeId connection_distance; // stands for a connection's `distance` in `override number distance = 2;`
    TypeDefId player_choice_event, off_turn_choice_event; // others by name in predefined_events
    tsl::robin_map<Symbol, TypeDefId> predefined;         // predefined types by name

    [[nodiscard]] const Tree& tree(FileId file) const { return *files[file.index()].tree; }
    [[nodiscard]] const Tree& tree(CodeRef ref) const { return tree(ref.file); }
    [[nodiscard]] std::string_view text(Symbol symbol) const { return symbol.valid() ? names.text(symbol) : "?"; }
    [[nodiscard]] const TypeDef& def(TypeDefId id) const { return type_defs[id.index()]; }
    [[nodiscard]] TypeDef& def(TypeDefId id) { return type_defs[id.index()]; }
    [[nodiscard]] const Attribute& attribute(AttributeId id) const { return attributes[id.index()]; }
    [[nodiscard]] const Input& input(InputId id) const { return inputs[id.index()]; }
    [[nodiscard]] const Function& function(FunctionId id) const { return functions[id.index()]; }
    [[nodiscard]] const Action& action(ActionId id) const { return actions[id.index()]; }
    [[nodiscard]] const Constant& constant(ConstantId id) const { return constants[id.index()]; }
    [[nodiscard]] const Group& group(GroupId id) const { return groups[id.index()]; }

    // `derived` is `base` or derives from it, over any number of steps.
    [[nodiscard]] bool derives(TypeDefId derived, TypeDefId base) const;
    // The member of a type or of its bases; null when there is none. O(steps to the base that has it).
    [[nodiscard]] const Member* find_member(TypeDefId type, Symbol name) const;
    // The enum whose values are of this type; none: it is another type.
    [[nodiscard]] TypeDefId enum_of(TypeId type) const;
    // What works the attribute out in instances of exactly this type; none: it is stored there. O(steps to its owner).
    [[nodiscard]] FunctionId computed_in(TypeDefId type, AttributeId attribute) const;
    // Root kind of a type's kind.
    [[nodiscard]] RootKind root_of(TypeDefId type) const;
    // The type as a person writes it: `List<Card>`.
    [[nodiscard]] std::string type_text(TypeId type) const;
    // The type the variable of an input has (`players`: a Table<player, T>).
    [[nodiscard]] TypeId variable_type(InputId input);
};

} // namespace tgdl
