#include "bots/child_process.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

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
    return Clock::now() + std::chrono::seconds(ChildProcess::kAnswerSeconds);
}

std::string too_late() {
    return fmt::format("did not answer within {} seconds", ChildProcess::kAnswerSeconds);
}

std::string next_mark() {
    static std::atomic<std::uint64_t> last = 0;
    return fmt::format("TGDL_CHILD_PROCESS={}.{}", ::getpid(), ++last);
}

// The environment of this process with the mark. Valid as long as both are.
std::vector<char*> environment_with(std::string& mark) {
    std::vector<char*> entries;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        entries.push_back(*entry);
    }
    entries.push_back(mark.data());
    entries.push_back(nullptr);
    return entries;
}

std::string read_whole(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// Children of this process, adopted ones too.
std::vector<pid_t> own_children() {
    std::vector<pid_t> children;
    std::error_code ignored;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
        std::ifstream listed(task.path() / "children");
        for (pid_t child = 0; listed >> child;) {
            children.push_back(child);
        }
    }
    return children;
}

// Ends adopted processes with the mark, and those that are adopted because of that.
void end_adopted(const std::string& mark) {
    bool found = true;
    while (found) {
        found = false;
        for (const pid_t child : own_children()) {
            const std::string environment =
                '\0' + read_whole(fmt::format("/proc/{}/environ", child)); // entries end with a zero
            if (environment.find('\0' + mark + '\0') != std::string::npos) {
                found |= ::kill(child, SIGKILL) == 0 && ::waitpid(child, nullptr, 0) == child;
            }
        }
    }
}

// Through the shell, so that a command can have arguments. A group of processes of its own, to be ended together.
pid_t spawn(const std::string& command, int socket, std::string& mark) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    std::vector<char*> environment = environment_with(mark);
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
    if (::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environment.data()) != 0) {
        process = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    return process;
}

} // namespace

ChildProcess::ChildProcess(const std::string& command) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return;
    }
    socket_ = ends[0];
    mark_ = next_mark();
    process_ = spawn(command, ends[1], mark_);
    ::close(ends[1]);
}

ChildProcess::~ChildProcess() {
    end();
}

// Without taking its status: until that is done no other process can get its number.
bool ChildProcess::has_ended() const {
    siginfo_t ended{};
    return ::waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOHANG | WNOWAIT) != 0
           || ended.si_pid == process_;
}

// Ends all processes of its group, then those that left it; how the first one ended.
int ChildProcess::end_group() {
    int status_of_first = 0;
    ::kill(-process_, SIGKILL);
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-process_, &status, 0)) > 0;) { // adopted ones of the group too
        status_of_first = ended == process_ ? status : status_of_first;
    }
    process_ = -1;
    end_adopted(mark_);
    return status_of_first;
}

// Most programs end by themselves when there is nothing more to read; the others are not waited for.
void ChildProcess::end() {
    if (socket_ >= 0) {
        ::close(socket_);
        socket_ = -1;
    }
    if (process_ > 0) {
        constexpr int kPatience = 200; // milliseconds
        for (int i = 0; i < kPatience && !has_ended(); ++i) {
            ::usleep(1000);
        }
        end_group();
    }
}

std::string ChildProcess::how_it_ended() {
    ::close(socket_);
    socket_ = -1;
    const Clock::time_point end_of_waiting = Clock::now() + std::chrono::seconds(1);
    while (!has_ended()) {
        if (Clock::now() > end_of_waiting) {
            return "closed its output instead of answering";
        }
        ::usleep(1000);
    }
    const int status = end_group();
    if (WIFSIGNALED(status)) {
        return fmt::format("ended by signal {} ({}) instead of answering", WTERMSIG(status),
                           ::strsignal(WTERMSIG(status)));
    }
    constexpr int kNotFound = 127; // what a shell says
    return WEXITSTATUS(status) == kNotFound
               ? std::string("could not be run: there is no such program")
               : fmt::format("ended with exit code {} instead of answering", WEXITSTATUS(status));
}

std::string ChildProcess::write(std::string_view text) {
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

std::string ChildProcess::read_line(std::string& line) {
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
