// Verifies the rows of data files: each makes an instance of a class that fits, and gives attributes values of their types.
//
//   in   a Program whose types and classes have been verified
//   out  empty, or what is wrong with the first row found, for a person
#pragma once

#include "program/program.h"

#include <string>

namespace tgdl {

std::string verify_data(const Program& program);

} // namespace tgdl
