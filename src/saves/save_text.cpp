// The text of a save, written and read. docs/saves.md shows its form.
#include "base/numbers.h"
#include "saves/save.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <utf8/checked.h>
#include <utf8/unchecked.h>

namespace tgdl {

namespace {

constexpr std::string_view kTitle = "tgdl save ";
constexpr std::uint32_t kMostSeats = 10'000; // more than any game has; a head must not make a reader use up memory

// ---- texts on one line

bool is_control(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte < 0x20 || byte == 0x7f;
}

// Control characters as `\x0a`, a backslash as `\\`.
std::string escape(std::string_view text) {
    std::string out;
    for (const char character : text) {
        if (is_control(character)) {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
        } else if (character == '\\') {
            out += "\\\\";
        } else {
            out += character;
        }
    }
    return out;
}

template <typename Number>
std::optional<Number> read_hex(std::string_view text, std::size_t digits) {
    Number number{};
    const char* const begin = text.data();
    const auto [after, problem] = std::from_chars(begin, begin + text.size(), number, 16);
    const bool is_read = text.size() == digits && problem == std::errc() && after == begin + text.size();
    return is_read ? std::optional(number) : std::nullopt;
}

std::optional<std::string> unescape(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('\\'), text.size());
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.starts_with("\\\\")) {
            out += '\\';
            text.remove_prefix(2);
        } else if (text.starts_with("\\x")) {
            const std::optional<unsigned char> byte = read_hex<unsigned char>(text.substr(2, 2), 2);
            if (!byte) {
                return std::nullopt;
            }
            out += static_cast<char>(*byte);
            text.remove_prefix(4);
        } else if (!text.empty()) {
            return std::nullopt;
        }
    }
    return out;
}

std::optional<std::uint32_t> read_small(std::string_view text) {
    const std::optional<std::uint64_t> number = read_number(text);
    const bool fits = number && *number <= std::numeric_limits<std::uint32_t>::max();
    return fits ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

// Cuts what stands before `mark` off the front of the text; none: it is not there.
std::optional<std::string_view> take_until(std::string_view& text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + mark.size());
    return before;
}

// ---- one choice: `12. player 0 chooses where [Land]: 4=Field(1,1) (of 9, 5be1a2c4)`

std::string write_choice(const ChoiceMade& choice, std::size_t number) {
    return fmt::format("{}. player {} chooses {}: {}={} (of {}, {:08x})\n", number, choice.player,
                       escape(choice.question), choice.option, escape(choice.text), choice.options, choice.digest);
}

struct NumberedChoice {
    std::uint32_t number = 0;
    ChoiceMade choice;
};

std::optional<NumberedChoice> read_choice(std::string_view line) {
    constexpr std::string_view kOf = " (of ";
    const std::optional<std::string_view> number = take_until(line, ". player ");
    const std::optional<std::string_view> player = number ? take_until(line, " chooses ") : std::nullopt;
    const std::optional<std::string_view> question = player ? take_until(line, ": ") : std::nullopt;
    const std::optional<std::string_view> option = question ? take_until(line, "=") : std::nullopt;
    const std::size_t end = line.rfind(kOf);
    if (!option || end == std::string_view::npos || !line.ends_with(')')) {
        return std::nullopt;
    }
    std::string_view behind = line.substr(end + kOf.size());
    behind.remove_suffix(1);
    const std::optional<std::string_view> options = take_until(behind, ", ");
    if (!options) {
        return std::nullopt;
    }
    const std::optional<std::uint32_t> number_value = read_small(*number);
    const std::optional<std::uint32_t> player_value = read_small(*player);
    const std::optional<std::uint32_t> option_value = read_small(*option);
    const std::optional<std::uint32_t> options_value = read_small(*options);
    const std::optional<std::uint32_t> digest = read_hex<std::uint32_t>(behind, 8);
    std::optional<std::string> question_text = unescape(*question);
    std::optional<std::string> text = unescape(line.substr(0, end));
    if (!number_value || !player_value || !option_value || !options_value || !digest || !question_text || !text) {
        return std::nullopt;
    }
    return NumberedChoice{
        *number_value,
        {*player_value, *std::move(question_text), *option_value, *std::move(text), *options_value, *digest}};
}

// ---- the whole text

class SaveReader {
public:
    explicit SaveReader(std::string_view text) : rest_(text) {}

    tl::expected<SavedGame, SaveProblem> read() {
        if (read_title() && read_head() && check_head()) {
            read_choices();
        }
        if (!problem_.text.empty()) {
            return tl::unexpected(std::move(problem_));
        }
        return std::move(saved_);
    }

private:
    struct Word {
        std::string_view name;
        bool (SaveReader::*take)(std::string_view value);
    };

    bool refuse(std::string text) {
        problem_ = {line_, std::move(text)};
        return false;
    }

    // False at the end of the text, and when the line is no text.
    bool next(std::string_view& line) {
        if (rest_.empty()) {
            return false;
        }
        ++line_;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            return refuse(
                "the line breaks off: the end of the file is missing. What stands above it may be kept, if this "
                "line is deleted");
        }
        line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (!utf8::is_valid(line.begin(), line.end()) || std::ranges::any_of(line, is_control)) {
            return refuse("the line is no text: it holds bytes that tgdl does not write");
        }
        return true;
    }

    bool read_title() {
        std::string_view line;
        if (!next(line)) {
            return !problem_.text.empty() ? false : refuse("the file is empty, and no save");
        }
        if (!line.starts_with(kTitle)) {
            return refuse(fmt::format("this is no saved game: one begins with the line `{}{}`", kTitle, kSaveFormat));
        }
        if (line.substr(kTitle.size()) != kSaveFormat) {
            return refuse(
                fmt::format("this tgdl reads saves of version {}; `{}` is another version", kSaveFormat, line));
        }
        return true;
    }

    // Up to the empty line.
    bool read_head() {
        std::string_view line;
        while (next(line)) {
            if (line.empty()) {
                return true;
            }
            if (!read_head_line(line)) {
                return false;
            }
        }
        return problem_.text.empty(); // a save without choices need not have the empty line
    }

    bool read_head_line(std::string_view line) {
        std::string_view value = line;
        const std::optional<std::string_view> word = take_until(value, ": ");
        if (!word) {
            return refuse(
                fmt::format("`{}` is no line of the head, such as `players: 2`; an empty line ends the head", line));
        }
        if (const std::size_t space = word->find(' '); space != std::string_view::npos) {
            const std::string_view first = word->substr(0, space);
            return first == "option" ? take_option(word->substr(space + 1), value)
                                     : take_seat(first, word->substr(space + 1), value);
        }
        const auto* const known = std::ranges::find(kWords, *word, &Word::name);
        if (known == kWords.end()) {
            return refuse(fmt::format("the head of a save of version {} has no `{}:`; it has `game:`, `rules:`, "
                                      "`players:`, `name SEAT:`, `bot SEAT:`, `option NAME:` and `seed:`",
                                      kSaveFormat, *word));
        }
        bool& seen = seen_[static_cast<std::size_t>(known - kWords.begin())];
        if (seen) {
            return refuse(fmt::format("`{}:` stands here a second time", *word));
        }
        seen = true;
        return (this->*known->take)(value);
    }

    bool take_game(std::string_view value) {
        std::optional<std::string> path = unescape(value);
        saved_.game = path.value_or("");
        return !saved_.game.empty() || refuse("`game:` wants the file of the rules");
    }
    bool take_rules(std::string_view value) {
        const std::optional<std::uint64_t> hash = read_hex<std::uint64_t>(value, 16);
        saved_.rules = hash.value_or(0);
        return hash || refuse(fmt::format("`rules:` wants 16 hexadecimal digits, not `{}`", value));
    }
    bool take_players(std::string_view value) {
        const std::optional<std::uint32_t> players = read_small(value);
        if (!players || *players == 0 || *players > kMostSeats) {
            return refuse(fmt::format("`players:` wants a number from 1 to {}, not `{}`", kMostSeats, value));
        }
        saved_.seats.resize(*players);
        return true;
    }
    bool take_seed(std::string_view value) {
        const std::optional<MatchSeed> seed = MatchSeed::read(value);
        saved_.seed = seed.value_or(MatchSeed{});
        return seed
               || refuse(fmt::format("`{}` is no seed: any 64-bit number is one, or 64 hexadecimal digits", value));
    }

    // `option size: 13`
    bool take_option(std::string_view name, std::string_view value) {
        constexpr std::size_t kMostOptions = 10'000; // a head must not make a reader use up memory
        const std::optional<std::string> name_text = unescape(name);
        const std::optional<std::string> value_text = unescape(value);
        if (!name_text || !value_text || saved_.options.size() == kMostOptions) {
            return refuse(fmt::format("`option {}:` says nothing that can be read", name));
        }
        if (std::ranges::find(saved_.options, *name_text, &OptionChoice::name) != saved_.options.end()) {
            return refuse(fmt::format("`option {}:` stands here a second time", name));
        }
        saved_.options.push_back({*name_text, *value_text});
        return true;
    }

    // `name 0: Anna`, `bot 1: random`
    bool take_seat(std::string_view word, std::string_view seat, std::string_view value) {
        const bool is_name = word == "name";
        if (!is_name && word != "bot") {
            return refuse(fmt::format("a seat has a `name {0}:` and a `bot {0}:`, but no `{1} {0}:`", seat, word));
        }
        const std::optional<std::uint32_t> number = read_small(seat);
        if (!number || *number >= saved_.seats.size()) {
            return refuse(
                fmt::format("there is no seat `{}`; seats are counted from 0, and `players:` comes before them", seat));
        }
        std::string& place = is_name ? saved_.seats[*number].name : saved_.seats[*number].bot;
        if (!place.empty()) {
            return refuse(fmt::format("`{} {}:` stands here a second time", word, seat));
        }
        place = unescape(value).value_or("");
        return !place.empty() || refuse(fmt::format("`{} {}:` says nothing that can be read", word, seat));
    }

    bool check_head() {
        for (std::size_t i = 0; i < kWords.size(); ++i) {
            if (!seen_[i]) {
                return refuse(fmt::format("the head ends here without `{}:`", kWords[i].name));
            }
        }
        return true;
    }

    bool read_choices() {
        saved_.first_line = line_ + 1;
        std::string_view line;
        while (next(line)) {
            std::optional<NumberedChoice> read = read_choice(line);
            if (!read) {
                return refuse(fmt::format("`{}` is no choice, such as `1. player 0 chooses an action: 0=Mark (of 1, "
                                          "93c1a07e)`",
                                          line));
            }
            const std::size_t number = saved_.choices.size() + 1;
            if (read->number != number) {
                return refuse(fmt::format("choice {} should stand here, not choice {}: a line is missing or too many",
                                          number, read->number));
            }
            if (read->choice.player >= saved_.seats.size()) {
                return refuse(fmt::format("there is no player {}; there are {}, counted from 0", read->choice.player,
                                          saved_.seats.size()));
            }
            saved_.choices.push_back(std::move(read->choice));
        }
        return problem_.text.empty();
    }

    static constexpr std::array<Word, 4> kWords = {{
        {"game", &SaveReader::take_game},
        {"rules", &SaveReader::take_rules},
        {"players", &SaveReader::take_players},
        {"seed", &SaveReader::take_seed},
    }};
    std::string_view rest_;
    std::size_t line_ = 0;
    std::array<bool, kWords.size()> seen_{};
    SavedGame saved_;
    SaveProblem problem_;
};

} // namespace

std::string write_save(const SavedGame& saved) {
    std::string text = fmt::format("{}{}\ngame: {}\nrules: {:016x}\nplayers: {}\n", kTitle, kSaveFormat,
                                   escape(saved.game), saved.rules, saved.seats.size());
    for (std::size_t i = 0; i < saved.seats.size(); ++i) {
        const SavedSeat& seat = saved.seats[i];
        text += seat.name.empty() ? "" : fmt::format("name {}: {}\n", i, escape(seat.name));
        text += seat.bot.empty() ? "" : fmt::format("bot {}: {}\n", i, escape(seat.bot));
    }
    for (const OptionChoice& option : saved.options) {
        text += fmt::format("option {}: {}\n", escape(option.name), escape(option.value));
    }
    text += fmt::format("seed: {}\n\n", saved.seed.text());
    for (std::size_t i = 0; i < saved.choices.size(); ++i) {
        text += write_choice(saved.choices[i], i + 1);
    }
    return text;
}

tl::expected<SavedGame, SaveProblem> read_save(std::string_view text) {
    return SaveReader(text).read();
}

} // namespace tgdl
