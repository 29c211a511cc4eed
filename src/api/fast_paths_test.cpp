// For each fast path of a match a game that takes it: the plan is there, what it leaves out does not run, and the game goes
// as it goes without (docs/decisions/0012-fast-paths-fall-back-to-the-interpreter.md).
#include "api/lockstep_for_test.h"
#include "api/memory_loader.h"
#include "bots/random_bot.h"
#include "match/moves.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tgdl {
namespace {

constexpr const char* kBoard = "game \"fast\"; players 2; "
                               "tile Cell { player mark = null; } "
                               "global board Board { group Grid { geometry square; grid Cell[3][3]; } } ";
constexpr const char* kMen =
    "interactable Man { movement way = Walk; List<number> ways = { 0, 2, 4 }; "
    "action Go { trigger PlayerChoiceEvent; input Cell to { options $OPTIONS; } effect { this.move_to(to); "
    "turn.pass(); } } } "
    "movement Walk for Man { onto place { return place.empty; } effect { line $WAYS, min 1; } } "
    "setup { Man one = new Man(); one.assign(0); one.move_to(Board.Grid[1][1]); } ";

std::string men(const std::string& options, const std::string& ways) {
    std::string text = std::string(kBoard) + kMen;
    text.replace(text.find("$OPTIONS"), 8, options);
    text.replace(text.find("$WAYS"), 5, ways);
    return text;
}

std::string action(const std::string& clauses) {
    return std::string(kBoard) + "action Go { trigger PlayerChoiceEvent; " + clauses + " } ";
}

const InputInfo& input(const Program& program) {
    return program.inputs.at(0);
}

struct FastPath {
    const char* name;
    std::string rules;
    bool (*is_planned)(const Program& program);
    // The code that it leaves out; kNone: what it leaves out is no code of the rules.
    ChunkIndex (*left_out)(const Program& program);
};

ChunkIndex nothing(const Program& /*program*/) {
    return kNone;
}

const std::vector<FastPath>& fast_paths() {
    static const std::vector<FastPath> all = {
        {"destinations by a movement", men("this.destinations(Walk)", "0..3"),
         [](const Program& program) { return input(program).plan.goes_to_destinations; },
         [](const Program& program) { return input(program).options; }},
        {"destinations by the movement that a piece holds", men("destinations(way)", "0..3"),
         [](const Program& program) { return input(program).plan.goes_to_destinations; },
         [](const Program& program) { return input(program).options; }},
        {"directions that a piece holds", men("this.destinations(Walk)", "this.ways"),
         [](const Program& program) {
             const MovementInfo& walk = program.movements.at(0);
             return walk.is_single_step && program.chunks[walk.alternatives.at(0).steps.at(0).directions].word != 0;
         },
         [](const Program& program) { return program.movements.at(0).alternatives.at(0).steps.at(0).directions; }},
        {"tiles that are unset", action("input Cell at { return at.mark == null; } effect { at.mark = 0; }"),
         [](const Program& program) { return input(program).plan.scans_tiles; },
         [](const Program& program) { return input(program).filters.at(0).chunk; }},
        {"unset ones of a list",
         action(
             "input Cell at { options Board.Grid.tiles; filter { return at.mark == null; } } effect { at.mark = 1; }"),
         [](const Program& program) { return input(program).plan.takes_unset && !input(program).plan.scans_tiles; },
         [](const Program& program) { return input(program).filters.at(0).chunk; }},
        {"a range of constants", action("input number n { range 2..7; } effect { log($\"{n}\"); turn.pass(); }"),
         [](const Program& program) { return input(program).plan.range_length == 6; },
         [](const Program& program) { return input(program).low; }},
        {"candidates filtered in one batch",
         action("input Cell at { return at.x + at.y < 3; } effect { log($\"{at.x}\"); turn.pass(); }"),
         [](const Program& program) { return input(program).plan.has_pure_filter; }, nothing},
        {"all elements of a list", action("input Cell at { options Board.Grid.tiles; } effect { turn.pass(); }"),
         [](const Program& program) { return input(program).plan.takes_lists; }, nothing},
        {"an input without candidates", action("effect { input Cell at { return at.x > 5; } else { log(\"none\"); } }"),
         [](const Program& program) { return input(program).plan.is_asked_first; }, nothing},
        {"one trial for all options",
         action("input Cell at; input Cell to { return to.mark == null; } effect { to.mark = 1; }"),
         [](const Program& program) { return input(program).plan.stands_alone; }, nothing},
        {"moves listed without making them",
         action("input Cell at { return at.mark == null; } effect { at.mark = 0; }"),
         [](const Program& program) {
             const ActionPlan& plan = program.actions.at(0).plan;
             return plan.lists_moves && plan.has_fast_path && plan.only_input != kNone;
         },
         nothing},
        {"requirements that are checked once",
         std::string(kBoard)
             + "global class Count { number n = 0; } interactable Man { action Go { trigger PlayerChoiceEvent; "
               "require { return Count.n < 3; } effect { Count.n += 1; turn.pass(); } } } "
               "setup { Man one = new Man(); one.assign(0); one.move_to(Board.Grid[0][0]); Man other = new Man(); "
               "other.assign(0); other.move_to(Board.Grid[1][0]); } ",
         [](const Program& program) { return program.actions.at(0).plan.asks_once; }, nothing},
        {"the next choice offers the same", action("effect { log(\"gone\"); turn.pass(); }"),
         [](const Program& program) {
             return program.choice_plan.steady_choices == 1 && program.choice_plan.is_choice_next
                    && program.choice_plan.are_phases_quiet && program.choice_plan.is_in_order;
         },
         nothing},
    };
    return all;
}

LoadedRules load(const FastPath& path, Optimise optimise) {
    MemoryLoader loader;
    loader.add("game.tgdl", path.rules);
    LoadedRules rules = load_rules(loader, "game.tgdl", Coverage::Off, optimise);
    EXPECT_FALSE(rules.diagnostics.has_errors()) << path.name;
    return rules;
}

GameStart start_with(std::uint64_t seed) {
    GameStart start;
    start.players = 2;
    start.seed = MatchSeed::from(seed);
    return start;
}

// What may be chosen after the first action, or why nothing.
std::string options_of(const std::shared_ptr<const Program>& program) {
    Match match(program, 2, MatchSeed::from(1), {});
    if (match.status() == MatchStatus::Waiting) {
        match.choose(0);
    }
    std::string text;
    const std::size_t count = match.status() == MatchStatus::Waiting ? match.decision().options.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        text += match.option_text(match.decision(), i) + "\n";
    }
    return match.status() == MatchStatus::Waiting ? text : "over";
}

// The program with code that gives null in place of what a fast path leaves out.
std::shared_ptr<const Program> broken(const Program& program, ChunkIndex part) {
    auto changed = std::make_shared<Program>(program);
    changed->known_types = nullptr; // known of the code as it was
    Chunk& chunk = changed->chunks.at(part);
    const std::uint16_t spare = chunk.registers++;
    chunk.code = {{Operation::LoadNull, spare, 1, 0}, {Operation::Return, spare, 0, 0}};
    chunk.places.assign(chunk.code.size(), 0);
    return changed;
}

TEST(EveryFastPath, IsPlannedInAnOptimisedProgramAlone) {
    for (const FastPath& path : fast_paths()) {
        EXPECT_TRUE(path.is_planned(*load(path, Optimise::Yes).program)) << path.name;
        EXPECT_FALSE(path.is_planned(*load(path, Optimise::No).program)) << path.name;
    }
}

TEST(EveryFastPath, LeavesOutTheCodeThatItStandsFor) {
    for (const FastPath& path : fast_paths()) {
        const LoadedRules fast = load(path, Optimise::Yes);
        if (const ChunkIndex part = path.left_out(*fast.program); part != kNone) {
            const LoadedRules plain = load(path, Optimise::No);
            const std::string options = options_of(fast.program);
            EXPECT_NE(options, "over") << path.name;
            EXPECT_EQ(options_of(plain.program), options) << path.name;
            EXPECT_EQ(options_of(broken(*fast.program, part)), options) << path.name;
            EXPECT_NE(options_of(broken(*plain.program, path.left_out(*plain.program))), options) << path.name;
        }
    }
}

TEST(EveryFastPath, GoesAsItGoesWithout) {
    constexpr int kMostChoices = 20;
    constexpr std::uint64_t kGames = 3;
    for (const FastPath& path : fast_paths()) {
        SCOPED_TRACE(path.name);
        const LoadedRules fast = load(path, Optimise::Yes);
        const LoadedRules plain = load(path, Optimise::No);
        for (std::uint64_t seed = 1; seed <= kGames; ++seed) {
            Lockstep both(fast, plain, start_with(seed));
            RandomBot bot(seed);
            ASSERT_EQ(both.compare(), "");
            for (int i = 0; i < kMostChoices && both.waits(); ++i) {
                both.choose(bot.decide(both.decision()));
                ASSERT_EQ(both.compare(), "");
            }
        }
    }
}

TEST(EveryFastPath, HasAsManyMovesAsWithout) {
    constexpr std::size_t kDepth = 3;
    const auto count = [](const LoadedRules& rules) {
        Match start(rules.program, 2, MatchSeed::from(1), {});
        Match failed(start);
        std::vector<std::uint64_t> counts(kDepth);
        EXPECT_EQ(count_moves(start, kDepth, counts, failed), CountEnd::Counted);
        return counts;
    };
    for (const FastPath& path : fast_paths()) {
        EXPECT_EQ(count(load(path, Optimise::Yes)), count(load(path, Optimise::No))) << path.name;
    }
}

} // namespace
} // namespace tgdl
