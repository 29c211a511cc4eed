#include "diagnostics/line_columns.h"

#include <algorithm>
#include <ranges>
#include <string_view>

namespace tgdl {

namespace {

constexpr std::uint32_t kStride = 512;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Every byte that does not continue a character begins one.
std::uint32_t count_characters(std::string_view text) {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::uint32_t line_of(const SourceFile& file, std::uint32_t byte) {
    const auto numbers = std::views::iota(std::uint32_t{1}, static_cast<std::uint32_t>(file.line_count()) + 1);
    const auto after =
        std::ranges::upper_bound(numbers, byte, {}, [&](std::uint32_t number) { return file.line_start(number); });
    return static_cast<std::uint32_t>(after - numbers.begin());
}

} // namespace

std::uint32_t LineColumns::characters_before(FileId file, std::uint32_t byte) {
    const std::string_view text = sources_.file(file).text();
    std::vector<std::uint32_t>& counts = counts_[file.index()];
    if (counts.empty()) {
        counts.push_back(0);
        for (std::size_t at = 0; at + kStride <= text.size(); at += kStride) {
            counts.push_back(counts.back() + count_characters(text.substr(at, kStride)));
        }
    }
    const std::size_t stride = byte / kStride;
    return counts[stride] + count_characters(text.substr(stride * kStride, byte % kStride));
}

LineColumn LineColumns::at(FileId file, std::uint32_t byte) {
    const SourceFile& source = sources_.file(file);
    byte = std::min(byte, static_cast<std::uint32_t>(source.text().size()));
    const std::uint32_t line = line_of(source, byte);
    std::uint32_t start = source.line_start(line);
    if (start == 0 && source.text().starts_with(kByteOrderMark)) {
        start = std::min(byte, static_cast<std::uint32_t>(kByteOrderMark.size())); // the mark is no column
    }
    return {line, characters_before(file, byte) - characters_before(file, start) + 1};
}

} // namespace tgdl
