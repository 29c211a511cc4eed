#include "program/verify_plans.h"

#include "program/find_plans.h"
#include "program/instance_layout.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace tgdl {

namespace {

constexpr TypeIndex kNumber = 0;
constexpr TypeIndex kMovement = 1;
constexpr TypeIndex kCell = 2;
constexpr TypeIndex kMan = 3;
constexpr std::uint16_t kMarkWord = kTileWords;
constexpr std::uint16_t kWayWord = kPieceWords;
constexpr ChunkIndex kOptions = 0;
constexpr ChunkIndex kFilter = 1;
constexpr ChunkIndex kBound = 2;

ClassInfo class_info(const char* name, ClassKind kind, std::uint16_t word, TypeIndex type) {
    ClassInfo info;
    info.name = name;
    info.kind = kind;
    info.size = static_cast<std::uint16_t>(word + 1);
    info.attributes.resize(1);
    info.attributes[0].offset = word;
    info.attributes[0].type = type;
    return info;
}

Chunk chunk_of(std::vector<TypeIndex> types, TypeIndex result) {
    Chunk chunk;
    chunk.name = "Part";
    chunk.parameters = static_cast<std::uint16_t>(types.size());
    chunk.parameter_types = std::move(types);
    chunk.result = result;
    return chunk;
}

// One action of a Man, `input Cell to { options this.destinations(…); return to.mark == null; }`.
Program program_with_plans() {
    Program program;
    program.types = {{.kind = ValueKind::Number},
                     {.kind = ValueKind::Movement},
                     {.kind = ValueKind::Instance, .first_class = 0, .last_class = 0},
                     {.kind = ValueKind::Instance, .first_class = 1, .last_class = 1}};
    program.classes = {class_info("Cell", ClassKind::Tile, kMarkWord, kNumber),
                       class_info("Man", ClassKind::Interactable, kWayWord, kMovement)};
    program.constants = {Value::number(3)};
    program.events.fill(kNone);
    program.observers.resize(2);
    program.movements.resize(1);
    program.chunks = {chunk_of({kMan, kNone, kCell, kNumber, kCell}, kNone),
                      chunk_of({kMan, kNone, kCell, kNumber, kCell}, kNone), chunk_of({}, kNumber)};
    program.chunks[kBound].constant = 0;
    program.inputs.resize(1);
    InputInfo& input = program.inputs[0];
    input.name = "to";
    input.type = kCell;
    input.element = kCell;
    input.reg = 2;
    input.options = kOptions;
    input.filters.resize(1);
    input.filters[0].chunk = kFilter;
    input.source.candidates = CandidateSource::Destinations;
    input.source.movement_word = kWayWord;
    input.source.unset_word = kMarkWord;
    program.actions.resize(1);
    program.actions[0].name = "Go";
    program.actions[0].inputs = {0};
    find_plans(program);
    return program;
}

std::string wrong_after(const std::function<void(Program& program)>& change) {
    Program program = program_with_plans();
    change(program);
    return verify_plans(program);
}

std::string wrong_source(const std::function<void(InputInfo& input)>& change) {
    return wrong_after([&](Program& program) {
        change(program.inputs[0]);
        find_plans(program);
    });
}

constexpr const char* kWrongSource = "to: its source does not fit it";

} // namespace

TEST(VerifyPlans, AcceptsThoseThatFollowFromTheProgramAndNone) {
    EXPECT_TRUE(program_with_plans().inputs[0].plan.goes_to_destinations);
    EXPECT_EQ(wrong_after([](Program&) {}), "");
    EXPECT_EQ(wrong_after([](Program& program) { program.inputs[0].plan = {}; }), "");
    EXPECT_EQ(wrong_after([](Program& program) { program.actions[0].plan = {}; }), "");
    EXPECT_EQ(wrong_after([](Program& program) { program.choice_plan = {}; }), "");
}

TEST(VerifyPlans, RefusesDestinationsOfWhatIsNoPiece) {
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.piece = 1; }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.piece = 2; }), kWrongSource) << "the candidate";
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.piece = 9; }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.options = kNone; }), kWrongSource);
    EXPECT_EQ(wrong_after([](Program& program) { program.chunks[kOptions].parameter_types[0] = kCell; }), kWrongSource);
}

TEST(VerifyPlans, RefusesDestinationsByNoMovement) {
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.movement = 1; }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.movement_word = 0; }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.movement_word = kWayWord + 1; }), kWrongSource);
    EXPECT_EQ(wrong_after([](Program& program) { program.classes[1].attributes[0].type = kNumber; }), kWrongSource);
}

TEST(VerifyPlans, RefusesAWordThatCandidatesDoNotHave) {
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.unset_word = kMarkWord + 1; }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.filters.clear(); }), kWrongSource);
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.element = kNumber; }), kWrongSource);
}

TEST(VerifyPlans, RefusesARangeWhoseEndsAreNoConstants) {
    const auto range = [](ChunkIndex low, ChunkIndex high) {
        return wrong_after([&](Program& program) {
            InputInfo& input = program.inputs[0];
            input.options = kNone;
            input.low = low;
            input.high = high;
            input.source = {CandidateSource::Range};
            input.plan = {};
        });
    };

    EXPECT_EQ(range(kBound, kBound), "");
    EXPECT_EQ(range(kBound, kFilter), kWrongSource);
    EXPECT_EQ(range(kBound, kNone), kWrongSource);
}

TEST(VerifyPlans, RefusesAllOfATypeWhereTheRulesGiveOptions) {
    EXPECT_EQ(wrong_source([](InputInfo& input) { input.source.candidates = CandidateSource::Type; }), kWrongSource);
}

TEST(VerifyPlans, RefusesAPlanThatDoesNotFollow) {
    EXPECT_EQ(wrong_after([](Program& program) { program.inputs[0].plan.scans_tiles = true; }),
              "to: its plan does not fit it");
    EXPECT_EQ(wrong_after([](Program& program) { program.inputs[0].plan.range_length = 3; }),
              "to: its plan does not fit it");
    EXPECT_EQ(wrong_after([](Program& program) { program.chance = true; }), "Go: its plan does not fit it");
    EXPECT_EQ(wrong_after([](Program& program) { program.choice_plan.steady_choices = 2; }),
              "the plan from choice to choice does not fit the program");
}

TEST(VerifyPlans, RefusesAWordThatCodeCannotGive) {
    const auto gives = [](std::uint16_t word, TypeIndex result) {
        return wrong_after([&](Program& program) {
            program.chunks[kFilter].word = word;
            program.chunks[kFilter].result = result;
        });
    };

    EXPECT_EQ(gives(kWayWord, kMovement), "");
    EXPECT_EQ(gives(kWayWord, kNumber), "`Part`: it gives no word " + std::to_string(kWayWord));
    EXPECT_EQ(gives(kWayWord + 1, kMovement), "`Part`: it gives no word " + std::to_string(kWayWord + 1));
}

} // namespace tgdl
