// Forms of other designs that people write: those of older versions of the language, and those of other languages. Each is told in
// one message that names the form of today.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tgdl {

enum class FormPlace : std::uint8_t { Definition, Member, ActionClause, FunctionClause, Statement };

// The beginning of such a form, which fits nothing in the language. Pieces are separated by spaces: `_` is any word, `#` a
// number, `"` a text, everything else stands for itself. A `#` in the help is that number.
struct WrittenForm {
    FormPlace place{};
    std::string_view pattern;
    std::string_view help;
};

std::span<const WrittenForm> older_constructs(); // older_constructs.cpp
std::span<const WrittenForm> foreign_forms();    // foreign_forms.cpp

// The event meant by what stands behind `on`: `attach`, `turn end`; empty when it is none of the language.
std::string_view observed_event(std::string_view words);

} // namespace tgdl
