// Puts members into their types, bases first: what is inherited, what overrides what, what is given twice, what is left
// abstract (docs/reference/files.md#11, docs/reference/classes.md#22).
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

// docs/reference/enums.md#15: "A derived type cannot."
constexpr const char* kInsteadOfConstant =
    "what differs between types is an attribute: leave out `const` there, and write `override` and its type here";

// One type while its definition and its extensions are joined.
class TypeJoining {
public:
    TypeJoining(Declaring& declaring, TypeDefId type)
        : declaring_(declaring), program_(declaring.program), diagnostics_(declaring.diagnostics), type_(type) {}

    void join() {
        for (const std::uint32_t index : declaring_.parts_of[type_.index()]) {
            const TypePart& part = declaring_.parts[index];
            part_ = &part;
            part_index_ = index;
            for (const MemberDeclaration& member : part.members) {
                join_member(member);
            }
        }
        find_abstract();
    }

private:
    [[nodiscard]] TypeDef& def() { return program_.def(type_); }
    [[nodiscard]] CodeRef place_of(const MemberDeclaration& member) const { return {part_->place.file, member.node}; }

    void list(const MemberDeclaration& member) {
        if (member.index == Symbol::kNone) {
            return;
        }
        switch (member.kind) {
        case MemberKind::Attribute: def().attributes.emplace_back(member.index); break;
        case MemberKind::Function: def().functions.emplace_back(member.index); break;
        case MemberKind::Action: def().actions.emplace_back(member.index); break;
        case MemberKind::Group: def().groups.emplace_back(member.index); break;
        case MemberKind::Constant: def().constants.emplace_back(member.index); break;
        case MemberKind::EnumValue: break;
        }
    }

    void join_member(const MemberDeclaration& member) {
        list(member);
        const CodeRef place = place_of(member);
        const Symbol name = declaring_.symbol(place);
        if (!name.valid() || !may_be_called(member, name, place)) {
            return;
        }
        const auto own = def().members.find(name);
        const bool is_own = own != def().members.end();
        const Member* known = is_own ? &own->second : program_.find_member(def().base, name);
        const auto given = given_in_.find(name);
        if (given != given_in_.end() && given->second.first == part_index_) {
            report_twice(name, place, given->second.second);
            return;
        }
        if (member.is_override) {
            join_override(member, name, place, known);
        } else if (known == nullptr) {
            def().members[name] = {member.kind, member.index, place};
        } else if (is_own) {
            report_twice(name, place, own->second.place);
            return;
        } else {
            report_needs_override(member, name, place, *known);
            def().members[name] = {member.kind, member.index, place};
        }
        given_in_[name] = {part_index_, place};
    }

    // Names that the language has given to something already.
    bool may_be_called(const MemberDeclaration& member, Symbol name, CodeRef place) {
        const std::string_view text = program_.text(name);
        const Span span = declaring_.name_span(place);
        const bool is_switch = member.kind == MemberKind::Function && name == word::switch_;
        const bool is_type = is_builtin_type(name) && member.kind != MemberKind::Group;
        if (is_switch || is_type || (is_builtin_name(name) && !may_be_hidden_by_names(name))) {
            diagnostics_.report(DiagnosticKind::NameOfTheLanguage, span, text).with_help("choose another name");
            return false;
        }
        if (!is_predefined_member(def().kind, text)) {
            const bool is_first = !member.is_override && predefined_member(def().kind, text) != nullptr;
            if (is_first) {
                diagnostics_.report(DiagnosticKind::OwnMemberInstead, span, kind_word(def().kind), text)
                    .with_help("if you want the one of the language, choose another name");
            }
            return true;
        }
        const bool new_distance = def().kind == DefKind::Connection && name == word::distance && member.is_override
                                  && member.kind == MemberKind::Attribute;
        if (new_distance) {
            override_attribute(place, name, program_.connection_distance);
            return false;
        }
        Diagnostic& diagnostic =
            diagnostics_.report(DiagnosticKind::PredefinedMember, span, kind_word(def().kind), text);
        if (def().kind == DefKind::Connection && name == word::distance) {
            diagnostic.with_help("to give it another value, write `override number distance = 2;`");
        } else {
            diagnostic.with_help("choose another name");
        }
        return false;
    }

    void report_twice(Symbol name, CodeRef place, CodeRef first) {
        diagnostics_
            .report(DiagnosticKind::MemberTwice, declaring_.name_span(place), program_.text(def().name),
                    program_.text(name))
            .note(declaring_.name_span(first), "the first one is here");
    }

    void report_needs_override(const MemberDeclaration& member, Symbol name, CodeRef place, const Member& known) {
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::MemberNeedsOverride, declaring_.name_span(place),
                                                     program_.text(program_.def(def().base).name),
                                                     member_with_article(known.kind), program_.text(name));
        if (known.place.valid()) {
            diagnostic.note(declaring_.name_span(known.place), "inherited from here");
        }
        const bool can_override = known.kind == member.kind && known.kind != MemberKind::Group;
        if (is_value_for_constant(member, known)) {
            diagnostic.with_help(kInsteadOfConstant);
        } else {
            diagnostic.with_help(can_override ? "write `override` before it to replace it, or choose another name"
                                              : "choose another name");
        }
    }

    // A derived type would give a constant of its base another value.
    static bool is_value_for_constant(const MemberDeclaration& member, const Member& known) {
        return known.kind == MemberKind::Constant
               && (member.kind == MemberKind::Constant || member.kind == MemberKind::Attribute);
    }

    void join_override(const MemberDeclaration& member, Symbol name, CodeRef place, const Member* known) {
        const std::string_view kind = member_with_article(member.kind);
        if (known == nullptr) {
            if (!def().incomplete) {
                report_overrides_nothing(member, name, place);
            }
            if (member.index != Symbol::kNone) {
                def().members[name] = {member.kind, member.index, place};
            }
            return;
        }
        if (known->kind != member.kind || known->kind == MemberKind::Group) {
            Diagnostic& diagnostic =
                diagnostics_.report(DiagnosticKind::OverrideOfOtherKind, declaring_.name_span(place),
                                    program_.text(name), member_with_article(known->kind), kind);
            if (known->place.valid()) {
                diagnostic.note(declaring_.name_span(known->place), "declared here");
            }
            if (is_value_for_constant(member, *known)) {
                diagnostic.with_help(kInsteadOfConstant);
            }
            return;
        }
        warn_of_other_extension(name, place);
        if (known->kind == MemberKind::Constant) {
            if (part_->is_extension && def().members.contains(name)) {
                override_constant(declaring_, ConstantId(known->index), place);
                return;
            }
            diagnostics_.report(DiagnosticKind::ConstantOverridden, declaring_.name_span(place), program_.text(name))
                .note(declaring_.name_span(known->place), "the constant")
                .with_help(kInsteadOfConstant);
            return;
        }
        const std::uint32_t replaced = known->index; // `known` goes bad when the map grows
        switch (member.kind) {
        case MemberKind::Attribute: override_attribute(place, name, AttributeId(replaced)); return;
        case MemberKind::Function: override_function(FunctionId(member.index), FunctionId(replaced)); break;
        case MemberKind::Action: override_action(ActionId(member.index), ActionId(replaced)); break;
        case MemberKind::Group:
        case MemberKind::EnumValue:
        case MemberKind::Constant: break;
        }
        def().members[name] = {member.kind, member.index, place};
    }

    void report_overrides_nothing(const MemberDeclaration& member, Symbol name, CodeRef place) {
        const Span span = declaring_.name_span(place);
        const std::string_view kind = member_with_article(member.kind);
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::OverridesNothing, span,
                                                     kind.substr(kind.find(' ') + 1), program_.text(name));
        diagnostic.with_help(part_->is_extension || def().base.valid()
                                 ? "leave out `override` to add a new one"
                                 : fmt::format("`{}` has no base: leave out `override`", program_.text(def().name)));
        if (suggests(diagnostics_)) {
            const TypeDefId from = part_->is_extension ? type_ : def().base;
            suggest(diagnostics_, diagnostic, span, program_.text(name), member_names(program_, from, member.kind));
        }
    }

    void warn_of_other_extension(Symbol name, CodeRef place) {
        if (!part_->is_extension) {
            return;
        }
        const auto [first, added] = extended_.emplace(name, place);
        if (!added) {
            diagnostics_
                .report(DiagnosticKind::OverriddenTwice, declaring_.name_span(place),
                        fmt::format("{}.{}", program_.text(def().name), program_.text(name)))
                .note(declaring_.name_span(first->second), "the other extension is here");
            first.value() = place;
        }
    }

    void override_attribute(CodeRef place, Symbol name, AttributeId attribute) {
        const Tree& tree = declaring_.tree(place);
        const NodeId type_node = tree.child(place.node, Role::Type);
        const TypeId wanted = program_.attribute(attribute).type;
        if (type_node.valid()) {
            const TypeId type = resolve_type(program_, place.file, type_node, diagnostics_);
            if (type != wanted && type != program_.types.error && wanted != program_.types.error) {
                Diagnostic& diagnostic =
                    diagnostics_.report(DiagnosticKind::OverrideChangesType, tree.span(type_node), program_.text(name),
                                        program_.type_text(wanted), program_.type_text(type));
                const CodeRef first = program_.attribute(attribute).place;
                if (first.valid()) {
                    diagnostic.note(declaring_.name_span(first), "declared here");
                }
                diagnostic.with_help("an override gives a new value, of the same type")
                    .replace(tree.span(type_node), program_.type_text(wanted));
            }
        }
        def().overrides.push_back({attribute, place, part_->is_extension, {}});
    }

    void report_changed_head(CodeRef place, CodeRef first, Symbol name, std::string_view what) {
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::OverrideChangesHead, declaring_.name_span(place),
                                                     program_.text(name), what);
        diagnostic.note(declaring_.name_span(first), "what it overrides is here")
            .with_help("leave them out, or repeat them as they are there");
    }

    void override_function(FunctionId id, FunctionId replaced_id) {
        const Function& replaced = program_.function(replaced_id);
        Function& function = program_.functions[id.index()];
        function.replaces = replaced_id;
        function.slot = replaced.slot;
        program_.functions[replaced.slot.index()].overridden_by.push_back(id);

        const Tree& tree = declaring_.tree(function.place);
        const bool short_form = tree.kind(function.place.node) == NodeKind::ShortFunction;
        const bool repeats_returns = short_form || tree.has(function.place.node, Role::Returns);
        const bool repeats_inputs = short_form || !function.inputs.empty();
        const bool unknown = function.returns == program_.types.error || replaced.returns == program_.types.error;
        if (repeats_returns && function.returns != replaced.returns && !unknown) {
            report_changed_head(function.place, replaced.place, function.name, "what it returns");
        } else if (repeats_inputs && !same_inputs(program_, function.inputs, replaced.inputs)) {
            report_changed_head(function.place, replaced.place, function.name, "its inputs");
        } else {
            function.inputs = replaced.inputs;
            function.returns = replaced.returns;
        }
    }

    void override_action(ActionId id, ActionId replaced_id) {
        const Action& replaced = program_.action(replaced_id);
        Action& action = program_.actions[id.index()];
        action.replaces = replaced_id;
        action.slot = replaced.slot;
        program_.actions[replaced.slot.index()].overridden_by.push_back(id);
        if (!prio_of(declaring_.tree(action.place), action.place.node).valid()) {
            action.prio = replaced.prio;
        }
        if (action.inputs.empty() || same_inputs(program_, action.inputs, replaced.inputs)) {
            action.inputs = replaced.inputs;
        } else {
            report_changed_head(action.place, replaced.place, action.name, "its inputs");
        }
    }

    // Which functions nobody has given an effect yet.
    void find_abstract() {
        if (def().base.valid()) {
            for (const FunctionId inherited : program_.def(def().base).abstract) {
                const auto own = def().members.find(program_.function(inherited).name);
                const bool replaced = own != def().members.end() && own->second.kind == MemberKind::Function
                                      && program_.functions[own->second.index].has_effect;
                if (!replaced) {
                    def().abstract.push_back(inherited);
                }
            }
        }
        for (const FunctionId id : def().functions) {
            const Function& function = program_.function(id);
            const auto now = def().members.find(function.name);
            const bool replaced = now != def().members.end() && now->second.index != id.value;
            const bool is_override = declaring_.tree(function.place).has(function.place.node, Role::Override);
            if (!function.has_effect && !replaced && !is_override) {
                def().abstract.push_back(id);
            }
        }
    }

    Declaring& declaring_;
    CheckedProgram& program_;
    Diagnostics& diagnostics_;
    TypeDefId type_;
    const TypePart* part_ = nullptr;
    std::uint32_t part_index_ = 0;
    tsl::robin_map<Symbol, std::pair<std::uint32_t, CodeRef>> given_in_; // the latest part that gave it, and where
    tsl::robin_map<Symbol, CodeRef> extended_;                           // overrides by extensions
};

} // namespace

void join_members(Declaring& declaring) {
    for (const TypeDefId type : declaring.bases_first) {
        TypeJoining(declaring, type).join();
        join_clauses(declaring, type);
    }
}

} // namespace tgdl
