// The view of a match as JSON. docs/view.md describes its form.
#include "match/view.h"

#include "match/flow.h"
#include "match/view_scope.h"
#include "program/seats.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> kStatusWords = {"waiting", "finished", "stuck", "error"};
constexpr std::array<std::string_view, 4> kGeometryWords = {"square", "hex row", "hex column", "graph"};

class ViewWriter {
public:
    ViewWriter(MatchFlow& flow, std::uint32_t viewer) : flow_(flow), machine_(flow.machine), viewer_(viewer) {}

    Json write() {
        Json view;
        write_table(view);
        write_enums(view);
        view["boards"] = list_of(ClassKind::Board, [&](Handle board) { return write_board(board); });
        view["decks"] = list_of(ClassKind::Stack, [&](Handle deck) { return write_deck(deck); });
        view["things"] = write_instances();
        return view;
    }

private:
    void write_table(Json& view) {
        const Program& program = flow_.program();
        view["game"] = program.game;
        view["viewer"] = viewer_ == kSpectator   ? Json("spectator")
                         : viewer_ == kAllSeeing ? Json("all")
                                                 : Json(viewer_);
        view["players"] = flow_.players();
        if (!program.seat_texts.empty() || flow_.person_names != nullptr) {
            Json seats = Json::array();
            for (std::uint32_t player = 0; player < flow_.players(); ++player) {
                Json seat = {{"name", flow_.player_name(player)}};
                if (!program.seat_texts.empty()) { // else those who show it have colours of their own
                    seat["color"] = seat_color(program, player);
                }
                seats.push_back(std::move(seat));
            }
            view["seats"] = std::move(seats);
        }
        view["status"] = kStatusWords[static_cast<std::size_t>(flow_.state.status)];
        const std::uint32_t turn = machine_.memory.half(kTurnWord, 0);
        if (turn < program.turns.size()) {
            view["turn"] = program.turns[turn].name;
            view["phase"] = program.turns[turn].phases[machine_.memory.half(kTurnWord, 1)].name;
        }
        const Handle several = machine_.memory.half(kSimultaneousWord, 0);
        view["active"] = several == 0 ? Json::array({flow_.active()}) : value(Value::collection(several));
        if (flow_.state.status == MatchStatus::Finished) {
            view["places"] = flow_.result.places;
            if (flow_.result.by_scores) {
                view["scores"] = write_scores();
                return;
            }
        }
        if (program.scores.score != kNone) {
            view["scores"] = write_present_scores();
        }
    }

    // Nothing hidden is read for them.
    Json write_present_scores() {
        Json scores = Json::array();
        for (std::uint32_t seat = 0; seat < flow_.players(); ++seat) {
            const MatchFlow::WorkedOut score = flow_.score_for(viewer_, seat);
            const bool is_known = score.outcome == Outcome::Next && score.is_seen;
            scores.push_back(is_known ? Json(score.value.as_number()) : Json());
        }
        return scores;
    }

    [[nodiscard]] Json write_scores() const {
        Json scores = Json::array();
        for (const std::optional<double>& score : flow_.result.scores) {
            scores.push_back(score ? Json(*score) : Json());
        }
        return scores;
    }

    // What there is of a kind, as far as the viewer can come to it, in the order that they are shown.
    [[nodiscard]] std::vector<Handle> tracked(ClassKind kind) {
        std::vector<Handle> instances;
        const auto number = static_cast<std::size_t>(kind);
        const ClassIndex first = flow_.program().first_class[number];
        const ClassIndex end = flow_.program().last_class[number];
        if (first < end) {
            machine_.collect_tracked(first, end - 1, instances);
        }
        std::erase_if(instances, [&](Handle instance) { return !reaches(flow_, viewer_, instance); });
        std::ranges::sort(instances, {}, [&](Handle instance) { return machine_.public_age_of(instance); });
        return instances;
    }

    template <typename Write>
    Json list_of(ClassKind kind, const Write& write) {
        Json list = Json::array();
        std::vector<std::string> hidden;
        for (const Handle instance : tracked(kind)) {
            if (sees_instance(flow_, viewer_, instance)) {
                list.push_back(write(instance));
            } else {
                hidden.push_back(hidden_text(flow_, instance));
            }
        }
        append_hidden(list, std::move(hidden));
        return list;
    }

    // What is not seen comes last and by its text, so that its order says nothing.
    static void append_hidden(Json& list, std::vector<std::string> hidden) {
        std::ranges::sort(hidden);
        for (std::string& text : hidden) {
            list.push_back({{"hidden", std::move(text)}});
        }
    }

    Json write_instance(Handle instance) {
        const ClassInfo& info = machine_.class_info(instance);
        Json object;
        object["id"] = instance_id(machine_, instance);
        object["class"] = info.name;
        object["text"] = value_text(flow_, viewer_, Value::instance(instance));
        if (info.scope == Scope::Global || info.scope == Scope::Player) {
            object["scope"] = info.scope == Scope::Global ? "global" : "player";
        }
        const Value owner = machine_.memory.value(instance + kOwnerWord);
        if (!owner.is_null()) {
            object["owner"] = value(owner);
        }
        write_information(object, Value::instance(instance));
        if (const double turned = info.turned_word == 0 ? 0 : turned_of(machine_, instance); turned != 0) {
            object["turned"] = turned;
        }
        write_attributes(object, instance, info);
        return object;
    }

    void write_information(Json& object, Value self) {
        constexpr std::array<std::pair<InformationPart, std::string_view>, 4> kParts = {
            {{InformationPart::Long, "long"},
             {InformationPart::Glyph, "glyph"},
             {InformationPart::Color, "color"},
             {InformationPart::Image, "image"}}};
        for (const auto& [part, name] : kParts) {
            std::string text = information_text(flow_, viewer_, self, part);
            if (!text.empty()) {
                object[std::string(name)] = std::move(text);
            }
        }
    }

    // Of enums that say more of their values than the label, by enum and label.
    void write_enums(Json& view) {
        const Program& program = flow_.program();
        for (const EnumInfo& info : program.enums) {
            if (std::ranges::all_of(info.information, [](ChunkIndex chunk) { return chunk == kNone; })) {
                continue;
            }
            Json values = Json::object();
            for (std::uint32_t i = info.first; i < info.first + info.count; ++i) {
                Json value = Json::object();
                write_information(value, Value::item(ProgramItem::EnumValue, i));
                values[program.texts[program.enum_values[i].text].utf8] = std::move(value);
            }
            view["enums"][info.name] = std::move(values);
        }
    }

    // Of a collection that is not seen the length is.
    void write_attributes(Json& object, Handle instance, const ClassInfo& info) {
        Json attributes = Json::object();
        Json hidden = Json::object();
        for (std::uint32_t i = 0; i < info.attributes.size(); ++i) {
            const AttributeInfo& attribute = info.attributes[i];
            const ShownInstead shown = shown_value(flow_, viewer_, instance, i);
            if (shown.kind == ShownInstead::Kind::Value) {
                attributes[attribute.name] = value(shown.value);
            } else if (shown.kind == ShownInstead::Kind::Hidden) {
                hidden[attribute.name] = "a hidden " + flow_.program().types[attribute.type].name;
            } else {
                const Value held = machine_.memory.value(instance + attribute.offset); // null, where it is computed
                hidden[attribute.name] = held.is_collection() ? Json(walk_length(machine_, held)) : Json();
            }
        }
        object["attributes"] = std::move(attributes);
        if (!hidden.empty()) {
            object["hidden_attributes"] = std::move(hidden);
        }
    }

    Json reference(Handle instance) {
        if (is_blank(machine_, instance)) {
            return {{"ref", machine_.class_info(instance).name}};
        }
        return sees_instance(flow_, viewer_, instance) ? Json{{"ref", instance_id(machine_, instance)}}
                                                       : Json{{"hidden", hidden_text(flow_, instance)}};
    }

    Json value(Value held) {
        if (held.is_number()) {
            return held.as_number();
        }
        switch (held.tag()) {
        case Tag::Null: return nullptr;
        case Tag::Bool: return held.as_bool();
        case Tag::Instance: return reference(held.handle());
        case Tag::Collection: return collection(held);
        case Tag::ConstantText:
        case Tag::Text:
        case Tag::Program: break;
        }
        return value_text(flow_, viewer_, held);
    }

    // The same list can stand in many places. Where the budget of the view is spent, a list ends with `…`.
    bool may_go_on(Json& list) {
        if (machine_.charge(1)) {
            return true;
        }
        list.push_back("…");
        return false;
    }

    Json collection(Value held) {
        Json list = Json::array();
        if (Header::unpack(machine_.memory.load(held.handle())).kind != ObjectKind::Table) {
            for (std::uint32_t i = 0; i < walk_length(machine_, held) && may_go_on(list); ++i) {
                list.push_back(value(walk_get(machine_, held, i)));
            }
            return list;
        }
        std::uint32_t at = 0;
        Value key;
        Value entry;
        while (may_go_on(list) && table_next(machine_, held.handle(), at, key, entry)) {
            Json pair = Json::array();
            pair.push_back(value(key));
            pair.push_back(value(entry));
            list.push_back(std::move(pair));
        }
        return Json{{"table", std::move(list)}};
    }

    Json write_piece(Handle piece) {
        return sees_instance(flow_, viewer_, piece) ? write_instance(piece)
                                                    : Json{{"hidden", hidden_text(flow_, piece)}};
    }

    // A connection with an instance of its own may be hidden.
    Json write_connections(Handle tile) {
        std::vector<Edge> edges;
        edges_of(machine_, tile, edges);
        Json list = Json::array();
        for (const Edge& edge : edges) {
            if (edge.connection != 0 && !sees_instance(flow_, viewer_, edge.connection)) {
                continue;
            }
            Json connection = {{"to", instance_name(machine_, edge.to)}};
            if (edge.distance != 1) {
                connection["distance"] = edge.distance;
            }
            list.push_back(std::move(connection));
        }
        return list;
    }

    Json write_tile(Handle tile) {
        const bool seen = sees_instance(flow_, viewer_, tile);
        Json object = seen ? write_instance(tile) : Json{{"hidden", hidden_text(flow_, tile)}};
        object["place"] = instance_name(machine_, tile);
        if (seen && has_own_edges(machine_, tile)) {
            object["connections"] = write_connections(tile);
        }
        if (is_lattice_tile(machine_, tile)) {
            object["x"] = tile_column(machine_, tile);
            object["y"] = tile_row(machine_, tile);
            object["pieces"] = write_pieces(tile);
            return object;
        }
        const Value name = machine_.memory.value(tile + kTileNameWord);
        const bool has_coordinates = group_info(machine_, group_of(machine_, tile)).geometry != GeometryKind::Graph;
        if (name.is_text()) {
            object["name"] = text_utf8(machine_, name);
        } else if (!has_coordinates && seen) {
            object["name"] = object["text"]; // it was added without a name
        } else if (has_coordinates) {
            object["x"] = static_cast<std::int32_t>(machine_.memory.half(tile + kTilePlaceWord, 0));
            object["y"] = static_cast<std::int32_t>(machine_.memory.half(tile + kTilePlaceWord, 1));
        }
        object["pieces"] = write_pieces(tile);
        return object;
    }

    Json write_pieces(Handle tile) {
        Json pieces = Json::array();
        for (Handle piece = first_piece(machine_, tile); piece != 0; piece = next_piece(machine_, piece)) {
            pieces.push_back(write_piece(piece));
        }
        return pieces;
    }

    Json write_tiles(Handle group) {
        std::vector<Handle> tiles;
        tiles_of(machine_, group, tiles);
        Json list = Json::array();
        for (const Handle tile : tiles) {
            list.push_back(write_tile(tile));
        }
        return list;
    }

    Json write_group(Handle group) {
        const GroupInfo& info = group_info(machine_, group);
        Json object;
        object["name"] = info.name;
        object["geometry"] = kGeometryWords[static_cast<std::size_t>(info.geometry)];
        if (info.geometry == GeometryKind::HexRow || info.geometry == GeometryKind::HexColumn) {
            object["odd"] = info.odd_shifted;
        }
        if (info.geometry == GeometryKind::Square) {
            object["around"] = info.around;
        }
        if (info.geometry != GeometryKind::Graph) {
            object["columns"] = machine_.memory.half(group + kGroupSizeWord, 0);
            object["rows"] = machine_.memory.half(group + kGroupSizeWord, 1);
        }
        if (const ClassInfo& own = machine_.class_info(group); !own.attributes.empty()) {
            write_attributes(object, group, own);
        }
        object["tiles"] = write_tiles(group);
        if (const Handle corners = lattice_of(machine_, group, LatticeKind::Corners); corners != 0) {
            object["corners"] = write_tiles(corners);
        }
        if (const Handle sides = lattice_of(machine_, group, LatticeKind::Sides); sides != 0) {
            object["sides"] = write_tiles(sides);
        }
        return object;
    }

    Json write_board(Handle board) {
        Json object = write_instance(board);
        const ClassInfo& info = machine_.class_info(board);
        Json groups = Json::array();
        for (std::uint32_t i = 0; i < info.groups.size(); ++i) {
            const Value group = machine_.memory.value(board + info.groups_offset + i);
            if (group.is_instance()) {
                groups.push_back(write_group(group.handle()));
            }
        }
        object["groups"] = std::move(groups);
        return object;
    }

    Json write_deck(Handle deck) {
        Json object = write_instance(deck);
        Json cards = Json::array();
        for (std::uint32_t i = 0; i < deck_length(machine_, deck); ++i) {
            cards.push_back(write_piece(deck_get(machine_, deck, i)));
        }
        object["cards"] = std::move(cards);
        const Handle pile = pile_of(machine_, deck);
        if (pile != 0) {
            object["discards"] = reference(pile);
        }
        return object;
    }

    // Pieces that lie nowhere, and everything that is no piece, tile, board or deck.
    Json write_instances() {
        Json list = Json::array();
        std::vector<std::string> hidden;
        for (const ClassKind kind : {ClassKind::Class, ClassKind::Interactable}) {
            for (const Handle instance : tracked(kind)) {
                if (kind == ClassKind::Interactable && machine_.memory.half(instance + kPlaceWord, 0) != 0) {
                    continue;
                }
                if (sees_instance(flow_, viewer_, instance)) {
                    list.push_back(write_instance(instance));
                } else {
                    hidden.push_back(hidden_text(flow_, instance));
                }
            }
        }
        append_hidden(list, std::move(hidden));
        return list;
    }

    MatchFlow& flow_;
    Machine& machine_;
    std::uint32_t viewer_;
};

} // namespace

namespace {

// Names in place of their marks, in every text of the view.
void put_names(const MatchFlow& flow, Json& part) {
    if (part.is_string()) {
        part = flow.with_names(part.get<std::string>());
        return;
    }
    for (Json& each : part) {
        if (each.is_string() || each.is_structured()) {
            put_names(flow, each);
        }
    }
}

} // namespace

Json view(Match& match, std::uint32_t viewer) {
    Json decision;
    if (match.status() == MatchStatus::Waiting) {
        decision = decision_view(match, viewer);
    }
    const ViewScope view_scope(match.flow());
    Json view = ViewWriter(match.flow(), viewer).write();
    if (match.program().uses_names) {
        put_names(match.flow(), view);
    }
    view["decision"] = std::move(decision);
    return view;
}

} // namespace tgdl
