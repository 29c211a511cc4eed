// Runtime errors: faults of the rules, reported with place, calls and values (docs/reference/transactions.md#12).
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class FaultId : std::uint16_t {
#define TGDL_FAULT(name, code, message) name,
#include "base/fault.def"
#undef TGDL_FAULT
};

std::string_view fault_code(FaultId id);
std::string_view fault_message(FaultId id); // with {0}, {1} …

struct Fault {
    FaultId id{};
    std::string message; // whole
    LocationIndex place = 0;
    struct Call {
        std::string name; // of the chunk, or what the match was doing
        LocationIndex place = 0;
    };
    std::vector<Call> calls; // innermost first; long ones are cut in the middle
    struct Shown {
        std::string name;
        std::string text;
    };
    std::vector<Shown> values; // variables of the innermost code
};

} // namespace tgdl
