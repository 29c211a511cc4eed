#include "check/read_data.h"

#include "check/data_rows.h"
#include "source/csv_reader.h"
#include "source/json_reader.h"

namespace tgdl {

namespace {

constexpr std::size_t kMaxColumns = 1'000;
constexpr std::uint64_t kMaxBytesRead =
    std::uint64_t{128} * 1024 * 1024; // each class that is filled from a file reads it

std::string_view problem_text(CsvProblem problem) {
    switch (problem) {
    case CsvProblem::None: break;
    case CsvProblem::QuoteLeftOpen: return "this `\"` is never closed";
    case CsvProblem::TextAfterQuote: return "behind the closing `\"` of a field stands a comma or a new line";
    case CsvProblem::QuoteInside: return "a field with a `\"` in it stands in quotes, and the `\"` is doubled";
    }
    return "";
}

std::string_view problem_text(JsonProblem problem) {
    switch (problem) {
    case JsonProblem::None: break;
    case JsonProblem::ValueWanted: return "a value is missing here";
    case JsonProblem::KeyWanted: return "a name in quotes is missing here";
    case JsonProblem::ColonWanted: return "a `:` is missing between a name and its value";
    case JsonProblem::CommaWanted: return "a `,` or the closing bracket is missing here";
    case JsonProblem::EndWanted: return "nothing may stand behind the whole value";
    case JsonProblem::StringOpen: return "this text is not closed on its line";
    case JsonProblem::BadEscape: return "there is no such escape";
    case JsonProblem::BadNumber: return "this is no number of JSON";
    case JsonProblem::TooDeep: return "too many brackets stand inside each other";
    }
    return "";
}

class CsvData : public DataRows {
public:
    using DataRows::DataRows;

    void read() {
        CsvReader reader(source_.text());
        std::vector<CsvField> fields;
        bool has_names = false;
        while (!gave_up_ && reader.next_row(fields)) {
            if (std::ranges::all_of(fields, CsvReader::is_empty)) {
                continue;
            }
            if (has_names) {
                read_csv_row(reader, fields);
            } else if (!read_names(reader, fields)) {
                return;
            }
            has_names = true;
        }
        if (reader.problem() != CsvProblem::None) {
            report(DiagnosticKind::DataBroken, place(reader.problem_at(), reader.problem_at() + 1), "CSV",
                   problem_text(reader.problem()));
        } else if (!has_names) {
            report(DiagnosticKind::DataBroken, place(0, 0), "CSV", "the first row has the names of attributes");
        }
    }

private:
    // Every attribute of the type and of what derives from it.
    void find_derived_attributes() {
        std::vector<TypeDefId> waiting = {use_.type};
        while (!waiting.empty()) {
            const TypeDef& def = program_.def(waiting.back());
            waiting.pop_back();
            for (const auto& [name, member] : def.members) {
                if (member.kind == MemberKind::Attribute) {
                    derived_attributes_.insert(name);
                }
            }
            waiting.insert(waiting.end(), def.derived.begin(), def.derived.end());
        }
    }

    [[nodiscard]] Span inside(const CsvField& field) const {
        return field.quoted ? place(field.begin + 1, field.end - 1) : place(field.begin, field.end);
    }

    // False when a name is wrong: then the cells below say nothing.
    bool read_names(const CsvReader& reader, const std::vector<CsvField>& fields) {
        if (fields.size() > kMaxColumns) {
            give_up(fmt::format("{} columns", kMaxColumns));
            return false;
        }
        bool right = true;
        std::vector<std::pair<std::string, Span>> seen;
        for (const CsvField& field : fields) {
            columns_.push_back(column_of(reader.text_of(field)));
            const DataColumn& column = columns_.back();
            has_class_column_ = has_class_column_ || column.kind == DataColumn::Kind::Class;
            const auto first =
                std::ranges::find(seen, column.name, [](const auto& name) -> const std::string& { return name.first; });
            if (column.name.starts_with('#')) {
                continue;
            }
            if (first != seen.end()) {
                report(DiagnosticKind::DataColumnTwice, inside(field), quoted_data(column.name))
                    .note(first->second, "it stands here first");
                right = false;
            }
            seen.emplace_back(column.name, inside(field));
        }
        if (has_class_column_) {
            find_derived_attributes();
        }
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const DataColumn& column = columns_[i];
            const bool known = column.kind != DataColumn::Kind::Attribute || is_attribute_of(use_.type, column)
                               || (column.symbol.valid() && derived_attributes_.contains(column.symbol));
            if (!known) {
                report_unknown(use_.type, column.name, inside(fields[i]));
                right = false;
            }
        }
        return right;
    }

    void read_csv_row(const CsvReader& reader, const std::vector<CsvField>& fields) {
        Row row;
        row.type = use_.type;
        row.first_cell = static_cast<std::uint32_t>(table_.cells.size());
        row.span = inside(fields.front());
        if (fields.size() > columns_.size()) {
            const CsvField& extra = fields[columns_.size()];
            report(DiagnosticKind::DataMoreCells, place(extra.begin, extra.end), std::to_string(fields.size()),
                   std::to_string(columns_.size()));
            return; // most likely the cells have shifted
        }
        const std::size_t count = std::min(fields.size(), columns_.size());
        for (std::size_t i = 0; has_class_column_ && i < count; ++i) {
            if (columns_[i].kind == DataColumn::Kind::Class && !CsvReader::is_empty(fields[i])) {
                row.type = read_class(reader.text_of(fields[i]), inside(fields[i]));
                row.span = inside(fields[i]);
            }
        }
        if (!row.type.valid()) {
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (!CsvReader::is_empty(fields[i])) {
                read_csv_cell(row, columns_[i], reader.text_of(fields[i]), inside(fields[i]));
            }
        }
        finish_row(row);
    }

    void read_csv_cell(Row& row, DataColumn& column, const std::string& text, Span span) {
        switch (column.kind) {
        case DataColumn::Kind::Class:
        case DataColumn::Kind::Ignored: return;
        case DataColumn::Kind::Count: read_count(row, {WrittenValue::Form::Cell, text}, text, span); return;
        case DataColumn::Kind::Attribute: break;
        }
        const std::optional<AttributeId> attribute = attribute_for(column, row, text, span);
        if (!attribute) {
            return;
        }
        const std::optional<std::uint32_t> value = read_cell_value(type_of(*attribute), text, column.name, span);
        if (value) {
            table_.cells.push_back({*attribute, *value});
        } else {
            row.wrong = true;
        }
    }

    std::optional<std::uint32_t> read_cell_value(TypeId type, const std::string& text, const std::string& column,
                                                 Span span) {
        const Type it = program_.types.get(type);
        std::optional<std::uint32_t> read;
        if (it.kind == TypeKind::List && is_plain_data_type(program_, it.a)) {
            read = read_cell_list(type, text);
        } else if (it.kind == TypeKind::Table && is_plain_data_type(program_, it.a)) {
            read = read_cell_table(type, text, column, span);
            if (told_key_) {
                return read;
            }
        } else if (std::optional<DataValue> value =
                       read_plain_value(program_, type, {WrittenValue::Form::Cell, text}, table_.texts)) {
            read = add_value(*value);
        }
        if (!read && it.kind != TypeKind::Error
            && (can_be_written(program_, type, DataForm::Csv) || !is_told(column))) {
            report_value(column, wanted_data(program_, type, DataForm::Csv), text, span);
        }
        return read;
    }

    std::optional<std::uint32_t> read_element(TypeId type, std::string_view text) {
        if (text.empty()) {
            return std::nullopt; // an empty text or a null needs JSON
        }
        const std::optional<DataValue> value =
            read_plain_value(program_, type, {WrittenValue::Form::Cell, std::string(text)}, table_.texts);
        return value ? std::optional(add_value(*value)) : std::nullopt;
    }

    // Calls `read` with each part between two `;`, until it says no.
    template <typename Read>
    static bool for_each_part(std::string_view text, const Read& read) {
        for (std::size_t from = 0; from <= text.size();) {
            const std::size_t to = std::min(text.find(';', from), text.size());
            if (!read(text.substr(from, to - from))) {
                return false;
            }
            from = to + 1;
        }
        return true;
    }

    std::optional<std::uint32_t> read_cell_list(TypeId type, std::string_view text) {
        std::vector<std::uint32_t> elements;
        const bool right = for_each_part(text, [&](std::string_view part) {
            const std::optional<std::uint32_t> element = read_element(program_.types.get(type).a, part);
            elements.push_back(element.value_or(0));
            return element.has_value();
        });
        return right ? std::optional(add_collection(DataValue::Kind::List, type, elements)) : std::nullopt;
    }

    // `red:2;green:1`.
    std::optional<std::uint32_t> read_cell_table(TypeId type, std::string_view text, const std::string& column,
                                                 Span span) {
        const Type it = program_.types.get(type);
        const TypeId key_type = it.b.valid() ? it.b : program_.types.string;
        std::vector<std::uint32_t> pairs;
        tsl::robin_set<std::string> keys;
        told_key_ = false;
        const bool right = for_each_part(text, [&](std::string_view part) {
            const std::size_t colon = part.find(':');
            if (colon == std::string_view::npos || part.find(':', colon + 1) != std::string_view::npos) {
                return false;
            }
            const std::optional<std::uint32_t> key = read_element(key_type, part.substr(0, colon));
            const std::optional<std::uint32_t> value = read_element(it.a, part.substr(colon + 1));
            if (!key || !value) {
                return false;
            }
            if (repeats_key(keys, table_.values[*key])) {
                report(DiagnosticKind::DataKeyTwice, span, quoted_data(column), quoted_data(part.substr(0, colon)));
                told_key_ = true;
                return false;
            }
            pairs.push_back(*key);
            pairs.push_back(*value);
            return true;
        });
        return right ? std::optional(add_collection(DataValue::Kind::Table, type, pairs)) : std::nullopt;
    }

    std::vector<DataColumn> columns_;
    bool has_class_column_ = false;
    tsl::robin_set<Symbol> derived_attributes_;
    bool told_key_ = false; // the Table at hand has a key twice
};

class JsonData : public DataRows {
public:
    using DataRows::DataRows;

    void read() {
        JsonReader reader(source_.text());
        JsonToken token = reader.next();
        if (token.kind != JsonKind::BeginArray && token.kind != JsonKind::Wrong) {
            report(DiagnosticKind::DataBroken, place(token.begin, token.end), "table",
                   "the file holds an array of objects: `[ { … }, { … } ]`");
            return;
        }
        while (!gave_up_ && token.kind != JsonKind::End && token.kind != JsonKind::Wrong) {
            token = reader.next();
            if (token.kind == JsonKind::BeginObject) {
                token = read_json_row(reader, token);
            } else if (token.kind != JsonKind::EndArray && token.kind != JsonKind::End
                       && token.kind != JsonKind::Wrong) {
                report(DiagnosticKind::DataBroken, place(token.begin, token.end), "table",
                       "every element of the array is an object: `{ \"name\": \"Bolt\" }`");
                reader.skip(token);
            }
        }
        if (token.kind == JsonKind::Wrong) {
            report_json(reader, token);
        }
    }

private:
    void report_json(const JsonReader& reader, const JsonToken& token) {
        report(DiagnosticKind::DataBroken, place(token.begin, token.end), "JSON", problem_text(reader.problem()));
    }

    [[nodiscard]] Span inside(const JsonToken& token) const {
        const bool quoted = token.kind == JsonKind::Key || token.kind == JsonKind::String;
        return quoted ? place(token.begin + 1, token.end - 1) : place(token.begin, token.end);
    }

    // The class that the object names, wherever in it that stands.
    void find_json_class(JsonReader reader, Row& row) {
        for (JsonToken key = reader.next(); key.kind == JsonKind::Key; key = reader.next()) {
            const JsonToken value = reader.next();
            if (reader.written(key) == "\"class\"" && value.kind == JsonKind::String) {
                const std::string name = reader.text_of(value);
                row.type = name.empty() ? use_.type : read_class(name, inside(value));
                row.span = inside(value);
                return;
            }
            reader.skip(value);
        }
    }

    // Gives the last token of the object, or what is wrong in it.
    JsonToken read_json_row(JsonReader& reader, const JsonToken& opened) {
        Row row;
        row.type = use_.type;
        row.first_cell = static_cast<std::uint32_t>(table_.cells.size());
        row.span = place(opened.begin, opened.end);
        find_json_class(reader, row);
        tsl::robin_map<std::string, Span> seen;
        JsonToken key = reader.next();
        for (; key.kind == JsonKind::Key && !gave_up_; key = reader.next()) {
            std::string name = reader.text_of(key);
            const auto [first, is_new] = seen.try_emplace(name, inside(key));
            if (!is_new && !name.starts_with('#')) {
                report(DiagnosticKind::DataColumnTwice, inside(key), quoted_data(name))
                    .note(first->second, "it stands here first");
                row.wrong = true;
            }
            const JsonToken value = reader.next();
            if (row.type.valid()) {
                read_json_member(reader, row, column_of(std::move(name)), inside(key), value);
            } else {
                reader.skip(value);
            }
        }
        if (key.kind == JsonKind::EndObject && row.type.valid()) {
            finish_row(row);
        }
        return key;
    }

    void read_json_member(JsonReader& reader, Row& row, DataColumn column, Span name_span, const JsonToken& value) {
        const Span span = inside(value);
        if (value.kind == JsonKind::Wrong) {
            return;
        }
        switch (column.kind) {
        case DataColumn::Kind::Ignored: reader.skip(value); return;
        case DataColumn::Kind::Class:
            if (value.kind != JsonKind::String) {
                report_value(column.name, "the name of a class", reader.written(value), span);
                row.wrong = true;
                reader.skip(value);
            }
            return;
        case DataColumn::Kind::Count:
            read_count(row, written_json(reader, value), reader.written(value), span);
            reader.skip(value);
            return;
        case DataColumn::Kind::Attribute: break;
        }
        if (!is_attribute_of(row.type, column)) {
            report_unknown(row.type, column.name, name_span);
            row.wrong = true;
            reader.skip(value);
            return;
        }
        const std::optional<AttributeId> attribute = attribute_for(column, row, reader.written(value), span);
        if (!attribute) {
            reader.skip(value);
            return;
        }
        if (!attribute->valid() && value.kind == JsonKind::Null) { // it is always there
            report_value(column.name, "a number", "null", span);
            row.wrong = true;
            return;
        }
        const std::optional<std::uint32_t> read = read_json_value(reader, type_of(*attribute), column.name, value);
        if (read) {
            table_.cells.push_back({*attribute, *read});
        } else {
            row.wrong = true;
        }
    }

    static WrittenValue written_json(const JsonReader& reader, const JsonToken& token) {
        switch (token.kind) {
        case JsonKind::String: return {WrittenValue::Form::JsonText, reader.text_of(token)};
        case JsonKind::True: return {WrittenValue::Form::JsonTrue, "true"};
        case JsonKind::False: return {WrittenValue::Form::JsonFalse, "false"};
        default: return {WrittenValue::Form::JsonNumber, std::string(reader.written(token))};
        }
    }

    // Reads the whole value that the token begins, whatever comes of it. None: it is wrong (reported).
    std::optional<std::uint32_t> read_json_value(JsonReader& reader, TypeId type, const std::string& column,
                                                 const JsonToken& token) {
        const TypeKind kind = program_.types.kind(type);
        if (token.kind == JsonKind::Null) {
            return add_value({});
        }
        if (kind == TypeKind::List && token.kind == JsonKind::BeginArray) {
            return read_json_list(reader, type, column);
        }
        if (kind == TypeKind::Table && token.kind == JsonKind::BeginObject) {
            return read_json_table(reader, type, column);
        }
        if (kind == TypeKind::Shape && token.kind == JsonKind::BeginArray) {
            return read_json_shape(reader, type, column, token);
        }
        const bool has_parts = token.kind == JsonKind::BeginArray || token.kind == JsonKind::BeginObject;
        if (token.kind != JsonKind::Wrong && !has_parts && is_plain_data_type(program_, type)) {
            if (std::optional<DataValue> value =
                    read_plain_value(program_, type, written_json(reader, token), table_.texts)) {
                return add_value(*value);
            }
        }
        const bool is_new = can_be_written(program_, type, DataForm::Json) || !is_told(column);
        if (token.kind != JsonKind::Wrong && kind != TypeKind::Error && is_new) {
            report_value(column, wanted_data(program_, type, DataForm::Json), reader.written(token), inside(token));
        }
        reader.skip(token);
        return std::nullopt;
    }

    // `["###", ".#."]`.
    std::optional<std::uint32_t> read_json_shape(JsonReader& reader, TypeId type, const std::string& column,
                                                 const JsonToken& opened) {
        std::string rows;
        bool right = true;
        JsonToken token = reader.next();
        for (; token.kind != JsonKind::EndArray && token.kind != JsonKind::Wrong; token = reader.next()) {
            right = right && token.kind == JsonKind::String;
            if (right) {
                rows += (rows.empty() ? "" : "/") + reader.text_of(token);
            }
            reader.skip(token);
        }
        const std::optional<DataValue> value =
            right ? read_plain_value(program_, type, {WrittenValue::Form::JsonText, rows}, table_.texts) : std::nullopt;
        if (!value && token.kind != JsonKind::Wrong) {
            report_value(column, wanted_data(program_, type, DataForm::Json), reader.written(opened), inside(opened));
        }
        return value ? std::optional(add_value(*value)) : std::nullopt;
    }

    std::optional<std::uint32_t> read_json_list(JsonReader& reader, TypeId type, const std::string& column) {
        std::vector<std::uint32_t> elements;
        bool right = true;
        JsonToken token = reader.next();
        for (; token.kind != JsonKind::EndArray && token.kind != JsonKind::Wrong; token = reader.next()) {
            const std::optional<std::uint32_t> element =
                read_json_value(reader, program_.types.get(type).a, column, token);
            elements.push_back(element.value_or(0));
            right = right && element;
        }
        right = right && token.kind == JsonKind::EndArray;
        return right ? std::optional(add_collection(DataValue::Kind::List, type, elements)) : std::nullopt;
    }

    std::optional<std::uint32_t> read_json_table(JsonReader& reader, TypeId type, const std::string& column) {
        const Type it = program_.types.get(type);
        const TypeId key_type = it.b.valid() ? it.b : program_.types.string;
        std::vector<std::uint32_t> pairs;
        tsl::robin_set<std::string> keys;
        bool right = true;
        JsonToken token = reader.next();
        for (; token.kind == JsonKind::Key; token = reader.next()) {
            // A name in JSON is a text whatever the type of the key: it is read as a cell is.
            const std::string name = reader.text_of(token);
            const std::optional<DataValue> key =
                read_plain_value(program_, key_type, {WrittenValue::Form::Cell, name}, table_.texts);
            if (!key) {
                report_value(column, "keys that are " + wanted_data(program_, key_type, DataForm::Csv), name,
                             inside(token));
            } else if (repeats_key(keys, *key)) {
                report(DiagnosticKind::DataKeyTwice, inside(token), quoted_data(column), quoted_data(name));
            }
            const std::uint32_t key_value = key ? add_value(*key) : 0;
            const std::optional<std::uint32_t> value = read_json_value(reader, it.a, column, reader.next());
            right = right && key && value;
            pairs.push_back(key_value);
            pairs.push_back(value.value_or(0));
        }
        right = right && token.kind == JsonKind::EndObject;
        return right ? std::optional(add_collection(DataValue::Kind::Table, type, pairs)) : std::nullopt;
    }
};

template <typename Form>
DataTable read_rows(CheckedProgram& program, const DataUse& use, Diagnostics& diagnostics) {
    Form rows(program, use, diagnostics);
    if (rows.is_readable()) {
        rows.read();
    }
    return rows.take();
}

} // namespace

std::uint32_t read_data(CheckedProgram& program, const DataUse& use, Diagnostics& diagnostics) {
    const FileId data = program.files[use.file.index()].data_files.at(use.literal.value);
    const auto key = std::tuple(data.value, use.file.value, use.type.value);
    const auto known = program.data_by_use.find(key);
    if (known != program.data_by_use.end()) {
        return known->second;
    }
    const auto index = static_cast<std::uint32_t>(program.data_tables.size());
    const SourceFile& source = *program.data_files[data.index() - program.files.size()];
    program.data_bytes += source.text().size();
    if (program.data_bytes > kMaxBytesRead) {
        diagnostics.report(DiagnosticKind::DataTooMuch, program.tree(use.file).span(use.literal), source.path(),
                           fmt::format("{} MiB, for all classes together", kMaxBytesRead / 1024 / 1024));
        return TypeDefId::kNone;
    }
    program.data_by_use.emplace(key, index);
    program.data_tables.push_back(source.path().ends_with(".json") ? read_rows<JsonData>(program, use, diagnostics)
                                                                   : read_rows<CsvData>(program, use, diagnostics));
    return index;
}

} // namespace tgdl
