// Every game and every program of the tests, to be played at random: what tests of properties go through.
//
//   for_each_game([](const LoadedRules& rules, std::uint64_t seed) { … });
//
// One game of each unless the environment says otherwise:
//   TGDL_PROPERTY_GAMES=1000    so many games of each
//   TGDL_PROPERTY_SECONDS=20    as many rounds, one game of each, as fit in that time
//   TGDL_PROPERTY_EVERY=3       every third program; which of them depends on the test, so that together they play all
#pragma once

#include "api/disk_loader.h"
#include "api/engine.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace tgdl {

struct TestedProgram {
    std::string path;
    LoadedRules rules;
};

// The rules of a program whose fast paths are left out.
inline LoadedRules load_plain(const std::string& path) {
    DiskLoader loader;
    return load_rules(loader, path, Coverage::Off, Optimise::No);
}

inline std::uint64_t number_in_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name); // NOLINT(concurrency-mt-unsafe): tests have one thread
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Which of the programs the running test plays.
inline bool is_played(std::size_t number) {
    const std::uint64_t every = std::max<std::uint64_t>(1, number_in_environment("TGDL_PROPERTY_EVERY", 1));
    const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    return (number + std::accumulate(name.begin(), name.end(), std::uint64_t{0})) % every == 0;
}

// Those that are games without errors; what is wrong with the others is for other tests.
inline const std::vector<TestedProgram>& tested_programs() {
    static const std::vector<TestedProgram> programs = [] {
        std::vector<std::string> paths;
        for (const char* folder : {"/games", "/tests/conformance", "/tests/language"}) {
            for (const auto& entry :
                 std::filesystem::recursive_directory_iterator(TGDL_SOURCE_DIR + std::string(folder))) {
                if (entry.path().extension() == ".tgdl") {
                    paths.push_back(entry.path().string());
                }
            }
        }
        std::ranges::sort(paths);
        std::vector<TestedProgram> found;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            if (!is_played(i)) {
                continue;
            }
            const std::string& path = paths[i];
            DiskLoader loader;
            LoadedRules rules = load_rules(loader, path, Coverage::On);
            if (rules.program) {
                found.push_back({path, std::move(rules)});
            }
        }
        return found;
    }();
    return programs;
}

// Seeds go up from 1. Ends after the first round with a failure.
inline void for_each_game(const std::function<void(const LoadedRules& rules, std::uint64_t seed)>& test) {
    using Clock = std::chrono::steady_clock;
    const std::uint64_t seconds = number_in_environment("TGDL_PROPERTY_SECONDS", 0);
    const std::uint64_t games =
        number_in_environment("TGDL_PROPERTY_GAMES", seconds > 0 ? std::numeric_limits<std::uint64_t>::max() : 1);
    const Clock::time_point begin = Clock::now();
    EXPECT_GT(tested_programs().size(), 100U);
    std::uint64_t seed = 0;
    do {
        ++seed;
        for (const TestedProgram& program : tested_programs()) {
            SCOPED_TRACE(program.path + " with seed " + std::to_string(seed));
            test(program.rules, seed);
        }
    } while (seed < games && !testing::Test::HasFailure()
             && (seconds == 0 || Clock::now() - begin < std::chrono::seconds(seconds)));
    testing::Test::RecordProperty("rounds", std::to_string(seed));
}

// With small limits; further rounds have more players, where the rules allow it.
inline GameStart start_of(const LoadedRules& rules, std::uint64_t seed) {
    constexpr std::uint64_t kMostMore = 3;
    const std::uint32_t range = rules.program->max_players - rules.program->min_players;
    GameStart start;
    start.players = rules.program->min_players
                    + static_cast<std::uint32_t>((seed - 1) % (std::min<std::uint64_t>(range, kMostMore) + 1));
    start.seed = MatchSeed::from(seed);
    start.limits.steps = 100'000;
    start.limits.words = 1U << 20U;
    return start;
}

// What people can see of a match: its state, what is asked.
struct Seen {
    std::uint64_t hash = 0;
    MatchStatus status = MatchStatus::Waiting;
    std::vector<std::string> options;

    bool operator==(const Seen&) const = default;
};

inline Seen look(Match& match) {
    Seen seen{match.hash(), match.status(), {}};
    if (match.status() == MatchStatus::Waiting) {
        for (std::size_t i = 0; i < match.decision().options.size(); ++i) {
            seen.options.push_back(match.option_text(match.decision(), i));
        }
    }
    return seen;
}

} // namespace tgdl
