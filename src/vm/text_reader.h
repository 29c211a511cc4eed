// Reads the code units of a text where they stand, in the program or in the heap, without a copy.
#pragma once

#include "vm/machine.h"

namespace tgdl {

// Good until the next allocation.
class TextReader {
public:
    TextReader(const Machine& machine, Value text);

    [[nodiscard]] std::uint32_t length() const { return length_; }
    [[nodiscard]] char16_t operator[](std::uint32_t index) const {
        constexpr std::uint32_t kUnitsInWord = 4;
        return constant_ != nullptr
                   ? constant_[index]
                   : static_cast<char16_t>(words_[index / kUnitsInWord] >> (16U * (index % kUnitsInWord)));
    }

private:
    const char16_t* constant_ = nullptr;
    const Word* words_ = nullptr;
    std::uint32_t length_ = 0;
};

} // namespace tgdl
