#include "program/verify_plans.h"

#include "program/find_plans.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace tgdl {

namespace {

// The attribute in this word of the instances of a type; null when there is none.
const AttributeInfo* attribute_at(const Program& program, TypeIndex type, std::uint16_t word) {
    const ValueType& of = program.types[type];
    if (of.kind != ValueKind::Instance || of.first_class > of.last_class || of.last_class >= program.classes.size()) {
        return nullptr;
    }
    const std::vector<AttributeInfo>& attributes = program.classes[of.first_class].attributes;
    const auto found = std::ranges::find(attributes, word, &AttributeInfo::offset);
    return found == attributes.end() ? nullptr : &*found;
}

// Of a register that the code reads; kNone: of any other.
TypeIndex parameter_type(const Program& program, const Chunk& chunk, std::uint16_t reg) {
    const bool is_given = reg < chunk.parameters && reg < chunk.parameter_types.size();
    const TypeIndex type = is_given ? chunk.parameter_types[reg] : kNone;
    return type < program.types.size() ? type : kNone;
}

bool gives_word(const Program& program, const Chunk& chunk) {
    const TypeIndex type = parameter_type(program, chunk, 0);
    const AttributeInfo* const attribute = type == kNone ? nullptr : attribute_at(program, type, chunk.word);
    return attribute != nullptr && attribute->type == chunk.result;
}

bool goes_to_destinations(const Program& program, const InputInfo& input) {
    const InputSource& source = input.source;
    const TypeIndex type = input.options == kNone || input.is_amounts || source.piece >= input.reg
                               ? kNone
                               : parameter_type(program, program.chunks[input.options], source.piece);
    if (type == kNone || program.types[type].kind != ValueKind::Instance) {
        return false;
    }
    const ValueType& piece = program.types[type];
    const bool is_piece = piece.first_class <= piece.last_class && piece.last_class < program.classes.size()
                          && program.classes[piece.first_class].kind == ClassKind::Interactable;
    if (source.movement != kNone) {
        return is_piece && source.movement < program.movements.size();
    }
    const AttributeInfo* const way = attribute_at(program, type, source.movement_word);
    return is_piece && way != nullptr && program.types[way->type].kind == ValueKind::Movement;
}

bool is_constant_range(const Program& program, const InputInfo& input) {
    const auto is_number = [&](ChunkIndex bound) {
        const std::uint32_t constant = bound == kNone ? kNone : program.chunks[bound].constant;
        return constant < program.constants.size() && program.constants[constant].is_number();
    };
    return input.options == kNone && input.step == kNone && is_number(input.low) && is_number(input.high);
}

bool fits(const Program& program, const InputInfo& input) {
    const bool takes_unset = input.source.unset_word != 0;
    if (takes_unset
        && (input.filters.size() != 1 || attribute_at(program, input.element, input.source.unset_word) == nullptr)) {
        return false;
    }
    switch (input.source.candidates) {
    case CandidateSource::Other: return true;
    case CandidateSource::Type: return input.options == kNone && input.low == kNone;
    case CandidateSource::Destinations: return goes_to_destinations(program, input);
    case CandidateSource::Range: return is_constant_range(program, input);
    }
    return false;
}

template <typename Plan>
bool is_plan(const Plan& plan, const Plan& found) {
    return plan == found || plan == Plan{};
}

} // namespace

std::string verify_plans(const Program& program) {
    for (const Chunk& chunk : program.chunks) {
        if (chunk.word != 0 && !gives_word(program, chunk)) {
            return fmt::format("`{}`: it gives no word {}", chunk.name, chunk.word);
        }
    }
    for (const InputInfo& input : program.inputs) {
        if (!fits(program, input)) {
            return fmt::format("{}: its source does not fit it", input.name);
        }
    }
    const Plans plans = plans_of(program);
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        if (!is_plan(program.actions[i].plan, plans.actions[i])) {
            return fmt::format("{}: its plan does not fit it", program.actions[i].name);
        }
    }
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        if (!is_plan(program.inputs[i].plan, plans.inputs[i])) {
            return fmt::format("{}: its plan does not fit it", program.inputs[i].name);
        }
    }
    return is_plan(program.choice_plan, plans.choice) ? "" : "the plan from choice to choice does not fit the program";
}

} // namespace tgdl
