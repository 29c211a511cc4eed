// Rules that ask for more work or memory than there is end within the limits of their transaction: tests/runaway.
#include "api/disk_loader.h"
#include "api/engine.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace tgdl {
namespace {

// As where strangers play by rules of strangers.
Limits modest_limits() {
    Limits limits;
    limits.steps = 500'000;
    limits.words = 1U << 17U;
    limits.output = 1U << 15U;
    return limits;
}

struct Runaway {
    std::string name;
    std::string ends; // the beginning of a code of a runtime error, or `bounded`
    std::shared_ptr<const Program> program;
};

std::vector<Runaway> all_runaways() {
    std::vector<Runaway> found;
    for (const auto& entry : std::filesystem::directory_iterator(TGDL_SOURCE_DIR "/tests/runaway")) {
        if (entry.path().extension() != ".tgdl") {
            continue;
        }
        std::ifstream file(entry.path());
        Runaway one;
        for (std::string line; one.ends.empty() && std::getline(file, line);) {
            constexpr std::string_view kEnds = "// ends: ";
            one.ends = line.starts_with(kEnds) ? line.substr(kEnds.size()) : std::string();
        }
        DiskLoader loader;
        one.name = entry.path().stem().string();
        one.program = load_rules(loader, entry.path().string()).program;
        EXPECT_NE(one.program, nullptr) << one.name;
        found.push_back(one);
    }
    std::ranges::sort(found, {}, &Runaway::name);
    return found;
}

// Plays the first choices, and looks at everything on the way.
void play_and_look(Game& game) {
    constexpr int kChoices = 3;
    for (int i = 0; i < kChoices && game.status() == MatchStatus::Waiting; ++i) {
        const std::vector<std::string> texts = game.option_texts();
        EXPECT_EQ(texts.size(), game.decision().options.size());
        EXPECT_FALSE(game.view(0).empty());
        (void)game.match().refusals();
        game.choose(0);
    }
}

std::size_t most_memory() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) << 10U;
}

TEST(RunawayRules, EndWithinTheLimitsOfTheirTransaction) {
    const std::vector<Runaway> all = all_runaways();
    ASSERT_GT(all.size(), 15U);
    const std::size_t before = most_memory();
    for (const Runaway& one : all) {
        SCOPED_TRACE(one.name);

        Game game(one.program, {.players = 2, .seed = MatchSeed::from(1), .limits = modest_limits()});
        play_and_look(game);

        if (one.ends == "bounded") {
            EXPECT_NE(game.status(), MatchStatus::Error) << game.fault().message;
        } else {
            ASSERT_EQ(game.status(), MatchStatus::Error);
            EXPECT_TRUE(fault_code(game.fault().id).starts_with(one.ends))
                << fault_code(game.fault().id) << ": " << game.fault().message;
        }
        EXPECT_LT(game.held_bytes(), std::size_t{16} << 20U);
        EXPECT_LT(most_memory() - before, std::size_t{192} << 20U);
    }
}

// Asked for after so many questions.
struct Patience {
    mutable int left = 0;
};

TEST(RunawayRules, StopWhenTheHostAsksForIt) {
    for (const Runaway& one : all_runaways()) {
        SCOPED_TRACE(one.name);
        const Patience patience{8};
        Limits limits = modest_limits();
        limits.steps = 1'000'000'000'000;
        limits.stop = {[](const void* context) { return --static_cast<const Patience*>(context)->left < 0; },
                       &patience};

        Game game(one.program, {.players = 2, .seed = MatchSeed::from(1), .limits = limits});
        play_and_look(game);

        if (game.status() == MatchStatus::Error) {
            EXPECT_TRUE(fault_code(game.fault().id).starts_with("R0")) << game.fault().message;
        }
    }
}

} // namespace
} // namespace tgdl
