#include "check/report_unloaded.h"

#include "base/nearest_name.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

void report_not_found(const UnloadedFile& file, Loader& loader, Diagnostics& diagnostics) {
    const bool is_import = file.use == FileUse::Import;
    Diagnostic& diagnostic = diagnostics.report(
        is_import ? DiagnosticKind::ImportNotFound : DiagnosticKind::DataNotFound, file.span, file.path);
    const std::vector<std::string> near = loader.neighbours(file.reader_key, file.path);
    const std::vector<std::string_view> candidates(near.begin(), near.end());
    const std::string_view nearest = nearest_name(file.path, candidates);
    if (!nearest.empty()) {
        diagnostic.with_help(fmt::format("did you mean `{}`?", nearest))
            .replace(file.span, fmt::format("\"{}\"", nearest));
    } else if (is_import && !file.path.ends_with(".tgdl")) {
        diagnostic.with_help("the name of a file ends in `.tgdl`")
            .replace(file.span, fmt::format("\"{}.tgdl\"", file.path));
    } else {
        diagnostic.with_help(is_import ? "a path starts from the folder of the file that imports"
                                       : "a path starts from the folder of the file that reads it");
    }
}

} // namespace

void report_unloaded(const UnloadedFile& file, Loader& loader, Diagnostics& diagnostics) {
    const bool is_import = file.use == FileUse::Import;
    const auto report_unreadable = [&](std::string_view why) {
        diagnostics.report(is_import ? DiagnosticKind::ImportUnreadable : DiagnosticKind::DataUnreadable, file.span,
                           file.path, why);
    };
    switch (file.problem) {
    case LoadProblem::None: break;
    case LoadProblem::NotFound: report_not_found(file, loader, diagnostics); break;
    case LoadProblem::Outside:
        diagnostics.report(DiagnosticKind::ImportOutside, file.span, file.path)
            .with_help("move the file into the folder, or put a `tgdl.json` holding `{}` into the folder above that "
                       "holds both files");
        break;
    case LoadProblem::Absolute:
        diagnostics.report(DiagnosticKind::ImportAbsolute, file.span, file.path)
            .with_help(is_import ? "write the path from the folder of this file, such as \"cards/hand.tgdl\""
                                 : "write the path from the folder of this file, such as \"cards/hand.csv\"");
        break;
    case LoadProblem::BadSeparator: {
        std::string fixed = file.path;
        for (char& c : fixed) {
            c = c == '\\' ? '/' : c;
        }
        diagnostics.report(DiagnosticKind::ImportBackslash, file.span, file.path)
            .with_help("use `/` between folders, on every computer")
            .replace(file.span, fmt::format("\"{}\"", fixed));
        break;
    }
    case LoadProblem::TooLarge: report_unreadable(is_import ? "it is too large" : "it has more than 16 MiB"); break;
    case LoadProblem::NotAFile: report_unreadable("it is not a file"); break;
    }
}

} // namespace tgdl
