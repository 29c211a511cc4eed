#include "format/older_spellings.h"

#include "syntax/words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace tgdl {

namespace {

struct Spelling {
    Symbol older;
    std::string_view today;
};

// Words that stand where a type, a value or a member may: they are older spellings where no such name is declared.
constexpr std::array kNames{
    Spelling{word::state, "class"},    Spelling{word::boardcell, "tile"},
    Spelling{word::decimal, "number"}, Spelling{word::none, "null"},
    Spelling{word::turns, "turn"},     Spelling{word::assign_to, "assign"},
    Spelling{word::lenght, "length"},  Spelling{word::placeables, "interactables"},
};

// Words that stand where the grammar has room for no name. `T[]` is no word, and `pass e to p;` changes more than one: both
// are written out below.
constexpr std::array kKeywords{
    Spelling{word::state, "class"},     Spelling{word::verb, "function"}, Spelling{word::boardcell, "tile"},
    Spelling{word::priority, "prio"},   Spelling{word::mod, "%"},         Spelling{word::adjency, "adjacency"},
    Spelling{word::pass, "turn.pass("},
};

const Spelling* find_spelling(std::span<const Spelling> spellings, Symbol older) {
    const auto found = std::ranges::find(spellings, older, &Spelling::older);
    return found == spellings.end() ? nullptr : &*found;
}

// Whether the main token of such a node is a name that the file declares, or that it gives to something declared.
bool main_is_declared(NodeKind kind) {
    static constexpr std::array kKinds{
        NodeKind::TypeDefinition,
        NodeKind::Function,
        NodeKind::ShortFunction,
        NodeKind::Parameter,
        NodeKind::Action,
        NodeKind::Goal,
        NodeKind::Turn,
        NodeKind::Phase,
        NodeKind::Movement,
        NodeKind::Attribute,
        NodeKind::LongAttribute,
        NodeKind::Input,
        NodeKind::ComputedAttribute,
        NodeKind::Score,
        NodeKind::Tiebreak,
        NodeKind::Modify,
        NodeKind::Group,
        NodeKind::Local,
        NodeKind::ForEach,
        NodeKind::Filter,
        NodeKind::Through,
        NodeKind::Onto,
        NodeKind::Visible,
        NodeKind::Argument,
        NodeKind::InitialiserEntry,
    };
    return std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end();
}

bool names_something_declared(const Tree& tree, NodeId id) {
    const Node& node = tree.node(id);
    if (node.kind == NodeKind::Word) {
        return node.role == Role::Alias || node.role == Role::Name;
    }
    return main_is_declared(node.kind) || (node.kind == NodeKind::TypeName && tree.has(id, Role::Name));
}

// Walks the tree and collects the changes of the text.
class Rewriter {
public:
    Rewriter(const Tree& tree, const OlderSpellings& spellings) : tree_(tree), spellings_(spellings) {}

    std::string run() {
        visit(tree_.root(), NodeId());
        // An insertion stands before a replacement at the same place.
        std::sort(edits_.begin(), edits_.end(),
                  [](const Edit& a, const Edit& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
        const std::string_view text = tree_.source().text();
        std::string out;
        std::uint32_t at = 0;
        for (const Edit& edit : edits_) {
            out += text.substr(at, edit.begin - at);
            out += edit.text;
            at = edit.end;
        }
        out += text.substr(at);
        return out;
    }

private:
    struct Edit {
        std::uint32_t begin;
        std::uint32_t end;
        std::string text;
    };

    void visit(NodeId id, NodeId parent) {
        rewrite_words(id, parent);
        if (tree_.kind(id) == NodeKind::ArrayType) {
            rewrite_array(id);
        }
        if (tree_.kind(id) == NodeKind::OldPass) {
            rewrite_pass(id);
        }
        for (const NodeId child : tree_.children(id)) {
            visit(child, id);
        }
    }

    void replace(TokenId token, std::string text) {
        edits_.push_back({tree_.token(token).begin, tree_.token(token).end, std::move(text)});
    }

    // Rewrites the token if it is this word, and no name.
    void rewrite(TokenId token, Symbol older) {
        if (token.valid() && tree_.token(token).symbol == older
            && spellings_.rewrites(older, tree_.token(token).begin)) {
            replace(token, std::string(find_spelling(kNames, older)->today));
        }
    }

    void rewrite_keyword(TokenId token, Symbol older) {
        if (token.valid() && tree_.token(token).symbol == older) {
            replace(token, std::string(find_spelling(kKeywords, older)->today));
        }
    }

    // Rewrites this word among the tokens that belong to the node itself; `but` is its name.
    void rewrite_keywords(NodeId id, Symbol older, TokenId but = {}) {
        TokenId token = tree_.node(id).begin;
        const auto rewrite_until = [&](TokenId end) {
            for (; token < end; token = TokenId(token.index() + 1)) {
                if (token != but) {
                    rewrite_keyword(token, older);
                }
            }
        };
        for (const NodeId child : tree_.children(id)) {
            rewrite_until(tree_.node(child).begin);
            token = tree_.node(child).end;
        }
        rewrite_until(tree_.node(id).end);
    }

    void rewrite_words(NodeId id, NodeId parent) {
        const Node& node = tree_.node(id);
        const NodeKind kind = node.kind;
        if (kind == NodeKind::Word && node.role == Role::Kind) {
            rewrite_keyword(node.main, word::state);
            rewrite_keyword(node.main, word::boardcell);
        } else if (kind == NodeKind::Word && node.role == Role::Mode) {
            rewrite_keyword(node.main, word::verb);
        } else if (kind == NodeKind::TypeName && !tree_.has(id, Role::Name)) {
            rewrite(node.main, word::state);
            rewrite(node.main, word::boardcell);
            rewrite(node.main, word::decimal);
        } else if (kind == NodeKind::Function || kind == NodeKind::ShortFunction) {
            rewrite_keywords(id, word::verb, node.main);
        } else if (kind == NodeKind::Action || kind == NodeKind::Goal || kind == NodeKind::Modify
                   || kind == NodeKind::PrioClause || kind == NodeKind::Trigger) {
            rewrite_keywords(id, word::priority, node.main);
        } else if (kind == NodeKind::Adjacency || kind == NodeKind::AdjacencyMode) {
            rewrite_keywords(id, word::adjency);
        } else if (kind == NodeKind::Infix) {
            rewrite_keywords(id, word::mod);
        } else if (kind == NodeKind::NullLiteral) {
            rewrite(node.main, word::none);
        } else if (kind == NodeKind::Name) {
            rewrite_name(id, parent);
        } else if (kind == NodeKind::Member) {
            rewrite(node.main, word::assign_to);
            rewrite(node.main, word::lenght);
            rewrite(node.main, word::placeables);
        }
    }

    void rewrite_name(NodeId id, NodeId parent) {
        const Node& node = tree_.node(id);
        rewrite(node.main, word::placeables);
        rewrite(node.main, word::lenght);
        if (tree_.kind(parent) != NodeKind::Postfix) {
            rewrite(node.main, word::none);
            return;
        }
        const NodeId next = node.next;
        if (!next.valid()) {
            return;
        }
        if (tree_.kind(next) == NodeKind::Call) {
            rewrite(node.main, word::assign_to);
        } else if (const TokenId member = tree_.node(next).main;
                   tree_.kind(next) == NodeKind::Member && member.valid() && tree_.text(member) == "use") {
            rewrite(node.main, word::turns);
        }
    }

    void rewrite_array(NodeId id) {
        const Node& node = tree_.node(id);
        const std::uint32_t begin = tree_.token(node.begin).begin;
        edits_.push_back({begin, begin, "List<"});
        replace(TokenId(node.end.index() - 2), ">");
        replace(TokenId(node.end.index() - 1), "");
    }

    void rewrite_pass(NodeId id) {
        const Node& node = tree_.node(id);
        if (!node.main.valid()) {
            return;
        }
        rewrite_keyword(node.begin, word::pass);
        replace(TokenId(node.main.index() - 1), ",");
        replace(node.main, '"' + std::string(tree_.text(node.main)) + "\")");
    }

    const Tree& tree_;
    const OlderSpellings& spellings_;
    std::vector<Edit> edits_;
};

} // namespace

void OlderSpellings::keep_names_of(const Tree& tree) {
    for (std::size_t i = 0; i < tree.node_count(); ++i) {
        const Node& node = tree.node(NodeId(i));
        if (!node.main.valid() || !names_something_declared(tree, NodeId(i))) {
            continue;
        }
        const Symbol symbol = tree.token(node.main).symbol;
        if (find_spelling(kNames, symbol) != nullptr && std::ranges::find(kept_, symbol) == kept_.end()) {
            kept_.push_back(symbol);
        }
    }
}

void OlderSpellings::rewrite_names_only_at(std::vector<std::uint32_t> places) {
    std::ranges::sort(places);
    places_ = std::move(places);
}

bool OlderSpellings::rewrites(Symbol older, std::uint32_t place) const {
    return places_ ? std::ranges::binary_search(*places_, place) : std::ranges::find(kept_, older) == kept_.end();
}

bool may_have_older_names(const Tree& tree) {
    return std::ranges::any_of(tree.tokens(),
                               [](const Token& token) { return find_spelling(kNames, token.symbol) != nullptr; });
}

std::string rewrite_older_spellings(const Tree& tree, const OlderSpellings& spellings) {
    return Rewriter(tree, spellings).run();
}

} // namespace tgdl
