#include "source/source_file.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint32_t kStretch = 256; // bytes between two places where characters are counted

bool begins_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

} // namespace

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
    line_starts_.push_back(0);
    std::uint32_t characters = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
        if (i % kStretch == 0) {
            characters_before_.push_back(characters);
        }
        characters += begins_character(text_[i]) ? 1 : 0;
        if (text_[i] == '\n') {
            line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
        }
    }
    characters_before_.push_back(characters); // for the end, should it begin a stretch
}

std::uint32_t SourceFile::characters_before(std::uint32_t offset) const {
    const std::uint32_t stretch = offset / kStretch;
    const auto from = text_.begin() + std::ptrdiff_t{stretch} * kStretch;
    return characters_before_[stretch]
           + static_cast<std::uint32_t>(std::count_if(from, text_.begin() + offset, begins_character));
}

LineColumn SourceFile::position(std::uint32_t offset) const {
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
    const std::uint32_t start = line_starts_[line - 1];
    const std::uint32_t end = std::min(offset, static_cast<std::uint32_t>(text_.size()));
    const bool has_byte_order_mark = start == 0 && end > 0 && text_.starts_with("\xEF\xBB\xBF"); // it is no column
    const std::uint32_t characters =
        end - start <= kStretch
            ? static_cast<std::uint32_t>(std::count_if(text_.begin() + start, text_.begin() + end, begins_character))
            : characters_before(end) - characters_before(start);
    return {line, characters + (has_byte_order_mark ? 0 : 1)};
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
