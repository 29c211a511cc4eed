#include "check/evaluate.h"

#include "base/numbers.h"
#include "check/builtins.h"
#include "check/code_reading.h"
#include "check/constant_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tgdl {

ConstantEvaluator::ConstantEvaluator(CheckedProgram& program)
    : program_(program), states_(program.constants.size(), State::Unseen), functions_(program.functions.size()) {}

void ConstantEvaluator::refuse(Use& use, Span place, std::string why) {
    if (use.is_constant) {
        use.is_constant = false;
        use.place = place;
        use.why = std::move(why);
    }
}

// ---- what an expression uses

ConstantEvaluator::Use ConstantEvaluator::use_of(CodeRef code) {
    Use use;
    look(code.file, code.node, use);
    return use;
}

// NOLINTNEXTLINE(misc-no-recursion): the parser bounds how deep code is nested
void ConstantEvaluator::look(FileId file, NodeId node, Use& use) {
    const Tree& tree = program_.tree(file);
    switch (tree.kind(node)) {
    case NodeKind::Input:
    case NodeKind::Choose: refuse(use, tree.span(node), "asks a player"); return;
    case NodeKind::Winner:
    case NodeKind::Draw: refuse(use, tree.span(node), "ends the game"); return;
    case NodeKind::Fail:
    case NodeKind::Cancel: refuse(use, tree.span(node), "fails"); return;
    case NodeKind::OldPass: refuse(use, tree.span(node), "passes the turn"); return;
    case NodeKind::New: {
        const TypeId type = program_.files[file.index()].types[node.index()];
        if (!type.valid() || !program_.types.is_collection(type)) {
            refuse(use, tree.span(node), "makes something of the game");
        }
        break;
    }
    case NodeKind::TypeName:
    case NodeKind::GenericType: return;
    case NodeKind::Postfix: { // `Map.far`: what stands before the dot is not read
        const NodeId first = tree.child(node, Role::Item);
        const CodeReader reader(program_, file);
        if (first.valid() && reader.meaning(first).kind == MeaningKind::Constant
            && tree.kind(tree.child(node, Role::Operand)) == NodeKind::Name) {
            for (const NodeId suffix : tree.children(node, Role::Item)) {
                look(file, suffix, use);
            }
            return;
        }
        break;
    }
    default: break; // its meaning and its parts decide
    }
    // Constants and functions lead to others, as many as there are: the stack does not grow with that.
    constexpr std::uint32_t kDeepest = 5'000;
    if (depth_ == kDeepest) {
        refuse(use, tree.span(node), "leads through too many other constants and functions");
        return;
    }
    ++depth_;
    look_at_meaning(file, node, use);
    for (const NodeId part : tree.children(node)) {
        look(file, part, use);
    }
    --depth_;
}

// NOLINTNEXTLINE(misc-no-recursion)
void ConstantEvaluator::look_at_meaning(FileId file, NodeId node, Use& use) {
    const CodeReader reader(program_, file);
    const Meaning it = reader.meaning(node);
    const Span place = reader.tree().name_span(node);
    switch (it.kind) {
    case MeaningKind::None:
    case MeaningKind::Local:
    case MeaningKind::Input:
    case MeaningKind::EnumValue:
    case MeaningKind::TypeName:
    case MeaningKind::Question:
    case MeaningKind::Alias: return;
    case MeaningKind::Constant: look_at_constant(ConstantId(it.index), use); return;
    case MeaningKind::Function:
    case MeaningKind::BaseFunction: look_at_function(FunctionId(it.index), place, use); return;
    case MeaningKind::Builtin: break;
    case MeaningKind::Attribute: refuse(use, place, "reads an attribute"); return;
    default: refuse(use, place, "reads something of a match"); return;
    }
    const Builtin& entry = builtin(static_cast<BuiltinId>(it.index));
    if (entry.id == BuiltinId::PlayerCount) {
        use.in_match = true;
        return;
    }
    if (entry.effects.has(Effect::Random) || entry.effects.has(Effect::Shuffles)) {
        refuse(use, place, "draws a random number");
        return;
    }
    switch (entry.receiver) {
    case Receiver::List:
    case Receiver::Table:
    case Receiver::Stack:
    case Receiver::Asked:
    case Receiver::Collection:
    case Receiver::String:
    case Receiver::Shape:
    case Receiver::EnumWord:
    case Receiver::MathWord: return;
    default: refuse(use, place, fmt::format("uses `{}`", entry.name)); return;
    }
}

// NOLINTNEXTLINE(misc-no-recursion)
void ConstantEvaluator::look_at_constant(ConstantId id, Use& use) {
    const Constant& constant = program_.constant(id);
    if (constant.is_option) {
        use.in_match = true;
        return;
    }
    resolve(id);
    use.in_match = use.in_match || program_.constant(id).depends_on_match;
    use.is_circle = use.is_circle || states_[id.index()] == State::Working;
}

// NOLINTNEXTLINE(misc-no-recursion)
void ConstantEvaluator::look_at_function(FunctionId id, Span place, Use& use) {
    std::optional<Use>& known = functions_[id.index()];
    if (!known) {
        known = Use(); // a function may call itself
        const Function& function = program_.function(id);
        Use own;
        for (const InputId input : function.inputs) {
            const Input& seen = program_.input(input);
            if (seen.mode != Input::Mode::Function) {
                refuse(own, place, "asks for an input");
            } else if (seen.has_default && seen.place.valid()) {
                look(seen.place.file, program_.tree(seen.place).child(seen.place.node, Role::Value), own);
            }
        }
        const NodeId block = program_.tree(function.place).child(function.place.node, Role::Effect);
        if (block.valid()) {
            look(function.place.file, block, own);
        }
        functions_[id.index()] = own;
    }
    const Use& own = *functions_[id.index()];
    use.in_match = use.in_match || own.in_match;
    use.is_circle = use.is_circle || own.is_circle;
    if (!own.is_constant) {
        refuse(use, place, fmt::format("calls `{}`, which {}", program_.text(program_.function(id).name), own.why));
    }
}

// ---- values

Evaluated ConstantEvaluator::evaluate_used(CodeRef expression, const Use& use, TypeId wanted) {
    Evaluated seen;
    seen.place = program_.tree(expression).span(expression.node);
    if (use.is_circle) {
        seen.status = Evaluated::Status::Circle;
    } else if (!use.is_constant) {
        seen.status = Evaluated::Status::NotConstant;
        seen.place = use.place;
        seen.why = use.why;
    } else if (use.in_match) {
        seen.status = Evaluated::Status::InMatch;
    } else {
        seen = ConstantRun(*this, program_).run(expression, wanted);
    }
    return seen;
}

Evaluated ConstantEvaluator::evaluate(CodeRef expression) {
    return evaluate_used(expression, use_of(expression));
}

// NOLINTNEXTLINE(misc-no-recursion)
void ConstantEvaluator::resolve(ConstantId id) {
    State& state = states_[id.index()];
    if (state == State::Working && diagnostics_ != nullptr) {
        const Constant& constant = program_.constant(id);
        diagnostics_
            ->report(DiagnosticKind::ConstantCircle, program_.tree(constant.given).name_span(constant.given.node),
                     program_.text(constant.name))
            .with_help("write one of the values in the circle out");
        return;
    }
    if (state != State::Unseen) {
        return;
    }
    state = State::Working;
    Constant& constant = program_.constants[id.index()];
    const NodeId value =
        constant.given.valid() ? program_.tree(constant.given).child(constant.given.node, Role::Value) : NodeId();
    if (value.valid() && program_.types.kind(constant.type) != TypeKind::Error) {
        const CodeRef expression{constant.given.file, value};
        const Use use = use_of(expression);
        const Evaluated seen = evaluate_used(expression, use, constant.type);
        constant.depends_on_match = seen.status == Evaluated::Status::InMatch;
        constant.value = seen.value;
        constexpr std::size_t kMostKept = 1'000'000;
        kept_ += constant.value.items.fix();
        if (kept_ > kMostKept) {
            constant.value = {}; // made when a match begins
        }
        report(constant, seen);
        const TypeKind kind = program_.types.kind(constant.type);
        const bool may_be_option = kind == TypeKind::Number || kind == TypeKind::String || kind == TypeKind::Bool
                                   || kind == TypeKind::Enum; // else reported
        if (constant.is_option && may_be_option) {
            check_option(constant);
        }
    }
    states_[id.index()] = State::Done;
}

// Was something wrong with the code when it was checked?
bool ConstantEvaluator::is_reported(CodeRef expression) const {
    const TypeId type = program_.files[expression.file.index()].types[expression.node.index()];
    return type.valid() && program_.types.kind(type) == TypeKind::Error;
}

void ConstantEvaluator::report(const Constant& constant, const Evaluated& seen) {
    if (diagnostics_ == nullptr) {
        return;
    }
    const std::string_view name = program_.text(constant.name);
    const NodeId value = program_.tree(constant.given).child(constant.given.node, Role::Value);
    switch (seen.status) {
    case Evaluated::Status::Known:
    case Evaluated::Status::Circle: return;
    case Evaluated::Status::Later:
    case Evaluated::Status::InMatch:
        if (constant.is_option && !is_reported({constant.given.file, value})) {
            const bool in_match = seen.status == Evaluated::Status::InMatch;
            diagnostics_
                ->report(DiagnosticKind::ConstantNotConstant, seen.place, name,
                         in_match ? "depends on the match" : "is worked out when a match begins")
                .with_help("the default of an option is known before a match begins");
        }
        return;
    case Evaluated::Status::NotConstant:
        diagnostics_->report(DiagnosticKind::ConstantNotConstant, seen.place, name, seen.why)
            .with_help("a constant is made of literals, other constants, `math` and functions that read nothing else; "
                       "what changes is an attribute");
        return;
    case Evaluated::Status::Fault: {
        const Tree& tree = program_.tree(constant.given);
        const Span own = tree.span(value);
        const bool is_inside =
            seen.place.file == own.file && seen.place.begin >= own.begin && seen.place.end <= own.end;
        Diagnostic& problem =
            diagnostics_->report(DiagnosticKind::ConstantFault, is_inside ? seen.place : own, name, seen.why);
        if (!is_inside) {
            problem.note(seen.place, "it goes wrong here");
        }
        return;
    }
    }
}

// Its values, and that the default is one of them.
void ConstantEvaluator::check_option(Constant& constant) {
    const Tree& given_in = program_.tree(constant.given);
    const Span place = given_in.span(given_in.child(constant.given.node, Role::Value));
    if (constant.value.kind == ConstantValue::Kind::Null) {
        diagnostics_->report(DiagnosticKind::OptionDefault, place, "null", program_.text(constant.name))
            .with_help("an option always has a value");
        return;
    }
    if (!constant.values.valid()) {
        return; // a bool, or all values of an enum
    }
    const Tree& tree = program_.tree(constant.values);
    const NodeId of = tree.child(constant.values.node, Role::Of);
    if (tree.kind(of) != NodeKind::CollectionLiteral && tree.kind(of) != NodeKind::Range) {
        return; // reported by the parser
    }
    if (tree.kind(of) == NodeKind::Range && program_.types.kind(constant.type) != TypeKind::Number) {
        return; // reported with its type
    }
    bool all_known = true;
    for (const NodeId item : tree.children(of)) {
        const Evaluated seen = evaluate({constant.values.file, item});
        if (seen.status != Evaluated::Status::Known) {
            all_known = false;
            if (is_reported({constant.values.file, item})) {
                continue;
            }
            diagnostics_->report(DiagnosticKind::ConstantNotConstant, seen.place, program_.text(constant.name),
                                 seen.status == Evaluated::Status::InMatch ? "depends on the match"
                                 : seen.status == Evaluated::Status::Later ? "is worked out when a match begins"
                                                                           : seen.why);
            continue;
        }
        if (seen.value.kind == ConstantValue::Kind::Null) {
            all_known = false;
            diagnostics_->report(DiagnosticKind::OptionDefault, tree.span(item), "null", program_.text(constant.name))
                .with_help("leave it out: an option always has a value");
            continue;
        }
        all_known =
            all_known && (!constant.value.is_known() || seen.value.kind == constant.value.kind); // else reported
        constant.of.push_back(seen.value);
    }
    constant.is_range = tree.kind(of) == NodeKind::Range;
    if (constant.is_range && constant.of.size() == 2) {
        constant.of[0].number = std::trunc(constant.of[0].number);
        constant.of[1].number = std::trunc(constant.of[1].number);
        if (constant.of[1].number < constant.of[0].number) {
            diagnostics_->report(DiagnosticKind::OptionWithoutValues, tree.span(of), program_.text(constant.name))
                .with_help("the smaller end comes first: `of 3..9`");
            return;
        }
    }
    if (!all_known || !constant.value.is_known()) {
        return;
    }
    const ConstantValue& given = constant.value;
    const bool is_one = constant.is_range
                            ? given.kind == ConstantValue::Kind::Number && given.number == std::trunc(given.number)
                                  && given.number >= constant.of[0].number && given.number <= constant.of[1].number
                            : std::find(constant.of.begin(), constant.of.end(), given) != constant.of.end();
    if (!is_one) {
        diagnostics_->report(DiagnosticKind::OptionDefault, place, text(given), program_.text(constant.name))
            .note(tree.span(of), "its values");
    }
}

void ConstantEvaluator::evaluate_constants(Diagnostics& diagnostics) {
    diagnostics_ = &diagnostics;
    for (std::size_t i = 0; i < program_.constants.size(); ++i) {
        resolve(ConstantId(i));
    }
    diagnostics_ = nullptr;
}

// NOLINTNEXTLINE(misc-no-recursion)
std::string ConstantEvaluator::text(const ConstantValue& value) const {
    switch (value.kind) {
    case ConstantValue::Kind::Unknown:
    case ConstantValue::Kind::Null: return "null";
    case ConstantValue::Kind::Number: return number_text(value.number);
    case ConstantValue::Kind::Text: return value.text;
    case ConstantValue::Kind::Bool: return value.number != 0 ? "true" : "false";
    case ConstantValue::Kind::Enum:
        return program_.def(value.enumeration).values[static_cast<std::size_t>(value.number)].label;
    case ConstantValue::Kind::List:
    case ConstantValue::Kind::Stack:
    case ConstantValue::Kind::Table: break;
    }
    std::string inside;
    const bool is_table = value.kind == ConstantValue::Kind::Table;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        inside += i == 0 ? "" : is_table && i % 2 == 1 ? ": " : ", ";
        inside += text(value.items[i]);
    }
    return is_table ? "{" + inside + "}" : "[" + inside + "]";
}

} // namespace tgdl
