// PostgreSQL's own library, loaded when it is first needed: the program starts without it, and runs where it is missing.
#pragma once

#include <libpq-fe.h>

#include <string>
#include <tl/expected.hpp>

namespace tgdl {

struct Libpq {
// NOLINTNEXTLINE(bugprone-macro-parentheses): it is a name
#define TGDL_LIBPQ(name, function) decltype(&::function) name = nullptr;
#include "store/libpq.def"
#undef TGDL_LIBPQ
};

// Lives until the end of the program. Or what to install.
tl::expected<const Libpq*, std::string> load_libpq();

} // namespace tgdl
