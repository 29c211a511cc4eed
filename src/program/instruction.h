// The instructions of the machine: 8 bytes each, an operation and three operands of 16 bits.
//
// What each does is written in instruction.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tgdl {

enum class Operation : std::uint16_t {
#define TGDL_INSTRUCTION(name, operands, does) name,
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
};

inline constexpr std::size_t kOperationCount = 0
#define TGDL_INSTRUCTION(name, operands, does) +1 // NOLINT(bugprone-macro-parentheses): one of a sum
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
    ;

std::string_view operation_name(Operation operation);
std::string_view operation_operands(Operation operation);
bool ends_code(Operation operation); // the instruction after it never runs next
bool is_pure(Operation operation);   // it changes nothing but registers

struct Instruction {
    Operation op = Operation::Nop;
    std::uint16_t a = 0;
    std::uint16_t b = 0;
    std::uint16_t c = 0;

    constexpr bool operator==(const Instruction&) const = default;
    [[nodiscard]] constexpr std::uint32_t wide() const { return b | (static_cast<std::uint32_t>(c) << 16U); }
    [[nodiscard]] static constexpr Instruction with_wide(Operation op, std::uint16_t a, std::uint32_t wide) {
        return {op, a, static_cast<std::uint16_t>(wide), static_cast<std::uint16_t>(wide >> 16U)};
    }
};
static_assert(sizeof(Instruction) == 8);

// The coordinates in a QuickGroupCell.
[[nodiscard]] constexpr std::uint32_t cell_column(const Instruction& cell) {
    return cell.c & 0xffU;
}
[[nodiscard]] constexpr std::uint32_t cell_row(const Instruction& cell) {
    return cell.c >> 8U;
}

// A wide jump of the instruction `at` to the instruction `target`.
[[nodiscard]] constexpr Instruction wide_jump(Operation op, std::uint16_t a, std::uint32_t at, std::uint32_t target) {
    return Instruction::with_wide(op, a, target - (at + 1));
}

// What stands in the register of a Winner instruction.
enum class WinnerKind : std::uint8_t {
    Places,  // a List<List<player>>: those who share each place
    InOrder, // a List<player>: one for each place
    Shared,  // a List<player>: all of them share the first place
    Highest, // a Table<number> by player
    Lowest,
    Player, // one player
    Score,  // a List<player> to be ranked by score, or null: everybody
    Draw,   // nothing: everybody
};

// Built-in operations that need no instruction of their own.
enum class NativeId : std::uint16_t {
#define TGDL_NATIVE(name, arguments, types) name,
#include "program/natives.def"
#undef TGDL_NATIVE
};
inline constexpr std::size_t kNativeCount = 0
#define TGDL_NATIVE(name, arguments, types) +1 // NOLINT(bugprone-macro-parentheses): one of a sum
#include "program/natives.def"
#undef TGDL_NATIVE
    ;

// The instruction that does the native in the loop; Operation::Native if none does.
Operation intrinsic_operation(NativeId native);
// The native that the instruction does in the loop; none for every other instruction.
std::optional<NativeId> native_of_intrinsic(Operation operation);
std::string_view native_name(NativeId native);
int native_arguments(NativeId native); // -1: any number
// Letters of natives.def: of each argument, and of the result.
std::string_view native_parameter_types(NativeId native);
std::string_view native_result_type(NativeId native);

} // namespace tgdl
