// Section on how the game ends, and who wins.
#include "rulebook/author.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tgdl {

namespace {

constexpr std::size_t kMostEndings = 30;

} // namespace

void Author::write_goal(ActionId id) {
    const Action& goal = program_.action(id);
    heading(3, title(goal.name));
    narrator_.begin(goal.place.file, voice_of({}, false));
    Lines lines;
    for (const CodeRef require : goal.requirements) {
        lines.push_back({0, narrator_.only_if(require.node)});
    }
    for (const ActionTrigger& trigger : goal.triggers) {
        lines.push_back({0, fmt::format("{}{}.", upper_first(narrator_.trigger(trigger)),
                                        narrator_.trigger_condition(trigger.place.node))});
    }
    for (const InputId input : goal.inputs) {
        for (Line& line : narrator_.choice(input)) {
            lines.push_back(std::move(line));
        }
    }
    const Lines steps = goal.effect.valid() ? narrator_.sentences(goal.effect.node) : Lines();
    for (const Line& step : steps) {
        lines.push_back(step);
    }
    prose(comment(goal.place));
    list(lines);
}

// Every `winner` and `draw` below a node, with the nearest condition around it.
void Author::find_endings(NodeId node, NodeId condition, Lines& out) {
    const Tree& tree = program_.tree(searched_file_);
    if (out.size() >= kMostEndings) {
        return;
    }
    if (tree.kind(node) == NodeKind::Winner || tree.kind(node) == NodeKind::Draw) {
        const Lines told = narrator_.sentences(node);
        if (!told.empty()) {
            out.push_back({1, condition.valid()
                                  ? fmt::format("If {}: {}", narrator_.clause(condition), lower_first(told[0].text))
                                  : told[0].text});
        }
        return;
    }
    NodeId nearest = condition;
    for (const NodeId child : tree.children(node)) {
        const Role role = tree.node(child).role;
        if (tree.kind(node) == NodeKind::If && role == Role::Condition) {
            nearest = child;
        }
        const bool otherwise = tree.kind(node) == NodeKind::If && role == Role::Else;
        find_endings(child, otherwise ? condition : nearest, out);
    }
}

Lines Author::endings_elsewhere() {
    Lines all;
    for (const Body& body : program_.bodies) {
        const bool goal = body.action.valid() && program_.action(body.action).is_goal;
        if (body.kind != BodyKind::Effect || goal || !is_shown(body.place)) {
            continue;
        }
        const Symbol where = body.action.valid()     ? program_.action(body.action).name
                             : body.function.valid() ? program_.function(body.function).name
                             : body.turn.valid()     ? program_.turns[body.turn.index()].name
                                                     : Symbol();
        const bool chosen = body.action.valid() && group_of(program_.action(body.action)) == ActionGroup::Chosen;
        searched_file_ = body.place.file;
        narrator_.begin(body.place.file, voice_of(body.this_type, chosen));
        if (body.action.valid()) {
            for (const InputId input : program_.action(body.action).inputs) {
                (void)narrator_.choice(input); // it is called `the chosen …` from here on
            }
        }
        Lines found;
        find_endings(body.place.node, NodeId(), found);
        if (!found.empty()) {
            all.push_back({0, where.valid() ? fmt::format("In {}:", emphasized(name(where))) : "In the setup:"});
            all.insert(all.end(), found.begin(), found.end());
        }
    }
    return all;
}

// What the block of a score or a tiebreak gives for "the player": behind `told`, or, where it takes steps, below `in_steps`.
Lines Author::score_lines(FunctionId id, const std::string& told, const std::string& in_steps) {
    const Function& function = program_.function(id);
    const NodeId block = program_.tree(function.place).child(function.place.node, Role::Effect);
    narrator_.begin(function.place.file, voice_of({}, false));
    narrator_.name_input(function.inputs.front(), {"the player", Person::It});
    narrator_.name_answer(function.kind == FunctionKind::Score ? "the score" : "it");
    if (const NodeId only = narrator_.only_answer(block); only.valid()) {
        return {{0, fmt::format("{} {}.", told, narrator_.value(only).text)}};
    }
    Lines lines = {{0, in_steps}};
    for (Line& line : narrator_.sentences(block)) {
        lines.push_back({line.depth + 1, std::move(line.text)});
    }
    return lines;
}

void Author::write_score() {
    const ScoreRules& scores = program_.scores;
    if (!scores.score.valid()) {
        return;
    }
    heading(3, "The score");
    const std::string text = comment(program_.function(scores.score).place);
    prose(text);
    Lines lines = {{0, fmt::format("The {} score is best.", scores.lowest ? "lowest" : "highest")}};
    Lines steps = score_lines(scores.score, "A player's score is", "A player's score is worked out:");
    if (text.empty()) {
        std::ranges::move(steps, std::back_inserter(lines));
        steps.clear();
    }
    bool is_first = true;
    for (const ScoreRules::Tiebreak& tiebreak : scores.tiebreaks) {
        const std::string about = one_paragraph(comment(program_.function(tiebreak.function).place));
        const std::string head =
            fmt::format("{}, the {} of this is best:", is_first ? "With equal scores" : "If that is equal too",
                        tiebreak.lowest ? "lowest" : "highest");
        Lines told = score_lines(tiebreak.function, head, head);
        told.front().text += about.empty() ? "" : " " + about;
        std::ranges::move(told, std::back_inserter(lines));
        is_first = false;
    }
    list(lines);
    list(steps, Tone::Detail);
}

void Author::write_end() {
    heading(2, "The end of the game");
    bool any = false;
    for (const ActionId id : program_.game_actions) {
        if (program_.action(id).is_goal) {
            if (!any) {
                prose("After each action it is seen whether one of these holds.");
            }
            write_goal(id);
            any = true;
        }
    }
    const Lines others = endings_elsewhere();
    if (!others.empty()) {
        prose(any ? "The game can also end in the course of these:" : "The game ends in the course of these:");
        list(others);
    } else if (!any) {
        prose("The rules do not say how the game ends.");
    }
    write_score();
}

} // namespace tgdl
