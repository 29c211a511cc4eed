// Candidates of an input: filters, counts of lists.
#include "match/flow.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/execution.h"
#include "vm/positions.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tgdl {

namespace {

constexpr double kMaxCandidates = 1'000'000;

} // namespace

// May the input have so many? They become options, which are memory of the match as everything else.
Outcome MatchFlow::admit_candidates(const InputInfo& input, double count) {
    const double most =
        std::min(kMaxCandidates, std::floor(static_cast<double>(machine.limits.words) * sizeof(Word) / sizeof(Option)));
    if (count > most) {
        return machine.fault_with(FaultId::TooManyCandidates, {input.name, number_text(most)});
    }
    const bool has_steps = count <= 0 || machine.charge_elements(static_cast<std::uint64_t>(count), 4);
    return has_steps ? Outcome::Next : machine.budget_spent();
}

// What the parts of an input see beside the candidate.
void MatchFlow::set_part_registers(const Context& context) {
    const std::uint32_t reg = context.input->reg;
    Value* const registers = machine.values.data() + machine.live_top;
    const Value* const seen = machine.values.data() + context.base;
    for (std::uint32_t i = 0; i < reg; ++i) {
        registers[i] = seen[i];
    }
    registers[reg + 1] = context.chooser == kNone ? Value::null() : Value::number(context.chooser);
}

Outcome MatchFlow::evaluate_part(const Context& context, ChunkIndex chunk, Value candidate, Value element,
                                 Value& result) {
    // Put where the chunk's registers will be: what evaluate() copies stands there already.
    const std::uint32_t reg = context.input->reg;
    const std::uint32_t at = machine.live_top;
    machine.reserve(at + reg + 3);
    set_part_registers(context);
    machine.values[at + reg] = candidate;
    machine.values[at + reg + 2] = element;
    return machine.evaluate_in_place(chunk, at, result);
}

// Does the type of the collection's elements say that all of them fit?
bool MatchFlow::elements_fit(Handle collection, TypeIndex wanted) const {
    const TypeIndex type = collection_type(machine, collection);
    const TypeIndex own = type == kNone || type >= program_->types.size() ? kNone : program_->types[type].element;
    if (own == kNone || own == wanted) {
        return own == wanted;
    }
    const ValueType& from = program_->types[own];
    const ValueType& to = program_->types[wanted];
    return from.kind == ValueKind::Instance && to.kind == ValueKind::Instance && to.first_class <= from.first_class
           && from.last_class <= to.last_class;
}

// Appends the elements of a list whose type says that all of them fit. False: it is another collection.
bool MatchFlow::append_all(Value list, TypeIndex wanted, std::vector<Value>& out) const {
    if (!list.is_collection() || Header::unpack(machine.memory.load(list.handle())).kind != ObjectKind::List
        || !elements_fit(list.handle(), wanted)) {
        return false;
    }
    const Memory& memory = machine.memory;
    const std::uint32_t length = memory.half(list.handle() + kListStorageWord, 1);
    const Handle first = memory.half(list.handle() + kListStorageWord, 0) + 1;
    const Value blank = Value::instance(memory.half(kBlankWord, 0));
    const std::size_t before = out.size();
    out.resize(before + length);
    Value* end = out.data() + before;
    const Word* const elements = memory.words() + first;
    for (std::uint32_t i = 0; i < length; ++i) {
        const Value element{elements[i]};
        if (!element.is_null() && element != blank) [[likely]] {
            *end++ = element;
        }
    }
    out.resize(static_cast<std::size_t>(end - out.data()));
    return true;
}

// What `options` would give, without the list. What goes wrong goes wrong again when they are evaluated, which reports it.
Outcome MatchFlow::destination_candidates(const Context& context, Handle piece, std::vector<Value>& out) {
    const std::uint32_t movement = movement_of(context, piece);
    if (movement == kNone) {
        return Outcome::Fault;
    }
    const std::size_t before = out.size();
    const Outcome outcome = destinations(machine, piece, movement, machine.live_top, out);
    if (outcome != Outcome::Next) {
        out.resize(before);
    } else if (!context.input->plan.takes_all_tiles) {
        const ValueType& type = program_->types[context.input->element];
        const auto fits = [&](Value tile) {
            const ClassIndex index = machine.class_of(tile.handle());
            return index >= type.first_class && index <= type.last_class;
        };
        out.erase(std::remove_if(out.begin() + static_cast<std::ptrdiff_t>(before), out.end(), std::not_fn(fits)),
                  out.end());
    }
    return outcome;
}

Outcome MatchFlow::raw_candidates(const Context& context, std::vector<Value>& out) {
    const InputInfo& input = *context.input;
    const ValueType& type = program_->types[input.element];
    if (context.input->plan.goes_to_destinations && machine.may_eval_pure()) {
        const Value piece = machine.values[context.base + input.source.piece];
        // What goes wrong goes wrong again below, and is reported from there.
        if (piece.is_instance() && destination_candidates(context, piece.handle(), out) == Outcome::Next) {
            return Outcome::Next;
        }
    }
    if (input.options != kNone) {
        Value list;
        const Outcome outcome = evaluate_part(context, input.options, Value::null(), Value::null(), list);
        if (outcome == Outcome::Fail) {
            return Outcome::Next;
        }
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (list.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {input.is_amounts ? "upto" : "options"});
        }
        if (input.is_amounts) {
            return append_kinds(input, list, out);
        }
        const std::uint32_t length = walk_length(machine, list);
        if (const Outcome admitted = admit_candidates(input, length); admitted != Outcome::Next) {
            return admitted;
        }
        if (input.plan.takes_lists && append_all(list, input.element, out)) {
            return Outcome::Next;
        }
        if (!walks_in_place(machine, list)) {
            list = snapshot(machine, list);
            if (list.is_null()) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
        }
        for (std::uint32_t i = 0; i < length; ++i) {
            const Value candidate = walk_get(machine, list, i);
            if (!candidate.is_null() && machine.fits(candidate, input.element)
                && !(program_->has_blanks && candidate.is_instance()
                     && machine.class_of(candidate.handle()) == program_->blank_tile)) {
                out.push_back(candidate);
            }
        }
        return Outcome::Next;
    }
    if (input.plan.range_length != 0) {
        if (const Outcome admitted = admit_candidates(input, input.plan.range_length); admitted != Outcome::Next) {
            return admitted;
        }
        const std::size_t before = out.size();
        out.resize(before + input.plan.range_length);
        for (std::uint32_t i = 0; i < input.plan.range_length; ++i) {
            out[before + i] = Value::number(input.plan.range_first + i);
        }
        return Outcome::Next;
    }
    if (input.low != kNone) {
        double bounds[3] = {0, 0, 1};
        const ChunkIndex chunks[3] = {input.low, input.high, input.step};
        for (std::size_t i = 0; i < 3; ++i) {
            if (chunks[i] == kNone) {
                continue;
            }
            Value bound;
            const Outcome outcome = evaluate_part(context, chunks[i], Value::null(), Value::null(), bound);
            if (outcome == Outcome::Fail) {
                return Outcome::Next;
            }
            if (outcome != Outcome::Next && outcome != Outcome::Done) {
                return outcome;
            }
            if (bound.is_null()) {
                return machine.fault_with(FaultId::NullArgument, {"range"});
            }
            bounds[i] = bound.as_number();
        }
        if (!(bounds[2] > 0)) {
            return machine.fault_with(FaultId::WrongStep, {number_text(bounds[2])});
        }
        if (const Outcome admitted = admit_candidates(input, std::floor((bounds[1] - bounds[0]) / bounds[2]) + 1);
            admitted != Outcome::Next) {
            return admitted;
        }
        for (std::uint32_t i = 0; bounds[0] + i * bounds[2] <= bounds[1]; ++i) {
            out.push_back(Value::number(bounds[0] + i * bounds[2]));
        }
        return Outcome::Next;
    }
    switch (type.kind) {
    case ValueKind::Player:
        for (std::uint32_t player = 0; player < players_; ++player) {
            out.push_back(Value::number(player));
        }
        break;
    case ValueKind::Bool:
        out.push_back(Value::boolean(false));
        out.push_back(Value::boolean(true));
        break;
    case ValueKind::Enum: {
        const EnumInfo& info = program_->enums[type.enumeration];
        if (const Outcome admitted = admit_candidates(input, info.count); admitted != Outcome::Next) {
            return admitted;
        }
        for (std::uint32_t place = 0; place < info.count; ++place) {
            out.push_back(Value::item(ProgramItem::EnumValue, info.first + place));
        }
        break;
    }
    case ValueKind::Instance: {
        found_instances_.clear(); // nothing below runs code
        machine.collect_tracked(type.first_class, type.last_class, found_instances_);
        if (program_->hides) {
            std::vector<Handle> ordered = found_instances_; // `visible` blocks are code
            order_for(context.chooser, ordered);
            found_instances_ = std::move(ordered);
        }
        const std::size_t before = out.size();
        out.resize(before + found_instances_.size());
        std::transform(found_instances_.begin(), found_instances_.end(),
                       out.begin() + static_cast<std::ptrdiff_t>(before), Value::instance);
        return machine.budget.is_spent() ? machine.budget_spent() : take_view_fault();
    }
    default: break; // the checker wants `options` or a range for the others
    }
    return Outcome::Next;
}

Outcome MatchFlow::passes_filters(const Context& context, Value candidate, bool& holds, const Condition** refused_by) {
    holds = true;
    for (const Condition& filter : context.input->filters) {
        Value answer;
        const Outcome outcome = evaluate_part(context, filter.chunk, candidate, candidate, answer);
        if (outcome != Outcome::Next && outcome != Outcome::Done && outcome != Outcome::Fail) {
            return outcome;
        }
        if (outcome != Outcome::Fail && answer.is_null()) {
            return machine.fault_with(FaultId::NullCondition);
        }
        holds = outcome != Outcome::Fail && answer.as_bool();
        if (!holds) {
            if (refused_by != nullptr) {
                *refused_by = &filter;
            }
            return Outcome::Next;
        }
    }
    return Outcome::Next;
}

// The tiles of a class whose word unset_word is null, in one walk. False: not all tiles lie in one group of a global board.
bool MatchFlow::append_unset_tiles(const InputInfo& input, std::vector<Value>& out) const {
    const Memory& memory = machine.memory;
    const ClassIndex tiles = program_->types[input.element].first_class;
    const Handle first = memory.half(machine.layout.class_list(tiles), 0);
    const Handle group = first == 0 ? 0 : memory.half(first + kTileGroupWord, 0);
    const Handle board = group == 0 ? 0 : memory.half(group + kGroupBoardWord, 0);
    if (board == 0 || machine.class_info(board).scope != Scope::Global) { // others may not be tracked
        return false;
    }
    const Word* const words = memory.words(); // nothing below writes
    const auto next = [words](Handle tile) { return static_cast<Handle>(words[tile + kLinkWord]); };
    for (Handle tile = input.plan.has_one_group ? 0 : first; tile != 0; tile = next(tile)) {
        if (static_cast<Handle>(words[tile + kTileGroupWord]) != group) {
            return false;
        }
    }
    const std::uint16_t unset_word = input.source.unset_word;
    for (Handle tile = first; tile != 0; tile = next(tile)) {
        if (Value{words[tile + unset_word]}.is_null()) {
            out.push_back(Value::instance(tile));
        }
    }
    return true;
}

// Appends those that all filters let through.
Outcome MatchFlow::candidates(const Context& context, std::vector<Value>& out) {
    if (context.input->plan.scans_tiles && append_unset_tiles(*context.input, out)) {
        return Outcome::Next;
    }
    const std::size_t first = out.size();
    Outcome outcome = raw_candidates(context, out);
    if (context.input->filters.empty()) {
        return outcome;
    }
    std::size_t kept = first;
    if (outcome == Outcome::Next && context.input->plan.takes_unset) {
        const Memory& memory = machine.memory;
        const std::uint16_t unset_word = context.input->source.unset_word;
        for (std::size_t i = first; i < out.size(); ++i) {
            const Value candidate = out[i];
            out[kept] = candidate;
            kept += memory.value(candidate.handle() + unset_word).is_null() ? 1 : 0;
        }
        out.resize(kept);
        return outcome;
    }
    Frame frame;
    const bool is_pure_filter =
        context.input->plan.has_pure_filter && machine.may_eval_pure() && begin_pure_filter(context, frame);
    std::size_t next = first;
    while (next < out.size() && outcome == Outcome::Next) {
        if (is_pure_filter) {
            const FilteredBatch filtered =
                filter_batch(context, frame, std::span(out).subspan(next), out.data() + kept);
            next += filtered.asked;
            kept += filtered.passed;
            if (machine.budget.is_spent()) {
                outcome = machine.budget_spent();
                break;
            }
        }
        if (next < out.size()) {
            // What went wrong goes wrong again, and is reported from here.
            bool holds = true;
            outcome = passes_filters(context, out[next], holds);
            out[kept] = out[next++];
            kept += holds ? 1 : 0;
            if (is_pure_filter) {
                set_part_registers(context); // the answer stood in one of them
            }
        }
    }
    out.resize(outcome == Outcome::Next ? kept : first);
    return outcome;
}

// Puts what the only filter sees beside the candidate where it stays, and makes the frame it runs in. False: too deep.
bool MatchFlow::begin_pure_filter(const Context& context, Frame& frame) {
    const std::uint32_t live = machine.live_top;
    const std::size_t floor = machine.frames.size();
    if (machine.push_code(context.input->filters[0].chunk, live) == Outcome::Fault) {
        return false;
    }
    frame = machine.frames.back();
    machine.pop_to(floor);
    machine.live_top = live;
    set_part_registers(context);
    return true;
}

// Puts those that pass the only filter to `kept`, up to the first with which something is wrong.
MatchFlow::FilteredBatch MatchFlow::filter_batch(const Context& context, const Frame& frame,
                                                 std::span<Value> candidates, Value* kept) {
    const Chunk& filter = program_->chunks[frame.code];
    const std::uint32_t reg = context.input->reg;
    Value* const registers = machine.values.data() + frame.base;
    BatchFilter batch{candidates.data(), candidates.data() + candidates.size(), kept, registers + reg,
                      registers + reg + 2};
    if (filter.pure) {
        Value answer;
        batch.load_candidate();
        machine.eval_pure(filter, registers, answer, &batch);
        machine.charge(static_cast<std::uint64_t>(batch.next - candidates.data()) * filter.code.size());
    } else {
        for (bool holds = true; batch.next != batch.end && eval_filter(context, frame, *batch.next, holds);
             ++batch.next) {
            *batch.kept = *batch.next;
            batch.kept += holds ? 1 : 0;
        }
    }
    return {static_cast<std::size_t>(batch.next - candidates.data()), static_cast<std::size_t>(batch.kept - kept)};
}

// Does the candidate pass the only filter? False when something is wrong with that.
bool MatchFlow::eval_filter(const Context& context, const Frame& frame, Value candidate, bool& holds) {
    const std::uint32_t reg = context.input->reg;
    Value* const registers = machine.values.data() + frame.base;
    registers[reg] = candidate;
    registers[reg + 2] = candidate;
    const Value kept = registers[0]; // what it gives will stand there
    const std::size_t floor = machine.frames.size();
    machine.frames.push_back(frame);
    ++machine.nesting;
    const Outcome outcome = machine.run(floor);
    --machine.nesting;
    const Value answer = machine.values[frame.base];
    machine.values[frame.base] = kept;
    machine.live_top = frame.base;
    holds = answer.as_bool();
    if (outcome != Outcome::Done) [[unlikely]] {
        machine.pop_to(floor);
        return false;
    }
    return !answer.is_null();
}

Outcome MatchFlow::count_bounds(const Context& context, std::uint32_t& low, std::uint32_t& high) {
    low = 0;
    high = kNone;
    const InputInfo& input = *context.input;
    if (input.count_low == kNone) {
        return Outcome::Next;
    }
    const auto read = [&](ChunkIndex chunk, std::uint32_t& bound) {
        Value number;
        const Outcome outcome = evaluate_part(context, chunk, context.list, Value::null(), number);
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (number.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {input.is_amounts ? "total" : "count"});
        }
        const double whole = std::trunc(number.as_number());
        bound = whole <= 0 ? 0 : static_cast<std::uint32_t>(std::min(whole, 4e9));
        return Outcome::Next;
    };
    Outcome outcome = read(input.count_low, low);
    high = low;
    if (outcome == Outcome::Next && input.count_high != kNone) {
        outcome = read(input.count_high, high);
    }
    return outcome;
}

Outcome MatchFlow::list_is_complete(const Context& context, bool& complete) {
    complete = false;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    Outcome outcome = count_bounds(context, low, high);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const double length =
        context.input->is_amounts ? total_of(context.list.handle()) : list_length(machine, context.list.handle());
    if (length < low || length > high) {
        return Outcome::Next;
    }
    for (const Condition& filter : context.input->list_filters) {
        Value answer;
        outcome = evaluate_part(context, filter.chunk, context.list, Value::null(), answer);
        if (outcome == Outcome::Fail) {
            return Outcome::Next;
        }
        if (outcome != Outcome::Next && outcome != Outcome::Done) {
            return outcome;
        }
        if (answer.is_null()) {
            return machine.fault_with(FaultId::NullCondition);
        }
        if (!answer.as_bool()) {
            return Outcome::Next;
        }
    }
    complete = true;
    return Outcome::Next;
}

Outcome MatchFlow::fill_auto(const Context& context, bool& found, Value& result) {
    std::vector<Value> all;
    const Outcome outcome = note_clause(candidates(context, all));
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const InputInfo& input = *context.input;
    found = true;
    if (input.is_amounts) {
        return all_amounts(context, all, result);
    }
    if (input.is_list) {
        result = make_list(machine, input.type, static_cast<std::uint32_t>(all.size()));
        if (result.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        for (const Value candidate : all) {
            list_add(machine, result.handle(), candidate);
        }
        return Outcome::Next;
    }
    if (all.size() > 1) {
        std::string listed;
        for (std::size_t i = 0; i < all.size() && i < 10; ++i) {
            listed += (i == 0 ? "" : ", ") + text_of(all[i]);
        }
        return machine.fault_with(FaultId::ManyAutoCandidates, {input.name, listed + (all.size() > 10 ? ", …" : "")});
    }
    result = all.empty() ? Value::null() : all[0];
    found = !all.empty() || input.optional;
    return Outcome::Next;
}

// May a caller give this value for the input?
Outcome MatchFlow::argument_fits(const Context& context, Value argument, bool& fits) {
    const InputInfo& input = *context.input;
    fits = false;
    if (argument.is_null()) {
        fits = input.optional;
        return Outcome::Next;
    }
    if (input.mode == InputMode::Players) {
        fits = true;
        return Outcome::Next;
    }
    std::vector<Value> all;
    Outcome outcome = candidates(context, all);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (!input.is_list) {
        machine.charge_elements(all.size());
        fits = std::ranges::any_of(all, [&](Value other) { return same_value(machine, argument, other); });
        return Outcome::Next;
    }
    if (input.is_amounts) {
        return amounts_fit(context, argument, all, fits);
    }
    Context whole = context;
    whole.list = set_of_candidates(context, argument, all, outcome);
    if (outcome != Outcome::Next || whole.list.is_null()) {
        return outcome;
    }
    machine.values[context.base + input.reg] = whole.list;
    return list_is_complete(whole, fits);
}

// What is given for a list input, in the order of the candidates: the same list where that is its order. Null: an element
// is no candidate, or stands there more often than among the candidates.
Value MatchFlow::set_of_candidates(const Context& context, Value argument, const std::vector<Value>& all,
                                   Outcome& outcome) {
    std::vector<std::uint32_t> picked(all.size(), kNone); // by candidate: which element it is
    std::ptrdiff_t last = -1;
    bool in_order = true;
    const std::uint32_t length = walk_length(machine, argument);
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.charge_elements(all.size());
        if (machine.budget.is_spent()) {
            outcome = machine.budget_spent();
            return Value::null();
        }
        const Value element = walk_get(machine, argument, i);
        std::size_t at = 0;
        while (at < all.size() && (picked[at] != kNone || !same_value(machine, element, all[at]))) {
            ++at;
        }
        if (at == all.size()) {
            return Value::null();
        }
        picked[at] = i;
        in_order = in_order && std::ptrdiff_t(at) > last;
        last = std::ptrdiff_t(at);
    }
    if (in_order) {
        return argument;
    }
    const Value set = make_list(machine, context.input->type, length);
    if (set.is_null()) {
        outcome = machine.fault_with(FaultId::OutOfMemory);
        return set;
    }
    for (const std::uint32_t element : picked) {
        if (element != kNone) {
            list_add(machine, set.handle(), walk_get(machine, argument, element));
        }
    }
    return set;
}

} // namespace tgdl
