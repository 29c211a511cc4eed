// The types in the registers of one chunk: what TypeVerifier::verify_chunk() works with.
#pragma once

#include "program/verify_types.h"

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

namespace tgdl {

struct RegisterState {
    std::vector<StaticTypeId> types; // by register
    std::uint32_t block = kNone;     // the BeginHypothetical around it; kNone: none

    [[nodiscard]] bool is_reached() const { return !types.empty(); }
};

class TypedCode {
public:
    TypedCode(const Program& program, TypeVerifier& verifier, const Chunk& chunk);

    std::string verify(RegisterTypes* kept);

private:
    // A change of a register on the way that an instruction jumps, or on the way that it does not.
    enum class Way : std::uint8_t { Both, Jumps, GoesOn };
    struct Change {
        std::uint32_t reg = 0;
        StaticTypeId type = 0;
        Way way = Way::Both;
    };

    // ---- the walk over blocks
    void find_leaders();
    [[nodiscard]] bool skips_next(const Instruction& code) const; // it may go on one instruction further
    void run_block(std::uint32_t first, RegisterTypes* kept);
    void flow_to(std::uint32_t at, const RegisterState& state);
    void flow_on(std::uint32_t at);
    void flow_to_failure(std::uint32_t at);

    // ---- one instruction. Each says what is wrong by refuse(), and what changes by set().
    void step(const Instruction& code, std::uint32_t at);
    bool step_values(const Instruction& code);
    bool step_jumps(const Instruction& code, std::uint32_t at);
    bool step_calls(const Instruction& code);
    bool step_instances(const Instruction& code);
    bool step_collections(const Instruction& code);
    bool step_walks(const Instruction& code, std::uint32_t at);
    bool step_flow(const Instruction& code, std::uint32_t at);
    bool step_intrinsic(const Instruction& code);

    void call_native(NativeId native, std::span<const std::uint32_t> arguments, std::uint32_t target);
    void check_native_argument(char letter, std::uint32_t reg, std::uint32_t receiver, std::uint32_t second);
    StaticTypeId native_result(NativeId native, std::span<const std::uint32_t> arguments);
    StaticTypeId made_collection(std::string_view letters, std::span<const std::uint32_t> arguments);
    void bind_movement(std::span<const std::uint32_t> arguments);
    StaticTypeId native_letter(char letter, StaticTypeId receiver);
    StaticTypeId group_of_board(std::uint32_t board, std::uint32_t number);
    StaticTypeId tile_of_group(StaticTypeId group);
    void call_action(const Instruction& code);
    void win(const Instruction& code);
    void ask(const Instruction& code);
    void check_input_part(ChunkIndex chunk, std::uint32_t reg);
    void begin_walk(const Instruction& code);
    void next_of_walk(const Instruction& code, std::uint32_t at);
    void compare_identity(std::uint32_t first, std::uint32_t second);
    void narrow_by_test(const Instruction& code, std::uint32_t at);

    // ---- registers
    StaticTypeId read(std::uint32_t reg);
    // Reads it and refuses whatever is none of these kinds.
    StaticTypeId want(std::uint32_t reg, std::uint32_t kinds, std::string_view what);
    StaticTypeId want_kind(std::uint32_t reg, ClassKind kind, std::string_view what);
    void want_fitting(std::uint32_t reg, StaticTypeId wanted);
    void want_not_null(std::uint32_t reg);
    void want_no_blank(std::uint32_t reg);
    StaticTypeId word_of(std::uint32_t instance, std::uint32_t offset, bool tests_blank);
    std::uint32_t constant_number(std::uint32_t reg);
    const ValueType* constant_type(std::uint32_t reg);
    void set(std::uint32_t reg, StaticTypeId type, Way way = Way::Both);
    // Other code runs in the registers from this one on.
    void leave_to_others(std::uint32_t reg);
    void refuse(std::string what) {
        if (wrong_.empty()) {
            wrong_ = std::move(what);
        }
    }

    const Program& program_;
    TypeVerifier& verifier_;
    StaticTypes& types_;
    const Chunk& chunk_;
    std::vector<bool> is_leader_;
    std::vector<RegisterState> before_; // by instruction; of leaders only
    std::vector<std::uint32_t> visits_; // by instruction
    std::vector<bool> is_waiting_;      // by instruction: a leader to be looked at
    std::vector<std::uint32_t> outer_;  // by BeginHypothetical: the one around it
    RegisterState now_;
    std::vector<Change> changes_;
    std::string wrong_;
};

} // namespace tgdl
