#include "playthrough/playthrough.h"

#include "base/numbers.h"
#include "bots/bot_table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <span>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostDecisions = 100'000;
constexpr char kEscape = '\\';

std::string_view without_spaces_behind(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r");
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view without_spaces(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return without_spaces_behind(text.substr(std::min(first, text.size())));
}

// The text between line ends; what follows the last of them counts if there is anything.
std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(without_spaces_behind(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// `> Mark`, `0> Mark`, `0 bot> Mark`; none for any other line.
std::optional<PlayLine> read_choice(std::string_view line) {
    PlayLine choice{PlayLineKind::Choice, {}, {}, 0};
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits > 0) {
        const std::optional<std::uint64_t> seat = read_number(line.substr(0, digits));
        if (!seat || *seat > UINT32_MAX) {
            return std::nullopt;
        }
        choice.seat = static_cast<std::uint32_t>(*seat);
        line.remove_prefix(digits);
        constexpr std::string_view kBot = " bot";
        if (line.starts_with(kBot)) {
            choice.kind = PlayLineKind::BotChoice;
            line.remove_prefix(kBot.size());
        }
    }
    if (!line.starts_with('>')) {
        return std::nullopt;
    }
    choice.text = without_spaces(line.substr(1));
    return choice;
}

bool is_remark(std::string_view line) {
    return line.empty() || line.starts_with('#');
}

PlayLine read_line(std::string_view line) {
    if (is_remark(line)) {
        return {PlayLineKind::Remark, std::string(line), {}, 0};
    }
    if (std::optional<PlayLine> choice = read_choice(line)) {
        return *std::move(choice);
    }
    return {PlayLineKind::Log, std::string(line.starts_with(kEscape) ? line.substr(1) : line), {}, 0};
}

bool are_equal(const PlayLine& written, const PlayLine& played) {
    return written.kind == played.kind && written.text == played.text && (!written.seat || written.seat == played.seat);
}

class HeadReader {
public:
    explicit HeadReader(Playthrough& out) : out_(out) { out.limit = kMostDecisions; }

    // The problem with a line `word: value`; empty when it is understood.
    std::string read(std::string_view line, std::size_t number) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || read_choice(line)) {
            return fmt::format("`{}` is no line of the head, such as `players: 2`; an empty line ends the head", line);
        }
        const std::string_view word = without_spaces(line.substr(0, colon));
        const std::string_view value = without_spaces(line.substr(colon + 1));
        const auto* const known = std::ranges::find(kWords, word, &Word::name);
        if (known == kWords.end()) {
            return fmt::format(
                "the head has no `{}:`; it has `game:`, `players:`, `seed:`, `option:`, `bots:`, `auto:` "
                "and `limit:`, and an empty line ends it",
                word);
        }
        bool& seen = seen_[static_cast<std::size_t>(known - kWords.begin())];
        if (seen && word != "option") {
            return fmt::format("`{}:` stands here a second time", word);
        }
        seen = true;
        if (word == "game") {
            out_.game_line = number;
        }
        return (this->*known->take)(value);
    }

private:
    struct Word {
        std::string_view name;
        std::string (HeadReader::*take)(std::string_view value);
    };

    std::string take_game(std::string_view value) {
        out_.game = value;
        return value.empty() ? "`game:` wants the path of the game's file" : "";
    }
    std::string take_players(std::string_view value) {
        out_.players = read_number(value);
        return out_.players ? "" : fmt::format("`players:` wants a whole number, not `{}`", value);
    }
    std::string take_seed(std::string_view value) {
        const std::optional<MatchSeed> seed = MatchSeed::read(value);
        out_.seed = seed.value_or(MatchSeed{});
        return seed ? "" : fmt::format("`{}` is no seed; any 64-bit whole number is one", value);
    }
    // `option: size=13`, once for each.
    std::string take_option(std::string_view value) {
        out_.options.push_back(read_option_choice(value));
        return value.find('=') == std::string_view::npos ? "`option:` wants a name and a value: `option: size=13`" : "";
    }
    std::string take_bots(std::string_view value) {
        auto plans = read_bots(value);
        if (!plans) {
            return plans.error();
        }
        for (const BotPlan& plan : *plans) {
            if (!plan.is_repeatable()) {
                return fmt::format("`{}` plays another game each time; write how many tries it has, as in `mcts:500`",
                                   plan.word);
            }
        }
        out_.bots = std::move(*plans);
        return "";
    }
    std::string take_auto(std::string_view value) {
        out_.single_options_unasked = value == "yes";
        return value == "yes" || value == "no" ? "" : fmt::format("`auto:` is `yes` or `no`, not `{}`", value);
    }
    std::string take_limit(std::string_view value) {
        const std::optional<std::uint64_t> limit = read_number(value);
        out_.limit = limit.value_or(0);
        const bool fits = limit && *limit <= kMostDecisions;
        return fits ? "" : fmt::format("`limit:` wants a whole number up to {}, not `{}`", kMostDecisions, value);
    }

    static constexpr std::array<Word, 7> kWords = {{
        {"game", &HeadReader::take_game},
        {"players", &HeadReader::take_players},
        {"seed", &HeadReader::take_seed},
        {"option", &HeadReader::take_option},
        {"bots", &HeadReader::take_bots},
        {"auto", &HeadReader::take_auto},
        {"limit", &HeadReader::take_limit},
    }};
    Playthrough& out_;
    std::array<bool, kWords.size()> seen_{};
};

// Up to the empty line after the first line that is no comment. How many lines that are, with the empty one.
tl::expected<std::size_t, PlayProblem> read_head(std::span<const std::string_view> lines, Playthrough& out) {
    HeadReader reader(out);
    bool has_begun = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (has_begun && lines[i].empty()) {
            return i + 1;
        }
        out.head.emplace_back(lines[i]);
        if (is_remark(lines[i])) {
            continue;
        }
        has_begun = true;
        if (std::string problem = reader.read(lines[i], i + 1); !problem.empty()) {
            return tl::unexpected(PlayProblem{i + 1, std::move(problem), {}});
        }
    }
    return lines.size();
}

using PlayLines = std::span<const PlayLine>;

// The lines up to the next choice; takes them and it away.
PlayLines take_until_choice(PlayLines& lines) {
    const auto choice = std::ranges::find(lines, PlayLineKind::Choice, &PlayLine::kind);
    const auto count = static_cast<std::size_t>(choice - lines.begin());
    const PlayLines before = lines.first(count);
    lines = lines.subspan(std::min(count + 1, lines.size()));
    return before;
}

// What came out between two choices in place of what is written there. Remarks stay where they are, between lines that
// are still the same; what is new comes where the first difference is.
void write_between(PlayLines written, PlayLines played, std::string& out) {
    std::size_t same = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < written.size(); ++i) {
        if (written[i].kind == PlayLineKind::Remark) {
            continue;
        }
        if (same == played.size() || !are_equal(written[i], played[same])) {
            kept = i;
            break;
        }
        ++same;
        kept = i + 1;
    }
    const auto write = [&](const PlayLine& line) { out += write_line(line) + "\n"; };
    std::ranges::for_each(written.first(kept), write);
    std::ranges::for_each(played.subspan(same), write);
    for (const PlayLine& line : written.subspan(kept)) {
        if (line.kind == PlayLineKind::Remark) {
            write(line);
        }
    }
}

bool is_choice(const PlayLine& line) {
    return line.kind == PlayLineKind::Choice || line.kind == PlayLineKind::BotChoice;
}

// Up to and with the next choice, and no more than people read.
PlayLines until_choice(PlayLines lines) {
    constexpr std::size_t kMost = 20;
    const auto choice = std::ranges::find_if(lines, is_choice);
    const auto count = static_cast<std::size_t>(choice - lines.begin()) + 1;
    return lines.first(std::min({count, lines.size(), kMost}));
}

// Finds the longest row of lines that both have, and puts the others around it. Few lines: until_choice() cuts them.
class Comparison {
public:
    using Side = ComparedLine::Side;

    Comparison(PlayLines written, PlayLines played) : written_(written), played_(played) {
        // common_[i][k]: how many lines written from i on and played from k on can have in common.
        common_.assign(written.size() + 1, std::vector<std::size_t>(played.size() + 1));
        for (std::size_t i = written.size(); i-- > 0;) {
            for (std::size_t k = played.size(); k-- > 0;) {
                common_[i][k] = are_equal(written[i], played[k]) ? common_[i + 1][k + 1] + 1
                                                                 : std::max(common_[i + 1][k], common_[i][k + 1]);
            }
        }
    }

    void append_to(std::vector<ComparedLine>& out) const {
        std::size_t i = 0;
        std::size_t k = 0;
        while (i < written_.size() || k < played_.size()) {
            const bool both_left = i < written_.size() && k < played_.size();
            if (both_left && are_equal(written_[i], played_[k])) {
                out.push_back({Side::Both, written_[i]});
                ++i;
                ++k;
            } else if (k == played_.size() || (both_left && common_[i + 1][k] >= common_[i][k + 1])) {
                out.push_back({Side::Written, written_[i++]});
            } else {
                out.push_back({Side::Played, played_[k++]});
            }
        }
    }

private:
    PlayLines written_;
    PlayLines played_;
    std::vector<std::vector<std::size_t>> common_;
};

// What is written from `index` on, and a few lines before it, against what came out there.
std::vector<ComparedLine> compare(PlayLines lines, std::size_t index, PlayLines played) {
    constexpr std::size_t kLinesBefore = 3;
    std::vector<ComparedLine> compared;
    for (std::size_t i = index - std::min(index, kLinesBefore); i < index; ++i) {
        compared.push_back({ComparedLine::Side::Both, lines[i]});
    }
    std::vector<PlayLine> written;
    std::ranges::copy_if(until_choice(lines.subspan(index)), std::back_inserter(written),
                         [](const PlayLine& line) { return line.kind != PlayLineKind::Remark; });
    Comparison(written, until_choice(played)).append_to(compared);
    return compared;
}

} // namespace

tl::expected<Playthrough, PlayProblem> read_playthrough(std::string_view text) {
    const std::vector<std::string_view> lines = split_lines(text);
    Playthrough playthrough;
    const tl::expected<std::size_t, PlayProblem> head = read_head(lines, playthrough);
    if (!head) {
        return tl::unexpected(head.error());
    }
    if (playthrough.game.empty()) {
        return tl::unexpected(PlayProblem{1, "the head does not say which game: `game: FILE` is missing", {}});
    }
    for (std::size_t i = *head; i < lines.size(); ++i) {
        PlayLine line = read_line(lines[i]);
        line.number = i + 1;
        if (is_choice(line) && line.text.empty()) {
            return tl::unexpected(
                PlayProblem{i + 1, "nothing is chosen here: an option's text or number goes behind `>`", {}});
        }
        playthrough.lines.push_back(std::move(line));
    }
    return playthrough;
}

std::string write_line(const PlayLine& line) {
    const std::string seat = line.seat ? fmt::format("{}", *line.seat) : "";
    switch (line.kind) {
    case PlayLineKind::Remark: return line.text;
    case PlayLineKind::Choice: return fmt::format("{}> {}", seat, line.text);
    case PlayLineKind::BotChoice: return fmt::format("{} bot> {}", seat, line.text);
    case PlayLineKind::Log: break;
    }
    const bool would_be_taken_for_another =
        is_remark(line.text) || line.text.starts_with(kEscape) || read_choice(line.text);
    return would_be_taken_for_another ? kEscape + line.text : line.text;
}

std::vector<PlayLine> split_log_lines(std::string_view text) {
    std::vector<PlayLine> lines;
    for (const std::string_view line : split_lines(text)) {
        lines.push_back({PlayLineKind::Log, std::string(line), {}, 0});
    }
    if (lines.empty()) {
        lines.push_back({PlayLineKind::Log, {}, {}, 0});
    }
    return lines;
}

std::optional<PlayDifference> find_difference(const Playthrough& playthrough, const Transcript& transcript) {
    const std::vector<PlayLine>& lines = playthrough.lines;
    PlayDifference difference;
    difference.line = lines.empty() ? playthrough.head.size() : lines.back().number;
    std::size_t at = 0;
    std::size_t i = 0;
    for (; i < lines.size(); ++i) {
        const PlayLine& written = lines[i];
        if (written.kind == PlayLineKind::Remark) {
            continue;
        }
        if (at == transcript.lines.size() && transcript.problem) {
            return std::nullopt;
        }
        if (at == transcript.lines.size() || !are_equal(written, transcript.lines[at])) {
            difference.line = written.number;
            difference.expected = written;
            break;
        }
        if (is_choice(written)) {
            ++difference.choices;
            difference.choice = transcript.lines[at];
        }
        ++at;
    }
    if (at < transcript.lines.size()) {
        difference.got = transcript.lines[at];
    }
    if (!difference.expected && !difference.got) {
        return std::nullopt;
    }
    difference.compared = compare(PlayLines(lines), i, PlayLines(transcript.lines).subspan(at));
    return difference;
}

const PlayLine* find_left_over(const Playthrough& playthrough, const Transcript& transcript) {
    auto taken = std::ranges::count(transcript.lines, PlayLineKind::Choice, &PlayLine::kind);
    for (const PlayLine& line : playthrough.lines) {
        if (line.kind == PlayLineKind::Choice && taken-- == 0) {
            return &line;
        }
    }
    return nullptr;
}

std::string write_playthrough(const Playthrough& playthrough, const Transcript& transcript) {
    std::string text;
    for (const std::string& line : playthrough.head) {
        text += line + "\n";
    }
    text += "\n";
    PlayLines written(playthrough.lines);
    PlayLines played(transcript.lines);
    while (true) {
        const PlayLines written_between = take_until_choice(written);
        const PlayLines played_between = take_until_choice(played);
        write_between(written_between, played_between, text);
        const PlayLine* const choice = played_between.data() + played_between.size();
        if (choice == transcript.lines.data() + transcript.lines.size()) {
            return text;
        }
        text += write_line(*choice) + "\n";
    }
}

} // namespace tgdl
