// Position and viewer of a replay.
#pragma once

#include "terminal/faces.h"
#include "terminal/hot_seat.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tgdl {

class Replay {
public:
    Replay(Game game, std::uint32_t viewer);

    [[nodiscard]] Game& game() { return game_; }
    [[nodiscard]] std::size_t position() const { return game_.position(); }
    [[nodiscard]] std::size_t length() const { return game_.choices().size(); }
    void go_to(std::size_t position);
    void step(std::ptrdiff_t choices);

    // A player, kSpectator, or kAllSeeing.
    [[nodiscard]] std::uint32_t viewer() const { return viewer_; }
    void view_as(std::uint32_t viewer) { viewer_ = viewer; }
    void view_as_next();
    // `a spectator`, `player 0`, `one who sees everything`
    [[nodiscard]] std::string viewer_words() const;
    [[nodiscard]] Json view();

    // `player 0: Grid(1,1)`; what the viewer may not know of it is left out.
    [[nodiscard]] std::string choice_words(std::size_t index) const;
    // The instance that the last choice was about, by its id; empty: none, or not to be known.
    [[nodiscard]] std::string last_about();
    // What the last choice set off, as the viewer sees it.
    [[nodiscard]] std::vector<std::string> cascade();

private:
    [[nodiscard]] bool may_know(std::size_t index) const;

    Game game_;
    std::uint32_t viewer_;
};

} // namespace tgdl
