// A `fail` after any instruction leaves the match as it was before the choice.
//
// The instruction is replaced in a copy of the program by a jump to a `fail`, so that nothing in the machine knows of it.
// It happens once: as soon as something is undone the instruction is back, and the options are listed by the rules as they are.
#include "api/every_program_for_test.h"
#include "bots/random_bot.h"
#include "match/flow.h"
#include "program/find_plans.h"

namespace tgdl {
namespace {

constexpr std::size_t kMostTries = 150; // of each game
constexpr std::uint64_t kMostChoicesBefore = 30;

class FailingProgram {
public:
    explicit FailingProgram(const Program& program) : program_(std::make_shared<Program>(program)) {
        program_->known_types = nullptr; // known of the code as it was
        // What is promised about rules that cannot fail is not promised about these.
        program_->any_fail = true;
        for (ActionInfo& action : program_->actions) {
            action.may_fail = true;
        }
        for (TurnInfo& turn : program_->turns) {
            for (PhaseInfo& phase : turn.phases) {
                phase.may_fail = true;
            }
        }
        for (Chunk& chunk : program_->chunks) {
            chunk.may_fail = true;
            const std::uint16_t spare = chunk.registers++;
            chunk.code.push_back({Operation::LoadNull, spare, 1, 0});
            chunk.code.push_back({Operation::Fail, spare, 0, 0});
            chunk.places.resize(chunk.code.size());
        }
        for (InputInfo& input : program_->inputs) {
            input.source = {}; // what it says of a clause is not so when that fails: the clause is run
        }
        find_plans(*program_);
    }

    [[nodiscard]] std::shared_ptr<const Program> program() const { return program_; }

    struct Point {
        ChunkIndex chunk = 0;
        std::uint32_t at = 0;
    };
    // Before each instruction that runs, but those that the one before makes use of.
    [[nodiscard]] std::vector<Point> points() const {
        std::vector<Point> found;
        for (ChunkIndex chunk = 0; chunk < program_->chunks.size(); ++chunk) {
            const std::vector<Instruction>& code = program_->chunks[chunk].code;
            for (std::uint32_t at = 0; at + kStub < code.size(); ++at) {
                const Operation before = at > 0 ? code[at - 1].op : Operation::Nop;
                const bool is_used =
                    code[at].op == Operation::Nop || before == Operation::WalkLine || before == Operation::MoveGroup;
                if (!is_used && program_->chunks[chunk].constant == kNone) {
                    found.push_back({chunk, at});
                }
            }
        }
        return found;
    }

    void arm(Point point) {
        std::vector<Instruction>& code = program_->chunks[point.chunk].code;
        armed_ = point;
        replaced_ = code[point.at];
        const auto stub = static_cast<std::uint32_t>(code.size() - kStub);
        code[point.at] = Instruction::with_wide(Operation::Jump, 0, stub - (point.at + 1)); // from the next one on
        is_armed_ = true;
    }
    void disarm() {
        if (is_armed_) {
            program_->chunks[armed_.chunk].code[armed_.at] = replaced_;
            is_armed_ = false;
        }
    }

private:
    static constexpr std::size_t kStub = 2; // instructions behind each chunk

    std::shared_ptr<Program> program_;
    Point armed_;
    Instruction replaced_;
    bool is_armed_ = false;
};

// Sees what is undone first.
struct Watcher {
    FailingProgram& program;
    MatchFlow& flow;
    bool is_choice_undone = false;

    static void watch(void* context, const std::string& line) {
        auto& self = *static_cast<Watcher*>(context);
        if (!line.starts_with("undone")) {
            return;
        }
        self.program.disarm();
        const TransactionKind kind = self.flow.state.transaction;
        self.is_choice_undone = kind == TransactionKind::Choice || kind == TransactionKind::OffTurn
                                || kind == TransactionKind::SimultaneousChoice;
        self.flow.line.clear(); // so that no line is remembered as refused: all is as before
    }
};

// Makes these choices, with a fail at that point. True when the transaction they are was undone.
bool is_undone(FailingProgram& program, Match& match, const std::vector<std::size_t>& choices,
               FailingProgram::Point point) {
    Watcher watcher{program, match.flow()};
    match.set_tracer(Watcher::watch, &watcher);
    program.arm(point);
    for (const std::size_t choice : choices) {
        if (watcher.is_choice_undone || match.status() != MatchStatus::Waiting
            || choice >= match.decision().options.size()) {
            break;
        }
        match.choose(choice);
    }
    program.disarm();
    match.set_tracer(nullptr, nullptr);
    return watcher.is_choice_undone;
}

// The choices of one complete move from here.
std::vector<std::size_t> move_from(const Match& match, RandomBot& bot) {
    Match played(match);
    std::vector<std::size_t> choices;
    do {
        choices.push_back(bot.decide(played.decision()));
        played.choose(choices.back());
    } while (played.status() == MatchStatus::Waiting && !played.decision().begins_move);
    return choices;
}

// Chooses at random, a choice that ends the match left out.
void go_on(Match& match, RandomBot& bot) {
    Match after(match);
    after.choose(bot.decide(after.decision()));
    if (after.status() == MatchStatus::Waiting) {
        match = std::move(after);
    }
}

TEST(EveryProgram, AFailAfterAnyInstructionLeavesTheMatchAsItWas) {
    std::size_t undone = 0;
    for_each_game([&](const LoadedRules& rules, std::uint64_t seed) {
        FailingProgram program(*rules.program);
        const GameStart start = start_of(rules, seed);
        Match match(program.program(), start.players, start.seed, start.limits);
        RandomBot bot(seed);
        RandomState random = seed_random(seed);
        const std::uint64_t choices_before = random_below(random, kMostChoicesBefore);
        const auto is_there = [&](std::uint64_t made) {
            return match.status() != MatchStatus::Waiting || made == 2 * kMostChoicesBefore
                   || (made >= choices_before && match.decision().begins_move);
        };
        for (std::uint64_t made = 0; !is_there(made); ++made) {
            go_on(match, bot);
        }
        if (match.status() != MatchStatus::Waiting || !match.decision().begins_move) {
            return;
        }
        const std::vector<std::size_t> choices = move_from(match, bot);
        const Seen before = look(match);
        std::vector<FailingProgram::Point> points = program.points();
        Match tried(match);

        for (std::size_t i = 0; i < kMostTries && !points.empty(); ++i) {
            std::swap(points[random_below(random, points.size())], points.back());
            const FailingProgram::Point point = points.back();
            points.pop_back();
            tried.copy_from(match);
            if (is_undone(program, tried, choices, point)) {
                ++undone;
                ASSERT_EQ(look(tried), before) << program.program()->chunks[point.chunk].name << " at " << point.at;
            }
        }
    });
    EXPECT_GT(undone, 100U);
}

} // namespace
} // namespace tgdl
