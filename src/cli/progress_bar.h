// How far long work has come, on standard error, for a person at a terminal and nobody else.
#pragma once

#include <cstdint>

namespace tgdl {

// Draws itself over its own line, and takes it away at the end.
class ProgressBar {
public:
    explicit ProgressBar(std::uint64_t whole);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    void show(std::uint64_t done);

private:
    std::uint64_t whole_;
    bool is_shown_ = false;
};

} // namespace tgdl
