// Gives a file new content all at once: whoever reads it, even after a crash, sees the old text or the new one whole.
#pragma once

#include <string>
#include <string_view>

namespace tgdl {

// `path` names a file that is there, not a link. Its permissions stay. Empty on success, else why it failed, in which
// case the file is as it was.
std::string replace_file(const std::string& path, std::string_view content);

// The same for a file that need not be there yet. Where `path` is a link, the file that it leads to is written.
std::string write_file(const std::string& path, std::string_view content);

} // namespace tgdl
