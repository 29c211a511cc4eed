// For each plan a program that has it, and how it is lost.
#include "compile/code_for_test.h"
#include "program/find_plans.h"
#include "program/plans.h"

#include <string>

namespace tgdl {

namespace {

constexpr const char* kRules =
    "tile Cell { Man mark = null; number gold = 0; function bool IsFree() { return mark == null; } } "
    "interactable Man { movement way = Walk; Man other = null; number reach = 2; List<number> ways = { 0, 1 }; } "
    "movement Walk for Man { effect { line this.ways, max this.reach; } } "
    "global board Board { group Grid { geometry square; grid Cell[3][3]; } } ";

// The first input of a game with these clauses: of an action of a Man with another Man before it.
InputInfo input_with(const std::string& clauses, const std::string& more = "") {
    const auto program = compile_text(
        kRules + more + " interactable Actor : Man { action Go { trigger PlayerChoiceEvent; input Man who; " + clauses
        + " effect { } } }");
    return program->inputs.at(1);
}

ActionInfo action_with(const std::string& clauses, const std::string& more = "") {
    return compile_text(std::string(kRules) + "action Go { trigger PlayerChoiceEvent; " + clauses + " } " + more)
        ->actions.at(0);
}

ChoicePlan choice_of(const std::string& more) {
    return compile_text(kRules + more)->choice_plan;
}

bool goes_to_destinations(const std::string& options, const std::string& more = "") {
    const InputInfo input = input_with("input Cell to { options " + options + "; }", more);
    EXPECT_EQ(input.plan.goes_to_destinations, input.source.candidates == CandidateSource::Destinations);
    return input.plan.goes_to_destinations;
}

bool takes_unset(const std::string& filter) {
    return input_with("input Cell at { " + filter + " }").plan.takes_unset;
}

std::uint32_t range_length(const std::string& range) {
    return input_with("input number n { range " + range + "; }").plan.range_length;
}

constexpr const char* kPlainAction = "action Go { trigger PlayerChoiceEvent; effect { turn.pass(); } } ";

} // namespace

TEST(Plans, DestinationsOfAPieceByAMovement) {
    const InputInfo input = input_with("input Cell to { options this.destinations(Walk); }");

    EXPECT_TRUE(input.plan.goes_to_destinations && input.plan.takes_all_tiles);
    EXPECT_EQ(input.source.piece, 0);
    EXPECT_EQ(input.source.movement, 0U);
    EXPECT_TRUE(goes_to_destinations("destinations(Walk)"));
    EXPECT_TRUE(goes_to_destinations("(this.destinations((Walk)))"));
}

TEST(Plans, DestinationsByTheMovementThatThePieceHolds) {
    const InputInfo input = input_with("input Cell to { options who.destinations(who.way); }");

    EXPECT_TRUE(input.plan.goes_to_destinations);
    EXPECT_EQ(input.source.piece, 2);
    EXPECT_EQ(input.source.movement, kNone);
    EXPECT_NE(input.source.movement_word, 0);
    EXPECT_TRUE(goes_to_destinations("this.destinations(way)"));
}

TEST(Plans, OptionsThatSayMoreThanDestinationsAreRun) {
    EXPECT_FALSE(goes_to_destinations("this.destinations(who.way)")) << "of another piece";
    EXPECT_FALSE(goes_to_destinations("who.destinations(way)"));
    EXPECT_FALSE(goes_to_destinations("this.other.destinations(Walk)"));
    EXPECT_FALSE(goes_to_destinations("this.destinations(Walk).reversed()"));
    EXPECT_FALSE(goes_to_destinations("this.destinations(who == this ? Walk : way)"));
}

TEST(Plans, NoDestinationsWhereAMovementHasInputs) {
    const InputInfo input = input_with("input Cell to { options this.destinations(way); }",
                                       "movement Far for Man { function input number far; effect { line 0, far; } } ");

    EXPECT_EQ(input.source.candidates, CandidateSource::Destinations);
    EXPECT_FALSE(input.plan.goes_to_destinations) << "what is held may have its inputs with it";
}

TEST(Plans, DestinationsOfOneClassOfTilesAreLookedThrough) {
    const InputInfo input = input_with("input Cell to { options this.destinations(Walk); }", "tile Other { }");

    EXPECT_TRUE(input.plan.goes_to_destinations);
    EXPECT_FALSE(input.plan.takes_all_tiles);
}

TEST(Plans, TilesWithoutAValueOfAnAttribute) {
    const InputInfo input = input_with("input Cell at { return at.mark == null; }");

    EXPECT_TRUE(input.plan.takes_unset && input.plan.scans_tiles && input.plan.has_one_group);
    EXPECT_NE(input.source.unset_word, 0);
    EXPECT_TRUE(takes_unset("filter \"it is marked\" { return (at.mark) == (null); }"));
    EXPECT_TRUE(takes_unset("filter c { return c.gold == null; }"));
}

TEST(Plans, AFilterThatAsksForMoreThanNullIsRun) {
    EXPECT_FALSE(takes_unset("return at.mark != null;"));
    EXPECT_FALSE(takes_unset("return at.mark == who;"));
    EXPECT_FALSE(takes_unset("return who.other == null;")) << "of another thing";
    EXPECT_FALSE(takes_unset("return at.IsFree();"));
    EXPECT_FALSE(takes_unset("return at.mark == null && at.empty;"));
    EXPECT_FALSE(takes_unset("filter { return at.mark == null; } filter { return at.gold == null; }")) << "two";
}

TEST(Plans, NoScanWhereTheCandidatesAreNotAllTilesOfAClass) {
    const InputInfo of_list =
        input_with("input Cell at { options Board.Grid.tiles; filter { return at.mark == null; } }");
    const InputInfo of_classes = input_with("input Cell at { return at.mark == null; }", "tile Other : Cell { }");

    EXPECT_TRUE(of_list.plan.takes_unset);
    EXPECT_FALSE(of_list.plan.scans_tiles);
    EXPECT_TRUE(of_classes.plan.takes_unset);
    EXPECT_FALSE(of_classes.plan.scans_tiles);
}

TEST(Plans, TilesThatRulesMakeAreInNoGroup) {
    const InputInfo input =
        input_with("input Cell at { return at.mark == null; }", "function Make() { Cell made = new Cell(); } ");

    EXPECT_TRUE(input.plan.scans_tiles);
    EXPECT_FALSE(input.plan.has_one_group);
}

TEST(Plans, RangesOfConstants) {
    const InputInfo input = input_with("input number n { range -1..most; }", "const number most = 4; ");

    EXPECT_EQ(input.plan.range_length, 6U);
    EXPECT_EQ(input.plan.range_first, -1);
    EXPECT_EQ(range_length("1..3"), 3U);
    EXPECT_EQ(range_length("1..3 step 2"), 0U);
    EXPECT_EQ(range_length("1..who.reach"), 0U);
    EXPECT_EQ(range_length("0.5..3"), 0U);
    EXPECT_EQ(range_length("0..100000"), 0U) << "too long to list at once";
}

TEST(Plans, AnInputThatNoLaterOneLooksAtStandsAlone) {
    EXPECT_TRUE(input_with("input Cell at; input Cell to;").plan.stands_alone);
    EXPECT_FALSE(input_with("input Cell at; input Cell to { return to != at; }").plan.stands_alone);
}

TEST(Plans, AFilterThatChangesNothingIsPure) {
    EXPECT_TRUE(input_with("input Cell at { return at.x > 1; }").plan.has_pure_filter);
    EXPECT_FALSE(input_with("input Cell at { filter { if (at.x > 1) { fail; } return true; } }").plan.has_pure_filter);
    EXPECT_FALSE(
        input_with("input Cell at { filter { return at.x > 1; } filter { return at.y > 1; } }").plan.has_pure_filter);
}

TEST(Plans, AnInputWithAnElseIsLookedIntoFirst) {
    const auto input = [](const std::string& text) {
        return compile_text(kRules + std::string("action Go { trigger PlayerChoiceEvent; effect { ") + text + " } }")
            ->inputs.at(0);
    };

    EXPECT_TRUE(input("input Cell at else { }").plan.is_asked_first);
    EXPECT_FALSE(input("input Cell at;").plan.is_asked_first);
    EXPECT_FALSE(input("optional input Cell at else { }").plan.is_asked_first);
}

TEST(Plans, ActionsWhoseMovesAreListed) {
    EXPECT_TRUE(action_with("input Cell at; effect { }").plan.lists_moves);
    EXPECT_EQ(action_with("input Cell at; effect { }").plan.only_input, 0U);
    EXPECT_EQ(action_with("input Cell at; input Cell to; effect { }").plan.only_input, kNone);
    EXPECT_FALSE(action_with("input List<Cell> at { count 1; } effect { }").plan.lists_moves);
}

TEST(Plans, ActionsThatMayBeNothingButTheirEffect) {
    EXPECT_TRUE(action_with("effect { turn.pass(); }").plan.has_fast_path);
    EXPECT_FALSE(action_with("effect { log($\"{event.active}\"); }").plan.has_fast_path) << "it looks at the event";
    EXPECT_FALSE(action_with("effect { log($\"{random(6)}\"); }").plan.has_fast_path) << "a draw cannot be taken back";
    EXPECT_FALSE(action_with("effect { }", "action After { trigger after action Go; effect { } } ").plan.has_fast_path);
}

TEST(Plans, RequirementsThatDoNotReadTheInstance) {
    EXPECT_TRUE(action_with("require { return player.active() == 0; } effect { }").plan.asks_once);
    const auto program = compile_text(std::string(kRules)
                                      + "interactable Actor : Man { action Go { trigger PlayerChoiceEvent; "
                                        "require { return reach > 1; } effect { } } }");
    EXPECT_FALSE(program->actions.at(0).plan.asks_once);
}

TEST(Plans, FromOneChoiceToTheNext) {
    const ChoicePlan plan = choice_of(kPlainAction);

    EXPECT_TRUE(plan.is_choice_next && plan.are_phases_quiet && plan.is_in_order);
    EXPECT_FALSE(plan.has_phase_events || plan.has_off_turn);
    EXPECT_EQ(plan.steady_choices, 1U);
}

TEST(Plans, WhatComesBetweenChoices) {
    EXPECT_FALSE(choice_of(std::string(kPlainAction) + "goal End { effect { draw; } } ").is_choice_next);
    EXPECT_TRUE(
        choice_of(std::string(kPlainAction) + "action On { trigger OffTurnChoiceEvent; effect { } } ").has_off_turn);
    const ChoicePlan observed =
        choice_of(std::string(kPlainAction) + "action On { trigger TurnEndEvent; effect { } } ");
    EXPECT_TRUE(observed.has_phase_events);
    EXPECT_FALSE(observed.are_phases_quiet);
    EXPECT_EQ(choice_of("action Go { trigger PlayerChoiceEvent; require { return player.active() == 0; } effect { } } ")
                  .steady_choices,
              0U);
}

TEST(Plans, AWordThatAStepOfAMovementGives) {
    const auto program = compile_text(kRules);
    const MovementStep& step = program->movements.at(0).alternatives.at(0).steps.at(0);

    EXPECT_NE(program->chunks.at(step.directions).word, 0);
    EXPECT_NE(program->chunks.at(step.count).word, 0);
    EXPECT_NE(program->chunks.at(step.count).word, program->chunks.at(step.directions).word);
}

TEST(Plans, AFilterThatIsRecordedIsRun) {
    const auto text = check_text(std::string("game \"x\"; players 2; ") + kRules
                                 + "action Go { trigger PlayerChoiceEvent; input Cell at { return at.mark == null; } "
                                   "effect { } }");
    const std::shared_ptr<const Program> program = compile(*text->program, text->sources, Coverage::On);

    EXPECT_NE(program->inputs.at(0).source.unset_word, 0);
    EXPECT_FALSE(program->inputs.at(0).plan.takes_unset);
}

TEST(Plans, ShowInTheDump) {
    const std::string shown =
        disassemble(*compile_text(std::string(kRules)
                                  + "interactable Actor : Man { action Go { trigger PlayerChoiceEvent; "
                                    "input Cell to { options this.destinations(Walk); } effect { } } } "));

    EXPECT_NE(shown.find("  source destinations of r0 by Walk\n"), std::string::npos) << shown;
    EXPECT_NE(shown.find("  plan goes to destinations, takes all tiles, stands alone, takes lists\n"),
              std::string::npos);
    EXPECT_NE(shown.find("  plan lists moves, no event, not observed, asks once, fast path, one input\n"),
              std::string::npos);
}

} // namespace tgdl
