// The types that verify() has found, kept for builds that assert them while they run (vm/assert_types.h).
#pragma once

#include "program/static_type.h"

#include <memory>
#include <string>
#include <vector>

namespace tgdl {

struct KnownTypes {
    struct Register {
        std::uint32_t reg = 0;
        StaticTypeId type = 0;
    };

    explicit KnownTypes(const Program& program) : types(program) {}

    StaticTypes types; // those of all ValueTypes are there
    // By chunk, then instruction: registers that it reads, that the one before it has written, and at the start all
    // parameters.
    std::vector<std::vector<std::vector<Register>>> registers;
};

} // namespace tgdl
