#include "playthrough/record_playthrough.h"

#include "api/transcript.h"
#include "diagnostics/terminal_text.h"
#include "playthrough/playthrough.h"
#include "playthrough/run_playthrough.h"
#include "saves/replay_save.h"

#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

// `Anna, random and player 2`
std::string list_seats(const std::vector<SavedSeat>& seats) {
    std::string text;
    for (std::size_t i = 0; i < seats.size(); ++i) {
        const std::string& name = seats[i].name.empty() ? seats[i].bot : seats[i].name;
        text += i == 0 ? "" : i + 1 == seats.size() ? " and " : ", ";
        text += name.empty() ? fmt::format("player {}", i) : seats[i].name.empty() ? "the bot " + name : name;
    }
    return text;
}

// A choice as a playthrough writes it: the option's text where that leads to it, else its number.
std::string written_choice(Match& match, std::size_t option) {
    const Decision& decision = match.decision();
    std::string text = match.option_text(decision, option);
    const bool stays_whole = !text.empty() && text.find_first_of("\r\n\t") == std::string::npos
                             && !text.starts_with(' ') && !text.ends_with(' ');
    const bool leads_there = stays_whole && find_option(match, decision, text) == option;
    return leads_there ? std::move(text) : fmt::format("{}", option);
}

// With an empty line wherever somebody else begins to decide.
std::vector<PlayLine> choice_lines(const Game& game, std::shared_ptr<const Program> program) {
    std::vector<PlayLine> lines;
    Match match(std::move(program), game.players(), game.seed());
    std::uint32_t before = game.choices().empty() ? 0 : game.choices().front().player;
    for (const ChoiceMade& choice : game.choices()) {
        if (choice.player != before) {
            lines.push_back({PlayLineKind::Remark, {}, {}, 0});
            before = choice.player;
        }
        lines.push_back({PlayLineKind::Choice, written_choice(match, choice.option), choice.player, 0});
        match.choose(choice.option);
    }
    return lines;
}

std::string write_head(const SavedGame& saved, const std::string& game_path) {
    std::string head =
        fmt::format("# A game between {}, as it was played.\ngame: {}\nplayers: {}\nseed: {}\n",
                    show_on_one_line(list_seats(saved.seats)), game_path, saved.seats.size(), saved.seed.text());
    for (const OptionChoice& option : saved.options) {
        head += fmt::format("option: {}={}\n", option.name, show_on_one_line(option.value));
    }
    return head;
}

} // namespace

tl::expected<std::string, std::string> record(const SavedGame& saved, const LoadedRules& rules,
                                              const std::string& game_path) {
    const ReplayedSave replayed = replay_save(rules.program, saved);
    if (replayed.stop) {
        return tl::unexpected(fmt::format("under these rules the saved game cannot be played to its end: {}",
                                          describe_difference(*replayed.stop)));
    }
    tl::expected<Playthrough, PlayProblem> playthrough = read_playthrough(write_head(saved, game_path));
    if (!playthrough) {
        return tl::unexpected(playthrough.error().text);
    }
    playthrough->lines = choice_lines(*replayed.game, *with_options(rules.program, saved.options));
    const Transcript transcript = run_playthrough(*playthrough, rules);
    if (transcript.problem) {
        return tl::unexpected(transcript.problem->text);
    }
    return write_playthrough(*playthrough, transcript);
}

} // namespace tgdl
