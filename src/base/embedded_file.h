// A file that was put into the program when it was built.
#pragma once

#include <string_view>

namespace tgdl {

// Both views live as long as the program. The name has no folder: `E0201.md`.
struct EmbeddedFile {
    std::string_view name;
    std::string_view content;
};

} // namespace tgdl
