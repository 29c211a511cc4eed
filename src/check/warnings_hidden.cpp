#include "check/effect_words.h"
#include "check/visibility.h"
#include "check/warnings_by_theme.h"
#include "syntax/words.h"

#include <optional>
#include <ranges>
#include <string>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

namespace {

// Something hidden that code reads.
struct HiddenRead {
    NodeId node;
    std::string what; // "the attribute `secret`"
};

// Finds reads of what certainly nobody may see, or not the one who acts. When in doubt it finds nothing.
class HiddenReads {
public:
    HiddenReads(const CheckedProgram& program, const Visibility& visibility, FileId file)
        : program_(program), visibility_(visibility), reader_(program, file), tree_(reader_.tree()) {}

    // In code where things come from a hidden place under this name.
    void set_hidden_candidate(Symbol name, std::string what) { candidates_.push_back({name, std::move(what)}); }

    // The first one in the code.
    [[nodiscard]] std::optional<HiddenRead> find(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Postfix: return find_in_parts(node);
        case NodeKind::Name: return find_own_attribute(node);
        case NodeKind::ForEach: return find_in_walk(node);
        default: return find_in_children(node);
        }
    }

    // What the contents of this expression's deck are called when nobody may see them.
    [[nodiscard]] std::optional<std::string> hidden_deck(NodeId part, NodeId before) const {
        const Type& type = program_.types.get(reader_.type(part));
        if (type.kind != TypeKind::Instance || !visibility_.hides_contents(type.def) || is_discards(part, before)) {
            return std::nullopt;
        }
        return "what lies face down in " + with_article(program_.text(program_.def(type.def).name));
    }

private:
    [[nodiscard]] bool is_discards(NodeId part, NodeId before) const {
        for (const NodeId node : {part, before}) {
            const Meaning meaning = reader_.meaning(node);
            if (meaning.kind == MeaningKind::Builtin
                && meaning.index == static_cast<std::uint32_t>(BuiltinId::DeckDiscardStack)) {
                return true;
            }
        }
        return reader_.builtin_at_end(part) == BuiltinId::DeckDiscardStack;
    }

    [[nodiscard]] std::optional<HiddenRead> find_own_attribute(NodeId name) const {
        const Meaning meaning = reader_.meaning(name);
        if (meaning.kind != MeaningKind::Attribute || visibility_.of(AttributeId(meaning.index)) != Sight::Nobody) {
            return std::nullopt;
        }
        return HiddenRead{name, attribute_words(AttributeId(meaning.index))};
    }

    [[nodiscard]] std::string attribute_words(AttributeId id) const {
        const Attribute& attribute = program_.attribute(id);
        const std::string owner = attribute.owner.valid()
                                      ? std::string(program_.text(program_.def(attribute.owner).name))
                                      : std::string("it");
        return "`" + std::string(program_.text(attribute.name)) + "` of `" + owner + "`";
    }

    [[nodiscard]] std::optional<HiddenRead> find_in_children(NodeId node) {
        for (const NodeId child : tree_.children(node)) {
            if (auto found = find(child)) {
                return found;
            }
        }
        return std::nullopt;
    }

    // Code in which this name stands for something out of a hidden place.
    [[nodiscard]] std::optional<HiddenRead> find_with(Symbol name, const std::string& what, NodeId code) {
        candidates_.push_back({name, what});
        auto found = find(code);
        candidates_.pop_back();
        return found;
    }

    // A part of `a.b[c].d()` with the three before it, the nearest first.
    struct Window {
        NodeId part;
        NodeId before;
        NodeId second;
        NodeId third;
    };

    [[nodiscard]] std::optional<HiddenRead> find_in_parts(NodeId postfix) {
        Window at;
        std::string taken; // not empty: the part before gave something out of a hidden place
        for (const NodeId part : tree_.children(postfix)) {
            if (tree_.kind(part) == NodeKind::TypeArguments) {
                continue;
            }
            at = {part, at.part, at.before, at.second};
            const Meaning meaning = reader_.meaning(part);
            const bool reads = tree_.kind(part) == NodeKind::Member
                               && (meaning.kind == MeaningKind::Attribute || meaning.kind == MeaningKind::Function);
            if (reads && !taken.empty()) {
                return HiddenRead{part, taken};
            }
            if (reads && meaning.kind == MeaningKind::Attribute && hides(AttributeId(meaning.index), at)) {
                return HiddenRead{part, attribute_words(AttributeId(meaning.index))};
            }
            if (auto found = find_inside_part(at)) {
                return found;
            }
            taken = takes_from_hidden(at);
        }
        return std::nullopt;
    }

    // The arguments of a call, the value of an index. `deck.any(c: c.rank == 1)` asks about hidden things.
    [[nodiscard]] std::optional<HiddenRead> find_inside_part(const Window& at) {
        const bool question = tree_.kind(at.part) == NodeKind::Call && at.second.valid()
                              && reader_.called(at.part, at.before).kind == MeaningKind::Question;
        const auto deck = question ? hidden_deck(at.second, at.third) : std::nullopt;
        if (!deck) {
            return at.before.valid() ? find_in_children(at.part) : find(at.part);
        }
        for (const NodeId argument : tree_.children(at.part, Role::Item)) {
            if (auto found = find_with(tree_.main_symbol(argument), *deck, argument)) {
                return found;
            }
        }
        return std::nullopt;
    }

    // Not empty when the part is a card in a hidden place: `deck.peek()`, `deck[0]`, a candidate from there.
    [[nodiscard]] std::string takes_from_hidden(const Window& at) const {
        if (!at.before.valid()) {
            return tree_.kind(at.part) == NodeKind::Name ? candidate_words(tree_.main_symbol(at.part)) : std::string();
        }
        if (tree_.kind(at.part) == NodeKind::Index) {
            return hidden_deck(at.before, at.second).value_or("");
        }
        const Meaning called = tree_.kind(at.part) == NodeKind::Call ? reader_.called(at.part, at.before) : Meaning{};
        if (called.kind != MeaningKind::Builtin || !at.second.valid()) {
            return {};
        }
        const auto id = static_cast<BuiltinId>(called.index);
        const bool takes = id == BuiltinId::StackPeek || id == BuiltinId::StackPop || id == BuiltinId::StackPopFront;
        return takes ? hidden_deck(at.second, at.third).value_or("") : std::string();
    }

    [[nodiscard]] std::string candidate_words(Symbol name) const {
        for (const Candidate& candidate : std::ranges::reverse_view(candidates_)) {
            if (candidate.name == name) {
                return candidate.what;
            }
        }
        return {};
    }

    // `foreach (Card c in deck) { … c.rank … }`.
    [[nodiscard]] std::optional<HiddenRead> find_in_walk(NodeId loop) {
        const NodeId walked = tree_.child(loop, Role::Value);
        const NodeId body = tree_.child(loop, Role::Body);
        if (!walked.valid() || !body.valid()) {
            return find_in_children(loop);
        }
        if (auto found = find(walked)) {
            return found;
        }
        const auto deck = hidden_deck(reader_.inside(walked), {});
        return deck ? find_with(tree_.main_symbol(loop), *deck, body) : find(body);
    }

    // Is the attribute hidden from whoever acts, when it is read after `before`?
    [[nodiscard]] bool hides(AttributeId attribute, const Window& at) const {
        const Type& receiver = program_.types.get(reader_.type(at.before));
        const Sight of_type = receiver.kind == TypeKind::Instance ? visibility_.of(receiver.def) : Sight::Everyone;
        const Sight of_attribute = visibility_.of(attribute);
        if (of_type == Sight::Nobody || of_attribute == Sight::Nobody) {
            return true;
        }
        return (of_type == Sight::Owner || of_attribute == Sight::Owner) && is_another_seat(at);
    }

    // `Seat[player.active() + 1]`: the one who acts does not own it.
    [[nodiscard]] bool is_another_seat(const Window& at) const {
        if (tree_.kind(at.before) != NodeKind::Index || !at.second.valid()
            || reader_.meaning(at.second).kind != MeaningKind::SeatInstances) {
            return false;
        }
        const NodeId infix = reader_.inside(tree_.child(at.before, Role::Value));
        if (!infix.valid() || tree_.kind(infix) != NodeKind::Infix) {
            return false;
        }
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        const auto distance = right.valid() ? reader_.constant_number(right) : std::nullopt;
        const auto start = reader_.builtin_at_end(left);
        return distance && *distance == 1.0 && !tree_.node(right).next.valid() && program_.min_players > 1
               && (start == BuiltinId::PlayerActive || start == BuiltinId::InstancePlayer);
    }

    const CheckedProgram& program_;
    const Visibility& visibility_;
    CodeReader reader_;
    const Tree& tree_;
    struct Candidate {
        Symbol name;
        std::string what;
    };
    std::vector<Candidate> candidates_; // names that stand for something out of a hidden place
};

class HiddenWarnings {
public:
    HiddenWarnings(const WarningTask& task, const Visibility& visibility, FileId file)
        : task_(task), reader_(task.program, file), tree_(reader_.tree()), reads_(task.program, visibility, file) {}

    // The clauses of an action that players may choose.
    void check_clause(NodeId clause, std::string_view words) {
        const NodeId body = tree_.child(clause, Role::Body);
        if (body.valid()) {
            report_given_away(reads_.find(body), words);
        }
    }

    void check_file() { visit(tree_.root()); }

private:
    void report_given_away(const std::optional<HiddenRead>& read, std::string_view words) {
        if (read) {
            task_.diagnostics.report(DiagnosticKind::ReadsHidden, tree_.name_span(read->node), words, read->what)
                .with_help("what is on offer shows what it was decided by: decide this in the `effect`, with `fail`");
        }
    }

    void visit(NodeId node) {
        const std::size_t outer = secrets_.size();
        switch (tree_.kind(node)) {
        case NodeKind::Input: check_input(node); break;
        case NodeKind::Local: check_local(node); break;
        case NodeKind::Assign: check_assign(node); break;
        case NodeKind::Postfix: check_shown(node); break;
        default: break; // nothing to say about the node itself
        }
        for (const NodeId child : tree_.children(node)) {
            visit(child);
        }
        if (tree_.kind(node) == NodeKind::Block) {
            forget_secrets(outer); // the variables of a block end with it
        }
    }

    void check_input(NodeId input) {
        const NodeId mode = tree_.child(input, Role::Mode);
        if (mode.valid() && (tree_.main_symbol(mode) == word::auto_ || is_function_word(mode))) {
            return; // nobody chooses
        }
        std::optional<std::string> hidden_options;
        for (const NodeId clause : tree_.children(input, Role::Item)) {
            if (tree_.kind(clause) == NodeKind::Options) {
                const NodeId value = reader_.inside(tree_.child(clause, Role::Value));
                hidden_options = value.valid() ? reads_.hidden_deck(value, {}) : std::nullopt;
            }
        }
        for (const NodeId clause : tree_.children(input, Role::Item)) {
            const NodeKind kind = tree_.kind(clause);
            if (kind != NodeKind::Filter && kind != NodeKind::ShortFilter) {
                continue;
            }
            HiddenReads reads = reads_;
            if (hidden_options) {
                const Symbol own = tree_.node(clause).main.valid() ? tree_.main_symbol(clause) : Symbol();
                reads.set_hidden_candidate(own.valid() ? own : tree_.main_symbol(input), *hidden_options);
            }
            const NodeId body = tree_.child(clause, Role::Body);
            if (body.valid()) {
                report_given_away(reads.find(body), "a filter");
            }
        }
    }

    [[nodiscard]] bool is_function_word(NodeId mode) const {
        const TokenId main = tree_.node(mode).main;
        return main.valid() && tree_.token(main).kind == TokenKind::Function;
    }

    // `string s = $"{deck.peek().rank}";`
    void check_local(NodeId local) {
        const NodeId value = tree_.child(local, Role::Value);
        if (value.valid()) {
            note_secret(tree_.main_symbol(local), value);
        }
    }

    void check_assign(NodeId assign) {
        const NodeId target = tree_.child(assign, Role::Target);
        const NodeId value = tree_.child(assign, Role::Value);
        if (target.valid() && value.valid() && tree_.kind(target) == NodeKind::Name
            && reader_.meaning(target).kind == MeaningKind::Local) {
            note_secret(tree_.main_symbol(target), value);
        }
    }

    void note_secret(Symbol variable, NodeId value) {
        if (reader_.type_kind(value) != TypeKind::String) {
            return;
        }
        const auto read = reads_.find(value);
        if (read && !takes_out(value)) {
            secrets_.push_back(variable);
            secret_words_[variable] = read->what;
        }
    }

    void forget_secrets(std::size_t kept) {
        while (secrets_.size() > kept) {
            secret_words_.erase(secrets_.back());
            secrets_.pop_back();
        }
    }

    // A card taken out of its deck is no longer hidden by it.
    [[nodiscard]] bool takes_out(NodeId node) const { return reader_.whole_effects(node).has(Effect::Writes); }

    // `log(s)` where s was made before from something hidden.
    void check_shown(NodeId postfix) {
        const auto shown = reader_.builtin_at_end(postfix);
        if (!secrets_.empty() && (shown == BuiltinId::Log || shown == BuiltinId::Tell)) {
            report_shown(reader_.last_part(postfix));
        }
    }

    bool report_shown(NodeId node) {
        if (tree_.kind(node) == NodeKind::Name && reader_.meaning(node).kind == MeaningKind::Local) {
            const auto secret = secret_words_.find(tree_.main_symbol(node));
            if (secret != secret_words_.end()) {
                task_.diagnostics
                    .report(DiagnosticKind::ShowsHidden, tree_.span(node), task_.program.text(secret->first),
                            secret->second)
                    .with_help("write the hole in the `log` or `tell` itself: there it is shown to each by what they "
                               "may see");
                return true;
            }
        }
        for (const NodeId child : tree_.children(node)) {
            if (report_shown(child)) {
                return true;
            }
        }
        return false;
    }

    const WarningTask& task_;
    CodeReader reader_;
    const Tree& tree_;
    HiddenReads reads_;
    std::vector<Symbol> secrets_;                      // variables in sight that hold something hidden
    tsl::robin_map<Symbol, std::string> secret_words_; // what each of them holds
};

// Is it one that players choose, by a trigger of its own or of what it replaces?
bool is_offered(const CheckedProgram& program, const Action& action) {
    const auto has_choice = [&program](const Action& at) {
        for (const ActionTrigger& trigger : at.triggers) {
            if (trigger.mode == ActionTrigger::Mode::Event
                && (trigger.event == program.player_choice_event || trigger.event == program.off_turn_choice_event)) {
                return true;
            }
        }
        return false;
    };
    return has_choice(action) || (action.slot.valid() && has_choice(program.action(action.slot)));
}

} // namespace

void find_hidden_warnings(const WarningTask& task) {
    const Visibility visibility(task.program);
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            HiddenWarnings(task, visibility, unit.file).check_file();
        }
    }
    for (const Action& action : task.program.actions) {
        if (!is_offered(task.program, action)) {
            continue;
        }
        for (const CodeRef& clause : action.requirements) {
            HiddenWarnings(task, visibility, clause.file).check_clause(clause.node, "a `require`");
        }
        for (const ActionTrigger& trigger : action.triggers) {
            if (trigger.place.valid()) {
                HiddenWarnings(task, visibility, trigger.place.file).check_clause(trigger.place.node, "a `trigger`");
            }
        }
    }
}

} // namespace tgdl
