// Text dumps of tokens and trees, for `tgdl dump` and golden tests.
#include "syntax/parser.h"

namespace tgdl {

namespace {

// `line:column` of every token, in one pass over the text.
std::vector<LineColumn> token_positions(const Tree& tree) {
    std::vector<LineColumn> positions;
    positions.reserve(tree.tokens().size());
    const std::string_view text = tree.source().text();
    LineColumn here;
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (const Token& token : tree.tokens()) {
        for (; at < token.begin; ++at) {
            if (text[at] == '\n') {
                ++here.line;
                here.column = 1;
            } else if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) {
                ++here.column;
            }
        }
        positions.push_back(here);
    }
    return positions;
}

void append_position(std::string& out, LineColumn place) {
    out.append(std::to_string(place.line)).append(":").append(std::to_string(place.column));
}

class TreeDump {
public:
    explicit TreeDump(const Tree& tree) : tree_(tree), positions_(token_positions(tree)) {}

    // One line for the node: depth, role, kind, main token, place.
    std::string run() {
        append_node(tree_.root(), 0);
        return std::move(out_);
    }

private:
    void append_node(NodeId id, std::size_t depth) {
        const Node& node = tree_.node(id);
        out_.append(depth * 2, ' ');
        if (depth > 0) {
            out_.append(role_name(node.role)).append(": ");
        }
        out_.append(node_kind_name(node.kind));
        if (node.main.valid()) {
            out_.append(" ").append(tree_.text(node.main));
        }
        out_.append(" @");
        append_position(out_, positions_[node.begin.index()]);
        out_.push_back('\n');
        for (const NodeId child : tree_.children(id)) {
            append_node(child, depth + 1);
        }
    }

    const Tree& tree_;
    std::vector<LineColumn> positions_;
    std::string out_;
};

} // namespace

std::string dump_tokens(const Tree& tree) {
    const std::vector<LineColumn> positions = token_positions(tree);
    std::string out;
    for (std::size_t i = 0; i < tree.tokens().size(); ++i) {
        append_position(out, positions[i]);
        out.append(" ").append(token_kind_name(tree.tokens()[i].kind));
        const std::string_view text = tree.text(TokenId(i));
        if (!text.empty()) {
            out.append(" ").append(text);
        }
        out.push_back('\n');
    }
    return out;
}

std::string dump_tree(const Tree& tree) {
    return TreeDump(tree).run();
}

} // namespace tgdl
