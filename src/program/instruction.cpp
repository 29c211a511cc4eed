#include "program/instruction.h"

#include <algorithm>
#include <array>

namespace tgdl {
namespace {

enum class Purity : std::uint8_t { Pure, Impure };
struct OperationText {
    std::string_view name;
    std::string_view operands;
    Purity purity;
};
constexpr std::array kOperations = {
#define TGDL_INSTRUCTION(name, operands, purity) OperationText{#name, operands, Purity::purity},
#include "program/instruction.def"
#undef TGDL_INSTRUCTION
};

struct NativeText {
    std::string_view name;
    int arguments;
    std::string_view parameters;
    std::string_view result;
};
constexpr NativeText read_native(std::string_view name, int arguments, std::string_view types) {
    const std::size_t colon = types.find(':');
    return {name, arguments, types.substr(0, colon), types.substr(colon + 1)};
}
constexpr std::array kNatives = {
#define TGDL_NATIVE(name, arguments, types) read_native(#name, arguments, types),
#include "program/natives.def"
#undef TGDL_NATIVE
};
static_assert(std::ranges::all_of(kNatives, [](const NativeText& native) {
    return native.arguments == (native.parameters.ends_with('*') ? -1 : static_cast<int>(native.parameters.size()));
}));

struct Intrinsic {
    Operation operation;
    NativeId native;
};
// Those that do a native and nothing else stand first.
constexpr auto kIntrinsics = std::to_array<Intrinsic>({
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

bool is_pure(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).purity == Purity::Pure;
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

Operation intrinsic_operation(NativeId native) {
    const auto* const found = std::ranges::find(kIntrinsics, native, &Intrinsic::native);
    return found == kIntrinsics.end() ? Operation::Native : found->operation;
}

std::optional<NativeId> native_of_intrinsic(Operation operation) {
    const auto* const found = std::ranges::find(kIntrinsics, operation, &Intrinsic::operation);
    return found == kIntrinsics.end() ? std::nullopt : std::optional(found->native);
}

std::string_view native_name(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).name;
}

int native_arguments(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).arguments;
}

std::string_view native_parameter_types(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).parameters;
}

std::string_view native_result_type(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).result;
}

} // namespace tgdl
