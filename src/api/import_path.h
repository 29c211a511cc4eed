// The rules about the path of an `import` that need no disk (docs/reference/files.md#9), the same for every loader.
//
//   in   the folder of the importing file, and the path as written in the import
//   out  where that leads: a path from the project's folder, or from the top of the library `std/`
//
// `..` is resolved by the words of the path alone, before anything is looked up, so that a path means the same on every
// machine. A path that goes above the project's folder is refused even if it comes back.
#pragma once

#include "source/loader.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace tgdl {

// No loader gives out a larger file.
inline constexpr std::size_t kMaxFileBytes = std::size_t{16} * 1024 * 1024;

// Which tree of folders a path belongs to.
enum class ImportTree { Project, Standard };

// A file or folder by its path from the top of its tree: `/` between the parts, no `.`, `..` or empty part; the top
// itself is empty.
struct ImportPlace {
    ImportTree tree = ImportTree::Project;
    std::string path;

    bool operator==(const ImportPlace&) const = default;
};

struct ResolvedImport {
    LoadProblem problem = LoadProblem::None; // Absolute, BadSeparator, Outside, NotFound (no path at all)
    ImportPlace place;
};

ResolvedImport resolve_import(const ImportPlace& importer_folder, std::string_view written);

// Is `candidate` worth suggesting to someone who asked for a file `asked` that is not there? It is when it lies in the
// same folder, or has the same name in another one. Both are paths from the top of one tree.
bool is_neighbour(std::string_view asked, std::string_view candidate);

// `a/b.tgdl` → `a`; `b.tgdl` → empty.
std::string_view folder_of(std::string_view path);
// `a/b.tgdl` → `b.tgdl`.
std::string_view last_part(std::string_view path);
// `a` and `b.tgdl` → `a/b.tgdl`; an empty folder adds nothing.
std::string join_path(std::string_view folder, std::string_view path);
// How an import in `importer_folder` may write the path of a file of the same tree: `../b.tgdl`.
std::string relative_path(std::string_view importer_folder, std::string_view path);
// The path without `.`, empty parts and `folder/..`; a `..` that has nothing to take back stays. By the words alone.
std::string normal_path(std::string_view path);

} // namespace tgdl
