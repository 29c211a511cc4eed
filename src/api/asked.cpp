#include "api/asked.h"

#include <algorithm>
#include <string_view>

namespace tgdl {

namespace {

// FNV-1a with 32 bits; each text with its length, so that moving a letter from one to the next shows.
class Digest {
public:
    void add(std::uint32_t number) {
        for (std::uint32_t shift = 0; shift < 32; shift += 8) {
            add_byte(static_cast<unsigned char>(number >> shift));
        }
    }
    void add(std::string_view text) {
        add(static_cast<std::uint32_t>(text.size()));
        for (const char character : text) {
            add_byte(static_cast<unsigned char>(character));
        }
    }
    [[nodiscard]] std::uint32_t value() const { return value_; }

private:
    void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x01000193U; }

    std::uint32_t value_ = 0x811c9dc5U;
};

} // namespace

Asked asked_by(Match& match) {
    const Decision& decision = match.decision();
    Asked asked{decision.player, match.question_text(decision), {}};
    asked.options.reserve(decision.options.size());
    for (std::size_t i = 0; i < decision.options.size(); ++i) {
        asked.options.push_back(match.option_text(decision, i, NamesOf::Seats));
    }
    return asked;
}

bool leaves_no_choice(Match& match) {
    const Decision& decision = match.decision();
    if (decision.kind != DecisionKind::Action || decision.options.size() != 1
        || decision.options[0].kind != OptionKind::Action) {
        return false;
    }
    const Program& program = match.program();
    return std::ranges::any_of(program.actions[decision.options[0].action].inputs,
                               [&](InputIndex input) { return program.inputs[input].mode != InputMode::Auto; });
}

std::uint32_t digest_of(const Asked& asked) {
    Digest digest;
    digest.add(asked.player);
    digest.add(asked.question);
    for (const std::string& option : asked.options) {
        digest.add(option);
    }
    return digest.value();
}

ChoiceMade choice_of(const Asked& asked, std::size_t option) {
    return {asked.player,
            asked.question,
            static_cast<std::uint32_t>(option),
            asked.options[option],
            static_cast<std::uint32_t>(asked.options.size()),
            digest_of(asked)};
}

} // namespace tgdl
