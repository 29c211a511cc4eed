#include "check/traits.h"

#include "base/numbers.h"
#include "check/check.h"
#include "check/code_reading.h"
#include "check/made_types.h"
#include "check/visibility.h"

#include <vector>

namespace tgdl {

namespace {

class TraitFinder {
public:
    explicit TraitFinder(const CheckedProgram& program) : program_(program), made_(find_made_types(program)) {}

    [[nodiscard]] Traits find() const {
        Traits traits;
        traits.min_players = program_.min_players;
        traits.max_players = program_.max_players;
        traits.chance = has_chance();
        traits.hidden_information = has_hidden_information();
        traits.simultaneous_choice = has_simultaneous_choice();
        return traits;
    }

private:
    [[nodiscard]] static bool draws(Effects effects) {
        return effects.has(Effect::Random) || effects.has(Effect::Shuffles);
    }

    // Functions count only through what calls them: a library may hold many that this game never uses.
    [[nodiscard]] bool has_chance() const {
        for (const Body& body : program_.bodies) {
            const bool starts_by_itself =
                (body.kind == BodyKind::Effect && !body.function.valid() && !body.action.valid())
                || body.kind == BodyKind::TurnDefault;
            if (starts_by_itself && draws(body.effects)) {
                return true;
            }
        }
        for (const TypeDef& def : program_.type_defs) {
            const bool made_first = def.scope == ScopeKind::Global || def.scope == ScopeKind::Player;
            if (made_first && draws(def.creation)) {
                return true;
            }
        }
        for (const Action& action : program_.actions) {
            const bool exists = !action.owner.valid() || made_[action.owner.index()];
            if (exists && ((starts(action) && draws(action.effects)) || draws_a_member(action))) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool starts(const Action& action) const {
        return action.is_goal || !action.triggers.empty()
               || (action.slot.valid() && !program_.action(action.slot).triggers.empty());
    }

    // Who decides for something that several players share: when nobody chose the action and the active player is not one
    // of them, a random one (docs/reference/inputs.md#3).
    [[nodiscard]] bool draws_a_member(const Action& action) const {
        if (!action.owner.valid() || program_.def(action.owner).scope != ScopeKind::Group
            || !action.effects.has(Effect::Asks)) {
            return false;
        }
        bool only_chosen = !action.triggers.empty();
        for (const ActionTrigger& trigger : action.triggers) {
            only_chosen =
                only_chosen
                && (trigger.event == program_.player_choice_event || trigger.event == program_.off_turn_choice_event);
        }
        return !only_chosen;
    }

    [[nodiscard]] bool has_hidden_information() const {
        for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
            const TypeDef& def = program_.type_defs[i];
            if (def.predefined || !made_[i]) {
                continue;
            }
            for (const CodeRef& visible : def.visibles) {
                if (read_visible(program_, visible) != Sight::Everyone) {
                    return true;
                }
            }
            if (def.kind == DefKind::Stack && !has_visible(TypeDefId(i))) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool has_visible(TypeDefId type) const {
        for (int steps = 0; type.valid() && steps < 64; type = program_.def(type).base, ++steps) {
            for (const CodeRef& visible : program_.def(type).visibles) {
                if (!program_.tree(visible).has(visible.node, Role::Name)) {
                    return true;
                }
            }
        }
        return false;
    }

    [[nodiscard]] bool has_simultaneous_choice() const {
        for (const Input& input : program_.inputs) {
            if (input.mode == Input::Mode::Players) {
                return true;
            }
        }
        for (const FileUnit& unit : program_.files) {
            if (unit.tree && unit.tree->root().valid()
                && passes_to_several(CodeReader(program_, unit.file), unit.tree->root())) {
                return true;
            }
        }
        return false;
    }

    // `turn.pass(list)`
    [[nodiscard]] static bool passes_to_several(const CodeReader& reader, NodeId node) {
        const Tree& tree = reader.tree();
        const Meaning meaning = reader.meaning(node);
        if (tree.kind(node) == NodeKind::Call && meaning.kind == MeaningKind::Builtin
            && meaning.index == static_cast<std::uint32_t>(BuiltinId::TurnPass)) {
            const NodeId receiver = reader.argument(node, 0);
            if (receiver.valid() && reader.type_kind(receiver) == TypeKind::List) {
                return true;
            }
        }
        for (const NodeId child : tree.children(node)) {
            if (passes_to_several(reader, child)) {
                return true;
            }
        }
        return false;
    }

    const CheckedProgram& program_;
    std::vector<bool> made_;
};

} // namespace

namespace {

// As it is written after `--option size=`.
std::string bare_text(const CheckedProgram& program, const ConstantValue& value) {
    switch (value.kind) {
    case ConstantValue::Kind::Number: return number_text(value.number);
    case ConstantValue::Kind::Text: return value.text;
    case ConstantValue::Kind::Bool: return value.number != 0 ? "true" : "false";
    case ConstantValue::Kind::Enum:
        return std::string(
            program.text(program.def(value.enumeration).values[static_cast<std::size_t>(value.number)].name));
    default: return "null";
    }
}

} // namespace

std::vector<DescribedOption> describe_options(const CheckedProgram& program) {
    std::vector<DescribedOption> options;
    for (const Constant& constant : program.constants) {
        if (!constant.is_option) {
            continue;
        }
        DescribedOption option{std::string(program.text(constant.name)), bare_text(program, constant.value), {}};
        const auto add = [&](const std::string& value) {
            option.values += (option.values.empty() ? "" : constant.is_range ? ".." : ", ") + value;
        };
        for (const ConstantValue& value : constant.of) {
            add(bare_text(program, value));
        }
        const TypeDefId enumeration = program.enum_of(constant.type);
        if (constant.of.empty() && enumeration.valid()) {
            for (const EnumValue& value : program.def(enumeration).values) {
                add(std::string(program.text(value.name)));
            }
        } else if (constant.of.empty()) {
            option.values = "false, true";
        }
        options.push_back(std::move(option));
    }
    return options;
}

void find_traits(CheckedProgram& program) {
    program.traits = TraitFinder(program).find();
}

std::string describe_traits(const CheckedProgram& program) {
    const Traits& traits = program.traits;
    const auto yes_or_no = [](bool value) { return value ? "yes\n" : "no\n"; };
    std::string text = "players: ";
    if (traits.max_players == 0) {
        text += "any"; // a library
    } else {
        text += std::to_string(traits.min_players);
        text += traits.max_players > traits.min_players ? " to " + std::to_string(traits.max_players) : "";
    }
    text += "\nchance: ";
    text += yes_or_no(traits.chance);
    text += "hidden information: ";
    text += yes_or_no(traits.hidden_information);
    text += "simultaneous choice: ";
    text += yes_or_no(traits.simultaneous_choice);
    for (const DescribedOption& option : describe_options(program)) {
        text += "option " + option.name + ": " + option.standard + " of " + option.values + "\n";
    }
    return text;
}

} // namespace tgdl
