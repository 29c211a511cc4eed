#include "playthrough/run_playthrough.h"

#include "api/import_path.h"
#include "api/transcript.h"
#include "bots/bot_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tgdl {

namespace {

class PlaythroughRunner {
public:
    PlaythroughRunner(const Playthrough& playthrough, const LoadedRules& rules,
                      const std::shared_ptr<const Program>& program, std::uint32_t players)
        : playthrough_(playthrough),
          rules_(rules),
          match_(program, players, playthrough.seed),
          bots_(seat_plans(playthrough.bots, players), match_, playthrough.seed.number.value_or(0)) {}

    Transcript run() {
        take_texts();
        while (match_.status() == MatchStatus::Waiting && !out_.problem) {
            if (match_.decisions_made() >= playthrough_.limit) {
                end("stuck");
                return std::move(out_);
            }
            if (!decide()) {
                return std::move(out_);
            }
            take_texts();
        }
        if (!out_.problem) {
            take_end();
        }
        return std::move(out_);
    }

private:
    // False when the match does not go on: nobody decides, or there is a problem.
    bool decide() {
        const Decision& decision = match_.decision();
        if (playthrough_.single_options_unasked && decision.options.size() == 1) {
            make(0);
            return true;
        }
        if (const PlayLine* const choice = next_choice()) {
            return choose(decision, *choice);
        }
        if (!bots_.sits_at(decision.player)) {
            end("unfinished");
            return false;
        }
        const BotChoice option = bots_.decide(match_);
        if (!option) {
            out_.problem = PlayProblem{playthrough_.game_line, option.error(), {}};
            return false;
        }
        add({PlayLineKind::BotChoice, match_.option_text(decision, *option), decision.player, 0});
        make(*option);
        return true;
    }

    const PlayLine* next_choice() {
        while (next_ < playthrough_.lines.size()) {
            const PlayLine& line = playthrough_.lines[next_++];
            if (line.kind == PlayLineKind::Choice) {
                return &line;
            }
        }
        return nullptr;
    }

    bool choose(const Decision& decision, const PlayLine& choice) {
        const std::optional<std::size_t> option = find_option(match_, decision, choice.text);
        if (!option) {
            out_.problem = PlayProblem{
                choice.number,
                fmt::format("`{}` is no option; {} of:", choice.text, match_.decision_text(decision)),
                numbered_options(match_, decision),
            };
            return false;
        }
        add({PlayLineKind::Choice, choice.text, decision.player, choice.number});
        make(*option);
        return true;
    }

    void make(std::size_t choice) {
        bots_.record_choice(match_, choice);
        match_.choose(choice);
    }

    // More than a file may hold is not kept.
    void add(PlayLine line) {
        bytes_ += line.text.size() + 1;
        if (bytes_ > kMaxFileBytes) {
            out_.problem =
                PlayProblem{playthrough_.game_line, "more comes out than the 16 MiB that a playthrough may be", {}};
            return;
        }
        out_.lines.push_back(std::move(line));
    }

    void add_log_lines(std::string_view text) {
        for (PlayLine& line : split_log_lines(text)) {
            add(std::move(line));
        }
    }

    void take_texts() {
        for (const Delivered& delivered : match_.take_texts()) {
            add_log_lines(log_line(delivered));
        }
        std::ranges::move(match_.take_reports(), std::back_inserter(out_.reports));
    }

    void end(std::string_view word) { add_log_lines(result_line(word)); }

    void take_end() {
        switch (match_.status()) {
        case MatchStatus::Stuck: end("stuck"); return;
        case MatchStatus::Error:
            out_.reports.push_back(match_.setup_failure().empty()
                                       ? render_fault(rules_, match_.fault(), Colour::Off)
                                       : fmt::format("{}: {}\n", rules_.path, match_.setup_failure()));
            end("error");
            return;
        case MatchStatus::Waiting:
        case MatchStatus::Finished: break;
        }
        for (const std::string& line : result_lines(match_.result())) {
            add_log_lines(line);
        }
    }

    const Playthrough& playthrough_;
    const LoadedRules& rules_;
    Match match_;
    BotTable bots_;
    Transcript out_;
    std::size_t next_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace

Transcript run_playthrough(const Playthrough& playthrough, const LoadedRules& rules) {
    const Program& program = *rules.program;
    const std::uint64_t players = playthrough.players.value_or(program.min_players);
    if (players > program.max_players || !accepts_players(program, static_cast<std::uint32_t>(players))) {
        Transcript refused;
        refused.problem = PlayProblem{
            playthrough.game_line,
            fmt::format("`players: {}`: the game is for {}", players, describe_players(program)),
            {},
        };
        return refused;
    }
    const auto chosen = with_options(rules.program, playthrough.options);
    if (!chosen) {
        Transcript refused;
        refused.problem = PlayProblem{playthrough.game_line, chosen.error(), {}};
        return refused;
    }
    return PlaythroughRunner(playthrough, rules, *chosen, static_cast<std::uint32_t>(players)).run();
}

} // namespace tgdl
