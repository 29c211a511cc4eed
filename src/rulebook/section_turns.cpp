// Section on setup and turns.
#include "rulebook/author.h"

#include <fmt/format.h>

namespace tgdl {

void Author::write_setup() {
    if (program_.setups.empty()) {
        return;
    }
    heading(2, "Setup");
    for (const Setup& setup : program_.setups) {
        if (&setup != &program_.setups.front() && comment(setup.place).empty()) {
            prose("Then:");
        }
        narrator_.begin(setup.place.file, voice_of({}, false));
        Lines choices;
        for (const InputId input : setup.inputs) {
            for (Line& line : narrator_.choice(input)) {
                choices.push_back(std::move(line));
            }
        }
        const Lines steps = setup.effect.valid() ? narrator_.sentences(setup.effect.node) : Lines();
        described_by_comment_or_steps(comment(setup.place), choices, steps);
    }
}

void Author::write_turns() {
    heading(2, "The turn");
    if (program_.turns.empty()) {
        prose("The player whose turn it is does one of the things below. The turn passes when what was done says so.");
        return;
    }
    for (const Turn& turn : program_.turns) {
        write_turn(turn);
    }
}

Lines Author::phase_lines(const Turn& turn, const Phase& phase) {
    Lines lines;
    const std::string text = comment(phase.place);
    const bool waits = !phase.effect.valid();
    const std::string head = turn.phases.size() == 1 && !phase.place.valid() ? "" : "**" + title(phase.name) + "**";
    if (waits) {
        const std::string act = "You do one of the things under *What you may do*.";
        lines.push_back({0, head.empty() ? act : fmt::format("{}. {}{}", head, text.empty() ? "" : text + " ", act)});
        return lines;
    }
    lines.push_back({0, fmt::format("{}{}", head, text.empty() ? "." : ". " + text)});
    narrator_.begin(phase.place.file, voice_of({}, true));
    for (const InputId input : phase.inputs) {
        for (Line& line : narrator_.choice(input)) {
            lines.push_back({line.depth + 1, std::move(line.text)});
        }
    }
    if (text.empty()) {
        for (Line& line : narrator_.sentences(phase.effect.node)) {
            lines.push_back({line.depth + 1, std::move(line.text)});
        }
    }
    return lines;
}

void Author::write_turn(const Turn& turn) {
    if (program_.turns.size() > 1) {
        heading(3, title(turn.name));
    }
    prose(comment(turn.place));
    std::string text;
    Lines details;
    std::size_t number = 1;
    for (const Phase& phase : turn.phases) {
        for (Line& line : phase_lines(turn, phase)) {
            // A comment of several lines stays inside its item.
            std::string indented;
            for (const char c : line.text) {
                indented += c;
                indented += c == '\n' ? "   " : "";
            }
            text += line.depth == 0
                        ? fmt::format("{}. {}\n", number, indented)
                        : fmt::format("{}- {}\n", std::string(1 + 2 * std::size_t{line.depth}, ' '), indented);
        }
        ++number;
        if (phase.effect.valid() && !comment(phase.place).empty()) {
            narrator_.begin(phase.place.file, voice_of({}, true));
            details.push_back({0, emphasized(name(phase.name)) + ":"});
            for (Line& line : narrator_.sentences(phase.effect.node)) {
                details.push_back({line.depth + 1, std::move(line.text)});
            }
        }
    }
    prose(std::move(text));
    if (turn.defaults.empty()) {
        prose(turn.phases.size() > 1 ? "After the last phase it is the next player's turn."
                                     : "Then it is the next player's turn, unless the rules say otherwise.");
    } else {
        const CodeRef last = turn.defaults.back();
        narrator_.begin(last.file, voice_of({}, true));
        Lines after = {{0, "When the turn passes on:"}};
        narrator_.name_answer("next");
        for (Line& line : narrator_.sentences(program_.tree(last).child(last.node, Role::Body))) {
            after.push_back({line.depth + 1, std::move(line.text)});
        }
        list(after);
    }
    if (!details.empty()) {
        prose("Step by step:\n\n" + list_markdown(details), Tone::Detail);
    }
}

} // namespace tgdl
