// "Did you mean …?": the nearest name, as help with the text to write instead.
#pragma once

#include "check/types.h"
#include "diagnostics/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// What to write for a name that other languages, older designs or files of the library have; empty when it is none.
std::string_view help_with_foreign_name(std::string_view name);

// A name that other languages have and no rules define, so that it is unknown even where another file or a base could not be read.
bool is_surely_foreign(std::string_view name);

// The file of the library that defines the name, in words; empty when none does, or when one of the rules' own names is near.
std::string help_with_library_name(std::string_view name, const std::vector<std::string_view>& own);

// The same as the first for one that is called, such as `str(x)`, where a type of that name would be told otherwise.
std::string_view help_with_foreign_call(std::string_view name);

// The same for a member that values of this kind have in other languages, such as `xs.isEmpty()`.
std::string_view help_with_foreign_member(TypeKind kind, std::string_view name);

// False after very many messages: then looking for near names is not worth its time, and candidates need not be gathered.
bool suggests(const Diagnostics& diagnostics);

// Adds the help when one of the candidates is near.
void suggest(Diagnostics& diagnostics, Diagnostic& diagnostic, Span span, std::string_view wrong,
             const std::vector<std::string_view>& candidates);

} // namespace tgdl
