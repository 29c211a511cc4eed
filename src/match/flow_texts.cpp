// Texts of values in rules, the log, and what is told to one player.
#include "match/flow.h"
#include "match/view.h"
#include "vm/collections.h"

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

bool is_hole(Value part) {
    return part.is(Tag::Program) && part.program_item() == ProgramItem::Hole;
}

bool is_shown_attribute(Value part) {
    return part.is(Tag::Program) && part.program_item() == ProgramItem::Shown;
}

constexpr std::string_view kUnseen = "?";

} // namespace

Outcome MatchFlow::take_view_fault() {
    if (!view_failed) {
        return Outcome::Next;
    }
    view_failed = false;
    return Outcome::Fault;
}

// ---- holes ----------------------------------------------------------------------------------------------------------

void MatchFlow::set_holes(const std::vector<Hole>& others) {
    if (!holes.empty() || !others.empty()) {
        holes = others;
        update_hole_tracking();
    }
}

void MatchFlow::update_hole_tracking() {
    machine.tracks_hole_reads = std::ranges::any_of(holes, &Hole::is_open);
}

void MatchFlow::record_unseen_in_holes(std::uint32_t player, std::uint32_t word) {
    for (Hole& hole : holes) {
        if (hole.is_open) {
            (word == 0 ? hole.unplaced_by : hole.unseen_by) |= std::uint64_t{1} << player;
        }
    }
}

// The text that these parts belong to has been delivered.
void MatchFlow::forget_holes(std::uint32_t window, std::uint32_t count) {
    const auto first =
        std::ranges::find_if(machine.values.begin() + window, machine.values.begin() + window + count, is_hole);
    if (first != machine.values.begin() + window + count) {
        holes.resize(std::min<std::size_t>(holes.size(), first->index()));
        update_hole_tracking();
    }
}

// May the viewer not see what the part behind this mark was made from? A thing by itself is shown by what it is to them.
bool MatchFlow::is_unseen(std::uint32_t part, std::uint32_t viewer) const {
    if (viewer == kAllSeeing) {
        return false;
    }
    const Hole& hole = holes[machine.values[part].index()];
    const Value value = machine.values[part + 1];
    const bool is_reference = value.is_instance() || value.is_collection();
    const std::uint64_t unseen_by = hole.unseen_by | (is_reference ? 0 : hole.unplaced_by);
    return viewer == kSpectator ? unseen_by != 0 : (unseen_by >> viewer & 1U) != 0;
}

// ---- delivering -----------------------------------------------------------------------------------------------------

// Each part is shown to each viewer by what they may see.
std::string MatchFlow::joined_parts(std::uint32_t viewer, std::uint32_t window, std::uint32_t count) {
    std::string text;
    for (std::uint32_t at = window; at < window + count; ++at) {
        if (is_shown_attribute(machine.values[at])) {
            text += shown_attribute(viewer, at, kUnseen);
            at += is_hole(machine.values[at + 1]) ? 3U : 1U;
            continue;
        }
        if (!is_hole(machine.values[at])) {
            text += value_text(*this, viewer, machine.values[at]);
            continue;
        }
        text += is_unseen(at, viewer) ? std::string(kUnseen) : value_text(*this, viewer, machine.values[at + 1]);
        at += 2; // past the mark at its end
    }
    return text;
}

// The attribute that the mark at `at` names, of the instance behind it, which may stand between marks of its own.
std::string MatchFlow::shown_attribute(std::uint32_t viewer, std::uint32_t at, std::string_view unseen) {
    const std::uint32_t attribute = machine.values[at].index();
    const bool marked = is_hole(machine.values[at + 1]);
    if (marked && is_unseen(at + 1, viewer)) {
        return std::string(kUnseen);
    }
    const Value instance = machine.values[at + (marked ? 2U : 1U)];
    const bool has_it = instance.is_instance() && attribute < machine.class_info(instance.handle()).attributes.size();
    return has_it ? attribute_text(*this, viewer, instance.handle(), attribute, unseen) : std::string(unseen);
}

// Is the text the same for every viewer?
bool MatchFlow::reads_the_same_for_all(std::uint32_t window, std::uint32_t count) const {
    for (std::uint32_t at = window; at < window + count; ++at) {
        const Value part = machine.values[at];
        if (part.is_instance() || part.is_collection() || is_shown_attribute(part)) {
            return false;
        }
        if (is_hole(part)) {
            const Value value = machine.values[at + 1];
            if (value.is_instance() || value.is_collection() || is_unseen(at, kSpectator)) {
                return false;
            }
            at += 2;
        }
    }
    return true;
}

// Nobody reads what is told in a trial.
Outcome MatchFlow::deliver(std::uint32_t to, std::uint32_t window, std::uint32_t count) {
    if (machine.trial > 0) {
        forget_holes(window, count);
        return Outcome::Next;
    }
    const ReachabilityScope reach(reachability_cache);
    Delivered delivered;
    delivered.to = to;
    delivered.text = joined_parts(to == kNone ? kAllSeeing : to, window, count);
    state.output += delivered.text.size() + 1;
    if (view_failed) {
        return take_view_fault();
    }
    if (state.output > machine.limits.output) {
        return machine.fault_with(FaultId::TooMuchOutput);
    }
    if (program_->hides && to == kNone && program_->optimise == Optimise::Yes
        && reads_the_same_for_all(window, count)) {
        delivered.seen.assign(players_ + 1, delivered.text);
    } else if (program_->hides && to == kNone) {
        for (std::uint32_t player = 0; player < players_ && !view_failed; ++player) {
            delivered.seen.push_back(joined_parts(player, window, count));
        }
        delivered.seen.push_back(joined_parts(kSpectator, window, count));
    }
    for (const std::string& seen : delivered.seen) {
        machine.charge_elements(seen.size());
    }
    forget_holes(window, count);
    pending.push_back(std::move(delivered));
    return take_view_fault();
}

Outcome MatchFlow::native_texts(NativeId native, std::uint32_t window, std::uint32_t count) {
    switch (native) {
    case NativeId::PlayerName:
    case NativeId::PlayerColor: return native_people(native, window);
    case NativeId::JoinTexts:
    case NativeId::JoinShownTexts: {
        // What rules put together for themselves has no names in it. Inside of `information` it is up to who asks.
        const bool for_rules = native == NativeId::JoinTexts && information_depth == 0;
        const bool outside = std::exchange(makes_text_for_rules, makes_text_for_rules || for_rules);
        const auto is_too_long = [&](const std::string& text) { return text.size() / 4 > machine.limits.words; };
        const bool failed_before = std::exchange(view_failed, false); // of something else that is shown
        const std::uint32_t viewer = machine.viewer == kNone ? kAllSeeing : machine.viewer;
        std::string text;
        for (std::uint32_t i = 0; i < count && !view_failed && !is_too_long(text); ++i) {
            if (is_shown_attribute(machine.values[window + i])) {
                text += shown_attribute(viewer, window + i, "null");
                ++i;
            } else {
                text += value_text(*this, viewer, machine.values[window + i]);
            }
        }
        makes_text_for_rules = outside;
        const Outcome shown = take_view_fault();
        view_failed = failed_before;
        if (shown != Outcome::Next) {
            return shown;
        }
        const Value joined = is_too_long(text) ? Value::null() : make_text(machine, text);
        if (joined.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        machine.values[window] = joined;
        return Outcome::Next;
    }
    case NativeId::BeginHole:
        machine.values[window] = Value::item(ProgramItem::Hole, static_cast<std::uint32_t>(holes.size()));
        holes.push_back({});
        machine.tracks_hole_reads = true;
        return Outcome::Next;
    case NativeId::EndHole:
        holes.resize(machine.values[window].index() + 1); // some may have been left open inside, by a `cancel`
        holes.back().is_open = false;
        update_hole_tracking();
        return take_view_fault(); // of a `visible` that says who may know what was read in it
    case NativeId::Log: {
        const Outcome outcome = deliver(kNone, window, count);
        machine.values[window] = Value::null();
        return outcome;
    }
    case NativeId::Tell: {
        const Value player = machine.values[window];
        if (player.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"tell"});
        }
        const Outcome outcome = deliver(to_player(player.as_number()), window + 1, count - 1);
        machine.values[window] = Value::null();
        return outcome;
    }
    default: return Outcome::Next;
    }
}

} // namespace tgdl
