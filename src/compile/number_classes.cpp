#include "compile/number_classes.h"

#include "compile/find_references.h"
#include "program/instance_layout.h"

#include <algorithm>
#include <array>

namespace tgdl {

namespace {

constexpr std::size_t kClassKinds = 8;

ClassKind kind_of(DefKind kind) {
    switch (kind) {
    case DefKind::Class: return ClassKind::Class;
    case DefKind::Interactable: return ClassKind::Interactable;
    case DefKind::Tile: return ClassKind::Tile;
    case DefKind::Board: return ClassKind::Board;
    case DefKind::Stack: return ClassKind::Stack;
    case DefKind::Connection: return ClassKind::Connection;
    case DefKind::Event: return ClassKind::Event;
    case DefKind::Group: return ClassKind::Group;
    case DefKind::Enum: break; // never asked: it has no class
    }
    return ClassKind::Class;
}

Scope scope_of(ScopeKind scope) {
    switch (scope) {
    case ScopeKind::Local: return Scope::Local;
    case ScopeKind::Group: return Scope::Group;
    case ScopeKind::Global: return Scope::Global;
    case ScopeKind::Player: return Scope::Player;
    }
    return Scope::Local;
}

// The words of an instance before its attributes.
std::uint16_t words_of(ClassKind kind) {
    switch (kind) {
    case ClassKind::Class:
    case ClassKind::Board:
    case ClassKind::Event: return kInstanceWords;
    case ClassKind::Interactable: return kPieceWords;
    case ClassKind::Tile: return kTileWords;
    case ClassKind::Group: return kGroupWords;
    case ClassKind::Stack: return kDeckWords;
    case ClassKind::Connection: return kConnectionWords;
    }
    return kInstanceWords;
}

// In the order of EventKind.
constexpr std::array<std::string_view, kEventKinds> kEventNames = {
    "PlayerChoiceEvent", "OffTurnChoiceEvent", "NoChoiceEvent", "TurnEndEvent",   "TurnStartEvent",
    "PhaseEvent",        "AssignEvent",        "UnassignEvent", "MoveEvent",      "DrawEvent",
    "PutEvent",          "DiscardEvent",       "ShuffleEvent",  "ReshuffleEvent", "GameEndEvent"};

class ClassNumbering {
public:
    explicit ClassNumbering(Lowering& lowering)
        : lowering_(lowering),
          checked_(lowering.checked),
          program_(lowering.program),
          references_(find_references(lowering.checked)) {}

    void number() {
        program_.groups.resize(checked_.groups.size());
        number_enums();
        add_lattices();
        for (std::size_t kind = 0; kind < kClassKinds; ++kind) {
            number_kind(static_cast<ClassKind>(kind));
        }
        find_last();
        number_globals();
        number_members();
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            lay_out(index);
        }
        find_holders();
        find_kept();
        find_events();
        program_.uses_connections = references_.connections;
        program_.has_blanks = references_.blanks || program_.optimise == Optimise::No;
    }

private:
    [[nodiscard]] TypeDefId def_of(ClassIndex index) const { return lowering_.defs[index]; }

    void number_enums() {
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            const TypeDef& def = checked_.type_defs[i];
            if (def.kind != DefKind::Enum) {
                continue;
            }
            const auto number = static_cast<std::uint32_t>(program_.enums.size());
            lowering_.enums[i] = number;
            EnumInfo info;
            info.name = checked_.text(def.name);
            info.first = static_cast<std::uint32_t>(program_.enum_values.size());
            info.count = static_cast<std::uint32_t>(def.values.size());
            for (const EnumValue& value : def.values) {
                program_.enum_values.push_back(
                    {std::string(checked_.text(value.name)), lowering_.text_index(value.label), number});
            }
            program_.enums.push_back(std::move(info));
            program_.enums.back().type = lowering_.enum_type(TypeDefId(i));
        }
    }

    // The corners and the sides of a group are groups behind those of the rules.
    void add_lattices() {
        for (std::size_t i = 0; i < checked_.groups.size(); ++i) {
            const Group& group = checked_.groups[i];
            if (group.corners.tile.valid()) {
                program_.groups[i].corners = add_lattice(i, LatticeKind::Corners);
            }
            if (group.sides.tile.valid()) {
                program_.groups[i].sides = add_lattice(i, LatticeKind::Sides);
            }
        }
    }

    GroupIndex add_lattice(std::size_t around, LatticeKind kind) {
        GroupInfo info;
        info.lattice = kind;
        info.around_tiles = static_cast<GroupIndex>(around);
        program_.groups.push_back(std::move(info));
        return static_cast<GroupIndex>(program_.groups.size() - 1);
    }

    ClassIndex add_class(std::string_view name, ClassKind kind, TypeDefId def) {
        ClassInfo info;
        info.name = name;
        info.kind = kind;
        const auto index = static_cast<ClassIndex>(program_.classes.size());
        info.last = index;
        program_.classes.push_back(std::move(info));
        lowering_.defs.push_back(def);
        return index;
    }

    void number_kind(ClassKind kind) {
        const auto at = static_cast<std::size_t>(kind);
        program_.first_class[at] = static_cast<ClassIndex>(program_.classes.size());
        for (std::size_t i = 0; i < checked_.type_defs.size(); ++i) {
            const TypeDef& def = checked_.type_defs[i];
            const bool has_own_class = def.kind != DefKind::Enum && def.kind != DefKind::Group;
            if (has_own_class && kind_of(def.kind) == kind && !def.base.valid()) {
                number_family(TypeDefId(i));
            }
        }
        switch (kind) {
        case ClassKind::Tile: program_.blank_tile = lowering_.class_of(checked_.blank_tile); break;
        case ClassKind::Group:
            for (std::size_t i = 0; i < program_.groups.size(); ++i) {
                const TypeDefId type = i < checked_.groups.size() ? checked_.groups[i].type : TypeDefId();
                const ClassIndex index = add_class("group", kind, type);
                if (type.valid()) {
                    lowering_.classes[type.index()] = index;
                }
                program_.classes[index].group = static_cast<GroupIndex>(i);
                program_.groups[i].group_class = index;
            }
            break;
        case ClassKind::Stack:
            program_.plain_discards = add_class("stack", kind, {});
            program_.classes[program_.plain_discards].is_discards = true;
            break;
        case ClassKind::Connection: program_.plain_connection = add_class("connection", kind, {}); break;
        case ClassKind::Class:
        case ClassKind::Interactable:
        case ClassKind::Board:
        case ClassKind::Event: break;
        }
        program_.last_class[at] = static_cast<ClassIndex>(program_.classes.size());
    }

    // A type without a base and all that derive from it, each right after its base. Without recursion: chains of bases
    // may be long.
    void number_family(TypeDefId first) {
        std::vector<TypeDefId> waiting{first};
        while (!waiting.empty()) {
            const TypeDefId id = waiting.back();
            waiting.pop_back();
            const TypeDef& def = checked_.def(id);
            const bool left_out = def.kind == DefKind::Event && def.predefined && !references_.types[id.index()];
            if (!left_out) {
                number_one(id);
            }
            waiting.insert(waiting.end(), def.derived.rbegin(), def.derived.rend());
        }
    }

    void number_one(TypeDefId id) {
        const TypeDef& def = checked_.def(id);
        const ClassIndex index = add_class(checked_.text(def.name), kind_of(def.kind), id);
        lowering_.classes[id.index()] = index;
        ClassInfo& info = program_.classes[index];
        info.scope = scope_of(def.scope);
        info.abstract = !def.abstract.empty();
        info.base = def.base.valid() ? lowering_.class_of(def.base) : kNone;
        if (def.nameless && info.base != kNone) {
            const ClassIndex of_base = program_.classes[info.base].counted_as;
            info.counted_as = of_base == kNone ? info.base : of_base;
        }
    }

    void find_last() {
        for (auto index = static_cast<ClassIndex>(program_.classes.size()); index-- > 0;) {
            const ClassInfo& info = program_.classes[index];
            if (info.base != kNone) {
                ClassIndex& last = program_.classes[info.base].last;
                last = std::max(last, info.last);
            }
        }
    }

    void number_globals() {
        for (const TypeDefId id : checked_.globals) {
            const ClassIndex index = lowering_.class_of(id);
            program_.classes[index].global = static_cast<std::uint32_t>(program_.globals.size());
            program_.globals.push_back(index);
        }
        for (const TypeDefId id : checked_.seats) {
            const ClassIndex index = lowering_.class_of(id);
            program_.classes[index].global = static_cast<std::uint32_t>(program_.seats.size());
            program_.seats.push_back(index);
        }
    }

    void number_members() {
        for (std::size_t i = 0; i < checked_.functions.size(); ++i) {
            if (checked_.functions[i].has_effect) {
                lowering_.functions[i].chunk = lowering_.reserve_chunk();
            }
        }
        for (std::size_t i = 0; i < checked_.actions.size(); ++i) {
            lowering_.actions[i].index = static_cast<ActionIndex>(i);
            lowering_.actions[i].chunk = lowering_.reserve_chunk();
        }
        program_.actions.resize(checked_.actions.size());
        // A family's slot counts from the end of the base's: classes come after their bases.
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            ClassInfo& info = program_.classes[index];
            if (info.base != kNone) {
                info.methods = program_.classes[info.base].methods;
                info.actions = program_.classes[info.base].actions;
            }
            if (def_of(index).valid()) {
                add_methods(info, checked_.def(def_of(index)));
                add_actions(info, checked_.def(def_of(index)));
            }
        }
    }

    // Later ones of a type (those of extensions) replace earlier ones.
    void add_methods(ClassInfo& info, const TypeDef& def) {
        for (const FunctionId id : def.functions) {
            const FunctionId first = checked_.function(id).slot.valid() ? checked_.function(id).slot : id;
            Lowering::FunctionPlace& place = lowering_.functions[id.index()];
            if (first == id) {
                if (checked_.function(id).overridden_by.empty() && checked_.function(id).has_effect) {
                    continue; // calls go straight to it
                }
                place.slot = static_cast<std::uint32_t>(info.methods.size());
                info.methods.push_back(place.chunk);
                continue;
            }
            place.slot = lowering_.functions[first.index()].slot;
            if (place.slot < info.methods.size()) {
                info.methods[place.slot] = place.chunk;
            }
        }
    }

    void add_actions(ClassInfo& info, const TypeDef& def) {
        for (const ActionId id : def.actions) {
            const ActionId first = checked_.action(id).slot.valid() ? checked_.action(id).slot : id;
            Lowering::ActionPlace& place = lowering_.actions[id.index()];
            if (first == id) {
                place.slot = static_cast<std::uint16_t>(info.actions.size());
                info.actions.push_back(place.index);
                continue;
            }
            place.slot = lowering_.actions[first.index()].slot;
            if (place.slot < info.actions.size()) {
                info.actions[place.slot] = place.index;
            }
        }
    }

    // ---- layout: words of the kind, attributes of the bases, own ones, switched-off actions, groups. The last two stand
    // at another place in each class, so that attributes never move.

    void lay_out(ClassIndex index) {
        ClassInfo& info = program_.classes[index];
        info.type = lowering_.class_type(index);
        std::uint16_t end = words_of(info.kind);
        if (info.base != kNone) {
            const ClassInfo& base = program_.classes[info.base];
            info.attributes = base.attributes;
            info.groups = base.groups;
            info.holds = base.holds;
        }
        if (!info.attributes.empty()) {
            end = static_cast<std::uint16_t>(info.attributes.back().offset + 1);
        }
        if (const TypeDefId id = def_of(index); id.valid()) {
            const TypeDef& def = checked_.def(id);
            if (def.holds.valid()) {
                info.holds = lowering_.type_of(def.holds);
            }
            add_attributes(info, id, end);
            find_change_events(info, id);
            for (const GroupId group : def.groups) {
                lowering_.group_numbers[group.index()] = static_cast<std::uint32_t>(info.groups.size());
                info.groups.push_back(group.value);
            }
        } else if (info.kind == ClassKind::Stack) {
            info.holds = lowering_.root_type(RootKind::Interactable);
        }
        if (references_.turned && (info.kind == ClassKind::Tile || info.kind == ClassKind::Interactable)) {
            info.turned_word = end++;
        }
        if (can_be_switched_off(info)) {
            info.disabled_offset = end;
            end = static_cast<std::uint16_t>(end + (info.actions.size() + kActionsPerWord - 1) / kActionsPerWord);
        }
        info.groups_offset = end;
        info.size = static_cast<std::uint16_t>(end + info.groups.size());
    }

    void add_attributes(ClassInfo& info, TypeDefId id, std::uint16_t& end) {
        const ActionId action = references_.actions[id.index()];
        const TypeDef& def = checked_.def(id);
        if (!action.valid()) {
            for (const AttributeId attribute : def.attributes) {
                add_attribute(info, attribute, end++);
            }
            return;
        }
        // Events about an action end with its inputs, by position. One that gave way to an attribute of the same name
        // (`who`) keeps its place without a name.
        const std::vector<InputId>& inputs = checked_.action(action).inputs;
        std::size_t next = 0;
        const std::size_t own = checked_.action(action).owner.valid() ? 3 : 2; // object, who, prevented
        while (next < own && next < def.attributes.size()) {
            add_attribute(info, def.attributes[next++], end++);
        }
        for (const InputId input : inputs) {
            const bool has_one = next < def.attributes.size()
                                 && checked_.attribute(def.attributes[next]).name == checked_.input(input).name;
            if (has_one) {
                add_attribute(info, def.attributes[next++], end++);
            } else {
                AttributeInfo unnamed;
                unnamed.type = lowering_.variable_type_of(input);
                unnamed.offset = end++;
                info.attributes.push_back(std::move(unnamed));
            }
        }
    }

    void add_attribute(ClassInfo& info, AttributeId id, std::uint16_t offset) {
        Lowering::AttributePlace& place = lowering_.attributes[id.index()];
        place.offset = offset;
        place.number = static_cast<std::uint16_t>(info.attributes.size());
        AttributeInfo attribute;
        attribute.name = checked_.text(checked_.attribute(id).name);
        attribute.type = lowering_.type_of(checked_.attribute(id).type);
        attribute.offset = offset;
        info.attributes.push_back(std::move(attribute));
    }

    // Those of the bases are there already.
    void find_change_events(ClassInfo& info, TypeDefId id) {
        for (const ChangeReference& change : references_.changes) {
            if (change.type == id) {
                Lowering::AttributePlace& place = lowering_.attributes[change.attribute.index()];
                place.observed = true;
                info.attributes[place.number].change_events.push_back(lowering_.class_of(change.event));
            }
        }
    }

    [[nodiscard]] bool can_be_switched_off(const ClassInfo& info) const {
        return std::any_of(info.actions.begin(), info.actions.end(), [&](ActionIndex action) {
            const ActionId slot = checked_.actions[action].slot;
            return references_.switched[slot.valid() ? slot.index() : action];
        });
    }

    void find_holders() {
        lowering_.attributes[checked_.connection_distance.index()].offset = kConnectionDistanceWord;
        for (std::uint32_t global = 0; global < program_.globals.size(); ++global) {
            for (const AttributeInfo& attribute : program_.classes[program_.globals[global]].attributes) {
                const ValueType& type = program_.types[attribute.type];
                if (type.kind != ValueKind::Instance) {
                    continue;
                }
                for (ClassIndex index = type.first_class; index <= type.last_class; ++index) {
                    program_.classes[index].holders.push_back({global, attribute.offset});
                }
            }
        }
    }

    void find_kept() {
        for (ClassInfo& info : program_.classes) {
            info.kept = false;
        }
        for (const ClassInfo& info : program_.classes) {
            for (const AttributeInfo& attribute : info.attributes) {
                keep_all_of(attribute.type);
            }
        }
    }

    // An attribute of this type may hold them.
    void keep_all_of(TypeIndex index) {
        const ValueType& type = program_.types[index];
        const bool any_key = type.kind == ValueKind::Table && type.key == kNone;
        if (type.kind == ValueKind::Instance || type.kind == ValueKind::AnyKey || any_key) {
            const bool every = type.kind != ValueKind::Instance;
            const ClassIndex last = every ? static_cast<ClassIndex>(program_.classes.size()) - 1 : type.last_class;
            for (ClassIndex held = every ? 0 : type.first_class; held <= last; ++held) {
                program_.classes[held].kept = true;
            }
        }
        if (type.kind == ValueKind::Table && !any_key) {
            keep_all_of(type.key);
        }
        if (type.element != kNone
            && (type.kind == ValueKind::List || type.kind == ValueKind::Stack || type.kind == ValueKind::Table)) {
            keep_all_of(type.element);
        }
    }

    void find_events() {
        program_.events.fill(kNone);
        for (std::size_t i = 0; i < kEventKinds; ++i) {
            const auto found = checked_.predefined.find(checked_.names.find(kEventNames[i]));
            if (found != checked_.predefined.end() && references_.observed[found->second.index()]) {
                program_.events[i] = lowering_.class_of(found->second);
            }
        }
        const auto observes = [&](EventKind kind) { return program_.events[static_cast<std::size_t>(kind)] != kNone; };
        program_.observes_moves = observes(EventKind::Move);
        program_.observes_decks = observes(EventKind::Draw) || observes(EventKind::Put) || observes(EventKind::Discard)
                                  || observes(EventKind::Shuffle) || observes(EventKind::Reshuffle);
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Program& program_;
    References references_;
};

} // namespace

void number_classes(Lowering& lowering) {
    ClassNumbering(lowering).number();
}

} // namespace tgdl
