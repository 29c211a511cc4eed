#include "terminal/pager.h"

#include "terminal/screen_layout.h"

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

// Lines that are too long go on below, as far in as they began.
std::vector<std::string> fit_lines(const std::vector<std::string>& text, std::size_t columns) {
    std::vector<std::string> lines;
    for (const std::string& line : text) {
        const std::size_t begin = line.find_first_not_of(' ');
        const std::size_t indent = begin == std::string::npos ? 0 : std::min(begin, columns / 2);
        for (const std::string& part : wrap_text(line, columns - indent)) {
            lines.push_back(std::string(indent, ' ') + part);
        }
    }
    return lines;
}

} // namespace

void Pager::open(std::string title, std::vector<std::string> lines, Begin begin) {
    title_ = std::move(title);
    text_ = std::move(lines);
    first_ = 0;
    to_end_ = begin == Begin::AtEnd;
    open_ = true;
}

void Pager::show(Display& display) {
    const Room window = display.size();
    lines_ = fit_lines(text_, static_cast<std::size_t>(std::max(window.columns - 2, 10)));
    rows_ = static_cast<std::size_t>(std::max(window.rows - 2, 1));
    if (to_end_) {
        first_ = lines_.size();
        to_end_ = false;
    }
    scroll(0);
    display.show(compose_pager({.title = title_, .lines = lines_, .first = first_, .keys = keys_}, window));
}

void Pager::scroll(std::ptrdiff_t lines) {
    const auto last = static_cast<std::ptrdiff_t>(lines_.size() - std::min(lines_.size(), rows_));
    first_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(first_) + lines, 0, last));
}

void Pager::press(const KeyPress& press) {
    const auto page = static_cast<std::ptrdiff_t>(rows_);
    const auto all = static_cast<std::ptrdiff_t>(lines_.size());
    switch (press.key) {
    case Key::Up: scroll(-1); return;
    case Key::Down: scroll(1); return;
    case Key::PageUp: scroll(-page); return;
    case Key::PageDown: scroll(page); return;
    case Key::Home: scroll(-all); return;
    case Key::End: scroll(all); return;
    default: close(); return;
    }
}

} // namespace tgdl
