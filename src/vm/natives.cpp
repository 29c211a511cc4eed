#include "vm/execution.h"
#include "vm/native_lists.h"

#include <array>

namespace tgdl {
namespace {

std::array<NativeFunction, kNativeCount> join_lists() {
    std::array<NativeFunction, kNativeCount> table{};
    for (std::size_t number = 0; number < kNativeCount; ++number) {
        const auto native = static_cast<NativeId>(number);
        const NativeFunction found = collection_native(native);
        table.at(number) = found != nullptr ? found : board_native(native);
    }
    return table;
}

} // namespace

const NativeFunction* native_table() {
    static const std::array<NativeFunction, kNativeCount> table = join_lists();
    return table.data();
}

NativeFunction native_function(NativeId native) {
    return native_table()[static_cast<std::size_t>(native)];
}

} // namespace tgdl
