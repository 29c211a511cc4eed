#include "check/declare.h"
#include "check/report_unloaded.h"
#include "syntax/lexer.h"
#include "syntax/parser.h"
#include "syntax/words.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kMaxFiles = 1000;

// Walks the imports depth first, in order, without recursion: a chain of imports may be as long as the limit allows.
class FileLoading {
public:
    FileLoading(CheckedProgram& program, SourceSet& sources, Loader& loader, Diagnostics& diagnostics)
        : program_(program), sources_(sources), loader_(loader), diagnostics_(diagnostics) {}

    bool load_main(std::string_view path) {
        LoadedFile main = loader_.load_main(path);
        if (main.problem != LoadProblem::None) {
            return false;
        }
        add(std::move(main));
        program_.files.front().is_main = true;
        while (!open_.empty()) {
            advance();
        }
        return true;
    }

private:
    // A file whose imports are being loaded.
    struct OpenFile {
        FileId file;
        std::size_t next_import = 0;
    };

    FileId add(LoadedFile loaded) {
        const FileId id = sources_.add(std::move(loaded.path), std::move(loaded.text));
        FileUnit unit;
        unit.file = id;
        unit.key = std::move(loaded.key);
        const std::size_t known = diagnostics_.all().size();
        unit.tree = std::make_unique<Tree>(parse(sources_.file(id), id, program_.names, diagnostics_));
        for (std::size_t i = known; i < diagnostics_.all().size(); ++i) {
            const Diagnostic& diagnostic = diagnostics_.all()[i];
            if (diagnostic.severity() == Severity::Error) {
                unit.misread.push_back(diagnostic.span.begin);
            }
        }
        std::sort(unit.misread.begin(), unit.misread.end());
        unit.types.resize(unit.tree->node_count());
        unit.meanings.resize(unit.tree->node_count());
        read_directives(unit);
        by_key_.emplace(unit.key, id);
        program_.files.push_back(std::move(unit));
        open_.push_back({id, 0});
        return id;
    }

    static void read_directives(FileUnit& unit) {
        const Tree& tree = *unit.tree;
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            if (tree.kind(item) == NodeKind::GameDirective) {
                unit.is_game = true;
            } else if (tree.kind(item) == NodeKind::ImportDirective) {
                FileUnit::Import import;
                import.node = item;
                const NodeId alias = tree.child(item, Role::Alias);
                import.alias = alias.valid() ? tree.main_symbol(alias) : Symbol();
                unit.imports.push_back(import);
            }
        }
    }

    // Loads the next import of the innermost open file, or closes it.
    void advance() {
        OpenFile& top = open_.back();
        FileUnit& unit = program_.files[top.file.index()];
        if (top.next_import == unit.imports.size()) {
            program_.import_order.push_back(top.file);
            open_.pop_back();
            return;
        }
        const std::size_t index = top.next_import++;
        const FileId importer = top.file;
        const FileId imported = load_import(unit, unit.imports[index]);
        FileUnit& loaded = program_.files[importer.index()]; // `unit` may have moved
        loaded.imports[index].file = imported;
        loaded.misses_import = loaded.misses_import || (!imported.valid() && !loaded.imports[index].alias.valid());
    }

    FileId load_import(const FileUnit& importer, const FileUnit::Import& import) {
        const Tree& tree = *importer.tree;
        const TokenId text = tree.node(import.node).main;
        if (!text.valid() || tree.token(text).kind != TokenKind::String) {
            return {}; // reported by the parser
        }
        const std::string path = string_value(tree.text(text));
        LoadedFile loaded = loader_.load_import(importer.key, path);
        if (loaded.problem != LoadProblem::None) {
            report_unloaded({loaded.problem, FileUse::Import, importer.key, path, tree.span(text)}, loader_,
                            diagnostics_);
            return {};
        }
        const auto known = by_key_.find(loaded.key);
        if (known != by_key_.end()) {
            return known->second;
        }
        if (program_.files.size() >= kMaxFiles) {
            diagnostics_.report(DiagnosticKind::ImportUnreadable, tree.span(text), path,
                                fmt::format("the game has {} files already", kMaxFiles));
            return {};
        }
        return add(std::move(loaded));
    }

    CheckedProgram& program_;
    SourceSet& sources_;
    Loader& loader_;
    Diagnostics& diagnostics_;
    tsl::robin_map<std::string, FileId> by_key_;
    std::vector<OpenFile> open_;
};

} // namespace

bool load_files(CheckedProgram& program, SourceSet& sources, Loader& loader, std::string_view main_path,
                Diagnostics& diagnostics) {
    if (program.names.size() == 0) {
        program.names = make_interner();
    }
    return FileLoading(program, sources, loader, diagnostics).load_main(main_path);
}

} // namespace tgdl
