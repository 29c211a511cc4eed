// Whole chunks: what their registers hold at the start, and how they end.
#include "compile/lower_code.h"

#include "compile/code_lowering.h"

#include <algorithm>

namespace tgdl {

namespace {

// Follows calls to see whether code makes instances.
class MakingSearch {
public:
    explicit MakingSearch(const Lowering& lowering)
        : lowering_(lowering), seen_(lowering.checked.functions.size(), false) {}

    [[nodiscard]] bool look(BodyId id) {
        return id.valid() && std::ranges::any_of(lowering_.checked.bodies[id.index()].calls, [&](const CallSite& call) {
                   return makes(call);
               });
    }

private:
    [[nodiscard]] bool makes(const CallSite& call) {
        switch (call.kind) {
        case CallSite::Kind::Create:
        case CallSite::Kind::Action:
        case CallSite::Kind::BaseAction: return true;
        case CallSite::Kind::BaseFunction: return look(FunctionId(call.index));
        case CallSite::Kind::Function: break;
        }
        const FunctionId id(call.index);
        const FunctionId slot = lowering_.checked.function(id).slot;
        const std::vector<FunctionId>& others = lowering_.checked.function(slot.valid() ? slot : id).overridden_by;
        return look(id) || std::ranges::any_of(others, [&](FunctionId other) { return look(other); });
    }

    [[nodiscard]] bool look(FunctionId id) {
        if (seen_[id.index()]) {
            return false;
        }
        seen_[id.index()] = true;
        const CodeRef place = lowering_.checked.function(id).place;
        if (!place.valid()) {
            return false;
        }
        return look(lowering_.bodies.find(place.file, lowering_.checked.tree(place).child(place.node, Role::Effect)));
    }

    const Lowering& lowering_;
    std::vector<bool> seen_; // functions looked at
};

// What the chunk of a body may do, as far as hypothetical evaluation must know it.
void set_flags(const Lowering& lowering, BodyId id, ChunkWriter& writer) {
    const Body& body = lowering.checked.bodies[id.index()];
    const Effects effects = body.effects;
    writer.may_fail = writer.may_fail || effects.has(Effect::Fails) || effects.has(Effect::Cancels);
    writer.writes = writer.writes || effects.has(Effect::Writes) || makes_instances(lowering, id);
    writer.reads_hidden = writer.reads_hidden || (lowering.program.hides && !body.calls.empty());
}

} // namespace

bool makes_instances(const Lowering& lowering, BodyId body) {
    return !lowering.checked.bodies[body.index()].calls.empty() && MakingSearch(lowering).look(body);
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
      name_(shape.name) {
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
        writer_.begin_variable(std::string(checked_.text(frame().locals[local].name)), reg);
    }
}

void CodeLowering::declare_input(InputId id, Register reg) {
    inputs_.push_back({id, reg});
    writer_.begin_variable(std::string(checked_.text(checked_.input(id).name)), reg);
}

void CodeLowering::close_scope(const Scope& scope) {
    writer_.end_variables(scope.variables);
    writer_.set_top(scope.top);
}

void CodeLowering::lower_root(NodeId node, TypeId wanted) {
    set_flags(lowering_, body_, writer_);
    if (tree_.kind(node) == NodeKind::Block) {
        note_body(node);
        lower_block(node);
        return;
    }
    const Register result = operand(node, wanted);
    set_place(node);
    writer_.emit(Operation::Return, result);
}

void CodeLowering::lower_list_root(NodeId node, TypeId element) {
    set_flags(lowering_, body_, writer_);
    const Register result = top();
    lower_list_of(node, result, element);
    set_place(node);
    writer_.emit(Operation::Return, result);
}

void CodeLowering::lower_block_inline(NodeId block) {
    set_flags(lowering_, body_, writer_);
    after_block_ = writer_.new_label();
    note_body(block);
    lower_block(block);
    writer_.bind(*after_block_);
    after_block_.reset();
}

Chunk lower_chunk(Lowering& lowering, BodyId body, NodeId node, const ChunkShape& shape, TypeId wanted) {
    ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
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

Chunk lower_function(Lowering& lowering, FunctionId id) {
    const CheckedProgram& checked = lowering.checked;
    const Function& function = checked.function(id);
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
