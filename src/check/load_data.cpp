#include "check/read_data.h"
#include "check/report_unloaded.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kMaxDataFiles = 1000;
constexpr std::size_t kMaxDataBytes = std::size_t{64} * 1024 * 1024; // of all files together

// Finds the literals that name data files, and loads each file once.
class DataLoading {
public:
    DataLoading(CheckedProgram& program, SourceSet& sources, Loader& loader, Diagnostics& diagnostics)
        : program_(program), sources_(sources), loader_(loader), diagnostics_(diagnostics) {}

    void load() {
        for (FileUnit& unit : program_.files) {
            const Tree& tree = *unit.tree;
            for (std::size_t i = 0; i < tree.node_count(); ++i) {
                if (const NodeId literal = literal_of(tree, NodeId(i)); literal.valid()) {
                    load_literal(unit, literal);
                }
            }
        }
    }

private:
    // The text behind `contents from`, or in the brackets of `rows<T>( )`; none when the node is neither.
    static NodeId literal_of(const Tree& tree, NodeId node) {
        NodeId literal;
        if (tree.kind(node) == NodeKind::Contents) {
            literal = tree.child(node, Role::Value);
        } else if (tree.kind(node) == NodeKind::Postfix) {
            literal = literal_of_rows(tree, node);
        }
        while (literal.valid() && tree.kind(literal) == NodeKind::Paren) {
            literal = tree.child(literal, Role::Value);
        }
        return literal.valid() && tree.kind(literal) == NodeKind::StringLiteral ? literal : NodeId();
    }

    static NodeId literal_of_rows(const Tree& tree, NodeId postfix) {
        const NodeId name = tree.child(postfix, Role::Operand);
        if (!name.valid() || tree.kind(name) != NodeKind::Name || tree.main_symbol(name) != word::rows) {
            return {};
        }
        const Tree::ChildRange parts = tree.children(postfix, Role::Item);
        auto part = parts.begin();
        if (!(part != parts.end()) || tree.kind(*part) != NodeKind::TypeArguments) {
            return {};
        }
        ++part;
        const NodeId argument =
            part != parts.end() && tree.kind(*part) == NodeKind::Call ? tree.child(*part, Role::Item) : NodeId();
        return argument.valid() ? tree.child(argument, Role::Value) : NodeId();
    }

    void load_literal(FileUnit& unit, NodeId literal) {
        const Tree& tree = *unit.tree;
        const TokenId text = tree.node(literal).main;
        if (!text.valid()) {
            return;
        }
        const std::string path = string_value(tree.text(text));
        const Span span = tree.span(text);
        if (!path.ends_with(".csv") && !path.ends_with(".json")) {
            diagnostics_.report(DiagnosticKind::DataEnding, span, path)
                .with_help("save the table as `.csv`, with the names of the attributes in the first row");
            return;
        }
        const std::string spelling = unit.key + '\n' + path;
        if (const auto known = by_spelling_.find(spelling); known != by_spelling_.end()) {
            unit.data_files.emplace(literal.value, known->second);
            return;
        }
        LoadedFile loaded = loader_.load_import(unit.key, path);
        if (loaded.problem != LoadProblem::None) {
            report_unloaded({loaded.problem, FileUse::Data, unit.key, path, span}, loader_, diagnostics_);
            return;
        }
        bytes_ += loaded.text.size(); // also of a file that is known by another spelling: it was read once more
        if (program_.data_files.size() >= kMaxDataFiles || bytes_ > kMaxDataBytes) {
            diagnostics_.report(DiagnosticKind::DataUnreadable, span, path,
                                fmt::format("a game has at most {} data files, of {} MiB together", kMaxDataFiles,
                                            kMaxDataBytes / 1024 / 1024));
            return;
        }
        const FileId id = add(std::move(loaded));
        by_spelling_.emplace(spelling, id);
        unit.data_files.emplace(literal.value, id);
    }

    FileId add(LoadedFile loaded) {
        if (const auto known = by_key_.find(loaded.key); known != by_key_.end()) {
            return known->second;
        }
        const FileId id = sources_.add(std::move(loaded.path), std::move(loaded.text));
        program_.data_files.push_back(&sources_.file(id));
        by_key_.emplace(std::move(loaded.key), id);
        return id;
    }

    CheckedProgram& program_;
    SourceSet& sources_;
    Loader& loader_;
    Diagnostics& diagnostics_;
    tsl::robin_map<std::string, FileId> by_key_;
    tsl::robin_map<std::string, FileId> by_spelling_; // by the key of the file that reads it, and the path as written
    std::size_t bytes_ = 0;
};

} // namespace

void load_data_files(CheckedProgram& program, SourceSet& sources, Loader& loader, Diagnostics& diagnostics) {
    DataLoading(program, sources, loader, diagnostics).load();
}

} // namespace tgdl
