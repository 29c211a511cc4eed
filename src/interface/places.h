// Spans of the engine as places of the public interface.
#pragma once

#include "source/source_file.h"

#include <optional>
#include <tgdl/rules.h>

namespace tgdl::v1 {

// None: the span is of no file.
inline std::optional<Place> place_of(const SourceSet& sources, Span span) {
    if (span.file.index() >= sources.size()) {
        return std::nullopt;
    }
    const SourceFile& file = sources.file(span.file);
    const LineColumn begin = file.position(span.begin);
    const LineColumn end = file.position(span.end);
    return Place{file.path(), begin.line, begin.column, end.line, end.column};
}

} // namespace tgdl::v1
