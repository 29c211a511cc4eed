// What runs, and is hardly what somebody meant who writes rules for the first time.
#include "check/find_writes.h"
#include "check/warnings_by_theme.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include "base/colour_names.h"
#include "base/nearest_name.h"

#include <algorithm>
#include <map>
#include <string>
#include <tsl/robin_set.h>
#include <vector>

namespace tgdl {

namespace {

// What is written in one file.
class SlipWarnings {
public:
    SlipWarnings(const WarningTask& task, FileId file)
        : task_(task), program_(task.program), reader_(program_, file), tree_(reader_.tree()) {}

    void run() { visit(tree_.root()); }

private:
    // What one body declares, and which variables it reads, by their place in Body::locals.
    struct Variables {
        TypeDefId of; // of `this`
        std::vector<NodeId> declared;
        std::vector<bool> is_read;
    };

    void visit(NodeId node) {
        const BodyId id = task_.places.find(reader_.file(), node);
        const bool begins_body = id.valid() && !program_.bodies[id.index()].parent.valid();
        if (begins_body) {
            const Body& body = program_.bodies[id.index()];
            bodies_.push_back({body.this_type, {}, std::vector<bool>(body.locals.size())});
        }
        visit_alone(node);
        for (const NodeId child : tree_.children(node)) {
            const bool is_target = tree_.node(child).role == Role::Target && tree_.kind(child) == NodeKind::Name
                                   && (tree_.kind(node) == NodeKind::Assign || tree_.kind(node) == NodeKind::Increment);
            if (!is_target) {
                visit(child);
            }
        }
        if (begins_body) {
            report_unread(bodies_.back());
            bodies_.pop_back();
        }
    }

    void visit_alone(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Local:
            if (!bodies_.empty()) {
                bodies_.back().declared.push_back(node);
            }
            break;
        case NodeKind::Name:
            record_read(reader_.meaning(node));
            check_players(node);
            break;
        case NodeKind::StringLiteral: record_hole_without_dollar(tree_.text(tree_.node(node).main)); break;
        case NodeKind::Grid:
            if (!is_wrapped_on_purpose(node)) {
                for (const NodeId row : tree_.children(node, Role::Item)) {
                    check_row(row);
                }
            }
            break;
        case NodeKind::Seat: check_colours(tree_.child(node, Role::Value)); break;
        case NodeKind::InformationPart:
            if (tree_.main_symbol(node) == word::color) {
                check_colour_part(tree_.child(node, Role::Body));
            }
            break;
        case NodeKind::Hole: check_hole(tree_.child(node, Role::Value)); break;
        case NodeKind::Postfix: check_told(node); break;
        default: break; // nothing else is looked at
        }
    }

    void record_read(Meaning meaning) {
        if (meaning.kind == MeaningKind::Local && !bodies_.empty() && meaning.index < bodies_.back().is_read.size()) {
            bodies_.back().is_read[meaning.index] = true;
        }
    }

    // `"{coins} left"`: a warning of its own says that the `$` is missing; the variable is not unused besides.
    void record_hole_without_dollar(std::string_view written) {
        if (bodies_.empty() || written.find('{') == std::string_view::npos) {
            return;
        }
        for (const NodeId local : bodies_.back().declared) {
            const Meaning meaning = reader_.meaning(local);
            if (written.find("{" + std::string(tree_.text(tree_.node(local).main))) != std::string_view::npos) {
                record_read(meaning);
            }
        }
    }

    // `players` in a class that no group shares: hardly its owner alone.
    void check_players(NodeId name) {
        const Meaning meaning = reader_.meaning(name);
        if (meaning.kind != MeaningKind::Builtin || static_cast<BuiltinId>(meaning.index) != BuiltinId::InstancePlayers
            || bodies_.empty() || !bodies_.back().of.valid()) {
            return;
        }
        const TypeDef& def = program_.def(bodies_.back().of);
        if (def.scope != ScopeKind::Group) {
            task_.diagnostics.report(DiagnosticKind::PlayersOfThis, tree_.span(name), program_.text(def.name))
                .with_help("write `player.all()` for all players, `this.players` for those who have this one");
        }
    }

    void report_unread(const Variables& variables) {
        for (const NodeId local : variables.declared) {
            const Meaning meaning = reader_.meaning(local);
            if (meaning.kind == MeaningKind::Local && meaning.index < variables.is_read.size()
                && !variables.is_read[meaning.index]) {
                const std::string_view name = tree_.text(tree_.node(local).main);
                Diagnostic& warning =
                    task_.diagnostics.report(DiagnosticKind::UnusedVariable, tree_.name_span(local), name);
                const NodeId type = tree_.child(local, Role::Type);
                const bool is_turn = type.valid() && tree_.token(tree_.node(type).main).kind == TokenKind::Turn;
                if (is_turn && (name == "pass" || name == "end" || name == "next")) { // `turn pass;`
                    warning.with_help("to end a turn write `turn.pass();`").replace(tree_.span(local), "turn.pass();");
                } else {
                    warning.with_help("use it, or leave it out");
                }
            }
        }
    }

    // The column in which a node begins.
    [[nodiscard]] std::size_t column(NodeId node) const {
        const std::string_view before = tree_.source().text().substr(0, tree_.span(node).begin);
        return before.size() - (before.rfind('\n') + 1);
    }

    // `Field * 3`
    [[nodiscard]] bool repeats(NodeId cell) const {
        const Span place = tree_.span(cell);
        return tree_.source().text().substr(place.begin, place.end - place.begin).find('*') != std::string_view::npos;
    }

    // Rows on several lines that are meant: all of the same length, one tile on each line, or further lines indented.
    [[nodiscard]] bool is_wrapped_on_purpose(NodeId grid) const {
        std::size_t rows = 0;
        std::size_t length = 0;
        bool is_even = true;
        bool is_one_by_line = true;
        bool is_indented = true;
        for (const NodeId row : tree_.children(grid, Role::Item)) {
            const NodeId first = tree_.child(row, Role::Item);
            std::size_t cells = 0;
            for (const NodeId cell : tree_.children(row, Role::Item)) {
                ++cells;
                if (cell == first) {
                    continue;
                }
                const bool on_new_line =
                    tree_.trivia_before(tree_.node(cell).begin).find('\n') != std::string_view::npos;
                is_one_by_line = is_one_by_line && on_new_line && !repeats(first) && !repeats(cell);
                is_indented = is_indented && (!on_new_line || column(cell) > column(first));
            }
            is_even = is_even && (rows == 0 || cells == length);
            length = cells;
            ++rows;
        }
        return is_one_by_line || is_indented || (is_even && rows > 1);
    }

    // A `,` at the end of a short line: the next line is no row of its own.
    void check_row(NodeId row) {
        constexpr std::size_t kShortLine = 80;
        std::vector<TokenId> commas; // those before a new line
        for (const NodeId cell : tree_.children(row, Role::Item)) {
            const NodeId next = tree_.node(cell).next;
            if (next.valid() && tree_.trivia_before(tree_.node(next).begin).find('\n') != std::string_view::npos) {
                commas.push_back(tree_.operator_before(next));
            }
        }
        if (commas.empty()) {
            return;
        }
        const Span place = tree_.span(commas.front());
        const std::string_view before = tree_.source().text().substr(0, place.begin);
        if (before.size() - (before.rfind('\n') + 1) > kShortLine) {
            return; // a long row on several lines
        }
        Diagnostic& warning = task_.diagnostics.report(DiagnosticKind::RowGoesOn, place);
        warning.with_help("end each row with `;`");
        if (commas.size() == 1) {
            warning.replace(place, ";");
        }
    }

    void check_colour_part(NodeId node) {
        if (!node.valid()) {
            return;
        }
        if (tree_.kind(node) == NodeKind::Return) {
            check_colours(tree_.child(node, Role::Value));
            return;
        }
        for (const NodeId child : tree_.children(node)) {
            check_colour_part(child);
        }
    }

    // The texts that the expression may give.
    void check_colours(NodeId expression) {
        const NodeId node = reader_.inside(expression);
        if (!node.valid()) {
            return;
        }
        if (tree_.kind(node) == NodeKind::Conditional) {
            check_colours(tree_.child(node, Role::Then));
            check_colours(tree_.child(node, Role::Else));
        } else if (tree_.kind(node) == NodeKind::SwitchValue || tree_.kind(node) == NodeKind::SwitchArm
                   || tree_.kind(node) == NodeKind::SwitchElse) {
            check_colours(tree_.child(node, Role::Returns));
            for (const NodeId arm : tree_.children(node, Role::Item)) {
                check_colours(arm);
            }
        } else if (tree_.kind(node) == NodeKind::StringLiteral) {
            check_colour(node);
        }
    }

    void check_colour(NodeId literal) {
        const std::string name = string_value(tree_.text(tree_.node(literal).main));
        if (is_colour(name)) {
            return;
        }
        Diagnostic& warning = task_.diagnostics.report(DiagnosticKind::UnknownColour, tree_.span(literal), name);
        const std::string_view near =
            nearest_name(name, std::vector<std::string_view>(kColourNames.begin(), kColourNames.end()));
        if (!near.empty()) {
            const std::string instead = "\"" + std::string(near) + "\"";
            warning.with_help("did you mean " + instead + "?").replace(tree_.span(literal), instead);
        } else {
            warning.with_help("write a name such as `\"red\"` or `\"dark green\"`, or the parts of red, green and "
                              "blue: `\"#c8453b\"`");
        }
    }

    // `log(board);`, `log("on " + board);`
    void check_told(NodeId postfix) {
        const NodeId first = tree_.child(postfix, Role::Operand);
        const Symbol name = first.valid() && tree_.kind(first) == NodeKind::Name ? tree_.main_symbol(first) : Symbol();
        if (name != word::log && name != word::tell) {
            return;
        }
        const auto shown = reader_.builtin_at_end(postfix);
        if (shown == BuiltinId::Log || shown == BuiltinId::Tell) {
            check_joined(reader_.argument(reader_.last_part(postfix), shown == BuiltinId::Tell ? 1 : 0));
        }
    }

    void check_joined(NodeId expression) {
        const NodeId node = reader_.inside(expression);
        if (!node.valid()) {
            return;
        }
        if (tree_.kind(node) != NodeKind::Infix) {
            check_hole(node);
            return;
        }
        for (const NodeId operand : tree_.children(node, Role::Operand)) {
            check_joined(operand);
        }
    }

    // `{board}` shows `Board#1`.
    void check_hole(NodeId value) {
        const Type type = value.valid() ? program_.types.get(reader_.type(value)) : Type{};
        if (type.kind != TypeKind::Instance) {
            return;
        }
        const TypeDef& def = program_.def(type.def);
        const bool says_nothing = def.kind == DefKind::Board || def.scope == ScopeKind::Global;
        if (says_nothing && def.kind != DefKind::Stack && !def.predefined && !has_short(type.def)) {
            const std::string name(program_.text(def.name));
            task_.diagnostics.report(DiagnosticKind::NumberAsText, tree_.span(value), name)
                .with_help("show one of its attributes, or say in `" + name
                           + "` how people see it: `information { short { return \"…\"; } }`");
        }
    }

    [[nodiscard]] bool has_short(TypeDefId id) const {
        for (; id.valid(); id = program_.def(id).base) {
            for (const CodeRef& part : program_.def(id).information) {
                if (program_.tree(part).main_symbol(part.node) == word::short_) {
                    return true;
                }
            }
        }
        return false;
    }

    const WarningTask& task_;
    const CheckedProgram& program_;
    CodeReader reader_;
    const Tree& tree_;
    std::vector<Variables> bodies_; // those around the node that is visited, the innermost last
};

// A goal that nothing holds back ends the game at the first check.
void check_goals(const WarningTask& task) {
    for (const Action& goal : task.program.actions) {
        if (!goal.is_goal || !goal.triggers.empty() || !goal.requirements.empty() || !goal.inputs.empty()
            || goal.replaces.valid() || !goal.overridden_by.empty() || !goal.effect.valid()
            || goal.effects.has(Effect::Fails) || goal.effects.has(Effect::Cancels) || !task.in_main_game(goal.place)) {
            continue;
        }
        const Tree& tree = task.program.tree(goal.effect);
        bool ends = false;
        for (const NodeId statement : tree.children(goal.effect.node, Role::Item)) {
            ends = ends || tree.kind(statement) == NodeKind::Winner || tree.kind(statement) == NodeKind::Draw;
        }
        if (ends) {
            task.diagnostics
                .report(DiagnosticKind::GoalWithoutRequire, task.program.tree(goal.place).name_span(goal.place.node),
                        task.program.text(goal.name))
                .with_help("say when it is reached: `require { return …; }`");
        }
    }
}

// An attribute of a collection type that is used and that nothing anywhere gives a value.
class NeverGiven {
public:
    explicit NeverGiven(const WarningTask& task) : task_(task), program_(task.program) {}

    void run() {
        if (!program_.data_tables.empty() || !collect()) {
            return; // a file may give it
        }
        for (const FileUnit& unit : program_.files) {
            if (unit.tree && unit.tree->root().valid()) {
                const CodeReader reader(program_, unit.file);
                visit(reader, unit.tree->root());
            }
        }
        for (const auto& [index, use] : used_) {
            report(AttributeId(index), use);
        }
    }

private:
    // The attributes that their declaration gives no value.
    bool collect() {
        for (std::size_t i = 0; i < program_.attributes.size(); ++i) {
            const Attribute& attribute = program_.attributes[i];
            const bool is_plain = attribute.place.valid() && task_.in_main_game(attribute.place)
                                  && program_.types.is_collection(attribute.type) && !attribute.runs_code;
            if (is_plain && program_.tree(attribute.place).kind(attribute.place.node) == NodeKind::Attribute
                && !program_.tree(attribute.place).has(attribute.place.node, Role::Value)) {
                open_.insert(static_cast<std::uint32_t>(i));
            }
        }
        for (const TypeDef& def : program_.type_defs) {
            for (const AttributeOverride& given : def.overrides) {
                open_.erase(given.attribute.value);
            }
        }
        return !open_.empty();
    }

    [[nodiscard]] bool is_open(const CodeReader& reader, NodeId node) const {
        const Meaning meaning = reader.meaning(node);
        return meaning.kind == MeaningKind::Attribute && open_.contains(meaning.index);
    }

    void give(const CodeReader& reader, NodeId node) {
        if (node.valid() && is_open(reader, node)) {
            used_.erase(reader.meaning(node).index);
            open_.erase(reader.meaning(node).index);
        }
    }

    void visit(const CodeReader& reader, NodeId node) {
        const Tree& tree = reader.tree();
        switch (tree.kind(node)) {
        case NodeKind::Assign: give(reader, reader.last_part(tree.child(node, Role::Target))); break;
        case NodeKind::InitialiserEntry: give(reader, node); break;
        case NodeKind::Postfix:
            for (const NodeId part : tree.children(node)) {
                const NodeId next = tree.node(part).next;
                if (next.valid() && is_open(reader, part)) {
                    used_.emplace(reader.meaning(part).index, tree.name_span(part));
                }
            }
            break;
        default: break; // nothing else gives it a value
        }
        for (const NodeId child : tree.children(node)) {
            visit(reader, child);
        }
    }

    void report(AttributeId id, Span use) {
        const Attribute& attribute = program_.attribute(id);
        const Span name = program_.tree(attribute.place).name_span(attribute.place.node);
        task_.diagnostics.report(DiagnosticKind::NeverGivenValue, name, program_.text(attribute.name))
            .note(use, "using it here ends the game with an error")
            .with_help("begin with an empty one: `" + program_.type_text(attribute.type) + " "
                       + std::string(program_.text(attribute.name)) + " = {};`")
            .replace({name.file, name.end, name.end}, " = {}");
    }

    const WarningTask& task_;
    const CheckedProgram& program_;
    tsl::robin_set<std::uint32_t> open_;
    std::map<std::uint32_t, Span> used_; // the first use of each
};

// What the functions that the body calls change of the game: the places of the calls.
void find_writes_in_calls(const WarningTask& task, const Body& body, std::vector<FunctionId>& seen,
                          std::vector<Span>& found) {
    for (const CallSite& call : body.calls) {
        const FunctionId id(call.index);
        if (call.kind != CallSite::Kind::Function || !task.program.function(id).effects.has(Effect::Writes)
            || !task.program.function(id).overridden_by.empty() || std::ranges::find(seen, id) != seen.end()) {
            continue;
        }
        seen.push_back(id);
        const CodeRef place = task.program.function(id).place;
        const NodeId code = place.valid() ? task.program.tree(place).child(place.node, Role::Effect) : NodeId();
        const BodyId called = code.valid() ? task.places.find(place.file, code) : BodyId();
        if (!called.valid()) {
            continue;
        }
        std::vector<Span> writes = find_writes_of_the_game(task.program, task.places, called);
        if (writes.empty()) {
            find_writes_in_calls(task, task.program.bodies[called.index()], seen, writes);
        }
        if (!writes.empty()) {
            found.push_back(call.span);
        }
    }
}

// Code that only says how people see a thing: what it changes is undone at once.
void check_changes_while_shown(const WarningTask& task) {
    for (std::size_t i = 0; i < task.program.bodies.size(); ++i) {
        const BodyKind kind = task.program.bodies[i].kind;
        if (kind != BodyKind::Information && kind != BodyKind::Visible) {
            continue;
        }
        std::vector<Span> writes = find_writes_of_the_game(task.program, task.places, BodyId(i));
        if (writes.empty()) {
            std::vector<FunctionId> seen;
            find_writes_in_calls(task, task.program.bodies[i], seen, writes);
        }
        if (!writes.empty()) {
            task.diagnostics
                .report(DiagnosticKind::ChangeWhileShown, writes.front(),
                        kind == BodyKind::Visible ? "visible" : "information")
                .with_help("change it in the `effect` of an action or a phase; to compare, write `==`");
        }
    }
}

// Of a game that can be played at all.
void check_end(const WarningTask& task) {
    const bool is_told = std::ranges::any_of(
        task.diagnostics.all(), [](const Diagnostic& one) { return one.kind == DiagnosticKind::PhaseNeverLeft; });
    if (is_told || (task.program.actions.empty() && task.program.turns.empty())) {
        return;
    }
    for (const Body& body : task.program.bodies) {
        if (std::ranges::any_of(body.sites, [](const EffectSite& site) { return site.effect == Effect::Ends; })) {
            return;
        }
    }
    const bool has_goal = std::ranges::any_of(task.program.actions, [](const Action& one) { return one.is_goal; });
    for (const FileUnit& unit : task.program.files) {
        if (has_goal || !unit.is_main || !unit.is_game || !unit.tree || !unit.tree->root().valid()) {
            continue;
        }
        for (const NodeId item : unit.tree->children(unit.tree->root(), Role::Item)) {
            if (unit.tree->kind(item) == NodeKind::GameDirective) {
                task.diagnostics.report(DiagnosticKind::GameNeverEnds, unit.tree->span(item))
                    .with_help("write `winner p;` where player p has won, `draw;` where all share the first place, or "
                               "a `goal`");
            }
        }
    }
}

} // namespace

void find_slip_warnings(const WarningTask& task) {
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            SlipWarnings(task, unit.file).run();
        }
    }
    NeverGiven(task).run();
    check_goals(task);
    check_changes_while_shown(task);
    check_end(task);
}

} // namespace tgdl
