// `a.b`, `a[i]`: members and places of values, from left to right along a chain.
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/suggest.h"
#include "syntax/words.h"

namespace tgdl {

Given BodyChecker::check_postfix(NodeId node) {
    const NodeId primary = child(node, Role::Operand);
    const Tree::ChildRange suffixes = tree_->children(node, Role::Item);
    Link link;
    if (!primary.valid()) {
        return error_value();
    }
    auto suffix = suffixes.begin();
    if (tree_->kind(primary) == NodeKind::Name) {
        link = check_name(primary);
        // In the code of a group `rows` is how many it has; with a type behind it, it is the built-in.
        const bool has_types = suffix != suffixes.end() && tree_->kind(*suffix) == NodeKind::TypeArguments;
        if (has_types && link.name == word::rows && meaning(primary).kind == MeaningKind::Builtin) {
            link = link_builtin(*find_builtin(Receiver::Free, "rows"), {}, primary, word::rows);
        }
    } else if (tree_->kind(primary) == NodeKind::BaseWord) {
        link = suffix != suffixes.end() ? check_base_member(*suffix) : error_link(primary);
        if (suffix != suffixes.end()) {
            ++suffix;
        }
    } else {
        const Given value = check_value(primary);
        link = value_link(value.type, primary, value.nullness);
        link.path = path_of(primary);
    }
    while (suffix != suffixes.end()) {
        const NodeId at = *suffix;
        ++suffix;
        const NodeId next = suffix != suffixes.end() ? *suffix : NodeId();
        if (link.kind == Link::Kind::Value && tree_->kind(primary) == NodeKind::Name && link.node == primary) {
            record(primary, link.value.type);
        }
        chain_begin_ = span(node).begin;
        link = check_suffix(link, at, next);
        check_for_people(node, at, next);
        if (link.kind == Link::Kind::Value) {
            record(at, link.value.type);
        }
    }
    const Given value = value_of(link);
    record(link.node, value.type);
    return value;
}

BodyChecker::Link BodyChecker::check_suffix(const Link& link, NodeId suffix, NodeId next) {
    const bool known_bad = link.kind == Link::Kind::Value && relations_.is_error(link.value.type);
    switch (tree_->kind(suffix)) {
    case NodeKind::Member: return known_bad ? error_link(suffix) : check_member(link, suffix);
    case NodeKind::Call:
        if (known_bad) {
            for (const NodeId argument : tree_->children(suffix, Role::Item)) {
                const NodeId value = child(argument, Role::Value);
                const bool may_be_question = tree_->node(argument).main.valid();
                if (value.valid() && !may_be_question && tree_->kind(value) != NodeKind::CollectionLiteral
                    && !names_type(value)) {
                    check_expression(value);
                }
            }
            return error_link(suffix);
        }
        return check_call(link, suffix);
    case NodeKind::Index: return check_index(link, suffix, next);
    case NodeKind::TypeArguments: return known_bad ? error_link(suffix) : check_type_arguments(link, suffix);
    default: return error_link(suffix);
    }
}

BodyChecker::Link BodyChecker::check_member(const Link& link, NodeId member) {
    const TokenId token = tree_->node(member).main;
    if (!token.valid()) {
        return error_link(member);
    }
    const Symbol name = tree_->token(token).symbol;
    switch (link.kind) {
    case Link::Kind::Word: return check_word_member(link, member, name);
    case Link::Kind::Alias: {
        if (link.index >= program_.files.size()) {
            return error_link(member); // the import itself was reported
        }
        const DefinitionMap& own = program_.files[link.index].own;
        const auto found = own.find(name);
        if (found != own.end()) {
            return link_definition(found->second, member, name);
        }
        Diagnostic& problem = report(DiagnosticKind::UnknownMember, tree_->span(token),
                                     "the file imported as `" + text(link.name) + "`", text(name));
        std::vector<std::string_view> candidates;
        for (const auto& entry : own) {
            candidates.push_back(program_.text(entry.first));
        }
        suggest(diagnostics_, problem, tree_->span(token), program_.text(name), candidates);
        return error_link(member);
    }
    case Link::Kind::Action: {
        if (program_.text(name) == "allowed") {
            record(member, MeaningKind::ActionAllowed, link.index);
            Link allowed = value_link(types_.boolean, member, Nullness::NotNull);
            allowed.receiver = link.receiver;
            return allowed;
        }
        if (program_.text(name) == "possible") {
            record(member, MeaningKind::ActionPossible, link.index);
            Link possible = link;
            possible.kind = Link::Kind::Possible;
            possible.node = member;
            return possible;
        }
        report(DiagnosticKind::UnknownMember, tree_->span(token), "the action `" + text(link.name) + "`", text(name))
            .with_help("an action has `allowed` and `possible()`");
        return error_link(member);
    }
    case Link::Kind::Value: return check_value_member(link, member, name);
    case Link::Kind::Builtin: {
        const Given value = value_of(link);
        Link receiver = value_link(value.type, link.node, value.nullness);
        return relations_.is_error(value.type) ? error_link(member) : check_value_member(receiver, member, name);
    }
    case Link::Kind::TypeName:
    case Link::Kind::Seats: return check_type_member(link, member, name);
    case Link::Kind::Function:
    case Link::Kind::Possible:
    case Link::Kind::GroupRow:
    case Link::Kind::Of: value_of(link); return error_link(member);
    }
    return error_link(member);
}

// `Goods.Wool`, `Goods.all()`.
BodyChecker::Link BodyChecker::check_type_member(const Link& link, NodeId member, Symbol name) {
    const TypeDefId id(link.index);
    const TypeDef& def = program_.def(id);
    if (def.kind != DefKind::Enum) {
        const Member* found = program_.find_member(id, name);
        if (found != nullptr && found->kind == MemberKind::Constant) {
            return link_constant(ConstantId(found->index), member, name);
        }
        if (!report_used_as_one(link, UsedAs::TheOne, name)) {
            value_of(link);
        }
        return error_link(member);
    }
    if (name == word::all) {
        return link_builtin(builtin(BuiltinId::EnumAll), {def.type, Nullness::NotNull}, member, name);
    }
    const auto found = def.members.find(name);
    if (found != def.members.end() && found->second.kind == MemberKind::Constant) {
        return link_constant(ConstantId(found->second.index), member, name);
    }
    if (found != def.members.end() && found->second.kind == MemberKind::EnumValue) {
        return link_enum_value(id, found->second.index, member, name);
    }
    const Span place = tree_->name_span(member);
    Diagnostic& problem = report(DiagnosticKind::UnknownMember, place, "the enum `" + text(def.name) + "`", text(name));
    if (found != def.members.end()) {
        const Symbol first = def.values.empty() ? Symbol() : def.values.front().name;
        problem.with_help("it is asked of a value: `" + written_type(id) + "." + text(first) + "." + text(name)
                          + "()`");
        return error_link(member);
    }
    if (program_.text(name) == "length" || program_.text(name) == "count") {
        problem.with_help("write `" + written_type(id) + ".all().length`");
        return error_link(member);
    }
    std::vector<std::string_view> names{"all"};
    for (const EnumValue& value : def.values) {
        names.push_back(program_.text(value.name));
    }
    suggest(diagnostics_, problem, place, program_.text(name), names);
    return error_link(member);
}

BodyChecker::Link BodyChecker::check_word_member(const Link& link, NodeId member, Symbol name) {
    const Span place = tree_->name_span(member);
    if (link.word == Receiver::EventWord) {
        if (const Builtin* entry = find_builtin(Receiver::EventWord, program_.text(name))) {
            return link_builtin(*entry, {}, member, name);
        }
        const Given event = value_of(link);
        if (relations_.is_error(event.type)) {
            return error_link(member);
        }
        record(link.node, event.type);
        Link receiver = value_link(event.type, link.node, event.nullness);
        receiver.path.root = Path::Root::Event;
        return check_value_member(receiver, member, name);
    }
    if (link.word == Receiver::TurnWord && name == word::phase) {
        Link phase;
        phase.kind = Link::Kind::Word;
        phase.word = Receiver::PhaseWord;
        phase.node = member;
        phase.name = name;
        return phase;
    }
    if (const Builtin* entry = find_builtin(link.word, program_.text(name))) {
        return link_builtin(*entry, {}, member, name);
    }
    Diagnostic& problem = report(DiagnosticKind::UnknownMember, place, "`" + text(link.name) + "`", text(name));
    const std::string_view said = program_.text(name);
    if (link.word == Receiver::PlayerWord && (said == "next" || said == "win")) {
        problem.with_help(said == "next" ? "the next player is `player.active() + 1`"
                                         : "write `winner p;` for player p");
        return error_link(member);
    }
    if (link.word == Receiver::PhaseWord && (said == "next" || said == "pass" || said == "end")) {
        problem.with_help("write `turn.pass(player.active(), \"…\");` with the name of the next phase");
        return error_link(member);
    }
    if (const SeatMember meant = link.word == Receiver::PlayerWord ? find_seat_member(name) : SeatMember();
        meant.member == said && !said.empty()) {
        problem.with_help("what each player has is in `" + meant.type + "`: write `" + meant.type + "[player.active()]."
                          + meant.member + "` for whose turn it is");
        return error_link(member);
    }
    if (find_builtin(Receiver::Free, program_.text(name)) != nullptr) {
        problem.with_help("`" + text(name) + "(…)` stands by itself, without `" + text(link.name) + ".`");
        return error_link(member);
    }
    suggest(diagnostics_, problem, place, program_.text(name), builtin_names(link.word));
    return error_link(member);
}

// Older spellings of members (docs/reference/text.md#26), where no such member is declared.
Symbol BodyChecker::renew_spelling(NodeId member, Symbol name, TypeId type) {
    const char* newer = nullptr;
    if (name == word::lenght && find_value_builtin(type, "length") != nullptr) {
        newer = "length";
    } else if (name == word::assign_to && find_value_builtin(type, "assign") != nullptr) {
        newer = "assign";
    } else if (name == word::placeables && find_value_builtin(type, "interactables") != nullptr) {
        newer = "interactables";
    } else {
        return name;
    }
    const Span place = tree_->name_span(member);
    report(DiagnosticKind::OlderSpelling, place, text(name), newer)
        .with_help(older_spelling_help(newer, program_.files[file_.index()].formatting()))
        .replace(place, newer);
    return program_.names.intern(newer);
}

BodyChecker::Link BodyChecker::check_value_member(const Link& link, NodeId member, Symbol name) {
    const TypeId type = link.value.type;
    const Span place = tree_->name_span(member);
    expect_not_null(link.value, name_place(link.node));
    const TypeDefId def = relations_.members_of(type);
    if (def.valid()) {
        const Member* found = program_.find_member(def, name);
        if (found != nullptr && found->kind == MemberKind::EnumValue) {
            const std::string named = written_type(def) + "." + text(name);
            report(DiagnosticKind::UnknownMember, place, phrase(type), text(name))
                .with_help("it is a value of the enum itself: `" + named + "`");
            return error_link(member);
        }
        if (found != nullptr) {
            Link result = link_member(*found, link.value, true, member, name);
            if (found->kind == MemberKind::Attribute) {
                result.path = link.path.then(AttributeId(found->index));
                result.value = read(result.path, result.value.type);
            }
            return result;
        }
    }
    if (relations_.is_kind(type, RootKind::Group)) {
        const Link tile = check_group_member(link, member, name);
        if (tile.node.valid()) {
            return tile;
        }
    }
    const Symbol renewed = renew_spelling(member, name, type);
    if (const Builtin* entry = find_value_builtin(type, program_.text(renewed))) {
        const bool changes_list = types_.is_collection(type) && entry->effects.has(Effect::Writes);
        if (changes_list && link.node.valid() && report_copy(link.node, place, entry->id)) {
            return error_link(member);
        }
        Link result = link_builtin(*entry, link.value, member, renewed);
        result.of_constant = link.of_constant;
        result.constant = link.constant;
        return result;
    }
    if (def.valid() && program_.def(def).incomplete) {
        return error_link(member); // its base was reported; this may be from there
    }
    const SeatMember seats = kind(type) == TypeKind::Player ? find_seat_member(name) : SeatMember();
    if (!seats.type.empty() && !unknown_.insert(name).second) {
        return error_link(member); // told in this piece of code
    }
    if (const NodeId call = tree_->node(member).next;
        call.valid() && tree_->kind(call) == NodeKind::Call && suggests(diagnostics_) && is_told_inside(span(call))) {
        return error_link(member); // `xs.filter(k => …)`: one at a time
    }
    Diagnostic& problem = report(DiagnosticKind::UnknownMember, place, phrase(type), text(name));
    if (const std::string_view help = help_with_foreign_member(kind(type), program_.text(name)); !help.empty()) {
        problem.with_help(std::string(help));
        return error_link(member);
    }
    if (kind(type) == TypeKind::Table && types_.get(type).b == types_.string) {
        problem.with_help("write `[\"" + text(name) + "\"]` for what stands under that key");
        return error_link(member);
    }
    if (!seats.type.empty()) {
        help_with_seat(problem, seats, member);
        return error_link(member);
    }
    if (name == word::all && help_with_players(problem, link.node)) { // `players.all()`
        problem.with_help("write `player.all()`").replace(span(link.node), "player");
        return error_link(member);
    }
    if (!suggests(diagnostics_)) {
        return error_link(member);
    }
    const std::string owner =
        kind(type) == TypeKind::Root ? class_with_member(types_.get(type).root, name) : std::string();
    if (!owner.empty()) {
        problem.with_help("a `" + owner + "` has it; if it is one here, say so: `(… as " + owner + ")." + text(name)
                          + "`");
    } else {
        suggest(diagnostics_, problem, place, program_.text(name), member_names(type));
    }
    help_with_added_tile(problem, type, name);
    return error_link(member);
}

// The name of one of the game's classes of this kind that has such a member; empty when none has.
std::string BodyChecker::class_with_member(RootKind root, Symbol name) const {
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        const TypeDefId id(i);
        const DefKind own = program_.def(id).kind;
        const bool of_kind = own != DefKind::Enum && own != DefKind::Group // no type that rules can name
                             && (root == RootKind::Class || program_.root_of(id) == root);
        if (of_kind && !program_.def(id).predefined && program_.find_member(id, name) != nullptr) {
            return text(program_.def(id).name);
        }
    }
    return {};
}

BodyChecker::Link BodyChecker::check_base_member(NodeId member) {
    if (tree_->kind(member) != NodeKind::Member || !tree_->node(member).main.valid()) {
        return error_link(member);
    }
    const Symbol name = tree_->main_symbol(member);
    const Span place = tree_->name_span(member);
    const TypeDefId owner = body().this_type;
    if (!owner.valid()) {
        report(DiagnosticKind::NoBase, place, text(name));
        return error_link(member);
    }
    Link link;
    link.node = member;
    link.name = name;
    link.exact = true;
    link.has_receiver = true;
    link.receiver = {program_.def(owner).type, Nullness::NotNull};
    const FunctionId function = body().function;
    if (function.valid() && program_.function(function).name == name && program_.function(function).replaces.valid()) {
        link.kind = Link::Kind::Function;
        link.index = program_.function(function).replaces.value;
        record(member, MeaningKind::BaseFunction, link.index);
        return link;
    }
    const ActionId action = body().action;
    if (action.valid() && program_.action(action).name == name && program_.action(action).replaces.valid()) {
        link.kind = Link::Kind::Action;
        link.index = program_.action(action).replaces.value;
        record(member, MeaningKind::BaseAction, link.index);
        return link;
    }
    // Another member than the one at hand: what this type's version of it replaced, else the base type's.
    const Member* found = program_.find_member(owner, name);
    if (found != nullptr && found->kind == MemberKind::Function) {
        const Function& latest = program_.function(FunctionId(found->index));
        const bool own = latest.owner == owner;
        const FunctionId target = own ? latest.replaces : FunctionId(found->index);
        if (target.valid()) {
            link.kind = Link::Kind::Function;
            link.index = target.value;
            record(member, MeaningKind::BaseFunction, link.index);
            return link;
        }
    }
    if (found != nullptr && found->kind == MemberKind::Action) {
        const Action& latest = program_.action(ActionId(found->index));
        const ActionId target = latest.owner == owner ? latest.replaces : ActionId(found->index);
        if (target.valid()) {
            link.kind = Link::Kind::Action;
            link.index = target.value;
            record(member, MeaningKind::BaseAction, link.index);
            return link;
        }
    }
    report(DiagnosticKind::NoBase, place, text(name));
    return error_link(member);
}

BodyChecker::Link BodyChecker::check_index(const Link& link, NodeId index, NodeId next) {
    const NodeId inside = child(index, Role::Value);
    if (link.kind == Link::Kind::Seats) {
        if (inside.valid()) {
            check_player(inside);
        }
        Link seat = value_link(program_.def(TypeDefId(link.index)).type, index, Nullness::NotNull);
        record(index, MeaningKind::SeatInstances, link.index);
        return seat;
    }
    if (link.kind == Link::Kind::GroupRow) {
        if (inside.valid()) {
            check_number(inside);
        }
        record(index, MeaningKind::GridPlace);
        return value_link(tile_type_through(link.value.type), index);
    }
    const bool is_told = link.kind == Link::Kind::TypeName && report_used_as_one(link, UsedAs::OneOfEach, {});
    const Given value = is_told ? error_value() : value_of(link);
    if (relations_.is_error(value.type)) {
        if (inside.valid()) {
            check_expression(inside);
        }
        return error_link(index);
    }
    Link receiver = value_link(value.type, link.node, value.nullness);
    receiver.name = link.name;
    Link result = check_value_index(receiver, index, next);
    result.of_constant = link.of_constant;
    result.constant = link.constant;
    return result;
}

BodyChecker::Link BodyChecker::check_value_index(const Link& link, NodeId index, NodeId next) {
    const NodeId inside = child(index, Role::Value);
    const TypeId type = link.value.type;
    expect_not_null(link.value, span(link.node));
    if (!inside.valid()) {
        return error_link(index);
    }
    if (relations_.is_kind(type, RootKind::Group)) {
        const Given key = check_value(inside);
        if (kind(key.type) == TypeKind::String) {
            if (report_grid_by_name(type, span(index))) {
                return error_link(index);
            }
            record(index, MeaningKind::GraphTile, 0xffffffffU);
            return value_link(tile_type_through(type), index);
        }
        if (!relations_.is_number(key.type)) {
            report(DiagnosticKind::WrongType, span(inside), "a number, or the name of a tile,", phrase(key.type));
        }
        if (tree_->token(tree_->node(inside).end).kind == TokenKind::Comma) {
            return error_link(index); // `g[1, 2]` was told by the parser
        }
        const bool is_graph = report_graph_by_numbers(type, span(index));
        if (is_graph && (!next.valid() || tree_->kind(next) != NodeKind::Index)) {
            return error_link(index);
        }
        if (!next.valid() || tree_->kind(next) != NodeKind::Index) {
            report(DiagnosticKind::GridIndex, span(index), link.name.valid() ? text(link.name) : "group");
            return error_link(index);
        }
        Link row;
        row.kind = Link::Kind::GroupRow;
        row.value = link.value;
        row.node = index;
        return row;
    }
    if (kind(type) == TypeKind::Table) {
        const Type table = types_.get(type);
        if (table.b.valid()) {
            check_fits(inside, table.b);
        } else {
            const Given key = check_value(inside);
            expect_not_null(key, span(inside));
        }
        return value_link(table.a, index);
    }
    const TypeId element = kind(type) == TypeKind::String ? types_.string : relations_.element_of(type);
    if (!element.valid()) {
        check_expression(inside);
        report(DiagnosticKind::NotIndexable, span(index), phrase(type));
        return error_link(index);
    }
    check_number(inside);
    return value_link(element, index);
}

BodyChecker::Link BodyChecker::check_type_arguments(const Link& link, NodeId node) {
    const NodeId type_node = child(node, Role::Type);
    const TypeId type = type_node.valid() ? resolve_type(program_, file_, type_node, diagnostics_) : types_.error;
    if (link.kind == Link::Kind::Builtin) {
        const Builtin& entry = builtin(static_cast<BuiltinId>(link.index));
        if (entry.form == BuiltinForm::AllOf || entry.form == BuiltinForm::OfType
            || entry.form == BuiltinForm::RowsOf) {
            Link of = link;
            of.kind = Link::Kind::Of;
            of.value.type = type;
            return of;
        }
    }
    report(DiagnosticKind::NoTypeArgument, span(node), text(link.name));
    return error_link(node);
}

const Builtin* BodyChecker::find_value_builtin(TypeId type, std::string_view name) const {
    const auto any_of = [name](std::initializer_list<Receiver> receivers) -> const Builtin* {
        for (const Receiver receiver : receivers) {
            if (const Builtin* entry = find_builtin(receiver, name)) {
                return entry;
            }
        }
        return nullptr;
    };
    const Type& it = types_.get(type);
    switch (it.kind) {
    case TypeKind::List: return any_of({Receiver::List, Receiver::Asked, Receiver::Collection});
    case TypeKind::Table: return any_of({Receiver::Table, Receiver::Collection});
    case TypeKind::Stack: return any_of({Receiver::Stack, Receiver::Asked, Receiver::Collection});
    case TypeKind::String: return any_of({Receiver::String});
    case TypeKind::Player: return any_of({Receiver::PlayerValue});
    case TypeKind::Shape: return any_of({Receiver::Shape});
    case TypeKind::Discards:
        return any_of({Receiver::Stack, Receiver::Asked, Receiver::Collection, Receiver::Instance});
    case TypeKind::GroupOf: return any_of({Receiver::Group, Receiver::Instance});
    case TypeKind::Instance:
    case TypeKind::GridTile:
    case TypeKind::Root: break;
    case TypeKind::Error:
    case TypeKind::Nothing:
    case TypeKind::Null:
    case TypeKind::Number:
    case TypeKind::Bool:
    case TypeKind::AnyKey:
    case TypeKind::Direction:
    case TypeKind::BoundMovement:
    case TypeKind::Enum:
    case TypeKind::Movement: return nullptr;
    }
    const RootKind root = it.kind == TypeKind::Root ? it.root : program_.root_of(it.def);
    switch (root) {
    case RootKind::Class: return any_of({Receiver::Instance});
    case RootKind::Interactable: return any_of({Receiver::Interactable, Receiver::Placed, Receiver::Instance});
    case RootKind::Tile: return any_of({Receiver::Tile, Receiver::Placed, Receiver::Instance});
    case RootKind::Group: return any_of({Receiver::Group, Receiver::Instance});
    case RootKind::Board: return any_of({Receiver::Board, Receiver::Instance});
    case RootKind::Stack:
        return any_of({Receiver::Stack, Receiver::Deck, Receiver::Asked, Receiver::Collection, Receiver::Instance});
    case RootKind::Connection: return any_of({Receiver::Connection, Receiver::Instance});
    case RootKind::Event: {
        const bool before = it.kind == TypeKind::Instance && program_.def(it.def).predefined
                            && program_.text(program_.def(it.def).name).starts_with("before action ");
        return before || it.kind == TypeKind::Root ? any_of({Receiver::BeforeEvent, Receiver::Instance})
                                                   : any_of({Receiver::Instance});
    }
    case RootKind::Turn: return any_of({Receiver::TurnValue});
    }
    return nullptr;
}

std::vector<std::string_view> BodyChecker::member_names(TypeId type) const {
    std::vector<std::string_view> names;
    for (TypeDefId def = relations_.members_of(type); def.valid(); def = program_.def(def).base) {
        for (const auto& entry : program_.def(def).members) {
            if (entry.second.kind == MemberKind::EnumValue) {
                continue;
            }
            names.push_back(program_.text(entry.first));
        }
    }
    for (std::size_t i = 0; i <= static_cast<std::size_t>(Receiver::BeforeEvent); ++i) {
        for (const std::string_view name : builtin_names(static_cast<Receiver>(i))) {
            if (find_value_builtin(type, name) != nullptr) {
                names.push_back(name);
            }
        }
    }
    if (kind(type) == TypeKind::GroupOf) {
        for (const Group::NamedTile& tile : program_.group(types_.get(type).group).tiles) {
            names.push_back(program_.text(tile.name));
        }
    }
    return names;
}

void BodyChecker::expect_not_null(const Given& value, Span place) {
    if (value.nullness == Nullness::Null) {
        report(DiagnosticKind::CertainlyNull, place, "using it ends the game with an error")
            .with_help("give it a value first, or test it with `!= null`");
    }
}

} // namespace tgdl
