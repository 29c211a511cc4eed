// The types the language itself declares: the events of docs/reference/events.md#4, and BlankTile.
#include "check/declaring.h"
#include "syntax/words.h"

namespace tgdl {

namespace {

class Predefining {
public:
    explicit Predefining(CheckedProgram& program) : program_(program) {}

    TypeDefId type(std::string_view name, DefKind kind) {
        const TypeDefId id(program_.type_defs.size());
        TypeDef def;
        def.name = program_.names.intern(name);
        def.kind = kind;
        def.predefined = true;
        def.type = program_.types.instance(id);
        program_.predefined.emplace(def.name, id);
        program_.type_defs.push_back(std::move(def));
        return id;
    }

    void attribute(TypeDefId owner, std::string_view name, TypeId type) {
        const AttributeId id(program_.attributes.size());
        Attribute attribute;
        attribute.name = program_.names.intern(name);
        attribute.owner = owner;
        attribute.type = type;
        attribute.read_only = true;
        TypeDef& def = program_.def(owner);
        def.attributes.push_back(id);
        def.members[attribute.name] = {MemberKind::Attribute, id.value, {}};
        program_.attributes.push_back(attribute);
    }

private:
    CheckedProgram& program_;
};

struct PredefinedAttribute {
    std::string_view name;
    TypeId type;
};

} // namespace

void declare_predefined(CheckedProgram& program) {
    Predefining predefining(program);
    TypeTable& types = program.types;
    const TypeId piece = types.root(RootKind::Interactable);
    const TypeId tile = types.root(RootKind::Tile);
    const TypeId stack = types.root(RootKind::Stack);
    const TypeId anything = types.root(RootKind::Class);

    const auto event = [&](std::string_view name, std::initializer_list<PredefinedAttribute> attributes) {
        const TypeDefId id = predefining.type(name, DefKind::Event);
        for (const PredefinedAttribute& attribute : attributes) {
            predefining.attribute(id, attribute.name, attribute.type);
        }
        return id;
    };

    program.blank_tile = predefining.type("BlankTile", DefKind::Tile);
    program.player_choice_event = event("PlayerChoiceEvent", {{"active", types.player}});
    program.off_turn_choice_event = event("OffTurnChoiceEvent", {{"caller", types.player}, {"active", types.player}});
    event("NoChoiceEvent", {{"active", types.player}});
    event("TurnEndEvent", {{"turn", types.string}, {"active", types.player}});
    event("TurnStartEvent", {{"turn", types.string}, {"active", types.player}});
    event("PhaseEvent", {{"phase", types.string}, {"active", types.player}});
    event("AssignEvent", {{"target", anything}, {"who", types.player}, {"previous", types.player}});
    event("UnassignEvent", {{"target", anything}, {"who", types.player}, {"previous", types.player}});
    event("MoveEvent", {{"piece", piece}, {"from", tile}, {"to", tile}, {"by", types.movement}});
    event("DrawEvent", {{"deck", stack}, {"card", piece}});
    event("PutEvent", {{"deck", stack}, {"card", piece}});
    event("DiscardEvent", {{"deck", stack}, {"card", piece}});
    event("ShuffleEvent", {{"deck", stack}});
    event("ReshuffleEvent", {{"deck", stack}});
    event("GameEndEvent", {{"places", types.list(types.list(types.player))}});

    // The distance every connection has: here only so that `override number distance = 2;` can name it.
    program.connection_distance = AttributeId(program.attributes.size());
    Attribute distance;
    distance.name = word::distance;
    distance.type = types.number;
    program.attributes.push_back(distance);
}

} // namespace tgdl
