// Child process with which lines are exchanged over its standard input and output.
//
// Nothing that it does holds this one up for longer than kAnswerSeconds, or makes it use more memory than a line may have.
// It ends when its standard input does; if it does not, it is ended. So is every process that it has started and left
// behind: those of its process group, and those that made themselves a session of their own and still have the mark in
// their environment with which they were started. For these, this process adopts orphans (PR_SET_CHILD_SUBREAPER) from
// the first child on. Every call says what went wrong, or nothing: "".
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace tgdl {

class ChildProcess {
public:
    static constexpr int kAnswerSeconds = 30;
    static constexpr std::size_t kMostLine = 64 * 1024;

    // `command` as a shell reads it.
    explicit ChildProcess(const std::string& command);
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::string write(std::string_view text);
    // Without the end of the line.
    std::string read_line(std::string& line);

private:
    [[nodiscard]] std::string how_it_ended();
    [[nodiscard]] bool has_ended() const;
    int end_group();
    void end();

    pid_t process_ = -1;
    int socket_ = -1;
    std::string mark_; // `NAME=value` in the environment of the child and of all it starts
    std::string read_; // what came after the last line
};

} // namespace tgdl
