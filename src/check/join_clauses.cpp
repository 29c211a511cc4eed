// The parts of a type that have no name: default, visible, information, what a stack holds, borders; and what cannot
// stand in a type of its kind.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

std::string_view clause_with_article(NodeKind kind) {
    switch (kind) {
    case NodeKind::Action: return "an action";
    case NodeKind::Group: return "a group";
    case NodeKind::Borders: return "`borders`";
    case NodeKind::HoldsClause: return "`returns`";
    case NodeKind::Contents: return "`contents`";
    case NodeKind::Phase: return "a phase";
    case NodeKind::Goal: return "a goal";
    case NodeKind::Turn: return "a turn";
    case NodeKind::Movement: return "a movement";
    case NodeKind::Setup: return "a `setup`";
    case NodeKind::TypeDefinition: return "another definition";
    case NodeKind::Attribute:
    case NodeKind::ComputedAttribute:
    case NodeKind::LongAttribute: return "an attribute";
    case NodeKind::Function:
    case NodeKind::ShortFunction: return "a function";
    case NodeKind::DefaultBlock: return "`default`";
    case NodeKind::Visible: return "`visible`";
    case NodeKind::Information: return "`information`";
    default: // nothing else is a member
        return "this";
    }
}

std::string_view where_it_belongs(NodeKind kind) {
    switch (kind) {
    case NodeKind::Action: return "actions stand in a class, in an interactable or at top level";
    case NodeKind::Group:
    case NodeKind::Borders: return "it belongs into the definition of a board";
    case NodeKind::HoldsClause:
    case NodeKind::Contents: return "it belongs into the definition of a stack";
    case NodeKind::Phase: return "phases stand in a turn";
    case NodeKind::Attribute:
    case NodeKind::LongAttribute:
    case NodeKind::DefaultBlock:
    case NodeKind::Visible: return "an enum has values, functions and `information`; a class has attributes";
    default: // definitions of their own
        return "write it at top level";
    }
}

class ClauseJoining {
public:
    ClauseJoining(Declaring& declaring, TypeDefId type)
        : declaring_(declaring), program_(declaring.program), type_(type) {}

    void join(const TypePart& part) {
        is_extension_ = part.is_extension;
        holds_ = {};
        contents_ = {};
        information_.clear();
        for (const NodeId item : declaring_.tree(part.place).children(part.place.node, Role::Item)) {
            join_item({part.place.file, item});
        }
    }

private:
    [[nodiscard]] TypeDef& def() { return program_.def(type_); }

    void join_item(CodeRef place) {
        const DefKind kind = def().kind;
        const bool in_board = kind == DefKind::Board && !is_extension_;
        const bool in_stack = kind == DefKind::Stack && !is_extension_;
        const NodeKind node_kind = declaring_.tree(place).kind(place.node);
        if (kind == DefKind::Group && node_kind != NodeKind::Visible) {
            return; // declare_boards.cpp
        }
        switch (node_kind) {
        case NodeKind::Attribute:
        case NodeKind::ComputedAttribute:
        case NodeKind::Modify:
        case NodeKind::LongAttribute: allow(kind != DefKind::Enum, place); break;
        case NodeKind::EnumValues:
        case NodeKind::Constant:
        case NodeKind::Function:
        case NodeKind::ShortFunction:
        case NodeKind::InitialiserEntry: // a value beside the definitions of an entry
        case NodeKind::Error:
        case NodeKind::Missing: break;
        case NodeKind::Action: allow(kind == DefKind::Class || kind == DefKind::Interactable, place); break;
        case NodeKind::Group: allow(in_board, place); break;
        case NodeKind::DefaultBlock:
            if (allow(kind != DefKind::Enum, place)) {
                def().defaults.push_back(place);
            }
            break;
        case NodeKind::Visible:
            if (!allow(kind != DefKind::Enum, place)) {
                break;
            }
            def().visibles.push_back(place);
            check_visible(place);
            break;
        case NodeKind::Information: join_information(place); break;
        case NodeKind::Borders:
            if (allow(in_board, place)) {
                def().borders.push_back(place);
            }
            break;
        case NodeKind::HoldsClause:
            if (allow(in_stack, place) && once(holds_, place, "returns")) {
                holds(place);
            }
            break;
        case NodeKind::Contents:
            if (allow(in_stack, place) && once(contents_, place, "contents")) {
                def().contents = place;
            }
            break;
        default: // a definition of its own, a phase
            allow(false, place);
            break;
        }
    }

    bool allow(bool allowed, CodeRef place) {
        if (allowed) {
            return true;
        }
        def().incomplete = true;
        const Tree& tree = declaring_.tree(place);
        const NodeKind kind = tree.kind(place.node);
        const std::string holder = is_extension_ ? fmt::format("an extension of {}", kind_with_article(def().kind))
                                                 : std::string(kind_with_article(def().kind));
        declaring_.diagnostics
            .report(DiagnosticKind::MemberNotAllowed, tree.name_span(place.node), holder, clause_with_article(kind))
            .with_help(std::string(where_it_belongs(kind)));
        return false;
    }

    bool once(CodeRef& first, CodeRef place, std::string_view clause) {
        if (!first.valid()) {
            first = place;
            return true;
        }
        declaring_.diagnostics.report(DiagnosticKind::GivenTwice, declaring_.tree(place).span(place.node), clause)
            .note(declaring_.tree(first).span(first.node), "first given here");
        return false;
    }

    void holds(CodeRef place) {
        const TypeDefId held =
            resolve_definition(program_, place.file, declaring_.tree(place).child(place.node, Role::Type),
                               DefKind::Interactable, declaring_.diagnostics);
        def().holds = held.valid() ? program_.def(held).type : program_.types.error;
    }

    void check_visible(CodeRef place) {
        const Tree& tree = declaring_.tree(place);
        bool names_any = false;
        for (const NodeId word : tree.children(place.node, Role::Name)) {
            names_any = true;
            const Symbol name = tree.main_symbol(word);
            const Member* member = name.valid() ? program_.find_member(type_, name) : nullptr;
            const bool is_attribute = member != nullptr && member->kind == MemberKind::Attribute;
            if (!is_attribute && name.valid() && !def().incomplete) {
                report_unknown_attribute(tree.span(word), name);
            }
        }
        const Symbol viewer = tree.main_symbol(place.node);
        if (names_any || !viewer.valid()) {
            return;
        }
        const Member* member = program_.find_member(type_, viewer);
        if (member != nullptr && member->kind == MemberKind::Attribute) {
            const std::string_view text = program_.text(viewer);
            Diagnostic& diagnostic = declaring_.diagnostics.report(DiagnosticKind::ViewerNamedLikeAttribute,
                                                                   tree.name_span(place.node), text);
            if (member->place.valid()) {
                diagnostic.note(declaring_.name_span(member->place), "the attribute");
            }
            diagnostic
                .with_help(fmt::format("to hide this attribute alone, name the viewer too: `visible {} viewer`", text))
                .replace(tree.name_span(place.node), fmt::format("{} viewer", text));
        }
    }

    void report_unknown_attribute(Span span, Symbol name) {
        Diagnostic& diagnostic = declaring_.diagnostics.report(DiagnosticKind::UnknownAttribute, span,
                                                               program_.text(def().name), program_.text(name));
        if (suggests(declaring_.diagnostics)) {
            suggest(declaring_.diagnostics, diagnostic, span, program_.text(name),
                    member_names(program_, type_, MemberKind::Attribute));
        }
    }

    void join_information(CodeRef place) {
        const Tree& tree = declaring_.tree(place);
        for (const NodeId part : tree.children(place.node, Role::Item)) {
            if (tree.kind(part) != NodeKind::InformationPart) {
                continue;
            }
            const Symbol name = tree.main_symbol(part);
            if (!name.valid()) {
                continue;
            }
            const Span span = tree.name_span(part);
            if (def().kind == DefKind::Enum && name == word::short_) {
                declaring_.diagnostics.report(DiagnosticKind::EnumWithShort, span)
                    .with_help("a label says how people see a value: `Wool \"bale of wool\"`");
                continue;
            }
            const auto [first, added] = information_.emplace(name, part);
            if (!added) {
                declaring_.diagnostics.report(DiagnosticKind::GivenTwice, span, program_.text(name))
                    .note(tree.name_span(first->second), "first given here");
                continue;
            }
            def().information.push_back({place.file, part});
        }
    }

    Declaring& declaring_;
    CheckedProgram& program_;
    TypeDefId type_;
    bool is_extension_ = false;
    CodeRef holds_;
    CodeRef contents_;
    tsl::robin_map<Symbol, NodeId> information_; // the parts of one definition or extension
};

} // namespace

void join_clauses(Declaring& declaring, TypeDefId type) {
    ClauseJoining joining(declaring, type);
    for (const std::uint32_t part : declaring.parts_of[type.index()]) {
        joining.join(declaring.parts[part]);
    }
}

} // namespace tgdl
