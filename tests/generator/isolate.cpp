#include "isolate.h"

#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tgdl::generator {

namespace {

constexpr rlim_t kMostSeconds = 20;         // of the processor
constexpr std::size_t kMostReported = 3000; // bytes

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

std::string read_all(std::FILE* file) {
    std::string text;
    char buffer[4096];
    std::rewind(file);
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
        text.append(buffer, count);
    }
    return text;
}

[[noreturn]] void run_inside(const std::function<Verdict()>& examination, std::FILE* result, std::FILE* errors) {
    dup2(fileno(errors), STDERR_FILENO);
    const rlimit processor{kMostSeconds, kMostSeconds + 1};
    setrlimit(RLIMIT_CPU, &processor);
    const Verdict verdict = examination();
    fmt::print(result, "{} {} {}\n{}", static_cast<int>(verdict.kind), verdict.games, verdict.choices, verdict.what);
    std::fflush(result);
    _exit(0);
}

} // namespace

std::string Isolated::kind_of_finding() const {
    switch (kind) {
    case Kind::Wrong: return verdict.what.substr(0, verdict.what.find(':'));
    case Kind::Crashed: return "crash";
    case Kind::Fine:
    case Kind::Refused:
    case Kind::Slow: break;
    }
    return {};
}

Isolated isolate(const std::function<Verdict()>& examination) {
    const File result(std::tmpfile());
    const File errors(std::tmpfile());
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        run_inside(examination, result.get(), errors.get());
    }
    int status = 0;
    waitpid(child, &status, 0);
    Isolated found;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        found.kind = Isolated::Kind::Slow;
        return found;
    }
    const std::string text = read_all(result.get());
    int kind = 0;
    int head = 0;
    unsigned long long games = 0;
    unsigned long long choices = 0;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0
        || std::sscanf(text.c_str(), "%d %llu %llu%n", &kind, &games, &choices, &head) != 3) {
        found.kind = Isolated::Kind::Crashed;
        found.reported = fmt::format("crash: {} {}\n{}", WIFSIGNALED(status) ? "signal" : "exit code",
                                     WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                                     read_all(errors.get()).substr(0, kMostReported));
        return found;
    }
    found.verdict.kind = static_cast<Verdict::Kind>(kind);
    found.verdict.games = games;
    found.verdict.choices = choices;
    found.verdict.what = text.substr(static_cast<std::size_t>(head) + 1);
    found.kind = static_cast<Isolated::Kind>(kind);
    return found;
}

} // namespace tgdl::generator
