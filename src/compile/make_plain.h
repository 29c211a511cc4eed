// Code and facts for the plain way: what is left of a Program when nothing is optimised and nothing is known of it that a
// fast path could rest on.
//
//   in   a Program as the lowering leaves it, before any pass that makes it faster
//   out  the same with every native called as such, every walk over a copy, and every inferred fact at its cautious value:
//        all code writes and may fail, all actions may cancel, everything may be held by an attribute, and of no input is
//        it known what its text says
//
// Played, it must give what the optimised program gives: texts, options, faults, views and hashes. O(program).
#pragma once

#include "program/program.h"

namespace tgdl {

void make_plain(Program& program);

} // namespace tgdl
