// Lines and columns of many locations, each found quickly however long the lines are.
//
//   in   the files of a program
//   out  for a place (file and byte) its line and column, both from 1; columns count characters
//
// SourceFile::position counts from the start of the line, which is slow when a whole game stands on one line. Here the
// first place asked for in a file costs O(bytes of the file), every further one O(log lines).
#pragma once

#include "source/source_file.h"

#include <cstdint>
#include <vector>

namespace tgdl {

class LineColumns {
public:
    explicit LineColumns(const SourceSet& sources) : sources_(sources), counts_(sources.size()) {}

    [[nodiscard]] const SourceSet& sources() const { return sources_; }
    // Does the span belong to a file of the program?
    [[nodiscard]] bool known(Span span) const { return span.file.index() < counts_.size(); }
    // Wants a known file. A byte past the end of the text is taken for the end.
    LineColumn at(FileId file, std::uint32_t byte);
    LineColumn begin(Span span) { return at(span.file, span.begin); }
    LineColumn end(Span span) { return at(span.file, span.end); }

private:
    std::uint32_t characters_before(FileId file, std::uint32_t byte);

    const SourceSet& sources_;
    // By file, empty until asked for: the number of characters before every kStride-th byte.
    std::vector<std::vector<std::uint32_t>> counts_;
};

} // namespace tgdl
