#include "diagnostics/explain.h"

#include "diagnostics/diagnostic.h"
#include "diagnostics/explanation_files.h"
#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace tgdl {

namespace {

constexpr std::array kFaultCodes = {
#define TGDL_FAULT(name, code, message) std::string_view(code),
#include "base/fault.def"
#undef TGDL_FAULT
};

constexpr std::size_t kTextColumns = 80;
constexpr std::string_view kFence = "```";
constexpr std::string_view kBlanks = " \t\r";

bool equal_in_any_case(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b,
                              [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// The next line without its end, taken off the text.
std::string_view take_line(std::string_view& text) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    return line;
}

bool is_list_item(std::string_view line) {
    return line.starts_with("- ") || line.starts_with("* ");
}

// Lays one page out, block by block; a block is one paragraph, list item, heading or piece of code.
class PageLayout {
public:
    explicit PageLayout(Colour colour) : colour_(colour) {}

    void add_line(std::string_view line) {
        if (trim(line).starts_with(kFence)) {
            end_paragraph();
            in_code_ = !in_code_;
            start_block();
        } else if (in_code_) {
            const std::size_t length = line.find_last_not_of(kBlanks) + 1; // 0 when there are only blanks
            page_ += length == 0 ? "\n" : "    " + std::string(line.substr(0, length)) + "\n";
        } else if (trim(line).empty()) {
            end_paragraph();
            after_blank_ = true;
        } else if (line.starts_with('#')) {
            end_paragraph();
            add_heading(trim(line.substr(std::min(line.find_first_not_of('#'), line.size()))));
        } else {
            add_text(trim(line));
        }
    }

    std::string take() {
        end_paragraph();
        while (page_.ends_with("\n\n")) {
            page_.pop_back();
        }
        return std::move(page_);
    }

private:
    void start_block() {
        if (!page_.empty() && !page_.ends_with("\n\n")) {
            page_ += '\n';
        }
    }

    void add_heading(std::string_view heading) {
        start_block();
        page_ += colour_ == Colour::On ? "\x1b[1m" + std::string(heading) + "\x1b[0m\n" : std::string(heading) + "\n";
        after_blank_ = true;
    }

    void add_text(std::string_view line) {
        if (is_list_item(line)) {
            end_paragraph();
        }
        if (!paragraph_.empty()) {
            paragraph_ += ' ';
        }
        paragraph_ += line;
    }

    // Items of one list stay together unless the page has a blank line between them.
    void end_paragraph() {
        if (paragraph_.empty()) {
            return;
        }
        const bool is_item = is_list_item(paragraph_);
        if (!is_item || !after_item_ || after_blank_) {
            start_block();
        }
        fill(paragraph_, is_item ? 2 : 0);
        paragraph_.clear();
        after_item_ = is_item;
        after_blank_ = false;
    }

    void fill(std::string_view words, std::size_t indent) {
        std::size_t columns = 0;
        while (!words.empty()) {
            const std::size_t length = std::min(words.find(' '), words.size());
            const std::string_view word = words.substr(0, length);
            words.remove_prefix(std::min(length + 1, words.size()));
            if (word.empty()) {
                continue;
            }
            const std::size_t word_columns = columns_of(word);
            if (columns > 0 && columns + 1 + word_columns > kTextColumns) {
                page_ += '\n';
                page_.append(indent, ' ');
                columns = indent;
            } else if (columns > 0) {
                page_ += ' ';
                ++columns;
            }
            page_ += word;
            columns += word_columns;
        }
        page_ += '\n';
    }

    Colour colour_;
    std::string page_;
    std::string paragraph_;
    bool in_code_ = false;
    bool after_item_ = false;
    bool after_blank_ = false;
};

} // namespace

std::vector<std::string> explained_codes() {
    std::vector<std::string> codes(kFaultCodes.begin(), kFaultCodes.end());
    for (std::size_t i = 0; i < catalog_size(); ++i) {
        // A fault of the program itself has no page: no text is known to show it.
        if (static_cast<DiagnosticKind>(i) != DiagnosticKind::BrokenProgram) {
            codes.emplace_back(catalog_entry(static_cast<DiagnosticKind>(i)).code);
        }
    }
    std::ranges::sort(codes);
    return codes;
}

std::string_view find_explanation(std::string_view code) {
    for (const EmbeddedFile& file : explanation_files()) {
        if (equal_in_any_case(file.name.substr(0, file.name.rfind('.')), code)) {
            return file.content;
        }
    }
    return {};
}

std::string_view explanation_title(std::string_view markdown) {
    while (!markdown.empty()) {
        std::string_view line = take_line(markdown);
        if (!line.starts_with('#')) {
            continue;
        }
        line = trim(line.substr(std::min(line.find_first_not_of('#'), line.size())));
        const std::size_t colon = line.find(": ");
        const bool begins_with_code =
            colon == 5 && std::isupper(static_cast<unsigned char>(line[0])) != 0
            && std::ranges::all_of(line.substr(1, 4), [](unsigned char c) { return std::isdigit(c) != 0; });
        return begins_with_code ? trim(line.substr(colon + 1)) : line;
    }
    return {};
}

std::string render_explanation(std::string_view markdown, Colour colour) {
    PageLayout layout(colour);
    while (!markdown.empty()) {
        layout.add_line(take_line(markdown));
    }
    return layout.take();
}

} // namespace tgdl
