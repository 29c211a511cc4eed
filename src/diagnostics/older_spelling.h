// The help of a hint about an older spelling.
#pragma once

#include <string>
#include <string_view>

namespace tgdl {

// Can `tgdl fmt` lay out the file? It leaves a file alone that it cannot read.
enum class Formatting { Possible, PreventedByErrors };

std::string older_spelling_help(std::string_view newer, Formatting formatting);

} // namespace tgdl
