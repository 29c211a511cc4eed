#include "cli/version.h"

#include "saves/save.h"

#include <fmt/format.h>

namespace tgdl {

std::string version_text() {
    const std::string commit = kCommit.empty() ? "" : fmt::format("commit {}, ", kCommit);
    return fmt::format("tgdl {} ({}save format {})", kVersion, commit, kSaveFormat);
}

} // namespace tgdl
