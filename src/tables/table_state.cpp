// State of a table as each viewer is shown it.
#include "tables/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <ranges>

namespace tgdl {

namespace {

using Json = nlohmann::json;

// Of a path on the server's disk people need to know no more than the name of the file.
std::string file_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

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
    const SourceLocation& place = program.places[fault.place];
    return fmt::format("the rules ended in an error ({}) at line {} of {}", fault_code(fault.id), place.line,
                       file_name(program.files[place.file]));
}

bool has_secrets(const Program& program) {
    return program.hides || program.simultaneous;
}

// How the table stood, without what was asked.
Json past_view(Match& match, Viewer viewer) {
    Json seen = view(match, viewer);
    seen["decision"] = nullptr;
    return seen;
}

std::size_t digest_of_view(Match& match, Viewer viewer) {
    return std::hash<std::string>()(past_view(match, viewer).dump(-1, ' ', false, Json::error_handler_t::replace));
}

} // namespace

Json Table::state(Viewer viewer) {
    const bool waits = game_.status() == MatchStatus::Waiting;
    const bool sits = viewer < seats_.size();
    const std::string decision = sits ? decision_id(viewer) : std::string();
    Json view = tgdl::view(game_.match(), is_overloaded_ ? kSpectator : viewer); // who is not shown what is offered
    if (!decision.empty()) {
        view["decision"] = decision_view(*asked_of(viewer), viewer);
    } else if (waits) {
        // Of what is asked of others only who is asked; of those who choose together, `waiting` says it.
        view["decision"] = round_ != Decision::kNotSimultaneous ? Json() : Json{{"player", game_.decision().player}};
    }
    Json state = {{"type", "state"},
                  {"view", std::move(view)},
                  {"decision", decision},
                  {"waiting", waiting()},
                  {"together", round_ != Decision::kNotSimultaneous},
                  {"may_undo", sits && consider_undo(viewer).has_value()},
                  {"running", sits ? running_move(viewer) : std::vector<std::string>()}};
    if (!waits) {
        state["length"] = last_moment(viewer);
    }
    if (game_.status() == MatchStatus::Error) {
        state["fault"] = describe_end(game_.match());
    } else if (is_overloaded_) {
        state["fault"] = "the rules offer more than can be chosen from";
    }
    return state;
}

Json Table::state_of_seats(const std::vector<bool>& here, std::optional<std::int64_t> now) {
    Json seats = Json::array();
    for (std::uint32_t i = 0; i < seats_.size(); ++i) {
        Json seat = {{"name", seats_[i].name},
                     {"bot", seats_[i].bot},
                     {"here", static_cast<bool>(here[i])},
                     {"thinks", asked_of(i) != nullptr}};
        if (head_.clock && now) {
            seat["left_ms"] = time_left(i, *now);
            seat["left_runs"] = has_time_running(i);
        }
        seats.push_back(std::move(seat));
    }
    return seats;
}

std::vector<std::string> Table::running_move(std::uint32_t seat) {
    std::vector<std::string> texts;
    if (is_gathering_) {
        for (const ChoiceMade& answer : seats_[seat].answers) {
            texts.push_back(answer.text);
        }
        return texts;
    }
    if (game_.status() != MatchStatus::Waiting || game_.decision().player != seat || game_.decision().begins_move) {
        return texts;
    }
    for (std::size_t i = game_.position(); i > 0; --i) {
        if (game_.choices()[i - 1].player == seat) {
            texts.push_back(game_.choices()[i - 1].text);
        }
        if (made_[i - 1].begins_move) {
            break;
        }
    }
    std::ranges::reverse(texts);
    return texts;
}

Json Table::refusals(std::uint32_t seat) {
    Json refusals = refusals_view(*asked_of(seat));
    for (Json& refusal : refusals) {
        if (Json& place = refusal["place"]; place.is_object()) {
            place["file"] = file_name(place["file"].get_ref<const std::string&>());
        }
    }
    return refusals;
}

// ---- looking back ---------------------------------------------------------------------------------------------------

// Whole moves, and those who chose together at once. Where there are secrets, a move after which the viewer saw the same as
// before is none: that there was one may be a secret.
const std::vector<std::size_t>& Table::moments(Viewer viewer) {
    const auto [found, is_new] = moments_.try_emplace(viewer);
    std::vector<std::size_t>& moments = found->second;
    if (!is_new) {
        return moments;
    }
    const std::size_t end = game_.position();
    const bool may_notice_nothing = has_secrets(game_.program());
    std::size_t seen = 0;
    for (std::size_t i = 0; i <= end; ++i) {
        const bool is_within_round =
            i > 0 && i < end && made_[i].round != Decision::kNotSimultaneous && made_[i].round == made_[i - 1].round;
        if (i > 0 && i < end && (!made_[i].begins_move || is_within_round)) {
            continue;
        }
        if (may_notice_nothing) {
            game_.go_to(i);
            const std::size_t sees = digest_of_view(game_.match(), viewer);
            if (!moments.empty() && sees == seen) {
                continue;
            }
            seen = sees;
        }
        moments.push_back(i);
    }
    game_.go_to(end);
    return moments;
}

std::size_t Table::last_moment(Viewer viewer) {
    return moments(viewer).size() - 1;
}

// Of others' choices nothing where there are secrets: what was chosen may be one.
std::string Table::choices_between(Viewer viewer, std::size_t from, std::size_t to) const {
    std::string text;
    std::uint32_t last = kNone;
    for (std::size_t i = from; i < to; ++i) {
        const ChoiceMade& choice = game_.choices()[i];
        if (made_[i].actor == Actor::Nobody || (choice.player != viewer && has_secrets(game_.program()))) {
            continue;
        }
        text += text.empty() ? "" : ", ";
        text += choice.player == last ? choice.text : fmt::format("player {}: {}", choice.player, choice.text);
        last = choice.player;
    }
    return text;
}

Json Table::replay(Viewer viewer, std::size_t moment) {
    const std::vector<std::size_t>& positions = moments(viewer);
    const std::size_t end = game_.position();
    const std::size_t position = positions[moment];
    game_.go_to(position);
    Json replayed = {{"view", past_view(game_.match(), viewer)}};
    game_.go_to(end);
    replayed["choice"] = moment == 0 ? std::string() : choices_between(viewer, positions[moment - 1], position);
    return replayed;
}

// ---- what was told --------------------------------------------------------------------------------------------------

std::vector<LogLine> Table::log_lines(Viewer viewer, std::size_t from) const {
    std::vector<LogLine> lines;
    for (const Delivered& delivered : game_.texts() | std::views::drop(from)) {
        if (const std::string* text = text_for(delivered, viewer, static_cast<std::uint32_t>(seats_.size()))) {
            lines.push_back({*text, delivered.to != kNone});
        }
    }
    return lines;
}

std::size_t Table::count_log_lines(Viewer viewer, std::size_t texts) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(game_.texts() | std::views::take(texts), [&](const Delivered& delivered) {
            return text_for(delivered, viewer, static_cast<std::uint32_t>(seats_.size())) != nullptr;
        }));
}

} // namespace tgdl
