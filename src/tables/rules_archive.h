// Archive of the files of rules as one text, so that they can be stored with a table and loaded again anywhere.
#pragma once

#include "source/loader.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl {

// What another loader gave out while rules were loaded. Keys on disk do not get into it: files are numbered, but for those
// of `std/`, which keep theirs.
struct RulesArchive {
    struct File {
        std::string key;  // of the file in here
        std::string path; // as shown to people
        std::string text;
    };
    struct Import {
        std::size_t importer = 0; // numbers of files
        std::string written;
        std::size_t file = 0;
    };
    std::vector<File> files; // the main file first
    std::vector<Import> imports;
};

std::string write_archive(const RulesArchive& rules);
// False: the text is no such thing.
bool read_archive(std::string_view text, RulesArchive& out);

// Passes everything on, and records it.
class RecordingLoader final : public Loader {
public:
    explicit RecordingLoader(Loader& loader) : loader_(loader) {}

    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

    [[nodiscard]] const RulesArchive& archive() const { return archive_; }

private:
    std::size_t record(const LoadedFile& file);

    Loader& loader_;
    RulesArchive archive_;
    std::map<std::string, std::size_t, std::less<>> numbers_; // by the other loader's key
};

// Loads files from an archive, and nothing else.
class ArchiveLoader final : public Loader {
public:
    explicit ArchiveLoader(const RulesArchive& archive) : archive_(archive) {}

    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

private:
    [[nodiscard]] LoadedFile file_at(std::size_t number) const;

    const RulesArchive& archive_;
};

} // namespace tgdl
