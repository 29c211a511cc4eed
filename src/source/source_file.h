// The text of one file of a game, and where its lines begin.
//
//   in   a path as people should read it, and the bytes
//   out  spans (ranges of bytes) turned into lines and columns, both from 1; columns count characters
#pragma once

#include "base/typed_index.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

using FileId = TypedIndex<struct FileTag>;

// A range of bytes in one file. An empty span is a place between two bytes.
struct Span {
    FileId file;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const Span&) const = default;
};

struct LineColumn {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

class SourceFile {
public:
    SourceFile(std::string path, std::string text);

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string_view text() const { return text_; }

    [[nodiscard]] std::size_t line_count() const { return line_starts_.size(); }
    // O(log lines), however long the lines are.
    [[nodiscard]] LineColumn position(std::uint32_t offset) const;
    // The line with this number (from 1), without its line end.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;
    // Where the line with this number (from 1) begins, in bytes.
    [[nodiscard]] std::uint32_t line_start(std::uint32_t number) const;

private:
    [[nodiscard]] std::uint32_t characters_before(std::uint32_t offset) const;

    std::string path_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
    std::vector<std::uint32_t> characters_before_; // the beginning of each stretch of the text
};

// All files of one program, in order of import: an imported file stands before the one that imports it last.
class SourceSet {
public:
    FileId add(std::string path, std::string text);
    [[nodiscard]] const SourceFile& file(FileId id) const { return files_[id.index()]; }
    [[nodiscard]] std::size_t size() const { return files_.size(); }

private:
    std::deque<SourceFile> files_; // files never move: views of their text stay good
};

} // namespace tgdl
