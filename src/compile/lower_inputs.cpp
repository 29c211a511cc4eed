// Inputs: who fills them and what may be chosen, each part a chunk that sees what the code around the input sees.
#include "compile/code_lowering.h"
#include "syntax/lexer.h"

namespace tgdl {

namespace {

class InputLowering {
public:
    InputLowering(Lowering& lowering, InputId id, Register reg, const ChunkShape& context, BodyId outer)
        : lowering_(lowering),
          checked_(lowering.checked),
          id_(id),
          input_(lowering.checked.input(id)),
          reg_(reg),
          context_(context),
          outer_(outer),
          reader_(lowering.checked, input_.place.file),
          tree_(reader_.tree()) {
        context_.parameters.resize(reg);
    }

    [[nodiscard]] InputInfo lower() {
        const Type& whole = checked_.types.get(input_.type);
        const NodeId node = input_.place.node;
        info_.name = std::string(checked_.text(input_.name));
        info_.is_amounts = input_.is_amounts;
        info_.is_list = whole.kind == TypeKind::List || info_.is_amounts;
        candidate_ = info_.is_amounts ? whole.b : info_.is_list ? whole.a : input_.type;
        info_.type = lowering_.type_of(input_.type);
        info_.element = lowering_.type_of(candidate_);
        info_.mode = mode();
        if (info_.mode == InputMode::Players) {
            info_.table_type = lowering_.variable_type_of(id_);
        }
        info_.optional = input_.optional;
        info_.has_else = tree_.has(node, Role::Else);
        info_.reg = reg_;
        if (info_.mode == InputMode::Players) {
            info_.table_type = lowering_.variable_type_of(id_);
        }
        info_.place = lowering_.place_of(tree_.name_span(node));
        if (const NodeId who = tree_.child(node, Role::Player); who.valid()) {
            lower_who(who);
        }
        for (const NodeId clause : tree_.children(node, Role::Item)) {
            lower_clause(clause);
        }
        if (info_.options == kNone && info_.low == kNone) {
            info_.source.candidates = CandidateSource::Type;
        } else if (is_constant_number(info_.low) && is_constant_number(info_.high) && info_.step == kNone) {
            info_.source.candidates = CandidateSource::Range;
        }
        if (info_.filters.size() != 1) {
            info_.source.unset_word = 0;
        }
        return std::move(info_);
    }

private:
    [[nodiscard]] InputMode mode() const {
        switch (input_.mode) {
        case Input::Mode::Players: return InputMode::Players;
        case Input::Mode::Auto: return InputMode::Auto;
        case Input::Mode::Player: // without an expression it is the target player, as without the word
            return tree_.has(input_.place.node, Role::Player) ? InputMode::Player : InputMode::Choice;
        case Input::Mode::Choice:
        case Input::Mode::Function: break;
        }
        return InputMode::Choice;
    }

    [[nodiscard]] std::string part_name(const char* part) const {
        return std::string(part) + " of " + context_.name + (context_.name.empty() ? "" : ".") + info_.name;
    }

    // The registers of a part: what is around the input, the candidate, the chooser, the element.
    [[nodiscard]] ChunkShape part_shape(const char* part) const {
        ChunkShape shape{part_name(part), context_.parameters, reg_};
        shape.parameters.push_back({});
        shape.parameters.push_back({NamedRegister::Kind::Chooser, id_.value});
        shape.parameters.push_back({});
        return shape;
    }

    void lower_who(NodeId who) {
        const BodyId own = lowering_.bodies.find(input_.place.file, who);
        const BodyId body = own.valid() ? own : outer_;
        const ChunkShape shape{part_name("player"), context_.parameters, reg_};
        if (input_.mode != Input::Mode::Players) {
            info_.who = lower_part(lowering_, body, who, shape, checked_.types.player);
            return;
        }
        info_.who = lower_list(body, who, shape, checked_.types.player);
    }

    // An expression that gives a List, Stack or deck, as a List of this element where that makes a difference. Of `options`
    // also what it says of the source.
    ChunkIndex lower_list(BodyId body, NodeId node, const ChunkShape& shape, TypeId element,
                          InputSource* source = nullptr) {
        const ChunkIndex index = lowering_.reserve_chunk();
        ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
        declare_parameters(lowering_, writer, body, shape);
        CodeLowering code(lowering_, writer, body, shape);
        writer.result = code.lower_list_root(node, element);
        if (source != nullptr) {
            code.read_destinations(node, *source);
        }
        Chunk chunk = writer.finish(shape.name);
        lowering_.program.chunks[index] = std::move(chunk);
        return index;
    }

    [[nodiscard]] bool is_constant_number(ChunkIndex part) const {
        const std::uint32_t constant = part == kNone ? kNone : lowering_.program.chunks[part].constant;
        return constant != kNone && lowering_.program.constants[constant].is_number();
    }

    // What is asked in `{ return chosen.owner == null; }`; none: it is another filter.
    [[nodiscard]] NodeId tested_for_null(NodeId filter) const {
        const NodeId only = tree_.kind(filter) == NodeKind::Block ? tree_.child(filter, Role::Item) : NodeId();
        const NodeId value = only.valid() && tree_.kind(only) == NodeKind::Return
                                 ? reader_.inside(tree_.child(only, Role::Value))
                                 : NodeId();
        if (!value.valid() || tree_.kind(value) != NodeKind::Infix) {
            return {};
        }
        std::vector<NodeId> operands;
        for (const NodeId operand : tree_.children(value, Role::Operand)) {
            operands.push_back(operand);
        }
        const bool is_test = operands.size() == 2
                             && tree_.token(tree_.operator_before(operands[1])).kind == TokenKind::EqualEqual
                             && tree_.kind(reader_.inside(operands[1])) == NodeKind::NullLiteral;
        return is_test ? operands[0] : NodeId();
    }

    void read_filter(BodyId body, NodeId filter, const ChunkShape& shape) {
        const NodeId tested = tested_for_null(filter);
        if (!tested.valid()) {
            return;
        }
        ChunkWriter nothing(static_cast<Register>(shape.parameters.size())); // its code is written already
        declare_parameters(lowering_, nothing, body, shape);
        const auto read = CodeLowering(lowering_, nothing, body, shape).stored_word(tested);
        const std::uint32_t candidate = info_.is_list ? reg_ + 2U : reg_;
        if (read && read->instance == candidate) {
            info_.source.unset_word = read->word;
        }
    }

    void lower_clause(NodeId clause) {
        const BodyId body = lowering_.bodies.find(input_.place.file, clause);
        const auto bound = [&](Role role, const char* part) {
            const NodeId node = tree_.child(clause, role);
            return node.valid() ? lower_part(lowering_, body, node, part_shape(part), checked_.types.number) : kNone;
        };
        switch (tree_.kind(clause)) {
        case NodeKind::Options:
            info_.options =
                lower_list(body, tree_.child(clause, Role::Value), part_shape("options"), candidate_, &info_.source);
            return;
        case NodeKind::UptoClause:
            info_.options =
                lower_part(lowering_, body, tree_.child(clause, Role::Value), part_shape("upto"), input_.type);
            return;
        case NodeKind::TotalClause:
            info_.count_low = bound(Role::Low, "total");
            info_.count_high = bound(Role::High, "total");
            return;
        case NodeKind::RangeClause:
            info_.low = bound(Role::Low, "range");
            info_.high = bound(Role::High, "range");
            info_.step = bound(Role::Step, "step");
            return;
        case NodeKind::CountClause:
            info_.count_low = bound(Role::Low, "count");
            info_.count_high = bound(Role::High, "count");
            return;
        default: lower_filter(body, clause); return;
        }
    }

    void lower_filter(BodyId body, NodeId filter) {
        const bool named = tree_.kind(filter) == NodeKind::Filter && tree_.node(filter).main.valid();
        const bool of_list = info_.is_list && !named;
        ChunkShape shape = part_shape("filter");
        if (named) {
            const NamedRegister local = register_local(reader_.meaning(filter).index);
            shape.parameters[info_.is_list ? reg_ + 2U : reg_] = local;
        } else {
            shape.parameters[reg_] = register_input(id_);
            shape.parameters[reg_].type = info_.type;
        }
        Condition condition;
        condition.chunk = lower_part(lowering_, body, tree_.child(filter, Role::Body), shape);
        condition.place = lowering_.place_of(tree_.span(filter));
        condition.source = source_line(lowering_, tree_.span(filter));
        if (const NodeId text = reader_.inside(tree_.child(filter, Role::Text)); text.valid()) {
            if (tree_.kind(text) == NodeKind::StringLiteral) {
                condition.reason = lowering_.text_index(string_value(tree_.text(tree_.node(text).main)));
            } else {
                shape.name = part_name("reason");
                condition.reason_chunk = lower_part(lowering_, body, text, shape, checked_.types.string);
            }
        }
        if (!of_list) {
            read_filter(body, tree_.child(filter, Role::Body), shape);
        }
        (of_list ? info_.list_filters : info_.filters).push_back(std::move(condition));
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    InputId id_;
    const Input& input_;
    Register reg_;
    ChunkShape context_;
    BodyId outer_;
    CodeReader reader_;
    const Tree& tree_;
    TypeId candidate_;
    InputInfo info_;
};

} // namespace

InputInfo lower_input(Lowering& lowering, InputId input, Register reg, const ChunkShape& context, BodyId body) {
    return InputLowering(lowering, input, reg, context, body).lower();
}

ChunkShape CodeLowering::shape_here() const {
    ChunkShape shape{name_, std::vector<NamedRegister>(top())};
    const auto put = [&](Register reg, NamedRegister use) {
        if (reg < shape.parameters.size()) {
            shape.parameters[reg] = use;
        }
    };
    put(this_, register_this());
    put(event_, register_event());
    put(chooser_, {NamedRegister::Kind::Chooser, 0});
    for (const std::uint32_t local : open_locals_) {
        put(locals_[local], register_local(local));
    }
    for (const InputPlace& input : inputs_) {
        put(input.reg, register_input(input.id));
    }
    return shape;
}

// `this.destinations(Walk)`, or with an attribute of `this` instead of the movement.
void CodeLowering::read_destinations(NodeId options, InputSource& source) const {
    const Chain chain = chain_of(options);
    const NodeId call = chain.back();
    if (tree_.kind(call) != NodeKind::Call || reader_.builtin_at_end(options) != BuiltinId::PieceDestinations) {
        return;
    }
    const bool is_of_this = chain.size() == 2;
    const std::optional<Register> piece = is_of_this ? std::optional(this_) : register_of(chain[0]);
    if (chain.size() > 3 || !piece || *piece >= around_) {
        return;
    }
    const NodeId way = reader_.argument(call, 0);
    const Meaning it = meaning(chain_of(way).back());
    if (it.kind == MeaningKind::Movement && tree_.kind(chain_of(way).back()) != NodeKind::Call) {
        source.movement = lowering_.movement_index(MovementId(it.index));
    } else if (const std::optional<StoredWord> read = stored_word(way); read && read->instance == *piece) {
        source.movement_word = read->word;
    } else {
        return;
    }
    source.candidates = CandidateSource::Destinations;
    source.piece = *piece;
}

// Fills the input that stands in the first free register and pushes it.
void CodeLowering::ask(InputId id, Register reg, NodeId otherwise) {
    const Input& input = checked_.input(id);
    const InputIndex index = lowering_.input_index(id);
    InputInfo info = lower_input(lowering_, id, reg, shape_here(), body_);
    lowering_.program.inputs[index] = std::move(info);
    writer_.set_place(lowering_.program.inputs[index].place);
    const bool automatic = input.mode == Input::Mode::Auto;
    writer_.emit_wide(automatic ? Operation::AskAuto : Operation::Ask, reg, index);
    writer_.push();
    if (otherwise.valid()) { // an input that has an `else` skips the next instruction when it was filled
        const Label none = writer_.new_label();
        const Label end = writer_.new_label();
        writer_.jump(none);
        writer_.jump(end);
        writer_.bind(none);
        lower_arm(CoverageRegionKind::Else, tree_.span(tree_.operator_before(otherwise)), otherwise);
        writer_.bind(end);
    }
    declare_input(id, reg);
}

void CodeLowering::ask_head_inputs(std::span<const InputId> inputs) {
    for (const InputId id : inputs) {
        if (checked_.input(id).mode != Input::Mode::Function) {
            ask(id, top(), {});
        }
    }
}

void CodeLowering::lower_input_statement(NodeId node) {
    ask(InputId(meaning(node).index), top(), child(node, Role::Else));
}

} // namespace tgdl
