// Reports a file that the loader did not give out: what is wrong with its path, and what to write instead.
#pragma once

#include "diagnostics/diagnostic.h"
#include "source/loader.h"

#include <string>

namespace tgdl {

enum class FileUse : std::uint8_t { Import, Data };

struct UnloadedFile {
    LoadProblem problem = LoadProblem::None;
    FileUse use = FileUse::Import;
    std::string reader_key; // the loader's key of the file that names it
    std::string path;       // as it is written
    Span span;              // of the text that names it
};

void report_unloaded(const UnloadedFile& file, Loader& loader, Diagnostics& diagnostics);

} // namespace tgdl
