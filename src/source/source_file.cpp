#include "source/source_file.h"

#include <algorithm>

namespace tgdl {

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (text_[i] == '\n') {
            line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
        }
    }
}

LineColumn SourceFile::position(std::uint32_t offset) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    const std::uint32_t start = line_starts_[line - 1];
    LineColumn place{line, 1};
    const std::uint32_t end = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    std::uint32_t i = start;
    if (start == 0 && text_.starts_with("\xEF\xBB\xBF")) {
        i = 3; // a byte order mark is no column
    }
    for (; i < end; ++i) {
        const bool continuation = (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
        place.column += continuation ? 0 : 1;
    }
    return place;
}

std::string_view SourceFile::line(std::uint32_t number) const {
    const std::uint32_t start = line_start(number);
    std::uint32_t end = number < line_starts_.size() ? line_starts_[number] : static_cast<std::uint32_t>(text_.size());
    while (end > start && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) {
        --end;
    }
    return std::string_view(text_).substr(start, end - start);
}

std::uint32_t SourceFile::line_start(std::uint32_t number) const {
    return line_starts_[number - 1];
}

FileId SourceSet::add(std::string path, std::string text) {
    files_.emplace_back(std::move(path), std::move(text));
    return FileId(files_.size() - 1);
}

} // namespace tgdl
