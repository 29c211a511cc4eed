// Turns code of the rules (a block or an expression with the types and meanings that check/ found) into chunks.
//
//   in   a Body of the checked program, and what stands in which register when it begins
//   out  chunks of the Program
//
// Registers are used like a stack (program.h, Chunk). Evaluation goes left to right; variables, inputs and `this` are
// used where they stand, because only statements change them.
#pragma once

#include "compile/chunk_writer.h"
#include "compile/lowering.h"

#include <string>
#include <vector>

namespace tgdl {

// What stands in one register when a chunk begins.
struct NamedRegister {
    enum class Kind : std::uint8_t { Unused, This, Event, Input, Chooser, Local };
    Kind kind = Kind::Unused;
    // Input: InputId. Local: index into the locals of the body (of the one that holds them, for a part of a body);
    // the viewer of a `visible`, the tile of `through` and `onto` are Local 0.
    std::uint32_t index = 0;
    TypeIndex type = kNone; // of what stands there; kNone: as that is declared
};

[[nodiscard]] inline NamedRegister register_this() {
    return {NamedRegister::Kind::This, 0};
}
[[nodiscard]] inline NamedRegister register_event() {
    return {NamedRegister::Kind::Event, 0};
}
[[nodiscard]] inline NamedRegister register_input(InputId id) {
    return {NamedRegister::Kind::Input, id.value};
}
[[nodiscard]] inline NamedRegister register_local(std::uint32_t local) {
    return {NamedRegister::Kind::Local, local};
}

struct ChunkShape {
    std::string name; // for traces: `Deck.Draw`, `filter of Tick.chosen`
    std::vector<NamedRegister> parameters;
    Register around = 0; // of a part of an input: the first so many are those of the code around it
};

// Says what the chunk may do when the code of this body is a part of it, as far as hypothetical evaluation must know it.
void set_flags(const Lowering& lowering, BodyId body, ChunkWriter& writer);

// Says what the registers of a chunk hold when it begins, as far as its body may read them.
void declare_parameters(Lowering& lowering, ChunkWriter& writer, BodyId body, const ChunkShape& shape);

// A whole body: its block, or its expression. A value becomes `wanted` where that is given (a number a player).
ChunkIndex lower_body(Lowering& lowering, BodyId body, const ChunkShape& shape, TypeId wanted = {});
// A block or an expression that is a part of a body: the text of a `require`, a bound of a range, a step of a movement.
ChunkIndex lower_part(Lowering& lowering, BodyId body, NodeId node, const ChunkShape& shape, TypeId wanted = {});
// The same, as the code of a chunk whose index is known already.
[[nodiscard]] Chunk lower_chunk(Lowering& lowering, BodyId body, NodeId node, const ChunkShape& shape,
                                TypeId wanted = {});

// The code of a function, for Lowering::function_chunk(). Parameters: `this` (methods only), its `function input`s in
// order. Its other inputs are asked for at its start.
[[nodiscard]] Chunk lower_function(Lowering& lowering, FunctionId function);

// Everything about an input that stands in register `reg` of code that sees `context` (its parameters are the registers
// 0 … reg-1) around it. `body`: the one an input statement stands in; none for inputs of heads. The name of the context
// is that of the owner: `Player.Tick`.
[[nodiscard]] InputInfo lower_input(Lowering& lowering, InputId input, Register reg, const ChunkShape& context,
                                    BodyId body = {});

// ---- pieces of a chunk put together from several bodies: the making of an instance

// The value of the expression in register writer.top(), which is not pushed.
void lower_value_into(Lowering& lowering, ChunkWriter& writer, BodyId body, NodeId expression, TypeId wanted,
                      const ChunkShape& shape);
// A block; `return` in it goes on after it.
void lower_block_into(Lowering& lowering, ChunkWriter& writer, BodyId body, NodeId block, const ChunkShape& shape);
// A new instance in register writer.top(), which is not pushed: New, CallInit, the entries of the initialiser (may be
// none), CallDefaults, Made.
void lower_new_into(Lowering& lowering, ChunkWriter& writer, BodyId body, TypeDefId type, NodeId initialiser,
                    const ChunkShape& shape);

} // namespace tgdl
