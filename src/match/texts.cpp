// Texts of values, options and decisions: docs/reference/text.md#10 and docs/reference/running.md#19.
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace tgdl {

namespace {

constexpr std::array<std::string_view, 8> kDirectionWords = {"up",       "right",      "down",      "left",
                                                             "up_right", "down_right", "down_left", "up_left"};

// `Grid(1,0)`, `Cities.Rome`; empty for a tile that is part of no group.
std::string place_text(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    if (group == 0) {
        return {};
    }
    const GroupInfo& info = group_info(machine, group);
    if (info.lattice != LatticeKind::None) {
        return instance_name(machine, tile);
    }
    if (info.geometry == GeometryKind::Graph) {
        const Value name = machine.memory.value(tile + kTileNameWord);
        return name.is_text() ? info.name + "." + text_utf8(machine, name) : std::string();
    }
    auto first = static_cast<std::int32_t>(machine.memory.half(tile + kTilePlaceWord, 0));
    auto second = static_cast<std::int32_t>(machine.memory.half(tile + kTilePlaceWord, 1));
    if (info.geometry == GeometryKind::HexRow) {
        std::swap(first, second); // written coordinates: the row first
    }
    return fmt::format("{}({},{})", info.name, first, second);
}

// Counts what it takes to show something. False when the budget is spent: that is a runtime error met while showing.
bool charge_showing(MatchFlow& flow, std::uint64_t eighths) {
    if (flow.machine.charge(eighths / 8)) {
        return true;
    }
    flow.machine.budget_spent();
    flow.view_failed = true;
    return false;
}

std::string instance_text(MatchFlow& flow, std::uint32_t viewer, Handle instance) {
    constexpr std::uint64_t kEighths = 32;
    if (!charge_showing(flow, kEighths)) {
        return {};
    }
    const Machine& machine = flow.machine;
    const ClassInfo& info = machine.class_info(instance);
    if (machine.class_of(instance) == flow.program().blank_tile) {
        return info.name;
    }
    if (viewer == kAllSeeing && machine.tracks_hole_reads) {
        (void)flow.may_read(instance, 0); // its text becomes part of one that is shown to others
    }
    if (!sees_instance(flow, viewer, instance)) {
        return hidden_text(flow, instance);
    }
    std::string text = information_text(flow, viewer, Value::instance(instance), InformationPart::Short);
    if (text.empty() && info.kind == ClassKind::Tile) {
        text = place_text(machine, instance);
    }
    if (text.empty() && info.kind == ClassKind::Group) {
        text = group_info(machine, instance).name;
    }
    return text.empty() ? instance_id(machine, instance) : text;
}

// As much of the text as may still be shown, in whole characters.
std::string shown_part(MatchFlow& flow, std::string shown) {
    if (shown.size() > flow.view_bytes_left) {
        std::size_t end = flow.view_bytes_left;
        while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xc0U) == 0x80U) {
            --end;
        }
        shown.resize(end);
    }
    flow.view_bytes_left -= shown.size();
    return shown;
}

std::string shown_text(MatchFlow& flow, Value text) {
    const bool is_charged = charge_showing(flow, text_length(flow.machine, text));
    return is_charged ? shown_part(flow, text_utf8(flow.machine, text)) : std::string();
}

// Labels of values and the rows of shapes can be long.
std::string program_text(MatchFlow& flow, TextIndex text) {
    const std::string& utf8 = flow.program().texts[text].utf8;
    return charge_showing(flow, utf8.size()) ? shown_part(flow, utf8) : std::string();
}

std::string item_text(MatchFlow& flow, Value thing) {
    const Program& program = flow.program();
    switch (thing.program_item()) {
    case ProgramItem::Movement: return program.movements[thing.index()].name;
    case ProgramItem::Turn: return program.turns[thing.index()].name;
    case ProgramItem::Direction: return std::string(kDirectionWords[thing.index()]);
    case ProgramItem::EnumValue: return program_text(flow, program.enum_values[thing.index()].text);
    case ProgramItem::Shape: return program_text(flow, program.shapes[thing.index()].text);
    case ProgramItem::Absent:
    case ProgramItem::Hole:
    case ProgramItem::Shown: return {};
    }
    return {};
}

// Elements are taken one by one from the heap each time: texts run code of the rules, which may move it.
std::string collection_text(MatchFlow& flow, std::uint32_t viewer, Value collection) {
    const Machine& machine = flow.machine;
    std::string text;
    bool is_first = true; // a text may be empty
    const auto add = [&](const std::string& part) { text += (std::exchange(is_first, false) ? "" : ", ") + part; };
    const std::size_t most = machine.limits.output; // nobody reads more than may be logged
    constexpr std::uint64_t kEighths = 16;
    if (Header::unpack(machine.memory.load(collection.handle())).kind != ObjectKind::Table) {
        for (std::uint32_t i = 0;
             i < walk_length(machine, collection) && text.size() <= most && charge_showing(flow, kEighths); ++i) {
            add(value_text(flow, viewer, walk_get(machine, collection, i)));
        }
        return "[" + text + "]";
    }
    std::uint32_t at = 0;
    Value key;
    Value value;
    while (text.size() <= most && charge_showing(flow, kEighths)
           && table_next(machine, collection.handle(), at, key, value)) {
        const std::string key_text = value_text(flow, viewer, key);
        add(key_text + ": " + value_text(flow, viewer, value));
    }
    return "{" + text + "}";
}

std::string action_text(MatchFlow& flow, std::uint32_t viewer, const Option& option) {
    const ActionInfo& action = flow.program().actions[option.action];
    if (!option.value.is_instance()) {
        return action.name;
    }
    std::string text = flow.machine.class_info(option.value.handle()).name + "." + action.name;
    if (option.several) {
        text += " [" + value_text(flow, viewer, option.value) + "]";
    }
    return text;
}

} // namespace

// The class that its place or the rules speak of, not its own, which may be as secret as the rest: in a deck of Cards a
// King is `a hidden Card`.
std::string hidden_text(MatchFlow& flow, Handle instance) {
    const Program& program = flow.program();
    const ClassInfo* info = &flow.machine.class_info(instance);
    if (info->kind == ClassKind::Interactable) {
        const Handle deck = deck_of(flow.machine, instance);
        const TypeIndex holds = deck == 0 ? kNone : flow.machine.class_info(deck).holds;
        if (holds != kNone) {
            return "a hidden " + program.types[holds].name;
        }
    }
    const ClassIndex held_as = info->held_as; // kNone is behind all
    while (info->base != kNone && (!program.classes[info->base].visible.empty() || info->base >= held_as)) {
        info = &program.classes[info->base];
    }
    return "a hidden " + info->name;
}

std::string information_text(MatchFlow& flow, std::uint32_t viewer, Value self, InformationPart part) {
    Machine& machine = flow.machine;
    const Program& program = flow.program();
    const bool is_instance = self.is_instance();
    const auto& parts = is_instance ? machine.class_info(self.handle()).information
                                    : program.enums[program.enum_values[self.index()].enumeration].information;
    const ChunkIndex chunk = parts[static_cast<std::size_t>(part)];
    if (chunk == kNone) {
        return {};
    }
    const ViewerScope reading(flow, viewer);
    const std::array<Value, 1> context = {self};
    Value result;
    ++flow.information_depth;
    const Outcome outcome = machine.evaluate(chunk, context, machine.live_top, result);
    --flow.information_depth;
    flow.view_failed = flow.view_failed || outcome == Outcome::Fault;
    const bool answered = outcome == Outcome::Next || outcome == Outcome::Done;
    return answered && result.is_text() ? shown_text(flow, result) : std::string();
}

std::string value_text(MatchFlow& flow, std::uint32_t viewer, Value value) {
    if (value.is_number()) {
        return number_text(value.as_number());
    }
    switch (value.tag()) {
    case Tag::Bool: return value.as_bool() ? "true" : "false";
    case Tag::ConstantText:
    case Tag::Text: return shown_text(flow, value);
    case Tag::Collection:
        return flow.machine.is_own_list(value) ? item_text(flow, movement_of_value(flow.machine, value))
                                               : collection_text(flow, viewer, value);
    case Tag::Instance: return instance_text(flow, viewer, value.handle());
    case Tag::Program: return item_text(flow, value);
    case Tag::Null: break;
    }
    return "null";
}

std::string attribute_text(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute,
                           std::string_view unseen) {
    const AttributeInfo& info = flow.machine.class_info(instance).attributes[attribute];
    const ShownInstead shown = shown_value(flow, viewer, instance, attribute);
    switch (shown.kind) {
    case ShownInstead::Kind::Nothing: break;
    case ShownInstead::Kind::Value: return value_text(flow, viewer, shown.value);
    case ShownInstead::Kind::Hidden: return "a hidden " + flow.program().types[info.type].name;
    }
    return std::string(unseen);
}

std::string actor_text(MatchFlow& flow, const Decision& offered, const Option& option) {
    if (option.kind != OptionKind::Action || !option.several || !option.value.is_instance()) {
        return {};
    }
    const ViewScope view_scope(flow, offered.options.size());
    return flow.with_names(value_text(flow, offered.player, option.value));
}

std::string MatchFlow::option_text(const Decision& offered, const Option& option, NamesOf names) {
    const ViewScope view_scope(*this, offered.options.size());
    switch (option.kind) {
    case OptionKind::Action: return with_names(action_text(*this, offered.player, option), names);
    case OptionKind::Value:
    case OptionKind::Label: return with_names(value_text(*this, offered.player, option.value), names);
    case OptionKind::None: return "none";
    case OptionKind::Done: return "done";
    }
    return {};
}

std::string Match::option_text(const Decision& decision, std::size_t index, NamesOf names) {
    return flow_->option_text(decision, decision.options[index], names);
}

std::string Match::question_text(const Decision& decision) const {
    switch (decision.kind) {
    case DecisionKind::Action: return "an action";
    case DecisionKind::OffTurn: return "an action off turn";
    case DecisionKind::Choose: return "an option";
    case DecisionKind::Move: return "a destination [tile]";
    case DecisionKind::Input: break;
    }
    if (decision.input == kNone) {
        return "a value";
    }
    const InputInfo& input = program().inputs[decision.input];
    return fmt::format("{} [{}]", input.name, program().types[input.type].name);
}

std::string Match::decision_text(const Decision& decision) const {
    return fmt::format("player {} chooses {}", decision.player, question_text(decision));
}

} // namespace tgdl
