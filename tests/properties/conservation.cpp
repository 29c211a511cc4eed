// Holds games to what they must not lose: cards, and points that are only shared out.
//
//   tgdl_conservation [--games N] --kept FILE FILE…
//
// In N random games of each file, with each number of players in turn:
//   - as many cards are in the game at every decision and at the end as at the first decision. Cards are the things that
//     decks may hold, wherever they lie;
//   - the scores at the end add up to what the file of --kept says.
// That file names the games that are different, by the name of their file:
//
//   goofspiel  cards fall              cards leave the game; none may join it
//   briscola   scores 120 120 240      what the scores add up to, from the fewest players to the most
//   hearts     scores times 26         … to a multiple of this
//
// Ends with 1 when something is lost, or when a game is said to lose cards and does not.
#include "match/flow.h"
#include "random_play.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace tgdl {
namespace {

struct Kept {
    bool cards_fall = false;
    std::vector<double> scores;
    double scores_times = 0;
};

std::map<std::string, Kept> read_archive(const std::string& path) {
    std::map<std::string, Kept> kept;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string game;
        std::string what;
        std::string how;
        if (line.starts_with('#') || !(words >> game >> what >> how)) {
            continue;
        }
        Kept& entry = kept[game];
        if (what == "cards") {
            entry.cards_fall = how == "fall";
        } else if (how == "times") {
            words >> entry.scores_times;
        } else {
            entry.scores.push_back(std::stod(how));
            for (double score = 0; words >> score;) {
                entry.scores.push_back(score);
            }
        }
    }
    return kept;
}

class Keeper {
public:
    Keeper(const LoadedRules& rules, const Kept& kept, std::uint64_t games)
        : program_(*rules.program), rules_(rules), kept_(kept), games_(games) {
        for (const ClassInfo& info : program_.classes) {
            const bool is_of_the_game = info.name != "stack"; // which holds anything
            if (info.kind == ClassKind::Stack && is_of_the_game && info.holds != kNone) {
                families_.insert(info.holds);
            }
        }
    }

    // What was lost, in words; empty when nothing was.
    std::string find_loss() {
        play_at_random(rules_, [&](Match& match, std::optional<std::size_t> choice) {
            look(match);
            if (!choice) {
                end(match);
            }
            return loss_.empty() && played_ < games_;
        });
        if (loss_.empty() && kept_.cards_fall && !has_fallen_) {
            loss_ = "cards are said to leave the game, but none does";
        }
        return loss_;
    }

    [[nodiscard]] std::size_t most_cards() const { return most_cards_; }

private:
    void look(Match& match) {
        const std::size_t cards = count_cards(match);
        most_cards_ = std::max(most_cards_, cards);
        if (match.decisions_made() == 0) {
            cards_ = cards;
        }
        has_fallen_ = has_fallen_ || cards < cards_;
        if (cards > cards_ || (cards < cards_ && !kept_.cards_fall)) {
            loss_ = fmt::format("after {} choices of a game of {} there are {} cards, and {} before",
                                match.decisions_made(), match.players(), cards, cards_);
        }
        cards_ = cards;
    }

    [[nodiscard]] std::size_t count_cards(Match& match) const {
        std::set<Handle> cards; // a family may hold another
        for (const TypeIndex family : families_) {
            const ValueType& type = program_.types[family];
            std::vector<Handle> found;
            match.flow().machine.collect_tracked(type.first_class, type.last_class, found);
            cards.insert(found.begin(), found.end());
        }
        return cards.size();
    }

    void end(const Match& match) {
        ++played_;
        const bool counts_scores = !kept_.scores.empty() || kept_.scores_times > 0;
        if (match.status() != MatchStatus::Finished || !counts_scores) {
            return;
        }
        double sum = 0;
        for (const std::optional<double>& score : match.result().scores) {
            sum += score.value_or(0);
        }
        const std::size_t players = match.players() - program_.min_players;
        const bool fits = kept_.scores_times > 0 ? sum > 0 && std::fmod(sum, kept_.scores_times) == 0
                                                 : players < kept_.scores.size() && sum == kept_.scores[players];
        if (!fits) {
            loss_ = fmt::format("the scores of a game of {} add up to {}", match.players(), sum);
        }
    }

    const Program& program_;
    const LoadedRules& rules_;
    const Kept& kept_;
    std::uint64_t games_;
    std::set<TypeIndex> families_; // what decks hold
    std::uint64_t played_ = 0;
    std::size_t cards_ = 0;
    std::size_t most_cards_ = 0;
    bool has_fallen_ = false;
    std::string loss_;
};

bool hold(const std::string& path, const std::map<std::string, Kept>& kept, std::uint64_t games) {
    const LoadedRules rules = load_game(path);
    if (!rules.program) {
        return rules.is_library;
    }
    const auto entry = kept.find(std::filesystem::path(path).stem().string());
    const Kept nothing_special;
    Keeper keeper(rules, entry == kept.end() ? nothing_special : entry->second, games);
    const std::string loss = keeper.find_loss();
    if (!loss.empty()) {
        fmt::print("{}: {}\n", path, loss);
    } else if (keeper.most_cards() > 0) {
        fmt::print("{}: nothing is lost of {} cards\n", path, keeper.most_cards());
    }
    return loss.empty();
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    (void)std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // each line at once: a deep run takes long
    std::uint64_t games = 10;
    std::map<std::string, tgdl::Kept> kept;
    bool all_hold = true;
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        if (word == "--games" && i + 1 < count) {
            games = std::strtoull(values[++i], nullptr, 10);
        } else if (word == "--kept" && i + 1 < count) {
            kept = tgdl::read_archive(values[++i]);
        } else {
            all_hold = tgdl::hold(word, kept, games) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
