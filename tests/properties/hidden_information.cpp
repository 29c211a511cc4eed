// Holds games to their secrets: what a player sees does not depend on anything that is hidden from them.
//
//   tgdl_hidden_information [--positions N] [--shown FILE] [--expect-leak] FILE…
//
// At N random positions of each game, for every player and for a spectator, what they do not see is changed: cards change
// places among hidden places, attributes that are hidden and things that only these hold take other values, and what was
// shuffled was made in another order. Then
//   - the view, with the options in their order, must be the same to the last byte, and so must the reasons that refuse
//     other options;
//   - when the same choice is made in both matches, and the view is still the same, so must be what was logged and told;
//   - while several choose at once, what others have chosen must not show.
// Some rules show what is hidden for a moment and say so in the log; the file of --shown lists such lines, by game.
// Ends with 1 when one of them is not so; with --expect-leak, when all are.
#include "base/random.h"
#include "change_hidden.h"
#include "match/flow.h"
#include "random_play.h"
#include "vm/positions.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

namespace tgdl {
namespace {

using Json = nlohmann::json;

Json refusals_json(Match& match) {
    Json list = Json::array();
    for (const Refusal& refusal : match.refusals()) {
        list.push_back({refusal.text, refusal.reason});
    }
    return list;
}

// Where the hidden things lie that are offered: `a hidden Card` is all that an option says, but which one it is must not
// depend on what they are.
Json hidden_options_json(Match& match) {
    const Machine& machine = match.flow().machine;
    Json list = Json::array();
    for (const Option& option : match.decision().options) {
        if (!option.hidden || !option.value.is_instance()) {
            continue;
        }
        const Handle deck = deck_of(machine, option.value.handle());
        std::uint32_t position = 0;
        while (deck != 0 && deck_get(machine, deck, position) != option.value.handle()) {
            ++position;
        }
        list.push_back({deck, position});
    }
    return list;
}

// All that the viewer knows at this moment.
Json look(Match& match, std::uint32_t viewer) {
    Json seen = view(match, viewer);
    if (match.status() == MatchStatus::Waiting && match.decision().player == viewer) {
        seen["refusals"] = refusals_json(match);
        seen["hidden_options"] = hidden_options_json(match);
    }
    return seen;
}

// Lines of the log in which games show what was hidden, by the name of the game: regular expressions.
using ShownLines = std::multimap<std::string, std::regex>;

// Each line of the file: the name of the game's file, spaces, and an expression. `#` begins a comment.
ShownLines read_shown_lines(const std::string& path) {
    ShownLines shown;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t end = line.find(' ');
        if (line.starts_with('#') || end == std::string::npos) {
            continue;
        }
        shown.emplace(line.substr(0, end), std::regex(line.substr(line.find_first_not_of(' ', end))));
    }
    return shown;
}

// What the viewer has heard since it was last asked.
Json listen(Match& match, std::uint32_t viewer) {
    Json heard = Json::array();
    for (const Delivered& delivered : match.take_texts()) {
        const std::size_t index = viewer == kSpectator ? match.players() : viewer;
        if (delivered.to == kNone) {
            heard.push_back(index < delivered.seen.size() ? delivered.seen[index] : delivered.text);
        } else if (delivered.to == viewer) {
            heard.push_back(delivered.text);
        }
    }
    return heard;
}

std::string first_difference(const Json& one, const Json& other) {
    const Json patch = Json::diff(one, other);
    if (patch.empty()) {
        return "(they differ in nothing)";
    }
    const Json& step = patch.front();
    const std::string path = step["path"];
    const Json::json_pointer pointer(path);
    const std::string before = one.contains(pointer) ? one[pointer].dump() : "nothing";
    return fmt::format("{} is {}, and {} when something hidden is different", path, before,
                       step.contains("value") ? step["value"].dump() : "nothing");
}

// An option that everybody else takes for the same: the same action, label or number, or a hidden thing at that place.
std::optional<std::size_t> find_same_option(Match& real, Match& changed, std::size_t choice, std::uint32_t viewer) {
    const Decision& decision = real.decision();
    const Decision& other = changed.decision();
    if (decision.player == viewer) {
        return choice;
    }
    const std::string text = real.option_text(decision, choice);
    for (std::size_t i = 0; i < other.options.size(); ++i) {
        if (other.options[i].kind == decision.options[choice].kind && changed.option_text(other, i) == text) {
            return i;
        }
    }
    return std::nullopt;
}

class Watcher {
public:
    Watcher(const LoadedRules& rules, std::uint64_t positions, const ShownLines& shown)
        : rules_(rules), positions_(positions) {
        const auto [first, last] = shown.equal_range(std::filesystem::path(rules.path).stem().string());
        for (auto entry = first; entry != last; ++entry) {
            shown_.push_back(entry->second);
        }
    }

    // The first leak, in words; empty when there is none.
    std::string find_leak() {
        RandomState random = seed_random(1);
        play_at_random(rules_, [&](Match& match, std::optional<std::size_t> choice) {
            if (choice && random_below(random, 3) != 0) {
                return true; // not every position of every game: they would be few games
            }
            ++seen_;
            for (std::uint32_t i = 0; i <= match.players() && leak_.empty(); ++i) {
                const std::uint32_t viewer = i == match.players() ? kSpectator : i;
                watch(match, viewer, choice);
            }
            return leak_.empty() && seen_ < positions_;
        });
        return leak_;
    }

    [[nodiscard]] std::uint64_t changed() const { return changed_; }
    [[nodiscard]] std::uint64_t followed() const { return followed_; }
    [[nodiscard]] std::uint64_t secret_choices() const { return secret_choices_; }

private:
    void watch(Match& match, std::uint32_t viewer, std::optional<std::size_t> choice) {
        const Json seen = look(match, viewer);
        Match changed = change_hidden(match, viewer, seen_);
        changed_ += changed.hash() != match.hash() ? 1 : 0;
        const Json seen_of_changed = look(changed, viewer);
        if (seen != seen_of_changed || seen.dump() != seen_of_changed.dump()) {
            report(match, viewer, "sees", first_difference(seen, seen_of_changed));
            return;
        }
        if (choice) {
            follow(match, changed, viewer, *choice);
            choose_in_secret(match, viewer, *choice);
        }
    }

    void follow(Match& match, Match& changed, std::uint32_t viewer, std::size_t choice) {
        const std::optional<std::size_t> same = find_same_option(match, changed, choice, viewer);
        if (!same) {
            return;
        }
        Match after(match);
        (void)after.take_texts();
        (void)changed.take_texts();
        const std::string what = after.option_text(after.decision(), choice);
        after.choose(choice);
        changed.choose(*same);
        if (view(after, viewer) != view(changed, viewer)) {
            return; // the choice has shown something
        }
        ++followed_;
        const Json heard = without_shown(listen(after, viewer));
        const Json heard_of_changed = without_shown(listen(changed, viewer));
        if (heard != heard_of_changed) {
            report(match, viewer, fmt::format("hears, once `{}` is chosen,", what),
                   first_difference(heard, heard_of_changed));
        }
    }

    [[nodiscard]] Json without_shown(const Json& heard) const {
        Json rest = Json::array();
        for (const Json& line : heard) {
            const bool is_shown = std::ranges::any_of(
                shown_, [&](const std::regex& shown) { return std::regex_match(line.get<std::string>(), shown); });
            rest.push_back(is_shown ? Json("something is shown") : line);
        }
        return rest;
    }

    // Who has chosen when several choose at once has chosen in secret: another choice looks the same to those who are
    // still to choose.
    void choose_in_secret(Match& match, std::uint32_t viewer, std::size_t choice) {
        const Decision& decision = match.decision();
        if (viewer == kSpectator || decision.player == viewer || decision.options.size() < 2) {
            return;
        }
        Match one(match);
        Match other(match);
        one.choose(choice);
        other.choose((choice + 1) % decision.options.size());
        if (!chooses_at_once(match, one, viewer) || !chooses_at_once(match, other, viewer)) {
            return;
        }
        ++secret_choices_;
        const Json seen = look(one, viewer);
        const Json seen_otherwise = look(other, viewer);
        if (seen != seen_otherwise) {
            report(match, viewer, "sees what another has chosen in secret:", first_difference(seen, seen_otherwise));
        }
    }

    // Does the viewer decide next, in the same round of choices?
    bool chooses_at_once(Match& before, Match& after, std::uint32_t viewer) {
        if (after.status() != MatchStatus::Waiting || after.decision().player != viewer) {
            return false;
        }
        const Decision& asked = before.decision();
        const Decision& next = after.decision();
        const bool same_input = asked.kind == DecisionKind::Input && next.kind == DecisionKind::Input
                                && asked.input == next.input
                                && rules_.program->inputs[asked.input].mode == InputMode::Players;
        const auto half = [](Match& match, Handle word) { return match.flow().machine.memory.half(word, 0); };
        const bool several =
            half(before, kSimultaneousWord) != 0 && half(before, kSimultaneousWord) == half(after, kSimultaneousWord);
        // A round of choices lies in one phase.
        return half(before, kPhaseWord) == half(after, kPhaseWord) && (same_input || (several && next.begins_move));
    }

    void report(const Match& match, std::uint32_t viewer, const std::string& does, const std::string& what) {
        const std::string who = viewer == kSpectator ? "a spectator" : fmt::format("player {}", viewer);
        leak_ = fmt::format("after {} choices of a game of {} {} {} {}", match.decisions_made(), match.players(), who,
                            does, what);
    }

    const LoadedRules& rules_;
    std::uint64_t positions_;
    std::vector<std::regex> shown_;
    std::uint64_t seen_ = 0;
    std::uint64_t changed_ = 0;
    std::uint64_t followed_ = 0;
    std::uint64_t secret_choices_ = 0;
    std::string leak_;
};

// False when the game does not do what is expected of it.
bool hold(const std::string& path, std::uint64_t positions, const ShownLines& shown, bool expects_leak) {
    const LoadedRules rules = load_game(path);
    if (!rules.program) {
        return rules.is_library;
    }
    if (!rules.program->hides && !rules.program->simultaneous) {
        return !expects_leak;
    }
    Watcher watcher(rules, positions, shown);
    const std::string leak = watcher.find_leak();
    if (!leak.empty()) {
        fmt::print("{}: {}{}\n", path, expects_leak ? "(as expected) " : "", leak);
        return expects_leak;
    }
    if (rules.program->hides && watcher.changed() == 0) {
        fmt::print("{}: something is hidden, but never was anything to be different\n", path);
        return false;
    }
    fmt::print("{}: no leak; {} times something was different, {} choices followed, {} made in secret\n", path,
               watcher.changed(), watcher.followed(), watcher.secret_choices());
    return !expects_leak;
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    (void)std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // each line at once: a deep run takes long
    std::uint64_t positions = 100;
    bool expects_leak = false;
    tgdl::ShownLines shown;
    bool all_hold = true;
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        if (word == "--expect-leak") {
            expects_leak = true;
        } else if (word == "--positions" && i + 1 < count) {
            positions = std::strtoull(values[++i], nullptr, 10);
        } else if (word == "--shown" && i + 1 < count) {
            shown = tgdl::read_shown_lines(values[++i]);
        } else {
            all_hold = tgdl::hold(word, positions, shown, expects_leak) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
