#include "check/hidden_reads.h"
#include "check/visibility.h"
#include "check/warnings_by_theme.h"
#include "syntax/words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tsl/robin_map.h>
#include <tsl/robin_set.h>
#include <vector>

namespace tgdl {

namespace {

class HiddenWarnings {
public:
    HiddenWarnings(const WarningTask& task, const Visibility& visibility, FunctionReads& functions, FileId file)
        : task_(task),
          visibility_(visibility),
          functions_(functions),
          reader_(task.program, file),
          tree_(reader_.tree()),
          reads_(task.program, visibility, functions, file),
          seen_reads_(task.program, visibility, functions, file, HiddenReads::Hidden::FromEverybody) {}

    // The clauses of an action that players may choose.
    void check_clause(NodeId clause, std::string_view words) {
        const NodeId body = tree_.child(clause, Role::Body);
        if (body.valid()) {
            HiddenReads reads = reads_;
            reads.set_scope({body});
            report_disclosed(reads.find(body), words);
        }
    }

    // Whether a modifier applies is public: both things may be anybody's, and so may be who reads the attribute.
    void check_modifier(NodeId modify) {
        const NodeId condition = tree_.child(modify, Role::Condition);
        if (condition.valid()) {
            HiddenReads reads = seen_reads_;
            reads.set_any_seat(tree_.main_symbol(modify));
            reads.set_any_seat_this();
            reads.set_shown_to_all();
            reads.set_scope({condition});
            report_given_away(reads.find(condition), "the condition of a `modify`", "not everybody may",
                              "who reads the attribute learns whether the condition holds: ask what everybody may see");
        }
    }

    void check_visible(NodeId visible) {
        const NodeId body = tree_.child(visible, Role::Body);
        const auto read = body.valid() ? seen_reads_.find(body) : std::nullopt;
        if (read) {
            explain(task_.diagnostics.report(DiagnosticKind::ShownByHidden, tree_.name_span(read->node), read->what),
                    *read)
                .with_help(
                    "let it depend on something that everybody may see, which the `effect` of an action changes");
        }
    }

    void check_file() { visit(tree_.root()); }

private:
    void report_disclosed(const std::optional<HiddenRead>& read, std::string_view words) {
        report_given_away(read, words, "the one who chooses may not",
                          "what is on offer shows what it was decided by: decide this in the `effect`, with `fail`");
    }

    void report_given_away(const std::optional<HiddenRead>& read, std::string_view words, std::string_view to,
                           std::string_view help) {
        if (read) {
            explain(task_.diagnostics.report(DiagnosticKind::ReadsHidden, tree_.name_span(read->node), words,
                                             read->what, to),
                    *read)
                .with_help(std::string(help));
        }
    }

    // Where a function that is called reads it.
    static Diagnostic& explain(Diagnostic& diagnostic, const HiddenRead& read) {
        return read.inside ? diagnostic.note(read.inside->place, "`" + read.inside->function + "` reads it here")
                           : diagnostic;
    }

    void visit(NodeId node) {
        const std::size_t outer = secrets_.size();
        switch (tree_.kind(node)) {
        case NodeKind::Input: check_input(node); break;
        case NodeKind::Local: check_local(node); break;
        case NodeKind::Assign: check_assign(node); break;
        case NodeKind::Postfix: check_shown(node); break;
        case NodeKind::Block: check_moved(node); break;
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
        bool has_options = false;
        std::optional<std::string> hidden_options;
        for (const NodeId clause : tree_.children(input, Role::Item)) {
            if (tree_.kind(clause) == NodeKind::Options) {
                has_options = true;
                const NodeId value = reader_.inside(tree_.child(clause, Role::Value));
                hidden_options = value.valid() ? reads_.hidden_deck(value, {}) : std::nullopt;
            }
        }
        // Where a player is named who chooses, it is not known who that is.
        const bool is_named =
            tree_.has(input, Role::Player) && mode.valid() && tree_.main_symbol(mode) != word::players;
        HiddenReads reads = is_named ? seen_reads_ : reads_;
        std::vector<NodeId> scope;
        for (const NodeId clause : tree_.children(input, Role::Item)) {
            scope.push_back(clause);
        }
        reads.set_scope(scope);
        for (const NodeId clause : scope) {
            const NodeKind kind = tree_.kind(clause);
            if (kind != NodeKind::Filter && kind != NodeKind::ShortFilter) {
                check_candidates(clause, reads);
                continue;
            }
            const Symbol own = tree_.node(clause).main.valid() ? tree_.main_symbol(clause) : Symbol();
            const Symbol candidate = own.valid() ? own : tree_.main_symbol(input);
            HiddenReads of_filter = reads;
            if (hidden_options) {
                of_filter.set_hidden_candidate(candidate, *hidden_options);
            } else if (!has_options && !is_named && !tells_apart(of_filter, candidate, scope)) {
                of_filter.set_any_seat(candidate);
            }
            const NodeId body = tree_.child(clause, Role::Body);
            if (body.valid()) {
                report_disclosed(of_filter.find(body), "a filter");
            }
        }
    }

    static bool tells_apart(const HiddenReads& reads, Symbol name, const std::vector<NodeId>& scope) {
        return std::ranges::any_of(scope, [&](NodeId clause) { return reads.tells_apart(name, clause); });
    }

    // `options`, `range` and `count`. Things that are offered as they lie stay hidden.
    void check_candidates(NodeId clause, HiddenReads& reads) {
        for (const NodeId value : tree_.children(clause)) {
            if (tree_.kind(clause) != NodeKind::Options || !offers_instances_in_order(value)) {
                const std::string_view words = tree_.kind(clause) == NodeKind::Options       ? "`options`"
                                               : tree_.kind(clause) == NodeKind::RangeClause ? "a `range`"
                                                                                             : "a `count`";
                report_disclosed(reads.find(value), words);
            }
        }
    }

    [[nodiscard]] bool offers_instances_in_order(NodeId options) const {
        const NodeId last = reader_.last_part(options);
        const Type& type = task_.program.types.get(reader_.type(reader_.inside(options)));
        const bool is_path = tree_.kind(last) == NodeKind::Name || tree_.kind(last) == NodeKind::Member;
        return is_path && type.a.valid() && task_.program.types.kind(type.a) == TypeKind::Instance;
    }

    [[nodiscard]] bool is_function_word(NodeId mode) const {
        const TokenId main = tree_.node(mode).main;
        return main.valid() && tree_.token(main).kind == TokenKind::Function;
    }

    // `string s = $"{deck.peek().rank}";`
    void check_local(NodeId local) {
        const NodeId value = tree_.child(local, Role::Value);
        if (value.valid()) {
            record_secret(tree_.main_symbol(local), value);
        }
    }

    void check_assign(NodeId assign) {
        const NodeId target = tree_.child(assign, Role::Target);
        const NodeId value = tree_.child(assign, Role::Value);
        if (target.valid() && value.valid() && tree_.kind(target) == NodeKind::Name
            && reader_.meaning(target).kind == MeaningKind::Local) {
            record_secret(tree_.main_symbol(target), value);
        }
    }

    void record_secret(Symbol variable, NodeId value) {
        if (reader_.type_kind(value) != TypeKind::String) {
            return;
        }
        const auto read = reads_.find(value);
        if (read && !takes_out(value)) {
            secrets_.push_back(variable);
            secret_words_[variable] = read->what;
        } else if (const std::string own = owner_only(value); !own.empty()) {
            secrets_.push_back(variable);
            secret_words_[variable] = own + ", which only its owner may see";
            for_owners_.insert(variable);
        }
    }

    // What nobody but its owner ever sees and stands directly in the text: an attribute, what is worked out from one, or what
    // a function or the score reads. Empty when there is none.
    [[nodiscard]] std::string owner_only(NodeId text) const {
        const NodeId inside = reader_.inside(text);
        if (tree_.kind(inside) == NodeKind::Interpolation || tree_.kind(inside) == NodeKind::Infix) {
            for (const NodeId part : tree_.children(inside)) {
                const NodeId value = tree_.kind(part) == NodeKind::Hole ? tree_.child(part, Role::Value) : part;
                if (std::string found = value.valid() ? owner_only(value) : std::string(); !found.empty()) {
                    return found;
                }
            }
            return {};
        }
        const NodeId last = tree_.kind(inside) == NodeKind::Postfix ? reader_.last_part(inside) : inside;
        if (tree_.kind(last) == NodeKind::Call) {
            return owner_only_call(inside, last);
        }
        const Meaning meaning = reader_.meaning(last);
        const bool is_read = tree_.kind(last) == NodeKind::Member || tree_.kind(last) == NodeKind::Name;
        if (!is_read || meaning.kind != MeaningKind::Attribute) {
            return {};
        }
        const Attribute& attribute = task_.program.attribute(AttributeId(meaning.index));
        if (visibility_.of(AttributeId(meaning.index)) == Sight::Owner) {
            return "the attribute `" + std::string(task_.program.text(attribute.name)) + "`";
        }
        return attribute.computed.valid() ? owner_only_in(attribute.computed, FunctionReads::kThis) : std::string();
    }

    // `A[1].Worth()`, `score(1)`
    [[nodiscard]] std::string owner_only_call(NodeId postfix, NodeId call) const {
        NodeId before;
        for (const NodeId part : tree_.children(postfix)) {
            before = part == call ? before : part;
        }
        const Meaning called = reader_.called(call, before);
        if (called.kind == MeaningKind::Function) {
            return owner_only_in(FunctionId(called.index), FunctionReads::kThis);
        }
        const bool is_score =
            called.kind == MeaningKind::Builtin && static_cast<BuiltinId>(called.index) == BuiltinId::Score;
        return is_score && task_.program.scores.score.valid() ? owner_only_in(task_.program.scores.score, 0)
                                                              : std::string();
    }

    [[nodiscard]] std::string owner_only_in(FunctionId function, std::size_t parameter) const {
        const std::optional<FunctionReads::Found>& found = functions_.find(function, {parameter, {}, true});
        return found && found->unless == nullptr ? found->what : std::string();
    }

    // `Pile.push(c); log($"{c}");`: what is shown is what people may see when the text is told.
    void check_moved(NodeId block) {
        NodeId moved;
        NodeId seat; // whose hand it went to, where it did
        Span place;
        for (const NodeId statement : tree_.children(block, Role::Item)) {
            const NodeId call = tree_.kind(statement) == NodeKind::Evaluate
                                    ? reader_.inside(tree_.child(statement, Role::Value))
                                    : NodeId();
            const bool is_call = call.valid() && tree_.kind(call) == NodeKind::Postfix;
            if (is_call && moved.valid() && (!seat.valid() || is_told_to_another(call, seat))) {
                report_moved(call, moved, place);
            }
            moved = is_call ? moved_out_of_sight(call) : NodeId();
            seat = is_call && !moved.valid() ? seat_of_hand(call) : NodeId();
            moved = seat.valid() ? reader_.inside(reader_.argument(reader_.last_part(call), 0)) : moved;
            place = tree_.span(statement);
        }
    }

    // One word that stands for the same card in the next statement: `card`, `this`.
    [[nodiscard]] bool is_one_word(NodeId card) const {
        if (!card.valid() || tree_.kind(card) == NodeKind::This) {
            return card.valid();
        }
        const MeaningKind meant = reader_.meaning(card).kind;
        return tree_.kind(card) == NodeKind::Name
               && (meant == MeaningKind::Local || meant == MeaningKind::Input || meant == MeaningKind::Attribute);
    }

    // What names the card that the call puts where nobody sees it.
    [[nodiscard]] NodeId moved_out_of_sight(NodeId call) const {
        const auto id = reader_.builtin_at_end(call);
        if (id != BuiltinId::StackPush && id != BuiltinId::StackPushFront) {
            return {};
        }
        std::vector<NodeId> parts;
        for (const NodeId part : tree_.children(call)) {
            parts.push_back(part);
        }
        if (parts.size() < 3) {
            return {};
        }
        const NodeId deck = parts[parts.size() - 3];
        const NodeId before = parts.size() > 3 ? parts[parts.size() - 4] : NodeId();
        const NodeId card = reader_.inside(reader_.argument(parts.back(), 0));
        return is_one_word(card) && reads_.hidden_deck(deck, before) ? card : NodeId();
    }

    // `Hand[p + 1].push(c);`: the player whose hand it is, which that player alone sees; none when it is no such call.
    [[nodiscard]] NodeId seat_of_hand(NodeId call) const {
        const auto id = reader_.builtin_at_end(call);
        if (id != BuiltinId::StackPush && id != BuiltinId::StackPushFront) {
            return {};
        }
        const NodeId index = tree_.child(call, Role::Item);
        const Meaning hand = index.valid() ? reader_.meaning(index) : Meaning{};
        const NodeId push = index.valid() ? tree_.node(index).next : NodeId();
        const bool is_whole = push.valid() && tree_.node(push).next == reader_.last_part(call);
        if (hand.kind != MeaningKind::SeatInstances || !is_whole) {
            return {};
        }
        const TypeDef& def = task_.program.def(TypeDefId(hand.index));
        const NodeId card = reader_.inside(reader_.argument(reader_.last_part(call), 0));
        const bool is_closed = def.kind == DefKind::Stack && def.visibles.empty() && !def.base.valid();
        return is_one_word(card) && is_closed ? tree_.child(index, Role::Value) : NodeId();
    }

    // `tell(p, …)` after something went to p + 1.
    [[nodiscard]] bool is_told_to_another(NodeId call, NodeId seat) const {
        if (reader_.builtin_at_end(call) != BuiltinId::Tell || task_.program.min_players < 2) {
            return false;
        }
        const NodeId told = reader_.argument(reader_.last_part(call), 0);
        return told.valid() && (is_next_to(seat, told) || is_next_to(told, seat));
    }

    // Is the first the second plus or minus 1?
    [[nodiscard]] bool is_next_to(NodeId first, NodeId second) const {
        const NodeId infix = reader_.inside(first);
        if (tree_.kind(infix) != NodeKind::Infix) {
            return false;
        }
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        if (!right.valid() || tree_.node(right).next.valid() || reader_.constant_number(right) != 1.0) {
            return false;
        }
        const TokenKind sign = tree_.token(tree_.operator_before(right)).kind;
        const Span a = tree_.span(left);
        const Span b = tree_.span(second);
        const std::string_view text = tree_.source().text();
        return (sign == TokenKind::Plus || sign == TokenKind::Minus)
               && text.substr(a.begin, a.end - a.begin) == text.substr(b.begin, b.end - b.begin);
    }

    void report_moved(NodeId call, NodeId moved, Span place) {
        const auto shown = reader_.builtin_at_end(call);
        if (shown != BuiltinId::Log && shown != BuiltinId::Tell) {
            return;
        }
        const NodeId name = find_word(reader_.last_part(call), moved);
        if (name.valid()) {
            const Span span = tree_.span(name);
            const std::string_view text = tree_.source().text();
            task_.diagnostics
                .report(DiagnosticKind::MovedOutOfSight, span, text.substr(span.begin, span.end - span.begin))
                .note(place, "here it is put where nobody sees it")
                .with_help("tell it first, and move it then");
        }
    }

    [[nodiscard]] bool is_same_word(NodeId node, NodeId word) const {
        const bool is_this = tree_.kind(word) == NodeKind::This;
        return tree_.kind(node) == tree_.kind(word) && (is_this || tree_.main_symbol(node) == tree_.main_symbol(word));
    }

    // `card.player`: whose it is, everybody goes on to see.
    [[nodiscard]] bool is_asked_for_owner(NodeId node) const {
        const NodeId next = tree_.node(node).next;
        const Meaning asked = next.valid() && tree_.kind(next) == NodeKind::Member ? reader_.meaning(next) : Meaning{};
        return asked.kind == MeaningKind::Builtin && static_cast<BuiltinId>(asked.index) == BuiltinId::InstancePlayer;
    }

    // Where the text shows what the word stands for.
    [[nodiscard]] NodeId find_word(NodeId node, NodeId word) const {
        if (is_same_word(node, word)) {
            return is_asked_for_owner(node) ? NodeId() : node;
        }
        for (const NodeId child : tree_.children(node)) {
            if (const NodeId found = find_word(child, word); found.valid()) {
                return found;
            }
        }
        return {};
    }

    void forget_secrets(std::size_t kept) {
        while (secrets_.size() > kept) {
            secret_words_.erase(secrets_.back());
            for_owners_.erase(secrets_.back());
            secrets_.pop_back();
        }
    }

    // A card taken out of its deck is no longer hidden by it.
    [[nodiscard]] bool takes_out(NodeId node) const { return reader_.whole_effects(node).has(Effect::Writes); }

    // `log(s)` where s was made before from something hidden. What is written in the `log` itself is shown to each by what
    // they may see.
    void check_shown(NodeId postfix) {
        const auto shown = reader_.builtin_at_end(postfix);
        if (shown == BuiltinId::Log || shown == BuiltinId::Tell) {
            // Whom it is told may be the owner, unless a number says who it is.
            const NodeId call = reader_.last_part(postfix);
            const bool to_somebody = shown == BuiltinId::Tell && !reader_.constant_number(reader_.argument(call, 0));
            report_shown(call, to_somebody ? Told::MaybeTheOwner : Told::Others);
        }
    }

    enum class Told : std::uint8_t { Others, MaybeTheOwner };
    bool report_shown(NodeId node, Told told) {
        if (tree_.kind(node) == NodeKind::Name && reader_.meaning(node).kind == MeaningKind::Local) {
            const auto secret = secret_words_.find(tree_.main_symbol(node));
            const bool may_be_seen = told == Told::MaybeTheOwner && for_owners_.contains(tree_.main_symbol(node));
            if (secret != secret_words_.end() && !may_be_seen) {
                task_.diagnostics
                    .report(DiagnosticKind::ShowsHidden, tree_.span(node), task_.program.text(secret->first),
                            secret->second)
                    .with_help("write the hole in the `log` or `tell` itself: there it is shown to each by what they "
                               "may see");
                return true;
            }
        }
        for (const NodeId child : tree_.children(node)) {
            if (report_shown(child, told)) {
                return true;
            }
        }
        return false;
    }

    const WarningTask& task_;
    const Visibility& visibility_;
    FunctionReads& functions_;
    CodeReader reader_;
    const Tree& tree_;
    HiddenReads reads_;
    HiddenReads seen_reads_;                           // only of what is hidden from everybody
    std::vector<Symbol> secrets_;                      // variables in sight that hold something hidden
    tsl::robin_map<Symbol, std::string> secret_words_; // what each of them holds
    tsl::robin_set<Symbol> for_owners_;                // of those: what nobody but an owner may see
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

// Are these of one kind, so that what holds the one may hold the other?
bool is_related(const CheckedProgram& program, TypeId a, TypeId b) {
    const Type& first = program.types.get(a);
    const Type& second = program.types.get(b);
    return first.kind == TypeKind::Instance && second.kind == TypeKind::Instance
           && (program.derives(first.def, second.def) || program.derives(second.def, first.def));
}

// A type whose instances others may not see: they lie in decks or hands, or a hidden attribute holds them.
bool may_lie_hidden(const CheckedProgram& program, const Visibility& visibility, TypeId type) {
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        const TypeDef& def = program.type_defs[i];
        const bool hand = def.kind == DefKind::Stack && def.scope == ScopeKind::Player && def.visibles.empty();
        if ((hand || visibility.hides_contents(TypeDefId(i))) && def.holds.valid()
            && is_related(program, def.holds, type)) {
            return true;
        }
    }
    for (std::size_t i = 0; i < program.attributes.size(); ++i) {
        const Type& held = program.types.get(program.attributes[i].type);
        const bool many = held.kind == TypeKind::List || held.kind == TypeKind::Stack || held.kind == TypeKind::Table;
        if (visibility.of(AttributeId(i)) != Sight::Everyone
            && is_related(program, many ? held.a : program.attributes[i].type, type)) {
            return true;
        }
    }
    return false;
}

// An input that says nothing about its candidates offers hidden things too.
void check_candidates_of_inputs(const WarningTask& task, const Visibility& visibility) {
    const CheckedProgram& program = task.program;
    for (const Input& input : program.inputs) {
        const Type& type = program.types.get(input.type);
        const TypeId one = type.kind == TypeKind::List ? type.a : input.type;
        const bool chosen = input.mode != Input::Mode::Auto && input.mode != Input::Mode::Function;
        const Type& candidate = program.types.get(one);
        if (!chosen || !input.place.valid() || candidate.kind != TypeKind::Instance
            || program.def(candidate.def).kind != DefKind::Interactable || !may_lie_hidden(program, visibility, one)) {
            continue;
        }
        const Tree& tree = program.tree(input.place);
        bool narrows = false;
        for (const NodeId clause : tree.children(input.place.node, Role::Item)) {
            narrows = narrows || tree.kind(clause) != NodeKind::CountClause;
        }
        if (!narrows) {
            task.diagnostics
                .report(DiagnosticKind::HiddenCandidates, tree.name_span(input.place.node), program.text(input.name),
                        program.type_text(one))
                .with_help("say which: `" + std::string(program.text(input.name))
                           + " { options this.hand; }`, or whichever list or deck they are in");
        }
    }
}

} // namespace

void find_hidden_warnings(const WarningTask& task) {
    const Visibility visibility(task.program);
    check_candidates_of_inputs(task, visibility);
    FunctionReads functions(task.program, visibility);
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            HiddenWarnings(task, visibility, functions, unit.file).check_file();
        }
    }
    for (const TypeDef& def : task.program.type_defs) {
        for (const CodeRef& visible : def.visibles) {
            HiddenWarnings(task, visibility, functions, visible.file).check_visible(visible.node);
        }
    }
    for (const Modifier& modifier : task.program.modifiers) {
        HiddenWarnings(task, visibility, functions, modifier.place.file).check_modifier(modifier.place.node);
    }
    for (const Action& action : task.program.actions) {
        if (!is_offered(task.program, action)) {
            continue;
        }
        for (const CodeRef& clause : action.requirements) {
            HiddenWarnings(task, visibility, functions, clause.file).check_clause(clause.node, "a `require`");
        }
        for (const ActionTrigger& trigger : action.triggers) {
            if (trigger.place.valid()) {
                HiddenWarnings(task, visibility, functions, trigger.place.file)
                    .check_clause(trigger.place.node, "a `trigger`");
            }
        }
    }
}

} // namespace tgdl
