// Gives every class its index, its layout and its tables of methods and actions.
//
//   in   a Lowering whose program has no classes yet
//   out  Program::classes but for their code (see lower_classes.h), first_class, last_class, globals, seats, events, the
//        plain classes, the group_class of each group; the tables of the Lowering; reserved chunks of functions and
//        effects of actions
//
// Classes of one kind follow each other, derived ones right after their base, so that `is` compares two numbers.
#pragma once

#include "compile/lowering.h"

namespace tgdl {

void number_classes(Lowering& lowering);

} // namespace tgdl
