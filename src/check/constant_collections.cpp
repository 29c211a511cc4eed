// What changes while a constant is worked out: its function's collections and variables. Texts and players as values.
#include "base/numbers.h"
#include "check/constant_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

using Kind = ConstantValue::Kind;
using Difference = std::vector<ConstantValue>::difference_type;

// Before, at or behind: numbers, texts of ASCII and enums as `sort` puts them; nulls last. None: only a match knows.
std::optional<int> order_of(const ConstantValue& left, const ConstantValue& right) {
    if (left.kind == Kind::Null || right.kind == Kind::Null) {
        return static_cast<int>(left.kind == Kind::Null) - static_cast<int>(right.kind == Kind::Null);
    }
    if (left.kind != right.kind || left.is_collection()) {
        return std::nullopt;
    }
    if (left.kind == Kind::Text) {
        return is_ascii(left.text) && is_ascii(right.text) ? std::optional(left.text.compare(right.text))
                                                           : std::nullopt;
    }
    return static_cast<int>(left.number > right.number) - static_cast<int>(left.number < right.number);
}

std::string outside_text(const ConstantValue& at, std::size_t length) {
    return fmt::format("{} is outside of a collection of {}", number_text(at.number), length);
}

// Where the position lies among so many; none: outside.
std::optional<std::size_t> position(const ConstantValue& at, std::size_t length) {
    const double place = std::trunc(at.number);
    return place >= 0 && place < static_cast<double>(length) ? std::optional(static_cast<std::size_t>(place))
                                                             : std::nullopt;
}

} // namespace

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
}

// NOLINTBEGIN(misc-no-recursion): the parser bounds how deep code is nested, depth_ how deep calls are

// ---- players

// A number that becomes a player counts around the table: how large that is, a match knows, if the game does not say.
ConstantValue ConstantRun::fitted(ConstantValue given, TypeId to) {
    if (is_over() || !to.valid()) {
        return given;
    }
    const Type& type = program_.types.get(to);
    if (type.kind == TypeKind::List && program_.types.kind(type.a) == TypeKind::Player) {
        const bool are_players = std::ranges::all_of(given.items, [&](const ConstantValue& item) {
            return item.number >= 0 && item.number < program_.min_players && item.number == std::trunc(item.number);
        });
        return are_players ? given : leave();
    }
    if (type.kind != TypeKind::Player || given.kind != Kind::Number) {
        return given;
    }
    const double whole = std::trunc(given.number);
    const auto players = static_cast<double>(program_.min_players);
    if (whole >= 0 && whole < players) {
        return ConstantValue::of_number(whole);
    }
    if (players == 0 || program_.min_players != program_.max_players) {
        return leave_to_match();
    }
    const double around = std::fmod(whole, players);
    return ConstantValue::of_number(around < 0 ? around + players : around);
}

// ---- collections

ConstantValue ConstantRun::made(TypeKind kind) {
    ConstantValue collection;
    collection.kind = kind == TypeKind::List ? Kind::List : kind == TypeKind::Stack ? Kind::Stack : Kind::Table;
    collection.items.make(++made_);
    return collection;
}

std::vector<ConstantValue>* ConstantRun::changed(ConstantValue& collection, NodeId place) {
    if (collection.items.is_fixed()) {
        fault(place, "the collection of a constant is changed");
    } else if (collection.items.number() <= outside_) {
        leave();
    }
    return is_over() ? nullptr : &collection.items.changed();
}

void ConstantRun::set_entry(ConstantValue& table, ConstantValue key, ConstantValue given, NodeId place) {
    if (!is_over() && key.kind == Kind::Null) {
        fault(place, "a key of a Table is null");
    }
    if (is_over() || !step(1 + (table.items.size() / 2))) {
        return;
    }
    std::vector<ConstantValue>* const items = changed(table, place);
    if (items == nullptr) {
        return;
    }
    std::size_t at = 0;
    while (at < items->size() && (*items)[at] != key) {
        at += 2;
    }
    const auto pair = items->begin() + static_cast<Difference>(at);
    if (given.kind == Kind::Null) { // removes the pair
        if (at < items->size()) {
            items->erase(pair, pair + 2);
        }
    } else if (at < items->size()) {
        *(pair + 1) = std::move(given);
    } else {
        items->push_back(std::move(key));
        items->push_back(std::move(given));
    }
}

// What stands between the brackets, as a key of what stands before them.
ConstantValue ConstantRun::key(NodeId index, TypeId before) {
    ConstantValue given = value(child(index, Role::Value));
    const Type& type = program_.types.get(before);
    return type.kind == TypeKind::Table ? fitted(std::move(given), type.b) : given;
}

// Is what is missing there made, because something is put into it? `m[1][2] = 3;`, `m[k].add(x);`
bool ConstantRun::is_changed_through(NodeId index, NodeId until) const {
    const NodeId next = tree().node(index).next;
    if (!next.valid() || !program_.types.is_collection(reader().type(index))) {
        return false;
    }
    if (tree().kind(next) == NodeKind::Index) {
        return until.valid();
    }
    const NodeId call = tree().node(next).next;
    const Meaning it = call.valid() ? reader().called(call, next) : Meaning();
    if (it.kind != MeaningKind::Builtin) {
        return false;
    }
    switch (static_cast<BuiltinId>(it.index)) {
    case BuiltinId::ListAdd:
    case BuiltinId::ListAppend:
    case BuiltinId::ListInsertAt:
    case BuiltinId::StackPush:
    case BuiltinId::StackPushFront: return true;
    default: return false;
    }
}

ConstantValue ConstantRun::made_for(NodeId index, const ConstantValue& table, const ConstantValue& at) {
    const ConstantValue entry = made(reader().type_kind(index));
    ConstantValue holder = table;
    set_entry(holder, at, entry, index);
    return entry;
}

ConstantValue ConstantRun::element(NodeId call, std::size_t position_of) {
    ConstantValue given = value(reader().argument(call, position_of));
    const Type& type = program_.types.get(asked_type_);
    const bool holds = type.kind == TypeKind::List || type.kind == TypeKind::Stack;
    return holds ? fitted(std::move(given), type.a) : given;
}

ConstantValue ConstantRun::call_list(BuiltinId id, ConstantValue list, NodeId call) {
    const std::size_t length = list.items.size();
    const auto find = [&](const ConstantValue& wanted) {
        return static_cast<std::size_t>(std::ranges::find(list.items, wanted) - list.items.begin());
    };
    switch (id) {
    case BuiltinId::ListAdd: {
        ConstantValue given = element(call, 0);
        if (std::vector<ConstantValue>* const items = changed(list, call); items != nullptr) {
            items->push_back(std::move(given));
        }
        return ConstantValue::null();
    }
    case BuiltinId::ListAppend: {
        const ConstantValue others = value(reader().argument(call, 0));
        if (!is_over() && !others.is_collection()) {
            return others.kind == Kind::Null ? fault(call, "`append` is given null") : leave();
        }
        std::vector<ConstantValue>* const items = changed(list, call);
        for (std::size_t i = 0, count = others.items.size(); items != nullptr && i < count && step(); ++i) {
            items->emplace_back(others.items[i]);
        }
        return ConstantValue::null();
    }
    case BuiltinId::ListInsertAt: {
        const ConstantValue at = value(reader().argument(call, 0));
        ConstantValue given = element(call, 1);
        const std::optional<std::size_t> place = position(at, length + 1);
        if (!is_over() && (at.kind == Kind::Null || !place)) {
            return fault(call, at.kind == Kind::Null ? "`insertAt` is given null" : outside_text(at, length));
        }
        std::vector<ConstantValue>* const items = changed(list, call);
        if (items != nullptr && step(1 + (length / 8))) {
            items->insert(items->begin() + static_cast<Difference>(*place), std::move(given));
        }
        return ConstantValue::null();
    }
    case BuiltinId::ListRemoveAt: {
        const ConstantValue at = value(reader().argument(call, 0));
        const std::optional<std::size_t> place = position(at, length);
        if (!is_over() && (at.kind == Kind::Null || !place)) {
            return fault(call, at.kind == Kind::Null ? "`removeAt` is given null" : outside_text(at, length));
        }
        std::vector<ConstantValue>* const items = changed(list, call);
        if (items == nullptr || !step(1 + (length / 8))) {
            return {};
        }
        ConstantValue gone = std::move((*items)[*place]);
        items->erase(items->begin() + static_cast<Difference>(*place));
        return gone;
    }
    case BuiltinId::ListRemove: {
        const std::size_t at = find(element(call, 0));
        std::vector<ConstantValue>* const items = changed(list, call);
        if (items == nullptr || !step(1 + length)) {
            return {};
        }
        if (at < length) {
            items->erase(items->begin() + static_cast<Difference>(at));
        }
        return ConstantValue::of_bool(at < length);
    }
    case BuiltinId::ListClear:
        if (std::vector<ConstantValue>* const items = changed(list, call); items != nullptr) {
            items->clear();
        }
        return ConstantValue::null();
    case BuiltinId::ListReverse:
        if (std::vector<ConstantValue>* const items = changed(list, call); items != nullptr && step(length)) {
            std::ranges::reverse(*items);
        }
        return ConstantValue::null();
    case BuiltinId::ListSort: {
        const ConstantValue in_order = sorted(list, call, {}, 0);
        if (std::vector<ConstantValue>* const items = changed(list, call); items != nullptr) {
            *items = in_order.items.all();
        }
        return ConstantValue::null();
    }
    case BuiltinId::ListContains:
    case BuiltinId::ListIndexOf: {
        const std::size_t at = find(element(call, 0));
        if (!step(length)) {
            return {};
        }
        return id == BuiltinId::ListContains ? ConstantValue::of_bool(at < length)
                                             : ConstantValue::of_number(at < length ? static_cast<double>(at) : -1);
    }
    case BuiltinId::ListFirst: return length == 0 ? ConstantValue::null() : list.items.front();
    case BuiltinId::ListLast: return length == 0 ? ConstantValue::null() : list.items.back();
    default: return leave();
    }
}

ConstantValue ConstantRun::call_table(BuiltinId id, ConstantValue table, NodeId call) {
    const std::size_t length = table.items.size();
    switch (id) {
    case BuiltinId::TableContains: {
        ConstantValue wanted = value(reader().argument(call, 0));
        if (!is_over() && wanted.kind == Kind::Null) {
            return leave();
        }
        const Type& type = program_.types.get(asked_type_);
        wanted = type.kind == TypeKind::Table ? fitted(std::move(wanted), type.b) : wanted;
        bool found = false;
        for (std::size_t at = 0; at < length && !found && step(); at += 2) {
            found = table.items[at] == wanted;
        }
        return is_over() ? ConstantValue() : ConstantValue::of_bool(found);
    }
    case BuiltinId::TableKeys:
    case BuiltinId::TableValues: {
        ConstantValue list = made(TypeKind::List);
        for (std::size_t at = id == BuiltinId::TableKeys ? 0 : 1; at < length && step(); at += 2) {
            list.items.push_back(table.items[at]);
        }
        return list;
    }
    case BuiltinId::TableClear:
        if (std::vector<ConstantValue>* const items = changed(table, call); items != nullptr) {
            items->clear();
        }
        return ConstantValue::null();
    default: return leave();
    }
}

ConstantValue ConstantRun::call_stack(BuiltinId id, ConstantValue stack, NodeId call) {
    const std::size_t length = stack.items.size();
    const bool at_front = id == BuiltinId::StackPushFront || id == BuiltinId::StackPopFront;
    switch (id) {
    case BuiltinId::StackPush:
    case BuiltinId::StackPushFront: {
        ConstantValue given = element(call, 0);
        std::vector<ConstantValue>* const items = changed(stack, call);
        if (items != nullptr && given.kind != Kind::Null && step(at_front ? 1 + (length / 8) : 1)) {
            items->insert(at_front ? items->begin() : items->end(), std::move(given));
        }
        return ConstantValue::null();
    }
    case BuiltinId::StackPop:
    case BuiltinId::StackPopFront: {
        std::vector<ConstantValue>* const items = changed(stack, call);
        if (items == nullptr || length == 0 || !step(at_front ? 1 + (length / 8) : 1)) {
            return ConstantValue::null();
        }
        const auto at = at_front ? items->begin() : items->end() - 1;
        ConstantValue gone = std::move(*at);
        items->erase(at);
        return gone;
    }
    case BuiltinId::StackPeek: return length == 0 ? ConstantValue::null() : stack.items.back();
    case BuiltinId::StackContains:
    case BuiltinId::StackRemove: {
        const ConstantValue wanted = element(call, 0);
        std::size_t at = length; // one past it: the first from the top
        while (at > 0 && stack.items[at - 1] != wanted) {
            --at;
        }
        if (!step(1 + length)) {
            return {};
        }
        if (id == BuiltinId::StackRemove) {
            std::vector<ConstantValue>* const items = changed(stack, call);
            if (items != nullptr && at > 0) {
                items->erase(items->begin() + static_cast<Difference>(at - 1));
            }
        }
        return ConstantValue::of_bool(at > 0);
    }
    case BuiltinId::StackClear:
        if (std::vector<ConstantValue>* const items = changed(stack, call); items != nullptr) {
            items->clear();
        }
        return ConstantValue::null();
    default: return leave();
    }
}

// Elements in the order of their keys; without a key, of themselves. A new list.
ConstantValue ConstantRun::sorted(const ConstantValue& from, NodeId call, NodeId key_of, std::uint32_t local) {
    struct Keyed {
        ConstantValue key;
        ConstantValue element;
        std::size_t place = 0; // equal ones stay in their order
    };
    std::vector<Keyed> keyed;
    for (std::size_t i = 0; i < from.items.size() && step(); ++i) {
        const ConstantValue& item = from.items[i];
        if (key_of.valid()) {
            set_local(local, item);
        }
        keyed.push_back({key_of.valid() ? value(key_of) : item, item, i});
        if (!is_over() && key_of.valid() && keyed.back().key.kind == Kind::Null) {
            return fault(call, "a question gives null");
        }
        if (!is_over() && !order_of(keyed.front().key, keyed.back().key)) {
            return leave();
        }
    }
    std::size_t rounds = 1;
    while ((std::size_t{1} << rounds) < keyed.size()) {
        ++rounds;
    }
    if (is_over() || !step(keyed.size() * rounds)) {
        return {};
    }
    std::ranges::sort(keyed, [](const Keyed& left, const Keyed& right) {
        const auto order = order_of(left.key, right.key).value_or(0);
        return order != 0 ? order < 0 : left.place < right.place;
    });
    ConstantValue list = made(TypeKind::List);
    for (Keyed& each : keyed) {
        list.items.push_back(std::move(each.element));
    }
    return list;
}

ConstantValue ConstantRun::call_asked(BuiltinId id, const ConstantValue& asked, NodeId call) {
    if (asked.kind != Kind::List && asked.kind != Kind::Stack) {
        return leave();
    }
    const std::size_t length = asked.items.size();
    std::size_t begin = 0;
    std::size_t end = length;
    if (id == BuiltinId::AskTake || id == BuiltinId::AskSkip) {
        const double wanted = std::trunc(number(reader().argument(call, 0)));
        const auto count = static_cast<std::size_t>(std::clamp(wanted, 0.0, static_cast<double>(length)));
        (id == BuiltinId::AskTake ? end : begin) = count;
    }
    if (is_over() || !step(length)) {
        return {};
    }
    switch (id) {
    case BuiltinId::AskSorted: return sorted(asked, call, {}, 0);
    case BuiltinId::AskTake:
    case BuiltinId::AskSkip:
    case BuiltinId::AskReversed:
    case BuiltinId::AskList: {
        ConstantValue list = made(TypeKind::List);
        for (std::size_t i = begin; i < end; ++i) {
            list.items.push_back(asked.items[id == BuiltinId::AskReversed ? length - 1 - i : i]);
        }
        return list;
    }
    default: return leave();
    }
}

// ---- texts

// One collection may stand in another many times, and each time its text does.
bool ConstantRun::count_text(const ConstantValue& shown) {
    return step(1 + (shown.text.size() / 8))
           && std::ranges::all_of(shown.items, [&](const ConstantValue& item) { return count_text(item); });
}

std::string ConstantRun::text(const ConstantValue& shown) {
    return count_text(shown) ? evaluator_.text(shown) : std::string();
}

// Positions count UTF-16 code units, which are bytes in ASCII alone.
ConstantValue ConstantRun::call_text(BuiltinId id, const ConstantValue& asked, NodeId call) {
    if (asked.kind != Kind::Text || !is_ascii(asked.text)) {
        return leave();
    }
    const std::string& seen = asked.text;
    switch (id) {
    case BuiltinId::StringLength: return ConstantValue::of_number(static_cast<double>(seen.size()));
    case BuiltinId::StringContains:
    case BuiltinId::StringIndexOf: {
        const ConstantValue wanted = value(reader().argument(call, 0));
        if (is_over() || wanted.kind != Kind::Text || !step(seen.size() / 8)) {
            return leave();
        }
        const std::size_t at = seen.find(wanted.text);
        const bool is_there = at != std::string::npos;
        return id == BuiltinId::StringContains ? ConstantValue::of_bool(is_there)
                                               : ConstantValue::of_number(is_there ? static_cast<double>(at) : -1);
    }
    case BuiltinId::StringSubstring: {
        const double from = std::trunc(number(reader().argument(call, 0)));
        const double length = std::trunc(number(reader().argument(call, 1)));
        const auto size = static_cast<double>(seen.size());
        const double begin = std::clamp(from, 0.0, size);
        const double end = std::clamp(from + length, begin, size);
        return is_over() ? ConstantValue()
                         : ConstantValue::of_text(
                               seen.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
    }
    default: return leave();
    }
}

// ---- assignments

ConstantRun::Place ConstantRun::place_of(NodeId target) {
    Place place;
    const NodeId inside = reader().inside(target);
    const NodeId last = reader().last_part(inside);
    if (tree().kind(inside) == NodeKind::Name) {
        place.name = inside;
    } else if (tree().kind(inside) == NodeKind::Postfix && tree().kind(last) == NodeKind::Index) {
        NodeId before = child(inside, Role::Operand);
        for (const NodeId suffix : tree().children(inside, Role::Item)) {
            before = suffix == last ? before : suffix;
        }
        place.in = postfix(inside, last);
        place.index = last;
        place.key = is_over() ? ConstantValue() : key(last, reader().type(before));
    } else {
        leave();
    }
    return place;
}

ConstantValue ConstantRun::at(const Place& place) {
    if (is_over()) {
        return {};
    }
    return place.name.valid() ? value(place.name) : indexed(place.in, place.key, place.index);
}

void ConstantRun::store(Place& place, NodeId target, ConstantValue given) {
    if (is_over()) {
        return;
    }
    given = fitted(std::move(given), reader().type(reader().inside(target)));
    if (place.name.valid()) {
        const Meaning it = reader().meaning(place.name);
        const auto input =
            std::ranges::find(frame_->inputs, InputId(it.index), &std::pair<InputId, ConstantValue>::first);
        if (it.kind == MeaningKind::Local) {
            set_local(it.index, std::move(given));
        } else if (it.kind == MeaningKind::Input && input != frame_->inputs.end()) {
            input->second = std::move(given);
        } else {
            leave();
        }
        return;
    }
    if (place.in.kind == Kind::Null || place.key.kind == Kind::Null) {
        fault(place.index, "`[ ]` is asked of null, or given null");
    } else if (place.in.kind == Kind::Table) {
        set_entry(place.in, std::move(place.key), std::move(given), place.index);
    } else if (place.in.kind == Kind::List) {
        const std::size_t length = place.in.items.size();
        const std::optional<std::size_t> at = position(place.key, length + 1);
        if (!at) {
            fault(place.index, outside_text(place.key, length));
            return;
        }
        std::vector<ConstantValue>* const items = changed(place.in, place.index);
        if (items != nullptr && *at == length) {
            items->push_back(std::move(given));
        } else if (items != nullptr) {
            (*items)[*at] = std::move(given);
        }
    } else {
        leave();
    }
}

void ConstantRun::assign(NodeId statement) {
    const TokenKind op = tree().token(tree().node(statement).main).kind;
    const NodeId target = child(statement, Role::Target);
    const NodeId given_node = child(statement, Role::Value);
    Place place = place_of(target);
    ConstantValue old = op == TokenKind::Equal ? ConstantValue() : at(place);
    ConstantValue given = value(given_node);
    if (is_over()) {
        return;
    }
    const bool is_text = reader().type_kind(reader().inside(target)) == TypeKind::String;
    const bool adds = op == TokenKind::PlusEqual || op == TokenKind::MinusEqual;
    if (adds && !is_text && old.kind == Kind::Null && place.in.kind == Kind::Table) {
        old = ConstantValue::of_number(0); // a missing number
    }
    if (op == TokenKind::PlusEqual && is_text) {
        given = apply(TokenKind::Plus, old, given, statement);
    } else if (op != TokenKind::Equal && (old.kind == Kind::Null || given.kind == Kind::Null)) {
        fault(statement, "null is used as a number");
    } else if (op != TokenKind::Equal) {
        given = old.kind == Kind::Number && given.kind == Kind::Number
                    ? arithmetic(op, old.number, given.number, given_node)
                    : leave();
    }
    store(place, target, std::move(given));
}

void ConstantRun::increment(NodeId statement) {
    const NodeId target = child(statement, Role::Target);
    Place place = place_of(target);
    const ConstantValue old = at(place);
    const double step_by = tree().token(tree().node(statement).main).kind == TokenKind::PlusPlus ? 1 : -1;
    if (!is_over() && old.kind == Kind::Null && place.in.kind != Kind::Table) {
        fault(statement, "null is used as a number");
    } else if (!is_over() && old.kind != Kind::Null && old.kind != Kind::Number) {
        leave();
    }
    store(place, target, ConstantValue::of_number((old.kind == Kind::Number ? old.number : 0) + step_by));
}

// NOLINTEND(misc-no-recursion)

} // namespace tgdl
