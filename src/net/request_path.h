// The path that a request asks for, in the one form in which it is compared with what there is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tgdl {

// Decodes the target of a request and makes it normal: `/a//b/../c%20d/?q=1` is `/a/c d`. What is written with `%` is the
// same as what it stands for, so `%2e%2e` goes up like `..`, and `%2F` parts like `/`.
//
// None when it does not begin with `/`, goes up beyond the root, holds a `%` without two hexadecimal digits or a control
// character, or is not UTF-8.
std::optional<std::string> requested_path(std::string_view target);

} // namespace tgdl
