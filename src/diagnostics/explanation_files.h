// The pages that `tgdl explain` prints, one for each diagnostic: the files of src/diagnostics/explanations.
#pragma once

#include "base/embedded_file.h"

#include <span>

namespace tgdl {

// Every page, sorted by name. Defined by the build (cmake/embed.cmake).
std::span<const EmbeddedFile> explanation_files();

} // namespace tgdl
