// Diagnostics and traits for other programs, as JSON. docs/diagnostics-json.md describes the form.
#pragma once

#include "api/front_end.h"

#include <string>

namespace tgdl {

// Collects what was found in one or more programs. Text that is no UTF-8 is mended, so that the result always is.
class JsonReport {
public:
    // Every diagnostic, however many there are. O(bytes of the files with diagnostics + diagnostics).
    void add_diagnostics(const SourceSet& sources, const Diagnostics& diagnostics);
    void add_traits(const std::string& path, const CheckedProgram& program);

    // The list of diagnostics, one on each line.
    [[nodiscard]] std::string diagnostics() const;
    // An object with the list of diagnostics and the traits of each program.
    [[nodiscard]] std::string diagnostics_and_traits() const;

private:
    // The items of each list, written out.
    std::string diagnostics_;
    std::string traits_;
};

} // namespace tgdl
