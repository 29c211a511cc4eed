// Names in code: what they stand for, and which ones new variables may take.
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/suggest.h"
#include "syntax/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

namespace {

// `pass` is asked of `turn`: the word before the dot, for the built-ins that have one. Empty: none has this name.
std::string_view word_before(std::string_view name) {
    constexpr auto kWords = std::to_array<std::pair<Receiver, std::string_view>>({
        {Receiver::PlayerWord, "player"},
        {Receiver::TurnWord, "turn"},
        {Receiver::EventWord, "event"},
        {Receiver::MathWord, "math"},
    });
    const auto* const found =
        std::ranges::find_if(kWords, [name](const auto& entry) { return find_builtin(entry.first, name) != nullptr; });
    return found == kWords.end() ? std::string_view() : found->second;
}

} // namespace

void BodyChecker::bind(Symbol name, MeaningKind kind, std::uint32_t index, TypeId type, Span span) {
    if (!name.valid()) {
        return;
    }
    Binding binding{name, kind, index, type, span, kNoBinding};
    const auto found = latest_.find(name);
    if (found != latest_.end()) {
        binding.hidden = found->second;
    }
    latest_[name] = static_cast<std::uint32_t>(bindings_.size());
    bindings_.push_back(binding);
}

void BodyChecker::unbind_to(std::size_t size) {
    while (bindings_.size() > size) {
        const Binding& last = bindings_.back();
        if (last.hidden == kNoBinding) {
            latest_.erase(last.name);
        } else {
            latest_[last.name] = last.hidden;
        }
        bindings_.pop_back();
    }
}

const BodyChecker::Binding* BodyChecker::find_binding(Symbol name) const {
    const auto found = latest_.find(name);
    return found == latest_.end() ? nullptr : &bindings_[found->second];
}

void BodyChecker::check_new_name(Symbol name, Span span) {
    if (!name.valid()) {
        return;
    }
    if (const Binding* taken = find_binding(name)) {
        const char* what = taken->kind == MeaningKind::Input ? "an input" : "a variable";
        Diagnostic& problem = report(DiagnosticKind::NameTaken, span, text(name), what);
        problem.note(taken->span, "it is declared here");
        problem.with_help("choose another name; to change the first one, leave the type out: `" + text(name)
                          + " = …;`");
        return;
    }
    if ((is_builtin_name(name) && !may_be_hidden_by_names(name)) || is_builtin_type(name)) {
        report(DiagnosticKind::NameTaken, span, text(name), "something the language offers");
        return;
    }
    const DefinitionMap& visible = program_.files[file_.index()].visible;
    const auto found = visible.find(name);
    if (found != visible.end()) {
        const CodeRef place = found->second.place;
        Diagnostic& problem = report(DiagnosticKind::NameTaken, span, text(name), "a definition");
        if (place.valid()) {
            problem.note(program_.tree(place).name_span(place.node), "it is declared here");
        }
        return;
    }
    const TypeDefId owner = body().this_type;
    if (owner.valid()) {
        const Member* member = program_.find_member(owner, name);
        if (member != nullptr && member->kind == MemberKind::Attribute) {
            Diagnostic& problem =
                report(DiagnosticKind::HidesAttribute, span, text(name), text(program_.def(owner).name));
            problem.with_help("to change the attribute, leave the type out; beside the variable it is `this."
                              + text(name) + "`");
            if (member->place.valid()) {
                problem.note(program_.tree(member->place).name_span(member->place.node), "the attribute");
            }
        }
    }
}

std::uint32_t BodyChecker::add_local(NodeId node, TypeId type, bool is_loop_variable) {
    const Symbol name = tree_->main_symbol(node);
    const Span place = tree_->name_span(node);
    const auto index = static_cast<std::uint32_t>(frame().locals.size());
    frame().locals.push_back({name, type, place, is_loop_variable});
    bind(name, MeaningKind::Local, index, type, place);
    record(node, MeaningKind::Local, index);
    facts_.forget_root(Path::Root::Local, index);
    return index;
}

Given BodyChecker::read(const Path& path, TypeId declared) const {
    Given value{declared, Nullness::Unknown};
    if (const Fact* fact = facts_.find(path)) {
        value.nullness = fact->nullness;
        if (fact->type.valid()) {
            value.type = fact->type;
        }
    }
    return value;
}

BodyChecker::Link BodyChecker::error_link(NodeId node) {
    return value_link(types_.error, node);
}

BodyChecker::Link BodyChecker::value_link(TypeId type, NodeId node, Nullness nullness) {
    Link link;
    link.value = {type, nullness};
    link.node = node;
    return link;
}

BodyChecker::Link BodyChecker::check_name(NodeId node) {
    const Token& token = tree_->token(tree_->node(node).main);
    const Symbol name = token.symbol;
    Link link;
    link.node = node;
    link.name = name;
    const auto word = [&](Receiver receiver) {
        link.kind = Link::Kind::Word;
        link.word = receiver;
        return link;
    };
    if (token.kind == TokenKind::Player) {
        return word(Receiver::PlayerWord);
    }
    if (token.kind == TokenKind::Turn) {
        return word(Receiver::TurnWord);
    }
    if (token.kind == TokenKind::Event) {
        return word(Receiver::EventWord);
    }
    if (token.kind != TokenKind::Identifier) {
        report(DiagnosticKind::NotAValue, span(node), std::string(tree_->text(tree_->node(node).main)),
               "a word of the language");
        return error_link(node);
    }
    if (const Binding* binding = find_binding(name)) {
        record(node, binding->kind, binding->index);
        Path path;
        path.root = binding->kind == MeaningKind::Local ? Path::Root::Local : Path::Root::Input;
        path.index = binding->index;
        if (binding->kind == MeaningKind::Chooser) {
            path = {};
        }
        link.path = path;
        link.value = read(path, binding->type);
        return link;
    }
    const TypeDefId owner = body().this_type;
    if (owner.valid()) {
        const Given self{program_.def(owner).type, Nullness::NotNull};
        if (const Member* member = program_.find_member(owner, name)) {
            if (member->kind == MemberKind::EnumValue) {
                return link_enum_value(owner, member->index, node, name);
            }
            Link found = link_member(*member, self, true, node, name);
            if (member->kind == MemberKind::Attribute) {
                found.path.root = Path::Root::This;
                found.path = found.path.then(AttributeId(member->index));
                found.value = read(found.path, found.value.type);
            }
            return found;
        }
        const Builtin* const entry = find_value_builtin(self.type, text(name));
        if (entry != nullptr && !(may_be_declared_anew(*entry) && is_named_elsewhere(name))) {
            return link_builtin(*entry, self, node, name);
        }
    }
    if (body().kind == BodyKind::ConstantValue) {
        for (const TypeDefId type : around_) {
            const Member* member = type.valid() ? program_.find_member(type, name) : nullptr;
            if (member != nullptr && member->kind == MemberKind::Constant) {
                return link_constant(ConstantId(member->index), node, name);
            }
        }
    }
    if (body().this_is_group) {
        const Given self{types_.group_of(body().group), Nullness::NotNull};
        if (const Builtin* entry = find_value_builtin(self.type, text(name))) {
            return link_builtin(*entry, self, node, name);
        }
    }
    const FunctionId function = body().function;
    if (name == word::value && function.valid() && program_.function(function).kind == FunctionKind::Modifier) {
        const InputId before = program_.function(function).inputs[1];
        record(node, MeaningKind::Input, before.value);
        link.path.root = Path::Root::Input;
        link.path.index = before.value;
        link.value = read(link.path, program_.input(before).type);
        return link;
    }
    const DefinitionMap& visible = program_.files[file_.index()].visible;
    const auto found = visible.find(name);
    if (found != visible.end()) {
        return link_definition(found->second, node, name);
    }
    if (name == word::math) {
        return word(Receiver::MathWord);
    }
    if (name == word::direction) {
        return word(Receiver::DirectionWord);
    }
    if (const Builtin* entry = find_builtin(Receiver::Free, text(name))) {
        return link_builtin(*entry, {}, node, name);
    }
    if (name == word::BlankTile) {
        record(node, MeaningKind::BlankTile, program_.blank_tile.value);
        return value_link(types_.instance(program_.blank_tile), node, Nullness::NotNull);
    }
    if (owner.valid()) {
        const Given self{program_.def(owner).type, Nullness::NotNull};
        if (const Symbol renewed = renew_spelling(node, name, self.type); renewed != name) {
            return link_builtin(*find_value_builtin(self.type, text(renewed)), self, node, renewed);
        }
    }
    if (name == word::none) {
        report(DiagnosticKind::OlderSpelling, span(node), "none", "null")
            .with_help(older_spelling_help("null", program_.files[file_.index()].formatting()))
            .replace(span(node), "null");
        record(node, types_.null);
        return value_link(types_.null, node, Nullness::Null);
    }
    if (name == word::turns) {
        report(DiagnosticKind::OlderSpelling, span(node), "turns", "turn")
            .with_help(older_spelling_help("turn", program_.files[file_.index()].formatting()))
            .replace(span(node), "turn");
        return word(Receiver::TurnWord);
    }
    if (program_.predefined.contains(name)) {
        report(DiagnosticKind::NotAValue, span(node), text(name), "an event that the game itself throws");
        return error_link(node);
    }
    return report_unknown_name(node, name);
}

// A bare name of a later member that the game, or a free function, had before: `random(6)` in the code of a deck.
bool BodyChecker::is_named_elsewhere(Symbol name) const {
    return program_.files[file_.index()].visible.contains(name) || find_builtin(Receiver::Free, text(name)) != nullptr;
}

BodyChecker::Link BodyChecker::link_definition(const Definition& definition, NodeId node, Symbol name) {
    Link link;
    link.node = node;
    link.name = name;
    link.index = definition.index;
    switch (definition.kind) {
    case DefinitionKind::Type: {
        const TypeDefId id(definition.index);
        const TypeDef& type = program_.def(id);
        if (type.scope == ScopeKind::Global) {
            record(node, MeaningKind::GlobalInstance, id.value);
            link.value = {type.type, Nullness::NotNull};
            link.path.root = Path::Root::Global;
            link.path.index = id.value;
            return link;
        }
        const bool seats = type.scope == ScopeKind::Player;
        record(node, seats ? MeaningKind::SeatInstances : MeaningKind::TypeName, id.value);
        link.kind = seats ? Link::Kind::Seats : Link::Kind::TypeName;
        return link;
    }
    case DefinitionKind::Function:
        record(node, MeaningKind::Function, definition.index);
        link.kind = Link::Kind::Function;
        return link;
    case DefinitionKind::Action:
    case DefinitionKind::Goal:
        record(node, MeaningKind::Action, definition.index);
        link.kind = Link::Kind::Action;
        return link;
    case DefinitionKind::Movement: {
        record(node, MeaningKind::Movement, definition.index);
        const Movement& movement = program_.movements[definition.index];
        return value_link(movement.piece.valid() ? types_.bound_movement(movement.piece) : types_.movement, node,
                          Nullness::NotNull);
    }
    case DefinitionKind::Constant: return link_constant(ConstantId(definition.index), node, name);
    case DefinitionKind::Alias:
        record(node, MeaningKind::Alias, definition.index);
        link.kind = Link::Kind::Alias;
        return link;
    case DefinitionKind::Turn:
        report(DiagnosticKind::NotAValue, span(node), text(name), "a turn")
            .with_help("a turn is started by its name as a text: `turn.use(\"" + text(name) + "\")`");
        return error_link(node);
    }
    return error_link(node);
}

BodyChecker::Link BodyChecker::link_member(const Member& member, const Given& receiver, bool has_receiver, NodeId node,
                                           Symbol name) {
    Link link;
    link.node = node;
    link.name = name;
    link.index = member.index;
    link.has_receiver = has_receiver;
    link.receiver = receiver;
    switch (member.kind) {
    case MemberKind::Attribute:
        record(node, MeaningKind::Attribute, member.index);
        link.value = {program_.attribute(AttributeId(member.index)).type, Nullness::Unknown};
        return link;
    case MemberKind::Function:
        record(node, MeaningKind::Function, member.index);
        link.kind = Link::Kind::Function;
        return link;
    case MemberKind::Action:
        record(node, MeaningKind::Action, member.index);
        link.kind = Link::Kind::Action;
        return link;
    case MemberKind::Constant: return link_constant(ConstantId(member.index), node, name);
    case MemberKind::EnumValue: break; // reached through its enum: link_enum_value
    case MemberKind::Group:
        record(node, MeaningKind::Group, member.index);
        link.value = {types_.group_of(GroupId(member.index)), Nullness::NotNull};
        return link;
    }
    return error_link(node);
}

BodyChecker::Link BodyChecker::link_enum_value(TypeDefId enumeration, std::uint32_t place, NodeId node, Symbol name) {
    record(node, MeaningKind::EnumValue, place, enumeration.value);
    Link link = value_link(program_.def(enumeration).type, node, Nullness::NotNull);
    link.name = name;
    return link;
}

BodyChecker::Link BodyChecker::link_constant(ConstantId id, NodeId node, Symbol name) {
    record(node, MeaningKind::Constant, id.value);
    const TypeId type = program_.constant(id).type;
    Link link = value_link(type.valid() ? type : types_.error, node);
    link.name = name;
    link.of_constant = true;
    link.constant = id;
    return link;
}

BodyChecker::Link BodyChecker::link_builtin(const Builtin& entry, const Given& receiver, NodeId node, Symbol name) {
    record(node, MeaningKind::Builtin, static_cast<std::uint32_t>(entry.id));
    Link link;
    link.node = node;
    link.name = name;
    link.index = static_cast<std::uint32_t>(entry.id);
    link.receiver = receiver;
    link.has_receiver = true;
    link.kind = Link::Kind::Builtin;
    if (entry.form == BuiltinForm::Property || entry.form == BuiltinForm::Assignable
        || entry.form == BuiltinForm::Both) {
        link.value = {letter_type(entry.result, receiver.type), Nullness::Unknown};
        if (receiver.type.valid() && entry.form == BuiltinForm::Property
            && !check_lattice_member(entry, receiver.type, node)) {
            link.value.type = types_.error;
        }
        if (entry.form != BuiltinForm::Both) {
            link.kind = Link::Kind::Value;
        }
    }
    return link;
}

BodyChecker::Link BodyChecker::report_unknown_name(NodeId node, Symbol name) {
    const BodyKind at = body().kind;
    if (body().action.valid() && (at == BodyKind::Require || at == BodyKind::Trigger)) {
        for (const InputId input : program_.action(body().action).inputs) {
            if (program_.input(input).name == name) {
                report(DiagnosticKind::InputNotYetFilled, span(node), text(name),
                       at == BodyKind::Require ? "`require`" : "`trigger`")
                    .with_help("put the test into a filter of the input: `filter { return …; }`");
                return error_link(node);
            }
        }
    }
    const bool misses_base = body().this_type.valid() && program_.def(body().this_type).incomplete;
    const bool may_be_there =
        (misses_base || program_.files[file_.index()].misses_import) && !is_surely_foreign(program_.text(name));
    if (may_be_there || !unknown_.insert(name).second) {
        return error_link(node); // it may be from there, or was told
    }
    if (is_builtin_type(name) || is_root_type(name)) {
        report(DiagnosticKind::NotAValue, span(node), text(name), "a type")
            .with_help("a type stands before the name of a variable; a value of it needs a name of its own");
        return error_link(node);
    }
    Diagnostic& problem = report(DiagnosticKind::UnknownNameInCode, span(node), text(name));
    const std::string_view before = word_before(program_.text(name));
    const TokenId main = tree_->node(node).main;
    const bool is_called =
        main.valid() && tree_->token(TokenId(main.index() + 1)).kind == TokenKind::LeftParen; // `pass();`
    if (const std::string_view help = help_with_foreign_call(program_.text(name)); is_called && !help.empty()) {
        problem.with_help(std::string(help));
        return error_link(node);
    }
    if (program_.text(name) == "Math" && tree_->text(TokenId(main.index() + 2)) == "random") {
        problem.with_help("write `random(6)` for 0 to 5, `random(1, 6)` for 1 to 6");
        return error_link(node);
    }
    if (const std::string_view help = help_with_foreign_name(program_.text(name));
        !help.empty() && (before.empty() || !is_called)) {
        problem.with_help(std::string(help));
        return error_link(node);
    }
    if (!before.empty()) {
        const std::string meant = std::string(before) + "." + text(name);
        problem.with_help("did you mean `" + meant + "`?").replace(span(node), meant);
        return error_link(node);
    }
    if (const std::string value = enum_value_called(name); !value.empty()) {
        problem.with_help("did you mean `" + value + "`?").replace(span(node), value);
        return error_link(node);
    }
    if (!suggests(diagnostics_)) {
        return error_link(node);
    }
    std::vector<std::string_view> candidates;
    candidates.reserve(bindings_.size());
    for (const Binding& binding : bindings_) {
        candidates.push_back(program_.text(binding.name));
    }
    for (TypeDefId owner = body().this_type; owner.valid(); owner = program_.def(owner).base) {
        for (const auto& entry : program_.def(owner).members) {
            candidates.push_back(program_.text(entry.first));
        }
    }
    for (const auto& entry : program_.files[file_.index()].visible) {
        candidates.push_back(program_.text(entry.first));
    }
    if (const std::string own = member_of_candidate(name); !own.empty()) {
        problem.with_help("did you mean `" + own + "`?").replace(span(node), own);
        return error_link(node);
    }
    if (std::string help = help_with_library_name(program_.text(name), candidates); !help.empty()) {
        problem.with_help(std::move(help));
        return error_link(node);
    }
    for (const std::string_view builtin_name : builtin_names(Receiver::Free)) {
        candidates.push_back(builtin_name);
    }
    for (const std::string_view word :
         {"math", "direction", "BlankTile", "player", "turn", "event", "null", "true", "false", "this"}) {
        candidates.push_back(word);
    }
    suggest(diagnostics_, problem, span(node), program_.text(name), candidates);
    if (program_.text(name) == "owner" && problem.replacement && problem.replacement->text == "player") {
        const std::string meant = body().this_type.valid() ? "this.player" : "player.active()";
        problem.with_help("did you mean `" + meant + "`?").replace(span(node), meant);
    }
    const char initial = program_.text(name).front();
    if (problem.help.empty() && node == text_for_people_ && initial >= 'A' && initial <= 'Z') { // `log(Hello)`
        problem.with_help("a text stands in quotes: `\"" + text(name) + "\"`")
            .replace(span(node), "\"" + text(name) + "\"");
    } else if (problem.help.empty() && node == new_value_) {
        misses_type_ = diagnostics_.all().size() - 1; // said with the type, once the value is known
    }
    return error_link(node);
}

// `ore` in a filter of lands: `land.ore`. Empty when what may be chosen has no such member.
std::string BodyChecker::member_of_candidate(Symbol name) {
    for (std::size_t i = body().kind == BodyKind::Filter ? bindings_.size() : 0; i > 0; --i) {
        const Binding& candidate = bindings_[i - 1];
        const TypeDefId type = relations_.def_of(candidate.type);
        if (type.valid() && program_.find_member(type, name) != nullptr) {
            return text(candidate.name) + "." + text(name);
        }
    }
    return {};
}

// The value of that name of the enum that is declared first among those that this file sees, as it is written; else nothing.
std::string BodyChecker::enum_value_called(Symbol name) const {
    TypeDefId first;
    for (const auto& [own, definition] : program_.files[file_.index()].visible) {
        const bool is_type = definition.kind == DefinitionKind::Type && definition.index < program_.type_defs.size();
        const TypeDefId id = is_type ? TypeDefId(definition.index) : TypeDefId();
        const Member* member = is_type ? program_.find_member(id, name) : nullptr;
        if (member != nullptr && member->kind == MemberKind::EnumValue
            && (!first.valid() || id.index() < first.index())) {
            first = id;
        }
    }
    return first.valid() ? text(program_.def(first).name) + "." + text(name) : std::string();
}

std::string BodyChecker::written_type(TypeDefId type) const {
    const Symbol name = program_.def(type).name;
    const FileUnit& unit = program_.files[file_.index()];
    const auto names_type = [&](const DefinitionMap& definitions) {
        const auto found = definitions.find(name);
        return found != definitions.end() && found->second.kind == DefinitionKind::Type
               && found->second.index == type.index();
    };
    if (names_type(unit.visible)) {
        return text(name);
    }
    for (const FileUnit::Import& import : unit.imports) {
        if (import.file.valid() && import.alias.valid() && names_type(program_.files[import.file.index()].own)) {
            return text(import.alias) + "." + text(name);
        }
    }
    return text(name);
}

void BodyChecker::report_missing_call(const Link& link, std::string_view name, std::string_view inside) {
    const Span place = name_place(link.node);
    Diagnostic& problem = report(DiagnosticKind::CallMissing, place, std::string(name), std::string(inside));
    problem.with_help("write brackets behind it, with what it takes");
    if (inside.empty()) {
        problem.with_help("write `" + std::string(name) + "()`").replace(Span{place.file, place.end, place.end}, "()");
    }
}

Given BodyChecker::value_of(const Link& link) {
    const auto not_a_value = [&](const char* what, std::string help) {
        Diagnostic& problem = report(DiagnosticKind::NotAValue, name_place(link.node), text(link.name), what);
        if (!help.empty()) {
            problem.with_help(std::move(help));
        }
        return error_value();
    };
    const std::string name = text(link.name);
    switch (link.kind) {
    case Link::Kind::Value: return link.value;
    case Link::Kind::Word:
        if (link.word == Receiver::EventWord) {
            if (frame().event_type.valid()) {
                record(link.node, MeaningKind::EventInHand);
                Path path;
                path.root = Path::Root::Event;
                return read(path, frame().event_type);
            }
            report(DiagnosticKind::NoEventHere, span(link.node));
            return error_value();
        }
        if (link.word == Receiver::PlayerWord) {
            return not_a_value("a word to ask with",
                               "write `player.active()` for whose turn it is, `this.player` for the owner");
        }
        if (link.word == Receiver::TurnWord || link.word == Receiver::PhaseWord) {
            return not_a_value("a word to ask with", "write `turn.active()` or `turn.phase.active()`");
        }
        return not_a_value("a word to ask with", "write a `.` and what you want to know");
    case Link::Kind::Alias:
        return not_a_value("an imported file", "write `" + name + ".` and the name of what you need from it");
    case Link::Kind::TypeName:
        if (const TypeDef& def = program_.def(TypeDefId(link.index)); def.kind == DefKind::Enum) {
            const Symbol first = def.values.empty() ? Symbol() : def.values.front().name;
            const std::string written = written_type(TypeDefId(link.index));
            return not_a_value("an enum", "write one of its values, such as `" + written + "." + text(first) + "`, or `"
                                              + written + ".all()` for all of them");
        }
        return not_a_value("a kind of thing",
                           "write `new " + name + "()` to make one, or `all<" + name + ">()` for those there are");
    case Link::Kind::Seats:
        return not_a_value("a kind of thing that each player has",
                           "write `" + name + "[player.active()]` for that of one player");
    case Link::Kind::Builtin: {
        const Builtin& entry = builtin(static_cast<BuiltinId>(link.index));
        if (entry.form == BuiltinForm::Both) {
            return link.value;
        }
        if (entry.id == BuiltinId::AskCount) { // in other languages the number of elements
            const Span place = name_place(link.node);
            report(DiagnosticKind::CallMissing, place, name, "x: …")
                .with_help("for how many there are, write `length`")
                .replace(place, "length");
            return error_value();
        }
        if (entry.id == BuiltinId::Random) { // `random.randint(1, 6)`
            report(DiagnosticKind::CallMissing, name_place(link.node), name, "…")
                .with_help("write `random(6)` for 0 to 5, `random(1, 6)` for 1 to 6");
            return error_value();
        }
        if (entry.form == BuiltinForm::AllOf) { // `winner all;`
            report(DiagnosticKind::CallMissing, name_place(link.node), name, "")
                .with_help("write `player.all()` for all players, `all<Card>()` for all things of a class");
            return error_value();
        }
        const bool may_be_empty = entry.parameters.empty() || entry.parameters.starts_with('?');
        report_missing_call(link, name, may_be_empty ? "" : "…");
        return error_value();
    }
    case Link::Kind::Function:
        report_missing_call(link, name, program_.function(FunctionId(link.index)).inputs.empty() ? "" : "…");
        return error_value();
    case Link::Kind::Action:
        return not_a_value("an action",
                           "write `" + name + "()` to run it, `" + name + ".possible()` to ask whether it can happen");
    case Link::Kind::Possible: report_missing_call(link, "possible", ""); return error_value();
    case Link::Kind::GroupRow: report(DiagnosticKind::GridIndex, span(link.node), "group"); return error_value();
    case Link::Kind::Of: report(DiagnosticKind::CallMissing, span(link.node), name + "<…>", ""); return error_value();
    }
    return error_value();
}

} // namespace tgdl
