// Section on how the game ends, and who wins.
#include "rulebook/author.h"

#include <fmt/format.h>

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
}

} // namespace tgdl
