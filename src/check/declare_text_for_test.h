// Declares a program whose files are given as texts and shows what was reported, for tests.
//
//   Declared seen = declare_files({{"main.tgdl", "game \"x\"; players 2; …"}, {"lib.tgdl", "…"}});
//   EXPECT_EQ(seen.reports(), "E0204 main.tgdl:3");
#pragma once

#include "check/declare.h"
#include "check/evaluate.h"
#include "check/prios.h"
#include "check/text_loader_for_test.h"

#include <fmt/format.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl {

struct Declared {
    std::unique_ptr<CheckedProgram> program = std::make_unique<CheckedProgram>();
    std::unique_ptr<SourceSet> sources = std::make_unique<SourceSet>();
    Diagnostics diagnostics;

    // `CODE path:line` of each message in order, joined by ", ".
    [[nodiscard]] std::string reports() {
        diagnostics.sort();
        std::string text;
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            const SourceFile& file = sources->file(diagnostic.span.file);
            text += fmt::format("{}{} {}:{}", text.empty() ? "" : ", ", catalog_entry(diagnostic.kind).code,
                                file.path(), file.position(diagnostic.span.begin).line);
        }
        return text;
    }
    [[nodiscard]] std::string help_of_first() {
        diagnostics.sort();
        return diagnostics.all().empty() ? "" : diagnostics.all().front().help;
    }
    // The declared type of this name in the main file.
    [[nodiscard]] const TypeDef& type(std::string_view name) const {
        const DefinitionMap& visible = program->files.front().visible;
        return program->type_defs[visible.find(program->names.find(name))->second.index];
    }
    [[nodiscard]] const Member* member(std::string_view type_name, std::string_view name) const {
        const TypeId id = type(type_name).type;
        return program->find_member(program->types.get(id).def, program->names.find(name));
    }
};

// The first file is the main one.
inline Declared declare_files(std::vector<std::pair<std::string, std::string>> files) {
    Declared declared;
    const std::string main = files.front().first;
    TextLoader loader(std::map<std::string, std::string>(files.begin(), files.end()));
    if (load_files(*declared.program, *declared.sources, loader, main, declared.diagnostics)) {
        declare(*declared.program, declared.diagnostics);
        ConstantEvaluator evaluator(*declared.program);
        finish_boards(*declared.program, evaluator, declared.diagnostics);
        finish_prios(*declared.program, evaluator, declared.diagnostics);
    }
    return declared;
}

// One file, a game for two players; the text begins on line 3.
inline Declared declare_game(std::string_view text) {
    return declare_files({{"main.tgdl", fmt::format("game \"x\";\nplayers 2;\n{}", text)}});
}

} // namespace tgdl
