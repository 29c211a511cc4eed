// Movements and triggers in words.
#include "rulebook/narrator.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::array<std::string_view, 8> kSquareDirections = {
    "up", "right", "down", "left", "up and right", "down and right", "down and left", "up and left"};

} // namespace

bool Narrator::all_boards_are_square() const {
    return std::ranges::all_of(program_.groups, [](const Group& group) { return group.geometry == Geometry::Square; });
}

std::string Narrator::direction_words(NodeId node) {
    const NodeId it = inside(node);
    const bool range = tree().kind(it) == NodeKind::Range;
    const std::optional<double> low = scene_.reader.constant_number(range ? child(it, Role::Low) : it);
    const std::optional<double> high = range ? scene_.reader.constant_number(child(it, Role::High)) : low;
    const bool named = low && high && *low >= 0 && *high < 8 && *low <= *high && all_boards_are_square();
    if (named && *low == 0 && *high == 7) {
        return "in any direction";
    }
    if (named && *low == 0 && *high == 3) {
        return "straight up, down or to a side";
    }
    if (named && *low == 4 && *high == 7) {
        return "diagonally";
    }
    if (named) {
        std::vector<std::string> words;
        for (auto i = static_cast<std::size_t>(*low); i <= static_cast<std::size_t>(*high); ++i) {
            words.emplace_back(kSquareDirections[i]);
        }
        return join_words(words, "or");
    }
    if (range) {
        return fmt::format("in a direction from {} to {}", value(child(it, Role::Low)).text,
                           value(child(it, Role::High)).text);
    }
    return tree().kind(it) == NodeKind::CollectionLiteral ? "in direction " + list_of(it, "or")
                                                          : "in direction " + value(it).text;
}

std::string Narrator::step_count(NodeId node, std::string_view unit) {
    const NodeId count = child(node, Role::Count);
    const NodeId mode = child(count, Role::Mode);
    const std::string number = value(child(count, Role::Value)).text;
    const std::string_view word = mode.valid() ? tree().text(tree().node(mode).main) : std::string_view();
    const std::string units = number == "1" && word.empty() ? std::string(unit) : plural(std::string(unit));
    if (word == "min") {
        return number == "1" ? "any number of " + units : fmt::format("{} or more {}", number, units);
    }
    return fmt::format("{}{} {}", word == "max" ? "up to " : "", number, units);
}

std::string Narrator::step(NodeId node) {
    switch (tree().kind(node)) {
    case NodeKind::LineStep:
        return fmt::format("{} {}", step_count(node, "place"), direction_words(child(node, Role::Direction)));
    case NodeKind::AdjacentStep: return fmt::format("{} along connections", step_count(node, "step"));
    case NodeKind::DistanceStep: return fmt::format("a way of length {}", step_count(node, "step"));
    case NodeKind::CoordStep:
        return fmt::format("({}, {}) columns and rows away", value(child(node, Role::Low)).text,
                           value(child(node, Role::High)).text);
    case NodeKind::JumpStep: return fmt::format("to {}", value(child(node, Role::Value)).text);
    default: return {};
    }
}

Lines Narrator::movement(MovementId id) {
    const NodeId movement = program_.movements[id.index()].place.node;
    Lines lines;
    const auto add_conditions = [&](NodeId parent, unsigned depth) {
        for (const NodeId part : tree().children(parent, Role::Item)) {
            const bool through = tree().kind(part) == NodeKind::Through;
            if (through || tree().kind(part) == NodeKind::Onto) {
                name_local(tree().main_symbol(part), {"it", Person::It});
                lines.push_back({depth, fmt::format("{} only if {}.", through ? "Past a place" : "Onto a place",
                                                    block_clause(child(part, Role::Body)))});
            }
        }
    };
    for (const NodeId part : tree().children(movement, Role::Item)) {
        if (tree().kind(part) == NodeKind::Alternative) {
            std::vector<std::string> steps;
            for (const NodeId item : tree().children(part, Role::Item)) {
                if (std::string text = step(item); !text.empty()) {
                    steps.push_back(std::move(text));
                }
            }
            std::string text = join_words(steps, "then");
            lines.push_back({0, upper_first(text) + (tree().has(part, Role::Mode) ? ", once or several times." : ".")});
            add_conditions(part, 1);
        }
    }
    add_conditions(movement, 0);
    return lines;
}

std::string Narrator::trigger_condition(NodeId trigger) {
    const NodeId block = child(trigger, Role::Body);
    if (!block.valid() || scene_.reader.constant_block(block) == true) {
        return {};
    }
    return ", if " + block_clause(block);
}

std::string Narrator::trigger(const ActionTrigger& trigger) {
    if (trigger.mode == ActionTrigger::Mode::Change) {
        const Attribute& attribute = program_.attribute(trigger.attribute);
        return fmt::format("when the {} of {} changes", emphasized(name_words(attribute.name)),
                           attribute.owner.valid() ? with_article(type_name(attribute.owner)) : "something");
    }
    if (trigger.mode != ActionTrigger::Mode::Event) {
        const std::string name = emphasized(name_words(program_.action(trigger.action).name));
        return fmt::format("{} {}", trigger.mode == ActionTrigger::Mode::Before ? "just before" : "right after", name);
    }
    struct PhraseEntry {
        std::string_view event;
        std::string_view words;
    };
    constexpr std::array<PhraseEntry, 13> kPredefined = {{{"NoChoiceEvent", "when the active player can do nothing"},
                                                          {"TurnEndEvent", "at the end of a turn"},
                                                          {"TurnStartEvent", "at the start of a turn"},
                                                          {"PhaseEvent", "when a phase begins"},
                                                          {"AssignEvent", "when something gets an owner"},
                                                          {"UnassignEvent", "when something loses its owner"},
                                                          {"MoveEvent", "when a piece moves"},
                                                          {"DrawEvent", "when a card leaves a stack"},
                                                          {"PutEvent", "when a card joins a stack"},
                                                          {"DiscardEvent", "when a card is discarded"},
                                                          {"ShuffleEvent", "when a stack is shuffled"},
                                                          {"ReshuffleEvent", "when discards are shuffled back"},
                                                          {"GameEndEvent", "when the game ends"}}};
    const std::string_view name = program_.text(program_.def(trigger.event).name);
    for (const PhraseEntry& told : kPredefined) {
        if (told.event == name) {
            return std::string(told.words);
        }
    }
    return fmt::format("at {}", emphasized(words_of(name)));
}

} // namespace tgdl
