// Reads the value of a cell, or of an element in one, as a type wants it (docs/reference/data.md).
#pragma once

#include "check/checked_program.h"

#include <optional>
#include <string>
#include <string_view>

namespace tgdl {

// A value without parts as it is written. A cell of a CSV file, an element of one and a key in JSON may be any of them.
struct WrittenValue {
    enum class Form : std::uint8_t { Cell, JsonText, JsonNumber, JsonTrue, JsonFalse } form = Form::Cell;
    std::string text; // of a JSON number and of the words as they stand in the file
};

// Can it be written without parts: everything but collections and instances?
bool is_plain_data_type(const CheckedProgram& program, TypeId type);

// The value for a type without parts; none when it is no such value. A text's own text goes into `texts`.
std::optional<DataValue> read_plain_value(const CheckedProgram& program, TypeId type, const WrittenValue& written,
                                          std::vector<std::string>& texts);

enum class DataForm : std::uint8_t { Csv, Json };

// Has a file of that form any value for the type, apart from null?
bool can_be_written(const CheckedProgram& program, TypeId type, DataForm form);

// What the type wants, for messages: "a number", "numbers with `;` between them".
std::string wanted_data(const CheckedProgram& program, TypeId type, DataForm form);

// A text of a file as a message quotes it: on one line, and not too long.
std::string quoted_data(std::string_view text);

} // namespace tgdl
