#include "check/dump_parts.h"
#include "check/effect_words.h"
#include "check/made_types.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

std::string_view dumped_kind(DefKind kind) {
    switch (kind) {
    case DefKind::Class: return "class";
    case DefKind::Interactable: return "interactable";
    case DefKind::Tile: return "tile";
    case DefKind::Board: return "board";
    case DefKind::Stack: return "stack";
    case DefKind::Connection: return "connection";
    case DefKind::Event: return "event";
    case DefKind::Group: return "group";
    case DefKind::Enum: return "enum";
    }
    return "class";
}

std::string_view dumped_scope(ScopeKind scope) {
    switch (scope) {
    case ScopeKind::Local: return "";
    case ScopeKind::Group: return "group ";
    case ScopeKind::Global: return "global ";
    case ScopeKind::Player: return "player ";
    }
    return "";
}

std::string_view geometry_word(Geometry geometry) {
    switch (geometry) {
    case Geometry::Square: return "square";
    case Geometry::HexRow: return "hex row";
    case Geometry::HexColumn: return "hex column";
    case Geometry::Graph: return "graph";
    }
    return "square";
}

std::string_view mode_word(Input::Mode mode) {
    switch (mode) {
    case Input::Mode::Choice: return "";
    case Input::Mode::Player: return "player ";
    case Input::Mode::Players: return "players ";
    case Input::Mode::Auto: return "auto ";
    case Input::Mode::Function: return "function ";
    }
    return "";
}

class DefinitionDump {
public:
    DefinitionDump(const CheckedProgram& program, std::string& out) : program_(program), out_(out) {}

    void run() {
        if (program_.max_players != 0) {
            line(0, fmt::format("game \"{}\", players {}..{}", program_.game_name, program_.min_players,
                                program_.max_players));
        }
        for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
            if (!program_.type_defs[i].predefined) {
                dump_type(TypeDefId(i));
            }
        }
        for (std::size_t i = 0; i < program_.functions.size(); ++i) {
            const Function& function = program_.functions[i];
            if (!function.owner.valid() && function.kind == FunctionKind::Named) {
                dump_function(0, FunctionId(i));
            }
        }
        for (const ActionId action : program_.game_actions) {
            dump_action(0, action);
        }
        for (const Turn& turn : program_.turns) {
            dump_turn(turn);
        }
        for (const Movement& movement : program_.movements) {
            const std::string piece =
                movement.piece.valid() ? std::string(text(program_.def(movement.piece).name)) : "any interactable";
            line(0, fmt::format("movement {} for {}", text(movement.name), piece));
        }
        dump_scores();
        for (const Modifier& modifier : program_.modifiers) {
            line(0, fmt::format("modify {}.{}{}{} prio {}", name_of(modifier.target),
                                text(program_.attribute(modifier.attribute).name),
                                modifier.owner.valid() ? " by " + name_of(modifier.owner) : "",
                                modifier.condition.valid() ? " on a condition" : "", modifier.prio));
        }
        for (const Setup& setup : program_.setups) {
            line(0, "setup");
            dump_inputs(1, setup.inputs);
        }
    }

private:
    [[nodiscard]] std::string_view text(Symbol symbol) const { return program_.text(symbol); }
    [[nodiscard]] std::string name_of(TypeDefId id) const { return std::string(text(program_.def(id).name)); }

    void line(std::size_t depth, std::string_view content) {
        out_.append(depth * 2, ' ');
        out_ += content;
        out_ += '\n';
    }

    void dump_scores() {
        const ScoreRules& scores = program_.scores;
        if (scores.score.valid()) {
            line(0, scores.lowest ? "score lowest" : "score");
        }
        for (const ScoreRules::Tiebreak& tiebreak : scores.tiebreaks) {
            line(0, tiebreak.lowest ? "tiebreak lowest" : "tiebreak");
        }
    }

    void dump_type(TypeDefId id) {
        const TypeDef& def = program_.def(id);
        std::string head = fmt::format("{}{}{} {}", dumped_scope(def.scope), def.sealed ? "sealed " : "",
                                       dumped_kind(def.kind), text(def.name));
        if (def.base.valid()) {
            head += " : " + name_of(def.base);
        }
        line(0, def.kind == DefKind::Enum ? head : head + ", making one: " + describe_effects(def.creation));
        for (const EnumValue& value : def.values) {
            line(1, fmt::format("value {} \"{}\"", text(value.name), value.label));
        }
        if (def.holds.valid()) {
            line(1, "holds " + program_.type_text(def.holds));
        }
        for (const AttributeId attribute_id : def.attributes) {
            const Attribute& attribute = program_.attribute(attribute_id);
            line(1, fmt::format("{}attribute {} {}", attribute.computed.valid() ? "computed " : "",
                                program_.type_text(attribute.type), text(attribute.name)));
        }
        for (const AttributeOverride& given : def.overrides) {
            line(1, fmt::format("override {}attribute {}", given.computed.valid() ? "computed " : "",
                                text(program_.attribute(given.attribute).name)));
        }
        for (const FunctionId function : def.functions) {
            dump_function(1, function);
        }
        for (const ActionId action : def.actions) {
            dump_action(1, action);
        }
        dump_count("default block", def.defaults.size());
        dump_visibles(def);
        for (const CodeRef& part : def.information) {
            const Tree& tree = program_.tree(part);
            line(1, fmt::format("information {}", text(tree.main_symbol(part.node))));
        }
        for (const TypeDefId card : find_contents(program_, id)) {
            line(1, "contents of " + name_of(card));
        }
        for (const GroupId group : def.groups) {
            dump_group(group);
        }
        for (const TypeDefId connection : find_connections(program_, id)) {
            line(1, "connection by " + name_of(connection));
        }
    }

    void dump_count(std::string_view what, std::size_t count) {
        if (count != 0) {
            line(1, fmt::format("{} x {}", what, count));
        }
    }

    void dump_visibles(const TypeDef& def) {
        for (const CodeRef& visible : def.visibles) {
            const Tree& tree = program_.tree(visible);
            std::string names;
            for (const NodeId name : tree.children(visible.node, Role::Name)) {
                names += fmt::format(" {}", text(tree.main_symbol(name)));
            }
            line(1, "visible" + (names.empty() ? " (whole)" : names));
        }
    }

    void dump_function(std::size_t depth, FunctionId id) {
        const Function& function = program_.function(id);
        const std::string returns = function.returns.valid() ? program_.type_text(function.returns) : "nothing";
        line(depth, fmt::format("{}{}function {} {}: {}", function.replaces.valid() ? "override " : "",
                                function.has_effect ? "" : "abstract ", returns, text(function.name),
                                describe_effects(function.effects)));
        dump_inputs(depth + 1, function.inputs);
    }

    void dump_action(std::size_t depth, ActionId id) {
        const Action& action = program_.action(id);
        line(depth, fmt::format("{}{} {}, prio {}: {}", action.replaces.valid() ? "override " : "",
                                action.is_goal ? "goal" : "action", text(action.name), action.prio,
                                describe_effects(action.effects)));
        if (!action.requirements.empty()) {
            line(depth + 1, fmt::format("require x {}", action.requirements.size()));
        }
        for (const ActionTrigger& trigger : action.triggers) {
            line(depth + 1, "trigger " + trigger_text(trigger));
        }
        dump_inputs(depth + 1, action.inputs);
    }

    [[nodiscard]] std::string trigger_text(const ActionTrigger& trigger) const {
        switch (trigger.mode) {
        case ActionTrigger::Mode::Event: return trigger.event.valid() ? name_of(trigger.event) : "?";
        case ActionTrigger::Mode::Change:
            if (trigger.attribute.valid()) {
                const Attribute& attribute = program_.attribute(trigger.attribute);
                return "change " + member_name(program_, attribute.owner, attribute.name);
            }
            return "change ?";
        case ActionTrigger::Mode::Before:
        case ActionTrigger::Mode::After: break;
        }
        const std::string when = trigger.mode == ActionTrigger::Mode::Before ? "before action " : "after action ";
        if (!trigger.action.valid()) {
            return when + "?";
        }
        const Action& action = program_.action(trigger.action);
        return when + member_name(program_, action.owner, action.name);
    }

    void dump_inputs(std::size_t depth, const std::vector<InputId>& inputs) {
        for (const InputId input : inputs) {
            line(depth, input_text(program_, input));
        }
    }

    [[nodiscard]] std::string lattice_name(const Group::Lattice& lattice) {
        return lattice.tile.valid() ? name_of(lattice.tile) : "?";
    }

    void dump_group(GroupId id) {
        const Group& group = program_.group(id);
        std::string head = fmt::format("group {}: {}{}", text(group.name), geometry_word(group.geometry),
                                       group.odd_shifted ? " odd" : "");
        if (group.geometry != Geometry::Graph) {
            head += fmt::format(", {} columns, {} rows", group.columns, group.rows);
        }
        head += group.around ? ", around" : "";
        head += ", of " + (group.tile_base.valid() ? name_of(group.tile_base) : std::string("tile"));
        head += group.corners.declared ? ", corners of " + lattice_name(group.corners) : "";
        head += group.sides.declared ? ", sides of " + lattice_name(group.sides) : "";
        line(1, head);
        for (const Group::NamedTile& tile : group.tiles) {
            line(2, fmt::format("{} {}", tile.tile.valid() ? name_of(tile.tile) : "?", text(tile.name)));
        }
        for (std::size_t row = 0; group.columns != 0 && row * group.columns < group.grid.size(); ++row) {
            std::string cells;
            for (std::size_t column = 0; column < group.columns; ++column) {
                const std::size_t at = row * group.columns + column;
                const TypeDefId tile = at < group.grid.size() ? group.grid[at] : TypeDefId();
                cells += (column == 0 ? "" : " ") + (tile.valid() ? name_of(tile) : std::string("-"));
            }
            line(2, cells);
        }
        if (!group.defaults.empty()) {
            line(2, fmt::format("default block x {}", group.defaults.size()));
        }
    }

    void dump_turn(const Turn& turn) {
        line(0, fmt::format("turn {}", text(turn.name)));
        for (const Phase& phase : turn.phases) {
            line(1, fmt::format("phase {}: {}", text(phase.name), phase.effect.valid() ? "automatic" : "waits"));
            dump_inputs(2, phase.inputs);
        }
        dump_count("default block", turn.defaults.size());
    }

    const CheckedProgram& program_;
    std::string& out_;
};

} // namespace

std::string member_name(const CheckedProgram& program, TypeDefId owner, Symbol name) {
    const std::string member(program.text(name));
    return owner.valid() ? std::string(program.text(program.def(owner).name)) + "." + member : member;
}

std::string input_text(const CheckedProgram& program, InputId id) {
    const Input& input = program.input(id);
    return fmt::format("{}{}input {} {}{}", input.optional ? "optional " : "", mode_word(input.mode),
                       program.type_text(input.type), program.text(input.name), input.has_default ? " = default" : "");
}

void dump_definitions(const CheckedProgram& program, std::string& out) {
    DefinitionDump(program, out).run();
}

} // namespace tgdl
