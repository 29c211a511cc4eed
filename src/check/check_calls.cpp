// Calls: arguments by name and by position, of functions, actions and what the language offers.
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/suggest.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

namespace tgdl {

namespace {

std::string values(std::size_t count) {
    if (count == 0) {
        return "no values";
    }
    return count == 1 ? "one value" : std::to_string(count) + " values";
}

// The values a built-in takes, in words: `player, text`.
std::string parameter_words(const std::vector<char>& letters) {
    std::string words;
    for (const char letter : letters) {
        words += words.empty() ? "" : ", ";
        switch (letter) {
        case 'n': words += "number"; break;
        case 's':
        case 'a': words += "text"; break;
        case 'p':
        case 'W': words += "player"; break;
        case 'd': words += "direction"; break;
        case 't':
        case 'T': words += "tile"; break;
        case 'k': words += "stack"; break;
        case 'm': words += "movement"; break;
        case '6': words += "shape"; break;
        case 'X': words += "t: …"; break;
        case 'e': words += "event"; break;
        case 'R': words += "list"; break;
        case 'K': words += "key"; break;
        default: words += "…"; break;
        }
    }
    return words;
}

// How many a call gives.
std::string given_values(std::size_t count) {
    if (count == 0) {
        return "none";
    }
    return count == 1 ? "one" : std::to_string(count);
}

} // namespace

BodyChecker::Link BodyChecker::check_call(const Link& link, NodeId call) {
    switch (link.kind) {
    case Link::Kind::Function: return call_function(link, call);
    case Link::Kind::Action: return call_action(link, call);
    case Link::Kind::Builtin: return call_builtin(link, call);
    case Link::Kind::Of: return call_of(link, call);
    case Link::Kind::Possible: {
        check_arguments(call, "possible", {});
        record(call, MeaningKind::ActionPossible, link.index);
        return value_link(types_.boolean, call, Nullness::NotNull);
    }
    case Link::Kind::Value:
        if (const Meaning& named = meaning(link.node);
            named.kind == MeaningKind::Movement && !program_.movements[named.index].inputs.empty()) {
            return call_movement(link, call);
        }
        break;
    case Link::Kind::TypeName:
        if (program_.def(TypeDefId(link.index)).kind == DefKind::Enum) {
            break;
        }
        report(DiagnosticKind::NotCallable, name_place(link.node), text(link.name))
            .with_help("write `new " + text(link.name) + "()` to make one");
        return error_link(call);
    case Link::Kind::Word:
    case Link::Kind::Alias:
    case Link::Kind::Seats:
    case Link::Kind::GroupRow: break;
    }
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const NodeId value = child(argument, Role::Value);
        if (value.valid() && tree_->kind(value) != NodeKind::CollectionLiteral) {
            check_expression(value);
        }
    }
    Diagnostic& problem =
        report(DiagnosticKind::NotCallable, name_place(link.node), link.name.valid() ? text(link.name) : "this");
    if (link.kind == Link::Kind::Seats) {
        problem.with_help("each player has one: write `" + text(link.name) + "[p]`");
        return error_link(call);
    }
    if (link.kind == Link::Kind::Value && tree_->children(call, Role::Item).empty()) {
        problem.with_help("it is a value: leave the brackets out").replace(span(call), "");
    }
    return error_link(call);
}

void BodyChecker::report_unknown_argument(NodeId argument, std::string_view callee,
                                          std::span<const Parameter> parameters) {
    const std::string name = text(tree_->main_symbol(argument));
    const Span place = tree_->name_span(argument);
    Diagnostic& problem = report(DiagnosticKind::UnknownArgument, place, std::string(callee), name);
    if (!suggests(diagnostics_)) {
        return;
    }
    std::vector<std::string_view> names;
    std::string list;
    for (const Parameter& parameter : parameters) {
        names.push_back(program_.text(parameter.name));
        list += (list.empty() ? "`" : ", `") + text(parameter.name) + "`";
    }
    suggest(diagnostics_, problem, place, name, names);
    if (problem.help.empty() && !names.empty()) {
        problem.with_help((names.size() == 1 ? "its input is " : "its inputs are ") + list);
    }
}

std::vector<bool> BodyChecker::check_arguments(NodeId call, std::string_view callee,
                                               std::span<const Parameter> parameters) {
    std::vector<bool> given(parameters.size(), false);
    std::vector<Span> places(parameters.size()); // of those given
    std::size_t position = 0;
    std::size_t positional = 0;
    bool named = false;
    bool too_many = false;
    bool mixed_up = false; // some value went to the wrong input: what seems to be missing may be that one
    for (const Parameter& parameter : parameters) {
        positional += parameter.by_position ? 1 : 0;
    }
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const NodeId value = child(argument, Role::Value);
        std::size_t index = parameters.size();
        if (tree_->node(argument).main.valid()) {
            named = true;
            const Symbol name = tree_->main_symbol(argument);
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                index = parameters[i].name == name ? i : index;
            }
            if (index == parameters.size()) {
                mixed_up = true;
                report_unknown_argument(argument, callee, parameters);
            }
        } else if (named) {
            report(DiagnosticKind::PositionAfterName, span(argument))
                .with_help("write the values without names first, or give every value its name");
            return std::vector<bool>(parameters.size(), true);
        } else {
            while (position < parameters.size() && !parameters[position].by_position) {
                ++position;
            }
            index = position++;
            if (index >= parameters.size()) {
                if (!too_many) {
                    const std::size_t count = tree_->children(call, Role::Item).size();
                    report(DiagnosticKind::TooManyArguments, span(argument), std::string(callee), values(positional),
                           given_values(count));
                }
                too_many = true;
                index = parameters.size();
            }
        }
        if (index == parameters.size()) {
            if (value.valid() && tree_->kind(value) != NodeKind::CollectionLiteral) {
                check_expression(value);
            }
            continue;
        }
        if (given[index]) {
            mixed_up = true;
            report(DiagnosticKind::ArgumentTwice, span(argument), text(parameters[index].name))
                .note(places[index], "it is given here first");
        }
        given[index] = true;
        places[index] = span(argument);
        if (value.valid()) {
            check_fits(value, parameters[index].type);
        }
    }
    if (too_many || mixed_up) {
        return given;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].needed && !given[i]) {
            report(DiagnosticKind::ArgumentMissing, span(call), std::string(callee), text(parameters[i].name))
                .with_help("add `" + text(parameters[i].name) + ": …`");
            break;
        }
    }
    return given;
}

// `Ride(steps: 3)`: the movement with its inputs.
BodyChecker::Link BodyChecker::call_movement(const Link& link, NodeId call) {
    const std::uint32_t index = meaning(link.node).index;
    const Movement movement = program_.movements[index];
    std::vector<Parameter> parameters;
    for (const InputId input : movement.inputs) {
        const Input& it = program_.input(input);
        parameters.push_back({it.name, it.type, !it.has_default && !it.optional, true});
    }
    check_arguments(call, text(movement.name), parameters);
    record(call, MeaningKind::Movement, index);
    return value_link(link.value.type, call, Nullness::NotNull);
}

// A movement that is used by its name alone has all its inputs from their defaults.
void BodyChecker::check_movement_inputs(NodeId value) {
    NodeId last = value;
    for (const NodeId suffix : tree_->children(value, Role::Item)) {
        last = suffix;
    }
    const Meaning& named = meaning(last);
    if (named.kind != MeaningKind::Movement || tree_->kind(last) == NodeKind::Call) {
        return;
    }
    const Movement& movement = program_.movements[named.index];
    for (const InputId input : movement.inputs) {
        const Input& it = program_.input(input);
        if (!it.has_default && !it.optional) {
            report(DiagnosticKind::ArgumentMissing, span(value), text(movement.name), text(it.name))
                .with_help("give it: `" + text(movement.name) + "(" + text(it.name) + ": …)`");
            return;
        }
    }
}

BodyChecker::Link BodyChecker::call_function(const Link& link, NodeId call) {
    const FunctionId id(link.index);
    std::vector<Parameter> parameters;
    for (const InputId input : program_.function(id).inputs) {
        const Input& it = program_.input(input);
        if (it.mode == Input::Mode::Function) {
            parameters.push_back({it.name, it.type, !it.has_default && !it.optional, true});
        }
    }
    check_arguments(call, text(link.name), parameters);
    record(call, link.exact ? MeaningKind::BaseFunction : MeaningKind::Function, link.index);
    add_call(link.exact ? CallSite::Kind::BaseFunction : CallSite::Kind::Function, link.index, name_place(link.node));
    facts_.forget_attributes();
    const TypeId returns = program_.function(id).returns;
    return value_link(returns.valid() ? returns : types_.nothing, call);
}

BodyChecker::Link BodyChecker::call_action(const Link& link, NodeId call) {
    const ActionId id(link.index);
    std::vector<Parameter> parameters;
    for (const InputId input : program_.action(id).inputs) {
        const Input& it = program_.input(input);
        const bool automatic = it.mode == Input::Mode::Auto;
        parameters.push_back({it.name, program_.variable_type(input), false, !automatic});
    }
    const std::vector<bool> given = check_arguments(call, text(link.name), parameters);
    bool all_filled = true;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Input& input = program_.input(program_.action(id).inputs[i]);
        all_filled = all_filled && (given[i] || input.mode == Input::Mode::Auto);
    }
    record(call, link.exact ? MeaningKind::BaseAction : MeaningKind::Action, link.index);
    // base.A runs with the inputs at hand: nothing is asked.
    add_call(link.exact ? CallSite::Kind::BaseAction : CallSite::Kind::Action, link.index, name_place(link.node),
             all_filled || link.exact);
    facts_.forget_attributes();
    return value_link(types_.nothing, call);
}

TypeId BodyChecker::letter_type(char letter, TypeId receiver) {
    const auto element = [&] {
        const TypeId type = receiver.valid() ? relations_.element_of(receiver) : TypeId();
        return type.valid() ? type : types_.error;
    };
    switch (letter) {
    case 'E': return element();
    case 'L': return types_.list(element());
    case 'C': return receiver;
    case 'Q': return types_.list(receiver);
    case 'M': return types_.stack(element());
    case 'K': return types_.get(receiver).b.valid() ? types_.get(receiver).b : types_.any_key;
    case 'V': return types_.get(receiver).a;
    case 'l': return types_.list(types_.get(receiver).b.valid() ? types_.get(receiver).b : types_.any_key);
    case 'v': return types_.list(types_.get(receiver).a);
    case 'n': return types_.number;
    case 's': return types_.string;
    case 'b': return types_.boolean;
    case 'p': return types_.player;
    case 'P': return types_.list(types_.player);
    case 'd': return types_.direction;
    case 't': return receiver.valid() ? tile_type_through(receiver) : types_.root(RootKind::Tile);
    case 'T': return types_.root(RootKind::Tile);
    case 'G': return types_.list(receiver.valid() ? tile_type_through(receiver) : types_.root(RootKind::Tile));
    case 'H': return types_.list(receiver.valid() ? connected_tile_type(receiver) : types_.root(RootKind::Tile));
    case '1': return lattice_type_through(receiver, Spot::Corner);
    case '2': return types_.list(lattice_type_through(receiver, Spot::Corner));
    case '3': return lattice_type_through(receiver, Spot::Side);
    case '4': return types_.list(lattice_type_through(receiver, Spot::Side));
    case '5': return types_.list(touched_tile_type(receiver));
    case 'g': return types_.root(RootKind::Group);
    case 'o': return types_.root(RootKind::Board);
    case 'i': return types_.root(RootKind::Interactable);
    case 'I': return types_.list(types_.root(RootKind::Interactable));
    case 'c': return types_.root(RootKind::Connection);
    case 'N': return types_.list(types_.root(RootKind::Connection));
    case 'k': return types_.root(RootKind::Stack);
    case 'D': return types_.discards(element());
    case '6': return types_.shape;
    case '7': return types_.list(types_.shape);
    case 'm': return types_.movement;
    case 'e': return types_.root(RootKind::Event);
    case 'S': return types_.list(types_.string);
    case 'r': return types_.root(RootKind::Turn);
    case 'O': return types_.table(types_.root(RootKind::Group), types_.string);
    case '-': return types_.nothing;
    default: return types_.error;
    }
}

void BodyChecker::check_builtin_argument(const Builtin& entry, char letter, NodeId argument, const Given& receiver) {
    const NodeId value = child(argument, Role::Value);
    if (!value.valid()) {
        return;
    }
    switch (letter) {
    case 'a': {
        check_value(value);
        return;
    }
    case 'd': {
        const Given direction = check_value(value);
        if (!relations_.is_number(direction.type) && kind(direction.type) != TypeKind::Direction) {
            report_no_direction(value);
        }
        return;
    }
    case 'p': check_player(value); return;
    case 'R': {
        const TypeId list = letter_type('L', receiver.type);
        const bool literal = tree_->kind(value) == NodeKind::CollectionLiteral;
        const Given read = check_value(value, literal ? list : TypeId());
        const TypeId element = relations_.element_of(read.type);
        if (!element.valid() || !relations_.fits(types_.list(element), list)) {
            check_given(value, read, list);
        }
        expect_not_null(read, span(value));
        return;
    }
    case 'K': {
        const TypeId key = letter_type('K', receiver.type);
        if (kind(key) != TypeKind::AnyKey) {
            check_fits(value, key);
        } else {
            expect_not_null(check_value(value), span(value));
        }
        return;
    }
    case 't': check_fits(value, types_.root(RootKind::Tile)); return;
    case 'T': {
        const Given tile = check_value(value);
        if (!relations_.is_error(tile.type) && !relations_.is_kind(tile.type, RootKind::Tile)
            && !relations_.is_kind(tile.type, RootKind::Interactable) && kind(tile.type) != TypeKind::Null) {
            report(DiagnosticKind::WrongType, span(value), "a tile", phrase(tile.type));
        }
        expect_not_null(tile, span(value));
        return;
    }
    case 'W': {
        const bool literal = tree_->kind(value) == NodeKind::CollectionLiteral;
        const Given target = check_value(value, literal ? types_.list(types_.player) : TypeId());
        if (!relations_.fits(target.type, types_.player) && !is_read_as_players(target.type)) {
            help_with_misfit(
                report(DiagnosticKind::WrongType, span(value), "a player, or a `List<player>`,", phrase(target.type)),
                value, target.type, types_.player);
        }
        return;
    }
    case 'm': {
        const Given movement = check_value(value);
        const Type& type = types_.get(movement.type);
        if (!relations_.fits(movement.type, types_.movement)) {
            report(DiagnosticKind::WrongType, span(value), "a movement", phrase(movement.type));
        } else if (type.kind == TypeKind::BoundMovement
                   && !relations_.may_be(receiver.type, types_.instance(type.def))) {
            report(DiagnosticKind::WrongPieceForMovement, span(value),
                   std::string(tree_->source().text().substr(span(value).begin, span(value).end - span(value).begin)),
                   phrase(types_.instance(type.def)), phrase(receiver.type));
        } else {
            check_movement_inputs(value);
        }
        return;
    }
    default: break;
    }
    check_fits(value, letter_type(letter, receiver.type));
    // A list may hold nulls and look for them; every other built-in wants a value.
    const bool element_of_list =
        letter == 'E' && (entry.receiver == Receiver::List || entry.receiver == Receiver::Stack);
    if (!element_of_list && tree_->kind(value) == NodeKind::NullLiteral) {
        report(DiagnosticKind::CertainlyNull, span(value), "`" + std::string(entry.name) + "` wants a value");
    }
}

// A `List<player>`, or a Stack of players where a List is only read.
bool BodyChecker::is_read_as_players(TypeId type) {
    const TypeId players = types_.list(types_.player);
    return relations_.fits(type, players)
           || (kind(type) == TypeKind::Stack && relations_.fits(types_.list(types_.get(type).a), players));
}

bool BodyChecker::check_receiver_rules(const Builtin& entry, const Link& link, NodeId call) {
    if (link.of_constant && entry.effects.has(Effect::Writes)) {
        report_constant(link.constant, name_place(link.node));
        return false;
    }
    const TypeDefId def = link.receiver.type.valid() ? relations_.def_of(link.receiver.type) : TypeDefId();
    if (def.valid() && program_.def(def).scope == ScopeKind::Player
        && (entry.id == BuiltinId::InstanceAssign || entry.id == BuiltinId::InstanceUnassign)) {
        report(DiagnosticKind::KeptByItsPlayer, name_place(link.node), text(program_.def(def).name),
               std::string(entry.name))
            .with_help("what changes hands is declared without the word `player`");
        return false;
    }
    if (link.receiver.type.valid() && !check_lattice_member(entry, link.receiver.type, link.node)) {
        return false;
    }
    if (entry.id == BuiltinId::ListSort || entry.id == BuiltinId::AskSorted) {
        const TypeId element = relations_.element_of(link.receiver.type);
        const bool sortable = relations_.is_number(element) || kind(element) == TypeKind::String
                              || kind(element) == TypeKind::AnyKey || kind(element) == TypeKind::Enum;
        if (!sortable) {
            const std::string name(entry.name);
            report(DiagnosticKind::WrongOperand, span(call), name, phrase(link.receiver.type))
                .with_help("`" + name + "()` is for numbers, strings and enums; write `" + name
                           + "By(x: …)` with a number of each element");
            return false;
        }
    }
    return true;
}

BodyChecker::Link BodyChecker::call_builtin(const Link& link, NodeId call) {
    const Builtin& entry = builtin(static_cast<BuiltinId>(link.index));
    const std::string name(entry.name);
    if (entry.form == BuiltinForm::Question) {
        if (link.of_constant && !check_receiver_rules(entry, link, call)) {
            return error_link(call);
        }
        return ask(link, entry, call);
    }
    if (entry.form == BuiltinForm::AllOf || entry.form == BuiltinForm::OfType || entry.form == BuiltinForm::RowsOf) {
        report(DiagnosticKind::TypeArgumentMissing, name_place(link.node), name);
        return error_link(call);
    }
    if (!check_receiver_rules(entry, link, call)) {
        return error_link(call);
    }
    if (entry.id == BuiltinId::Score) {
        expect_score(name_place(link.node), "`score(p)`");
    }
    const bool repeats = entry.parameters.ends_with('*');
    std::vector<char> letters;
    std::size_t needed = 0;
    bool optional = false;
    for (const char letter : entry.parameters) {
        if (letter == '?') {
            optional = true;
        } else if (letter != '*') {
            letters.push_back(letter);
            needed += optional ? 0 : 1;
        }
    }
    if (tree_->children(call, Role::Item).size() < needed) {
        report(DiagnosticKind::TooManyArguments, span(call), name, values(needed),
               given_values(tree_->children(call, Role::Item).size()))
            .with_help("write `" + name + "(" + parameter_words(letters) + ")`");
        return error_link(call);
    }
    if (entry.id == BuiltinId::Raw) {
        return call_raw(call);
    }
    std::size_t count = 0;
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const bool named = tree_->node(argument).main.valid();
        const char letter = count < letters.size() ? letters[count] : (repeats ? letters.back() : '\0');
        ++count;
        if (letter == 'a' && (entry.id == BuiltinId::Log || entry.id == BuiltinId::Tell)) {
            expect_text_for_people(child(argument, Role::Value));
            text_for_people_ = child(argument, Role::Value);
        }
        if ((letter == 'X' || letter == 'x') && named) {
            check_optional_question(link, entry, call, argument);
            continue;
        }
        if (letter == 'X' || letter == 'x') {
            report_missing_question(entry, call);
            continue;
        }
        if (named) {
            Diagnostic& problem = report(DiagnosticKind::NamedBuiltinArgument, tree_->name_span(argument), name);
            problem.with_help("write only the value");
            if (const NodeId value = child(argument, Role::Value); value.valid()) {
                problem.replace(Span{file_, span(argument).begin, span(value).begin}, "");
            }
            letter == '\0' ? void() : check_builtin_argument(entry, letter, argument, link.receiver);
            continue;
        }
        if (letter == '\0') {
            if (count == letters.size() + 1) {
                Diagnostic& problem =
                    report(DiagnosticKind::TooManyArguments, span(argument), name, values(letters.size()),
                           given_values(tree_->children(call, Role::Item).size()));
                if (entry.id == BuiltinId::Log || entry.id == BuiltinId::Tell) {
                    problem.with_help("put the values into one text: `$\"{a} {b}\"`");
                }
            }
            const NodeId value = child(argument, Role::Value);
            if (value.valid() && tree_->kind(value) != NodeKind::CollectionLiteral) {
                check_expression(value);
            }
            continue;
        }
        check_builtin_argument(entry, letter, argument, link.receiver);
    }
    TurnId turn; // the one that a literal names
    if (entry.id == BuiltinId::TurnUse || entry.id == BuiltinId::TurnPass) {
        turn = check_turn_names(entry, call);
    }
    if (entry.id == BuiltinId::TileCorner || entry.id == BuiltinId::TileSide) {
        check_lattice_direction(entry, link.receiver.type, call);
    }
    check_group_change(entry.id, link.receiver.type, name_place(link.node));
    if (entry.id == BuiltinId::GroupSet) {
        add_created_points(link.receiver.type, name_place(link.node));
    }
    if (entry.id == BuiltinId::EventThrowSync) {
        facts_.forget_attributes();
    }
    if (meaning(call).kind != MeaningKind::Question) {
        record(call, MeaningKind::Builtin, link.index, turn.valid() ? turn.value + 1 : 0);
    }
    add_sites(entry.effects, name_place(link.node));
    if (entry.id == BuiltinId::GroupAdd) {
        return value_link(added_tile_type(call), call);
    }
    const TypeId result =
        entry.form == BuiltinForm::Both ? link.value.type : letter_type(entry.result, link.receiver.type);
    return value_link(result, call);
}

BodyChecker::Link BodyChecker::call_of(const Link& link, NodeId call) {
    const Builtin& entry = builtin(static_cast<BuiltinId>(link.index));
    const TypeId wanted = link.value.type;
    record(call, MeaningKind::Builtin, link.index);
    if (entry.form == BuiltinForm::RowsOf) {
        return call_rows(link, call);
    }
    std::size_t count = 0;
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const NodeId value = child(argument, Role::Value);
        if (entry.form == BuiltinForm::AllOf && count == 0 && value.valid()) {
            check_player(value);
        } else {
            report(DiagnosticKind::TooManyArguments, span(argument), std::string(entry.name),
                   values(entry.form == BuiltinForm::AllOf ? 1 : 0), given_values(count + 1));
        }
        ++count;
    }
    if (relations_.is_error(wanted)) {
        return error_link(call);
    }
    if (entry.form == BuiltinForm::AllOf) {
        if (!relations_.is_instance(wanted)) {
            report(DiagnosticKind::WrongType, name_place(link.node), "a class, tile, board or other kind of thing",
                   phrase(wanted));
            return error_link(call);
        }
        return value_link(types_.list(wanted), call, Nullness::NotNull);
    }
    const TypeId receiver = link.receiver.type;
    const TypeId element = kind(receiver) == TypeKind::Table ? types_.get(receiver).a : relations_.element_of(receiver);
    if (element.valid() && !relations_.may_be(element, wanted)) {
        report(DiagnosticKind::NeverFits, name_place(link.node), phrase(element), phrase(wanted));
    }
    switch (kind(receiver)) {
    case TypeKind::Table: return value_link(types_.table(wanted, types_.get(receiver).b), call, Nullness::NotNull);
    case TypeKind::Stack: return value_link(types_.stack(wanted), call, Nullness::NotNull);
    default: return value_link(types_.list(wanted), call, Nullness::NotNull);
    }
}

NodeId BodyChecker::literal_text(NodeId expression) const {
    while (expression.valid() && tree_->kind(expression) == NodeKind::Paren) {
        expression = tree_->child(expression, Role::Value);
    }
    return expression.valid() && tree_->kind(expression) == NodeKind::StringLiteral ? expression : NodeId();
}

} // namespace tgdl
