#include "program/instruction.h"

#include <array>

namespace tgdl {
namespace {

struct OperationText {
    std::string_view name;
    std::string_view operands;
};
constexpr std::array kOperations = {
#define TGDL_INSTRUCTION(name, operands) OperationText{#name, operands},
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

} // namespace

std::string_view operation_name(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).name;
}

std::string_view operation_operands(Operation operation) {
    return kOperations.at(static_cast<std::size_t>(operation)).operands;
}

bool calls_native(Operation operation) {
    return operation == Operation::Native || operation_name(operation).starts_with("Quick");
}

std::string_view native_name(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).name;
}

int native_arguments(NativeId native) {
    return kNatives.at(static_cast<std::size_t>(native)).arguments;
}

} // namespace tgdl
