#include "terminal/table_inspector.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace tgdl {

namespace {

bool share_position(const Picture& picture, const std::string& one, const std::string& other) {
    const DrawnInstance* first = picture.find(one);
    const DrawnInstance* second = picture.find(other);
    return first != nullptr && second != nullptr && first->area.row == second->area.row
           && first->area.column == second->area.column;
}

std::string why_not(const RefusedOption& refused) {
    return fmt::format("{} cannot be chosen: {}{}", refused.text, refused.reason,
                       refused.place.empty() ? "" : fmt::format(" ({})", refused.place));
}

void put_cursor(ScreenParts& parts, const std::string& id) {
    if (const DrawnInstance* instance = parts.table.find(id)) {
        const DrawnInstance found = *instance;
        mark_instance(parts.table, found, Highlight::Cursor);
        parts.in_sight = found.area;
    }
}

// With what stands on it.
const Json* find_tile(const Json& group, const char* kind, const std::string& id) {
    const auto tiles = group.find(kind);
    if (tiles == group.end()) {
        return nullptr;
    }
    const auto is_it = [&](const Json& instance) { return text_of(instance, "id") == id; };
    const auto found = std::ranges::find_if(
        *tiles, [&](const Json& tile) { return is_it(tile) || std::ranges::any_of(tile.at("pieces"), is_it); });
    return found == tiles->end() ? nullptr : &*found;
}

} // namespace

const Json* find_instance(const Json& view, const std::string& id) {
    const auto is_it = [&](const Json& instance) { return text_of(instance, "id") == id; };
    for (const Json& board : view.at("boards")) {
        if (board.contains("hidden")) {
            continue;
        }
        for (const Json& group : board.at("groups")) {
            for (const char* kind : {"tiles", "corners", "sides"}) {
                if (const Json* tile = find_tile(group, kind, id)) {
                    return tile;
                }
            }
        }
    }
    for (const Json& deck : view.at("decks")) {
        if (const auto cards = deck.find("cards"); cards != deck.end()) {
            if (const auto card = std::ranges::find_if(*cards, is_it); card != cards->end()) {
                return &*card;
            }
        }
    }
    const Json& instances = view.at("things");
    const auto instance = std::ranges::find_if(instances, is_it);
    return instance == instances.end() ? nullptr : &*instance;
}

TableInspector::TableInspector(std::vector<RefusedOption> refused, const Picture& picture, const std::string& from)
    : refused_(std::move(refused)) {
    std::set<std::pair<int, int>> known;
    for (const DrawnInstance& instance : picture.instances) {
        if (!instance.id.empty() && known.emplace(instance.area.row, instance.area.column).second) {
            places_.push_back(instance.id);
            if (share_position(picture, instance.id, from)) {
                place_ = places_.size() - 1;
            }
        }
    }
    in_list_ = places_.empty() || (picture.find(from) == nullptr && !refused_.empty());
}

void TableInspector::move(const Picture& picture, Direction direction) {
    if (!in_list_) {
        place_ = nearest_instance(picture, places_, place_, direction).value_or(place_);
        return;
    }
    const bool is_forth = direction == Direction::Down || direction == Direction::Right;
    if (is_forth) {
        line_ += line_ + 1 < refused_.size() ? 1 : 0;
    } else {
        line_ -= line_ > 0 ? 1 : 0;
    }
}

void TableInspector::change_sides() {
    in_list_ = places_.empty() || (!in_list_ && !refused_.empty());
}

void TableInspector::show(ScreenParts& parts, const Question& question, const Json& view) const {
    parts.heading = refused_.empty() ? "Nothing else comes into question." : "These cannot be chosen:";
    parts.heading_style = {.bold = true};
    for (const RefusedOption& refused : refused_) {
        parts.list.push_back({fmt::format("{}: {}", refused.text, refused.reason), {}});
    }
    if (!in_list_) {
        parts.message = about_place(parts.table, question, view);
        put_cursor(parts, places_[place_]);
    } else if (!refused_.empty()) {
        parts.selected = line_;
        parts.message = why_not(refused_[line_]);
        put_cursor(parts, refused_[line_].about);
    }
}

// What stands there, and whether it can be chosen.
std::string TableInspector::about_place(const Picture& picture, const Question& question, const Json& view) const {
    const std::string& id = places_[place_];
    const Json* instance = find_instance(view, id);
    const std::string about = instance == nullptr ? std::string() : describe(*instance, view);
    const auto is_here = [&](const auto& option) { return share_position(picture, option.about, id); };
    if (std::ranges::any_of(question.options, is_here)) {
        return about + " - it can be chosen";
    }
    const auto refused = std::ranges::find_if(refused_, is_here);
    return refused != refused_.end() ? why_not(*refused)
                                     : fmt::format("{} - it is no answer to: {}", about, question.heading);
}

} // namespace tgdl
