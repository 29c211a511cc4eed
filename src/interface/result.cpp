#include <tgdl/result.h>

#include <cstdio>
#include <cstdlib>

namespace tgdl::v1::detail {

void end_without_value(const Error& error) noexcept {
    std::fprintf(stderr, "tgdl: a result is used without looking whether it is there: %s\n", error.message.c_str());
    std::abort();
}

} // namespace tgdl::v1::detail
