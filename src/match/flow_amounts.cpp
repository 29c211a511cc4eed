// Inputs of amounts: how many of each key of a Table, picked one by one as the elements of a list are.
#include "match/flow.h"
#include "vm/collections.h"

#include <algorithm>
#include <cmath>

namespace tgdl {

namespace {

// How many there are: whole ones, none below zero.
double amount_of(Value held) {
    return held.is_null() ? 0 : std::max(0.0, std::trunc(held.as_number()));
}

} // namespace

// The keys of which there is at least one, in the order of the Table.
Outcome MatchFlow::append_kinds(const InputInfo& input, Value upto, std::vector<Value>& out) {
    if (const Outcome admitted = admit_candidates(input, table_length(machine, upto.handle()));
        admitted != Outcome::Next) {
        return admitted;
    }
    std::uint32_t at = 0;
    Value kind;
    Value amount;
    while (table_next(machine, upto.handle(), at, kind, amount)) {
        if (amount_of(amount) >= 1) {
            out.push_back(kind);
        }
    }
    return Outcome::Next;
}

// What `upto` gives; null when it fails.
Outcome MatchFlow::evaluate_upto(const Context& context, Value& upto) {
    const Outcome outcome = evaluate_part(context, context.input->options, Value::null(), Value::null(), upto);
    if (outcome == Outcome::Fail) {
        upto = Value::null();
        return Outcome::Next;
    }
    return outcome == Outcome::Done ? Outcome::Next : outcome;
}

// How many of each kind can still be picked.
Outcome MatchFlow::amounts_left(const Context& context, std::span<const Value> kinds, std::vector<double>& left) {
    Value upto;
    const Outcome outcome = evaluate_upto(context, upto);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    for (const Value kind : kinds) {
        const Value most = upto.is_null() ? Value::null() : table_get(machine, upto.handle(), kind);
        const Value picked = context.list.is_null() ? Value::null() : table_get(machine, context.list.handle(), kind);
        left.push_back(std::max(0.0, amount_of(most) - amount_of(picked)));
    }
    return Outcome::Next;
}

bool MatchFlow::add_amount(Handle amounts, Value kind) {
    return table_set(machine, amounts, kind, Value::number(amount_of(table_get(machine, amounts, kind)) + 1));
}

double MatchFlow::total_of(Handle amounts) const {
    double total = 0;
    std::uint32_t at = 0;
    Value kind;
    Value amount;
    while (table_next(machine, amounts, at, kind, amount)) {
        total += amount.as_number();
    }
    return total;
}

// Of an `auto` input: all there is.
Outcome MatchFlow::all_amounts(const Context& context, std::span<const Value> kinds, Value& result) {
    std::vector<double> left;
    const Outcome outcome = amounts_left(context, kinds, left);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    result = make_table(machine, context.input->type);
    bool had_memory = !result.is_null();
    for (std::size_t i = 0; i < kinds.size() && had_memory; ++i) {
        had_memory = table_set(machine, result.handle(), kinds[i], Value::number(left[i]));
    }
    return had_memory ? Outcome::Next : machine.fault_with(FaultId::OutOfMemory);
}

// May a caller give these? Whole amounts from 1 on, each of a kind that may be picked, and the whole as a choice would be.
Outcome MatchFlow::amounts_fit(const Context& context, Value argument, std::span<const Value> kinds, bool& fits) {
    Value upto;
    if (const Outcome outcome = evaluate_upto(context, upto); outcome != Outcome::Next) {
        return outcome;
    }
    std::uint32_t at = 0;
    Value kind;
    Value amount;
    while (table_next(machine, argument.handle(), at, kind, amount)) {
        machine.charge_elements(kinds.size());
        const bool is_kind = std::ranges::any_of(kinds, [&](Value other) { return same_value(machine, kind, other); });
        const double most = upto.is_null() ? 0 : amount_of(table_get(machine, upto.handle(), kind));
        const double wanted = amount.as_number();
        if (!is_kind || wanted != std::trunc(wanted) || wanted < 1 || wanted > most) {
            return Outcome::Next;
        }
        if (machine.budget.is_spent()) {
            return machine.budget_spent();
        }
    }
    Context whole = context;
    whole.list = argument;
    return list_is_complete(whole, fits);
}

} // namespace tgdl
