#include "check/effect_words.h"

namespace tgdl {

const EffectWords& words_of(Effect effect) {
    for (const EffectWords& words : kEffectWords) {
        if (words.effect == effect) {
            return words;
        }
    }
    return kEffectWords.front();
}

Effects without(Effects effects, Effects others) {
    if (others.empty()) {
        return effects;
    }
    Effects rest;
    for (const EffectWords& words : kEffectWords) {
        if (effects.has(words.effect) && !others.has(words.effect)) {
            rest |= words.effect;
        }
    }
    return rest;
}

Effects common(Effects effects, Effects others) {
    return without(effects, without(effects, others));
}

std::string with_article(std::string_view name) {
    const bool vowel = !name.empty() && std::string_view("AEIOUaeiou").find(name.front()) != std::string_view::npos;
    return (vowel ? "an `" : "a `") + std::string(name) + "`";
}

std::string describe_effects(Effects effects) {
    std::string text;
    for (const EffectWords& words : kEffectWords) {
        if (effects.has(words.effect)) {
            text += text.empty() ? "" : ", ";
            text += words.word;
        }
    }
    return text.empty() ? "nothing" : text;
}

} // namespace tgdl
