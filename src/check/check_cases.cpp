#include "check/check_cases.h"

#include "check/code_reading.h"
#include "check/relations.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>

namespace tgdl {

namespace {

class CaseChecking {
public:
    CaseChecking(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics, FileId file)
        : program_(program),
          evaluator_(evaluator),
          diagnostics_(diagnostics),
          relations_(program),
          reader_(program, file) {}

    // NOLINTNEXTLINE(misc-no-recursion): the parser bounds how deep code is nested
    void visit(NodeId node) {
        const NodeKind kind = tree().kind(node);
        if (kind == NodeKind::Switch || kind == NodeKind::SwitchValue) {
            check(node);
        }
        for (const NodeId part : tree().children(node)) {
            visit(part);
        }
    }

private:
    [[nodiscard]] const Tree& tree() const { return reader_.tree(); }

    void check(NodeId node) {
        const TypeId asked = reader_.type(tree().child(node, Role::Condition));
        std::map<std::string, Span> named; // by what people read
        bool has_else = tree().has(node, Role::Else);
        bool all_known = program_.types.kind(asked) != TypeKind::Error;
        for (const NodeId each : tree().children(node, Role::Item)) {
            has_else = has_else || tree().kind(each) == NodeKind::SwitchElse;
            for (const NodeId value : tree().children(each, Role::Value)) {
                all_known = name_case(value, asked, named) && all_known;
            }
        }
        if (!has_else && all_known) {
            find_missing(node, asked, named);
        }
    }

    // A literal, perhaps with a sign; a value of an enum; a constant.
    [[nodiscard]] bool is_case(NodeId value) const {
        const NodeId node = reader_.inside(value);
        switch (tree().kind(node)) {
        case NodeKind::NumberLiteral:
        case NodeKind::StringLiteral:
        case NodeKind::BoolLiteral:
        case NodeKind::NullLiteral: return true;
        case NodeKind::Unary: return reader_.constant_number(node).has_value();
        case NodeKind::Name:
            if (reader_.is_null(node)) {
                return true; // `none`
            }
            break;
        case NodeKind::Postfix: break;
        default: return false;
        }
        const Meaning it = reader_.meaning(reader_.last_part(node));
        const bool is_constant = it.kind == MeaningKind::Constant && !program_.constants[it.index].is_option
                                 && !program_.constants[it.index].depends_on_match;
        return it.kind == MeaningKind::EnumValue || is_constant;
    }

    bool name_case(NodeId value, TypeId asked, std::map<std::string, Span>& named) {
        const Span place = tree().span(value);
        if (relations_.is_error(reader_.type(value)) || !relations_.fits(reader_.type(value), asked)) {
            return false; // reported
        }
        if (!is_case(value)) {
            diagnostics_.report(DiagnosticKind::CaseNotConstant, place)
                .with_help("what is worked out in a match is compared with `if`");
            return false;
        }
        const Evaluated seen = evaluator_.evaluate({reader_.file(), value});
        if (seen.status != Evaluated::Status::Known || seen.value.is_collection()) {
            return false;
        }
        const bool is_text = seen.value.kind == ConstantValue::Kind::Text;
        const std::string text =
            seen.value.kind == ConstantValue::Kind::Enum
                ? std::string(program_.text(
                      program_.def(seen.value.enumeration).values[static_cast<std::size_t>(seen.value.number)].name))
                : evaluator_.text(seen.value);
        const auto [first, is_new] = named.emplace(is_text ? "\"" + text + "\"" : text, place);
        if (!is_new) {
            diagnostics_.report(DiagnosticKind::CaseTwice, place, text).note(first->second, "it stands here first");
        }
        return true;
    }

    void find_missing(NodeId node, TypeId asked, const std::map<std::string, Span>& named) {
        const bool gives_value = tree().kind(node) == NodeKind::SwitchValue;
        const Span place = tree().span(tree().node(node).begin);
        if (program_.types.kind(asked) == TypeKind::Bool) {
            if (gives_value && (!named.contains("true") || !named.contains("false"))) {
                report_no_value(place, named.contains("true") ? "`false`" : "`true`");
            }
            return;
        }
        const TypeDefId def = program_.enum_of(asked);
        if (!def.valid()) {
            if (gives_value) {
                report_no_value(place, "what no case names");
            }
            return;
        }
        std::string missing;
        std::string added; // by files that this one does not know
        for (const EnumValue& value : program_.def(def).values) {
            if (named.contains(std::string(program_.text(value.name)))) {
                continue;
            }
            std::string& list = knows(value.place.file) ? missing : added;
            list += fmt::format("{}`{}.{}`", list.empty() ? "" : ", ", program_.text(program_.def(def).name),
                                program_.text(value.name));
        }
        if (!missing.empty() && gives_value) {
            report_no_value(place, missing);
        } else if (!missing.empty()) {
            diagnostics_.report(DiagnosticKind::ValueNotInSwitch, place, missing)
                .with_help("name it in a case, or write `else { }` to say that nothing is meant to happen");
        } else if (!added.empty()) {
            diagnostics_.report(DiagnosticKind::ValueAddedToEnum, place, added)
                .with_help(gives_value ? "an `else: …;` would stand for it; without one it is a runtime error when met"
                                       : "an `else { … }` would stand for it");
        }
    }

    void report_no_value(Span place, std::string_view what) {
        diagnostics_.report(DiagnosticKind::SwitchWithoutElse, place, what)
            .with_help("add `else: …;`, or name what is missing in a case");
    }

    // Does this file, or one that it imports, directly or not, declare things in that file?
    [[nodiscard]] bool knows(FileId other) {
        if (known_.empty()) {
            known_.resize(program_.files.size());
            std::vector<FileId> open{reader_.file()};
            while (!open.empty()) {
                const FileId at = open.back();
                open.pop_back();
                if (!at.valid() || at.index() >= known_.size() || known_[at.index()]) {
                    continue;
                }
                known_[at.index()] = true;
                for (const FileUnit::Import& import : program_.files[at.index()].imports) {
                    open.push_back(import.file);
                }
            }
        }
        return known_[other.index()];
    }

    CheckedProgram& program_;
    ConstantEvaluator& evaluator_;
    Diagnostics& diagnostics_;
    Relations relations_;
    CodeReader reader_;
    std::vector<bool> known_; // by FileId
};

} // namespace

void check_cases(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics) {
    for (const FileUnit& unit : program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            CaseChecking(program, evaluator, diagnostics, unit.file).visit(unit.tree->root());
        }
    }
}

} // namespace tgdl
