#include "program/tile_types.h"

namespace tgdl {

bool fits_every_tile(const Program& program, TypeIndex type) {
    const auto tile = static_cast<std::size_t>(ClassKind::Tile);
    const ValueType& wanted = program.types[type];
    for (ClassIndex each = program.first_class.at(tile); each < program.last_class.at(tile); ++each) {
        if (each != program.blank_tile && (each < wanted.first_class || each > wanted.last_class)) {
            return false;
        }
    }
    return wanted.kind == ValueKind::Instance;
}

} // namespace tgdl
