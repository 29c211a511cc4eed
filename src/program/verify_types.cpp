#include "program/verify_types.h"

#include "program/operands.h"
#include "program/typed_code.h"

#include <fmt/format.h>

namespace tgdl {

TypeVerifier::TypeVerifier(const Program& program)
    : types(program), program_(program), methods_(program.classes.size()), reads_(program.chunks.size()) {
    // Derived classes follow their base: from the last to the first, what has no code takes that of a derived one.
    for (auto index = static_cast<ClassIndex>(program.classes.size()); index-- > 0;) {
        const ClassInfo& info = program.classes[index];
        methods_[index].resize(std::max(methods_[index].size(), info.methods.size()), kNone);
        for (std::size_t slot = 0; slot < info.methods.size(); ++slot) {
            ChunkIndex& method = methods_[index][slot];
            method = info.methods[slot] != kNone ? info.methods[slot] : method;
            if (info.base != kNone && info.base < index && slot < program.classes[info.base].methods.size()) {
                std::vector<ChunkIndex>& of_base = methods_[info.base];
                of_base.resize(program.classes[info.base].methods.size(), kNone);
                of_base[slot] = method;
            }
        }
    }
}

ChunkIndex TypeVerifier::method_of(ClassIndex index, std::uint32_t slot) const {
    return slot < methods_[index].size() ? methods_[index][slot] : kNone;
}

StaticTypeId TypeVerifier::parameter_of(const Chunk& chunk, std::uint32_t parameter) {
    const TypeIndex declared = parameter < chunk.parameter_types.size() ? chunk.parameter_types[parameter] : kNone;
    const StaticTypeId type = types.of(declared);
    return parameter == 0 && chunk.has_this ? types.without(type, kIsBlank) : type;
}

std::string TypeVerifier::verify_methods() {
    for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
        const ClassInfo& info = program_.classes[index];
        for (std::uint32_t slot = 0; slot < info.methods.size(); ++slot) {
            const ChunkIndex method = info.methods[slot];
            if (method == kNone) {
                if (!info.abstract) {
                    return fmt::format("{}: its method {} has no code", info.name, slot);
                }
                continue;
            }
            // What callers of the base give must do for it.
            const bool inherits = info.base != kNone && slot < program_.classes[info.base].methods.size();
            const ChunkIndex known = inherits ? method_of(info.base, slot) : method;
            const Chunk& chunk = program_.chunks[method];
            const Chunk& called = program_.chunks[known];
            bool agrees =
                chunk.parameters == called.parameters && chunk.parameters > 0 && chunk.has_this
                && types.fits(types.without(types.instance_of(index, index), kIsBlank), parameter_of(chunk, 0))
                && types.fits(result_of(chunk), result_of(called));
            for (std::uint32_t parameter = 1; agrees && parameter < chunk.parameters; ++parameter) {
                agrees = types.fits(parameter_of(called, parameter), parameter_of(chunk, parameter));
            }
            if (!agrees) {
                return fmt::format("{}: `{}` does not stand for `{}`", info.name, chunk.name, called.name);
            }
        }
    }
    return {};
}

bool TypeVerifier::reads(ChunkIndex index, std::uint32_t reg) {
    std::vector<bool>& read = reads_[index];
    if (read.empty()) {
        const Chunk& chunk = program_.chunks[index];
        read.assign(chunk.registers + 1U, false);
        for (const Instruction& code : chunk.code) {
            for (const Operand& operand : operands_of(code, 0)) {
                const bool is_read = operand.kind == OperandKind::Read || operand.kind == OperandKind::Changed;
                const std::uint32_t end = operand.kind == OperandKind::Window
                                              ? operand.number + window_size(program_, code)
                                              : operand.number + (is_read ? 1U : 0U);
                for (std::uint32_t each = operand.number;
                     each < end && each < read.size() && (is_read || operand.kind == OperandKind::Window); ++each) {
                    read[each] = true;
                }
            }
        }
    }
    return reg < read.size() && read[reg];
}

std::string TypeVerifier::verify_use(ChunkIndex index, std::span<const StaticTypeId> arguments, StaticTypeId result) {
    const Chunk& chunk = program_.chunks[index];
    for (std::uint32_t i = 0; i < arguments.size(); ++i) {
        const StaticTypeId wanted = parameter_of(chunk, i);
        if (wanted != StaticTypes::kUndefined && !types.fits(arguments[i], wanted)) {
            return fmt::format("`{}` takes {} in register {}, and is given {}", chunk.name, types.text(wanted), i,
                               types.text(arguments[i]));
        }
    }
    if (!types.fits(result_of(chunk), result)) {
        return fmt::format("`{}` gives {}, where {} is wanted", chunk.name, types.text(result_of(chunk)),
                           types.text(result));
    }
    return {};
}

std::string TypeVerifier::verify_chunk(const Chunk& chunk, RegisterTypes* kept) {
    return TypedCode(program_, *this, chunk).verify(kept);
}

} // namespace tgdl
