// Validation of players' names.
#pragma once

#include <string>
#include <string_view>

namespace tgdl {

// The name without what is no part of a word: control characters, and those that turn the direction of what follows, by
// which a name could look like something else on the page. Spaces around it are left out. `name` is valid UTF-8.
std::string clean_name(std::string_view name);

} // namespace tgdl
