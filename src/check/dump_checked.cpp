#include "check/check.h"
#include "check/dump_parts.h"

namespace tgdl {

// Nothing in it says where something stands or how a word is spelt: laying a file out anew does not change its dump.
std::string dump_checked(const CheckedProgram& program) {
    std::string out;
    dump_definitions(program, out);
    dump_bodies(program, out);
    return out;
}

} // namespace tgdl
