#include "rulebook/english.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utf8proc.h>

namespace tgdl {

namespace {

bool is_upper(utf8proc_int32_t letter) {
    return utf8proc_tolower(letter) != letter;
}

// The code points of a text; bytes that are no UTF-8 end it.
std::vector<utf8proc_int32_t> letters_of(std::string_view text) {
    std::vector<utf8proc_int32_t> letters;
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    auto left = static_cast<utf8proc_ssize_t>(text.size());
    while (left > 0) {
        utf8proc_int32_t letter = 0;
        const utf8proc_ssize_t bytes = utf8proc_iterate(at, left, &letter);
        if (bytes <= 0) {
            break;
        }
        letters.push_back(letter);
        at += bytes;
        left -= bytes;
    }
    return letters;
}

void append_letter(std::string& text, utf8proc_int32_t letter) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    const utf8proc_ssize_t count = utf8proc_encode_char(letter, bytes.data());
    text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(count));
}

std::string with_first(std::string_view text, utf8proc_int32_t (*change)(utf8proc_int32_t)) {
    const std::vector<utf8proc_int32_t> letters = letters_of(text.substr(0, 4));
    if (letters.empty()) {
        return std::string(text);
    }
    std::string first;
    append_letter(first, letters.front());
    std::string result;
    append_letter(result, change(letters.front()));
    result.append(text.substr(first.size()));
    return result;
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> endings) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return text.ends_with(ending); });
}

} // namespace

std::string words_of(std::string_view name) {
    const std::vector<utf8proc_int32_t> letters = letters_of(name);
    std::string words;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        if (letters[i] == '_') {
            words += words.empty() || words.ends_with(' ') ? "" : " ";
            continue;
        }
        const bool begins = is_upper(letters[i]);
        const bool after_small = i > 0 && !is_upper(letters[i - 1]) && letters[i - 1] != '_';
        const bool before_small = i + 1 < letters.size() && !is_upper(letters[i + 1]) && letters[i + 1] != '_';
        if (begins && i > 0 && (after_small || before_small) && !words.ends_with(' ')) {
            words += ' ';
        }
        // A word of capitals alone is an abbreviation.
        const bool keeps = begins && !before_small && (i == 0 ? letters.size() > 1 : !after_small);
        append_letter(words, keeps ? letters[i] : utf8proc_tolower(letters[i]));
    }
    return words.empty() ? std::string(name) : words;
}

std::string title_of(std::string_view name) {
    return upper_first(words_of(name));
}

std::string upper_first(std::string_view text) {
    return with_first(text, utf8proc_toupper);
}

std::string lower_first(std::string_view text) {
    const std::vector<utf8proc_int32_t> letters = letters_of(text.substr(0, 8));
    const bool abbreviation = letters.size() > 1 && is_upper(letters[1]);
    return abbreviation ? std::string(text) : with_first(text, utf8proc_tolower);
}

std::string with_article(const std::string& words) {
    constexpr std::string_view kVowels = "aeiouAEIOU";
    const bool vowel = !words.empty() && kVowels.find(words.front()) != std::string_view::npos;
    const bool sounds_like_you = words.starts_with("uni") || words.starts_with("use");
    return (vowel && !sounds_like_you ? "an " : "a ") + words;
}

std::string plural(const std::string& words) {
    if (words.size() < 2) {
        return words + "s";
    }
    if (words == "man" || words.ends_with(" man")) {
        return words.substr(0, words.size() - 2) + "en";
    }
    const std::string_view vowels = "aeiou";
    if (words.ends_with('y') && vowels.find(words[words.size() - 2]) == std::string_view::npos) {
        return words.substr(0, words.size() - 1) + "ies";
    }
    return words + (ends_with_any(words, {"s", "x", "ch", "sh"}) ? "es" : "s");
}

std::string count_of(std::uint64_t count, const std::string& words) {
    return fmt::format("{} {}", count, count == 1 ? words : plural(words));
}

std::string join_words(const std::vector<std::string>& words, std::string_view last_link) {
    std::string joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) {
            joined += i + 1 == words.size() ? fmt::format(" {} ", last_link) : ", ";
        }
        joined += words[i];
    }
    return joined;
}

std::string possessive(const Phrase& owner) {
    if (owner.person == Person::You) {
        return "your";
    }
    if (owner.text == "it") {
        return "its";
    }
    if (owner.text == "they") {
        return "their";
    }
    return owner.text + (owner.text.ends_with('s') ? "'" : "'s");
}

std::string with_is(const Phrase& subject) {
    return subject.text + (subject.person == Person::It ? " is" : " are");
}

std::string with_has(const Phrase& subject) {
    return subject.text + (subject.person == Person::It ? " has" : " have");
}

std::string escape_markdown(std::string_view text) {
    constexpr std::string_view kSigns = "\\`*_[]<>&~|#";
    std::string escaped;
    for (const char c : show_on_one_line(text)) {
        if (kSigns.find(c) != std::string_view::npos) {
            escaped += '\\';
        }
        escaped += c;
    }
    return escaped;
}

std::string emphasized(const std::string& words) {
    return "*" + words + "*";
}

std::string as_code(std::string_view source) {
    constexpr std::size_t kMostLetters = 160;
    std::string line;
    std::size_t letters = 0;
    bool space = false;
    for (const char c : show_on_one_line(source)) {
        if (c == ' ') {
            space = !line.empty();
            continue;
        }
        const bool begins_letter = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        if (begins_letter && ++letters > kMostLetters) {
            line += " …";
            break;
        }
        line += space ? " " : "";
        space = false;
        line += c;
    }
    if (line.find('`') == std::string::npos) {
        return "`" + line + "`";
    }
    // A fence that is longer than any in it.
    std::string fence = "``";
    while (line.find(fence) != std::string::npos) {
        fence += '`';
    }
    return fence + " " + line + " " + fence;
}

std::string one_paragraph(std::string_view text) {
    std::string line;
    for (const char c : show_on_one_line(text)) {
        if (c != ' ' || (!line.empty() && line.back() != ' ')) {
            line += c;
        }
    }
    return line;
}

std::string first_sentence(std::string_view text) {
    std::size_t end = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool stops = text[i] == '.' || (text[i] == '\n' && i + 1 < text.size() && text[i + 1] == '\n');
        if (stops && (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n')) {
            end = i;
            break;
        }
    }
    std::string sentence(text.substr(0, end));
    std::ranges::replace(sentence, '\n', ' ');
    // An example at its end is not for the middle of another sentence.
    const std::size_t example = sentence.find(": `");
    if (example != std::string::npos && sentence.ends_with('`')) {
        sentence.resize(example);
    }
    return sentence;
}

} // namespace tgdl
