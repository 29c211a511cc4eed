#include "format/format.h"

#include "format/tree_printer.h"
#include "syntax/parser.h"
#include "syntax/words.h"

#include <algorithm>

namespace tgdl {

namespace {

bool has_syntax_errors(const Tree& tree) {
    for (std::size_t i = 0; i < tree.node_count(); ++i) {
        const NodeKind kind = tree.kind(NodeId(i));
        if (kind == NodeKind::Error || kind == NodeKind::Missing) {
            return true;
        }
    }
    return std::any_of(tree.tokens().begin(), tree.tokens().end(),
                       [](const Token& token) { return token.kind == TokenKind::Invalid; });
}

} // namespace

std::string format_source(const Tree& tree) {
    OlderSpellings spellings;
    spellings.keep_names_of(tree);
    return format_source(tree, spellings);
}

std::string format_source(const Tree& tree, const OlderSpellings& spellings) {
    if (has_syntax_errors(tree)) {
        return std::string(tree.source().text());
    }
    // What is laid out is the text with today's spellings, so that laying it out again changes nothing.
    const SourceFile today(tree.source().path(), rewrite_older_spellings(tree, spellings));
    if (today.text() == tree.source().text()) {
        return format::TreePrinter(tree).run();
    }
    Interner names = make_interner();
    Diagnostics diagnostics;
    const Tree rewritten = parse(today, tree.file(), names, diagnostics);
    return format::TreePrinter(diagnostics.has_errors() ? tree : rewritten).run();
}

} // namespace tgdl
