#include "simulate/source_listing.h"

#include "diagnostics/terminal_text.h"
#include "simulate/coverage.h"
#include "svg/svg_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

struct Stretch {
    std::uint32_t begin = 0, end = 0; // bytes
};

// One file, line by line.
class FileListing {
public:
    FileListing(const LoadedRules& rules, const Details& details, std::uint32_t file)
        : program_(*rules.instrumented), details_(details), file_(rules.sources.file(FileId(file))), number_(file) {
        for (std::uint32_t i = 0; i < program_.coverage_regions.size(); ++i) {
            if (place_of(i).file == file) {
                regions_.push_back(i);
                add_head(i);
                add_silent(i);
            }
        }
    }

    [[nodiscard]] bool is_shown() const {
        return is_own_file(program_, number_)
               || std::ranges::any_of(regions_, [&](std::uint32_t region) { return details_.ran[region] > 0; });
    }

    std::string write() {
        std::string lines;
        for (std::uint32_t line = 1; line <= file_.line_count(); ++line) {
            if (line < file_.line_count() || !file_.line(line).empty()) {
                lines += write_line(line);
            }
        }
        const std::string never =
            never_ == 0 ? "" : fmt::format(" <span class=\"warn\">{} never ran</span>", plural(never_, "line"));
        return fmt::format("<details class=\"source\"><summary><code>{}</code>{}</summary>\n<pre>{}</pre></details>\n",
                           escape_xml(file_.path()), never, lines);
    }

private:
    static std::string plural(std::uint64_t count, std::string_view what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    }

    [[nodiscard]] const SourceLocation& place_of(std::uint32_t region) const {
        return program_.places[program_.coverage_regions[region].place];
    }

    // The line with the name of an action tells how often its effect ran.
    void add_head(std::uint32_t region) {
        const SourceLocation& head = program_.places[program_.coverage_regions[region].head];
        if (program_.coverage_regions[region].kind < CoverageRegionKind::If) {
            std::uint64_t& games = heads_[head.line];
            games = std::max(games, details_.ran[region]);
        }
    }

    void add_silent(std::uint32_t region) {
        const SourceLocation& place = place_of(region);
        if (details_.ran[region] == 0 && (silent_.empty() || silent_.back().end < place.end)) {
            silent_.push_back({place.begin, place.end});
        }
    }

    // In how many games the innermost region ran that this is a part of. Asked from the beginning of the text on.
    [[nodiscard]] std::optional<std::uint64_t> games_at(std::uint32_t at) {
        for (; next_ < regions_.size() && place_of(regions_[next_]).begin <= at; ++next_) {
            leave(place_of(regions_[next_]).begin);
            around_.push_back(regions_[next_]);
        }
        leave(at);
        return around_.empty() ? std::nullopt : std::optional(details_.ran[around_.back()]);
    }

    // Of a line that stands in no region: of the action that it names, or of the first region that begins on it.
    [[nodiscard]] std::optional<std::uint64_t> games_on(std::uint32_t line, std::uint32_t end) const {
        if (const auto head = heads_.find(line); head != heads_.end()) {
            return head->second;
        }
        const bool begins = next_ < regions_.size() && place_of(regions_[next_]).begin < end;
        return begins ? std::optional(details_.ran[regions_[next_]]) : std::nullopt;
    }

    void leave(std::uint32_t at) {
        while (!around_.empty() && place_of(around_.back()).end <= at) {
            around_.pop_back();
        }
    }

    // Not for a comment, nor where only brackets stand.
    static bool has_code(std::string_view line) {
        constexpr std::string_view kNoCode = "{}()[]; \t\r";
        return !line.starts_with("//") && line.find_first_not_of(kNoCode) != std::string_view::npos;
    }

    std::string write_line(std::uint32_t number) {
        const std::string_view line = file_.line(number);
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        const std::uint32_t begin = file_.line_start(number);
        std::optional<std::uint64_t> games = games_at(begin + static_cast<std::uint32_t>(first));
        if (!games) {
            games = games_on(number, begin + static_cast<std::uint32_t>(line.size()));
        }
        const bool is_counted = games && has_code(line.substr(first));
        const bool is_silent = games == 0U && first < line.size();
        never_ += is_counted && is_silent ? 1 : 0;
        const std::string margin = !is_counted ? "" : is_silent ? "never" : fmt::format("{}", *games);
        return fmt::format("<span id=\"{}\" class=\"{}\"><b>{:>5}</b><i>{:>4}</i> {}\n</span>",
                           line_anchor(number_, number), is_silent ? "never" : "", margin, number,
                           is_silent ? shown(line) : mark_silent(line, begin));
    }

    // Tabs stay; whatever else steers is made visible.
    static std::string shown(std::string_view text) {
        std::string html;
        while (!text.empty()) {
            const std::size_t tab = std::min(text.find('\t'), text.size());
            html += escape_xml(show_on_one_line(text.substr(0, tab)));
            html += tab < text.size() ? "    " : "";
            text.remove_prefix(std::min(tab + 1, text.size()));
        }
        return html;
    }

    // The line with the parts of it that never ran.
    std::string mark_silent(std::string_view line, std::uint32_t begin) {
        const std::uint32_t end = begin + static_cast<std::uint32_t>(line.size());
        std::string html;
        std::uint32_t at = begin;
        while (next_silent_ < silent_.size() && silent_[next_silent_].end <= begin) {
            ++next_silent_;
        }
        for (std::size_t i = next_silent_; i < silent_.size() && silent_[i].begin < end; ++i) {
            const std::uint32_t from = std::max(silent_[i].begin, begin);
            const std::uint32_t to = std::min(silent_[i].end, end);
            html += shown(line.substr(at - begin, from - at));
            html += fmt::format("<u>{}</u>", shown(line.substr(from - begin, to - from)));
            at = to;
        }
        return html + shown(line.substr(at - begin));
    }

    const Program& program_;
    const Details& details_;
    const SourceFile& file_;
    std::uint32_t number_;
    std::vector<std::uint32_t> regions_;           // of the file, outer ones first
    std::vector<Stretch> silent_;                  // outermost ones
    std::map<std::uint32_t, std::uint64_t> heads_; // by line: games
    std::size_t next_ = 0;                         // of regions_
    std::size_t next_silent_ = 0;                  // of silent_
    std::vector<std::uint32_t> around_;
    std::uint64_t never_ = 0; // lines
};

} // namespace

std::string line_anchor(std::uint32_t file, std::uint32_t line) {
    return fmt::format("f{}-{}", file, line);
}

std::string source_listings(const LoadedRules& rules, const Details& details) {
    std::string html;
    for (const bool own : {true, false}) { // what is not the designer's own comes last
        for (std::uint32_t file = 0; file < rules.sources.size(); ++file) {
            FileListing listing(rules, details, file);
            if (is_own_file(*rules.instrumented, file) == own && listing.is_shown()) {
                html += listing.write();
            }
        }
    }
    return html;
}

} // namespace tgdl
