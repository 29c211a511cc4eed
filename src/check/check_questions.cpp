// Questions about each element of a collection: `xs.where(c: c.cost < 3)`.
#include "check/body_checker.h"

namespace tgdl {

// The expression of `name: expr`, with the name standing for one element; its effects are a part of their own.
Given BodyChecker::check_question(NodeId argument, TypeId element, std::uint32_t& local) {
    const NodeId expression = child(argument, Role::Value);
    const std::size_t before = bindings_.size();
    local = add_local(argument, element, true);
    if (!expression.valid()) {
        unbind_to(before);
        return error_value();
    }
    const Facts known = facts_;
    const BodyId outer = begin_part(BodyKind::Question, expression);
    const Given value = check_value(expression);
    finish_part(outer);
    facts_ = known; // whatever it changed is taken back
    unbind_to(before);
    return value;
}

BodyChecker::Link BodyChecker::report_missing_question(const Builtin& entry, NodeId call) {
    report(DiagnosticKind::QuestionWanted, span(call), std::string(entry.name))
        .with_help("name the element and ask: `" + std::string(entry.name) + "(x: …)`");
    return error_link(call);
}

BodyChecker::Link BodyChecker::ask(const Link& link, const Builtin& entry, NodeId call) {
    const std::string name(entry.name);
    const Tree::ChildRange arguments = tree_->children(call, Role::Item);
    const NodeId argument = arguments.empty() ? NodeId() : *arguments.begin();
    if (!argument.valid() || !tree_->node(argument).main.valid()) {
        return report_missing_question(entry, call);
    }
    if (arguments.size() > 1) {
        report(DiagnosticKind::TooManyArguments, span(call), name, "one question", std::to_string(arguments.size()));
    }
    const bool about_tiles = entry.parameters == "X";
    const TypeId element =
        about_tiles ? connected_tile_type(link.receiver.type) : relations_.element_of(link.receiver.type);
    std::uint32_t local = 0;
    const Given answer = check_question(argument, element.valid() ? element : types_.error, local);
    record(call, MeaningKind::Question, link.index, local);
    add_sites(entry.effects, name_place(link.node));
    const NodeId expression = child(argument, Role::Value);
    const Span place = expression.valid() ? span(expression) : span(argument);
    const auto wants = [&](bool fits, const char* what) {
        if (!fits && !relations_.is_error(answer.type)) {
            report(DiagnosticKind::QuestionAnswer, place, name, what, phrase(answer.type));
        }
    };
    switch (entry.id) {
    case BuiltinId::AskMax:
    case BuiltinId::AskMin:
    case BuiltinId::AskSum: wants(relations_.fits(answer.type, types_.number), "a number"); break;
    case BuiltinId::AskHighest:
    case BuiltinId::AskLowest:
    case BuiltinId::ListSortBy:
    case BuiltinId::AskSortedBy:
        wants(relations_.fits(answer.type, types_.number) || kind(answer.type) == TypeKind::String
                  || kind(answer.type) == TypeKind::Enum,
              "a number, a string or a value of an enum");
        break;
    case BuiltinId::AskMap: return value_link(types_.list(relations_.plain(answer.type)), call, Nullness::NotNull);
    default: wants(relations_.fits(answer.type, types_.boolean), "true or false"); break;
    }
    return value_link(letter_type(entry.result, link.receiver.type), call);
}

// The question that a built-in may have beside or instead of values: `a.connected(b, t: …)`, `xs.random(c: …)`.
void BodyChecker::check_optional_question(const Link& link, const Builtin& entry, NodeId call, NodeId argument) {
    const bool weighs = entry.id == BuiltinId::ListRandom;
    const TypeId asked = weighs ? relations_.element_of(link.receiver.type) : connected_tile_type(link.receiver.type);
    std::uint32_t local = 0;
    const Given answer = check_question(argument, asked.valid() ? asked : types_.error, local);
    if (!relations_.fits(answer.type, weighs ? types_.number : types_.boolean)) {
        report(DiagnosticKind::QuestionAnswer, span(argument), std::string(entry.name),
               weighs ? "a number" : "true or false", phrase(answer.type));
    }
    record(call, MeaningKind::Question, link.index, local);
}

} // namespace tgdl
