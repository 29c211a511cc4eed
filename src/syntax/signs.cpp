#include "syntax/signs.h"

#include <array>
#include <cstdint>

namespace tgdl {

namespace {

// By first character; the longest that fits is taken, so longer ones stand first. `>` is always alone, for
// `List<List<player>>`.
constexpr std::array kSigns = {
    Sign{"!==", TokenKind::BangEqual, "!="},
    Sign{"!=", TokenKind::BangEqual, {}},
    Sign{"!", TokenKind::Bang, {}},
    Sign{"%=", TokenKind::PercentEqual, {}},
    Sign{"%", TokenKind::Percent, {}},
    Sign{"&&", TokenKind::AmpersandAmpersand, {}},
    Sign{"&", TokenKind::Ampersand, {}},
    Sign{"(", TokenKind::LeftParen, {}},
    Sign{")", TokenKind::RightParen, {}},
    Sign{"**", TokenKind::Caret, "^"},
    Sign{"*=", TokenKind::StarEqual, {}},
    Sign{"*", TokenKind::Star, {}},
    Sign{"++", TokenKind::PlusPlus, {}},
    Sign{"+=", TokenKind::PlusEqual, {}},
    Sign{"+", TokenKind::Plus, {}},
    Sign{",", TokenKind::Comma, {}},
    Sign{"--", TokenKind::MinusMinus, {}},
    Sign{"-=", TokenKind::MinusEqual, {}},
    Sign{"->", TokenKind::Arrow, {}},
    Sign{"-", TokenKind::Minus, {}},
    Sign{"...", TokenKind::DotDot, ".."},
    Sign{"..", TokenKind::DotDot, {}},
    Sign{".", TokenKind::Dot, {}},
    Sign{"/=", TokenKind::SlashEqual, {}},
    Sign{"/", TokenKind::Slash, {}},
    Sign{":=", TokenKind::Equal, "="},
    Sign{":", TokenKind::Colon, {}},
    Sign{";", TokenKind::Semicolon, {}},
    Sign{"<->", TokenKind::BothArrow, {}},
    Sign{"<=", TokenKind::LessEqual, {}},
    Sign{"<>", TokenKind::BangEqual, "!="},
    Sign{"<", TokenKind::Less, {}},
    Sign{"===", TokenKind::EqualEqual, "=="},
    Sign{"=<", TokenKind::LessEqual, "<="},
    Sign{"=>", TokenKind::ThickArrow, {}},
    Sign{"==", TokenKind::EqualEqual, {}},
    Sign{"=", TokenKind::Equal, {}},
    Sign{">=", TokenKind::GreaterEqual, {}},
    Sign{">", TokenKind::Greater, {}},
    Sign{"??", TokenKind::QuestionQuestion, {}},
    Sign{"?", TokenKind::Question, {}},
    Sign{"[", TokenKind::LeftBracket, {}},
    Sign{"]", TokenKind::RightBracket, {}},
    Sign{"^", TokenKind::Caret, {}},
    Sign{"{", TokenKind::LeftBrace, {}},
    Sign{"||", TokenKind::PipePipe, {}},
    Sign{"|", TokenKind::Pipe, {}},
    Sign{"}", TokenKind::RightBrace, {}},
};

// Where the signs with a first character begin in kSigns; kSigns.size() when there is none.
constexpr auto kFirstSign = [] {
    std::array<std::uint8_t, 128> first{};
    first.fill(static_cast<std::uint8_t>(kSigns.size()));
    for (std::size_t i = kSigns.size(); i-- > 0;) {
        first[static_cast<unsigned char>(kSigns[i].text[0])] = static_cast<std::uint8_t>(i);
    }
    return first;
}();

} // namespace

const Sign* find_sign(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first >= kFirstSign.size()) {
        return nullptr;
    }
    for (std::size_t i = kFirstSign[first]; i < kSigns.size() && kSigns[i].text[0] == text[0]; ++i) {
        if (text.starts_with(kSigns[i].text)) {
            return &kSigns[i];
        }
    }
    return nullptr;
}

} // namespace tgdl
