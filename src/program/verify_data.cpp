#include "program/verify_data.h"

#include <algorithm>

#include <fmt/format.h>

namespace tgdl {

namespace {

// Does the value of a data file fit the type? Types have been looked at; null fits every one. Collections are as deep as
// their type.
bool data_fits(const Program& program, const DataTableInfo& table, std::uint32_t index, TypeIndex type) {
    if (index >= table.values.size() || type >= program.types.size()) {
        return false;
    }
    const DataValueInfo& value = table.values[index];
    const ValueType& wanted = program.types[type];
    switch (value.kind) {
    case DataValueInfo::Kind::Player: return wanted.kind == ValueKind::Player && value.plain.is_number();
    case DataValueInfo::Kind::Plain:
        switch (wanted.kind) {
        case ValueKind::Number: return value.plain.is_null() || value.plain.is_number();
        case ValueKind::Bool: return value.plain.is_null() || value.plain.is(Tag::Bool);
        case ValueKind::Shape:
            return value.plain.is_null()
                   || (value.plain.is(Tag::Program) && value.plain.program_item() == ProgramItem::Shape
                       && value.plain.index() < program.shapes.size());
        case ValueKind::Enum: {
            const EnumInfo& info = program.enums[wanted.enumeration];
            const bool is_one = value.plain.is(Tag::Program) && value.plain.program_item() == ProgramItem::EnumValue
                                && value.plain.index() >= info.first && value.plain.index() - info.first < info.count;
            return value.plain.is_null() || is_one;
        }
        case ValueKind::Text:
            return value.plain.is_null()
                   || (value.plain.is(Tag::ConstantText) && value.plain.index() < program.texts.size());
        default: return value.plain.is_null(); // nothing else is written without parts
        }
    case DataValueInfo::Kind::Collection: break;
    }
    const bool is_table = wanted.kind == ValueKind::Table;
    if (value.type != type || (!is_table && wanted.kind != ValueKind::List)
        || std::size_t{value.first} + value.count > table.elements.size() || (is_table && value.count % 2 != 0)) {
        return false;
    }
    for (std::uint32_t i = 0; i < value.count; ++i) {
        const std::uint32_t element = table.elements[value.first + i];
        const bool is_key = is_table && i % 2 == 0;
        const bool right =
            is_key && wanted.key == kNone
                ? element < table.values.size() && table.values[element].plain.is(Tag::ConstantText)
                : element < index && data_fits(program, table, element, is_key ? wanted.key : wanted.element);
        if (!right) {
            return false;
        }
    }
    return true;
}

std::string verify_row(const Program& program, const DataTableInfo& table, const DataRowInfo& row) {
    if (row.instance_class >= program.classes.size()) {
        return fmt::format("{}: there is no number {}", table.path, row.instance_class);
    }
    const ClassInfo& info = program.classes[row.instance_class];
    const ValueType& type = program.types[table.type];
    if (info.abstract || type.kind != ValueKind::Instance || row.instance_class < type.first_class
        || row.instance_class > type.last_class || std::size_t{row.first} + row.count > table.cells.size()) {
        return fmt::format("{}: a row is wrong", table.path);
    }
    for (std::uint32_t i = row.first; i < row.first + row.count; ++i) {
        const DataCellInfo& cell = table.cells[i];
        const bool is_predefined = cell.attribute == kNone
                                   && (info.kind == ClassKind::Connection || info.kind == ClassKind::Tile
                                       || info.kind == ClassKind::Interactable);
        const bool right = is_predefined
                               ? cell.value < table.values.size() && table.values[cell.value].plain.is_number()
                               : cell.attribute < info.attributes.size()
                                     && data_fits(program, table, cell.value, info.attributes[cell.attribute].type);
        if (!right) {
            return fmt::format("{}: a cell does not fit {}", table.path, info.name);
        }
    }
    return {};
}

std::string verify_table(const Program& program, const DataTableInfo& table) {
    if (table.type >= program.types.size()) {
        return fmt::format("{}: there is no number {}", table.path, table.type);
    }
    for (const DataRowInfo& row : table.rows) {
        if (std::string wrong = verify_row(program, table, row); !wrong.empty()) {
            return wrong;
        }
    }
    const auto is_missing = [&](std::uint32_t row) { return row >= table.rows.size(); };
    return std::ranges::any_of(table.instances, is_missing) ? fmt::format("{}: a row is missing", table.path) : "";
}

} // namespace

std::string verify_data(const Program& program) {
    for (const DataTableInfo& table : program.data_tables) {
        if (std::string wrong = verify_table(program, table); !wrong.empty()) {
            return wrong;
        }
    }
    return {};
}

} // namespace tgdl
