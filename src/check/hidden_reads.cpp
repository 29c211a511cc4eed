#include "check/hidden_reads.h"

#include "check/effect_words.h"

#include <ranges>

namespace tgdl {

// ---- functions ------------------------------------------------------------------------------------------------------

const std::optional<FunctionReads::Found>& FunctionReads::find(FunctionId id, const Given& given) {
    static const std::optional<Found> nothing;
    const Function& function = program_.function(id);
    // Which one runs is not known where there are others in its place.
    const bool is_certain = function.slot == id && function.overridden_by.empty() && function.place.valid();
    const std::tuple key(id, given.parameter, given.what);
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
    const NodeId effect = tree.child(function.place.node, Role::Effect);
    if (!effect.valid()) {
        return std::nullopt;
    }
    HiddenReads reads(program_, visibility_, *this, function.place.file, HiddenReads::Hidden::FromEverybody);
    if (!given.what.empty() && given.parameter < function.inputs.size()) {
        reads.set_hidden_candidate(program_.input(function.inputs[given.parameter]).name, given.what);
    }
    const std::optional<HiddenRead> read = reads.find(effect);
    if (!read) {
        return std::nullopt;
    }
    return Found{read->what, read->inside ? read->inside->place : tree.name_span(read->node)};
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

std::optional<HiddenRead> HiddenReads::find_in_function(NodeId call, NodeId before) const {
    const Meaning called = reader_.called(call, before);
    if (called.kind != MeaningKind::Function) {
        return std::nullopt;
    }
    FunctionReads::Given given;
    std::size_t position = 0;
    for (const NodeId argument : tree_.children(call, Role::Item)) {
        const NodeId value = tree_.child(argument, Role::Value);
        const bool has_name = tree_.node(argument).main.valid();
        const std::string what = value.valid() && !has_name ? hidden_value(value) : std::string();
        if (!what.empty()) {
            given = {position, what};
            break;
        }
        ++position;
    }
    const FunctionId function(called.index);
    const std::optional<FunctionReads::Found>& found = functions_.find(function, given);
    if (!found) {
        return std::nullopt;
    }
    const std::string name(program_.text(program_.function(function).name));
    return HiddenRead{before, found->what, HiddenRead::Inside{name, found->place}};
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
    if (meaning.kind != MeaningKind::Attribute || visibility_.of(AttributeId(meaning.index)) != Sight::Nobody) {
        return std::nullopt;
    }
    return HiddenRead{name, attribute_words(AttributeId(meaning.index)), {}};
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
            return HiddenRead{part, taken, {}};
        }
        if (reads && meaning.kind == MeaningKind::Attribute && hides(AttributeId(meaning.index), at)) {
            return HiddenRead{part, attribute_words(AttributeId(meaning.index)), {}};
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
        if (auto found = find_in_function(at.part, at.before)) {
            return found;
        }
    }
    const bool question =
        is_call && at.second.valid() && reader_.called(at.part, at.before).kind == MeaningKind::Question;
    const auto deck = question ? hidden_deck(at.second, at.third) : std::nullopt;
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
    std::optional<HiddenRead> found;
    for (const NodeId statement : tree_.children(block)) {
        found = find(statement);
        if (found) {
            break;
        }
        note_variable(statement);
    }
    candidates_.resize(outer);
    return found;
}

// `Card top = deck.peek();`, `List<Card> low = deck.where(c: …);`
void HiddenReads::note_variable(NodeId statement) {
    const NodeId value = tree_.child(statement, Role::Value);
    if (tree_.kind(statement) == NodeKind::Local && value.valid()) {
        const std::string list = hidden_list(value);
        candidates_.push_back({tree_.main_symbol(statement), list.empty() ? hidden_value(value) : list, !list.empty()});
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
    return deck ? find_with(tree_.main_symbol(loop), *deck, body) : find(body);
}

// Is the attribute hidden from whoever acts, when it is read after `before`?
bool HiddenReads::hides(AttributeId attribute, const Window& at) const {
    const Type& receiver = program_.types.get(reader_.type(at.before));
    const Sight of_type = receiver.kind == TypeKind::Instance ? visibility_.of(receiver.def) : Sight::Everyone;
    const Sight of_attribute = visibility_.of(attribute);
    if (of_type == Sight::Nobody || of_attribute == Sight::Nobody) {
        return true;
    }
    if (of_type != Sight::Owner && of_attribute != Sight::Owner) {
        return false;
    }
    return hidden_ == Hidden::FromSomebody || (hidden_ == Hidden::FromActing && is_another_seat(at));
}

// `Seat[player.active() + 1]`: the one who acts does not own it.
bool HiddenReads::is_another_seat(const Window& at) const {
    if (tree_.kind(at.before) != NodeKind::Index || !at.second.valid()
        || reader_.meaning(at.second).kind != MeaningKind::SeatInstances) {
        return false;
    }
    const NodeId infix = reader_.inside(tree_.child(at.before, Role::Value));
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
