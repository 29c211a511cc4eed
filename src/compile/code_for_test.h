// Small programs as code, for tests of what the compiler writes.
#pragma once

#include "check/check_text_for_test.h"
#include "compile/compile.h"
#include "program/disassemble.h"
#include "program/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace tgdl {

inline std::shared_ptr<const Program> compile_text(const std::string& definitions) {
    const auto text = check_text("game \"x\"; players 2; " + definitions);
    EXPECT_FALSE(text->diagnostics.has_errors());
    std::shared_ptr<const Program> program = compile(*text->program, text->sources);
    EXPECT_EQ(verify(*program), "");
    return program;
}

inline const Chunk& chunk_named(const Program& program, std::string_view name) {
    for (const Chunk& chunk : program.chunks) {
        if (chunk.name == name) {
            return chunk;
        }
    }
    ADD_FAILURE() << "no code is called " << name;
    return program.chunks.front();
}

// The code of F, a line for each instruction.
inline std::string code_of_f(const std::string& definitions) {
    const std::shared_ptr<const Program> program = compile_text(definitions);
    const std::string text = disassemble(*program, chunk_named(*program, "F"));
    std::string lines;
    for (std::size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
        const std::size_t end = std::min(text.find("  ;", at), text.find('\n', at));
        lines += text.substr(at + 5, end - at - 5) + "\n"; // without the number
    }
    return lines;
}

inline constexpr const char* kBoard = "tile Cell { player owner = null; } interactable Man { } "
                                      "global board Board { group Grid { geometry square; grid Cell[3][3]; } } ";

} // namespace tgdl
