#include "match/redraw.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

// Earlier numbers are taken for seen: what is still secret after so many is not worth the time to find out.
constexpr std::size_t kMostDraws = 64;

void add_told(Match& match, std::uint32_t player, std::string& shown) {
    for (const Delivered& delivered : match.take_texts()) {
        if (delivered.to == player || (delivered.to == kNone && delivered.seen.empty())) {
            shown += delivered.text + '\n';
        } else if (delivered.to == kNone) {
            shown += delivered.seen[player] + '\n';
        }
    }
}

} // namespace

std::unique_ptr<Match> begin_again(const Match& match, DrawTape& tape) {
    const MatchFlow& flow = match.flow();
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), flow.machine.memory.words() + kRandomWord, sizeof(generator));
    return std::make_unique<Match>(flow.shared_program(), match.players(), MatchSeed{generator.key, std::nullopt},
                                   flow.machine.limits, nullptr, nullptr, &tape);
}

bool Redraw::is_needed(const Program& program) {
    return program.chance && std::ranges::any_of(program.classes, [](const ClassInfo& info) {
               return std::ranges::any_of(info.attributes,
                                          [](const AttributeInfo& attribute) { return !attribute.visible.empty(); });
           });
}

std::unique_ptr<Match> Redraw::play_again(Match& match, std::span<const std::uint32_t> choices, std::string& shown) {
    tape_.clear();
    shown.clear();
    std::unique_ptr<Match> again = begin_again(match, tape_);
    for (const std::uint32_t choice : choices) {
        add_told(*again, player_, shown);
        if (again->status() != MatchStatus::Waiting || choice >= again->decision().options.size()) {
            return nullptr;
        }
        const Decision& asked = again->decision();
        shown += std::to_string(asked.player) + '\n';
        if (asked.player == player_) {
            shown += again->option_text(asked, choice) + '\n';
        }
        again->choose(choice);
    }
    add_told(*again, player_, shown);
    shown += view(*again, player_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    again->flow().tape = nullptr;
    return again;
}

bool Redraw::is_free(Match& match, std::span<const std::uint32_t> choices, std::size_t draw) {
    // Any other number will do: it is one that is not seen, or it is.
    tape_.changed.assign(bounds_.size(), DrawTape::kAsItComes);
    std::string shown;
    for (std::uint64_t number = 0; number < std::min<std::uint64_t>(bounds_[draw], 2); ++number) {
        tape_.changed[draw] = number;
        if (play_again(match, choices, shown) == nullptr || shown != shown_) {
            return false;
        }
    }
    return true;
}

void Redraw::find_free(Match& match, std::span<const std::uint32_t> choices) {
    tape_.changed.clear();
    choices_ = choices.size();
    const std::unique_ptr<Match> same = play_again(match, choices, shown_);
    bounds_ = tape_.bounds;
    is_repeated_ = same != nullptr && same->hash() == match.hash();
    if (!is_repeated_) {
        return;
    }
    draws_.resize(bounds_.size(), Draw::Untested);
    for (std::size_t i = draws_.size() - std::min(draws_.size(), kMostDraws); i < draws_.size(); ++i) {
        if (draws_[i] != Draw::Seen) {
            draws_[i] = is_free(match, choices, i) ? Draw::Free : Draw::Seen;
        }
    }
}

bool Redraw::sample(Match& match, std::span<const std::uint32_t> choices, std::uint64_t seed, Match& into) {
    constexpr int kMostTries = 4;
    if (choices_ != choices.size()) {
        find_free(match, choices);
    }
    RandomState random = seed_random(seed);
    std::string shown;
    for (int i = 0; is_repeated_ && i < kMostTries; ++i) {
        tape_.changed.assign(bounds_.size(), DrawTape::kAsItComes);
        for (std::size_t draw = 0; draw < draws_.size(); ++draw) {
            if (draws_[draw] == Draw::Free) {
                tape_.changed[draw] = random_below(random, bounds_[draw]);
            }
        }
        if (const std::unique_ptr<Match> again = play_again(match, choices, shown); again && shown == shown_) {
            into.copy_from(*again);
            return true;
        }
    }
    return false;
}

} // namespace tgdl
