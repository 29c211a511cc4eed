// Small programs from large ones: leaves out and simplifies parts of a tree as long as it still shows the same finding.
#pragma once

#include "tree.h"

#include <chrono>
#include <functional>

namespace tgdl::generator {

// `shows`: does the program with this tree still show it? Ends when no part can go any more, or after `most`.
[[nodiscard]] Node shrink(Node tree, const std::function<bool(const Node&)>& shows, std::chrono::seconds most);

} // namespace tgdl::generator
