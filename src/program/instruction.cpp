#include "program/instruction.h"

#include <algorithm>
#include <array>

namespace tgdl {
namespace {

enum class Does : std::uint8_t { Looks, Acts };
struct OperationText {
    std::string_view name;
    std::string_view operands;
    Does does;
};
constexpr std::array kOperations = {
#define TGDL_INSTRUCTION(name, operands, does) OperationText{#name, operands, Does::does},
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
};

struct NativeText {
    std::string_view name;
    int arguments;
};
constexpr std::array kNatives = {
#define TGDL_NATIVE(name, arguments) NativeText{#name, arguments},
#include "program/natives.def"
#undef TGDL_NATIVE
};

struct Quick {
    Operation operation;
    NativeId native;
};
// Those that do a native and nothing else stand first.
constexpr auto kQuick = std::to_array<Quick>({
    {Operation::QuickTileEmpty, NativeId::TileEmpty},
    {Operation::QuickTilePiece, NativeId::TilePiece},
    {Operation::QuickTileX, NativeId::TileX},
    {Operation::QuickTileY, NativeId::TileY},
    {Operation::QuickTileNeighbor, NativeId::TileNeighbor},
    {Operation::QuickPieceTile, NativeId::PieceTile},
    {Operation::QuickOwnerOf, NativeId::OwnerOf},
    {Operation::QuickPlayerActive, NativeId::PlayerActive},
    {Operation::QuickListLength, NativeId::ListLength},
    {Operation::QuickListGet, NativeId::ListGet},
    {Operation::QuickMathAbs, NativeId::MathAbs},
    {Operation::QuickGroupGet, NativeId::GroupGet},
    {Operation::QuickGroupCell, NativeId::GroupGet},
    {Operation::JumpIfEmpty, NativeId::TileEmpty},
    {Operation::JumpUnlessEmpty, NativeId::TileEmpty},
});

} // namespace

std::string_view operation_name(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).name;
}

std::string_view operation_operands(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).operands;
}

bool only_looks(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).does == Does::Looks;
}

bool ends_code(Operation operation) {
    switch (operation) {
    case Operation::Jump:
    case Operation::Return:
    case Operation::ReturnNothing:
    case Operation::Fail:
    case Operation::Cancel:
    case Operation::Winner: return true;
    default: return false;
    }
}

Operation quick_operation(NativeId native) {
    const auto* const found = std::ranges::find(kQuick, native, &Quick::native);
    return found == kQuick.end() ? Operation::Native : found->operation;
}

std::optional<NativeId> quick_native(Operation operation) {
    const auto* const found = std::ranges::find(kQuick, operation, &Quick::operation);
    return found == kQuick.end() ? std::nullopt : std::optional(found->native);
}

std::string_view native_name(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).name;
}

int native_arguments(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).arguments;
}

} // namespace tgdl
