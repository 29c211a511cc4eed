// The language side for programs that use it: from files to a checked program, a formatted text, or a dump.
//
//   DiskLoader loader;
//   CheckResult result = check_program(loader, "war.tgdl");
//   if (result.diagnostics.has_errors()) { std::puts(render_text(result.sources, result.diagnostics).c_str()); }
//
// No global state; several programs may be checked at the same time on several threads, each with its own loader.
#pragma once

#include "check/check.h"
#include "diagnostics/diagnostic.h"
#include "source/loader.h"
#include "source/source_file.h"
#include "syntax/tree.h"

#include <memory>
#include <string>
#include <string_view>

namespace tgdl {

struct CheckResult {
    LoadProblem main_problem = LoadProblem::None; // otherwise there is no program, and nothing is in the other members
    std::string main_path;                        // as shown to people
    SourceSet sources;
    Diagnostics diagnostics; // sorted
    std::unique_ptr<CheckedProgram> program;
};

CheckResult check_program(Loader& loader, std::string_view main_path);

// One file, read and parsed; its imports are left alone.
struct ParseResult {
    LoadedFile main; // its text is in `sources`
    SourceSet sources;
    Diagnostics diagnostics; // sorted
    Interner names;
    std::unique_ptr<Tree> tree; // none when the file cannot be loaded
};

ParseResult parse_file(Loader& loader, std::string_view path);

// The file's text in the one layout. Wants a result without errors. Where the file has words that could be names or older
// spellings, it is checked, with its imports, to tell them apart.
std::string format_file(const ParseResult& parsed, Loader& loader);

} // namespace tgdl
