#include "check/hidden_reads.h"

#include "check/effect_words.h"

#include <algorithm>
#include <ranges>

namespace tgdl {

// ---- functions ------------------------------------------------------------------------------------------------------

const std::optional<FunctionReads::Found>& FunctionReads::find(FunctionId id, const Given& given) {
    static const std::optional<Found> nothing;
    const Function& function = program_.function(id);
    // Which one runs is not known where there are others in its place.
    const bool is_certain = function.slot == id && function.overridden_by.empty() && function.place.valid();
    const std::tuple key(id, given.parameter, given.what, given.is_any_seat);
    const auto known = found_.find(key);
    if (known != found_.end()) {
        return known->second;
    }
    if (!is_certain || depth_ == kDeepest || found_.size() == kMost) {
        return nothing;
    }
    std::optional<Found>& found = found_[key]; // nothing, for one that calls itself
    ++depth_;
    found = look_into(function, given);
    --depth_;
    return found;
}

std::optional<FunctionReads::Found> FunctionReads::look_into(const Function& function, const Given& given) {
    const Tree& tree = program_.tree(function.place);
    const NodeId effect = tree.child(function.place.node, code_role(function.kind));
    if (!effect.valid()) {
        return std::nullopt;
    }
    HiddenReads reads(program_, visibility_, *this, function.place.file, HiddenReads::Hidden::FromEverybody);
    if (!given.what.empty() && given.parameter < function.inputs.size()) {
        reads.set_hidden_candidate(program_.input(function.inputs[given.parameter]).name, given.what);
    }
    if (given.is_any_seat && given.parameter == kThis) {
        reads.set_any_seat_this();
    } else if (given.is_any_seat && given.parameter < function.inputs.size()) {
        const Symbol name = program_.input(function.inputs[given.parameter]).name;
        if (!reads.tells_apart(name, effect)) {
            reads.set_any_seat(name);
        }
    }
    reads.set_scope({effect});
    const std::optional<HiddenRead> read = reads.find(effect);
    if (!read) {
        return std::nullopt;
    }
    return Found{read->what, read->inside ? read->inside->place : tree.name_span(read->node), read->unless};
}

// ---- code -----------------------------------------------------------------------------------------------------------

std::optional<HiddenRead> HiddenReads::find(NodeId node) {
    switch (tree_.kind(node)) {
    case NodeKind::Postfix: return find_in_parts(node);
    case NodeKind::Name: return find_own_attribute(node);
    case NodeKind::ForEach: return find_in_walk(node);
    case NodeKind::Block: return find_in_block(node);
    case NodeKind::Assign: return find_in_assignment(node);
    default: return find_in_children(node);
    }
}

// What a computed attribute reads; `of_anybody`: of something that may be anybody's.
std::optional<HiddenRead> HiddenReads::find_in_computed(AttributeId id, NodeId node, bool of_anybody) const {
    const Attribute& attribute = program_.attribute(id);
    if (!attribute.computed.valid()) {
        return std::nullopt; // or in some derived type only
    }
    const FunctionReads::Given given =
        of_anybody ? FunctionReads::Given{FunctionReads::kThis, {}, true} : FunctionReads::Given{};
    const std::optional<FunctionReads::Found>& found = functions_.find(attribute.computed, given);
    if (!found || (found->unless != nullptr && asks_for_one_of(*found->unless))) {
        return std::nullopt;
    }
    return HiddenRead{node, found->what, HiddenRead::Inside{std::string(program_.text(attribute.name)), found->place},
                      found->unless};
}

// What a call hands to the function, as far as it may be hidden: the first such thing.
FunctionReads::Given HiddenReads::given_to(NodeId call, OtherSeatValues::PassedAs passed_as) const {
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const NodeId value = tree_.child(argument, Role::Value);
        const bool has_name = tree_.node(argument).main.valid();
        if (value.valid() && !has_name) {
            if (std::string what = hidden_value(value); !what.empty()) {
                return {position, std::move(what), false};
            }
            if (any_seat_.is_one(value) || (hidden_ == Hidden::FromActing && is_next_player(value))) {
                return {position, {}, true};
            }
        }
        ++position;
    }
    return passed_as == OtherSeatValues::PassedAs::AsThis ? FunctionReads::Given{FunctionReads::kThis, {}, true}
                                                          : FunctionReads::Given{};
}

std::optional<HiddenRead> HiddenReads::find_in_function(NodeId call, NodeId before,
                                                        OtherSeatValues::PassedAs passed_as) const {
    const Meaning called = reader_.called(call, before);
    const bool is_score =
        called.kind == MeaningKind::Builtin && called.index == static_cast<std::uint32_t>(BuiltinId::Score);
    const FunctionId function = is_score ? program_.scores.score : FunctionId(called.index);
    if ((called.kind != MeaningKind::Function && !is_score) || !function.valid()) {
        return std::nullopt;
    }
    const std::optional<FunctionReads::Found>& found = functions_.find(function, given_to(call, passed_as));
    if (!found || (found->unless != nullptr && asks_for_one_of(*found->unless))) {
        return std::nullopt;
    }
    const std::string name(program_.text(program_.function(function).name));
    return HiddenRead{before, found->what, HiddenRead::Inside{name, found->place}, found->unless};
}

bool HiddenReads::tells_apart(Symbol name, NodeId code) const {
    return any_seat_.tells_apart(name, code, [&](NodeId call, NodeId before, OtherSeatValues::PassedAs passed_as) {
        HiddenReads reads = *this;
        reads.set_any_seat(name);
        return reads.find_in_function(call, before, passed_as).has_value();
    });
}

std::optional<std::string> HiddenReads::hidden_deck(NodeId part, NodeId before) const {
    if (tree_.kind(part) == NodeKind::Name) {
        if (std::string what = candidate_words(tree_.main_symbol(part), true); !what.empty()) {
            return what;
        }
    }
    const Type& type = program_.types.get(reader_.type(part));
    if (type.kind != TypeKind::Instance || !visibility_.hides_contents(type.def) || is_discards(part, before)) {
        return std::nullopt;
    }
    return "what lies face down in " + with_article(program_.text(program_.def(type.def).name));
}

bool HiddenReads::is_discards(NodeId part, NodeId before) const {
    for (const NodeId node : {part, before}) {
        const Meaning meaning = reader_.meaning(node);
        if (meaning.kind == MeaningKind::Builtin
            && meaning.index == static_cast<std::uint32_t>(BuiltinId::DeckDiscardStack)) {
            return true;
        }
    }
    return reader_.builtin_at_end(part) == BuiltinId::DeckDiscardStack;
}

std::optional<HiddenRead> HiddenReads::find_own_attribute(NodeId name) const {
    const Meaning meaning = reader_.meaning(name);
    if (meaning.kind != MeaningKind::Attribute) {
        return std::nullopt;
    }
    const AttributeId attribute(meaning.index);
    const bool is_hidden = visibility_.of(attribute) == Sight::Nobody
                           || (any_seat_.is_this() && is_seen_by_owner(attribute, Sight::Everyone));
    return is_hidden ? std::optional(read_of(attribute, name)) : find_in_computed(attribute, name, any_seat_.is_this());
}

HiddenRead HiddenReads::read_of(AttributeId attribute, NodeId node) const {
    return {node, attribute_words(attribute), {}, visibility_.owner_or_when(attribute)};
}

std::string HiddenReads::attribute_words(AttributeId id) const {
    const Attribute& attribute = program_.attribute(id);
    const std::string owner =
        attribute.owner.valid() ? std::string(program_.text(program_.def(attribute.owner).name)) : std::string("it");
    return "`" + std::string(program_.text(attribute.name)) + "` of `" + owner + "`";
}

std::optional<HiddenRead> HiddenReads::find_in_children(NodeId node) {
    for (const NodeId child : tree_.children(node)) {
        if (auto found = find(child)) {
            return found;
        }
    }
    return std::nullopt;
}

// Code in which this name stands for something out of a hidden place.
std::optional<HiddenRead> HiddenReads::find_with(Symbol name, const std::string& what, NodeId code) {
    candidates_.push_back({name, what, false});
    auto found = find(code);
    candidates_.pop_back();
    return found;
}

// Code in which this name stands for something of anybody, unless it tells whose.
std::optional<HiddenRead> HiddenReads::find_with_any_seat(Symbol name, NodeId code) {
    const std::size_t outer = any_seat_.size();
    if (!tells_apart(name, code)) {
        any_seat_.add(name);
    }
    auto found = find(code);
    any_seat_.resize(outer);
    return found;
}

// `hand.cards.length`: of a hidden collection the length is seen.
bool HiddenReads::asks_length(NodeId part) const {
    const NodeId next = tree_.node(part).next;
    const Meaning meaning = next.valid() ? reader_.meaning(next) : Meaning{};
    const auto id = static_cast<BuiltinId>(meaning.index);
    return meaning.kind == MeaningKind::Builtin
           && (id == BuiltinId::ListLength || id == BuiltinId::TableLength || id == BuiltinId::StackLength);
}

std::optional<HiddenRead> HiddenReads::find_in_parts(NodeId postfix) {
    Window at;
    std::string taken; // not empty: the part before gave something out of a hidden place
    for (const NodeId part : tree_.children(postfix)) {
        if (tree_.kind(part) == NodeKind::TypeArguments) {
            continue;
        }
        at = {part, at.part, at.before, at.second};
        const Meaning meaning = reader_.meaning(part);
        const bool reads = tree_.kind(part) == NodeKind::Member
                           && (meaning.kind == MeaningKind::Attribute || meaning.kind == MeaningKind::Function);
        if (reads && !taken.empty()) {
            return HiddenRead{part, taken, {}, nullptr};
        }
        if (reads && meaning.kind == MeaningKind::Attribute && hides(AttributeId(meaning.index), at)
            && !asks_length(part)) {
            return read_of(AttributeId(meaning.index), part);
        }
        if (reads && meaning.kind == MeaningKind::Attribute) {
            if (auto found = find_in_computed(AttributeId(meaning.index), part, is_other_seat(at))) {
                return found;
            }
        }
        if (auto found = find_inside_part(at)) {
            return found;
        }
        taken = takes_from_hidden(at);
    }
    return std::nullopt;
}

// The arguments of a call, the value of an index. `deck.any(c: c.rank == 1)` asks about hidden things.
std::optional<HiddenRead> HiddenReads::find_inside_part(const Window& at) {
    const bool is_call = tree_.kind(at.part) == NodeKind::Call && at.before.valid();
    if (is_call) {
        const bool is_method =
            at.second.valid() ? is_other_seat({at.before, at.second, at.third, {}}) : is_own_call(at);
        if (auto found = find_in_function(at.part, at.before,
                                          is_method ? OtherSeatValues::PassedAs::AsThis
                                                    : OtherSeatValues::PassedAs::AsArgument)) {
            return found;
        }
    }
    const bool question =
        is_call && at.second.valid() && reader_.called(at.part, at.before).kind == MeaningKind::Question;
    const auto deck = question ? hidden_deck(at.second, at.third) : std::nullopt;
    if (!deck && question && is_list_of_any_seat(at)) {
        for (const NodeId argument : tree_.children(at.part, Role::Item)) {
            if (auto found = find_with_any_seat(tree_.main_symbol(argument), argument)) {
                return found;
            }
        }
        return std::nullopt;
    }
    if (!deck) {
        return at.before.valid() ? find_in_children(at.part) : find(at.part);
    }
    for (const NodeId argument : tree_.children(at.part, Role::Item)) {
        if (auto found = find_with(tree_.main_symbol(argument), *deck, argument)) {
            return found;
        }
    }
    return std::nullopt;
}

// Not empty when the part is a card in a hidden place: `deck.peek()`, `deck[0]`, a candidate from there.
std::string HiddenReads::takes_from_hidden(const Window& at) const {
    if (!at.before.valid()) {
        return tree_.kind(at.part) == NodeKind::Name ? candidate_words(tree_.main_symbol(at.part), false)
                                                     : std::string();
    }
    if (tree_.kind(at.part) == NodeKind::Index) {
        return hidden_deck(at.before, at.second).value_or("");
    }
    const Meaning called = tree_.kind(at.part) == NodeKind::Call ? reader_.called(at.part, at.before) : Meaning{};
    if (called.kind != MeaningKind::Builtin || !at.second.valid()) {
        return {};
    }
    const auto id = static_cast<BuiltinId>(called.index);
    const bool takes = id == BuiltinId::StackPeek || id == BuiltinId::StackPop || id == BuiltinId::StackPopFront;
    return takes ? hidden_deck(at.second, at.third).value_or("") : std::string();
}

HiddenReads::Window HiddenReads::end_of(NodeId expression) const {
    const NodeId node = reader_.inside(expression);
    if (tree_.kind(node) != NodeKind::Postfix) {
        return {node, {}, {}, {}};
    }
    Window at;
    for (const NodeId part : tree_.children(node)) {
        at = tree_.kind(part) == NodeKind::TypeArguments ? at : Window{part, at.part, at.before, at.second};
    }
    return at;
}

// The same for a whole expression.
std::string HiddenReads::hidden_value(NodeId expression) const {
    return takes_from_hidden(end_of(expression));
}

// Not empty when the expression is a list of cards in a hidden place: `deck.where(c: …)`.
std::string HiddenReads::hidden_list(NodeId expression) const {
    const Window at = end_of(expression);
    const Type& type = program_.types.get(reader_.type(reader_.inside(expression)));
    const bool asks = tree_.kind(at.part) == NodeKind::Call && at.second.valid() && type.kind == TypeKind::List
                      && program_.types.kind(type.a) == TypeKind::Instance
                      && reader_.called(at.part, at.before).kind == MeaningKind::Question;
    return asks ? hidden_deck(at.second, at.third).value_or("") : std::string();
}

std::string HiddenReads::candidate_words(Symbol name, bool is_list) const {
    for (const Candidate& candidate : std::ranges::reverse_view(candidates_)) {
        if (candidate.name == name) {
            return candidate.is_list == is_list ? candidate.what : std::string();
        }
    }
    return {};
}

// The variables of a block end with it.
std::optional<HiddenRead> HiddenReads::find_in_block(NodeId block) {
    const std::size_t outer = candidates_.size();
    const std::size_t outer_seats = any_seat_.size();
    std::optional<HiddenRead> found;
    for (const NodeId statement : tree_.children(block)) {
        found = find(statement);
        if (found) {
            break;
        }
        record_variable(statement, block);
    }
    candidates_.resize(outer);
    any_seat_.resize(outer_seats);
    return found;
}

// `Card top = deck.peek();`, `List<Card> low = deck.where(c: …);`, `Knight knight = Knight[victim];`
void HiddenReads::record_variable(NodeId statement, NodeId block) {
    const NodeId value = tree_.child(statement, Role::Value);
    if (tree_.kind(statement) == NodeKind::Local && value.valid()) {
        const std::string list = hidden_list(value);
        candidates_.push_back({tree_.main_symbol(statement), list.empty() ? hidden_value(value) : list, !list.empty()});
    }
    const bool is_any_seat = tree_.kind(statement) == NodeKind::Local && value.valid()
                             && (any_seat_.is_one(value) || (hidden_ == Hidden::FromActing && is_next_player(value)));
    if (is_any_seat && !tells_apart(tree_.main_symbol(statement), block)) {
        any_seat_.add(tree_.main_symbol(statement));
    }
}

// Afterwards the variable may be anything.
std::optional<HiddenRead> HiddenReads::find_in_assignment(NodeId assign) {
    auto found = find_in_children(assign);
    const NodeId target = tree_.child(assign, Role::Target);
    for (Candidate& candidate : candidates_) {
        if (target.valid() && tree_.kind(target) == NodeKind::Name && tree_.main_symbol(target) == candidate.name) {
            candidate.what.clear();
        }
    }
    return found;
}

// `foreach (Card c in deck) { … c.rank … }`.
std::optional<HiddenRead> HiddenReads::find_in_walk(NodeId loop) {
    const NodeId walked = tree_.child(loop, Role::Value);
    const NodeId body = tree_.child(loop, Role::Body);
    if (!walked.valid() || !body.valid()) {
        return find_in_children(loop);
    }
    if (auto found = find(walked)) {
        return found;
    }
    const auto deck = hidden_deck(reader_.inside(walked), {});
    if (deck) {
        return find_with(tree_.main_symbol(loop), *deck, body);
    }
    return hidden_ == Hidden::FromActing && any_seat_.is_list_of_them(walked)
               ? find_with_any_seat(tree_.main_symbol(loop), body)
               : find(body);
}

// Is the attribute hidden from whoever acts, when it is read after `before`?
bool HiddenReads::hides(AttributeId attribute, const Window& at) const {
    const Type& receiver = program_.types.get(reader_.type(at.before));
    const Sight of_type = receiver.kind == TypeKind::Instance ? visibility_.of(receiver.def) : Sight::Everyone;
    if (of_type == Sight::Nobody || visibility_.of(attribute) == Sight::Nobody) {
        return true;
    }
    return is_seen_by_owner(attribute, of_type) && is_other_seat(at);
}

// Is what stands before the part another player's than the one's who acts, or may it be?
bool HiddenReads::is_other_seat(const Window& at) const {
    return (hidden_ == Hidden::FromActing && is_another_seat(at)) || is_any_seat(at.before, at.second);
}

// `F()` in the type that has it, where `this` may be anybody's.
bool HiddenReads::is_own_call(const Window& at) const {
    const Meaning called = reader_.called(at.part, at.before);
    return any_seat_.is_this() && called.kind == MeaningKind::Function
           && program_.functions[called.index].owner.valid();
}

// By nobody else, as far as this code asks.
bool HiddenReads::is_seen_by_owner(AttributeId attribute, Sight of_type) const {
    if (of_type == Sight::Owner || visibility_.of(attribute) == Sight::Owner) {
        return true;
    }
    const std::vector<AskedAttribute>* const unless = visibility_.owner_or_when(attribute);
    return unless != nullptr && !asks_for_one_of(*unless);
}

bool HiddenReads::asks_for_one_of(const std::vector<AskedAttribute>& conditions) const {
    using As = AskedAttribute::As;
    std::vector<AskedAttribute> asked;
    for (const NodeId code : scope_) {
        collect_asked(program_, {reader_.file(), code}, As::True, asked);
    }
    return std::ranges::any_of(asked, [&](const AskedAttribute& one) {
        return std::ranges::any_of(conditions, [&](const AskedAttribute& condition) {
            return one.attribute == condition.attribute
                   && (one.as == As::Value || condition.as == As::Value || one.as == condition.as);
        });
    });
}

// `Knight[victim]`, or a name at the beginning, that may stand for something of another player.
bool HiddenReads::is_any_seat(NodeId part, NodeId before) const {
    if (tree_.kind(part) != NodeKind::Index) {
        return !before.valid() && any_seat_.is_one(part);
    }
    const bool is_some_seat = is_shown_to_all_ && program_.max_players > 1 && before.valid()
                              && reader_.meaning(before).kind == MeaningKind::SeatInstances;
    return is_some_seat || any_seat_.is_seat(part, before);
}

// `player.all().any(p: …)`, `all<Knight>().any(k: …)`
bool HiddenReads::is_list_of_any_seat(const Window& at) const {
    if (hidden_ != Hidden::FromActing || tree_.kind(at.second) != NodeKind::Call || !at.third.valid()) {
        return false;
    }
    const Meaning called = reader_.called(at.second, at.third);
    const bool is_builtin = called.kind == MeaningKind::Builtin;
    const auto id = static_cast<BuiltinId>(called.index);
    return is_builtin
           && (id == BuiltinId::PlayerAll || (id == BuiltinId::All && !reader_.argument(at.second, 0).valid()));
}

// `Seat[player.active() + 1]`: the one who acts does not own it.
bool HiddenReads::is_another_seat(const Window& at) const {
    return tree_.kind(at.before) == NodeKind::Index && at.second.valid()
           && reader_.meaning(at.second).kind == MeaningKind::SeatInstances
           && is_next_player(tree_.child(at.before, Role::Value));
}

// `player.active() + 1`
bool HiddenReads::is_next_player(NodeId expression) const {
    const NodeId infix = reader_.inside(expression);
    if (!infix.valid() || tree_.kind(infix) != NodeKind::Infix) {
        return false;
    }
    const NodeId left = tree_.child(infix, Role::Operand);
    const NodeId right = tree_.node(left).next;
    const auto distance = right.valid() ? reader_.constant_number(right) : std::nullopt;
    const auto start = reader_.builtin_at_end(left);
    return distance && *distance == 1.0 && !tree_.node(right).next.valid() && program_.min_players > 1
           && (start == BuiltinId::PlayerActive || start == BuiltinId::InstancePlayer);
}

} // namespace tgdl
