#include "api/diagnostics_json.h"

#include "check/traits.h"
#include "diagnostics/line_columns.h"
#include "diagnostics/render.h"

#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::ordered_json; // keys in the order they are added

// Adds the keys that say where something is.
void add_place(Json& object, LineColumns& places, Span span) {
    if (!places.known(span)) {
        return;
    }
    const LineColumn begin = places.begin(span);
    const LineColumn end = places.end(span);
    object["path"] = places.sources().file(span.file).path();
    object["line"] = begin.line;
    object["column"] = begin.column;
    object["end_line"] = end.line;
    object["end_column"] = end.column;
}

Json to_json(const Diagnostic& diagnostic, LineColumns& places) {
    const CatalogEntry& entry = catalog_entry(diagnostic.kind);
    Json object;
    object["code"] = std::string(entry.code);
    object["severity"] = std::string(severity_word(entry.severity));
    object["message"] = readable_message(diagnostic);
    add_place(object, places, diagnostic.span);
    Json notes = Json::array();
    for (const Note& note : diagnostic.notes) {
        Json note_object;
        note_object["message"] = note.text;
        add_place(note_object, places, note.span);
        notes.push_back(std::move(note_object));
    }
    object["notes"] = std::move(notes);
    object["help"] = diagnostic.help.empty() ? Json() : Json(diagnostic.help);
    Json replacement;
    if (diagnostic.replacement) {
        add_place(replacement, places, diagnostic.replacement->span);
        replacement["text"] = diagnostic.replacement->text;
    }
    object["replacement"] = std::move(replacement);
    return object;
}

// Adds one line to a list of objects. Each is written out at once: a tree of them all would take much more room.
void append_item(std::string& list, const Json& item) {
    list += list.empty() ? "\n  " : ",\n  ";
    list += item.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string close_list(const std::string& list) {
    return "[" + list + (list.empty() ? "]" : "\n]");
}

} // namespace

void JsonReport::add_diagnostics(const SourceSet& sources, const Diagnostics& diagnostics) {
    LineColumns places(sources);
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        append_item(diagnostics_, to_json(diagnostic, places));
    }
}

void JsonReport::add_traits(const std::string& path, const CheckedProgram& program) {
    const Traits& traits = program.traits;
    Json object;
    object["path"] = path;
    object["min_players"] = traits.min_players;
    object["max_players"] = traits.max_players;
    object["chance"] = traits.chance;
    object["hidden_information"] = traits.hidden_information;
    object["simultaneous_choice"] = traits.simultaneous_choice;
    for (const DescribedOption& option : describe_options(program)) {
        object["options"].push_back({{"name", option.name}, {"default", option.standard}, {"values", option.values}});
    }
    append_item(traits_, object);
}

std::string JsonReport::diagnostics() const {
    return close_list(diagnostics_) + "\n";
}

std::string JsonReport::diagnostics_and_traits() const {
    return "{\"diagnostics\": " + close_list(diagnostics_) + ",\n\"traits\": " + close_list(traits_) + "}\n";
}

} // namespace tgdl
