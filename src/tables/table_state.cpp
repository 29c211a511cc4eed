// What a table shows to whom.
#include "tables/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ranges>

namespace tgdl {

namespace {

using Json = nlohmann::json;

// What everybody may know of an error: its values could be secrets.
std::string describe_end(Match& match) {
    if (!match.setup_failure().empty()) {
        return "the rules could not set the table up";
    }
    const Fault& fault = match.fault();
    const Program& program = match.program();
    if (fault.place == 0 || fault.place >= program.places.size()) {
        return fmt::format("the rules ended in an error ({})", fault_code(fault.id));
    }
    const Place& place = program.places[fault.place];
    return fmt::format("the rules ended in an error ({}) at line {} of {}", fault_code(fault.id), place.line,
                       program.files[place.file]);
}

} // namespace

Json Table::state(Viewer viewer, const std::vector<bool>& here, std::int64_t now) {
    Match& match = game_.match();
    Json view = tgdl::view(match, viewer);
    const bool waits = game_.status() == MatchStatus::Waiting;
    const bool together = waits && game_.decision().together_since != Decision::kAlone;
    const bool sits = viewer < seats_.size();
    const std::string decision = sits ? decision_id(viewer) : std::string();
    if (waits && decision.empty()) {
        // Of what is asked of others only who is asked; of those who choose together, `waiting` says it.
        view["decision"] = together ? Json() : Json{{"player", game_.decision().player}};
    } else if (waits) {
        view["decision"] = decision_view(*asked_of(viewer), viewer);
    }

    Json seats = Json::array();
    for (std::uint32_t i = 0; i < seats_.size(); ++i) {
        Json seat = {{"name", seats_[i].name},
                     {"bot", seats_[i].bot},
                     {"here", static_cast<bool>(here[i])},
                     {"thinks", asked_of(i) != nullptr}};
        if (head_.clock) {
            seat["left_ms"] = time_left(i, now);
        }
        seats.push_back(std::move(seat));
    }
    Json state = {{"type", "state"},
                  {"view", std::move(view)},
                  {"decision", decision},
                  {"waiting", waiting()},
                  {"together", together},
                  {"seats", std::move(seats)},
                  {"may_undo", sits && seats_[viewer].bot.empty() && consider_undo(viewer).has_value()},
                  {"running", sits ? running_move(viewer) : std::vector<std::string>()}};
    if (!waits) {
        state["length"] = game_.position();
    }
    if (game_.status() == MatchStatus::Error) {
        state["fault"] = describe_end(match);
    }
    return state;
}

std::vector<std::string> Table::running_move(std::uint32_t seat) {
    std::vector<std::string> texts;
    if (game_.status() != MatchStatus::Waiting) {
        return texts;
    }
    const std::uint64_t since = game_.decision().together_since;
    const bool together = since != Decision::kAlone;
    if (!together && (game_.decision().player != seat || game_.decision().begins_move)) {
        return texts;
    }
    for (std::size_t i = game_.position(); i > (together ? since : 0); --i) {
        if (game_.choices()[i - 1].player == seat) {
            texts.push_back(game_.choices()[i - 1].text);
        }
        if (!together && made_[i - 1].begins_move) {
            break;
        }
    }
    std::ranges::reverse(texts);
    for (const ChoiceMade& choice : seats_[seat].ahead) {
        texts.push_back(choice.text);
    }
    return texts;
}

Json Table::refusals(std::uint32_t seat) {
    return refusals_view(*asked_of(seat));
}

Json Table::replay(Viewer viewer, std::size_t position, std::string& choice) {
    if (!replayed_) {
        replayed_ = std::make_unique<Game>(game_);
    }
    position = std::min(position, game_.position());
    replayed_->go_to(position);
    choice.clear();
    if (position > 0) {
        const ChoiceMade& made = game_.choices()[position - 1];
        const Program& program = game_.program();
        const bool is_open = !program.hides && !program.simultaneous;
        choice = is_open || made.player == viewer ? fmt::format("player {}: {}", made.player, made.text)
                                                  : fmt::format("player {}", made.player);
    }
    return tgdl::view(replayed_->match(), viewer);
}

std::vector<ToldLine> Table::told(Viewer viewer, std::size_t from) const {
    std::vector<ToldLine> lines;
    for (const Delivered& delivered : game_.texts() | std::views::drop(from)) {
        if (const std::string* text = text_for(delivered, viewer, static_cast<std::uint32_t>(seats_.size()))) {
            lines.push_back({*text, delivered.to != kNone});
        }
    }
    return lines;
}

std::size_t Table::count_told(Viewer viewer, std::size_t texts) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(game_.texts() | std::views::take(texts), [&](const Delivered& delivered) {
            return text_for(delivered, viewer, static_cast<std::uint32_t>(seats_.size())) != nullptr;
        }));
}

} // namespace tgdl
