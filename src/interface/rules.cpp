#include <tgdl/rules.h>

#include "api/diagnostics_json.h"
#include "api/disk_loader.h"
#include "api/memory_loader.h"
#include "interface/data.h"
#include "interface/places.h"

#include <fmt/format.h>

namespace tgdl::v1 {

namespace {

Severity public_severity(tgdl::Severity severity) {
    switch (severity) {
    case tgdl::Severity::Error: break;
    case tgdl::Severity::Warning: return Severity::Warning;
    case tgdl::Severity::Hint: return Severity::Hint;
    }
    return Severity::Error;
}

tgdl::Severity engine_severity(Severity severity) {
    switch (severity) {
    case Severity::Error: break;
    case Severity::Warning: return tgdl::Severity::Warning;
    case Severity::Hint: return tgdl::Severity::Hint;
    }
    return tgdl::Severity::Error;
}

Diagnostic public_diagnostic(const SourceSet& sources, const tgdl::Diagnostic& from) {
    Diagnostic diagnostic;
    diagnostic.severity = public_severity(from.severity());
    diagnostic.code = catalog_entry(from.kind).code;
    diagnostic.message = readable_message(from);
    diagnostic.place = place_of(sources, from.span);
    for (const tgdl::Note& note : from.notes) {
        diagnostic.notes.push_back({note.text, place_of(sources, note.span)});
    }
    diagnostic.help = from.help;
    if (from.replacement) {
        if (std::optional<Place> place = place_of(sources, from.replacement->span)) {
            diagnostic.replacement = Replacement{*std::move(place), from.replacement->text};
        }
    }
    return diagnostic;
}

std::string describe_problem(std::string_view path, LoadProblem problem) {
    switch (problem) {
    case LoadProblem::TooLarge:
        return fmt::format("`{}` is larger than {} MiB, the most a game file may be", path, kMaxFileBytes >> 20U);
    case LoadProblem::NotAFile: return fmt::format("`{}` is not an ordinary file", path);
    case LoadProblem::None:
    case LoadProblem::NotFound:
    case LoadProblem::Outside:
    case LoadProblem::Absolute:
    case LoadProblem::BadSeparator: break;
    }
    return fmt::format("there is no file `{}` that can be read", path);
}

Error cannot_read(std::string_view path, LoadProblem problem) {
    return {ErrorCode::CannotRead, describe_problem(path, problem), 0};
}

} // namespace

Rules::Data::Data(LoadedRules loaded_rules) : loaded(std::move(loaded_rules)) {
    diagnostics.reserve(loaded.diagnostics.all().size());
    for (const tgdl::Diagnostic& diagnostic : loaded.diagnostics.all()) {
        diagnostics.push_back(public_diagnostic(loaded.sources, diagnostic));
    }
}

Rules::Rules(std::shared_ptr<const Data> data) noexcept : data_(std::move(data)) {}
Rules::Rules(const Rules&) noexcept = default;
Rules::Rules(Rules&&) noexcept = default;
Rules& Rules::operator=(const Rules&) noexcept = default;
Rules& Rules::operator=(Rules&&) noexcept = default;
Rules::~Rules() = default;

Result<Rules> Rules::load_file(std::string_view path) noexcept {
    if (path.find('\0') != std::string_view::npos) {
        return cannot_read(path, LoadProblem::NotFound);
    }
    DiskLoader loader;
    // For the loader a lone `-` is standard input, which belongs to the program that uses the library.
    LoadedRules loaded = load_rules(loader, path == "-" ? "./-" : path);
    if (loaded.problem != LoadProblem::None) {
        return cannot_read(path, loaded.problem);
    }
    return Rules(std::make_shared<const Data>(std::move(loaded)));
}

Result<Rules> Rules::load_texts(std::span<const SourceText> files, std::string_view main) noexcept {
    MemoryLoader loader;
    for (const SourceText& file : files) {
        loader.add(file.path, std::string(file.text));
    }
    LoadedRules loaded = load_rules(loader, main);
    if (loaded.problem != LoadProblem::None) {
        return cannot_read(main, loaded.problem);
    }
    return Rules(std::make_shared<const Data>(std::move(loaded)));
}

Result<Rules> Rules::load_text(std::string_view text, std::string_view path) noexcept {
    const SourceText file{path, text};
    return load_texts({&file, 1}, path);
}

const std::vector<Diagnostic>& Rules::diagnostics() const noexcept {
    return data_->diagnostics;
}

std::size_t Rules::count(Severity severity) const noexcept {
    return data_->loaded.diagnostics.count(engine_severity(severity));
}

std::string Rules::diagnostics_text(Colour colour) const noexcept {
    RenderOptions options;
    options.colour = colour == Colour::On ? tgdl::Colour::On : tgdl::Colour::Off;
    return render_text(data_->loaded.sources, data_->loaded.diagnostics, options);
}

std::string Rules::diagnostics_json() const noexcept {
    JsonReport report;
    report.add_diagnostics(data_->loaded.sources, data_->loaded.diagnostics);
    return report.diagnostics();
}

bool Rules::is_playable() const noexcept {
    return data_->loaded.program != nullptr;
}

bool Rules::is_library() const noexcept {
    return data_->loaded.is_library;
}

const std::string& Rules::path() const noexcept {
    return data_->loaded.path;
}

std::string_view Rules::name() const noexcept {
    return is_playable() ? std::string_view(data_->loaded.program->game) : std::string_view();
}

std::uint32_t Rules::min_players() const noexcept {
    return is_playable() ? data_->loaded.program->min_players : 0;
}

std::uint32_t Rules::max_players() const noexcept {
    return is_playable() ? data_->loaded.program->max_players : 0;
}

bool Rules::has_chance() const noexcept {
    return is_playable() && data_->loaded.program->chance;
}

bool Rules::has_hidden_information() const noexcept {
    return is_playable() && data_->loaded.program->hides;
}

bool Rules::has_simultaneous_choices() const noexcept {
    return is_playable() && data_->loaded.program->simultaneous;
}

std::uint64_t Rules::hash() const noexcept {
    return is_playable() ? data_->loaded.program->hash : 0;
}

} // namespace tgdl::v1
