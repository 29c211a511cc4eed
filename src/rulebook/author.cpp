#include "rulebook/author.h"

#include "compile/compile.h"
#include "diagnostics/terminal_text.h"
#include "rulebook/rulebook.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

std::string comment_markdown(const std::string& text) {
    constexpr std::size_t kLongestComment = 20'000;
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (shown.size() + end - at > kLongestComment) {
            return shown + "…";
        }
        shown += show_on_one_line(std::string_view(text).substr(at, end - at)) + "\n";
        at = end + 1;
    }
    while (shown.ends_with('\n')) {
        shown.pop_back();
    }
    return shown;
}

std::string list_markdown(const Lines& lines) {
    std::string text;
    unsigned last = 0;
    for (const Line& line : lines) {
        const unsigned depth = std::min(line.depth, text.empty() ? 0 : last + 1);
        text += std::string(std::size_t{2} * depth, ' ') + "- " + line.text + "\n";
        last = depth;
    }
    return text;
}

Author::Author(const CheckResult& checked, Opening opening)
    : checked_(checked), program_(*checked.program), opening_(std::move(opening)), narrator_(program_) {}

Rulebook Author::write() {
    book_.title = program_.game_name;
    write_overview();
    write_changes();
    write_options();
    write_components();
    write_setup();
    write_turns();
    write_actions();
    write_movements();
    write_effects();
    write_end();
    write_hidden();
    write_glossary();
    return std::move(book_);
}

void Author::prose(std::string markdown, Tone tone) {
    if (!markdown.empty()) {
        book_.blocks.emplace_back(Prose{std::move(markdown), tone});
    }
}

void Author::add_table(Table table) {
    drop_empty_columns(table);
    book_.blocks.emplace_back(std::move(table));
}

void Author::list(const Lines& lines, Tone tone) {
    prose(list_markdown(lines), tone);
}

void Author::described_by_comment_or_steps(const std::string& text, const Lines& lines, const Lines& steps) {
    prose(text);
    Lines first = lines;
    if (text.empty()) {
        first.insert(first.end(), steps.begin(), steps.end());
    }
    list(first);
    if (!text.empty() && !steps.empty()) {
        prose("Step by step:\n\n" + list_markdown(steps), Tone::Detail);
    }
}

bool Author::is_shown(CodeRef place) const {
    return place.valid() && !program_.tree(place).source().path().starts_with("std/");
}

bool Author::is_shown(TypeDefId type) const {
    const TypeDef& def = program_.def(type);
    if (def.predefined || !def.place.valid()) {
        return false;
    }
    const std::string own_name(program_.text(def.name));
    return is_shown(def.place) || opening_.pieces.contains(own_name) || opening_.cards.contains(own_name)
           || def.scope == ScopeKind::Global
           || std::ranges::any_of(def.derived, [&](TypeDefId derived) { return is_shown(derived); });
}

std::vector<TypeDefId> Author::shown_types(DefKind kind) const {
    std::vector<TypeDefId> types;
    for (std::size_t i = 0; i < program_.type_defs.size(); ++i) {
        const TypeDef& def = program_.type_defs[i];
        if (def.kind == kind && !def.nameless && is_shown(TypeDefId(i))) { // a nameless one is told with its base
            types.emplace_back(i);
        }
    }
    return types;
}

std::string Author::comment(CodeRef place) const {
    return place.valid() ? comment_markdown(program_.tree(place).documentation(place.node)) : std::string();
}

std::string Author::comment_in_item(CodeRef place) const {
    std::string text = comment(place);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 3)) {
        text.insert(at + 1, "  "); // it stays in its item
    }
    return text;
}

std::string Author::place_text(CodeRef place) const {
    const Tree& tree = program_.tree(place);
    return fmt::format("{}, line {}", escape_markdown(tree.source().path()),
                       tree.source().position(tree.name_span(place.node).begin).line);
}

bool Author::is_seat_class(TypeDefId type) const {
    return type.valid() && program_.def(type).scope == ScopeKind::Player && program_.def(type).kind == DefKind::Class;
}

Voice Author::voice_of(TypeDefId type, bool your_choice) const {
    const Phrase you{"you", Person::You};
    const Phrase player{"the player", Person::It};
    const Phrase active = your_choice ? you : Phrase{"the active player", Person::It};
    if (is_seat_class(type)) {
        const Phrase self = your_choice ? you : player;
        return {self, self, active, self};
    }
    const Phrase self{type.valid() ? "the " + name(program_.def(type).name) : "it", Person::It};
    const Phrase owner = your_choice ? you : Phrase{"its owner", Person::It};
    const bool owned = type.valid() && program_.def(type).scope != ScopeKind::Global;
    return {self, owner, active, owned ? owner : active};
}

// ---- the first lines

void Author::write_overview() {
    for (const NodeId item : program_.tree(program_.import_order.back())
                                 .children(program_.tree(program_.import_order.back()).root(), Role::Item)) {
        const CodeRef place{program_.import_order.back(), item};
        if (program_.tree(place).kind(item) == NodeKind::GameDirective) {
            prose(comment(place));
        }
    }
    const std::string players = program_.min_players == program_.max_players
                                    ? count_of(program_.min_players, "player")
                                    : fmt::format("{} to {} players", program_.min_players, program_.max_players);
    std::vector<std::string> facts = {"**" + players + "**"};
    facts.emplace_back(program_.traits.chance ? "chance plays a part" : "no chance");
    facts.emplace_back(program_.traits.hidden_information ? "some things are hidden" : "nothing is hidden");
    if (program_.traits.simultaneous_choice) {
        facts.emplace_back("some choices are made at once");
    }
    prose(fmt::format("{}", fmt::join(facts, " · ")));
}

Rulebook make_rulebook(const CheckResult& checked, const Limits& limits) {
    const CheckedProgram& program = *checked.program;
    std::map<std::string, std::string> bases;
    for (const TypeDef& def : program.type_defs) {
        if (def.base.valid() && !def.nameless) { // a nameless one is counted with its base
            bases[std::string(program.text(def.name))] = program.text(program.def(def.base).name);
        }
    }
    return Author(checked, open_game(compile(program, checked.sources), bases, limits)).write();
}

} // namespace tgdl
