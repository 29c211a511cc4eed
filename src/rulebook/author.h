// Writes the sections of a rulebook, each in a file of its own, in the order of reading.
#pragma once

#include "api/front_end.h"
#include "rulebook/document.h"
#include "rulebook/narrator.h"
#include "rulebook/opening.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class Author {
public:
    Author(const CheckResult& checked, Opening opening);

    Rulebook write();

private:
    // ---- what is there (author.cpp)
    [[nodiscard]] bool is_shown(CodeRef place) const; // not a part of the standard library that the game does not use
    [[nodiscard]] bool is_shown(TypeDefId type) const;
    [[nodiscard]] std::vector<TypeDefId> shown_types(DefKind kind) const;
    [[nodiscard]] std::string comment(CodeRef place) const;         // as Markdown; empty without one
    [[nodiscard]] std::string comment_in_item(CodeRef place) const; // the same inside an item of a list
    [[nodiscard]] std::string place_text(CodeRef place) const;
    [[nodiscard]] std::string name(Symbol symbol) const { return words_of(program_.text(symbol)); }
    [[nodiscard]] std::string title(Symbol symbol) const { return title_of(program_.text(symbol)); }
    [[nodiscard]] bool is_seat_class(TypeDefId type) const;
    // Who is who in the code of a type: in a choice the player is `you`.
    [[nodiscard]] Voice voice_of(TypeDefId type, bool your_choice) const;

    void heading(unsigned level, std::string text) { book_.blocks.emplace_back(Heading{level, std::move(text)}); }
    void prose(std::string markdown, Tone tone = Tone::Plain);
    void add_table(Table table);
    void list(const Lines& lines, Tone tone = Tone::Plain);
    // The comment, and under it the steps: as the text itself when there is no comment.
    void described_by_comment_or_steps(const std::string& text, const Lines& lines, const Lines& steps);

    // ---- sections
    void write_overview();
    void write_changes();    // section_changes.cpp
    void write_options();    // section_options.cpp
    void write_components(); // section_components.cpp
    void write_setup();      // section_turns.cpp
    void write_turns();
    void write_actions(); // section_actions.cpp
    void write_movements();
    void write_effects();  // section_effects.cpp
    void write_end();      // section_end.cpp
    void write_hidden();   // section_hidden.cpp
    void write_glossary(); // section_glossary.cpp

    void write_change(NodeId item);
    void write_extension(NodeId item);
    void write_new_values(NodeId values);
    [[nodiscard]] std::string modified_words(CodeRef place) const;
    [[nodiscard]] std::string member_line(NodeId member);
    [[nodiscard]] static std::string literal_of_game(const Tree& tree, NodeId directive);

    [[nodiscard]] std::string constant_words(const ConstantValue& value) const;
    [[nodiscard]] std::string option_values(const Constant& option) const;
    void write_constants();

    void tell_modifier(const Modifier& modifier, Lines& out);

    void write_boards();
    void write_board(TypeDefId type);
    [[nodiscard]] std::string group_words(const Group& group) const;
    void write_decks();
    void write_contents(TypeDefId type);
    void write_pieces();
    [[nodiscard]] bool is_made_itself(TypeDefId type) const;
    [[nodiscard]] std::string unknown_number(TypeDefId type) const;

    void write_turn(const Turn& turn);
    Lines phase_lines(const Turn& turn, const Phase& phase);

    enum class ActionGroup { Chosen, OffTurn, ByItself, Called };
    [[nodiscard]] std::vector<const ActionTrigger*> all_triggers(const Action& action) const;
    [[nodiscard]] ActionGroup group_of(const Action& action) const;
    [[nodiscard]] std::vector<ActionId> actions_of(ActionGroup group) const;
    void write_action(ActionId id, ActionGroup group);
    [[nodiscard]] std::string action_title(const Action& action) const;
    [[nodiscard]] std::string occasion(const Action& action, ActionGroup group);
    void write_action_section(std::string title, std::string_view intro, ActionGroup group);

    void write_goal(ActionId id);
    void find_endings(NodeId node, NodeId condition, Lines& out);
    Lines endings_elsewhere();
    void write_score();
    Lines score_lines(FunctionId id, const std::string& told, const std::string& in_steps);

    Lines sight_lines(TypeDefId type);
    [[nodiscard]] std::string contents_sight(TypeDefId type) const;

    void write_type(TypeDefId type);
    Lines attribute_lines(TypeDefId type);
    [[nodiscard]] std::string start_text(TypeDefId type, CodeRef place);
    [[nodiscard]] Lines enum_lines(const TypeDef& def) const;

    const CheckResult& checked_;
    const CheckedProgram& program_;
    Opening opening_;
    Narrator narrator_;
    Rulebook book_;
    Lines changes_;
    std::string base_intro_;
    FileId searched_file_; // by find_endings
};

// A doc comment as Markdown that is safe to show: no control characters, and not endless.
std::string comment_markdown(const std::string& text);
// The lines as a nested Markdown list.
std::string list_markdown(const Lines& lines);

} // namespace tgdl
