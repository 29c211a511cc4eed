#include "check/other_seat_values.h"

#include <algorithm>

namespace tgdl {

bool OtherSeatValues::is_name(NodeId expression, Symbol name) const {
    const NodeId node = reader_.inside(expression);
    return node.valid() && tree_->kind(node) == NodeKind::Name && tree_->main_symbol(node) == name;
}

// One that was chosen earlier, among all there are.
bool OtherSeatValues::is_free_input(Meaning meaning) const {
    if (meaning.kind != MeaningKind::Input || inputs_ == Inputs::DoNot) {
        return false;
    }
    const Input& input = program_->input(InputId(meaning.index));
    const TypeKind kind = program_->types.kind(input.type);
    const bool is_chosen = input.mode == Input::Mode::Choice || input.mode == Input::Mode::Player;
    if (!is_chosen || !input.place.valid() || input.place.file != reader_.file()
        || (kind != TypeKind::Player && kind != TypeKind::Instance)) {
        return false;
    }
    for (const NodeId clause : tree_->children(input.place.node, Role::Item)) {
        if (tree_->kind(clause) == NodeKind::Options
            || tells_apart(input.name, clause, [](NodeId, NodeId, PassedAs) { return false; })) {
            return false;
        }
    }
    return true;
}

bool OtherSeatValues::is_one(NodeId expression) const {
    const NodeId node = reader_.inside(expression);
    if (!node.valid()) {
        return false;
    }
    switch (tree_->kind(node)) {
    case NodeKind::This: return is_this_;
    case NodeKind::Name:
        return std::ranges::find(names_, tree_->main_symbol(node)) != names_.end()
               || is_free_input(reader_.meaning(node));
    case NodeKind::Infix: { // `victim + 1`
        const NodeId left = tree_->child(node, Role::Operand);
        return reader_.type_kind(left) == TypeKind::Player && is_one(left);
    }
    case NodeKind::Postfix: {
        NodeId before;
        NodeId last;
        std::size_t parts = 0;
        for (const NodeId part : tree_->children(node)) {
            before = last;
            last = part;
            ++parts;
        }
        return parts == 2 && is_seat(last, before);
    }
    default: return false;
    }
}

bool OtherSeatValues::is_seat(NodeId index, NodeId before) const {
    return tree_->kind(index) == NodeKind::Index && before.valid()
           && reader_.meaning(before).kind == MeaningKind::SeatInstances && is_one(tree_->child(index, Role::Value));
}

bool OtherSeatValues::is_list_of_them(NodeId expression) const {
    const NodeId node = reader_.inside(expression);
    const auto asked = node.valid() ? reader_.builtin_at_end(node) : std::nullopt;
    if (asked == BuiltinId::PlayerAll) {
        return true;
    }
    return asked == BuiltinId::All && !reader_.argument(reader_.last_part(node), 0).valid();
}

bool OtherSeatValues::tells_apart(Symbol name, NodeId code, const ReadsHidden& reads_hidden) const {
    if (tree_->kind(code) == NodeKind::Infix) {
        NodeId left;
        for (const NodeId operand : tree_->children(code, Role::Operand)) {
            if (left.valid() && tree_->token(tree_->operator_before(operand)).kind == TokenKind::EqualEqual
                && (is_name(left, name) || is_name(operand, name))) {
                return true;
            }
            left = operand;
        }
    }
    if (tree_->kind(code) == NodeKind::Postfix && is_given_to_function(name, code, reads_hidden)) {
        return true;
    }
    for (const NodeId child : tree_->children(code)) {
        if (tells_apart(name, child, reads_hidden)) {
            return true;
        }
    }
    return false;
}

// `k.player`, `Mine(k)`, `k.IsMine()`
bool OtherSeatValues::is_given_to_function(Symbol name, NodeId postfix, const ReadsHidden& reads_hidden) const {
    const bool begins_with_name = is_name(tree_->child(postfix, Role::Operand), name);
    NodeId before;
    for (const NodeId part : tree_->children(postfix)) {
        const Meaning meaning = reader_.meaning(part);
        const bool asks_owner = meaning.kind == MeaningKind::Builtin
                                && (meaning.index == static_cast<std::uint32_t>(BuiltinId::InstancePlayer)
                                    || meaning.index == static_cast<std::uint32_t>(BuiltinId::InstancePlayers));
        if (begins_with_name && asks_owner) {
            return true;
        }
        if (tree_->kind(part) == NodeKind::Call && before.valid()
            && reader_.called(part, before).kind == MeaningKind::Function) {
            bool is_given = begins_with_name;
            for (const NodeId argument : tree_->children(part, Role::Item)) {
                is_given = is_given || is_name(tree_->child(argument, Role::Value), name);
            }
            if (is_given && !reads_hidden(part, before, begins_with_name ? PassedAs::AsThis : PassedAs::AsArgument)) {
                return true;
            }
        }
        before = tree_->kind(part) == NodeKind::TypeArguments ? before : part;
    }
    return false;
}

} // namespace tgdl
