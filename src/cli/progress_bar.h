// Progress bar of long work, on standard error, for a person at a terminal and nobody else.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tgdl {

// Draws itself over its own line, and takes it away at the end.
class ProgressBar {
public:
    explicit ProgressBar(std::uint64_t whole);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    // With how long the rest will take, once that can be guessed.
    void show(std::uint64_t done);

private:
    using Clock = std::chrono::steady_clock;
    [[nodiscard]] std::string describe_time_left(std::uint64_t done);

    std::uint64_t whole_;
    Clock::time_point begin_;
    std::optional<std::uint64_t> first_done_; // when it was first shown
    bool is_shown_ = false;
};

} // namespace tgdl
