#include "saves/replay_save.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

// The option that the choice took: where the decision is the same, by its number; else by its text, among several with
// that text the one with its number, or the first.
std::optional<std::size_t> find_choice(const Asked& asked, const ChoiceMade& choice) {
    const auto has_text = [&](std::size_t option) {
        return option < asked.options.size() && asked.options[option] == choice.text;
    };
    if (has_text(choice.option)) {
        return choice.option;
    }
    const auto found = std::ranges::find(asked.options, choice.text);
    return found == asked.options.end() ? std::nullopt
                                        : std::optional(static_cast<std::size_t>(found - asked.options.begin()));
}

std::optional<DifferenceKind> difference_between(const ChoiceMade& choice, const Asked& asked, bool is_offered) {
    if (asked.player != choice.player) {
        return DifferenceKind::OtherPlayer;
    }
    if (asked.question != choice.question) {
        return DifferenceKind::OtherQuestion;
    }
    if (!is_offered) {
        return DifferenceKind::NotOffered;
    }
    const bool is_same = asked.options.size() == choice.options && digest_of(asked) == choice.digest;
    return is_same ? std::nullopt : std::optional(DifferenceKind::OtherOptions);
}

DifferenceKind difference_at_end(MatchStatus status) {
    switch (status) {
    case MatchStatus::Waiting:
    case MatchStatus::Finished: break;
    case MatchStatus::Stuck: return DifferenceKind::Stuck;
    case MatchStatus::Error: return DifferenceKind::Error;
    }
    return DifferenceKind::Finished;
}

// False: it does not go on after this choice.
bool replay_choice(const ChoiceMade& choice, std::size_t number, ReplayedSave& out) {
    Game& game = *out.game;
    if (game.status() != MatchStatus::Waiting) {
        out.stop = Difference{difference_at_end(game.status()), number, choice, {}, {}};
        return false;
    }
    Asked asked = asked_by(game.match());
    const std::optional<std::size_t> option = find_choice(asked, choice);
    const std::optional<DifferenceKind> kind = difference_between(choice, asked, option.has_value());
    const bool goes_on = !kind || *kind == DifferenceKind::OtherOptions;
    std::optional<Difference>& place = goes_on ? out.changed_options : out.stop;
    if (kind && !place) {
        place = Difference{*kind, number, choice, std::move(asked), {}};
    }
    if (goes_on) {
        game.choose(*option);
    }
    return goes_on;
}

// `Mark, Pass and 7 more`
std::string list_options(const std::vector<std::string>& options) {
    constexpr std::size_t kMost = 12;
    if (options.empty()) {
        return "nothing";
    }
    const std::size_t shown = std::min(options.size(), kMost);
    std::string text;
    for (std::size_t i = 0; i < shown; ++i) {
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", options[i]);
    }
    return options.size() > shown ? fmt::format("{} and {} more", text, options.size() - shown) : text;
}

std::string describe_now(const Difference& difference) {
    const auto asked = [&] { return difference.now.value_or(Asked{}); };
    switch (difference.kind) {
    case DifferenceKind::OtherOptions:
        return fmt::format("that can still be chosen, among {} options where there were {}", asked().options.size(),
                           difference.then ? difference.then->options : 0);
    case DifferenceKind::NotOffered:
        return fmt::format("that is not offered any more; there is {}", list_options(asked().options));
    case DifferenceKind::OtherQuestion:
        return fmt::format("now the player chooses {}: {}", asked().question, list_options(asked().options));
    case DifferenceKind::OtherPlayer:
        return fmt::format("now player {} chooses {}: {}", asked().player, asked().question,
                           list_options(asked().options));
    case DifferenceKind::Finished: return "now the game has ended before that";
    case DifferenceKind::Stuck: return "now the game is stuck before that: nobody can do anything";
    case DifferenceKind::Error: return "now the rules end in an error before that";
    case DifferenceKind::Players:
    case DifferenceKind::Options: break;
    }
    return {};
}

} // namespace

ReplayedSave replay_save(std::shared_ptr<const Program> program, const SavedGame& saved, const Limits& limits) {
    ReplayedSave out;
    out.has_same_rules = program->hash == saved.rules;
    auto chosen = with_options(program, saved.options);
    if (!chosen) {
        out.stop = Difference{DifferenceKind::Options, 0, {}, {}, std::move(chosen.error())};
        return out;
    }
    program = *std::move(chosen);
    const auto players = static_cast<std::uint32_t>(saved.seats.size());
    if (!accepts_players(*program, players)) {
        out.stop = Difference{DifferenceKind::Players, 0, {}, {}, describe_players(*program)};
        return out;
    }
    out.game.emplace(std::move(program), GameStart{players, saved.seed, limits});
    for (std::size_t i = 0; i < saved.choices.size(); ++i) {
        if (!replay_choice(saved.choices[i], i, out)) {
            break;
        }
    }
    return out;
}

std::string describe_difference(const Difference& difference) {
    if (difference.kind == DifferenceKind::Options) {
        return difference.players;
    }
    if (difference.kind == DifferenceKind::Players || !difference.then) {
        return fmt::format("the game is now for {} players", difference.players);
    }
    const ChoiceMade& then = *difference.then;
    return fmt::format("choice {}: player {} chose `{}` when asked for {}; {}", difference.choice + 1, then.player,
                       then.text, then.question, describe_now(difference));
}

std::string describe_differences(const ReplayedSave& replayed) {
    std::string text = replayed.changed_options ? describe_difference(*replayed.changed_options) : std::string();
    if (replayed.stop) {
        text += text.empty() ? "" : "\n";
        text += describe_difference(*replayed.stop);
    }
    return text;
}

} // namespace tgdl
