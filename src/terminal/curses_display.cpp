// The only file that sees ncurses.
#include "terminal/display.h"

#include <array>
#include <cerrno>
#include <climits>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <langinfo.h>
#include <poll.h>
#include <string_view>
#include <unistd.h>

#define NCURSES_NOMACROS
#include <curses.h>

namespace tgdl {

namespace {

volatile std::sig_atomic_t must_end = 0; // a handler of signals can tell nobody else

void record_end(int /*signal*/) {
    must_end = 1;
}

// Signals are blocked but while the program waits, so that none comes unnoticed between looking and waiting.
class SignalsWhileWaiting {
public:
    SignalsWhileWaiting() {
        sigset_t blocked;
        sigemptyset(&blocked);
        for (const int signal : kSignals) {
            sigaddset(&blocked, signal);
        }
        sigprocmask(SIG_BLOCK, &blocked, &before_);
        struct sigaction action{};
        action.sa_handler = record_end;
        sigemptyset(&action.sa_mask);
        sigaction(SIGHUP, &action, nullptr);
        sigaction(SIGTERM, &action, nullptr);
    }
    SignalsWhileWaiting(const SignalsWhileWaiting&) = delete;
    SignalsWhileWaiting& operator=(const SignalsWhileWaiting&) = delete;
    ~SignalsWhileWaiting() {
        std::signal(SIGHUP, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
        sigprocmask(SIG_SETMASK, &before_, nullptr);
    }

    [[nodiscard]] const sigset_t* mask() const { return &before_; }

private:
    static constexpr std::array<int, 3> kSignals = {SIGWINCH, SIGHUP, SIGTERM};
    sigset_t before_{};
};

constexpr int kInks = 9;
constexpr int kGrounds = 5; // by Highlight

class CursesDisplay final : public Display {
public:
    explicit CursesDisplay(SCREEN* screen) : screen_(screen) {
        has_letters_beyond_ascii_ = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
        raw();
        noecho();
        nonl();
        keypad(stdscr, true);
        nodelay(stdscr, true);
        set_escdelay(kEscapeDelay);
        curs_set(0);
        const char* no_colour = std::getenv("NO_COLOR");
        if ((no_colour == nullptr || *no_colour == '\0') && has_colors() && start_color() == OK) {
            use_default_colors();
            make_pairs();
        }
    }
    ~CursesDisplay() override {
        endwin();
        delscreen(screen_);
    }

    Room size() override { return {.columns = getmaxx(stdscr), .rows = getmaxy(stdscr)}; }

    void show(const Canvas& screen) override {
        erase();
        for (int row = 0; row < screen.rows(); ++row) {
            for (int column = 0; column < screen.columns(); ++column) {
                const Cell& cell = screen.at({.row = row, .column = column});
                if (!cell.text.empty()) {
                    apply(cell.style);
                    const std::string text = has_letters_beyond_ascii_ ? cell.text : plain_letters(cell.text);
                    mvaddstr(row, column, text.c_str());
                }
            }
        }
        attr_set(A_NORMAL, 0, nullptr);
        refresh();
    }

    KeyPress read_key() override {
        for (;;) {
            wint_t code = 0;
            const int kind = get_wch(&code);
            if (must_end != 0) {
                return {.key = Key::Closed, .text = {}};
            }
            if (kind != ERR) {
                const KeyPress press = translate(kind, code);
                if (press.key != Key::Character || !press.text.empty()) {
                    return press;
                }
                continue;
            }
            std::array<pollfd, 2> waited = {{{STDIN_FILENO, POLLIN, 0}, {extra_descriptor_, POLLIN, 0}}};
            const int ready = ppoll(waited.data(), extra_descriptor_ >= 0 ? 2 : 1, nullptr, signals_.mask());
            if (ready > 0 && waited[1].revents != 0 && extra_descriptor_ >= 0) {
                return {.key = Key::Signalled, .text = {}};
            }
            if (ready > 0 && (waited[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) {
                return {.key = Key::Closed, .text = {}};
            }
        }
    }

    void also_wait_for(int descriptor) override { extra_descriptor_ = descriptor; }

private:
    static constexpr int kEscapeDelay = 50; // milliseconds: what follows Escape sooner is one key

    void make_pairs() {
        has_grounds_ = COLORS >= 256;
        constexpr std::array<short, kGrounds> kGround = {-1, 22, 25, 220, 238}; // dark green, blue, yellow, grey
        for (int ground = 0; ground < (has_grounds_ ? kGrounds : 1); ++ground) {
            for (int ink = 0; ink < kInks; ++ink) {
                init_pair(static_cast<short>(1 + ground * kInks + ink), ink_on(ink, ground),
                          kGround[static_cast<std::size_t>(ground)]);
            }
        }
        has_colours_ = true;
    }

    [[nodiscard]] static short ink_on(int ink, int ground) {
        constexpr std::array<short, kInks> kPlain = {-1,         COLOR_BLACK,   COLOR_RED,  COLOR_GREEN, COLOR_YELLOW,
                                                     COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN, COLOR_WHITE};
        constexpr std::array<short, kInks> kBright = {255, 250, 217, 157, 228, 153, 219, 123, 255};
        if (ground == static_cast<int>(Highlight::Cursor)) {
            return 16; // black on yellow, whatever it is
        }
        return ground == 0 ? kPlain[static_cast<std::size_t>(ink)] : kBright[static_cast<std::size_t>(ink)];
    }

    void apply(const Style& style) const {
        attr_t attributes = A_NORMAL;
        attributes |= style.bold ? A_BOLD : A_NORMAL;
        attributes |= style.faint && style.mark == Highlight::None ? A_DIM : A_NORMAL;
        if (!has_grounds_) {
            switch (style.mark) {
            case Highlight::None: break;
            case Highlight::Choosable: attributes |= A_UNDERLINE; break;
            case Highlight::Picked: attributes |= A_BOLD | A_UNDERLINE; break;
            case Highlight::Cursor:
            case Highlight::Bar: attributes |= A_REVERSE; break;
            }
        }
        const int ground = has_grounds_ ? static_cast<int>(style.mark) : 0;
        const int pair = has_colours_ ? 1 + ground * kInks + static_cast<int>(style.ink) : 0;
        attr_set(attributes, static_cast<short>(pair), nullptr);
    }

    static KeyPress translate(int kind, wint_t code) {
        const auto key = [](Key which) { return KeyPress{.key = which, .text = {}}; };
        if (kind == KEY_CODE_YES) {
            switch (code) {
            case KEY_UP: return key(Key::Up);
            case KEY_DOWN: return key(Key::Down);
            case KEY_LEFT: return key(Key::Left);
            case KEY_RIGHT: return key(Key::Right);
            case KEY_PPAGE: return key(Key::PageUp);
            case KEY_NPAGE: return key(Key::PageDown);
            case KEY_HOME: return key(Key::Home);
            case KEY_END: return key(Key::End);
            case KEY_ENTER: return key(Key::Enter);
            case KEY_BACKSPACE: return key(Key::Backspace);
            case KEY_RESIZE: return key(Key::Resized);
            default: return {};
            }
        }
        switch (code) {
        case '\r':
        case '\n': return key(Key::Enter);
        case '\t': return key(Key::Tab);
        case '\b':
        case 0x7f: return key(Key::Backspace);
        case 0x1b: return key(Key::Escape);
        case 3: return key(Key::Interrupt);
        case 4: return key(Key::Closed);                        // Ctrl-D: the end of the input
        case 26: std::raise(SIGTSTP); return key(Key::Resized); // Ctrl-Z; the screen is drawn anew afterwards
        default: break;
        }
        if (code < 0x20) {
            return {};
        }
        std::array<char, MB_LEN_MAX> bytes{};
        std::mbstate_t state{};
        const std::size_t length = std::wcrtomb(bytes.data(), static_cast<wchar_t>(code), &state);
        return length == static_cast<std::size_t>(-1) ? KeyPress{}
                                                      : KeyPress{.key = Key::Character, .text = {bytes.data(), length}};
    }

    SignalsWhileWaiting signals_;
    SCREEN* screen_;
    int extra_descriptor_ = -1;
    bool has_colours_ = false;
    bool has_grounds_ = false;
    bool has_letters_beyond_ascii_ = false;
};

} // namespace

std::unique_ptr<Display> open_curses_display() {
    std::setlocale(LC_CTYPE, "");
    const char* name = std::getenv("TERM");
    const bool is_terminal = ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
    if (name == nullptr || std::string_view(name) == "dumb" || !is_terminal) {
        return nullptr;
    }
    SCREEN* screen = newterm(nullptr, stdout, stdin);
    if (screen == nullptr) {
        return nullptr;
    }
    set_term(screen);
    return std::make_unique<CursesDisplay>(screen);
}

} // namespace tgdl
