#include "compile/lower_data.h"

#include "syntax/lexer.h"

namespace tgdl {

namespace {

DataValueInfo lower_data_value(Lowering& lowering, const DataTable& table, const DataValue& value) {
    DataValueInfo info;
    switch (value.kind) {
    case DataValue::Kind::Null: break;
    case DataValue::Kind::Number: info.plain = Value::number(value.number); break;
    case DataValue::Kind::Bool: info.plain = Value::boolean(value.number != 0); break;
    case DataValue::Kind::Text: info.plain = Value::constant_text(lowering.text_index(table.texts[value.first])); break;
    case DataValue::Kind::Enum:
        info.plain =
            lowering.enum_value(lowering.checked.types.get(value.type).def, static_cast<std::uint32_t>(value.number));
        break;
    case DataValue::Kind::Shape:
        info.plain = lowering.program.constants[lowering.shape_constant(shape_text_rows(table.texts[value.first]))];
        break;
    case DataValue::Kind::Player:
        info.kind = DataValueInfo::Kind::Player;
        info.plain = Value::number(value.number);
        break;
    case DataValue::Kind::List:
    case DataValue::Kind::Table:
        info.kind = DataValueInfo::Kind::Collection;
        info.type = lowering.type_of(value.type);
        info.first = value.first;
        info.count = value.count;
        break;
    }
    return info;
}

DataTableInfo lower_table(Lowering& lowering, const DataTable& table) {
    DataTableInfo info;
    info.path = table.path;
    info.type = lowering.class_type(lowering.class_of(table.type));
    info.elements = table.elements;
    for (const DataValue& value : table.values) {
        info.values.push_back(lower_data_value(lowering, table, value));
    }
    for (const DataCell& cell : table.cells) {
        info.cells.push_back({cell.attribute.valid() ? lowering.attribute_number(cell.attribute) : kNone, cell.value});
    }
    for (const DataRow& row : table.rows) {
        info.instances.insert(info.instances.end(), row.count, static_cast<std::uint32_t>(info.rows.size()));
        lowering.record_making(lowering.class_of(row.type));
        info.rows.push_back({lowering.class_of(row.type), row.first, row.cells});
    }
    return info;
}

} // namespace

void lower_data(Lowering& lowering) {
    for (const DataTable& table : lowering.checked.data_tables) {
        lowering.program.data_tables.push_back(lower_table(lowering, table));
    }
}

void write_data_instances(Lowering& lowering, ChunkWriter& writer, std::uint32_t table,
                          const std::function<void(Register)>& add) {
    const DataTableInfo& info = lowering.program.data_tables[table];
    if (info.instances.empty()) {
        return;
    }
    const auto load_number = [&](Register target, double number) {
        writer.load_constant(target, lowering.number_constant(number));
    };
    const Register limit = writer.push();
    load_number(limit, static_cast<double>(info.instances.size()));
    const Register place = writer.push();
    load_number(place, 0);
    const Label again = writer.new_label();
    const Label done = writer.new_label();
    writer.bind(again);
    writer.jump_compare(Operation::JumpUnlessLess, place, limit, done);
    const Register made = writer.push(3);
    load_number(made, table);
    writer.move(static_cast<Register>(made + 1), place);
    load_number(static_cast<Register>(made + 2), info.type);
    writer.native(NativeId::DataNew, made, 3);
    writer.set_top(static_cast<Register>(made + 1));
    writer.emit(Operation::CallInit, made);
    const Register window = writer.push(3);
    writer.move(window, made);
    load_number(static_cast<Register>(window + 1), table);
    writer.move(static_cast<Register>(window + 2), place);
    writer.native(NativeId::DataFill, window, 3);
    writer.set_top(window);
    writer.emit(Operation::CallDefaults, made);
    writer.emit(Operation::Made, made);
    add(made);
    writer.set_top(made);
    const Register one = writer.push();
    load_number(one, 1);
    writer.emit(Operation::Add, place, place, one);
    writer.set_top(one);
    writer.jump(again);
    writer.bind(done);
    writer.set_top(limit);
}

} // namespace tgdl
