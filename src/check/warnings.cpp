#include "check/warnings.h"

#include "check/warnings_by_theme.h"

namespace tgdl {

void find_warnings(CheckedProgram& program, Diagnostics& diagnostics) {
    const BodyPlaces places(program);
    const WarningTask task{program, places, diagnostics};
    find_flow_warnings(task);
    find_value_warnings(task);
    find_unused_warnings(task);
    find_slip_warnings(task);
    find_bounds_warnings(task);
    find_hidden_warnings(task);
}

} // namespace tgdl
