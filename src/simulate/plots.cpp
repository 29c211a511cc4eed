#include "simulate/plots.h"

#include "svg/svg_writer.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr double kWidth = 640;
constexpr double kLabelWidth = 190;
constexpr double kFigureWidth = 70;
constexpr double kRowHeight = 30;
constexpr double kBarHeight = 160;
constexpr double kTextSize = 13;
constexpr std::size_t kMostLabels = 10; // below the bars

void box(SvgWriter& svg, Point least, Point most, std::string_view kind) {
    svg.polygon({least, {most.x, least.y}, most, {least.x, most.y}}, kind, {});
}

double place_of(double share) {
    return kLabelWidth + share * (kWidth - kLabelWidth - kFigureWidth);
}

void write_share_axis(SvgWriter& svg, double bottom) {
    constexpr int kSteps = 4;
    for (int i = 0; i <= kSteps; ++i) {
        const double share = static_cast<double>(i) / kSteps;
        svg.line({place_of(share), 0}, {place_of(share), bottom}, "grid");
        svg.text({place_of(share), bottom + 12}, fmt::format("{:.0f} %", 100 * share), "axis", kTextSize);
    }
}

} // namespace

std::string share_plot(const std::vector<ShareRow>& rows, double fair) {
    SvgWriter svg;
    const double bottom = kRowHeight * static_cast<double>(rows.size());
    svg.line({0, bottom}, {kWidth, bottom}, "grid"); // as wide as all plots are
    write_share_axis(svg, bottom);
    if (fair >= 0) {
        svg.line({place_of(fair), 0}, {place_of(fair), bottom}, "fair");
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ShareRow& row = rows[i];
        const double middle = kRowHeight * (static_cast<double>(i) + 0.5);
        svg.text({kLabelWidth - 12, middle}, row.label, "label", kTextSize);
        box(svg, {place_of(row.low), middle - 5}, {std::max(place_of(row.high), place_of(row.low) + 1), middle + 5},
            "may");
        svg.circle({place_of(row.share), middle}, 5, "dot", {});
        svg.text({kWidth - kFigureWidth / 2 + 8, middle}, fmt::format("{:.1f} %", 100 * row.share), "figure",
                 kTextSize);
    }
    return svg.finish();
}

std::string bar_plot(const std::vector<HistogramBar>& bars, std::string_view axis) {
    if (bars.empty()) {
        return {};
    }
    SvgWriter svg;
    const std::uint64_t highest = std::max<std::uint64_t>(1, std::ranges::max(bars, {}, &HistogramBar::count).count);
    const double width = kWidth / static_cast<double>(bars.size());
    const std::size_t labelled_one_of = (bars.size() + kMostLabels - 1) / kMostLabels;
    svg.line({0, kBarHeight}, {kWidth, kBarHeight}, "grid");
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const HistogramBar& bar = bars[i];
        const double left = width * static_cast<double>(i);
        const double height = kBarHeight * static_cast<double>(bar.count) / static_cast<double>(highest);
        if (bar.count > 0) {
            box(svg, {left + width * 0.08, kBarHeight - std::max(height, 1.0)}, {left + width * 0.92, kBarHeight},
                "bar");
        }
        if (i % labelled_one_of == 0) {
            const std::string label =
                bar.from == bar.to ? fmt::format("{}", bar.from) : fmt::format("{}–{}", bar.from, bar.to);
            svg.text({left + width / 2, kBarHeight + 14}, label, "axis", kTextSize);
        }
    }
    svg.text({kWidth / 2, kBarHeight + 34}, axis, "axis", kTextSize);
    return svg.finish();
}

} // namespace tgdl
