// What a data file gives a program (docs/reference/data.md): rows of values for the attributes of new instances.
//
// Made by read_data.h; the compiler turns it into a table of the Program.
#pragma once

#include "check/definitions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl {

// A value of a cell. Elements of a List, and keys and values of a Table in turn, stand one after the other.
struct DataValue {
    enum class Kind : std::uint8_t { Null, Number, Text, Bool, Player, Enum, Shape, List, Table } kind = Kind::Null;
    TypeId type;             // Enum, List, Table
    double number = 0;       // Number, Player; Bool: 0 or 1; Enum: the place of the value
    std::uint32_t first = 0; // List, Table: into DataTable::elements; Text, Shape: into DataTable::texts
    std::uint32_t count = 0; // List, Table: how many elements, of a Table two for each pair
};

struct DataCell {
    AttributeId attribute;   // none: `distance` of a connection, `turned` of anything else
    std::uint32_t value = 0; // into DataTable::values
};

struct DataRow {
    TypeDefId type;
    std::uint32_t count = 1; // so many instances
    std::uint32_t first = 0; // into DataTable::cells
    std::uint32_t cells = 0;
};

struct DataTable {
    std::string path; // as people are shown it
    TypeDefId type;   // every row is of it, or of a type that derives from it
    std::vector<DataRow> rows;
    std::vector<DataCell> cells;
    std::vector<DataValue> values;
    std::vector<std::uint32_t> elements; // into values
    std::vector<std::string> texts;
};

} // namespace tgdl
