// Turns actions and goals into tables and code that can stop and ask a player.
//
//   in   a Lowering after number_classes() and find_flags()
//   out  Program::actions, the inputs of their heads, game_actions, goals, observers
//
// There is one ActionInfo for each declaration. That of an override stands for all it replaces: it joins their
// requirements and triggers, and has the inputs and the place in order of the first.
#pragma once

#include "compile/lowering.h"

#include <span>

namespace tgdl {

void lower_actions(Lowering& lowering);

// The inputs of a head (an action, a phase, a `setup`): input i stands in register 2 + i.
//   uses   what stands in registers 0 and 1: `this` and the event, or nothing
enum class HeadUses : std::uint8_t { ThisAndEvent, Nothing };
std::vector<InputIndex> lower_head_inputs(Lowering& lowering, std::span<const InputId> inputs, HeadUses uses,
                                          const std::string& owner);

} // namespace tgdl
