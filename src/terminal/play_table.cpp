#include "terminal/play_table.h"

#include "saves/save_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace tgdl {

namespace {

// `tic_tac_toe.save` in the current folder, or with a number when that is taken.
std::string free_save_file(const std::string& game_file) {
    const std::string name = std::filesystem::path(game_file).stem().string();
    std::string path = name + ".save";
    std::error_code ignored;
    for (int number = 2; std::filesystem::exists(path, ignored); ++number) {
        path = fmt::format("{}-{}.save", name, number);
    }
    return path;
}

std::string why_final(Disclosure disclosure) {
    switch (disclosure) {
    case Disclosure::Nothing: return {};
    case Disclosure::Chance: return "chance had a part in it";
    case Disclosure::SecretShown: return "something hidden was shown";
    case Disclosure::SecretUsed: return "it may have told something hidden";
    case Disclosure::Answered: return "another player has chosen since";
    }
    return {};
}

// What was chosen, as far as the one who reads it may know.
std::string words_for(std::uint32_t reader, const MadeChoice& choice, const Program& program) {
    const bool is_open = !program.hides && !program.simultaneous;
    return is_open || choice.player == reader ? choice.text : "the choice of " + seat_name(program, choice.player);
}

} // namespace

PlayTable::PlayTable(TableSetup setup, HotSeat hot_seat) : setup_(std::move(setup)), hot_seat_(std::move(hot_seat)) {
    saved_ = now();
}

Question PlayTable::question(const Json& view) {
    return read_question(view, hot_seat_.running_move());
}

std::vector<RefusedOption> PlayTable::refusals() {
    std::vector<RefusedOption> refused;
    for (const Json& refusal : refusals_view(hot_seat_.game().match())) {
        RefusedOption option;
        option.text = text_of(refusal, "text");
        option.reason = text_of(refusal, "reason");
        const Json& about = refusal.at("about");
        option.about = about.is_null() ? std::string() : text_of(about, "ref");
        const Json& place = refusal.at("place");
        if (!place.is_null()) {
            option.place = fmt::format("{}:{}", text_of(place, "file"), place.at("line").get<int>());
        }
        refused.push_back(std::move(option));
    }
    return refused;
}

std::string PlayTable::undo() {
    const std::size_t position = hot_seat_.game().position();
    const std::size_t target = hot_seat_.previous_position();
    if (target == position) {
        return "There is nothing to take back";
    }
    if (setup_.undo == UndoRule::GivesNothingAway) {
        for (std::size_t i = position; i > target; --i) {
            const Disclosure disclosure = hot_seat_.game().disclosure_of(i - 1);
            if (disclosure != Disclosure::Nothing) {
                return fmt::format("That cannot be taken back: {}", why_final(disclosure));
            }
        }
    }
    const std::string words = words_for(hot_seat_.viewer(), hot_seat_.made()[target], hot_seat_.game().program());
    hot_seat_.go_to(target);
    return fmt::format("Taken back: {}", words);
}

std::string PlayTable::redo() {
    const std::size_t position = hot_seat_.game().position();
    const std::size_t target = hot_seat_.next_position();
    if (target == position) {
        return "There is nothing to make again";
    }
    const std::uint32_t reader = hot_seat_.viewer();
    hot_seat_.go_to(target);
    return fmt::format("Made again: {}", words_for(reader, hot_seat_.made()[position], hot_seat_.game().program()));
}

SavedGame PlayTable::saved() {
    std::vector<SavedSeat> seats;
    for (const SeatPlan& plan : hot_seat_.seats()) {
        seats.push_back({.name = {}, .bot = plan ? plan->word : ""});
    }
    return saved_game(hot_seat_.game(), setup_.game_file, std::move(seats));
}

std::string PlayTable::save() {
    if (setup_.save_file.empty()) {
        setup_.save_file = free_save_file(setup_.game_file);
    }
    SavedGame game = saved();
    game.game = game_file_in_save(setup_.save_file, setup_.game_file);
    const std::string problem = write_save_file(setup_.save_file, game);
    if (!problem.empty()) {
        return fmt::format("The game could not be saved: {}", problem);
    }
    saved_ = now();
    const bool names_game = game_file_from_save(setup_.save_file, game.game).has_value();
    return fmt::format("Saved; go on later with `tgdl play {}--resume {}`", names_game ? "" : setup_.game_file + " ",
                       setup_.save_file);
}

bool PlayTable::is_unsaved() {
    const auto is_asked = [](const MadeChoice& choice) { return !choice.automatic; };
    return hot_seat_.game().status() == MatchStatus::Waiting && !(saved_ == now())
           && std::ranges::any_of(hot_seat_.made(), is_asked);
}

void PlayTable::change_rules(LoadedRules rules, Game game) {
    setup_.rules = std::move(rules);
    hot_seat_.replace(std::move(game));
}

std::string PlayTable::error_text() {
    const Match& match = hot_seat_.game().match();
    return match.setup_failure().empty() ? render_fault(setup_.rules, match.fault(), Colour::Off)
                                         : match.setup_failure() + "\n";
}

} // namespace tgdl
