#include "program/texts.h"

#include <bit>

namespace tgdl {

// FNV-1a over the units, with a last stir because tables take the low bits.
std::uint32_t hash_units(std::u16string_view units) {
    constexpr std::uint32_t kStart = 2166136261U;
    constexpr std::uint32_t kPrime = 16777619U;
    std::uint32_t hash = kStart;
    for (const char16_t unit : units) {
        hash = (hash ^ unit) * kPrime;
    }
    return hash ^ (hash >> 15U);
}

// Open addressing: each slot holds an index of a text, or kNone. At most half of the slots are taken.
void index_texts(Program& program) {
    const std::size_t slots = std::bit_ceil(2 * program.texts.size() + 1);
    program.text_index.assign(slots, kNone);
    for (TextIndex text = 0; text < program.texts.size(); ++text) {
        std::size_t slot = hash_units(program.texts[text].units) & (slots - 1);
        while (program.text_index[slot] != kNone) {
            slot = (slot + 1) & (slots - 1);
        }
        program.text_index[slot] = text;
    }
}

TextIndex find_text(const Program& program, std::u16string_view units) {
    if (program.text_index.empty()) {
        for (TextIndex text = 0; text < program.texts.size(); ++text) {
            if (program.texts[text].units == units) {
                return text;
            }
        }
        return kNone;
    }
    const std::size_t slots = program.text_index.size();
    std::size_t slot = hash_units(units) & (slots - 1);
    while (program.text_index[slot] != kNone && program.texts[program.text_index[slot]].units != units) {
        slot = (slot + 1) & (slots - 1);
    }
    return program.text_index[slot];
}

} // namespace tgdl
