// tgdl_generator: generates programs, plays each optimised and plain, and reports what is wrong. See README.md.
#include "generate.h"
#include "isolate.h"
#include "shrink.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

namespace tgdl::generator {
namespace {

constexpr std::chrono::seconds kShrinking{60};
constexpr std::uint64_t kMostFindings = 10;
constexpr std::uint64_t kMostRefusedPercent = 5;

struct Request {
    std::uint64_t seed = 1;
    std::uint64_t count = 0;   // programs; 0: as many as fit in the time
    std::uint64_t seconds = 0; // 0: as long as the count takes
    bool shrinks = false;
    bool prints = false; // the programs, without playing them
};

constexpr std::string_view kUsage = "usage: tgdl_generator [--seed N] [--count N] [--seconds S] [--shrink] [--print]\n";

bool read(int count, char** words, Request& request) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const auto number = [&](std::uint64_t& value) {
            value = i + 1 < count ? std::strtoull(words[++i], nullptr, 10) : 0;
        };
        if (word == "--seed") {
            number(request.seed);
        } else if (word == "--count") {
            number(request.count);
        } else if (word == "--seconds") {
            number(request.seconds);
        } else if (word == "--shrink") {
            request.shrinks = true;
        } else if (word == "--print") {
            request.prints = true;
        } else {
            return false;
        }
    }
    if (request.count == 0 && request.seconds == 0) {
        request.count = 1;
    }
    return true;
}

class Run {
public:
    explicit Run(const Request& request) : request_(request), language_(probe_language()) {}

    int run() {
        const Clock::time_point begin = Clock::now();
        for (std::uint64_t i = 0; request_.count == 0 || i < request_.count; ++i) {
            if ((request_.seconds != 0 && Clock::now() - begin >= std::chrono::seconds(request_.seconds))
                || findings_ >= kMostFindings) {
                break;
            }
            examine_seed(request_.seed + i);
        }
        fmt::print("{} programs, {} games, {} choices, {} findings; {} refused by the checker, {} too slow\n",
                   programs_, games_, choices_, findings_, refused_, slow_);
        return findings_ > 0 || refused_ * 100 > programs_ * kMostRefusedPercent ? EXIT_FAILURE : EXIT_SUCCESS;
    }

private:
    using Clock = std::chrono::steady_clock;

    void examine_seed(std::uint64_t seed) {
        const GeneratedProgram program = generate(seed, language_);
        if (request_.prints) {
            fmt::print("{}", print(program.tree));
            return;
        }
        const auto examined = [&](const Node& tree) {
            return isolate([&] { return examine(print(tree), program.careful, seed); });
        };
        const Isolated found = examined(program.tree);
        ++programs_;
        games_ += found.verdict.games;
        choices_ += found.verdict.choices;
        if (found.kind == Isolated::Kind::Slow) {
            ++slow_;
            fmt::print("seed {}: too slow\n", seed);
        } else if (found.kind == Isolated::Kind::Refused) {
            ++refused_;
            fmt::print("seed {}: refused by the checker\n{}\n", seed, found.verdict.what);
        } else if (found.is_finding()) {
            ++findings_;
            report(seed, program, found, examined);
        }
        std::fflush(stdout);
    }

    template <typename Examined>
    void report(std::uint64_t seed, const GeneratedProgram& program, const Isolated& found, const Examined& examined) {
        fmt::print("seed {}: {}\n", seed, found.kind == Isolated::Kind::Crashed ? found.reported : found.verdict.what);
        std::fflush(stdout);
        if (!request_.shrinks) {
            return;
        }
        const std::string kind = found.kind_of_finding();
        const Node small = shrink(
            program.tree, [&](const Node& tree) { return examined(tree).kind_of_finding() == kind; }, kShrinking);
        const Isolated left = examined(small);
        fmt::print("shrunk to {} of {} nodes, where it is {}\n{}\n", count_nodes(small), count_nodes(program.tree),
                   left.kind == Isolated::Kind::Crashed ? left.reported : left.verdict.what, print(small));
    }

    Request request_;
    Language language_;
    std::uint64_t programs_ = 0, games_ = 0, choices_ = 0, findings_ = 0, refused_ = 0, slow_ = 0;
};

} // namespace
} // namespace tgdl::generator

int main(int count, char** words) {
    tgdl::generator::Request request;
    if (!tgdl::generator::read(count, words, request)) {
        fmt::print(stderr, "{}", tgdl::generator::kUsage);
        return 2;
    }
    return tgdl::generator::Run(request).run();
}
