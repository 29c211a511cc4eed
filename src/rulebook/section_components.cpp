// Section on components: boards, decks, pieces, with their numbers at the start.
#include "rulebook/author.h"
#include "rulebook/draw_board.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

std::string_view geometry_words(Geometry geometry) {
    switch (geometry) {
    case Geometry::Square: return "squares";
    case Geometry::HexRow:
    case Geometry::HexColumn: return "hexes";
    case Geometry::Graph: break;
    }
    return "places";
}

} // namespace

void Author::write_components() {
    const std::size_t before = book_.blocks.size();
    heading(2, "What is in the box");
    const std::size_t started = book_.blocks.size();
    write_boards();
    write_decks();
    write_pieces();
    if (book_.blocks.size() == started) {
        book_.blocks.resize(before);
    }
}

// ---- boards

std::string Author::group_words(const Group& group) const {
    const std::size_t named = group.tiles.size();
    if (group.geometry == Geometry::Graph) {
        std::vector<std::string> names;
        names.reserve(group.tiles.size());
        for (const Group::NamedTile& tile : group.tiles) {
            names.push_back(escape_markdown(program_.text(tile.name)));
        }
        constexpr std::size_t kMostNames = 40;
        return names.empty() || named > kMostNames
                   ? count_of(named + group.grid.size(), "place")
                   : fmt::format("{}: {}", count_of(named, "place"), join_words(names, "and"));
    }
    const auto blanks = std::ranges::count_if(group.grid, [](TypeDefId tile) { return !tile.valid(); });
    if (blanks > 0) {
        return fmt::format("{} {} in {} columns and {} rows", group.grid.size() - static_cast<std::size_t>(blanks),
                           geometry_words(group.geometry), group.columns, group.rows);
    }
    return fmt::format("{} columns and {} rows of {}", group.columns, group.rows, geometry_words(group.geometry));
}

void Author::write_boards() {
    for (const TypeDefId type : shown_types(DefKind::Board)) {
        write_board(type);
    }
}

void Author::write_board(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    heading(3, title(def.name));
    prose(comment(def.place));
    Lines lines;
    for (const GroupId id : def.groups) {
        const Group& group = program_.group(id);
        lines.push_back({0, fmt::format("{}{}.", def.groups.size() > 1 ? title(group.name) + ": " : "A board of ",
                                        group_words(group))});
    }
    list(lines);
    if (!opening_.boards) {
        return;
    }
    for (const nlohmann::json& board : *opening_.boards) {
        if (board.value("class", std::string()) == program_.text(def.name)) {
            const bool several = program_.min_players != program_.max_players;
            const std::string with = several ? " with " + count_of(opening_.board_players, "player") : "";
            Drawing picture{draw_board_svg(board), fmt::format("The board at the start{}.", with),
                            draw_board_markdown(board)};
            if (!picture.svg.empty()) {
                book_.blocks.emplace_back(std::move(picture));
            }
            return; // others of its kind look the same
        }
    }
}

// ---- decks

void Author::write_decks() {
    Table table{{"Stack", "Cards before the first choice", "What it is"}, {}};
    std::vector<TypeDefId> with_contents;
    for (const TypeDefId type : shown_types(DefKind::Stack)) {
        const TypeDef& def = program_.def(type);
        const std::string own_name(program_.text(def.name));
        const auto counts = opening_.cards.find(own_name);
        if (def.contents.valid()) {
            with_contents.push_back(type);
        }
        if (counts == opening_.cards.end()) {
            continue;
        }
        const std::string text = comment(def.place);
        const bool varies = opening_.by_chance.contains(own_name);
        const std::string each =
            def.scope == ScopeKind::Player ? title(def.name) + " (one for each player)" : title(def.name);
        table.rows.push_back({each, varies ? "varies" : counts->second.text(opening_.tried),
                              text.empty() ? "" : first_sentence(text) + "."});
    }
    if (!table.rows.empty()) {
        heading(3, "Stacks of cards");
        add_table(std::move(table));
    }
    for (const TypeDefId type : with_contents) {
        write_contents(type);
    }
}

void Author::write_contents(TypeDefId type) {
    const TypeDef& def = program_.def(type);
    const Tree& tree = program_.tree(def.contents);
    narrator_.begin(def.contents.file, voice_of(type, false));
    Table table{{"How many", "Card", "With"}, {}};
    for (const NodeId entry : tree.children(def.contents.node, Role::Item)) {
        std::vector<std::string> parts;
        if (const NodeId initialiser = tree.child(entry, Role::Initialiser); initialiser.valid()) {
            for (const NodeId part : tree.children(initialiser, Role::Item)) {
                parts.push_back(fmt::format("{} {}", emphasized(name(tree.main_symbol(part))),
                                            narrator_.value(tree.child(part, Role::Value)).text));
            }
        }
        const CodeReader reader(program_, def.contents.file);
        table.rows.push_back({narrator_.value(tree.child(entry, Role::Count)).text,
                              narrator_.type_words(reader.type(tree.child(entry, Role::Type))),
                              join_words(parts, "and")});
    }
    prose(fmt::format("**{}** begins with:", title(def.name)));
    add_table(std::move(table));
}

// ---- pieces

// Are there ones that are of no kind derived from it?
bool Author::is_made_itself(TypeDefId type) const {
    const auto number_of = [&](TypeDefId id) {
        const auto found = opening_.pieces.find(std::string(program_.text(program_.def(id).name)));
        return found == opening_.pieces.end() || opening_.tried.empty() ? std::uint64_t{0}
                                                                        : found->second.with(opening_.tried.front());
    };
    std::uint64_t derived = 0;
    for (const TypeDefId id : program_.def(type).derived) {
        derived += program_.def(id).nameless ? 0 : number_of(id);
    }
    return number_of(type) > derived;
}

// Of which kind the pieces are may be a matter of chance, or show only later.
std::string Author::unknown_number(TypeDefId type) const {
    const TypeDef& def = program_.def(type);
    const std::string base = def.base.valid() ? std::string(program_.text(program_.def(def.base).name)) : std::string();
    if (opening_.pieces.contains(base) && !opening_.by_chance.contains(base)) {
        return fmt::format("some of the {}", plural(words_of(base)));
    }
    return opening_.pieces.contains(std::string(program_.text(def.name))) ? "varies" : "made in the course of play";
}

void Author::write_pieces() {
    Table table{{"Piece", "How many before the first choice", "What it is"}, {}};
    for (const TypeDefId type : shown_types(DefKind::Interactable)) {
        const TypeDef& def = program_.def(type);
        const std::string own_name(program_.text(def.name));
        const auto counts = opening_.pieces.find(own_name);
        const std::string text = comment(def.place);
        const bool known = counts != opening_.pieces.end() && !opening_.by_chance.contains(own_name);
        const bool kinds_known = std::ranges::all_of(def.derived, [&](TypeDefId derived) {
            return !opening_.by_chance.contains(std::string(program_.text(program_.def(derived).name)));
        });
        const bool has_kinds =
            std::ranges::any_of(def.derived, [&](TypeDefId derived) { return !program_.def(derived).nameless; });
        if (has_kinds && (!known || kinds_known) && !is_made_itself(type)) {
            continue; // what derives from it is told
        }
        const std::string number = known ? counts->second.text(opening_.tried) : unknown_number(type);
        table.rows.push_back({title(def.name), number, text.empty() ? "" : first_sentence(text) + "."});
    }
    if (!table.rows.empty()) {
        heading(3, "Pieces and cards");
        add_table(std::move(table));
    }
}

} // namespace tgdl
