// Runs an examination in a process of its own, so that a crash or a program that runs away is a result like any other.
#pragma once

#include "examine.h"

#include <functional>

namespace tgdl::generator {

struct Isolated {
    enum class Kind : unsigned char { Fine, Refused, Wrong, Crashed, Slow };
    Kind kind = Kind::Fine;
    Verdict verdict;      // Fine, Refused, Wrong
    std::string reported; // Crashed: how it ended, and what it wrote to standard error

    // What a shrunk program must still show: the word before the first colon.
    [[nodiscard]] std::string kind_of_finding() const;
    [[nodiscard]] bool is_finding() const { return kind == Kind::Wrong || kind == Kind::Crashed; }
};

[[nodiscard]] Isolated isolate(const std::function<Verdict()>& examination);

} // namespace tgdl::generator
