#include "compile/optimize_chunks.h"

#include "compile/inline_calls.h"
#include "compile/peephole.h"
#include "compile/sink_cell_lookups.h"
#include "program/cell_geometry.h"

#include <vector>

namespace tgdl {

namespace {

// Code that is longer stays as it is: short jumps would not reach everywhere.
constexpr std::size_t kLongestCode = 20'000;

// Sets what the rules of a game never do once a board is made.
void find_fixed(Program& program) {
    program.fixed_groups = true;
    program.fixed_connections = true;
    for (const Chunk& chunk : program.chunks) {
        for (const Instruction& code : chunk.code) {
            switch (code.op == Operation::Native ? static_cast<NativeId>(code.b) : NativeId::PlayerCount) {
            case NativeId::GroupSet:
            case NativeId::GroupAdd:
            case NativeId::GroupRemove: program.fixed_groups = false; [[fallthrough]];
            case NativeId::TileConnect:
            case NativeId::TileDisconnect:
            case NativeId::ConnectionsAdd:
            case NativeId::ConnectionsRemove:
            case NativeId::ConnectionsRemoveAt:
            case NativeId::ConnectionsClear:
            case NativeId::TileConnections: program.fixed_connections = false; break; // looking makes them things
            default: break;
            }
        }
    }
}

// `Move t group` and the QuickGroupGet of t after it are done at once. Nothing else knows MoveGroup: this comes last.
void join_group_moves(Chunk& chunk) {
    for (std::size_t at = 0; at + 1 < chunk.code.size(); ++at) {
        Instruction& move = chunk.code[at];
        const Instruction& get = chunk.code[at + 1];
        if (move.op == Operation::Move && get.op == Operation::QuickGroupGet && get.a == move.a && get.b != move.a
            && get.c != move.a) {
            move.op = Operation::MoveGroup;
        }
    }
}

// Chunks in an order in which what is called comes before who calls it, as far as that is possible.
class ChunkOrder {
public:
    explicit ChunkOrder(const Program& program) : program_(program), is_seen_(program.chunks.size(), false) {
        for (ChunkIndex chunk = 0; chunk < program.chunks.size(); ++chunk) {
            visit(chunk);
        }
    }

    std::vector<ChunkIndex> order;

private:
    void visit(ChunkIndex first) {
        struct Open {
            ChunkIndex chunk = 0;
            std::size_t at = 0;
        };
        std::vector<Open> open;
        const auto begin = [&](ChunkIndex chunk) {
            if (!is_seen_[chunk]) {
                is_seen_[chunk] = true;
                open.push_back({chunk, 0});
            }
        };
        begin(first);
        while (!open.empty()) {
            Open& top = open.back();
            const std::vector<Instruction>& code = program_.chunks[top.chunk].code;
            if (top.at == code.size()) {
                order.push_back(top.chunk);
                open.pop_back();
                continue;
            }
            const Instruction& instruction = code[top.at++];
            if (instruction.op == Operation::Call) {
                begin(instruction.wide());
            }
        }
    }

    const Program& program_;
    std::vector<bool> is_seen_;
};

} // namespace

void optimize_chunks(Program& program) {
    find_fixed(program);
    std::vector<bool> is_finished(program.chunks.size(), false);
    for (const ChunkIndex index : ChunkOrder(program).order) {
        Chunk& chunk = program.chunks[index];
        if (chunk.code.size() > kLongestCode) {
            continue;
        }
        EditedCode code = inline_calls(program, EditedCode(chunk), is_finished);
        PeepholeOptimizer(program, code).run();
        code.write(chunk);
        is_finished[index] = true;
    }
    const bool are_groups_plain = has_plain_groups(program);
    for (Chunk& chunk : program.chunks) {
        sink_cell_lookups(program, chunk);
        if (are_groups_plain) {
            join_group_moves(chunk);
        }
    }
}

} // namespace tgdl
