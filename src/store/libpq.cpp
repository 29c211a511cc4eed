#include "store/libpq.h"

#include <dlfcn.h>

namespace tgdl {

namespace {

constexpr const char* kInstallLibpq =
    "tables can be kept in PostgreSQL only with its library, libpq 14 or newer: install libpq5";

struct LoadedLibpq {
    Libpq functions;
    bool is_complete = false;
};

LoadedLibpq load_now() {
    LoadedLibpq loaded;
    void* const library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return loaded;
    }
    loaded.is_complete = true;
    const auto find = [&]<typename Function>(Function& function, const char* name) {
        function = reinterpret_cast<Function>(dlsym(library, name));
        loaded.is_complete = loaded.is_complete && function != nullptr;
    };
#define TGDL_LIBPQ(name, function) find(loaded.functions.name, #function);
#include "store/libpq.def"
#undef TGDL_LIBPQ
    return loaded;
}

} // namespace

tl::expected<const Libpq*, std::string> load_libpq() {
    static const LoadedLibpq loaded = load_now();
    if (!loaded.is_complete) {
        return tl::unexpected(std::string(kInstallLibpq));
    }
    return &loaded.functions;
}

} // namespace tgdl
