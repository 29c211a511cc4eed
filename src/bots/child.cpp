#include "bots/child.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace tgdl {

namespace {

using Clock = std::chrono::steady_clock;

// False when the time is over.
bool wait_for(int socket, short what, Clock::time_point end) {
    for (;;) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd waited{socket, what, 0};
        const int ready = left <= 0 ? 0 : ::poll(&waited, 1, static_cast<int>(left));
        if (ready >= 0 || errno != EINTR) {
            return ready > 0;
        }
    }
}

Clock::time_point latest() {
    return Clock::now() + std::chrono::seconds(Child::kAnswerSeconds);
}

std::string too_late() {
    return fmt::format("did not answer within {} seconds", Child::kAnswerSeconds);
}

// Through the shell, so that a command can have arguments. A group of processes of its own, to be ended together.
pid_t spawn(const std::string& command, int socket) {
    std::string shell = "sh";
    std::string option = "-c";
    std::string words = command;
    const std::array<char*, 4> arguments = {shell.data(), option.data(), words.data(), nullptr};
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t process = -1;
    if (::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ) != 0) {
        process = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    return process;
}

} // namespace

Child::Child(const std::string& command) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return;
    }
    socket_ = ends[0];
    process_ = spawn(command, ends[1]);
    ::close(ends[1]);
}

Child::~Child() {
    end();
}

// Most programs end by themselves when there is nothing more to read; the others are not waited for.
void Child::end() {
    if (socket_ >= 0) {
        ::close(socket_);
        socket_ = -1;
    }
    if (process_ > 0) {
        constexpr int kPatience = 200; // milliseconds
        int status = 0;
        for (int i = 0; i < kPatience && ::waitpid(process_, &status, WNOHANG) == 0; ++i) {
            ::usleep(1000);
            if (i == kPatience - 1) {
                ::kill(-process_, SIGKILL);
                ::waitpid(process_, &status, 0);
            }
        }
        process_ = -1;
    }
}

std::string Child::how_it_ended() {
    int status = 0;
    ::close(socket_);
    socket_ = -1;
    const Clock::time_point end_of_waiting = Clock::now() + std::chrono::seconds(1);
    while (process_ > 0 && ::waitpid(process_, &status, WNOHANG) == 0) {
        if (Clock::now() > end_of_waiting) {
            return "closed its output instead of answering";
        }
        ::usleep(1000);
    }
    process_ = -1;
    if (WIFSIGNALED(status)) {
        return fmt::format("ended by signal {} ({}) instead of answering", WTERMSIG(status),
                           ::strsignal(WTERMSIG(status)));
    }
    constexpr int kNotFound = 127; // what a shell says
    return WEXITSTATUS(status) == kNotFound
               ? std::string("could not be run: there is no such program")
               : fmt::format("ended with exit code {} instead of answering", WEXITSTATUS(status));
}

std::string Child::write(std::string_view text) {
    if (process_ < 0) {
        return "could not be started";
    }
    const Clock::time_point end = latest();
    while (!text.empty()) {
        if (!wait_for(socket_, POLLOUT, end)) {
            return too_late();
        }
        const ssize_t written = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (written < 0 && errno != EAGAIN && errno != EINTR) {
            return {}; // it reads no more, but may have answered already
        }
        text.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return {};
}

std::string Child::read_line(std::string& line) {
    const Clock::time_point end = latest();
    std::size_t newline = 0;
    while ((newline = read_.find('\n')) == std::string::npos) {
        if (read_.size() > kMostLine) {
            return fmt::format("answered with a line of more than {} bytes", kMostLine);
        }
        if (!wait_for(socket_, POLLIN, end)) {
            return too_late();
        }
        std::array<char, 4096> bytes{};
        const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
            return how_it_ended();
        }
        read_.append(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    line = read_.substr(0, newline);
    read_.erase(0, newline + 1);
    return {};
}

} // namespace tgdl
