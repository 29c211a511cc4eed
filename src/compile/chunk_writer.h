// Puts the instructions of one chunk together: registers as a stack, jumps to places not yet written.
//
//   const Register a = writer.push();                         // the first free register is in use now
//   const Label end = writer.new_label();
//   writer.jump_if(Operation::JumpUnless, a, end);
//   …
//   writer.bind(end);
//   program.chunks[index] = writer.finish("name", parameters);
//
// Registers below top() hold live values and nothing else (program.h, Chunk): whoever uses one gives it back.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

using Register = std::uint16_t;

// A place in the code that jumps can name before it is written.
struct Label {
    std::uint32_t index = kNone;
};

class ChunkWriter {
public:
    // Registers 0 … parameters-1 are filled by who calls the chunk.
    explicit ChunkWriter(Register parameters);

    // ---- registers
    [[nodiscard]] Register top() const { return top_; }
    Register push(Register count = 1); // gives the first of them
    void set_top(Register top);

    // ---- places: what follows stands there in the text of the rules
    void set_place(LocationIndex place) { place_ = place; }
    [[nodiscard]] LocationIndex place() const { return place_; }

    // ---- instructions. Registers they write or read count as used.
    void emit(Operation op, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0);
    void emit_wide(Operation op, std::uint32_t a, std::uint32_t wide);
    void load_constant(Register target, std::uint32_t constant) {
        emit_wide(Operation::LoadConstant, target, constant);
    }
    void load_null(Register target) { emit(Operation::LoadNull, target, 1); }
    void move(Register target, Register source); // nothing when they are the same
    // The window from `window` on with `count` arguments; its result is in `window`.
    void native(NativeId id, Register window, std::uint32_t count);

    // ---- jumps
    Label new_label();
    void bind(Label label);
    void jump(Label target) { jump_wide(Operation::Jump, 0, target); }
    void jump_if(Operation op, Register tested, Label target) { jump_wide(op, tested, target); }
    // Operations whose operands are letters "rrJ16".
    void jump_compare(Operation op, Register left, Register right, Label target);
    // Operations whose operands end in a wide J.
    void jump_wide(Operation op, Register a, Label target);

    // ---- variables, for reports of faults
    void begin_variable(std::string name, Register reg);
    // The latest ones, until `count` are in scope.
    void end_variables(std::size_t count);
    [[nodiscard]] std::size_t variables_in_scope() const { return open_variables_.size(); }

    // Some collections belong to constants: what changes one looks first.
    bool checks_changes = false;
    // What chunk flags say: set by who lowers the code.
    bool writes = false;
    bool may_fail = false;
    bool reads_hidden = false;
    bool has_this = false;
    bool is_reader = false;
    std::uint16_t word = 0;
    std::vector<TypeIndex> parameter_types;
    TypeIndex result = kNone;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(chunk_.code.size()); }
    // Ends it with a return of nothing and gives it away.
    [[nodiscard]] Chunk finish(std::string name);

private:
    struct Jump {
        std::uint32_t at = 0;
        Label target;
    };

    void patch_jumps();
    void shorten_far_jumps();

    Chunk chunk_;
    Register top_ = 0;
    LocationIndex place_ = 0;
    std::vector<std::uint32_t> labels_; // where each stands; kNone: not yet
    std::vector<Jump> jumps_;
    std::vector<std::size_t> open_variables_; // into Chunk::variables
};

} // namespace tgdl
