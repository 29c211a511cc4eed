// The rows of a data file as they are read, whatever its form: what is common to CSV and JSON (docs/reference/data.md).
//
//   in   names of columns, and values as they are written, row by row
//   out  a DataTable; what is wrong is reported at its place in the file, with the statement that reads it
#pragma once

#include "check/data_values.h"
#include "check/declare.h"
#include "check/read_data.h"
#include "check/suggest.h"
#include "syntax/characters.h"
#include "syntax/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <utility>
#include <vector>

namespace tgdl {

// What a column or key is about.
struct DataColumn {
    enum class Kind : std::uint8_t { Attribute, Class, Count, Ignored } kind = Kind::Ignored;
    std::string name;
    Symbol symbol;
    // The attribute of the type that the latest row was of: most rows are of the same.
    TypeDefId known_type;
    const Member* known_member = nullptr;
};

class DataRows {
public:
    static constexpr std::uint32_t kMaxInstances = 100'000;
    static constexpr std::size_t kMaxValues = 2'000'000; // cells and elements: a bound for the memory they take

    DataRows(CheckedProgram& program, const DataUse& use, Diagnostics& diagnostics)
        : program_(program),
          diagnostics_(diagnostics),
          use_(use),
          statement_(program.tree(use.file).span(use.literal)),
          data_(program.files[use.file.index()].data_files.at(use.literal.value)),
          source_(*program.data_files[data_.index() - program.files.size()]) {
        table_.path = source_.path();
        table_.type = use.type;
    }

    // Can anything be read at all? Reports what stands against it.
    [[nodiscard]] bool is_readable() { return !has_count_attribute(use_.type, statement_) && is_utf8(); }
    [[nodiscard]] DataTable take() { return std::move(table_); }

protected:
    // ---- messages

    [[nodiscard]] Span place(std::uint32_t begin, std::uint32_t end) const { return {data_, begin, end}; }

    template <typename... Arguments>
    Diagnostic& report(DiagnosticKind kind, Span span, Arguments&&... arguments) {
        Diagnostic& problem = diagnostics_.report(kind, span, std::forward<Arguments>(arguments)...);
        return span == statement_ ? problem : problem.note(statement_, "the file is read here");
    }

    [[nodiscard]] std::string type_name(TypeDefId type) const {
        return std::string(program_.text(program_.def(type).name));
    }

    bool is_utf8() {
        const std::string_view text = source_.text();
        for (std::size_t at = 0; at < text.size();) {
            if (static_cast<unsigned char>(text[at]) < 0x80) {
                ++at;
                continue;
            }
            const Character character = first_character(text.substr(at));
            if (!character.valid()) {
                const auto begin = static_cast<std::uint32_t>(at);
                report(DiagnosticKind::DataBroken, place(begin, begin + 1), "UTF-8",
                       "this byte belongs to no character")
                    .with_help("save the file as UTF-8");
                return false;
            }
            at += character.length;
        }
        return true;
    }

    bool has_count_attribute(TypeDefId type, Span span) {
        const Member* member = program_.find_member(type, word::count);
        const bool has = member != nullptr && member->kind == MemberKind::Attribute;
        if (has) {
            Diagnostic& problem = report(DiagnosticKind::DataCountAttribute, span, type_name(type));
            if (member->place.valid()) {
                problem.note(program_.tree(member->place).name_span(member->place.node), "the attribute");
            }
        }
        return has;
    }

    // Reports what is too much, once; nothing is read afterwards.
    void give_up(std::string what) {
        if (!gave_up_) {
            report(DiagnosticKind::DataTooMuch, statement_, table_.path, std::move(what));
        }
        gave_up_ = true;
    }

    // ---- columns

    [[nodiscard]] bool is_attribute_of(TypeDefId type, const DataColumn& column) const {
        const Member* member = column.symbol.valid() ? program_.find_member(type, column.symbol) : nullptr;
        return (member != nullptr && member->kind == MemberKind::Attribute) || is_predefined(type, column.name);
    }

    // What things have without declaring it, and `new` may give them.
    [[nodiscard]] bool is_predefined(TypeDefId type, std::string_view name) const {
        const DefKind kind = program_.def(type).kind;
        return kind == DefKind::Connection
                   ? name == "distance"
                   : (kind == DefKind::Tile || kind == DefKind::Interactable) && name == "turned";
    }

    [[nodiscard]] std::vector<std::string_view> known_columns(TypeDefId type) const {
        std::vector<std::string_view> names = member_names_of(type);
        names.emplace_back("class");
        names.emplace_back("count");
        return names;
    }

    [[nodiscard]] std::vector<std::string_view> member_names_of(TypeDefId type) const {
        std::vector<std::string_view> names;
        for (TypeDefId at = type; at.valid(); at = program_.def(at).base) {
            for (const AttributeId attribute : program_.def(at).attributes) {
                names.push_back(program_.text(program_.attribute(attribute).name));
            }
        }
        return names;
    }

    void report_unknown(TypeDefId type, std::string_view name, Span span) {
        if (program_.def(type).incomplete) {
            return;
        }
        Diagnostic& problem = report(DiagnosticKind::DataUnknownColumn, span, type_name(type), quoted_data(name));
        if (suggests(diagnostics_)) {
            suggest(diagnostics_, problem, span, name, known_columns(type));
        }
        if (problem.help.empty()) {
            problem.with_help("a name that begins with `#` is for people, and not read");
        }
    }

    DataColumn column_of(std::string name) const {
        DataColumn column;
        column.name = std::move(name);
        if (column.name.starts_with('#')) {
            return column;
        }
        column.symbol = program_.names.find(normalised_name(column.name));
        column.kind = column.name == "class"   ? DataColumn::Kind::Class
                      : column.name == "count" ? DataColumn::Kind::Count
                                               : DataColumn::Kind::Attribute;
        return column;
    }

    // ---- rows

    struct Row {
        TypeDefId type;
        std::uint32_t count = 1;
        std::uint32_t first_cell = 0;
        bool wrong = false;
        Span span;
    };

    TypeDefId class_called(std::string_view name) const {
        const DefinitionMap* definitions = &program_.files[use_.file.index()].visible;
        const std::size_t dot = name.find('.');
        if (dot != std::string_view::npos) {
            const Symbol alias = program_.names.find(normalised_name(name.substr(0, dot)));
            const auto found = alias.valid() ? definitions->find(alias) : definitions->end();
            if (found == definitions->end() || found->second.kind != DefinitionKind::Alias
                || found->second.index >= program_.files.size()) {
                return {};
            }
            definitions = &program_.files[found->second.index].own;
            name.remove_prefix(dot + 1);
        }
        const Symbol symbol = program_.names.find(normalised_name(name));
        const auto found = symbol.valid() ? definitions->find(symbol) : definitions->end();
        return found != definitions->end() && found->second.kind == DefinitionKind::Type
                   ? TypeDefId(found->second.index)
                   : TypeDefId();
    }

    // The type that the column `class` names; none when it is wrong (reported).
    TypeDefId read_class(const std::string& name, Span span) {
        if (const auto known = classes_.find(name); known != classes_.end()) {
            return known->second;
        }
        const TypeDefId type = class_called(name);
        if (!type.valid()) {
            Diagnostic& problem = report(DiagnosticKind::DataUnknownClass, span, quoted_data(name));
            if (suggests(diagnostics_)) {
                std::vector<std::string_view> names;
                for (const auto& [symbol, definition] : program_.files[use_.file.index()].visible) {
                    if (definition.kind == DefinitionKind::Type
                        && program_.derives(TypeDefId(definition.index), use_.type)) {
                        names.push_back(program_.text(symbol));
                    }
                }
                suggest(diagnostics_, problem, span, name, names);
            }
            return {};
        }
        if (!program_.derives(type, use_.type)) {
            report(DiagnosticKind::DataOtherClass, span, type_name(type), type_name(use_.type));
            return {};
        }
        if (type != use_.type && has_count_attribute(type, span)) {
            return {};
        }
        classes_.emplace(name, type);
        return type;
    }

    void read_count(Row& row, const WrittenValue& written, std::string_view shown, Span span) {
        const std::optional<DataValue> value = read_plain_value(program_, program_.types.number, written, table_.texts);
        if (!value || value->number < 0 || std::trunc(value->number) != value->number) {
            report_value("count", "a whole number from 0", shown, span);
            row.wrong = true;
            return;
        }
        if (value->number > kMaxInstances) {
            give_up(fmt::format("{} instances", kMaxInstances));
            return;
        }
        row.count = static_cast<std::uint32_t>(value->number);
    }

    // An abstract class is told once, at the first row that needs one of it.
    void check_can_be_made(Row& row) {
        const TypeDef& def = program_.def(row.type);
        if (row.count == 0 || row.wrong || def.abstract.empty()) {
            return;
        }
        row.wrong = true;
        if (std::ranges::find(told_abstract_, row.type) != told_abstract_.end()) {
            return;
        }
        told_abstract_.push_back(row.type);
        const Function& missing = program_.function(def.abstract.front());
        report(DiagnosticKind::ThingWithAbstract, row.span, type_name(row.type),
               std::string(program_.text(missing.name)))
            .note(program_.tree(missing.place).name_span(missing.place.node), "declared here without an effect");
    }

    void finish_row(Row& row) {
        check_can_be_made(row);
        instances_ += row.wrong ? 0 : row.count;
        if (instances_ > kMaxInstances) {
            give_up(fmt::format("{} instances", kMaxInstances));
        }
        if (table_.values.size() > kMaxValues) {
            give_up(fmt::format("{} values", kMaxValues));
        }
        if (row.wrong || row.count == 0 || gave_up_) {
            table_.cells.resize(row.first_cell);
            return;
        }
        table_.rows.push_back(
            {row.type, row.count, row.first_cell, static_cast<std::uint32_t>(table_.cells.size() - row.first_cell)});
    }

    // ---- cells

    void report_value(std::string_view column, std::string wanted, std::string_view shown, Span span) {
        report(DiagnosticKind::DataWrongValue, span, quoted_data(column), std::move(wanted), quoted_data(shown));
    }

    // What is wrong with a whole column is told at its first cell.
    [[nodiscard]] bool is_told(std::string_view column) { return !told_columns_.emplace(std::string(column)).second; }

    // The attribute that a cell of the row is for; none when its class has no such one (reported).
    std::optional<AttributeId> attribute_for(DataColumn& column, Row& row, std::string_view shown, Span span) {
        if (column.known_type != row.type) {
            column.known_type = row.type;
            column.known_member = column.symbol.valid() ? program_.find_member(row.type, column.symbol) : nullptr;
        }
        if (column.known_member != nullptr && column.known_member->kind == MemberKind::Attribute) {
            const AttributeId attribute(column.known_member->index);
            if (!program_.attribute(attribute).runs_code || !program_.computed_in(row.type, attribute).valid()) {
                return attribute;
            }
            if (!is_told(column.name)) {
                report(DiagnosticKind::ComputedNotAssignable, span, column.name, type_name(row.type))
                    .with_help("leave the column out: it is worked out");
            }
            row.wrong = true;
            return std::nullopt;
        }
        if (is_predefined(row.type, column.name)) {
            return AttributeId();
        }
        report(DiagnosticKind::DataCellOfOtherClass, span, type_name(row.type), quoted_data(column.name),
               quoted_data(shown))
            .with_help("leave the cell empty, or name another class in the column `class`");
        row.wrong = true;
        return std::nullopt;
    }

    [[nodiscard]] TypeId type_of(AttributeId attribute) const {
        return attribute.valid() ? program_.attribute(attribute).type : program_.types.number;
    }

    std::uint32_t add_value(const DataValue& value) {
        table_.values.push_back(value);
        return static_cast<std::uint32_t>(table_.values.size() - 1);
    }

    std::uint32_t add_collection(DataValue::Kind kind, TypeId type, const std::vector<std::uint32_t>& elements) {
        DataValue value;
        value.kind = kind;
        value.type = type;
        value.first = static_cast<std::uint32_t>(table_.elements.size());
        value.count = static_cast<std::uint32_t>(elements.size());
        table_.elements.insert(table_.elements.end(), elements.begin(), elements.end());
        return add_value(value);
    }

    // The same key twice in one Table: the one that came second.
    [[nodiscard]] bool repeats_key(tsl::robin_set<std::string>& keys, const DataValue& key) const {
        const bool has_text = key.kind == DataValue::Kind::Text || key.kind == DataValue::Kind::Shape;
        const std::string written = has_text ? table_.texts[key.first] : fmt::format("{}", key.number);
        return !keys.insert(written).second;
    }

    CheckedProgram& program_;
    Diagnostics& diagnostics_;
    DataUse use_;
    Span statement_;
    FileId data_;
    const SourceFile& source_;
    DataTable table_;
    tsl::robin_map<std::string, TypeDefId> classes_; // those that the column `class` has named
    std::vector<TypeDefId> told_abstract_;
    tsl::robin_set<std::string> told_columns_; // see is_told
    std::uint64_t instances_ = 0;
    bool gave_up_ = false;
};

} // namespace tgdl
