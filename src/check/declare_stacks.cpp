// Decks: what they hold, what they start with; and things made before `setup` that cannot be made.
#include "check/declaring.h"

#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

void declare_holds(Declaring& declaring, TypeDefId id) {
    CheckedProgram& program = declaring.program;
    TypeDef& def = program.def(id);
    const TypeId inherited = def.base.valid() ? program.def(def.base).holds : TypeId();
    if (!def.holds.valid()) {
        def.holds = inherited;
        if (!inherited.valid()) {
            def.holds = program.types.error;
            if (!def.incomplete && !is_misread(program, def.place)) {
                declaring.diagnostics
                    .report(DiagnosticKind::StackWithoutReturns, declaring.name_span(def.place), program.text(def.name))
                    .with_help("say it inside: `returns Card;`, with an interactable of the game");
            }
        }
        return;
    }
    if (!inherited.valid() || def.holds == program.types.error || inherited == program.types.error) {
        return;
    }
    if (!program.derives(program.types.get(def.holds).def, program.types.get(inherited).def)) {
        declaring.diagnostics
            .report(DiagnosticKind::StackHoldsOther, declaring.name_span(def.place), program.text(def.name),
                    program.type_text(def.holds), program.type_text(inherited))
            .with_help("leave out `returns`, or name a type derived from what the base holds");
    }
}

void check_contents_count(Declaring& declaring, const Tree& tree, NodeId count) {
    const std::optional<double> value = count.valid() ? constant_number(tree, count) : std::nullopt;
    if (value && (*value < 0 || *value != std::floor(*value))) {
        const Span span = tree.span(count);
        declaring.diagnostics.report(DiagnosticKind::ContentsCount, span,
                                     tree.source().text().substr(span.begin, span.end - span.begin));
    }
}

void check_contents_entry(Declaring& declaring, const TypeDef& deck, CodeRef place) {
    CheckedProgram& program = declaring.program;
    const Tree& tree = declaring.tree(place);
    check_contents_count(declaring, tree, tree.child(place.node, Role::Count));
    const NodeId type_node = tree.child(place.node, Role::Type);
    if (!type_node.valid() || tree.kind(type_node) != NodeKind::TypeName) {
        return;
    }
    const TypeDefId card =
        resolve_definition(program, place.file, type_node, DefKind::Interactable, declaring.diagnostics);
    if (!card.valid()) {
        return;
    }
    const auto& nameless = program.files[place.file.index()].nameless;
    const auto own = nameless.find(place.node.value);
    const TypeDef& def = program.def(own != nameless.end() ? own->second : card);
    const Span span = tree.span(type_node);
    const bool fits = deck.holds == program.types.error || program.derives(card, program.types.get(deck.holds).def);
    if (!fits) {
        declaring.diagnostics.report(DiagnosticKind::ContentsOfOtherType, span, program.text(deck.name),
                                     program.type_text(deck.holds), program.text(def.name));
    } else if (!def.abstract.empty()) {
        const Function& missing = program.function(def.abstract.front());
        declaring.diagnostics
            .report(DiagnosticKind::ThingWithAbstract, span, program.text(def.name), program.text(missing.name))
            .note(declaring.name_span(missing.place), "declared here without an effect");
    } else if (def.scope == ScopeKind::Global || def.scope == ScopeKind::Player) {
        declaring.diagnostics.report(DiagnosticKind::ContentsCannotBeMade, span, program.text(def.name),
                                     scope_word(def.scope));
    }
}

// Globals and what each player has are made before `setup`: nothing may be missing.
void check_made_before_setup(Declaring& declaring, const std::vector<TypeDefId>& types) {
    CheckedProgram& program = declaring.program;
    for (const TypeDefId id : types) {
        const TypeDef& def = program.def(id);
        if (def.abstract.empty()) {
            continue;
        }
        const Function& missing = program.function(def.abstract.front());
        declaring.diagnostics
            .report(DiagnosticKind::MadeWithAbstract, declaring.name_span(def.place), program.text(def.name),
                    program.text(missing.name))
            .note(declaring.name_span(missing.place), "declared here without an effect")
            .with_help("give it an effect, with `override` if it is inherited");
    }
}

} // namespace

void declare_stacks(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (const TypeDefId id : declaring.bases_first) {
        if (program.def(id).kind == DefKind::Stack) {
            declare_holds(declaring, id);
        }
    }
    for (const TypeDefId id : declaring.bases_first) {
        const CodeRef contents = program.def(id).contents;
        if (!contents.valid()) {
            continue;
        }
        const Tree& tree = declaring.tree(contents);
        for (const NodeId entry : tree.children(contents.node, Role::Item)) {
            if (tree.kind(entry) == NodeKind::ContentsEntry) {
                check_contents_entry(declaring, program.def(id), {contents.file, entry});
            }
        }
    }
    check_made_before_setup(declaring, program.globals);
    check_made_before_setup(declaring, program.seats);
}

} // namespace tgdl
