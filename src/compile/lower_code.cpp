// Whole chunks: what their registers hold at the start, and how they end.
#include "compile/lower_code.h"

#include "compile/code_lowering.h"

#include <algorithm>

namespace tgdl {

void set_flags(const Lowering& lowering, BodyId id, ChunkWriter& writer) {
    const Body& body = lowering.checked.bodies[id.index()];
    const Effects effects = body.effects;
    writer.may_fail = writer.may_fail || effects.has(Effect::Fails) || effects.has(Effect::Cancels);
    writer.writes = writer.writes || effects.has(Effect::Writes) || makes_instances(lowering, id);
    writer.reads_hidden = writer.reads_hidden || (lowering.program.hides && !body.calls.empty());
}

bool makes_instances(const Lowering& lowering, BodyId body) {
    return lowering.creating_bodies[body.index()];
}

std::string source_line(const Lowering& lowering, const Span& span) {
    const SourceFile& file = lowering.sources.file(span.file);
    const std::string_view line = file.line(file.position(span.begin).line);
    constexpr std::size_t kLongest = 200; // bytes; of a longer line what stands in the span
    if (line.size() > kLongest) {
        std::string_view part = file.text().substr(span.begin, span.end - span.begin);
        std::size_t length = std::min(part.size(), kLongest);
        while (length < part.size() && (static_cast<unsigned char>(part[length]) & 0xC0U) == 0x80U) {
            ++length; // all of the last character
        }
        return std::string(part.substr(0, length));
    }
    const std::size_t first = line.find_first_not_of(" \t\r");
    const std::size_t last = line.find_last_not_of(" \t\r");
    return first == std::string_view::npos ? std::string() : std::string(line.substr(first, last - first + 1));
}

CodeLowering::CodeLowering(Lowering& lowering, ChunkWriter& writer, BodyId body, const ChunkShape& shape)
    : lowering_(lowering),
      checked_(lowering.checked),
      writer_(writer),
      body_(body),
      reader_(lowering.checked, lowering.checked.bodies[body.index()].place.file),
      tree_(reader_.tree()),
      name_(shape.name),
      around_(shape.around) {
    writer_.checks_changes = lowering.has_constant_collections;
    locals_.assign(frame().locals.size(), kNoRegister);
    for (std::size_t i = 0; i < shape.parameters.size(); ++i) {
        const NamedRegister use = shape.parameters[i];
        const auto reg = static_cast<Register>(i);
        switch (use.kind) {
        case NamedRegister::Kind::Unused: break;
        case NamedRegister::Kind::This:
            this_ = reg;
            writer_.begin_variable("this", reg);
            break;
        case NamedRegister::Kind::Event: event_ = reg; break;
        case NamedRegister::Kind::Input: declare_input(InputId(use.index), reg); break;
        case NamedRegister::Kind::Chooser: chooser_ = reg; break;
        case NamedRegister::Kind::Local: declare_local(use.index, reg); break;
        }
    }
}

const Body& CodeLowering::frame() const {
    const Body* at = &body();
    while (at->parent.valid()) {
        at = &checked_.bodies[at->parent.index()];
    }
    return *at;
}

void CodeLowering::declare_local(std::uint32_t local, Register reg) {
    if (local < locals_.size()) {
        locals_[local] = reg;
        open_locals_.push_back(local);
        if (!frame().locals[local].is_live_connections) { // else a tile is there
            writer_.begin_variable(std::string(checked_.text(frame().locals[local].name)), reg);
        }
    }
}

void CodeLowering::declare_input(InputId id, Register reg) {
    inputs_.push_back({id, reg});
    writer_.begin_variable(std::string(checked_.text(checked_.input(id).name)), reg);
}

void CodeLowering::close_scope(const Scope& scope) {
    for (std::size_t i = scope.locals; i < open_locals_.size(); ++i) {
        locals_[open_locals_[i]] = kNoRegister;
    }
    open_locals_.resize(scope.locals);
    inputs_.resize(scope.inputs);
    writer_.end_variables(scope.variables);
    writer_.set_top(scope.top);
}

void CodeLowering::lower_root(NodeId node, TypeId wanted) {
    set_flags(lowering_, body_, writer_);
    if (tree_.kind(node) == NodeKind::Block) {
        emit_body_coverage(node);
        lower_block(node);
        return;
    }
    const Register result = operand(node, wanted);
    set_place(node);
    writer_.emit(Operation::Return, result);
    if (const std::optional<StoredWord> read = stored_word(node);
        read && read->instance == 0 && lowering_.type_of(type(reader_.inside(node))) == writer_.result) {
        writer_.word = read->word;
    }
}

TypeIndex CodeLowering::lower_list_root(NodeId node, TypeId element) {
    set_flags(lowering_, body_, writer_);
    const Register result = top();
    lower_list_of(node, result, element);
    set_place(node);
    writer_.emit(Operation::Return, result);
    return becomes_list_of(node, element) ? lowering_.list_type(lowering_.type_of(element))
                                          : lowering_.type_of(type(reader_.inside(node)));
}

void CodeLowering::lower_block_inline(NodeId block) {
    set_flags(lowering_, body_, writer_);
    after_block_ = writer_.new_label();
    emit_body_coverage(block);
    lower_block(block);
    writer_.bind(*after_block_);
    after_block_.reset();
}

void CodeLowering::lower_result(NodeId node, Register result, TypeId wanted) {
    if (tree_.kind(node) == NodeKind::Block) {
        block_result_ = result;
        lower_block_inline(node);
        block_result_.reset();
        return;
    }
    set_flags(lowering_, body_, writer_);
    lower(node, result, wanted);
}

namespace {

TypeIndex type_of_this(Lowering& lowering, const Body& body) {
    if (body.this_is_group) {
        return lowering.class_type(lowering.class_of(body.group));
    }
    if (body.this_type.valid() && lowering.checked.def(body.this_type).kind == DefKind::Enum) {
        return lowering.enum_type(body.this_type);
    }
    if (body.this_type.valid()) {
        return lowering.class_type(lowering.class_of(body.this_type));
    }
    if (body.movement.valid()) {
        return lowering.piece_type(body.movement);
    }
    return kNone;
}

TypeIndex type_of_register(Lowering& lowering, BodyId id, const NamedRegister& use) {
    // Code without a body has inputs only.
    const auto body = [&]() -> const Body& { return lowering.checked.bodies[id.index()]; };
    if (use.type != kNone) {
        return use.type;
    }
    switch (use.kind) {
    case NamedRegister::Kind::Unused: break;
    case NamedRegister::Kind::This: return type_of_this(lowering, body());
    case NamedRegister::Kind::Event: return body().event_type.valid() ? lowering.type_of(body().event_type) : kNone;
    case NamedRegister::Kind::Input: return lowering.variable_type_of(InputId(use.index));
    case NamedRegister::Kind::Chooser: return lowering.plain_type(ValueKind::Player);
    case NamedRegister::Kind::Local: {
        const Body* frame = &body();
        while (frame->parent.valid()) {
            frame = &lowering.checked.bodies[frame->parent.index()];
        }
        if (use.index >= frame->locals.size()) {
            return kNone;
        }
        const LocalVariable& local = frame->locals[use.index];
        return local.is_live_connections ? lowering.root_type(RootKind::Tile) : lowering.type_of(local.type);
    }
    }
    return kNone;
}

// What `return` gives in a block, or the expression itself.
TypeIndex type_of_result(Lowering& lowering, BodyId id, NodeId node, TypeId wanted) {
    const Body& body = lowering.checked.bodies[id.index()];
    const CodeReader reader(lowering.checked, body.place.file);
    if (reader.tree().kind(node) != NodeKind::Block) {
        return lowering.type_of(wanted.valid() ? wanted : reader.type(reader.inside(node)));
    }
    const bool gives = body.returns.valid() && lowering.checked.types.kind(body.returns) != TypeKind::Nothing;
    return gives ? lowering.type_of(body.returns) : kNone;
}

} // namespace

void declare_parameters(Lowering& lowering, ChunkWriter& writer, BodyId body, const ChunkShape& shape) {
    writer.parameter_types.clear();
    for (const NamedRegister& use : shape.parameters) {
        writer.parameter_types.push_back(type_of_register(lowering, body, use));
    }
    writer.has_this = !shape.parameters.empty() && shape.parameters[0].kind == NamedRegister::Kind::This;
}

Chunk lower_chunk(Lowering& lowering, BodyId body, NodeId node, const ChunkShape& shape, TypeId wanted) {
    ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
    declare_parameters(lowering, writer, body, shape);
    writer.result = type_of_result(lowering, body, node, wanted);
    CodeLowering code(lowering, writer, body, shape);
    code.lower_root(node, wanted);
    return writer.finish(shape.name);
}

ChunkIndex lower_part(Lowering& lowering, BodyId body, NodeId node, const ChunkShape& shape, TypeId wanted) {
    const ChunkIndex index = lowering.reserve_chunk();
    Chunk chunk = lower_chunk(lowering, body, node, shape, wanted);
    lowering.program.chunks[index] = std::move(chunk);
    return index;
}

ChunkIndex lower_body(Lowering& lowering, BodyId body, const ChunkShape& shape, TypeId wanted) {
    return lower_part(lowering, body, lowering.checked.bodies[body.index()].place.node, shape, wanted);
}

namespace {

std::string unnamed_function_text(const CheckedProgram& checked, const Function& function) {
    std::string name(checked.text(function.name));
    switch (function.kind) {
    case FunctionKind::Computed: return std::string(checked.text(checked.def(function.owner).name)) + "." + name;
    case FunctionKind::Modifier: return "modify of " + name;
    case FunctionKind::ModifierCondition: return "condition of modify of " + name;
    case FunctionKind::Score:
    case FunctionKind::Tiebreak:
    case FunctionKind::Named: break;
    }
    return name;
}

std::string block_words(const CheckedProgram& checked, const Function& function) {
    const std::string name(checked.text(function.name));
    switch (function.kind) {
    case FunctionKind::Computed: return "the computed attribute `" + name + "`";
    case FunctionKind::Modifier:
    case FunctionKind::ModifierCondition: return "a `modify` of `" + name + "`";
    case FunctionKind::Score:
    case FunctionKind::Tiebreak:
    case FunctionKind::Named: break;
    }
    return "the `" + name + "`";
}

void emit_fault(Lowering& lowering, ChunkWriter& writer, NativeId fault, const std::string& what,
                std::optional<Register> whose) {
    const Register window = writer.push(whose ? 2 : 1);
    writer.load_constant(window, lowering.text_constant(what));
    if (whose) {
        writer.move(static_cast<Register>(window + 1), *whose);
    }
    writer.native(fault, window, whose ? 2 : 1);
    writer.set_top(window);
}

// Code that runs as a function: what it changes is undone, and `fail` in it is a fault.
Chunk lower_unnamed_function(Lowering& lowering, FunctionId id) {
    const CheckedProgram& checked = lowering.checked;
    const Function& function = checked.function(id);
    const NodeId node = checked.tree(function.place).child(function.place.node, code_role(function.kind));
    const BodyId body = lowering.bodies.find(function.place.file, node);
    ChunkShape shape;
    shape.name = unnamed_function_text(checked, function);
    if (function.owner.valid()) {
        shape.parameters.push_back(register_this());
    }
    for (const InputId input : function.inputs) {
        shape.parameters.push_back(register_input(input));
    }
    ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
    declare_parameters(lowering, writer, body, shape);
    writer.result = lowering.type_of(function.returns);
    writer.set_place(lowering.place_of(checked.tree(function.place).name_span(function.place.node)));
    const Effects effects = checked.bodies[body.index()].effects;
    const bool is_undone = lowering.program.optimise == Optimise::No || effects.has(Effect::Writes)
                           || effects.has(Effect::Fails) || effects.has(Effect::Cancels)
                           || makes_instances(lowering, body);
    const bool is_score = function.kind == FunctionKind::Score || function.kind == FunctionKind::Tiebreak;
    CodeLowering code(lowering, writer, body, shape);
    if (!is_undone && !is_score) {
        code.lower_root(node, function.returns);
        return writer.finish(shape.name);
    }
    const std::string what = block_words(checked, function);
    const LocationIndex place = writer.place();
    const Register result = writer.push();
    const Label failed = writer.new_label();
    writer.load_null(result);
    if (is_undone) {
        writer.jump_wide(Operation::BeginHypothetical, 0, failed);
    }
    code.lower_result(node, result, function.returns);
    writer.set_place(place);
    if (is_undone) {
        writer.emit(Operation::EndHypothetical);
    }
    writer.set_top(static_cast<Register>(result + 1));
    if (is_score) {
        const Label is_there = writer.new_label();
        writer.jump_if(Operation::JumpUnlessNull, result, is_there);
        emit_fault(lowering, writer, NativeId::NullScore, what, Register{0});
        writer.bind(is_there);
    }
    writer.emit(Operation::Return, result);
    if (is_undone) {
        writer.bind(failed);
        emit_fault(lowering, writer, NativeId::BlockFails, what, std::nullopt);
    }
    writer.writes = false;
    writer.may_fail = false;
    return writer.finish(shape.name);
}

} // namespace

Chunk lower_function(Lowering& lowering, FunctionId id) {
    const CheckedProgram& checked = lowering.checked;
    const Function& function = checked.function(id);
    if (function.kind != FunctionKind::Named) {
        return lower_unnamed_function(lowering, id);
    }
    ChunkShape shape;
    if (function.owner.valid()) {
        shape.name = std::string(checked.text(checked.def(function.owner).name)) + ".";
        shape.parameters.push_back(register_this());
    }
    shape.name += checked.text(function.name);
    for (const InputId input : function.inputs) {
        if (checked.input(input).mode == Input::Mode::Function) {
            shape.parameters.push_back(register_input(input));
        }
    }
    ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
    const NodeId block = checked.tree(function.place).child(function.place.node, Role::Effect);
    const BodyId body = lowering.bodies.find(function.place.file, block);
    declare_parameters(lowering, writer, body, shape);
    writer.result = function.returns.valid() ? lowering.type_of(function.returns) : kNone;
    CodeLowering code(lowering, writer, body, shape);
    code.ask_head_inputs(function.inputs);
    code.lower_root(block, {});
    return writer.finish(shape.name);
}

void lower_value_into(Lowering& lowering, ChunkWriter& writer, BodyId body, NodeId expression, TypeId wanted,
                      const ChunkShape& shape) {
    set_flags(lowering, body, writer);
    const std::size_t variables = writer.variables_in_scope();
    CodeLowering code(lowering, writer, body, shape);
    code.lower(expression, writer.top(), wanted);
    writer.end_variables(variables);
}

void lower_block_into(Lowering& lowering, ChunkWriter& writer, BodyId body, NodeId block, const ChunkShape& shape) {
    const std::size_t variables = writer.variables_in_scope();
    CodeLowering code(lowering, writer, body, shape);
    code.lower_block_inline(block);
    writer.end_variables(variables);
}

void lower_new_into(Lowering& lowering, ChunkWriter& writer, BodyId body, TypeDefId type, NodeId initialiser,
                    const ChunkShape& shape) {
    set_flags(lowering, body, writer);
    const std::size_t variables = writer.variables_in_scope();
    CodeLowering code(lowering, writer, body, shape);
    code.lower_new_instance(type, initialiser, writer.top());
    writer.end_variables(variables);
}

} // namespace tgdl
