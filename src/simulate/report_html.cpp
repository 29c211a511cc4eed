#include "simulate/report_html.h"

#include "simulate/coverage.h"
#include "simulate/measure.h"
#include "simulate/plots.h"
#include "simulate/report.h"
#include "simulate/source_listing.h"
#include "svg/svg_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr double kConfidence = 0.95;
constexpr std::size_t kMostRows = 24;    // of a plot of named choices
constexpr std::size_t kLabelLength = 24; // bytes of a label in a plot
constexpr std::size_t kMostSilent = 40;  // regions that never ran, in words
constexpr std::uint64_t kFewUses = 20;   // say little about winning
constexpr std::uint64_t kFewGames = 16;  // likewise about the lead

constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #fbfbf9; --ink: #23262a; --faint: #676d75; --line: #dcdfe3; --accent: #2b5f9e;
  --soft: #bcd2ec; --warn: #a8461c; --panel: #f1f3f5; --never: #f6dfd2; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #1a1c1f; --ink: #e6e8eb; --faint: #9ba2ab; --line: #3a3f46;
  --accent: #7fb2ee; --soft: #2f4a6b; --warn: #eb9468; --panel: #24272b; --never: #4a2d1e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1.1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .4rem 0; } h2 { font-size: 1.3rem; margin: 2.4rem 0 .5rem; }
p { margin: .5rem 0; } .faint, figcaption { color: var(--faint); font-size: .92rem; } .answer { font-size: 1.08rem; }
.warn { color: var(--warn); font-weight: 600; } .panel { background: var(--panel); border-radius: 8px; padding: .7rem 1rem; }
code, pre { font: .85em/1.5 ui-monospace, "DejaVu Sans Mono", monospace; } pre { background: var(--panel); padding: .7rem;
  border-radius: 6px; overflow-x: auto; margin: .5rem 0; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th { text-align: left; color: var(--faint); font-weight: 600; } td.n, th.n { text-align: right; }
th, td { padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
figure { margin: .8rem 0; } figure svg { max-width: 100%; height: auto; }
svg text { text-anchor: middle; dominant-baseline: central; fill: var(--ink); } svg .axis { fill: var(--faint); }
svg .label { text-anchor: end; } svg .grid { stroke: var(--line); stroke-width: 1; } svg .bar { fill: var(--accent); }
svg .may { fill: var(--soft); } svg .dot { fill: var(--accent); } svg .fair { stroke: var(--warn); stroke-width: 2;
  stroke-dasharray: 5 4; }
a { color: var(--accent); } .silent { padding-left: 1.3rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .2rem 0; } .source pre { padding: .6rem 0; font-size: .8em; }
.source span { display: block; padding: 0 .8rem 0 .4rem; width: max-content; min-width: 100%; } .source summary span {
  display: inline; } .source b, .source i { font-style: normal; font-weight: 400; color: var(--faint); user-select: none; }
.source i { border-right: 1px solid var(--line); padding: 0 .6em; } .source .never, .source u { background: var(--never); }
.source .never b { color: var(--warn); font-weight: 700; } .source u { text-decoration: underline dotted 2px; }
.source span:target { outline: 2px solid var(--warn); outline-offset: -2px; }
@media print { :root { --paper: #fff; --ink: #000; } body { max-width: none; padding: 0; font-size: 10.5pt; }
  h2, .answer { break-after: avoid; } figure, table { break-before: avoid; } figure, tr, .panel { break-inside: avoid; }
  p { orphans: 3; widows: 3; } .source span { white-space: pre-wrap; width: auto; }
  .source .never, .source u { print-color-adjust: exact; } }
)";

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

double mean_of(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

// The value below which this share of the counted ones lies.
std::uint64_t quantile(const Tally& tally, double share) {
    std::uint64_t seen = 0;
    for (const auto& [value, times] : tally.times()) {
        seen += times;
        if (static_cast<double>(seen) >= share * static_cast<double>(tally.count())) {
            return value;
        }
    }
    return 0;
}

class Page {
public:
    Page(const LoadedRules& rules, const Simulation& simulation, const HtmlParts& parts)
        : rules_(rules), simulation_(simulation), totals_(simulation.totals), parts_(parts) {}

    std::string write() {
        write_head();
        write_problems();
        if (totals_.finished > 0) {
            write_seats();
            write_bots();
            write_length();
        }
        write_choices();
        write_actions();
        write_named_choices();
        write_rules();
        write_lead();
        write_ladder();
        write_comparison();
        write_foot();
        return std::move(html_);
    }

private:
    void add(std::string_view html) { html_.append(html).append("\n"); }
    // Text is escaped here, markup is not.
    void heading(std::string_view text) { add(fmt::format("<h2>{}</h2>", escape_xml(text))); }
    void answer(std::string_view html) { add(fmt::format("<p class=\"answer\">{}</p>", html)); }
    void remark(std::string_view html) { add(fmt::format("<p class=\"faint\">{}</p>", html)); }
    void figure(std::string_view svg) { add(fmt::format("<figure>{}</figure>", svg)); }

    void write_head() {
        const std::string game = escape_xml(rules_.program->game);
        add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
            "content=\"width=device-width, initial-scale=1\">");
        add(fmt::format("<title>{}: how it plays</title>\n<style>{}</style>\n</head>\n<body>", game, kStyle));
        const SimulationPlan& plan = simulation_.plan;
        add(fmt::format("<h1>{}: how it plays</h1>", game));
        add(fmt::format("<p class=\"faint\">{} games, {} {}, played by bots: {}.</p>", plan.games, plan.players,
                        plan.players == 1 ? "player" : "players",
                        escape_xml(fmt::format("{}", fmt::join(plan.bot_words(), ", ")))));
        add("<p class=\"panel\"><b>How to read this.</b> These are the games that happened to be played; others would "
            "have given "
            "slightly different numbers. A range, or a light bar, shows where the true number most likely lies: it "
            "does in 19 "
            "of 20 cases. More games make the ranges narrower. And bots are not people: how well these play, their "
            "names "
            "say.</p>");
    }

    void write_problems() {
        if (totals_.stuck + totals_.errors == 0) {
            return;
        }
        heading("What went wrong?");
        if (totals_.errors > 0) {
            answer(
                fmt::format("<span class=\"warn\">{} games ended in a runtime error.</span> Each can be played again:",
                            totals_.errors));
        }
        for (const BrokenGame& broken : totals_.first_errors) {
            add(fmt::format("<pre>{}\n{}</pre>", escape_xml(describe_error(rules_, broken)),
                            escape_xml(repeat_command(rules_, simulation_, broken))));
        }
        if (totals_.stuck > 0) {
            answer(
                fmt::format("<span class=\"warn\">{} games got stuck</span>: nobody could do anything, or they did not "
                            "come to an end in {} choices.",
                            totals_.stuck, simulation_.plan.limit));
        }
        for (const BrokenGame& broken : totals_.first_stuck) {
            add(fmt::format("<pre>{}</pre>", escape_xml(repeat_command(rules_, simulation_, broken))));
        }
    }

    [[nodiscard]] ShareRow share_row(const std::string& label, const Measure& measure) const {
        const Estimate known = estimate(measure, totals_, kConfidence);
        return {shortened(label, kLabelLength), known.value, known.low, known.high};
    }

    void write_seats() {
        const std::uint32_t players = simulation_.plan.players;
        heading(players == 1 ? "Can it be won?" : "Does it matter where you sit?");
        std::vector<ShareRow> rows;
        rows.reserve(players);
        for (std::uint32_t seat = 0; seat < players; ++seat) {
            rows.push_back(share_row(fmt::format("seat {}", seat), {MeasureKind::SeatShare, seat}));
        }
        const double won = 1 - mean_of(totals_.unwon, totals_.finished);
        const double fair = players == 1 ? -1 : won / players;
        if (players == 1) {
            answer(fmt::format("The player won {} of the games, surely between {} and {}.", percent(rows[0].share),
                               percent(rows[0].low), percent(rows[0].high)));
        } else {
            answer(describe_seats(rows, fair));
        }
        figure(share_plot(rows, fair));
        if (players > 1) {
            remark("How often each seat came first; who shared the first place got a part of it. Seats are counted "
                   "from 0, "
                   "as players are in the rules. At the dashed line all seats would be alike.");
        }
        if (totals_.draws > 0) {
            remark(fmt::format("{} of the games ended in a draw between all.",
                               percent(mean_of(totals_.draws, totals_.finished))));
        }
        if (totals_.unwon > 0 && players > 1) {
            remark(fmt::format("Nobody won {} of the games.", percent(mean_of(totals_.unwon, totals_.finished))));
        }
    }

    [[nodiscard]] static std::string describe_seats(const std::vector<ShareRow>& rows, double fair) {
        std::string better;
        std::string worse;
        for (const ShareRow& row : rows) {
            std::string& list = row.low > fair ? better : worse;
            if (row.low > fair || row.high < fair) {
                list += (list.empty() ? "" : ", ") + row.label;
            }
        }
        if (better.empty() && worse.empty()) {
            return "These games show no difference between the seats.";
        }
        return fmt::format("<span class=\"warn\">Yes.</span> {}{}",
                           better.empty() ? "" : "Better off: " + better + ". ",
                           worse.empty() ? "" : "Worse off: " + worse + ".");
    }

    void write_bots() {
        const SimulationPlan& plan = simulation_.plan;
        if (plan.bots.size() < 2) {
            return;
        }
        heading("Which bot is better?");
        const std::vector<std::string> bots = plan.bot_words();
        std::vector<ShareRow> rows;
        rows.reserve(bots.size());
        for (std::uint32_t i = 0; i < bots.size(); ++i) {
            rows.push_back(share_row(bots[i], {MeasureKind::BotShare, i}));
        }
        figure(share_plot(rows, 1.0 / static_cast<double>(plan.bots.size())));
    }

    void write_length() {
        heading("How long is a game?");
        const Tally& moves = totals_.moves;
        if (moves.times().size() == 1) {
            answer(fmt::format("Always {} moves.", moves.times().begin()->first));
            return;
        }
        answer(
            fmt::format("{:.0f} moves on average. Nine of ten games take between {} and {}; the shortest took {}, the "
                        "longest {}.",
                        moves.mean(), quantile(moves, 0.05), quantile(moves, 0.95), moves.times().begin()->first,
                        moves.times().rbegin()->first));
        figure(bar_plot(histogram(moves), "moves of a game"));
        remark(fmt::format("A move is all that a player decides at once: {:.1f} choices on average.",
                           moves.mean() > 0 ? totals_.choices.mean() / moves.mean() : 0));
    }

    void write_choices() {
        heading("How much is there to decide?");
        std::uint64_t decisions = 0;
        std::string each;
        for (const std::uint64_t count : totals_.decisions) {
            decisions += count;
            each += fmt::format("{}{:.1f}", each.empty() ? "" : ", ", mean_of(count, simulation_.plan.games));
        }
        const double real = mean_of(totals_.real_choices, decisions);
        answer(fmt::format("A choice is between {:.1f} options on average. {} of the choices are real ones: the others "
                           "have only one option.",
                           mean_of(totals_.options, decisions), percent(real)));
        remark(fmt::format("Choices of each seat in a game, on average: {}.", each));
    }

    void write_actions() {
        const auto actions = counted_actions(*rules_.program, totals_);
        if (actions.empty()) {
            return;
        }
        heading("Which actions are used?");
        std::string unused;
        add("<div class=\"scroll\"><table><tr><th>action</th><th class=\"n\">offered, per game</th><th "
            "class=\"n\">taken, "
            "per game</th><th class=\"n\">taken when offered</th></tr>");
        for (const auto& [name, counts] : actions) {
            const std::string shown = escape_xml(name);
            if (counts.taken == 0) {
                unused += fmt::format("{}<code>{}</code>", unused.empty() ? "" : ", ", shown);
            }
            add(fmt::format("<tr><td><code>{}</code></td><td class=\"n\">{:.2f}</td><td class=\"n\">{:.2f}</td><td "
                            "class=\"n\">{}</td></tr>",
                            shown, mean_of(counts.possible, simulation_.plan.games),
                            mean_of(counts.taken, simulation_.plan.games),
                            counts.possible == 0 ? "<span class=\"warn\">never offered</span>"
                                                 : percent(mean_of(counts.taken, counts.possible))));
        }
        add("</table></div>");
        if (!unused.empty()) {
            answer(fmt::format("<span class=\"warn\">Never taken:</span> {}.", unused));
        }
    }

    void write_named_choices() {
        const Details& details = totals_.details;
        if (details.games == 0 || details.named_choices.empty()) {
            return;
        }
        heading("What goes with winning?");
        write_uses(NamedChoiceKind::Action, "Actions");
        write_uses(NamedChoiceKind::Piece, "Cards and pieces");
        write_uses(NamedChoiceKind::Label, "Options that a rule offers");
        remark(
            fmt::format("How often a player came first who used it at least once, of the first {} games. It goes with "
                        "winning; whether it is why, the games do not say: who is ahead may simply use it more. The "
                        "dashed line is the share of a player of whom nothing is known.",
                        details.games));
    }

    void write_uses(NamedChoiceKind kind, std::string_view title) {
        std::vector<ShareRow> rows;
        std::string unused;
        for (const auto& [choice, use] : totals_.details.named_choices) {
            if (choice.kind != kind) {
                continue;
            }
            if (use.used == 0) {
                unused +=
                    fmt::format("{}{}", unused.empty() ? "" : ", ", escape_xml(shortened(choice.name, kLabelLength)));
            } else if (use.used >= kFewUses) {
                const auto [low, high] = wilson_interval(use.firsts.sum(), use.used);
                rows.push_back({shortened(choice.name, kLabelLength), use.firsts.sum() / static_cast<double>(use.used),
                                low, high});
            }
        }
        std::ranges::sort(rows, [](const ShareRow& a, const ShareRow& b) {
            return a.share != b.share ? a.share > b.share : a.label < b.label;
        });
        std::vector<ShareRow> shown;
        for (std::size_t i = 0; i < rows.size(); ++i) { // when there are many, those at both ends
            if (rows.size() <= kMostRows || i < kMostRows / 2 || i >= rows.size() - kMostRows / 2) {
                shown.push_back(rows[i]);
            }
        }
        const std::uint32_t players = simulation_.plan.players;
        const double fair = players == 1 ? -1 : (1 - mean_of(totals_.unwon, totals_.finished)) / players;
        if (!shown.empty()) {
            add(fmt::format("<p><b>{}</b>{}</p>", title,
                            shown.size() < rows.size() ? fmt::format(" (the {} best and the {} worst of {})",
                                                                     kMostRows / 2, kMostRows / 2, rows.size())
                                                       : ""));
            figure(share_plot(shown, fair));
        }
        if (!unused.empty()) {
            add(fmt::format("<p>{}: <span class=\"warn\">offered, but never chosen:</span> {}.</p>", title, unused));
        }
    }

    void write_rules() {
        const Details& details = totals_.details;
        if (details.covered_games == 0) {
            return;
        }
        heading("Which rules never came up?");
        const std::vector<SilentRule> silent = silent_rules(rules_, details);
        if (silent.empty()) {
            answer(fmt::format("All came up at least once in the {} games that were watched closely.",
                               details.covered_games));
        } else {
            write_silent(silent);
        }
        remark(
            "A rule has come up when it was carried out and nothing took it back; what a player could have done does "
            "not "
            "count. Conditions, and functions that they use, count when they are asked. In the text of the rules, each "
            "line tells in how many of these games it ran. A part of a line that never ran is underlined with dots.");
        html_ += source_listings(rules_, details);
    }

    void write_silent(const std::vector<SilentRule>& silent) {
        const std::uint64_t covered_games = totals_.details.covered_games;
        answer(fmt::format("<span class=\"warn\">{} never came up</span> in the {} games that were watched closely:",
                           silent.size() == 1 ? "One thing" : fmt::format("{} things", silent.size()), covered_games));
        add("<ul class=\"silent\">");
        for (std::size_t i = 0; i < std::min(silent.size(), kMostSilent); ++i) {
            const SilentRule& rule = silent[i];
            const SourceLocation& head = rules_.instrumented->places[rule.region->head];
            add(fmt::format("<li>{}<code>{}</code>{} <span class=\"faint\">({})</span></li>", escape_xml(rule.before),
                            escape_xml(rule.code), escape_xml(rule.after), where(*rule.region, head)));
        }
        add("</ul>");
        if (silent.size() > kMostSilent) {
            remark(fmt::format("And {} more, marked in the text below.", silent.size() - kMostSilent));
        }
        if (covered_games >= kFewGames) { // with 95 % it is rarer than 3 in so many
            remark(
                fmt::format("That does not prove that they cannot: with these bots each of them comes up in fewer than "
                            "{:.0f} of 100 games, if at all.",
                            std::ceil(300.0 / static_cast<double>(covered_games))));
        }
    }

    // `line 12`, with the file where there are several, and what it is a part of.
    [[nodiscard]] std::string where(const CoverageRegion& region, const SourceLocation& head) const {
        const bool is_main = rules_.instrumented->files[head.file] == rules_.path;
        const bool has_name = region.kind < CoverageRegionKind::If;
        return fmt::format("{}<a href=\"#{}\">line {}</a>{}",
                           has_name ? "" : fmt::format("<code>{}</code>, ", escape_xml(region.name)),
                           line_anchor(head.file, head.line), head.line,
                           is_main ? "" : fmt::format(" of {}", escape_xml(rules_.instrumented->files[head.file])));
    }

    void write_lead() {
        const std::uint64_t games = totals_.decided.count();
        if (games == 0) {
            return;
        }
        heading("How early is the winner known?");
        if (games < kFewGames) {
            remark(fmt::format("It was tried out in {} games, which is too few to say. That is done in every 64th "
                               "game: play {} or more.",
                               games, kFewGames * 64));
            return;
        }
        answer(fmt::format("After {:.0f} % of a game, on average, its winner would have won however it went on.",
                           100 * totals_.decided.mean() / static_cast<double>(kLeadParts)));
        std::vector<HistogramBar> bars;
        for (std::uint64_t part = 1; part <= kLeadParts; ++part) {
            const auto found = totals_.decided.times().find(part);
            const std::uint64_t count = found == totals_.decided.times().end() ? 0 : found->second;
            bars.push_back({100 * part / kLeadParts, 100 * part / kLeadParts, count});
        }
        figure(bar_plot(bars, "percent of the game after which nothing changed the winner any more"));
        if (const Tally& changes = totals_.details.lead_changes; changes.count() > 0) {
            answer(fmt::format("The lead changed {:.1f} times in a game, on average.", changes.mean()));
            figure(bar_plot(histogram(changes), "how often another player became the likeliest winner"));
        }
        remark(fmt::format(
            "Tried out in {} games, by random play from 16 places in each. A winner who is known early makes "
            "the rest of the game dull.",
            games));
    }

    void write_ladder() {
        if (parts_.ladder.empty()) {
            return;
        }
        heading("Does thinking help?");
        std::vector<ShareRow> rows;
        for (const LadderStep& step : parts_.ladder) {
            const Estimate known = estimate({MeasureKind::BotShare, 0}, step.simulation.totals, kConfidence);
            rows.push_back({shortened(fmt::format("{} : {}", step.higher, step.lower), kLabelLength), known.value,
                            known.low, known.high});
        }
        const bool all_help = std::ranges::all_of(rows, [](const ShareRow& row) { return row.low > 0.5; });
        answer(all_help
                   ? "Yes: at each step, who thinks further ahead wins more."
                   : "Not at every step: where the bar crosses the middle, thinking further ahead won nothing sure.");
        figure(share_plot(rows, 0.5));
        remark(
            "How often the bot that thinks more came first against the one that thinks less. A game in which thinking "
            "does not help is decided by chance; one in which it always helps leaves room to get better.");
    }

    void write_comparison() {
        if (!parts_.against) {
            return;
        }
        const SimulationTotals& old = parts_.against->simulation->totals;
        heading("Compared with the other version");
        remark(fmt::format("The other version is <code>{}</code>, played by the same bots as often.",
                           escape_xml(parts_.against->rules->path)));
        add("<div class=\"scroll\"><table><tr><th>figure</th><th class=\"n\">this version</th><th class=\"n\">the "
            "other</th><th>different?</th></tr>");
        for (const Measure& measure : compared_measures()) {
            const Estimate here = estimate(measure, totals_, kConfidence);
            const Estimate there = estimate(measure, old, kConfidence);
            const auto show = [&](const Estimate& known) {
                return measure.is_share() ? fmt::format("{} <span class=\"faint\">({:.1f} to {:.1f})</span>",
                                                        percent(known.value), 100 * known.low, 100 * known.high)
                                          : fmt::format("{:.1f} <span class=\"faint\">({:.1f} to {:.1f})</span>",
                                                        known.value, known.low, known.high);
            };
            const bool differs = here.low > there.high || here.high < there.low;
            add(fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
                            measure.name(), show(here), show(there),
                            differs ? "<span class=\"warn\">yes</span>" : "not surely"));
        }
        add("</table></div>");
    }

    [[nodiscard]] std::vector<Measure> compared_measures() const {
        std::vector<Measure> all;
        all.reserve(simulation_.plan.players);
        for (std::uint32_t seat = 0; seat < simulation_.plan.players; ++seat) {
            all.push_back({MeasureKind::SeatShare, seat});
        }
        for (const MeasureKind kind :
             {MeasureKind::Draws, MeasureKind::Nobody, MeasureKind::Stuck, MeasureKind::Errors, MeasureKind::Length,
              MeasureKind::Moves, MeasureKind::Turns, MeasureKind::Decided}) {
            all.push_back({kind});
        }
        return all;
    }

    void write_foot() { add("</body>\n</html>"); }

    const LoadedRules& rules_;
    const Simulation& simulation_;
    const SimulationTotals& totals_;
    const HtmlParts& parts_;
    std::string html_;
};

} // namespace

std::string simulation_html(const LoadedRules& rules, const Simulation& simulation, const HtmlParts& parts) {
    return Page(rules, simulation, parts).write();
}

} // namespace tgdl
