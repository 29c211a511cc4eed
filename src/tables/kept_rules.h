// The files of rules as one text, so that they can be kept with a table and loaded again wherever that is.
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
struct KeptRules {
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

std::string write_kept(const KeptRules& rules);
// False: the text is no such thing.
bool read_kept(std::string_view text, KeptRules& out);

// Passes everything on, and notes it.
class KeepingLoader final : public Loader {
public:
    explicit KeepingLoader(Loader& loader) : loader_(loader) {}

    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

    [[nodiscard]] const KeptRules& kept() const { return kept_; }

private:
    std::size_t note(const LoadedFile& file);

    Loader& loader_;
    KeptRules kept_;
    std::map<std::string, std::size_t, std::less<>> numbers_; // by the other loader's key
};

// Gives out what was noted, and nothing else.
class KeptLoader final : public Loader {
public:
    explicit KeptLoader(const KeptRules& kept) : kept_(kept) {}

    LoadedFile load_main(std::string_view path) override;
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override;
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override;

private:
    [[nodiscard]] LoadedFile give(std::size_t number) const;

    const KeptRules& kept_;
};

} // namespace tgdl
