// Shared state of the compiler's passes: the Program they fill, and where each definition of the checked program is in
// it.
//
//   in   a CheckedProgram without errors
//   out  indexes into the Program. All tables of this class are complete before the first body is lowered, also the
//        indexes of chunks of functions, so that code may refer to what is lowered later
//
// Asking is O(1) unless it says otherwise.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"
#include "program/program.h"
#include "source/source_file.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tsl/robin_map.h>
#include <tuple>
#include <vector>

namespace tgdl {

class Lowering {
public:
    Lowering(const CheckedProgram& checked_program, const SourceSet& source_set, Program& out);

    const CheckedProgram& checked;
    const SourceSet& sources;
    Program& program;
    BodyPlaces bodies;                 // which body begins at a node
    std::vector<bool> creating_bodies; // which of them make instances, themselves or by what they call

    // ---- classes and their members
    [[nodiscard]] ClassIndex class_of(TypeDefId def) const { return classes[def.index()]; }
    [[nodiscard]] ClassIndex class_of(GroupId group) const { return program.groups[group.index()].group_class; }
    // The first word of an instance that holds it; the same in all derived classes, as is its number in
    // ClassInfo::attributes. `distance` of connections (CheckedProgram::connection_distance) has a word but no number.
    [[nodiscard]] std::uint16_t attribute_offset(AttributeId id) const { return attributes[id.index()].offset; }
    [[nodiscard]] std::uint16_t attribute_number(AttributeId id) const { return attributes[id.index()].number; }
    // Some class that has it raises an event when it changes: SetObserved.
    [[nodiscard]] bool is_observed(AttributeId id) const { return attributes[id.index()].observed; }
    // What reading it runs, with the instance as its parameter; kNone: it is the word. With modifiers, and without.
    [[nodiscard]] ChunkIndex reader_chunk(AttributeId id) const { return attributes[id.index()].reader; }
    [[nodiscard]] ChunkIndex raw_chunk(AttributeId id) const { return attributes[id.index()].raw; }
    // Somebody may not see it in some instance, or that instance as a whole: GetHiddenWord (in programs that may fail).
    [[nodiscard]] bool is_hidden(AttributeId id) const { return attributes[id.index()].hidden; }
    [[nodiscard]] bool has_else(AttributeId id) const { return attributes[id.index()].has_else; }
    // Some instance of the class (or of one derived from it) may be hidden from somebody.
    [[nodiscard]] bool may_be_hidden(TypeDefId def) const { return hidden_types[def.index()]; }
    [[nodiscard]] std::uint32_t global_index(TypeDefId def) const { return program.classes[class_of(def)].global; }
    [[nodiscard]] std::uint32_t seat_index(TypeDefId def) const { return program.classes[class_of(def)].global; }
    [[nodiscard]] GroupIndex group_index(GroupId group) const { return group.value; }
    // The number of the group among those of its board and the boards derived from it: for BoardGroup.
    [[nodiscard]] std::uint32_t group_number(GroupId group) const { return group_numbers[group.index()]; }
    [[nodiscard]] std::uint32_t movement_index(MovementId movement) const { return movement.value; }
    // kNone when no turn has that name.
    [[nodiscard]] std::uint32_t turn_index(std::string_view name) const; // O(turns)

    // ---- enums
    [[nodiscard]] std::uint32_t enum_index(TypeDefId def) const { return enums[def.index()]; }
    [[nodiscard]] Value enum_value(TypeDefId def, std::uint32_t place) const {
        return Value::item(ProgramItem::EnumValue, program.enums[enum_index(def)].first + place);
    }

    // ---- constants
    // The value as it stands in code; none: it lies in the memory of each match, as match_constant() says.
    [[nodiscard]] std::optional<Value> known_value(const Constant& constant);
    [[nodiscard]] Value value_of(const ConstantValue& value); // of no collection
    [[nodiscard]] std::uint32_t match_constant(ConstantId id) const { return match_constants[id.index()]; }

    // ---- functions
    // kNone: never overridden, so a call goes straight to function_chunk(). Otherwise CallMethod with this slot.
    [[nodiscard]] std::uint32_t method_slot(FunctionId id) const { return functions[id.index()].slot; }
    // The chunk of exactly this function (`base.F` too); kNone for an abstract one. Parameters: `this` (methods only),
    // its `function input`s in order. Reserved before any code is lowered; lower_function() fills it.
    [[nodiscard]] ChunkIndex function_chunk(FunctionId id) const { return functions[id.index()].chunk; }

    // ---- actions
    // The slot in ClassInfo::actions of its owner and what derives from it; for an action of a type.
    [[nodiscard]] std::uint16_t action_slot(ActionId id) const { return actions[id.index()].slot; }
    // Of an action of the game: of the latest one that replaces it. Of an action of a type: of exactly this one.
    [[nodiscard]] ActionIndex action_index(ActionId id) const { return actions[id.index()].index; }
    // The chunk of exactly this effect, for `base.A`. Parameters: this, event, the inputs.
    // Its effect; an override that gives none goes on with that of the base.
    [[nodiscard]] ChunkIndex action_chunk(ActionId id) const {
        while (!checked.action(id).effect.valid() && checked.action(id).replaces.valid()) {
            id = checked.action(id).replaces;
        }
        return actions[id.index()].chunk;
    }

    // ---- inputs: indexes for Ask and for heads, given when asked for the first time
    InputIndex input_index(InputId id);

    // ---- types: equal ones are one, added when new. O(log types)
    TypeIndex type_of(TypeId type);
    TypeIndex variable_type_of(InputId input); // of its variable: with `players` a Table<player, T>
    TypeIndex list_type(TypeIndex element);
    TypeIndex stack_type(TypeIndex element);
    TypeIndex table_type(TypeIndex value, TypeIndex key); // key kNone: left open
    TypeIndex class_type(ClassIndex index);
    TypeIndex enum_type(TypeDefId def);
    TypeIndex root_type(RootKind kind);
    TypeIndex pile_type(TypeIndex card);       // of the discards of a deck that holds it
    TypeIndex piece_type(MovementId movement); // of the pieces that it is for
    TypeIndex plain_type(ValueKind kind);      // without parts: Number, Text, Bool, Player …

    // ---- constants and places: equal ones are one. O(log size)
    TextIndex text_index(std::string_view utf8);
    std::uint32_t constant(Value value);
    std::uint32_t number_constant(double value) { return constant(Value::number(value)); }
    std::uint32_t text_constant(std::string_view utf8) { return constant(Value::constant_text(text_index(utf8))); }
    // Of a shape by its rows, at least one square; adds all its orientations. O(squares × log shapes)
    std::uint32_t shape_constant(std::span<const std::string> rows);
    LocationIndex place_of(const Span& span);
    LocationIndex place_of(CodeRef ref) { return ref.valid() ? place_of(checked.tree(ref).span(ref.node)) : 0; }

    // ---- coverage regions: equal ones are one (a block of a class is lowered for each that derives from it). O(log regions)
    bool records_coverage = false;
    std::uint32_t coverage_region_index(CoverageRegionKind kind, const std::string& name, const Span& head,
                                        const Span& all);

    bool has_constant_collections = false; // some constant is one

    // Code or data makes an instance of it.
    void record_making(ClassIndex made) {
        const ClassKind kind = program.classes[made].kind;
        program.makes_places = program.makes_places || kind == ClassKind::Tile || kind == ClassKind::Board;
    }

    // ---- chunks
    ChunkIndex reserve_chunk() {
        program.chunks.emplace_back();
        return static_cast<ChunkIndex>(program.chunks.size() - 1);
    }

    // ---- filled by number_classes(); read through the questions above
    struct AttributePlace {
        std::uint16_t offset = 0;
        std::uint16_t number = 0;
        bool observed = false;
        bool hidden = false;
        bool has_else = false; // somebody who may not see it is shown something else
        ChunkIndex reader = kNone;
        ChunkIndex raw = kNone;
    };
    struct FunctionPlace {
        std::uint32_t slot = kNone;
        ChunkIndex chunk = kNone;
    };
    struct ActionPlace {
        std::uint16_t slot = 0;
        ActionIndex index = kNone;
        ChunkIndex chunk = kNone;
    };
    std::vector<ClassIndex> classes;            // by TypeDefId; kNone: left out, because nothing speaks of it
    std::vector<std::uint32_t> enums;           // by TypeDefId, into Program::enums; kNone: it is none
    std::vector<std::uint32_t> match_constants; // by ConstantId, into Program::match_constants; kNone: it is none
    std::vector<TypeDefId> defs;                // by ClassIndex; none for groups and the plain classes
    std::vector<AttributePlace> attributes;     // by AttributeId
    std::vector<FunctionPlace> functions;       // by FunctionId
    std::vector<ActionPlace> actions;           // by ActionId
    std::vector<std::uint32_t> group_numbers;   // by GroupId
    std::vector<bool> hidden_types;             // by TypeDefId
    // By InputId: the code of the default of a parameter, once some call has needed it.
    tsl::robin_map<std::uint32_t, ChunkIndex> default_chunks;

private:
    TypeIndex add_type(ValueType type);
    std::uint32_t add_shape(std::vector<ShapeCell> cells); // gives the number of the equal one

    // With its name: `interactable` stays different from `Card` where that is the only one.
    using TypeKey = std::tuple<ValueKind, TypeIndex, TypeIndex, ClassIndex, ClassIndex, std::uint32_t, std::string>;
    std::map<TypeKey, TypeIndex> types_;
    std::map<std::string, TextIndex, std::less<>> texts_;
    std::map<std::vector<ShapeCell>, std::uint32_t> shapes_;
    // Numbers differ in their upper bits, and the map looks at the lower ones.
    struct HashOfBits {
        std::size_t operator()(std::uint64_t bits) const {
            const std::uint64_t mixed = bits * 0x9E37'79B9'7F4A'7C15ULL;
            return mixed ^ (mixed >> 32U);
        }
    };
    tsl::robin_map<std::uint64_t, std::uint32_t, HashOfBits> constants_;
    std::vector<tsl::robin_map<std::uint64_t, LocationIndex, HashOfBits>> places_; // by file, then by begin and end
    std::map<std::pair<LocationIndex, CoverageRegionKind>, std::uint32_t> coverage_regions_; // by place
    std::vector<InputIndex> inputs_;                                                         // by InputId
};

// UTF-8 as the language counts it; what is no UTF-8 becomes U+FFFD.
[[nodiscard]] std::u16string utf16_units(std::string_view utf8);

} // namespace tgdl
