// Plots of the report, as SVG that takes its colours from the page.
#pragma once

#include "simulate/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// A line for each share: a dot where it was measured, a bar over all that it may be, and an upright line where it would be
// fair (below 0: none). Shares from 0 to 1.
struct ShareRow {
    std::string label;
    double share = 0;
    double low = 0, high = 0;
};
std::string share_plot(const std::vector<ShareRow>& rows, double fair);

// An upright bar for each, as high as it counts. `axis` says what the values below the bars are.
std::string bar_plot(const std::vector<HistogramBar>& bars, std::string_view axis);

} // namespace tgdl
