// tgdl new: makes a folder with a small game to begin with.
#include "api/replace_file.h"
#include "cli/commands.h"
#include "cli/new_game_files.h"
#include "cli/terminal.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tgdl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemplateName = "mygame"; // stands for the name in all files and their names
constexpr std::size_t kLongestName = 64;

// Letters and signs that mean nothing to a shell, a file system or a text of the language.
bool fits_name(char character) {
    const bool is_letter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    return is_letter || (character >= '0' && character <= '9') || character == '_' || character == '-';
}

// The nearest name that would do.
std::string mend_name(std::string_view name) {
    std::string mended;
    for (const char character : name.substr(0, kLongestName)) {
        if (fits_name(character) && !(mended.empty() && character == '-')) {
            mended += character;
        } else if (!mended.empty() && !mended.ends_with('_')) {
            mended += '_';
        }
    }
    while (mended.ends_with('_')) {
        mended.pop_back();
    }
    return mended.empty() ? std::string(kTemplateName) : mended;
}

// Empty when a game may have the name.
std::string find_name_problem(const std::string& name) {
    if (!name.empty() && name.size() <= kLongestName && !name.starts_with('-')
        && std::ranges::all_of(name, fits_name)) {
        return {};
    }
    return fmt::format(
        "`{}` cannot be the name of a game, which is that of its folder and file: it is made of letters, "
        "digits, `_` and `-`, at most {}, such as `{}`",
        name, kLongestName, mend_name(name));
}

std::string with_name(std::string_view text, const std::string& name) {
    std::string named;
    for (std::size_t at = text.find(kTemplateName); at != std::string_view::npos; at = text.find(kTemplateName)) {
        named += text.substr(0, at);
        named += name;
        text.remove_prefix(at + kTemplateName.size());
    }
    return named.append(text);
}

} // namespace

ExitCode run_new(const NewRequest& request) {
    if (const std::string problem = find_name_problem(request.name); !problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    const fs::path folder(request.name);
    std::error_code problem;
    if (fs::exists(fs::symlink_status(folder, problem))) {
        print_complaint(fmt::format(
            "there is a file or folder `{}` already; choose another name, or go to another folder", request.name));
        return ExitCode::Usage;
    }
    if (!fs::create_directory(folder, problem)) {
        print_complaint(fmt::format("the folder `{}` cannot be made: {}", request.name, problem.message()));
        return ExitCode::Usage;
    }
    for (const EmbeddedFile& file : new_game_files()) {
        const std::string path = (folder / with_name(file.name, request.name)).string();
        if (const std::string why = write_file(path, with_name(file.content, request.name)); !why.empty()) {
            print_complaint(fmt::format("`{}` cannot be written: {}", path, why));
            return ExitCode::Usage;
        }
    }
    print_result(fmt::format("made {0}/ with a small game, a playthrough that tests it, and a README\n"
                             "to go on:\n"
                             "  cd {0}\n"
                             "  tgdl play {0}.tgdl\n"
                             "  tgdl test\n",
                             request.name));
    return ExitCode::Success;
}

} // namespace tgdl
