#include "cli/terminal.h"

#include "cli/suggest.h"
#include "diagnostics/terminal_text.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace tgdl {

namespace {

void write_all(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
}

Colour colour_of(int descriptor) {
    const auto value_of = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string_view(value != nullptr ? value : "");
    };
    const bool wanted = value_of("NO_COLOR").empty() && value_of("TERM") != "dumb";
    return wanted && ::isatty(descriptor) != 0 ? Colour::On : Colour::Off;
}

// The game files beside the one that is not there, by the path as the user would write it.
std::vector<std::string> files_beside(const std::filesystem::path& path) {
    constexpr int kMostEntries = 1000;
    std::vector<std::string> found;
    std::error_code problem;
    const std::filesystem::path folder = path.parent_path();
    std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, problem);
    for (int i = 0; i < kMostEntries && !problem && entry != std::filesystem::directory_iterator();
         entry.increment(problem), ++i) {
        if (entry->path().extension() == ".tgdl") {
            found.push_back((folder / entry->path().filename()).string());
        }
    }
    return found;
}

std::string describe_missing(const std::string& path) {
    std::error_code problem;
    const std::filesystem::file_status status = std::filesystem::status(path, problem);
    if (std::filesystem::exists(status) || problem == std::errc::permission_denied) {
        return fmt::format("the file `{}` cannot be read: you lack the permission", path);
    }
    const std::vector<std::string> beside = files_beside(path);
    std::string meant = closest_word(path, beside);
    if (meant.empty() && !path.empty()) {
        meant = closest_word(path + ".tgdl", beside);
    }
    return fmt::format("there is no file `{}`", path)
           + (meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant));
}

} // namespace

void print_result(std::string_view text) {
    write_all(stdout, text);
}

void print_message(std::string_view line) {
    std::fflush(stdout); // so that both come in order when they go to one place
    write_all(stderr, std::string(line) + "\n");
}

bool write_result(const std::string& path, std::string_view text) {
    if (path == "-") {
        print_result(text);
        return true;
    }
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) {
        print_complaint(fmt::format("`{}` cannot be written", path));
    }
    return !file.fail();
}

void print_complaint(std::string_view text) {
    print_message("tgdl: " + show_on_one_line(text));
}

bool person_reads_messages() {
    return ::isatty(STDERR_FILENO) != 0;
}

Colour result_colour() {
    return colour_of(STDOUT_FILENO);
}

Colour message_colour() {
    return colour_of(STDERR_FILENO);
}

void DiagnosticPrinter::print(const SourceSet& sources, const Diagnostics& diagnostics) {
    if (diagnostics.all().empty()) {
        return;
    }
    write_all(stderr, (printed_ ? "\n" : "") + render_text(sources, diagnostics, {.colour = message_colour()}));
    printed_ = true;
    counts_ += count_diagnostics(diagnostics);
}

void DiagnosticPrinter::print_summary() const {
    const std::string summary = describe_counts(counts_);
    if (!summary.empty()) {
        print_message("\n" + summary);
    }
}

void print_load_problem(std::string_view path, LoadProblem problem) {
    const std::string name(path);
    switch (problem) {
    case LoadProblem::None: return;
    case LoadProblem::NotFound:
    case LoadProblem::Outside:
    case LoadProblem::Absolute:
    case LoadProblem::BadSeparator:
        print_complaint(name == "-" ? "standard input cannot be read" : describe_missing(name));
        return;
    case LoadProblem::TooLarge:
        print_complaint(fmt::format("`{}` is larger than 16 MiB, the most a game file may be", name));
        return;
    case LoadProblem::NotAFile: {
        std::error_code ignored;
        const bool is_folder = std::filesystem::is_directory(name, ignored);
        print_complaint(is_folder ? fmt::format("`{}` is a folder; name the game's file in it", name)
                                  : fmt::format("`{}` is not an ordinary file; `-` reads from standard input", name));
        return;
    }
    }
}

} // namespace tgdl
