// Visibility of instances and attributes for each viewer: docs/reference/visibility.md.
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "match/viewer_reachability.h"
#include "vm/positions.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace tgdl {

namespace {

// A block that goes wrong admits nobody (see MatchFlow::view_failed).
bool all_admit(MatchFlow& flow, std::span<const ChunkIndex> blocks, Handle instance, std::uint32_t player) {
    Machine& machine = flow.machine;
    const auto always_admits = [&](ChunkIndex block) {
        const std::uint32_t constant = machine.program->chunks[block].constant;
        return constant != kNone && machine.program->constants[constant] == Value::boolean(true);
    };
    if (std::ranges::all_of(blocks, always_admits)) {
        return true;
    }
    const ViewerScope reads_everything(flow, kAllSeeing); // a `visible` block reads whatever it wants
    const bool tracks_secret_reads = std::exchange(machine.tracks_secret_reads, false); // and nobody gets to know what
    const bool tracks_hole_reads = std::exchange(machine.tracks_hole_reads, false);
    const std::array<Value, 2> context = {Value::instance(instance), Value::number(player)};
    const bool admit = std::ranges::all_of(blocks, [&](ChunkIndex block) {
        Value answer;
        const Outcome outcome = machine.evaluate(block, context, machine.live_top, answer);
        flow.view_failed = flow.view_failed || outcome == Outcome::Fault;
        const bool answered = outcome == Outcome::Next || outcome == Outcome::Done;
        return answered && answer == Value::boolean(true);
    });
    machine.tracks_secret_reads = tracks_secret_reads;
    machine.tracks_hole_reads = tracks_hole_reads;
    return admit;
}

// Answers a question about one player for any viewer.
template <typename Question>
bool for_viewer(MatchFlow& flow, std::uint32_t viewer, const Question& sees) {
    if (viewer == kAllSeeing || !flow.program().hides) {
        return true;
    }
    if (viewer != kSpectator) {
        return sees(viewer);
    }
    for (std::uint32_t player = 0; player < flow.players(); ++player) {
        if (!sees(player)) {
            return false;
        }
    }
    return true;
}

bool player_sees_contents(MatchFlow& flow, std::uint32_t player, Handle deck) {
    const Machine& machine = flow.machine;
    const ClassInfo& info = machine.class_info(deck);
    if (info.is_discards) {
        return true;
    }
    if (!info.visible.empty()) {
        return all_admit(flow, info.visible, deck, player);
    }
    return info.scope == Scope::Player && machine.memory.value(deck + kOwnerWord) == Value::number(player);
}

// As far as its place and its own `visible` go.
bool admits(MatchFlow& flow, std::uint32_t player, Handle instance) {
    const Machine& machine = flow.machine;
    const ClassInfo& info = machine.class_info(instance);
    if (info.kind == ClassKind::Stack) {
        return true; // its `visible` speaks of what lies in it
    }
    if (info.kind == ClassKind::Interactable) {
        const Handle deck = deck_of(machine, instance);
        if (deck != 0 && !player_sees_contents(flow, player, deck)) {
            return false;
        }
    }
    return all_admit(flow, info.visible, instance, player);
}

bool player_sees_instance(MatchFlow& flow, std::uint32_t player, Handle instance) {
    return admits(flow, player, instance) && is_reachable_by(flow, player, instance);
}

} // namespace

bool sees_if_reached(MatchFlow& flow, std::uint32_t player, Handle instance, std::uint32_t attribute) {
    const AttributeInfo& info = flow.machine.class_info(instance).attributes[attribute];
    return admits(flow, player, instance) && all_admit(flow, info.visible, instance, player);
}

bool reaches(MatchFlow& flow, std::uint32_t viewer, Handle instance) {
    return for_viewer(flow, viewer, [&](std::uint32_t player) { return is_reachable_by(flow, player, instance); });
}

bool sees_instance(MatchFlow& flow, std::uint32_t viewer, Handle instance) {
    return for_viewer(flow, viewer, [&](std::uint32_t player) { return player_sees_instance(flow, player, instance); });
}

bool sees_attribute(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute) {
    return for_viewer(flow, viewer, [&](std::uint32_t player) {
        return sees_if_reached(flow, player, instance, attribute) && is_reachable_by(flow, player, instance);
    });
}

ShownInstead shown_instead(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute) {
    Machine& machine = flow.machine;
    const AttributeInfo& info = machine.class_info(instance).attributes[attribute];
    if (info.otherwise.empty() || viewer == kAllSeeing || flow.is_showing_instead) {
        return {};
    }
    std::uint32_t player = viewer;
    if (viewer == kSpectator) { // sees what all see: what the first one does who is refused
        player = 0;
        while (player < flow.players() && sees_if_reached(flow, player, instance, attribute)) {
            ++player;
        }
    }
    if (player >= flow.players() || !player_sees_instance(flow, player, instance)) {
        return {};
    }
    const auto refusing = std::ranges::find_if(info.otherwise, [&](const AttributeInfo::Else& each) {
        return !all_admit(flow, std::span(info.visible).subspan(each.block, 1), instance, player);
    });
    if (refusing == info.otherwise.end()) {
        return {};
    }
    if (refusing->value == kNone) {
        const bool is_there =
            info.reader == kNone
                ? !machine.memory.value(instance + info.offset).is_null()
                : !flow.work_out_for(kAllSeeing, info.reader, Value::instance(instance)).value.is_null();
        return {is_there ? ShownInstead::Kind::Hidden : ShownInstead::Kind::Value, Value::null()};
    }
    // The value may be made of what this viewer sees, and of nothing else.
    const ViewerScope reading(flow, viewer);
    flow.is_showing_instead = true;
    const bool tracks_secret_reads = std::exchange(machine.tracks_secret_reads, false);
    const bool tracks_hole_reads = std::exchange(machine.tracks_hole_reads, false);
    const std::array<Value, 2> context = {Value::instance(instance), Value::number(player)};
    ShownInstead instead{ShownInstead::Kind::Value, {}};
    const Outcome outcome = machine.evaluate(refusing->value, context, machine.live_top, instead.value);
    flow.view_failed = flow.view_failed || outcome == Outcome::Fault;
    machine.tracks_secret_reads = tracks_secret_reads;
    machine.tracks_hole_reads = tracks_hole_reads;
    flow.is_showing_instead = false;
    return outcome == Outcome::Next || outcome == Outcome::Done ? instead : ShownInstead{};
}

ShownInstead shown_value(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute) {
    if (!sees_attribute(flow, viewer, instance, attribute)) {
        return shown_instead(flow, viewer, instance, attribute);
    }
    const AttributeInfo& info = flow.machine.class_info(instance).attributes[attribute];
    if (info.reader == kNone) {
        return {ShownInstead::Kind::Value, flow.machine.memory.value(instance + info.offset)};
    }
    const MatchFlow::WorkedOut read = flow.work_out_for(viewer, info.reader, Value::instance(instance));
    flow.view_failed = flow.view_failed || read.outcome == Outcome::Fault;
    return read.outcome == Outcome::Next && read.is_seen ? ShownInstead{ShownInstead::Kind::Value, read.value}
                                                         : ShownInstead{};
}

bool sees_contents(MatchFlow& flow, std::uint32_t viewer, Handle deck) {
    return for_viewer(flow, viewer, [&](std::uint32_t player) { return player_sees_contents(flow, player, deck); });
}

Value MatchFlow::shown_instead_of(Handle instance, std::uint32_t word) {
    const std::vector<AttributeInfo>& attributes = machine.class_info(instance).attributes;
    const auto found =
        std::ranges::find_if(attributes, [&](const AttributeInfo& attribute) { return attribute.offset == word; });
    if (found == attributes.end()) {
        return Value::null();
    }
    return shown_instead(*this, machine.viewer, instance, static_cast<std::uint32_t>(found - attributes.begin())).value;
}

bool sees_word(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t word) {
    const std::vector<AttributeInfo>& attributes = flow.machine.class_info(instance).attributes;
    const auto found =
        std::ranges::find_if(attributes, [&](const AttributeInfo& attribute) { return attribute.offset == word; });
    if (word == 0 || found == attributes.end()) {
        return sees_instance(flow, viewer, instance);
    }
    return sees_attribute(flow, viewer, instance, static_cast<std::uint32_t>(found - attributes.begin()));
}

} // namespace tgdl
