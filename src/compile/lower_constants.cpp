#include "compile/lower_constants.h"

#include "check/code_reading.h"
#include "compile/lower_code.h"

#include <algorithm>
#include <string>

namespace tgdl {

namespace {

class ConstantOrder {
public:
    explicit ConstantOrder(Lowering& lowering)
        : lowering_(lowering),
          checked_(lowering.checked),
          seen_constants_(checked_.constants.size()),
          seen_functions_(checked_.functions.size()) {}

    // NOLINTNEXTLINE(misc-no-recursion): constants that use each other in a circle are an error
    void add(ConstantId id) {
        if (seen_constants_[id.index()]) {
            return;
        }
        seen_constants_[id.index()] = true;
        const Constant& constant = checked_.constant(id);
        if (!constant.is_option && lowering_.known_value(constant)) {
            return;
        }
        const Tree& tree = checked_.tree(constant.given);
        const NodeId value = tree.child(constant.given.node, Role::Value);
        if (!constant.is_option) {
            add_used(constant.given.file, value);
        }
        MatchConstant made;
        made.name = checked_.text(constant.name);
        made.type = lowering_.type_of(constant.type);
        made.place = lowering_.place_of({constant.given.file, value});
        made.option = constant.is_option ? add_option(id) : kNone;
        lowering_.has_constant_collections =
            lowering_.has_constant_collections || checked_.types.is_collection(constant.type);
        lowering_.match_constants[id.index()] = static_cast<std::uint32_t>(lowering_.program.match_constants.size());
        lowering_.program.match_constants.push_back(std::move(made));
    }

private:
    // NOLINTNEXTLINE(misc-no-recursion)
    void add_used(FileId file, NodeId node) {
        if (!node.valid()) {
            return;
        }
        const CodeReader reader(checked_, file);
        const Meaning it = reader.meaning(node);
        if (it.kind == MeaningKind::Constant) {
            add(ConstantId(it.index));
        } else if ((it.kind == MeaningKind::Function || it.kind == MeaningKind::BaseFunction)
                   && !seen_functions_[it.index]) {
            seen_functions_[it.index] = true;
            const CodeRef place = checked_.functions[it.index].place;
            add_used(place.file, place.node);
        }
        for (const NodeId part : reader.tree().children(node)) {
            add_used(file, part);
        }
    }

    // What people call it: its name. Where several have that, those that the main file does not see by it have the alias of
    // an import before theirs.
    [[nodiscard]] std::string option_name(ConstantId id) const {
        const Constant& constant = checked_.constant(id);
        std::string name(checked_.text(constant.name));
        const DefinitionMap& visible = checked_.files[checked_.import_order.back().index()].visible;
        const auto seen = visible.find(constant.name);
        const bool is_seen =
            seen != visible.end() && seen->second.kind == DefinitionKind::Constant && seen->second.index == id.index();
        const auto with_name = std::ranges::count_if(
            checked_.constants, [&](const Constant& other) { return other.is_option && other.name == constant.name; });
        if (is_seen || with_name == 1) {
            return name;
        }
        for (const FileId file : checked_.import_order) {
            for (const FileUnit::Import& import : checked_.files[file.index()].imports) {
                if (import.alias.valid() && import.file == constant.place.file) {
                    return std::string(checked_.text(import.alias)) + "." + name;
                }
            }
        }
        return name;
    }

    std::uint32_t add_option(ConstantId id) {
        const Constant& constant = checked_.constant(id);
        OptionInfo info;
        info.name = option_name(id);
        info.documentation = checked_.tree(constant.place).documentation(constant.place.node);
        info.type = lowering_.type_of(constant.type);
        info.default_value = lowering_.value_of(constant.value);
        info.value = info.default_value;
        info.is_range = constant.is_range;
        for (const ConstantValue& value : constant.of) {
            info.values.push_back(lowering_.value_of(value));
        }
        const TypeDefId enumeration = checked_.enum_of(constant.type);
        if (constant.of.empty() && enumeration.valid()) {
            for (std::uint32_t place = 0; place < checked_.def(enumeration).values.size(); ++place) {
                info.values.push_back(lowering_.enum_value(enumeration, place));
            }
        } else if (constant.of.empty()) {
            info.values = {Value::boolean(false), Value::boolean(true)};
        }
        lowering_.program.options.push_back(std::move(info));
        return static_cast<std::uint32_t>(lowering_.program.options.size() - 1);
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    std::vector<bool> seen_constants_;
    std::vector<bool> seen_functions_;
};

} // namespace

void number_constants(Lowering& lowering) {
    ConstantOrder order(lowering);
    for (std::size_t i = 0; i < lowering.checked.constants.size(); ++i) {
        if (lowering.checked.constants[i].is_option) { // in order of declaration, whatever uses them
            order.add(ConstantId(i));
        }
    }
    for (std::size_t i = 0; i < lowering.checked.constants.size(); ++i) {
        order.add(ConstantId(i));
    }
}

void lower_constant_values(Lowering& lowering) {
    for (std::size_t i = 0; i < lowering.checked.constants.size(); ++i) {
        const std::uint32_t index = lowering.match_constants[i];
        const Constant& constant = lowering.checked.constants[i];
        if (index == kNone || constant.is_option) {
            continue;
        }
        const NodeId value = lowering.checked.tree(constant.given).child(constant.given.node, Role::Value);
        const BodyId body = lowering.bodies.find(constant.given.file, value);
        if (body.valid()) {
            lowering.program.match_constants[index].chunk =
                lower_body(lowering, body, {std::string(lowering.checked.text(constant.name)), {}}, constant.type);
        }
    }
}

} // namespace tgdl
