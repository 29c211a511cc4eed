// A program run beside this one, with which lines are exchanged over its standard input and output.
//
// Nothing that it does holds this one up for longer than kAnswerSeconds, or makes it use more memory than a line may have.
// It ends when its standard input does; if it does not, it is ended. Every call says what went wrong, or nothing: "".
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>

namespace tgdl {

class Child {
public:
    static constexpr int kAnswerSeconds = 30;
    static constexpr std::size_t kMostLine = 64 * 1024;

    // `command` as a shell reads it.
    explicit Child(const std::string& command);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    std::string write(std::string_view text);
    // Without the end of the line.
    std::string read_line(std::string& line);

private:
    [[nodiscard]] std::string how_it_ended();
    void end();

    pid_t process_ = -1;
    int socket_ = -1;
    std::string read_; // what came after the last line
};

} // namespace tgdl
