#include "vm/native_call.h"
#include "vm/native_lists.h"

namespace tgdl {

namespace {

using NativeTable = std::array<NativeFunction, kNativeCount>;

NativeTable make_table_of_natives() {
    NativeTable functions{};
    for (const std::span<const NativeEntry> theme :
         {text_natives(), enum_natives(), number_natives(), list_natives(), new_list_natives(), stack_natives(),
          table_natives(), block_natives(), data_natives(), suppose_natives()}) {
        for (const NativeEntry& entry : theme) {
            functions[static_cast<std::size_t>(entry.id)] = entry.function;
        }
    }
    return functions;
}

} // namespace

NativeFunction collection_native(NativeId native) {
    static const NativeTable functions = make_table_of_natives();
    return functions[static_cast<std::size_t>(native)];
}

} // namespace tgdl
