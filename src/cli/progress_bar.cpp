#include "cli/progress_bar.h"

#include "cli/terminal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <string>

namespace tgdl {

namespace {

constexpr std::uint64_t kColumns = 40;
constexpr double kSecondsToGuess = 1; // what was seen before that says little

std::string describe_seconds(double seconds) {
    constexpr std::uint64_t kMinute = 60;
    const auto whole = static_cast<std::uint64_t>(std::lround(seconds));
    if (whole < kMinute) {
        return fmt::format("{} s", whole);
    }
    const std::uint64_t minutes = whole / kMinute;
    return minutes < kMinute ? fmt::format("{} min {} s", minutes, whole % kMinute)
                             : fmt::format("{} h {} min", minutes / kMinute, minutes % kMinute);
}

} // namespace

ProgressBar::ProgressBar(std::uint64_t whole) : whole_(std::max<std::uint64_t>(whole, 1)), begin_(Clock::now()) {}

ProgressBar::~ProgressBar() {
    if (is_shown_) {
        std::fputs("\r\x1b[K", stderr);
    }
}

std::string ProgressBar::describe_time_left(std::uint64_t done) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (!first_done_) {
        first_done_ = done;
    }
    if (done <= *first_done_ || seconds < kSecondsToGuess) {
        return {};
    }
    const double each = seconds / static_cast<double>(done - *first_done_);
    return ", " + describe_seconds(each * static_cast<double>(whole_ - std::min(done, whole_))) + " left";
}

void ProgressBar::show(std::uint64_t done) {
    if (!person_reads_messages()) {
        return;
    }
    is_shown_ = true;
    const double share = static_cast<double>(done) / static_cast<double>(whole_);
    const auto columns = static_cast<std::size_t>(share * static_cast<double>(kColumns));
    fmt::print(stderr, "\r[{:<{}}] {:3.0f} %  {} of {}{}\x1b[K", std::string(columns, '#'), kColumns, 100 * share, done,
               whole_, describe_time_left(done));
    std::fflush(stderr);
}

} // namespace tgdl
