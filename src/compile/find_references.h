// Finds the definitions that the rules refer to: what nobody reads or observes need not exist in the Program.
#pragma once

#include "check/checked_program.h"

#include <vector>

namespace tgdl {

// `trigger change Type.attribute`
struct ChangeReference {
    TypeDefId type;
    AttributeId attribute;
    TypeDefId event;
};

struct References {
    std::vector<bool> types;              // by TypeDefId: code or a definition names it, or an action observes it
    std::vector<bool> observed;           // by TypeDefId: an event that some action observes, itself
    std::vector<bool> switched;           // by ActionId of the first declaration: its `allowed` is spoken of
    std::vector<ChangeReference> changes; // each event once
    std::vector<ActionId> actions;        // by TypeDefId: the action that an event of `before` or `after` is about
    bool connections = false;             // rules look at connections as things
    bool turned = false;                  // rules turn something, or ask how it is turned
    bool blanks = false;                  // rules name the blank tile, or leave or make blanks on a board
};

// O(size of the program).
References find_references(const CheckedProgram& program);

} // namespace tgdl
