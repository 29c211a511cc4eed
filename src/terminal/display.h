// A terminal that shows whole screens and gives key presses. The one on ncurses is made here; tests have one of their own.
#pragma once

#include "terminal/canvas.h"
#include "terminal/picture.h"

#include <memory>
#include <string>

namespace tgdl {

enum class Key : std::uint8_t {
    Character, // `text` holds it
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Enter,
    Escape,
    Backspace,
    Tab,
    Interrupt, // Ctrl-C
    Resized,
    Signalled, // what also_wait_for() was given can be read
    Closed,    // the terminal is gone, or the program is asked to end
};

struct KeyPress {
    Key key = Key::Character;
    std::string text;
};

class Display {
public:
    Display() = default;
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;
    virtual ~Display() = default;

    [[nodiscard]] virtual Room size() = 0;
    virtual void show(const Canvas& screen) = 0;
    // Waits for one.
    virtual KeyPress read_key() = 0;
    // A file descriptor to wait for besides keys.
    virtual void also_wait_for(int descriptor) = 0;
};

// Takes over the terminal until it is destroyed, and leaves it as it was. Null when it cannot show screens.
std::unique_ptr<Display> open_curses_display();

} // namespace tgdl
