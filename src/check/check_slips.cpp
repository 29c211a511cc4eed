// What newcomers write, and what they meant.
#include "check/body_checker.h"

#include <algorithm>

namespace tgdl {

// `Bank.gold` of a class that is not global: told once for each class. False when it is no such thing.
bool BodyChecker::report_class_used_as_one(const Link& link, Symbol member) {
    const TypeDefId id(link.index);
    const TypeDef& def = program_.def(id);
    const Member* const found = program_.find_member(id, member);
    if (def.kind != DefKind::Class || found == nullptr || found->kind != MemberKind::Attribute) {
        return false;
    }
    if (std::ranges::find(used_as_one_, id) == used_as_one_.end()) {
        used_as_one_.push_back(id);
        const std::string name = text(def.name);
        report(DiagnosticKind::ClassUsedAsOne, name_place(link.node), name)
            .with_help("did you mean `global class " + name + "`? Then there is one, reached by its name")
            .note(program_.tree(def.place).name_span(def.place.node), "declared here");
    }
    return true;
}

// `Card` alone, as in `isinstance(c, Card)`.
bool BodyChecker::names_type(NodeId expression) const {
    const DefinitionMap& visible = program_.files[file_.index()].visible;
    const auto found =
        tree_->kind(expression) == NodeKind::Name ? visible.find(tree_->main_symbol(expression)) : visible.end();
    return found != visible.end() && found->second.kind == DefinitionKind::Type;
}

// Did the parser tell something about this call, such as `k => …` in it?
bool BodyChecker::is_told_inside(Span whole) const {
    return std::ranges::any_of(diagnostics_.all(), [&](const Diagnostic& one) {
        return one.kind == DiagnosticKind::ForeignForm && one.span.file == whole.file && one.span.begin >= whole.begin
               && one.span.end <= whole.end;
    });
}

// The name of a `player` type that has such a member; empty when none has.
std::string BodyChecker::seat_class_with(Symbol name) const {
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        const TypeDefId id(i);
        if (program_.def(id).scope == ScopeKind::Player && program_.find_member(id, name) != nullptr) {
            return text(program_.def(id).name);
        }
    }
    return {};
}

} // namespace tgdl
