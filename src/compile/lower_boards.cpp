#include "compile/lower_boards.h"

#include "check/declare.h"
#include "compile/lower_code.h"

#include <optional>

namespace tgdl {

namespace {

constexpr Register kBoard = 0;

GeometryKind geometry_of(Geometry geometry) {
    switch (geometry) {
    case Geometry::Square: return GeometryKind::Square;
    case Geometry::HexRow: return GeometryKind::HexRow;
    case Geometry::HexColumn: return GeometryKind::HexColumn;
    case Geometry::Graph: return GeometryKind::Graph;
    }
    return GeometryKind::Square;
}

class GroupWriter {
public:
    GroupWriter(Lowering& lowering, ChunkWriter& writer, TypeDefId board)
        : lowering_(lowering), checked_(lowering.checked), writer_(writer), board_(board) {}

    void write() {
        for (const GroupIndex group : lowering_.program.classes[lowering_.class_of(board_)].groups) {
            write_group(GroupId(group));
        }
        std::vector<TypeDefId> chain;
        for (TypeDefId at = board_; at.valid(); at = checked_.def(at).base) {
            chain.insert(chain.begin(), at);
        }
        for (const TypeDefId type : chain) {
            for (const CodeRef borders : checked_.def(type).borders) {
                write_chains(borders, {});
            }
        }
    }

private:
    // The group being made stands in group_ until its default blocks have run.
    void write_group(GroupId id) {
        const Group& group = checked_.group(id);
        writer_.set_place(
            group.place.valid() ? lowering_.place_of(checked_.tree(group.place).name_span(group.place.node)) : 0);
        group_ = writer_.push();
        writer_.emit(Operation::Move, group_, kBoard);
        load_number(lowering_.group_number(id));
        writer_.native(NativeId::BoardMakeGroup, group_, 2);
        writer_.set_top(static_cast<Register>(group_ + 1));
        if (group.is_sized_in_match) {
            write_size(group);
        }
        if (group.type.valid()) {
            writer_.emit(Operation::CallInit, group_);
        }
        write_tiles();
        if (group.corners.tile.valid() || group.sides.tile.valid()) {
            const Register any_tile = writer_.push();
            writer_.load_null(any_tile);
            write_lacking_points(lowering_, writer_, group_, any_tile);
            writer_.set_top(any_tile);
        }
        const Register joined = writer_.push();
        writer_.emit(Operation::Move, joined, group_);
        writer_.native(NativeId::GroupJoin, joined, 1);
        writer_.set_top(joined);
        const Tree& tree = checked_.tree(group.place);
        for (const NodeId clause : tree.children(group.place.node, Role::Item)) {
            if (tree.kind(clause) == NodeKind::Adjacency) {
                write_chains({group.place.file, clause}, id);
            }
        }
        writer_.emit(Operation::Made, group_);
        for (const CodeRef block : group.defaults) {
            write_default(id, block);
        }
        writer_.set_top(group_);
    }

    // Columns and rows that depend on options or on the number of players.
    void write_size(const Group& group) {
        const FileId file = group.place.file;
        const Tree& tree = checked_.tree(file);
        for (const NodeId clause : tree.children(group.place.node, Role::Item)) {
            if (tree.kind(clause) != NodeKind::GridSize) {
                continue;
            }
            const Register window = writer_.push();
            writer_.emit(Operation::Move, window, group_);
            for (const Role role : {Role::Low, Role::High}) {
                const NodeId side = tree.child(clause, role);
                const BodyId body = lowering_.bodies.find(file, side);
                if (body.valid()) {
                    ChunkShape shape;
                    shape.name = checked_.text(group.name);
                    shape.parameters.resize(writer_.top());
                    lower_value_into(lowering_, writer_, body, side, checked_.types.number, shape);
                    writer_.push();
                } else {
                    load_number(CodeReader(checked_, file).constant_number(side).value_or(1));
                }
            }
            writer_.set_place(lowering_.place_of({file, clause}));
            writer_.native(NativeId::GroupSize, window, 3);
            writer_.set_top(window);
            return;
        }
    }

    // Each tile is made whole before the next one.
    void write_tiles() {
        const Register number = writer_.push();
        writer_.load_constant(number, lowering_.number_constant(0));
        const Label again = writer_.new_label();
        const Label done = writer_.new_label();
        writer_.bind(again);
        const Register tile = writer_.push(2);
        writer_.emit(Operation::Move, tile, group_);
        writer_.emit(Operation::Move, tile + 1U, number);
        writer_.native(NativeId::GroupMakeTile, tile, 2);
        writer_.set_top(static_cast<Register>(tile + 1));
        writer_.jump_if(Operation::JumpIfNull, tile, done);
        finish_making(tile);
        writer_.load_constant(tile, lowering_.number_constant(1));
        writer_.emit(Operation::Add, number, number, tile);
        writer_.set_top(tile);
        writer_.jump(again);
        writer_.bind(done);
        writer_.set_top(number);
    }

    void finish_making(Register instance) {
        writer_.emit(Operation::CallInit, instance);
        writer_.emit(Operation::CallDefaults, instance);
        writer_.emit(Operation::Made, instance);
    }

    void write_default(GroupId id, CodeRef block) {
        const NodeId body_node = checked_.tree(block).child(block.node, Role::Body);
        const BodyId body = lowering_.bodies.find(block.file, body_node);
        if (!body.valid()) {
            return;
        }
        ChunkShape shape;
        shape.name = std::string(checked_.text(checked_.group(id).name)) + ".default";
        shape.parameters.resize(group_); // what making the board holds is not the block's
        shape.parameters.push_back(register_this());
        lower_block_into(lowering_, writer_, body, body_node, shape);
    }

    // ---- connections that are written out

    void write_chains(CodeRef list, GroupId group) {
        const Tree& tree = checked_.tree(list);
        for (const NodeId chain : tree.children(list.node, Role::Item)) {
            if (tree.kind(chain) == NodeKind::EdgeChain) {
                write_chain(list.file, chain, group);
            }
        }
    }

    // end, link, end, link, end …; the class of a connection stands after the second end of its link.
    void write_chain(FileId file, NodeId chain, GroupId group) {
        const Tree& tree = checked_.tree(file);
        std::vector<NodeId> parts;
        for (const NodeId part : tree.children(chain)) {
            parts.push_back(part);
        }
        const Register left = writer_.top();
        NodeId link;
        bool begun = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const NodeKind kind = tree.kind(parts[i]);
            if (kind == NodeKind::EdgeLink) {
                link = parts[i];
            } else if (kind == NodeKind::EdgeEnd) {
                write_end(file, parts[i], group);
                if (begun) {
                    const bool has_class = i + 1 < parts.size() && tree.node(parts[i + 1]).role == Role::By;
                    write_link(file, link, left, has_class ? parts[i + 1] : NodeId());
                    writer_.emit(Operation::Move, left, left + 1U);
                    writer_.set_top(static_cast<Register>(left + 1));
                }
                begun = true;
            }
        }
        writer_.set_top(left);
    }

    // Pushes the tile that an end names.
    void write_end(FileId file, NodeId end, GroupId group) {
        const Tree& tree = checked_.tree(file);
        const CodeReader reader(checked_, file);
        writer_.set_place(lowering_.place_of({file, end}));
        const Register tile = writer_.push();
        if (group.valid()) {
            writer_.emit(Operation::Move, tile, group_);
        } else {
            const Member* member = checked_.find_member(board_, tree.main_symbol(tree.child(end, Role::Name)));
            writer_.emit(Operation::Move, tile, kBoard);
            load_number(member != nullptr ? lowering_.group_number(GroupId(member->index)) : 0);
            writer_.native(NativeId::BoardGroup, tile, 2);
            writer_.set_top(static_cast<Register>(tile + 1));
        }
        if (tree.has(end, Role::Low)) {
            load_number(reader.constant_number(tree.child(end, Role::Low)).value_or(0));
            load_number(reader.constant_number(tree.child(end, Role::High)).value_or(0));
        } else {
            const Register name = writer_.push();
            writer_.load_constant(name, lowering_.text_constant(checked_.text(tree.main_symbol(end))));
            writer_.load_null(writer_.push());
        }
        writer_.native(NativeId::GroupTileAt, tile, 3);
        writer_.set_top(static_cast<Register>(tile + 1));
    }

    // The two tiles stand in left and left + 1.
    void write_link(FileId file, NodeId link, Register left, NodeId by) {
        const Tree& tree = checked_.tree(file);
        const CodeReader reader(checked_, file);
        const auto right = static_cast<Register>(left + 1);
        const TokenId main = tree.node(link).main;
        writer_.set_place(lowering_.place_of({file, link}));
        const TokenKind sign = tree.token(main).kind;
        if (sign == TokenKind::Identifier) { // `x->`, `x-x`
            const bool both = tree.token(TokenId(main.index() + 1)).kind != TokenKind::Arrow;
            write_disconnect(left, right);
            if (both) {
                write_disconnect(right, left);
            }
            return;
        }
        const std::optional<double> there = reader.constant_number(tree.child(link, Role::Low));
        const std::optional<double> back = reader.constant_number(tree.child(link, Role::High));
        const TypeDefId type = by.valid() ? find_type(checked_, file, by) : TypeDefId();
        // One distance on a connection of both ways is that of both.
        write_connect(left, right, there ? there : back, type);
        if (sign != TokenKind::Arrow) {
            write_connect(right, left, back ? back : there, type);
        }
    }

    void write_disconnect(Register from, Register to) {
        const Register window = writer_.push(2);
        writer_.emit(Operation::Move, window, from);
        writer_.emit(Operation::Move, window + 1U, to);
        writer_.native(NativeId::TileDisconnect, window, 2);
        writer_.set_top(window);
    }

    // Without a written distance it is the connection's own.
    void write_connect(Register from, Register to, std::optional<double> distance, TypeDefId type) {
        const Register made = writer_.push();
        if (type.valid()) {
            writer_.emit_wide(Operation::New, made, lowering_.class_of(type));
            finish_making(made);
        } else {
            writer_.load_null(made);
        }
        const Register window = writer_.push(3);
        writer_.emit(Operation::Move, window, from);
        writer_.emit(Operation::Move, window + 1U, to);
        if (distance || !type.valid()) {
            writer_.load_constant(static_cast<Register>(window + 2), lowering_.number_constant(distance.value_or(1)));
        } else {
            writer_.emit(Operation::Move, window + 2U, made);
            writer_.native(NativeId::ConnectionDistance, static_cast<Register>(window + 2), 1);
        }
        writer_.emit(Operation::Move, writer_.push(), made);
        writer_.native(NativeId::TileConnectAt, window, 4);
        writer_.set_top(made);
    }

    void load_number(double number) { writer_.load_constant(writer_.push(), lowering_.number_constant(number)); }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    ChunkWriter& writer_;
    TypeDefId board_;
    Register group_ = 0;
};

} // namespace

void write_lacking_points(Lowering& lowering, ChunkWriter& writer, Register group, Register tile) {
    const Register walk = writer.push(3); // the walk's two, and the point
    writer.emit(Operation::Move, walk, group);
    writer.emit(Operation::Move, walk + 1U, tile);
    writer.load_constant(static_cast<Register>(walk + 2),
                         lowering.number_constant(lowering.list_type(lowering.type_of(lowering.checked.types.number))));
    writer.native(NativeId::GroupLacks, walk, 3);
    writer.emit(Operation::Snapshot, walk, walk);
    const Label next = writer.new_label();
    const Label end = writer.new_label();
    writer.bind(next);
    writer.jump_wide(Operation::Next, walk, end);
    const Register made = writer.push(2);
    writer.emit(Operation::Move, made, group);
    writer.emit(Operation::Move, made + 1U, walk + 2U);
    writer.native(NativeId::GroupMakePoint, made, 2);
    writer.set_top(static_cast<Register>(made + 1));
    writer.jump_if(Operation::JumpIfNull, made, next);
    writer.emit(Operation::CallInit, made);
    writer.emit(Operation::CallDefaults, made);
    writer.emit(Operation::Made, made);
    writer.jump(next);
    writer.bind(end);
    writer.set_top(walk);
}

void lower_groups(Lowering& lowering) {
    const CheckedProgram& checked = lowering.checked;
    for (std::size_t i = 0; i < checked.groups.size(); ++i) {
        const Group& group = checked.groups[i];
        GroupInfo& info = lowering.program.groups[i];
        info.name = checked.text(group.name);
        info.board = lowering.class_of(group.board);
        info.geometry = geometry_of(group.geometry);
        info.odd_shifted = group.odd_shifted;
        info.around = group.around;
        info.columns = group.is_sized_in_match ? 0 : group.columns;
        info.rows = group.is_sized_in_match ? 0 : group.rows;
        info.tile_base = group.tile_base.valid() ? lowering.class_type(lowering.class_of(group.tile_base))
                                                 : lowering.root_type(RootKind::Tile);
        const bool is_graph = group.geometry == Geometry::Graph;
        for (const Group::NamedTile& tile : group.tiles) {
            info.tiles.push_back(lowering.class_of(tile.tile));
            info.names.push_back(lowering.text_index(checked.text(tile.name)));
        }
        if (group.is_sized_in_match) {
            info.sized_tile = group.grid.empty() || !group.grid[0].valid() ? kNone : lowering.class_of(group.grid[0]);
            continue;
        }
        for (const TypeDefId tile : group.grid) {
            const ClassIndex tile_class = tile.valid() ? lowering.class_of(tile) : kNone;
            if (!is_graph) {
                info.cells.push_back(tile_class);
            } else if (tile.valid()) {
                info.tiles.push_back(tile_class);
                info.names.push_back(kNone);
            }
        }
    }
    for (GroupInfo& info : lowering.program.groups) {
        if (info.lattice == LatticeKind::None) {
            continue;
        }
        const Group& group = checked.groups[info.around_tiles];
        const Group::Lattice& lattice = info.lattice == LatticeKind::Corners ? group.corners : group.sides;
        info.name = checked.text(group.name);
        info.board = lowering.class_of(group.board);
        info.geometry = GeometryKind::Graph;
        info.tile_base = lowering.class_type(lowering.class_of(lattice.tile));
    }
}

void write_groups(Lowering& lowering, ChunkWriter& writer, TypeDefId board) {
    GroupWriter(lowering, writer, board).write();
}

} // namespace tgdl
