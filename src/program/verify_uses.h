// The part of verify() that looks at code the match runs by itself: is it given what it takes, does it give what is wanted?
#pragma once

#include "program/verify_types.h"

#include <string>

namespace tgdl {

// Empty, or what is wrong. Also what derived classes share with their base, and the tiles of groups.
std::string verify_uses(const Program& program, TypeVerifier& verifier);

} // namespace tgdl
