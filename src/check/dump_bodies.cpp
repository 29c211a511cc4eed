#include "check/code_reading.h"
#include "check/dump_parts.h"
#include "check/effect_words.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

std::string_view body_word(BodyKind kind) {
    switch (kind) {
    case BodyKind::Effect: return "effect";
    case BodyKind::Default: return "default";
    case BodyKind::TurnDefault: return "turn default";
    case BodyKind::AttributeValue: return "attribute value";
    case BodyKind::ConstantValue: return "constant";
    case BodyKind::InputDefault: return "input default";
    case BodyKind::Require: return "require";
    case BodyKind::Trigger: return "trigger";
    case BodyKind::Filter: return "filter";
    case BodyKind::Options: return "options";
    case BodyKind::RangeBound: return "range";
    case BodyKind::CountBound: return "count";
    case BodyKind::Upto: return "upto";
    case BodyKind::Total: return "total";
    case BodyKind::PlayerExpression: return "who is asked";
    case BodyKind::Visible: return "visible";
    case BodyKind::Information: return "information";
    case BodyKind::Condition: return "movement condition";
    case BodyKind::MovementStep: return "movement step";
    case BodyKind::ContentsEntry: return "contents";
    case BodyKind::Question: return "question";
    case BodyKind::OptionCondition: return "option condition";
    case BodyKind::Score: return "score";
    case BodyKind::Tiebreak: return "tiebreak";
    case BodyKind::Computed: return "computed attribute";
    case BodyKind::Modifier: return "modifier";
    case BodyKind::ModifierCondition: return "modifier condition";
    case BodyKind::Suppose: return "suppose";
    }
    return "code";
}

std::string_view receiver_word(Receiver receiver) {
    switch (receiver) {
    case Receiver::List: return "List.";
    case Receiver::Table: return "Table.";
    case Receiver::Stack: return "Stack.";
    case Receiver::Asked:
    case Receiver::Collection: return "collection.";
    case Receiver::String: return "string.";
    case Receiver::Shape: return "shape.";
    case Receiver::Instance: return "instance.";
    case Receiver::Interactable: return "interactable.";
    case Receiver::Deck: return "deck.";
    case Receiver::Tile: return "tile.";
    case Receiver::Placed: return "place.";
    case Receiver::Group: return "group.";
    case Receiver::Board: return "board.";
    case Receiver::Connection: return "connection.";
    case Receiver::BeforeEvent: return "event.";
    case Receiver::TurnValue: return "turn.";
    case Receiver::PlayerValue: return "player.";
    case Receiver::EnumWord: return "enum.";
    case Receiver::PlayerWord: return "player.";
    case Receiver::TurnWord: return "turn.";
    case Receiver::PhaseWord: return "turn.phase.";
    case Receiver::EventWord: return "event.";
    case Receiver::MathWord: return "math.";
    case Receiver::DirectionWord: return "direction.";
    case Receiver::Free: return "";
    }
    return "";
}

std::string builtin_text(std::uint32_t index) {
    const Builtin& entry = builtin(static_cast<BuiltinId>(index));
    return fmt::format("{}{}", receiver_word(entry.receiver), entry.name);
}

std::string meaning_text(const CheckedProgram& program, Meaning meaning) {
    const auto type_name = [&] { return std::string(program.text(program.type_defs[meaning.index].name)); };
    const auto function_name = [&] {
        const Function& function = program.functions[meaning.index];
        return member_name(program, function.owner, function.name);
    };
    const auto action_name = [&] {
        const Action& action = program.actions[meaning.index];
        return member_name(program, action.owner, action.name);
    };
    switch (meaning.kind) {
    case MeaningKind::None: return "";
    case MeaningKind::Local: return fmt::format("local {}", meaning.index);
    case MeaningKind::Input: return fmt::format("input {}", program.text(program.inputs[meaning.index].name));
    case MeaningKind::Chooser: return "chooser";
    case MeaningKind::EventInHand: return "event in hand";
    case MeaningKind::Attribute: {
        const Attribute& attribute = program.attributes[meaning.index];
        return "attribute " + member_name(program, attribute.owner, attribute.name);
    }
    case MeaningKind::Function: return "function " + function_name();
    case MeaningKind::BaseFunction: return "exactly function " + function_name();
    case MeaningKind::Action: return "action " + action_name();
    case MeaningKind::BaseAction: return "exactly action " + action_name();
    case MeaningKind::ActionPossible: return "possible " + action_name();
    case MeaningKind::ActionAllowed: return "allowed " + action_name();
    case MeaningKind::GlobalInstance: return "global " + type_name();
    case MeaningKind::SeatInstances: return "seats of " + type_name();
    case MeaningKind::TypeName: return "type " + type_name();
    case MeaningKind::BlankTile: return "blank tile";
    case MeaningKind::Movement: return fmt::format("movement {}", program.text(program.movements[meaning.index].name));
    case MeaningKind::EnumValue: {
        const TypeDef& def = program.type_defs[meaning.extra];
        return fmt::format("value {}.{}", program.text(def.name), program.text(def.values[meaning.index].name));
    }
    case MeaningKind::Constant: {
        const Constant& constant = program.constants[meaning.index];
        return (constant.is_option ? "option " : "constant ") + member_name(program, constant.owner, constant.name);
    }
    case MeaningKind::Group: return fmt::format("group {}", program.text(program.groups[meaning.index].name));
    case MeaningKind::GraphTile: return "tile by name";
    case MeaningKind::Alias: return "file";
    case MeaningKind::Builtin: return builtin_text(meaning.index);
    case MeaningKind::GridPlace: return "place in a grid";
    case MeaningKind::Question:
        return fmt::format("question {} about local {}", builtin_text(meaning.index), meaning.extra);
    }
    return "";
}

class BodyDump {
public:
    BodyDump(const CheckedProgram& program, const BodyPlaces& places, BodyId id, std::string& out)
        : program_(program),
          body_(program.bodies[id.index()]),
          places_(places),
          reader_(program, body_.place.file),
          tree_(reader_.tree()),
          id_(id),
          out_(out) {}

    void run() {
        out_ += fmt::format("\nbody {}: {}{}: {}\n", id_.index(), body_word(body_.kind), owner_text(),
                            describe_effects(body_.effects));
        for (std::size_t i = 0; i < body_.locals.size(); ++i) {
            line(1, fmt::format("local {} {} {}", i, program_.type_text(body_.locals[i].type),
                                program_.text(body_.locals[i].name)));
        }
        dump_node(1, body_.place.node);
    }

private:
    [[nodiscard]] std::string owner_text() const {
        std::string owner;
        if (body_.function.valid()) {
            const Function& function = program_.function(body_.function);
            owner = " of function " + member_name(program_, function.owner, function.name);
        } else if (body_.action.valid()) {
            const Action& action = program_.action(body_.action);
            owner = " of action " + member_name(program_, action.owner, action.name);
        } else if (body_.turn.valid()) {
            owner = fmt::format(" of turn {}", program_.text(program_.turns[body_.turn.index()].name));
        } else if (body_.movement.valid()) {
            owner = fmt::format(" of movement {}", program_.text(program_.movements[body_.movement.index()].name));
        } else if (body_.group.valid()) {
            owner = fmt::format(" of group {}", program_.text(program_.group(body_.group).name));
        } else if (body_.this_type.valid()) {
            owner = fmt::format(" of {}", program_.text(program_.def(body_.this_type).name));
        }
        return body_.parent.valid() ? fmt::format("{} in body {}", owner, body_.parent.index()) : owner;
    }

    void line(std::size_t depth, std::string_view content) {
        out_.append(depth * 2, ' ');
        out_ += content;
        out_ += '\n';
    }

    // `sign`: the operator that stands before the node, with a space after it.
    void dump_node(std::size_t depth, NodeId node, const std::string& sign = {}) {
        const BodyId own = places_.find(body_.place.file, node);
        if (own.valid() && own != id_) {
            line(depth, fmt::format("{}body {}", role_text(node), own.index()));
            return;
        }
        switch (tree_.kind(node)) {
        case NodeKind::TypeName:
        case NodeKind::GenericType:
        case NodeKind::ArrayType: line(depth, role_text(node) + sign + "type " + type_text(node)); return;
        case NodeKind::OldPass: dump_old_pass(depth, node); return;
        default: break; // all others in one form
        }
        const std::string main = main_text(node);
        const std::string type = type_text(node);
        const std::string meaning = meaning_text(program_, reader_.meaning(node));
        std::string content = role_text(node) + sign + std::string(kind_text(node));
        content += main.empty() ? "" : " " + main;
        content += type == "?" ? "" : " : " + type;
        content += meaning.empty() ? "" : " = " + meaning;
        line(depth, content);

        const bool has_signs = tree_.kind(node) == NodeKind::Infix || tree_.kind(node) == NodeKind::Test
                               || tree_.kind(node) == NodeKind::NullElse;
        bool first = true;
        for (const NodeId child : tree_.children(node)) {
            dump_node(depth + 1, child, has_signs && !first ? sign_text(tree_.operator_before(child)) : std::string());
            first = false;
        }
    }

    [[nodiscard]] std::string sign_text(TokenId token) const {
        const std::string_view text = tree_.text(token);
        if (text == "mod") {
            return "% "; // the older spelling
        }
        return std::string(text) + " ";
    }

    // `pass e to p;` is the older spelling of `turn.pass(e, "p");` and is shown as that.
    void dump_old_pass(std::size_t depth, NodeId node) {
        const std::string pass = builtin_text(static_cast<std::uint32_t>(BuiltinId::TurnPass));
        line(depth, role_text(node) + "Evaluate");
        line(depth + 1, "Postfix : nothing");
        line(depth + 2, "Name turn");
        line(depth + 2, "Member = " + pass);
        line(depth + 2, "Call : nothing = " + pass);
        line(depth + 3, "Argument");
        const NodeId receiver = tree_.child(node, Role::Value);
        if (receiver.valid()) {
            dump_node(depth + 4, receiver);
        }
        line(depth + 3, "Argument");
        line(depth + 4, fmt::format("StringLiteral \"{}\" : string", program_.text(tree_.main_symbol(node))));
    }

    [[nodiscard]] std::string type_text(NodeId node) const { return program_.type_text(reader_.type(node)); }

    // `none` is written as a name and means null.
    [[nodiscard]] bool is_null_name(NodeId node) const {
        return tree_.kind(node) == NodeKind::Name && reader_.meaning(node).kind == MeaningKind::None
               && reader_.type_kind(node) == TypeKind::Null;
    }

    [[nodiscard]] std::string_view kind_text(NodeId node) const {
        return node_kind_name(is_null_name(node) ? NodeKind::NullLiteral : tree_.kind(node));
    }

    [[nodiscard]] std::string role_text(NodeId node) const {
        const Role role = tree_.node(node).role;
        const bool plain = role == Role::Item || role == Role::Value || role == Role::Operand || role == Role::Body;
        return plain || node == body_.place.node ? "" : std::string(role_name(role)) + " ";
    }

    // The name, operator or literal of a node; empty when the meaning says more than the spelling.
    [[nodiscard]] std::string main_text(NodeId node) const {
        const TokenId main = tree_.node(node).main;
        if (tree_.kind(node) == NodeKind::Interpolation) {
            return interpolation_text(node);
        }
        if (!main.valid() || is_null_name(node)) {
            return "";
        }
        switch (tree_.kind(node)) {
        case NodeKind::Name:
            if (reader_.meaning(node).kind == MeaningKind::None && tree_.main_symbol(node) == word::turns) {
                return "turn";
            }
            break;
        case NodeKind::Member:
            if (reader_.meaning(node).kind == MeaningKind::Builtin) {
                return "";
            }
            break;
        case NodeKind::NullLiteral:
        case NodeKind::This:
        case NodeKind::BaseWord:
        case NodeKind::Not: return "";
        default: break; // the token as it is written
        }
        const Symbol symbol = tree_.token(main).symbol;
        return std::string(symbol.valid() ? program_.text(symbol) : tree_.text(main));
    }

    // The texts between the holes.
    [[nodiscard]] std::string interpolation_text(NodeId node) const {
        std::string text;
        const auto add = [&](TokenId from, TokenId to) {
            for (std::size_t i = from.index(); i < to.index(); ++i) {
                text += tree_.text(TokenId(i));
            }
        };
        TokenId from = tree_.node(node).begin;
        for (const NodeId hole : tree_.children(node)) {
            add(from, tree_.node(hole).begin);
            from = tree_.node(hole).end;
        }
        add(from, tree_.node(node).end);
        return text;
    }

    const CheckedProgram& program_;
    const Body& body_;
    const BodyPlaces& places_;
    CodeReader reader_;
    const Tree& tree_;
    BodyId id_;
    std::string& out_;
};

} // namespace

void dump_bodies(const CheckedProgram& program, std::string& out) {
    const BodyPlaces places(program);
    for (std::size_t i = 0; i < program.bodies.size(); ++i) {
        BodyDump(program, places, BodyId(i), out).run();
    }
}

} // namespace tgdl
