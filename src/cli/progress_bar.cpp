#include "cli/progress_bar.h"

#include "cli/terminal.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <string>

namespace tgdl {

namespace {

constexpr std::uint64_t kColumns = 40;

} // namespace

ProgressBar::ProgressBar(std::uint64_t whole) : whole_(std::max<std::uint64_t>(whole, 1)) {}

ProgressBar::~ProgressBar() {
    if (is_shown_) {
        std::fputs("\r\x1b[K", stderr);
    }
}

void ProgressBar::show(std::uint64_t done) {
    if (!person_reads_messages()) {
        return;
    }
    is_shown_ = true;
    const double share = static_cast<double>(done) / static_cast<double>(whole_);
    const auto columns = static_cast<std::size_t>(share * static_cast<double>(kColumns));
    fmt::print(stderr, "\r[{:<{}}] {:3.0f} %  {} of {}", std::string(columns, '#'), kColumns, 100 * share, done,
               whole_);
    std::fflush(stderr);
}

} // namespace tgdl
