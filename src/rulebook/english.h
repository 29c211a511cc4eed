// Words and small sentences, made from names in a program. All texts are Markdown of one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class Person : std::uint8_t { It, You, They };

// A thing in a sentence: `the chosen card`, `you`, `all players`.
struct Phrase {
    std::string text;
    Person person = Person::It;
};

// `quietTurns`, `quiet_turns`: "quiet turns".
std::string words_of(std::string_view name);
// The same for a heading: "Quiet turns".
std::string title_of(std::string_view name);

std::string upper_first(std::string_view text);
// Leaves what is no capital letter of a word alone: code, emphasis, abbreviations.
std::string lower_first(std::string_view text);

std::string with_article(const std::string& words); // "an omen"
std::string plural(const std::string& words);       // "cards", "wolves" only if the name says so
std::string count_of(std::uint64_t count, const std::string& words);
std::string join_words(const std::vector<std::string>& words, std::string_view last_link); // "a, b and c"

// "your", "its", "the foe's"; the name that follows belongs to it.
std::string possessive(const Phrase& owner);
// "you are", "it is".
std::string with_is(const Phrase& subject);
std::string with_has(const Phrase& subject);

// Plain text in Markdown: signs that mean something there are escaped, and the text stays on its line.
std::string escape_markdown(std::string_view text);
std::string emphasized(const std::string& words);
// Source text as code, on one line and not too long.
std::string as_code(std::string_view source);

// A doc comment on one line.
std::string one_paragraph(std::string_view text);
// The first sentence of a doc comment, without its full stop.
std::string first_sentence(std::string_view text);

} // namespace tgdl
