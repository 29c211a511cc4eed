#include "diagnostics/older_spelling.h"

namespace tgdl {

std::string older_spelling_help(std::string_view newer, Formatting formatting) {
    return "write `" + std::string(newer) + "`; `tgdl fmt` rewrites it"
           + (formatting == Formatting::Possible ? "" : " once the file can be read without errors");
}

} // namespace tgdl
