#include <tgdl/version.h>

namespace tgdl::v1 {

// The build says which version it is; the header is held to that.
static_assert(kVersionMajor == TGDL_VERSION_MAJOR && kVersionMinor == TGDL_VERSION_MINOR
                  && kVersionPatch == TGDL_VERSION_PATCH,
              "include/tgdl/version.h has another version than CMakeLists.txt");

std::string_view version() noexcept {
    return TGDL_VERSION;
}

} // namespace tgdl::v1
