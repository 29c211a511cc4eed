// Loader of files in memory, found by their paths as they are written, for tests.
#pragma once

#include "source/loader.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl {

// A path that begins with `../` lies outside.
class TextLoader final : public Loader {
public:
    explicit TextLoader(std::map<std::string, std::string> files) : files_(std::move(files)) {}

    LoadedFile load_main(std::string_view path) override { return load(path); }
    LoadedFile load_import(std::string_view /*importer_key*/, std::string_view path) override {
        return path.starts_with("../") ? LoadedFile{LoadProblem::Outside, "", "", ""} : load(path);
    }
    std::vector<std::string> neighbours(std::string_view /*importer_key*/, std::string_view /*path*/) override {
        std::vector<std::string> paths;
        for (const auto& [path, text] : files_) {
            paths.push_back(path);
        }
        return paths;
    }

private:
    LoadedFile load(std::string_view path) {
        const auto found = files_.find(std::string(path));
        if (found == files_.end()) {
            return {LoadProblem::NotFound, "", "", ""};
        }
        return {LoadProblem::None, found->first, found->first, found->second};
    }

    std::map<std::string, std::string> files_;
};

} // namespace tgdl
