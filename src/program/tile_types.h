// Common base of types of tiles.
#pragma once

#include "program/program.h"

namespace tgdl {

// Is every tile that can turn up of this type?
bool fits_every_tile(const Program& program, TypeIndex type);

} // namespace tgdl
