// The folder that a file belongs to, out of which none of its paths may lead.
//
// It is the nearest one upwards that holds a `tgdl.json`, else the file's own.
#pragma once

#include <string>
#include <string_view>

namespace tgdl {

// Both paths absolute and without links, here and below.
std::string find_project_folder(const std::string& folder);
bool is_inside(std::string_view folder, std::string_view path);

// The real path of what `path`, as written in a file of `folder`, leads to; empty when there is nothing, or when it is
// absolute or leads out of the folder's project, by its words or through a link.
std::string find_in_project(const std::string& folder, std::string_view path);

} // namespace tgdl
