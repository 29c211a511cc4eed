#include "format/spacing.h"

#include "format/parts.h"

namespace tgdl::format {

namespace {

bool is_tight_before(TokenKind kind) {
    return kind == TokenKind::RightParen || kind == TokenKind::RightBracket || kind == TokenKind::Comma
           || kind == TokenKind::Semicolon || kind == TokenKind::Dot || kind == TokenKind::DotDot
           || kind == TokenKind::LeftBracket || kind == TokenKind::PlusPlus || kind == TokenKind::MinusMinus
           || kind == TokenKind::TextMiddle || kind == TokenKind::TextEnd || kind == TokenKind::EndOfFile;
}

bool is_tight_after(TokenKind kind) {
    return kind == TokenKind::LeftParen || kind == TokenKind::LeftBracket || kind == TokenKind::Dot
           || kind == TokenKind::DotDot || kind == TokenKind::Bang || kind == TokenKind::TextBegin
           || kind == TokenKind::TextMiddle;
}

// Takes away the spaces that depend on more than the two tokens: the `-` of `-x` is not that of `a - x`.
class Tightener {
public:
    Tightener(const Tree& tree, std::vector<std::uint8_t>& spaces) : tree_(tree), spaces_(spaces) {}

    void visit(NodeId id) {
        const Node& node = tree_.node(id);
        const NodeKind kind = node.kind;
        if (kind == NodeKind::Call || kind == NodeKind::New || kind == NodeKind::ShortFunction) {
            tighten_own(id, TokenKind::LeftParen, Side::Before);
        } else if (kind == NodeKind::Argument || kind == NodeKind::SwitchArm || kind == NodeKind::SwitchElse) {
            tighten_own(id, TokenKind::Colon, Side::Before);
        } else if (kind == NodeKind::Hole) {
            tighten_own(id, TokenKind::Colon, Side::Both);
        } else if (kind == NodeKind::GenericType || kind == NodeKind::TypeArguments) {
            tighten_own(id, TokenKind::Less, Side::Both);
            tighten_own(id, TokenKind::Greater, Side::Before);
        } else if (kind == NodeKind::CollectionLiteral || kind == NodeKind::Initialiser) {
            tighten_empty(node);
        } else if (kind == NodeKind::Unary) {
            tighten_sign(node.main);
        } else if (kind == NodeKind::EdgeEnd) {
            tighten_place(id);
        } else if (kind == NodeKind::EdgeLink) {
            tighten_cut(node);
        }
        for (const NodeId child : tree_.children(id)) {
            visit(child);
        }
    }

private:
    enum class Side { Before, Both };

    void tighten_own(NodeId id, TokenKind kind, Side side) {
        collect_parts(tree_, id, parts_);
        for (const Part& part : parts_) {
            if (!is_token(tree_, part, kind)) {
                continue;
            }
            spaces_[part.token.index()] = 0;
            if (side == Side::Both) {
                spaces_[part.token.index() + 1] = 0;
            }
        }
    }

    // `{}`.
    void tighten_empty(const Node& literal) {
        if (literal.end.index() - literal.begin.index() == 2) {
            spaces_[literal.begin.index() + 1] = 0;
        }
    }

    // `-x`, but `- -x`: without the space the two signs would be one.
    void tighten_sign(TokenId sign) {
        const TokenId next = next_token(sign);
        if (tree_.token(next).kind != tree_.token(sign).kind) {
            spaces_[next.index()] = 0;
        }
    }

    // `(0,0)`, `Field(0,0)`.
    void tighten_place(NodeId id) {
        collect_parts(tree_, id, parts_);
        for (const Part& part : parts_) {
            if (is_token(tree_, part, TokenKind::LeftParen) && part.token != tree_.node(id).begin) {
                spaces_[part.token.index()] = 0;
            }
            if (is_token(tree_, part, TokenKind::Comma)) {
                spaces_[part.token.index() + 1] = 0;
            }
        }
    }

    // `x->`, `x-x`.
    void tighten_cut(const Node& link) {
        if (!link.main.valid() || tree_.token(link.main).kind != TokenKind::Identifier) {
            return;
        }
        const TokenId next = next_token(link.main);
        spaces_[next.index()] = 0;
        if (tree_.token(next).kind == TokenKind::Minus) {
            spaces_[next.index() + 1] = 0;
        }
    }

    const Tree& tree_;
    std::vector<std::uint8_t>& spaces_;
    std::vector<Part> parts_; // of the node at hand
};

} // namespace

std::vector<std::uint8_t> spaces_before_tokens(const Tree& tree) {
    const std::vector<Token>& tokens = tree.tokens();
    std::vector<std::uint8_t> spaces(tokens.size() + 1, 0);
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        spaces[i] = is_tight_after(tokens[i - 1].kind) || is_tight_before(tokens[i].kind) ? 0 : 1;
    }
    Tightener(tree, spaces).visit(tree.root());
    return spaces;
}

int spaces_before_comment(TokenKind previous) {
    return previous == TokenKind::LeftParen || previous == TokenKind::LeftBracket || previous == TokenKind::TextBegin
                   || previous == TokenKind::TextMiddle
               ? 0
               : 1;
}

int spaces_after_comment(TokenKind next) {
    return next == TokenKind::RightParen || next == TokenKind::RightBracket || next == TokenKind::Comma
                   || next == TokenKind::Semicolon || next == TokenKind::TextMiddle || next == TokenKind::TextEnd
               ? 0
               : 1;
}

} // namespace tgdl::format
