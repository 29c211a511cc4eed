// Holds tables to the secrets of their games: what is sent to a player does not depend on anything hidden from them.
//
//   tgdl_table_leaks [--positions N] [--expect-leak] [--all-seeing] FILE…
//
// Tables of each game are played at random, everybody choosing in any order where several choose at once. At N random
// positions, for every player and for a spectator,
//   - all that the table would send them now (the state, the list of seats, what was told, the reasons that refuse other
//     options) must be the same to the last byte when what they do not see is dealt out anew and takes other values, and when
//     others who choose at the same time have chosen something else;
//   - no id of a hidden thing, and no text of one, may be in it, unless they see an equal text elsewhere.
// At the end of each match, whoever looks back must be shown nothing but what they were shown then.
// With --all-seeing the tables show to everybody what one who sees everything would be shown, which must be caught. Ends
// with 1 when something is not so; with --expect-leak, when all is.
#include "base/random.h"
#include "change_hidden.h"
#include "random_play.h"
#include "tables/table.h"
#include "tables/table_services.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace tgdl {

// Changes what nobody may notice.
class TableForTest {
public:
    explicit TableForTest(Table& table) : table_(table) {}

    Match& match() { return table_.game_.match(); }
    // Another match in place of the real one, as if it had always been that. Whoever had answered has answered there too: the
    // same, or what was offered there instead.
    void put(const Match& match) {
        table_.game_.match().copy_from(match);
        for (std::uint32_t i = 0; table_.is_gathering_ && i < table_.seats_.size(); ++i) {
            const bool was_asked = table_.seats_[i].asking != nullptr;
            table_.ask_on_copy(i);
            if (!was_asked && !table_.seats_[i].answers.empty()) {
                answer_until_done(i);
            }
        }
    }

    // Of those who choose together with the viewer and have chosen, each something else. False: nothing else would leave as
    // much to be chosen.
    bool change_answers(std::uint32_t viewer) {
        bool has_changed = false;
        for (std::uint32_t i = 0; i < table_.seats_.size(); ++i) {
            has_changed = (i != viewer && change_answers_of(i)) || has_changed;
        }
        return has_changed;
    }

    using Answers = std::vector<std::vector<ChoiceMade>>;
    [[nodiscard]] Answers answers() const {
        Answers all;
        for (const TableSeat& seat : table_.seats_) {
            all.push_back(seat.answers);
        }
        return all;
    }
    void put(const Match& match, const Answers& answers) {
        for (std::size_t i = 0; i < answers.size(); ++i) {
            table_.seats_[i].answers = answers[i];
        }
        put(match);
    }

private:
    // Takes the first option of each question that none of the given answers fits.
    void answer_until_done(std::uint32_t seat) {
        TableSeat& one = table_.seats_[seat];
        const std::vector<ChoiceMade> given = std::exchange(one.answers, {});
        for (table_.ask_on_copy(seat); one.asking != nullptr; table_.ask_on_copy(seat)) {
            const std::size_t next = one.answers.size();
            const std::uint32_t option = next < given.size() ? given[next].option : 0;
            const bool fits = option < one.asking->decision().options.size();
            one.answers.push_back(choice_of(asked_by(*one.asking), fits ? option : 0));
        }
    }

    bool change_answers_of(std::uint32_t seat) {
        TableSeat& one = table_.seats_[seat];
        if (one.answers.empty()) {
            return false;
        }
        const std::vector<ChoiceMade> before = one.answers;
        const bool was_asked = one.asking != nullptr;
        one.answers.pop_back();
        table_.ask_on_copy(seat);
        const std::size_t options = before.back().options;
        one.answers.push_back(choice_of(asked_by(*one.asking), (before.back().option + 1) % options));
        table_.ask_on_copy(seat);
        if (options == 1 || (one.asking != nullptr) != was_asked) {
            one.answers = before;
            table_.ask_on_copy(seat);
            return false;
        }
        return true;
    }

    Table& table_;
};

namespace {

using Json = nlohmann::json;

std::string describe(std::uint32_t viewer) {
    return viewer == kSpectator ? "a spectator" : fmt::format("player {}", viewer);
}

TableHead head_for(std::uint32_t players, std::uint64_t seed) {
    TableHead head;
    head.id = "table";
    head.game = "game";
    head.seed = MatchSeed::from(seed);
    head.seats.resize(players);
    return head;
}

std::string first_difference(const std::string& one, const std::string& other) {
    constexpr std::size_t kBefore = 60;
    constexpr std::size_t kShown = 160;
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
    const std::size_t from = at - std::min(at, kBefore);
    return fmt::format("…{}…\nand, when something hidden is different,\n…{}…", one.substr(from, kShown),
                       other.substr(from, kShown));
}

// What the viewer does not see, and what they do.
struct Texts {
    std::set<std::string> hidden; // texts of things
    std::set<std::string> hidden_ids;
    std::string seen;
};

Texts texts_of(Match& match, std::uint32_t viewer) {
    MatchFlow& flow = match.flow();
    const ViewScope view_scope(flow);
    Texts texts;
    std::vector<Handle> instances;
    flow.machine.collect_tracked(0, static_cast<ClassIndex>(flow.program().classes.size() - 1), instances);
    for (const Handle instance : instances) {
        if (!sees_instance(flow, viewer, instance)) {
            texts.hidden.insert(value_text(flow, kAllSeeing, Value::instance(instance)));
            texts.hidden_ids.insert(instance_id(flow.machine, instance));
            continue;
        }
        texts.seen += value_text(flow, viewer, Value::instance(instance)) + "\n";
        texts.seen += information_text(flow, viewer, Value::instance(instance), InformationPart::Long) + "\n";
        const std::vector<AttributeInfo>& attributes = flow.machine.class_info(instance).attributes;
        for (std::uint32_t i = 0; i < attributes.size(); ++i) {
            if (sees_attribute(flow, viewer, instance, i)) {
                texts.seen +=
                    value_text(flow, viewer, flow.machine.memory.value(instance + attributes[i].offset)) + "\n";
            }
        }
    }
    return texts;
}

// As it stands in JSON, without the quotation marks.
std::string written(const std::string& text) {
    const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

class TableWatcher {
public:
    TableWatcher(const LoadedRules& rules, std::uint64_t positions, bool sees_all)
        : rules_(rules), positions_(positions), sees_all_(sees_all) {}

    // The first leak, in words; empty when there is none.
    std::string find_leak() {
        const Program& program = *rules_.program;
        const std::uint32_t numbers = program.max_players - program.min_players + 1;
        for (std::uint64_t seed = 0; leak_.empty() && watched_ < positions_; ++seed) {
            play(static_cast<std::uint32_t>(program.min_players + seed % numbers), seed);
        }
        return leak_;
    }

    [[nodiscard]] std::uint64_t changed() const { return changed_; }
    [[nodiscard]] std::uint64_t answers() const { return answers_; }
    [[nodiscard]] std::uint64_t looked_back() const { return looked_back_; }

private:
    void play(std::uint32_t players, std::uint64_t seed) {
        Table table(head_for(players, seed), rules_.program, HostOptions::modest_limits());
        RandomState random = seed_random(seed);
        shown_.clear();
        while (leak_.empty() && watched_ < positions_) {
            note_shown(table);
            if (random_below(random, 3) == 0 || table.status() != MatchStatus::Waiting) {
                ++watched_;
                for_each_viewer(table, [&](std::uint32_t viewer) { watch(table, viewer); });
            }
            if (table.status() != MatchStatus::Waiting) {
                for_each_viewer(table, [&](std::uint32_t viewer) { look_back(table, viewer); });
                return;
            }
            choose(table, random);
        }
    }

    template <typename Visit>
    void for_each_viewer(const Table& table, const Visit& visit) {
        for (std::uint32_t i = 0; i <= table.seats().size() && leak_.empty(); ++i) {
            visit(i == table.seats().size() ? kSpectator : i);
        }
    }

    // Somebody who is asked.
    static void choose(Table& table, RandomState& random) {
        for (;;) {
            const auto seat = static_cast<std::uint32_t>(random_below(random, table.seats().size()));
            const std::string decision = table.decision_id(seat);
            if (decision.empty()) {
                continue;
            }
            const std::size_t options = table.state(seat).at("view").at("decision").at("options").size();
            table.apply(*table.consider_choice(seat, decision, random_below(random, options)));
            return;
        }
    }

    // Without what was told: that says what was so then.
    std::string send_now(Table& table, std::uint32_t viewer) const {
        Json state = table.state(viewer);
        if (sees_all_) {
            Json decision = state["view"]["decision"];
            state["view"] = view(TableForTest(table).match(), kAllSeeing);
            state["view"]["decision"] = std::move(decision);
        }
        const std::vector<bool> here(table.seats().size());
        std::string sent = dump(state) + "\n" + dump(table.state_of_seats(here, 0));
        if (viewer != kSpectator && !table.decision_id(viewer).empty()) {
            sent += "\n" + dump(table.refusals(viewer));
        }
        return sent;
    }

    static std::string send_all(Table& table, std::uint32_t viewer, std::string now) {
        for (const LogLine& line : table.log_lines(viewer, 0)) {
            now += "\n" + line.text;
        }
        return now;
    }

    static std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

    void watch(Table& table, std::uint32_t viewer) {
        TableForTest changer(table);
        const std::string now = send_now(table, viewer);
        const std::string sent = send_all(table, viewer, now);
        find_hidden_texts(table, viewer, now);
        const Match real(changer.match());
        const TableForTest::Answers answers = changer.answers();

        const Match other = change_hidden(changer.match(), viewer, watched_);
        changed_ += other.hash() != real.hash() ? 1 : 0;
        changer.put(other);
        compare(table, viewer, sent, "hidden things differ");
        changer.put(real, answers);

        if (changer.change_answers(viewer)) {
            ++answers_;
            compare(table, viewer, sent, "others have chosen something else at the same time");
        }
        changer.put(real, answers);
    }

    void compare(Table& table, std::uint32_t viewer, const std::string& sent, const std::string& when) {
        const std::string other = send_all(table, viewer, send_now(table, viewer));
        if (other != sent) {
            report(table, viewer,
                   fmt::format("is sent something else when {}:\n{}", when, first_difference(sent, other)));
        }
    }

    void find_hidden_texts(Table& table, std::uint32_t viewer, const std::string& sent) {
        constexpr std::size_t kShortest = 4; // shorter ones are part of anything
        Texts texts = texts_of(TableForTest(table).match(), viewer);
        const Json state = table.state(viewer);
        for (const Json& choice : state.at("running")) {
            texts.seen += choice.get<std::string>() + "\n";
        }
        for (const std::string& id : texts.hidden_ids) {
            if (sent.find("\"" + id + "\"") != std::string::npos) {
                report(table, viewer, fmt::format("is sent the id of {}, which is hidden from them", id));
            }
        }
        for (const std::string& text : texts.hidden) {
            if (text.size() >= kShortest && texts.seen.find(text) == std::string::npos
                && !texts.hidden_ids.contains(text) && sent.find(written(text)) != std::string::npos) {
                report(table, viewer, fmt::format("is sent `{}`, the text of something hidden from them", text));
            }
        }
    }

    void note_shown(Table& table) {
        for_each_viewer(table,
                        [&](std::uint32_t viewer) { shown_.insert(dump(past_of(table.state(viewer)["view"]))); });
    }

    static Json past_of(Json view) {
        view["decision"] = nullptr;
        return view;
    }

    void look_back(Table& table, std::uint32_t viewer) {
        for (std::size_t i = 0; i <= table.last_moment(viewer); ++i) {
            ++looked_back_;
            const Json seen = table.replay(viewer, i).at("view");
            if (!shown_.contains(dump(seen))) {
                report(table, viewer, fmt::format("looks back at moment {} and sees what was not shown then", i));
            }
        }
    }

    void report(const Table& table, std::uint32_t viewer, const std::string& what) {
        leak_ = fmt::format("after {} choices of a game of {} {} {}", table.position(), table.seats().size(),
                            describe(viewer), what);
    }

    const LoadedRules& rules_;
    const std::uint64_t positions_;
    const bool sees_all_;
    std::set<std::string> shown_; // views of the match, by anybody: each says whose it is
    std::uint64_t watched_ = 0;
    std::uint64_t changed_ = 0;
    std::uint64_t answers_ = 0;
    std::uint64_t looked_back_ = 0;
    std::string leak_;
};

enum class Expected { NoLeak, Leak };
enum class Knowledge { Own, AllSeeing };

// False when the tables of the game do not do what is expected of them.
bool hold_tables(const std::string& path, std::uint64_t positions, Expected expected, Knowledge knowledge) {
    const LoadedRules rules = load_game(path);
    if (!rules.program) {
        return rules.is_library;
    }
    TableWatcher watcher(rules, positions, knowledge == Knowledge::AllSeeing);
    const std::string leak = watcher.find_leak();
    if (!leak.empty()) {
        fmt::print("{}: {}{}\n", path, expected == Expected::Leak ? "(as expected) " : "", leak);
        return expected == Expected::Leak;
    }
    if (rules.program->hides && watcher.changed() == 0) {
        fmt::print("{}: something is hidden, but never was anything to be different\n", path);
        return false;
    }
    fmt::print("{}: no leak; {} times something was different, {} answers changed, {} moments looked back at\n", path,
               watcher.changed(), watcher.answers(), watcher.looked_back());
    return expected == Expected::NoLeak;
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    (void)std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // each line at once: a deep run takes long
    std::uint64_t positions = 100;
    auto expected = tgdl::Expected::NoLeak;
    auto knowledge = tgdl::Knowledge::Own;
    bool all_hold = true;
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        if (word == "--expect-leak") {
            expected = tgdl::Expected::Leak;
        } else if (word == "--all-seeing") {
            knowledge = tgdl::Knowledge::AllSeeing;
        } else if (word == "--positions" && i + 1 < count) {
            positions = std::strtoull(values[++i], nullptr, 10);
        } else {
            all_hold = tgdl::hold_tables(word, positions, expected, knowledge) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
