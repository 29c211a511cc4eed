// Types followed through code: an abstract interpretation of each chunk over its control-flow graph.
//
//   in   a Program whose indexes verify_code() has found to be right
//   out  empty, or the first instruction that could be given a value it is not made for
//
// A register has a StaticType before each instruction; where paths meet, the join of both. An instruction takes the types
// that instruction.def and natives.def say; words of instances have the types of their attributes, arguments those of the
// called chunk's parameters, results its result. What only a test while playing can tell (`as`, `is`, a key of a Table<T>,
// an element stored into a List) is known after the instruction that tests. Linear in the code, apart from loops.
#pragma once

#include "program/static_type.h"

#include <span>
#include <string>
#include <vector>

namespace tgdl {

// The type of every register before every instruction of a chunk; empty where no path leads.
using RegisterTypes = std::vector<std::vector<StaticTypeId>>;

class TypeVerifier {
public:
    explicit TypeVerifier(const Program& program);

    // Methods of derived classes stand in for those of their bases.
    std::string verify_methods();
    // `kept`, when it is given, takes the types before each instruction.
    std::string verify_chunk(const Chunk& chunk, RegisterTypes* kept = nullptr);

    // May code that the match runs be given these, and does it give what is wanted? A parameter that is kNone is not read.
    std::string verify_use(ChunkIndex chunk, std::span<const StaticTypeId> arguments, StaticTypeId result);

    StaticTypes types;

    // ---- for the code of one chunk
    [[nodiscard]] StaticTypeId parameter_of(const Chunk& chunk, std::uint32_t parameter);
    [[nodiscard]] StaticTypeId result_of(const Chunk& chunk) {
        return chunk.result == kNone ? StaticTypeId{StaticTypes::kNull} : types.of(chunk.result);
    }
    // The chunk that stands for a method of the class and all that derive from it; kNone: none has code.
    [[nodiscard]] ChunkIndex method_of(ClassIndex index, std::uint32_t slot) const;
    // Does some instruction of the chunk read the register?
    [[nodiscard]] bool reads(ChunkIndex chunk, std::uint32_t reg);

private:
    const Program& program_;
    std::vector<std::vector<ChunkIndex>> methods_; // by class, then slot: see method_of()
    std::vector<std::vector<bool>> reads_;         // by chunk, then register; empty: not looked at yet
};

} // namespace tgdl
