#include "check/program_effects.h"

#include "check/find_writes.h"
#include "check/made_types.h"

#include <ranges>
#include <tsl/robin_set.h>

namespace tgdl {

namespace {

// How many bases are followed to find out which default of an attribute counts. Deeper ones count all of them.
constexpr int kTracedBases = 64;

} // namespace

bool asks(const Input& input) {
    return input.mode == Input::Mode::Choice || input.mode == Input::Mode::Player || input.mode == Input::Mode::Players;
}

ProgramEffects::ProgramEffects(const CheckedProgram& program, const BodyPlaces& places, CountedWrites counted)
    : program_(program),
      places_(places),
      first_function_(program.bodies.size()),
      first_action_(first_function_ + 2 * program.functions.size()),
      first_type_(first_action_ + 3 * program.actions.size()),
      graph_(first_type_ + 3 * program.type_defs.size()),
      active_attributes_(program.type_defs.size()) {
    for (std::size_t i = 0; i < program.bodies.size(); ++i) {
        add_body(BodyId(i), counted);
    }
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        add_function(FunctionId(i));
    }
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        add_action(ActionId(i));
    }
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        for (const AttributeId attribute : program.type_defs[i].attributes) {
            if (active_value(program.attribute(attribute).place).valid()) {
                active_attributes_[i].push_back(attribute);
            }
        }
    }
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        add_type(TypeDefId(i));
    }
    graph_.solve();
}

GraphNode ProgramEffects::inputs(ActionId id) const {
    const ActionId slot = program_.action(id).slot.valid() ? program_.action(id).slot : id;
    return GraphNode(first_action_ + 3 * slot.index() + 2);
}

ProgramEffects::Callees ProgramEffects::callees(const CallSite& call) const {
    switch (call.kind) {
    case CallSite::Kind::Function: return {called(FunctionId(call.index)), {}};
    case CallSite::Kind::BaseFunction: return {exact(FunctionId(call.index)), {}};
    case CallSite::Kind::Action:
        return {called(ActionId(call.index)), call.fills_all_inputs ? GraphNode() : inputs(ActionId(call.index))};
    case CallSite::Kind::BaseAction: return {exact(ActionId(call.index)), {}};
    case CallSite::Kind::Create: return {creation(TypeDefId(call.index)), {}};
    }
    return {};
}

void ProgramEffects::add_body(BodyId id, CountedWrites counted) {
    const Body& body = program_.bodies[id.index()];
    const GraphNode node = this->body(id);
    for (const EffectSite& site : body.sites) {
        if (site.effect != Effect::Writes || counted == CountedWrites::All) {
            graph_.does(node, site.effect, site.span);
        }
    }
    if (counted == CountedWrites::OfTheGame) {
        for (const Span& place : find_writes_of_the_game(program_, places_, id)) {
            graph_.does(node, Effect::Writes, place);
        }
    }
    for (const CallSite& call : body.calls) {
        const Callees callees = this->callees(call);
        // `cancel` ends the called action alone.
        graph_.runs(node, callees.main, call.kind == CallSite::Kind::Action ? Effects(Effect::Cancels) : Effects());
        if (callees.inputs.valid()) {
            graph_.runs(node, callees.inputs);
        }
    }
    if (is_hypothetical(body.kind)) {
        return;
    }
    if (body.parent.valid()) {
        graph_.runs(this->body(body.parent), node); // who is asked by an input statement
    } else if (body.function.valid()) {
        graph_.runs(exact(body.function), node);
    } else if (body.action.valid()) {
        graph_.runs(body.kind == BodyKind::PlayerExpression ? inputs(body.action) : exact(body.action), node);
    } else if (body.kind == BodyKind::ContentsEntry && body.this_type.valid()) {
        graph_.runs(blocks(body.this_type), node);
    }
}

void ProgramEffects::add_function(FunctionId id) {
    const Function& function = program_.function(id);
    graph_.runs(called(id), exact(id));
    add_asking(exact(id), function.inputs);
    if (!function.replaces.valid()) {
        return;
    }
    graph_.runs(called(function.replaces), called(id));
    // The one replaced may have been replaced before, by an extension of its own type: calls go to the latest.
    const Function& replaced = program_.function(function.replaces);
    if (replaced.owner.valid() && replaced.owner != function.owner) {
        const MemberMap& members = program_.def(replaced.owner).members;
        const auto latest = members.find(function.name);
        if (latest != members.end() && latest->second.kind == MemberKind::Function) {
            graph_.runs(called(FunctionId(latest->second.index)), called(id));
        }
    }
}

void ProgramEffects::add_action(ActionId id) {
    const Action& action = program_.action(id);
    graph_.runs(called(id), exact(id));
    if (!action.slot.valid() || action.slot == id) {
        add_asking(inputs(id), action.inputs);
    }
    if (!action.replaces.valid()) {
        return;
    }
    graph_.runs(called(action.replaces), called(id));
    if (!action.effect.valid()) { // that of the base goes on
        graph_.runs(exact(id), exact(action.replaces));
    }
    const Action& replaced = program_.action(action.replaces);
    if (replaced.owner.valid() && replaced.owner != action.owner) {
        const MemberMap& members = program_.def(replaced.owner).members;
        const auto latest = members.find(action.name);
        if (latest != members.end() && latest->second.kind == MemberKind::Action) {
            graph_.runs(called(ActionId(latest->second.index)), called(id));
        }
    }
}

void ProgramEffects::add_asking(GraphNode node, std::span<const InputId> inputs) {
    for (const InputId id : inputs) {
        const Input& input = program_.input(id);
        if (asks(input) && input.place.valid()) {
            graph_.does(node, Effect::Asks, program_.tree(input.place).name_span(input.place.node));
        }
    }
}

void ProgramEffects::add_type(TypeDefId id) {
    const TypeDef& def = program_.def(id);
    graph_.runs(creation(id), values(id));
    graph_.runs(creation(id), blocks(id));
    if (def.base.valid()) {
        graph_.runs(blocks(id), blocks(def.base));
    }
    for (const CodeRef& block : def.defaults) {
        run_block(blocks(id), block);
    }
    add_values(id);
    add_board(id);
    add_contents(id);
}

void ProgramEffects::add_values(TypeDefId id) {
    const TypeDef& def = program_.def(id);
    if (!def.overrides.empty()) {
        add_effective_values(id);
        return;
    }
    if (def.base.valid()) {
        graph_.runs(values(id), values(def.base));
    }
    for (const AttributeId attribute : active_attributes_[id.index()]) {
        run_value(values(id), program_.attribute(attribute).place);
    }
}

// Of an attribute whose default is given anew only the last one runs.
void ProgramEffects::add_effective_values(TypeDefId id) {
    tsl::robin_set<AttributeId> given_anew;
    int steps = 0;
    TypeDefId at = id;
    for (; at.valid() && steps < kTracedBases; at = program_.def(at).base, ++steps) {
        const TypeDef& def = program_.def(at);
        for (const AttributeOverride& given : std::ranges::reverse_view(def.overrides)) {
            if (given_anew.insert(given.attribute).second) {
                run_value(values(id), given.place);
            }
        }
        for (const AttributeId attribute : active_attributes_[at.index()]) {
            if (!given_anew.contains(attribute)) {
                run_value(values(id), program_.attribute(attribute).place);
            }
        }
    }
    if (at.valid()) {
        graph_.runs(values(id), values(at));
    }
}

void ProgramEffects::add_board(TypeDefId id) {
    const TypeDef& def = program_.def(id);
    for (const GroupId group_id : def.groups) {
        const Group& group = program_.group(group_id);
        for (const CodeRef& block : group.defaults) {
            run_block(blocks(id), block);
        }
        TypeDefId last; // most grids are of one tile
        for (const TypeDefId tile : group.grid) {
            if (tile.valid() && tile != last) {
                graph_.runs(blocks(id), creation(tile));
                last = tile;
            }
        }
        for (const Group::NamedTile& tile : group.tiles) {
            if (tile.tile.valid()) {
                graph_.runs(blocks(id), creation(tile.tile));
            }
        }
        for (const TypeDefId made : {group.corners.tile, group.sides.tile, group.type}) {
            if (made.valid()) {
                graph_.runs(blocks(id), creation(made));
            }
        }
    }
    for (const TypeDefId connection : find_connections(program_, id)) {
        graph_.runs(blocks(id), creation(connection));
    }
}

void ProgramEffects::add_contents(TypeDefId id) {
    for (const TypeDefId card : find_contents(program_, id)) {
        graph_.runs(blocks(id), creation(card));
    }
}

BodyId ProgramEffects::active_value(CodeRef attribute) const {
    if (!attribute.valid() || program_.tree(attribute).kind(attribute.node) == NodeKind::ComputedAttribute) {
        return {};
    }
    const NodeId value = program_.tree(attribute).child(attribute.node, Role::Value);
    const BodyId body = places_.find(attribute.file, value);
    const bool active =
        body.valid() && !(program_.bodies[body.index()].sites.empty() && program_.bodies[body.index()].calls.empty());
    return active ? body : BodyId();
}

void ProgramEffects::run_value(GraphNode node, CodeRef attribute) {
    const BodyId body = active_value(attribute);
    if (body.valid()) {
        graph_.runs(node, this->body(body));
    }
}

void ProgramEffects::run_block(GraphNode node, CodeRef default_block) {
    const NodeId block = program_.tree(default_block).child(default_block.node, Role::Body);
    const BodyId body = places_.find(default_block.file, block);
    if (body.valid()) {
        graph_.runs(node, this->body(body));
    }
}

} // namespace tgdl
