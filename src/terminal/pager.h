// Pager: text on a whole screen, with keys to scroll.
#pragma once

#include "terminal/display.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class Pager {
public:
    // Where reading begins.
    enum class Begin : std::uint8_t { AtTop, AtEnd };

    // `keys`: what can be pressed, for the last line.
    explicit Pager(std::string keys = "↑↓ scroll   Esc back to the table") : keys_(std::move(keys)) {}

    [[nodiscard]] bool is_open() const { return open_; }
    void open(std::string title, std::vector<std::string> lines, Begin begin = Begin::AtTop);
    void close() { open_ = false; }

    void show(Display& display);
    // Scrolls; any key that does not closes.
    void press(const KeyPress& press);

private:
    void scroll(std::ptrdiff_t lines);

    std::string keys_;
    bool open_ = false;
    std::string title_;
    std::vector<std::string> text_;  // as given
    std::vector<std::string> lines_; // as they fit into the window
    std::size_t first_ = 0;
    std::size_t rows_ = 1; // of text in the window
    bool to_end_ = false;
};

} // namespace tgdl
