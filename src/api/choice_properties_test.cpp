// Properties of the choices of every game and every program of the tests, played at random: none leads into a dead end,
// and none that may be taken back tells anything.
#include "api/every_program_for_test.h"
#include "bots/random_bot.h"
#include "match/flow.h"
#include "match/view.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace tgdl {
namespace {

constexpr int kMostChoices = 20;

// The number of frames up to the phase whose head is being filled; 0: none is.
std::size_t filled_phase(Match& match) {
    if (match.status() != MatchStatus::Waiting) {
        return 0;
    }
    const FrameStack& frames = match.flow().machine.frames;
    const std::size_t count = frames.size();
    return count >= 2 && frames[count - 1].kind == FrameKind::FillInput && frames[count - 2].kind == FrameKind::RunPhase
                   && frames[count - 2].code == 0
               ? count - 1
               : 0;
}

// Does the phase run that this match is asked for, when this option and then always the first one is chosen?
bool leads_to_effect(Match& after, std::size_t option) {
    bool runs = false;
    after.set_tracer(
        [](void* context, const std::string& text) {
            bool& has_run = *static_cast<bool*>(context);
            has_run = has_run || (text.starts_with("phase ") && text.ends_with(" runs"));
        },
        &runs);
    const std::size_t phase = filled_phase(after);
    after.choose(option);
    while (!runs && filled_phase(after) == phase) {
        after.choose(0);
    }
    const bool went_wrong = after.status() == MatchStatus::Error;
    after.set_tracer(nullptr, nullptr);
    return runs || went_wrong;
}

TEST(EveryProgram, AChoiceInTheHeadOfAPhaseLeadsToItsEffect) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        if (rules.program->hides || rules.program->chance) {
            return; // what a trial may not look at may turn out otherwise
        }
        const GameStart start = start_of(rules, seed);
        Match match(rules.program, start.players, start.seed, start.limits);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && match.status() == MatchStatus::Waiting; ++i) {
            const std::size_t options = match.decision().options.size();
            for (std::size_t option = 0; filled_phase(match) != 0 && option < options; ++option) {
                Match after(match);
                ASSERT_TRUE(leads_to_effect(after, option)) << "option " << option << " after " << i << " choices";
            }
            match.choose(bot.decide(match.decision()));
        }
    });
}

// What somebody does who decides by all they see.
std::size_t decide_by_view(Match& match) {
    const std::size_t options = match.decision().options.size();
    return std::hash<std::string>()(view(match, match.decision().player).dump()) % options;
}

// Chooses, and lets the others go on until the same player is asked again.
template <typename Choose>
void choose_and_let_answer(Match& match, std::size_t option, const Choose& choose) {
    constexpr int kMostAnswers = 6;
    const std::uint32_t player = match.decision().player;
    choose(option);
    for (int i = 0; i < kMostAnswers && match.status() == MatchStatus::Waiting && match.decision().player != player;
         ++i) {
        choose(decide_by_view(match));
    }
}

// Two games that a player cannot tell apart stay so as long as all that happens may be taken back: otherwise who takes it back
// knows more than before.
TEST(EveryProgram, WhatMayBeTakenBackTellsNothing) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        if (!rules.program->hides) {
            return;
        }
        Game game(rules.program, start_of(rules, seed));
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices / 2 && game.status() == MatchStatus::Waiting; ++i) {
            const std::uint32_t player = game.decision().player;
            const std::size_t option = bot.decide(game.decision());
            Match other = game.determinize(player, seed + static_cast<std::uint64_t>(i));
            const bool is_alike =
                other.status() == MatchStatus::Waiting && view(other, player) == view(game.match(), player);
            const std::size_t before = game.position();
            Game after(game);
            choose_and_let_answer(after.match(), option, [&](std::size_t index) { after.choose(index); });
            bool may_be_undone = is_alike;
            for (std::size_t at = before; may_be_undone && at < after.position(); ++at) {
                may_be_undone = after.disclosure_of(at) == Disclosure::Nothing;
            }
            if (may_be_undone) {
                choose_and_let_answer(other, option, [&](std::size_t index) { other.choose(index); });
                ASSERT_EQ(view(other, player), view(after.match(), player)) << "after " << i << " choices";
            }
            game.choose(option);
        }
    });
}

} // namespace
} // namespace tgdl
