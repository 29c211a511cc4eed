// Bases, scopes and prefixes of the declared types; the order in which every type comes after its base.
#include "check/declaring.h"
#include "syntax/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kMaxBases = 200; // also bounds the cost of looking up a member

void check_prefixes(Declaring& declaring, TypeDef& def) {
    const Tree& tree = declaring.tree(def.place);
    const bool takes_prefixes = def.kind == DefKind::Class || def.kind == DefKind::Interactable
                                || def.kind == DefKind::Board || def.kind == DefKind::Stack;
    if (takes_prefixes) {
        return;
    }
    for (const Role role : {Role::Scope, Role::Sealed}) {
        const NodeId prefix = tree.child(def.place.node, role);
        if (!prefix.valid()) {
            continue;
        }
        const Span span = tree.span(prefix);
        declaring.diagnostics
            .report(DiagnosticKind::PrefixNotAllowed, span,
                    tree.source().text().substr(span.begin, span.end - span.begin), kind_with_article(def.kind))
            .with_help("only a class, an interactable, a board or a stack can have it; leave it out")
            .replace(span, "");
        break;
    }
    def.scope = ScopeKind::Local;
    def.sealed = false;
}

// The base of a type, when it may be one.
TypeDefId checked_base(Declaring& declaring, TypeDefId id, NodeId base_node) {
    CheckedProgram& program = declaring.program;
    const TypeDef& def = program.def(id);
    const Tree& tree = declaring.tree(def.place);
    if (def.kind == DefKind::Enum) {
        declaring.diagnostics.report(DiagnosticKind::EnumWithBase, tree.span(base_node), program.text(def.name))
            .with_help("write its values out; `extend enum` adds values to another one");
        return {};
    }
    const TypeDefId found = find_type(program, def.place.file, base_node);
    if (!found.valid() || program.def(found).kind == def.kind) {
        const TypeDefId base = resolve_definition(program, def.place.file, base_node, def.kind, declaring.diagnostics);
        if (!base.valid()) {
            return {};
        }
    }
    const TypeDef& base = program.def(found);
    const Span span = tree.span(base_node);
    const auto with_place = [&](Diagnostic& diagnostic) {
        if (base.place.valid()) {
            diagnostic.note(declaring.name_span(base.place), "the base is defined here");
        }
    };
    if (base.kind != def.kind) {
        with_place(declaring.diagnostics.report(DiagnosticKind::BaseOfOtherKind, span, program.text(def.name),
                                                kind_with_article(def.kind), program.text(base.name),
                                                kind_with_article(base.kind)));
        return {};
    }
    if (found == program.blank_tile) {
        declaring.diagnostics.report(DiagnosticKind::ExtendsBuiltin, span, program.text(base.name), "a base");
        return {};
    }
    if (base.scope == ScopeKind::Global || base.scope == ScopeKind::Player) {
        Diagnostic& diagnostic = declaring.diagnostics.report(
            DiagnosticKind::BaseIsSingle, span, program.text(base.name), scope_word(base.scope), kind_word(base.kind));
        with_place(diagnostic);
        diagnostic.with_help("move what both share into a base of its own, without that word");
        return {};
    }
    if (def.kind == DefKind::Class && base.scope != def.scope) {
        with_place(declaring.diagnostics.report(DiagnosticKind::BaseOfOtherScope, span, program.text(def.name),
                                                scope_word(def.scope), program.text(base.name),
                                                scope_word(base.scope)));
        return {};
    }
    return found;
}

// The class that an entry of `contents` names. What is wrong with it is told with the entry.
void set_base_of_entry(CheckedProgram& program, TypeDef& def) {
    const Tree& tree = program.tree(def.place);
    const TypeDefId base = find_type(program, def.place.file, tree.child(def.place.node, Role::Type));
    const bool fits = base.valid() && program.def(base).kind == DefKind::Interactable
                      && program.def(base).scope != ScopeKind::Global && program.def(base).scope != ScopeKind::Player;
    def.base = fits ? base : TypeDefId();
    def.scope = fits ? program.def(base).scope : ScopeKind::Local;
    def.sealed = fits && program.def(base).sealed;
    def.incomplete = !fits;
}

void report_circle(Declaring& declaring, const std::vector<TypeDefId>& circle) {
    CheckedProgram& program = declaring.program;
    const TypeDefId first = *std::min_element(circle.begin(), circle.end());
    TypeDef& def = program.def(first);
    const Tree& tree = declaring.tree(def.place);
    Diagnostic& diagnostic = declaring.diagnostics.report(
        DiagnosticKind::CircularBase, tree.span(tree.child(def.place.node, Role::Base)), program.text(def.name));
    std::size_t shown = 0;
    for (const TypeDefId other : circle) {
        if (other != first && shown < 3) {
            diagnostic.note(declaring.name_span(program.def(other).place),
                            fmt::format("`{}` is part of the circle", program.text(program.def(other).name)));
            shown += 1;
        }
    }
    def.base = {};
    def.incomplete = true;
}

enum class Seen : std::uint8_t { No, OnThisPath, Done };

// Finds circles and puts every type after its base, following each chain of bases once.
void order_by_base(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    std::vector<Seen> seen(program.type_defs.size(), Seen::No);
    std::vector<std::size_t> depth(program.type_defs.size(), 0);
    std::vector<TypeDefId> path;
    for (std::size_t start = declaring.predefined_count; start < program.type_defs.size(); ++start) {
        path.clear();
        TypeDefId at(start);
        while (at.valid() && seen[at.index()] == Seen::No && at.index() >= declaring.predefined_count) {
            seen[at.index()] = Seen::OnThisPath;
            path.push_back(at);
            at = program.def(at).base;
        }
        if (at.valid() && seen[at.index()] == Seen::OnThisPath) {
            const auto begin = std::find(path.begin(), path.end(), at);
            report_circle(declaring, std::vector<TypeDefId>(begin, path.end()));
            // The cut base comes first now: turn the circle so that it is at the end of the path.
            const auto cut =
                std::find_if(begin, path.end(), [&](TypeDefId id) { return !program.def(id).base.valid(); });
            std::rotate(begin, cut + 1, path.end());
        }
        std::reverse(path.begin(), path.end());
        for (const TypeDefId type : path) {
            TypeDef& def = program.def(type);
            seen[type.index()] = Seen::Done;
            depth[type.index()] = def.base.valid() ? depth[def.base.index()] + 1 : 0;
            if (depth[type.index()] > kMaxBases) {
                declaring.diagnostics.report(DiagnosticKind::InheritanceTooDeep, declaring.name_span(def.place),
                                             program.text(def.name), std::to_string(kMaxBases));
                def.base = {};
                def.incomplete = true;
                depth[type.index()] = 0;
            }
            if (def.base.valid()) {
                def.incomplete = def.incomplete || program.def(def.base).incomplete;
                program.def(def.base).derived.push_back(type);
            }
            declaring.bases_first.push_back(type);
        }
    }
}

} // namespace

void declare_bases(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (std::size_t i = declaring.predefined_count; i < program.type_defs.size(); ++i) {
        TypeDef& def = program.type_defs[i];
        check_prefixes(declaring, def);
        if (def.scope == ScopeKind::Global) {
            program.globals.emplace_back(i);
        } else if (def.scope == ScopeKind::Player) {
            program.seats.emplace_back(i);
        }
        if (def.nameless) {
            set_base_of_entry(program, def);
            continue;
        }
        const NodeId base_node = declaring.tree(def.place).child(def.place.node, Role::Base);
        if (base_node.valid()) {
            const TypeDefId base = checked_base(declaring, TypeDefId(i), base_node);
            def.base = base;
            def.incomplete = def.incomplete || !base.valid();
        }
    }
    order_by_base(declaring);
}

} // namespace tgdl
