// Values of enums: those of the definition, then those of its extensions in order of import.
#include "check/declaring.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kMostValues = 1000;

class EnumDeclaring {
public:
    EnumDeclaring(Declaring& declaring, TypeDefId type)
        : declaring_(declaring), program_(declaring.program), type_(type) {}

    void declare() {
        for (const std::uint32_t index : declaring_.parts_of[type_.index()]) {
            const CodeRef part = declaring_.parts[index].place;
            const Tree& tree = declaring_.tree(part);
            for (const NodeId item : tree.children(part.node, Role::Item)) {
                if (tree.kind(item) != NodeKind::EnumValues) {
                    continue;
                }
                for (const NodeId value : tree.children(item, Role::Item)) {
                    add({part.file, value});
                }
            }
        }
        if (def().values.empty() && !has_wrong_value_ && !is_misread(program_, def().place)) {
            declaring_.diagnostics
                .report(DiagnosticKind::EnumWithoutValues, declaring_.name_span(def().place), program_.text(def().name))
                .with_help(fmt::format("name them first: `enum {} {{ First, Second; }}`", program_.text(def().name)));
        }
    }

private:
    [[nodiscard]] TypeDef& def() { return program_.def(type_); }

    void add(CodeRef place) {
        const Symbol name = declaring_.symbol(place);
        if (!name.valid()) {
            return; // reported by the parser
        }
        const std::string_view text = program_.text(name);
        const Span span = declaring_.name_span(place);
        if (name == word::all) {
            has_wrong_value_ = true;
            declaring_.diagnostics.report(DiagnosticKind::EnumValueCalledAll, span)
                .with_help(
                    fmt::format("`{}.all()` gives all of its values; choose another name", program_.text(def().name)));
            return;
        }
        const auto known = def().members.find(name);
        if (known != def().members.end()) {
            declaring_.diagnostics.report(DiagnosticKind::MemberTwice, span, program_.text(def().name), text)
                .note(declaring_.name_span(known->second.place), "the first one is here");
            return;
        }
        if (def().values.size() == kMostValues) {
            if (!told_too_many_) {
                declaring_.diagnostics.report(DiagnosticKind::TooManyEnumValues, span, program_.text(def().name),
                                              std::to_string(kMostValues));
            }
            told_too_many_ = true;
            return;
        }
        const Tree& tree = declaring_.tree(place);
        const NodeId label_node = tree.child(place.node, Role::Text);
        const bool has_label = label_node.valid() && tree.kind(label_node) == NodeKind::StringLiteral;
        std::string label = has_label ? string_value(tree.text(tree.node(label_node).main)) : std::string(text);
        const auto [first, is_new] = labels_.emplace(label, place);
        if (!is_new) {
            declaring_.diagnostics
                .report(DiagnosticKind::LabelTwice, has_label ? tree.span(label_node) : span, program_.text(def().name),
                        label)
                .note(declaring_.tree(first->second).span(first->second.node), "the first one is here")
                .with_help("people could not tell the two apart: give one of them another label");
        }
        def().members[name] = {MemberKind::EnumValue, static_cast<std::uint32_t>(def().values.size()), place};
        def().values.push_back({name, std::move(label), place});
    }

    Declaring& declaring_;
    CheckedProgram& program_;
    TypeDefId type_;
    tsl::robin_map<std::string, CodeRef> labels_;
    bool told_too_many_ = false;
    bool has_wrong_value_ = false; // reported
};

} // namespace

void declare_enums(Declaring& declaring) {
    for (std::size_t i = declaring.predefined_count; i < declaring.program.type_defs.size(); ++i) {
        if (declaring.program.type_defs[i].kind == DefKind::Enum) {
            EnumDeclaring(declaring, TypeDefId(i)).declare();
        }
    }
}

} // namespace tgdl
