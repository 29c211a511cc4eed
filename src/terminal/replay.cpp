#include "terminal/replay.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

Replay::Replay(Game game, std::uint32_t viewer) : game_(std::move(game)), viewer_(viewer) {
    game_.go_to(0);
}

void Replay::go_to(std::size_t position) {
    game_.go_to(std::min(position, length()));
}

void Replay::step(std::ptrdiff_t choices) {
    const auto wanted = static_cast<std::ptrdiff_t>(position()) + choices;
    go_to(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(wanted, 0, static_cast<std::ptrdiff_t>(length()))));
}

void Replay::view_as_next() {
    if (viewer_ == kSpectator) {
        viewer_ = 0;
    } else if (viewer_ == kAllSeeing) {
        viewer_ = kSpectator;
    } else {
        viewer_ = viewer_ + 1 < game_.players() ? viewer_ + 1 : kAllSeeing;
    }
}

std::string Replay::viewer_words() const {
    return viewer_ == kSpectator   ? "a spectator"
           : viewer_ == kAllSeeing ? "one who sees everything"
                                   : seat_name(game_.program(), viewer_);
}

Json Replay::view() {
    return game_.view(viewer_);
}

bool Replay::may_know(std::size_t index) const {
    const bool is_open = !game_.program().hides && !game_.program().simultaneous;
    return is_open || viewer_ == kAllSeeing || game_.choices()[index].player == viewer_;
}

std::string Replay::choice_words(std::size_t index) const {
    const ChoiceMade& choice = game_.choices()[index];
    const std::string who = seat_name(game_.program(), choice.player);
    return may_know(index) ? fmt::format("{}: {}", who, choice.text) : who + " chooses";
}

std::string Replay::last_about() {
    const std::size_t at = position();
    if (at == 0 || !may_know(at - 1)) {
        return {};
    }
    const ChoiceMade choice = game_.choices()[at - 1];
    go_to(at - 1);
    const Json about = decision_view(game_.match(), choice.player).at("about")[choice.option];
    go_to(at);
    return about.is_null() ? std::string() : text_of(about, "ref");
}

std::vector<std::string> Replay::cascade() {
    std::vector<std::string> lines;
    const std::size_t at = position();
    if (at == 0) {
        return lines;
    }
    go_to(at - 1);
    game_.match().set_tracer(keep_traced_line, &lines, viewer_);
    go_to(at);
    game_.match().set_tracer(nullptr, nullptr);
    return lines;
}

} // namespace tgdl
