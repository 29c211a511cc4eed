#include "terminal/faces.h"

#include "base/numbers.h"
#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kWidestFace = 6;
constexpr std::size_t kLongestListShown = 12;

Ink nearest_ink(unsigned red, unsigned green, unsigned blue) {
    constexpr std::array<Ink, 8> kByBits = {Ink::Black, Ink::Red,     Ink::Green, Ink::Yellow,
                                            Ink::Blue,  Ink::Magenta, Ink::Cyan,  Ink::White};
    const unsigned highest = std::max({red, green, blue});
    if (highest < 64) {
        return Ink::Black;
    }
    const auto is_strong = [&](unsigned part) { return part * 3 > highest * 2 ? 1U : 0U; };
    return kByBits[is_strong(red) + 2 * is_strong(green) + 4 * is_strong(blue)];
}

bool is_player_number(const Json& value) {
    return value.is_number() && value.get<double>() >= 0 && value.get<double>() < 1000;
}

// What stands there when a sign is turned by a quarter, again and again.
constexpr std::array<std::array<std::string_view, 4>, 11> kTurnedSigns = {{{"↑", "→", "↓", "←"},
                                                                           {"▲", "▶", "▼", "◀"},
                                                                           {"△", "▷", "▽", "◁"},
                                                                           {"└", "┌", "┐", "┘"},
                                                                           {"╰", "╭", "╮", "╯"},
                                                                           {"├", "┬", "┤", "┴"},
                                                                           {"╵", "╶", "╷", "╴"},
                                                                           {"─", "│", "─", "│"},
                                                                           {"╱", "╲", "╱", "╲"},
                                                                           {"═", "║", "═", "║"},
                                                                           {"╠", "╦", "╣", "╩"}}};

// A sign that can be turned is turned; after any other stands an arrow that pointed upwards before.
std::string turned_sign(const std::string& sign, const Json& instance, std::size_t round) {
    constexpr std::array<std::string_view, kSquareTurns> kQuarters = {"↑", "→", "↓", "←"};
    constexpr std::array<std::string_view, kHexTurns> kSixths = {"↑", "↗", "↘", "↓", "↙", "↖"};
    const std::size_t turns = instance.value("turned", std::size_t{0}) % round;
    if (turns == 0) {
        return sign;
    }
    if (round == kHexTurns) {
        return sign + std::string(kSixths.at(turns));
    }
    for (const auto& signs : kTurnedSigns) {
        const auto at = std::ranges::find(signs, sign);
        if (at != signs.end()) {
            return std::string(signs.at((static_cast<std::size_t>(at - signs.begin()) + turns) % round));
        }
    }
    return sign + std::string(kQuarters.at(turns));
}

std::string with_glyph(const Look& look, const std::string& label) {
    return look.glyph.empty() || look.glyph == label ? label : look.glyph + " " + label;
}

} // namespace

std::optional<Look> look_of(const Json& view, const std::string& label, const std::string& type) {
    const auto enums = view.find("enums");
    if (enums == view.end()) {
        return std::nullopt;
    }
    for (const auto& [name, values] : enums->items()) {
        if (const auto value = values.find(label); value != values.end() && (type.empty() || type == name)) {
            return Look{text_of(*value, "glyph"), ink_named(text_of(*value, "color"))};
        }
    }
    return std::nullopt;
}

void write_words(Canvas& canvas, GridPoint at, const std::string& words, const Style& style, const Json& view) {
    canvas.write(at, words, style);
    const auto enums = view.find("enums");
    if (enums == view.end()) {
        return;
    }
    for (const auto& [name, values] : enums->items()) {
        for (const auto& [label, value] : values.items()) {
            const Look look{text_of(value, "glyph"), ink_named(text_of(value, "color"))};
            const std::string sought = show_on_one_line(with_glyph(look, label));
            if (look.ink == Ink::Default || sought == label) {
                continue;
            }
            for (std::size_t found = words.find(sought); found != std::string::npos;
                 found = words.find(sought, found + sought.size())) {
                const int column = at.column + static_cast<int>(columns_of(words.substr(0, found)));
                canvas.write({.row = at.row, .column = column}, sought, {.ink = look.ink, .bold = style.bold});
            }
        }
    }
}

Ink ink_named(const std::string& name) {
    if (name.size() == 7 && name.front() == '#') {
        unsigned colour = 0;
        const auto [end, problem] = std::from_chars(name.data() + 1, name.data() + name.size(), colour, 16);
        return problem == std::errc() && end == name.data() + name.size()
                   ? nearest_ink(colour >> 16U, (colour >> 8U) & 0xffU, colour & 0xffU)
                   : Ink::Default;
    }
    constexpr std::array<std::pair<std::string_view, Ink>, 20> kNames = {
        {{"red", Ink::Red},         {"green", Ink::Green},    {"yellow", Ink::Yellow},  {"blue", Ink::Blue},
         {"magenta", Ink::Magenta}, {"purple", Ink::Magenta}, {"violet", Ink::Magenta}, {"pink", Ink::Magenta},
         {"cyan", Ink::Cyan},       {"turquoise", Ink::Cyan}, {"teal", Ink::Cyan},      {"orange", Ink::Yellow},
         {"gold", Ink::Yellow},     {"brown", Ink::Yellow},   {"white", Ink::White},    {"silver", Ink::White},
         {"grey", Ink::Default},    {"gray", Ink::Default},   {"black", Ink::Default},  {"crimson", Ink::Red}}};
    std::string lower = name;
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [known, ink] : kNames) {
        if (lower.ends_with(known)) { // `dark red`, `lightblue`
            return ink;
        }
    }
    return Ink::Default;
}

std::string text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::uint32_t> owner_of(const Json& instance) {
    if (const auto owner = instance.find("owner"); owner != instance.end()) {
        return is_player_number(*owner) ? std::optional(owner->get<std::uint32_t>()) : std::nullopt;
    }
    const auto attributes = instance.find("attributes");
    if (attributes == instance.end()) {
        return std::nullopt;
    }
    const auto owner = attributes->find("owner");
    return owner != attributes->end() && is_player_number(*owner) ? std::optional(owner->get<std::uint32_t>())
                                                                  : std::nullopt;
}

Style style_of(const Json& instance, const Json& view) {
    if (const std::string colour = text_of(instance, "color"); !colour.empty()) {
        return {.ink = ink_named(colour)};
    }
    const std::optional<std::uint32_t> owner = owner_of(instance);
    return owner ? Style{.ink = seat_ink(view, *owner)} : Style{};
}

Face piece_face(const Json& piece, const Json& view, std::size_t round) {
    if (piece.contains("hidden")) {
        return {"?", {.faint = true}};
    }
    const std::string glyph = text_of(piece, "glyph");
    const std::string sign = shorten(glyph.empty() ? text_of(piece, "text") : glyph, kWidestFace);
    return {turned_sign(sign, piece, round), style_of(piece, view)};
}

Face tile_face(const Json& tile, const Json& view, std::size_t round) {
    const Json& pieces = tile.at("pieces");
    if (!pieces.empty()) {
        Face face = piece_face(pieces.back(), view, round);
        if (pieces.size() > 1) {
            face.text += fmt::format("{}", pieces.size());
        }
        face.style.bold = true;
        return face;
    }
    if (tile.contains("hidden")) {
        return {"?", {.faint = true}};
    }
    const std::string glyph = text_of(tile, "glyph");
    if (glyph.empty() || ((glyph == "." || glyph == "·") && !tile.contains("turned"))) {
        return {"·", {.ink = style_of(tile, view).ink, .faint = true}};
    }
    return {turned_sign(shorten(glyph, kWidestFace), tile, round), style_of(tile, view)};
}

std::string name_of(const Json& instance) {
    const std::string text = text_of(instance, "text");
    return show_on_one_line(text.empty() ? text_of(instance, "hidden") : text);
}

namespace {

bool refers_to(const Json& value, const std::string& id) {
    return value.is_object() && text_of(value, "ref") == id;
}

// The attribute of something on the table that holds it.
std::string holder_of(const Json& view, const std::string& id) {
    for (const Json& instance : view.at("things")) {
        const auto attributes = instance.find("attributes");
        if (attributes == instance.end()) {
            continue;
        }
        for (const auto& [name, value] : attributes->items()) {
            if (refers_to(value, id)) {
                return name;
            }
        }
    }
    return {};
}

} // namespace

std::string deck_name(const Json& deck, const Json& view) {
    const std::string id = text_of(deck, "id");
    std::string name = text_of(deck, "text");
    if (name == id) {
        name = holder_of(view, id);
        for (const Json& other : view.at("decks")) {
            if (const auto pile = other.find("discards"); pile != other.end() && refers_to(*pile, id)) {
                name = "discards of " + deck_name(other, view);
            }
        }
    }
    name = name.empty() ? text_of(deck, "class") : name;
    if (const auto owner = owner_of(deck)) {
        name += " of " + seat_name(view, *owner);
    }
    return show_on_one_line(name);
}

std::string describe(const Json& instance, const Json& view) {
    std::string about = show_on_one_line(text_of(instance, "long"));
    if (about.empty()) {
        about = name_of(instance);
        if (const auto attributes = instance.find("attributes"); attributes != instance.end()) {
            Json more = Json::object(); // what the name does not tell already
            for (const auto& [name, value] : attributes->items()) {
                if (!value.is_string() || about.find(value.get<std::string>()) == std::string::npos) {
                    more[name] = value;
                }
            }
            const std::string words = with_hidden_words(attribute_words(more, view), instance);
            about += words.empty() ? "" : ": " + words;
        }
    }
    if (const auto turned = instance.find("turned"); turned != instance.end()) {
        about += fmt::format(", turned {} clockwise", value_words(*turned, view));
    }
    if (const auto pieces = instance.find("pieces"); pieces != instance.end() && !pieces->empty()) {
        std::vector<std::string> names;
        for (const Json& piece : *pieces) {
            const std::string name = name_of(piece);
            const std::string kind = text_of(piece, "class");
            names.push_back(name == name_of(instance) || name.empty() ? kind : name);
            if (const auto owner = owner_of(piece)) {
                names.back() += " of " + seat_name(view, *owner);
            }
        }
        about += fmt::format("; on it: {}", fmt::join(names, ", "));
    }
    return about;
}

std::string value_words(const Json& value, const Json& view) {
    if (value.is_number()) {
        return number_text(value.get<double>());
    }
    if (value.is_string()) {
        const std::string label = value.get<std::string>();
        const std::optional<Look> look = look_of(view, label);
        return show_on_one_line(look ? with_glyph(*look, label) : label);
    }
    if (value.is_boolean()) {
        return value.get<bool>() ? "yes" : "no";
    }
    if (value.is_array()) {
        std::vector<std::string> parts;
        for (const Json& element : value) {
            std::string words = value_words(element, view);
            if (words.empty() || parts.size() == kLongestListShown) {
                return {};
            }
            parts.push_back(std::move(words));
        }
        return fmt::format("{}", fmt::join(parts, " "));
    }
    if (const auto table = value.find("table"); value.is_object() && table != value.end()) {
        std::vector<std::string> parts;
        for (const Json& entry : *table) {
            const std::string key = value_words(entry[0], view);
            const std::string held = value_words(entry[1], view);
            if (key.empty() || held.empty() || parts.size() == kLongestListShown) {
                return {};
            }
            parts.push_back(fmt::format("{}: {}", key, held));
        }
        return fmt::format("{}", fmt::join(parts, ", "));
    }
    return {};
}

std::string attribute_words(const Json& attributes, const Json& view) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : attributes.items()) {
        if (value.is_boolean()) {
            if (value.get<bool>()) {
                parts.push_back(name);
            }
            continue;
        }
        const bool is_owner = name == "owner" && is_player_number(value);
        const std::string words = is_owner ? seat_name(view, value.get<std::uint32_t>()) : value_words(value, view);
        if (!words.empty()) {
            parts.push_back(fmt::format("{} {}", name, words));
        }
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// docs/reference/visibility.md#8b: "`else hidden` shows that there is something".
std::string with_hidden_words(std::string words, const Json& instance) {
    const auto attributes = instance.find("hidden_attributes");
    if (attributes == instance.end()) {
        return words;
    }
    for (const auto& [name, value] : attributes->items()) {
        if (value.is_string()) {
            words += fmt::format("{}{} hidden", words.empty() ? "" : ", ", name);
        }
    }
    return words;
}

} // namespace tgdl
