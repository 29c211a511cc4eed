// Turns with their phases, movements, setups, and for how many players a game is.
#include "check/declaring.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr double kMaxPlayers = 64;

// The phases of one turn while they are put in order: a chain, so that putting one between two others costs nothing.
class PhaseOrder {
public:
    // Index of the phase with this name, or none.
    [[nodiscard]] std::size_t find(Symbol name) const {
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? kNone : found->second;
    }
    [[nodiscard]] const Phase& phase(std::size_t index) const { return phases_[index]; }
    [[nodiscard]] std::size_t last() const { return last_; }
    [[nodiscard]] std::vector<std::string_view> names(const CheckedProgram& program) const {
        std::vector<std::string_view> names;
        names.reserve(phases_.size());
        for (const Phase& phase : phases_) {
            names.push_back(program.text(phase.name));
        }
        return names;
    }

    void insert_after(std::size_t before, Phase phase) {
        const std::size_t index = phases_.size();
        if (phase.name.valid()) {
            by_name_.emplace(phase.name, index);
        }
        phases_.push_back(std::move(phase));
        std::size_t& link = before == kNone ? first_ : next_[before];
        next_.push_back(link);
        (before == kNone ? first_ : next_[before]) = index;
        if (before == last_) {
            last_ = index;
        }
    }

    [[nodiscard]] std::vector<Phase> in_order() const {
        std::vector<Phase> ordered;
        for (std::size_t at = first_; at != kNone; at = next_[at]) {
            ordered.push_back(phases_[at]);
        }
        return ordered;
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

private:
    std::vector<Phase> phases_;
    std::vector<std::size_t> next_;
    std::size_t first_ = kNone;
    std::size_t last_ = kNone;
    tsl::robin_map<Symbol, std::size_t> by_name_;
};

class TurnDeclaring {
public:
    explicit TurnDeclaring(Declaring& declaring)
        : declaring_(declaring), program_(declaring.program), orders_(declaring.program.turns.size()) {}

    void declare_part(const TurnPart& part) {
        const Tree& tree = declaring_.tree(part.place);
        CodeRef first_default;
        for (const NodeId item : tree.children(part.place.node, Role::Item)) {
            const CodeRef place{part.place.file, item};
            switch (tree.kind(item)) {
            case NodeKind::Phase: declare_phase(part.turn, place); break;
            case NodeKind::DefaultBlock:
                if (first_default.valid()) {
                    declaring_.diagnostics.report(DiagnosticKind::GivenTwice, tree.span(item), "default")
                        .note(tree.span(first_default.node), "first given here");
                } else {
                    first_default = place;
                    program_.turns[part.turn.index()].defaults.push_back(place);
                }
                break;
            case NodeKind::Error:
            case NodeKind::Missing: break;
            default: // members of other things
                declaring_.diagnostics.report(DiagnosticKind::MemberNotAllowed, tree.name_span(item), "a turn", "this")
                    .with_help("a turn holds phases and one `default`");
                break;
            }
        }
    }

    void finish() {
        for (std::size_t i = 0; i < orders_.size(); ++i) {
            Turn& turn = program_.turns[i];
            turn.phases = orders_[i].in_order();
            if (turn.phases.empty()) {
                Phase waiting;
                waiting.name = word::default_;
                turn.phases.push_back(waiting);
            }
        }
    }

private:
    void declare_phase(TurnId turn, CodeRef place) {
        const Tree& tree = declaring_.tree(place);
        Phase phase;
        phase.name = tree.main_symbol(place.node);
        phase.place = place;
        phase.inputs = make_inputs(declaring_, place, Role::Input, InputPlace::Clause);
        const NodeId effect = declaring_.tree(place).child(place.node, Role::Effect);
        if (effect.valid()) {
            phase.effect = {place.file, effect};
        }
        PhaseOrder& order = orders_[turn.index()];
        const std::string_view turn_name = program_.text(program_.turns[turn.index()].name);
        const std::size_t known = phase.name.valid() ? order.find(phase.name) : PhaseOrder::kNone;
        if (known != PhaseOrder::kNone) {
            declaring_.diagnostics
                .report(DiagnosticKind::PhaseTwice, tree.name_span(place.node), turn_name, program_.text(phase.name))
                .note(declaring_.name_span(order.phase(known).place), "the first one is here");
        }
        std::size_t before = order.last();
        const NodeId after = tree.child(place.node, Role::Name);
        const Symbol after_name = after.valid() ? tree.main_symbol(after) : Symbol();
        if (after_name.valid()) {
            before = order.find(after_name);
            if (before == PhaseOrder::kNone) {
                const Span span = tree.span(after);
                Diagnostic& diagnostic = declaring_.diagnostics.report(DiagnosticKind::UnknownPhase, span, turn_name,
                                                                       program_.text(after_name));
                if (suggests(declaring_.diagnostics)) {
                    suggest(declaring_.diagnostics, diagnostic, span, program_.text(after_name), order.names(program_));
                }
                before = order.last();
            }
        }
        order.insert_after(before, std::move(phase));
    }

    Declaring& declaring_;
    CheckedProgram& program_;
    std::vector<PhaseOrder> orders_; // by TurnId
};

Setup make_setup(Declaring& declaring, CodeRef place) {
    Setup setup;
    setup.place = place;
    setup.inputs = make_inputs(declaring, place, Role::Input, InputPlace::Clause);
    const NodeId effect = declaring.tree(place).child(place.node, Role::Effect);
    if (effect.valid()) {
        setup.effect = {place.file, effect};
    }
    return setup;
}

// The `setup` of a file; a second one is reported.
NodeId setup_of(Declaring& declaring, FileId file) {
    const Tree& tree = declaring.program.tree(file);
    NodeId first;
    for (const NodeId item : tree.children(tree.root(), Role::Item)) {
        if (tree.kind(item) != NodeKind::Setup) {
            continue;
        }
        if (!first.valid()) {
            first = item;
            continue;
        }
        declaring.diagnostics.report(DiagnosticKind::SetupTwice, tree.span(tree.node(item).begin))
            .note(tree.span(tree.node(first).begin), "the first one is here")
            .with_help("join them, or write `extend setup { … }` for what runs afterwards");
    }
    return first;
}

// The whole number of players written in a directive; reported when it is none.
std::optional<std::uint32_t> player_count(Declaring& declaring, const Tree& tree, NodeId expression) {
    if (!expression.valid() || tree.kind(expression) == NodeKind::Missing || tree.kind(expression) == NodeKind::Error) {
        return std::nullopt;
    }
    const std::optional<double> value = constant_number(tree, expression);
    const bool fits = value && *value >= 1 && *value <= kMaxPlayers
                      && *value == static_cast<double>(static_cast<std::uint32_t>(*value));
    if (!fits) {
        const Span span = tree.span(expression);
        declaring.diagnostics
            .report(DiagnosticKind::PlayersOutOfRange, span,
                    tree.source().text().substr(span.begin, span.end - span.begin))
            .with_help("write a whole number such as `players 2;`, or a range such as `players 2..4;`");
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(*value);
}

// Did the parser report something before the first definition? Then `players` may be there, misspelt.
bool begins_misread(const FileUnit& unit) {
    const Tree& tree = *unit.tree;
    std::uint32_t end = static_cast<std::uint32_t>(tree.source().text().size()) + 1;
    for (const NodeId item : tree.children(tree.root(), Role::Item)) {
        const NodeKind kind = tree.kind(item);
        const bool directive = kind == NodeKind::GameDirective || kind == NodeKind::ImportDirective
                               || kind == NodeKind::Error || kind == NodeKind::Missing;
        if (!directive) {
            end = tree.span(item).begin;
            break;
        }
    }
    return !unit.misread.empty() && unit.misread.front() < end;
}

void declare_seats(Declaring& declaring, const Tree& tree, NodeId directive) {
    CheckedProgram& program = declaring.program;
    const auto text_of = [&](NodeId seat, Role role) {
        const NodeId literal = tree.child(seat, role);
        const TokenId token = literal.valid() ? tree.node(literal).main : TokenId();
        return token.valid() && tree.token(token).kind == TokenKind::String ? string_value(tree.text(token))
                                                                            : std::string();
    };
    for (const NodeId seat : tree.children(directive, Role::Item)) {
        if (tree.kind(seat) != NodeKind::Seat) {
            continue;
        }
        program.seat_texts.push_back({text_of(seat, Role::Text), text_of(seat, Role::Value)});
        if (program.seat_texts.size() == std::size_t{program.max_players} + 1) { // one message for all that follow
            declaring.diagnostics
                .report(DiagnosticKind::TooManySeats, tree.span(seat), std::to_string(program.max_players),
                        std::to_string(program.seat_texts.size()))
                .with_help("leave it out, or let more people play: `players 2..4 { … }`");
        }
    }
}

void declare_player_range(Declaring& declaring, const Tree& tree, NodeId directive) {
    CheckedProgram& program = declaring.program;
    const NodeId low_node = tree.child(directive, Role::Low);
    const NodeId high_node = tree.child(directive, Role::High);
    const std::optional<std::uint32_t> low = player_count(declaring, tree, low_node);
    const std::optional<std::uint32_t> high = high_node.valid() ? player_count(declaring, tree, high_node) : low;
    if (!low || !high) {
        return;
    }
    if (*low > *high) {
        Span span = tree.span(low_node);
        span.end = tree.span(high_node).end;
        declaring.diagnostics
            .report(DiagnosticKind::PlayersBackwards, span, std::to_string(*low), std::to_string(*high))
            .replace(span, fmt::format("{}..{}", *high, *low));
        return;
    }
    program.min_players = *low;
    program.max_players = *high;
    declare_seats(declaring, tree, directive);
}

} // namespace

void declare_turns(Declaring& declaring) {
    TurnDeclaring turns(declaring);
    for (const bool extensions : {false, true}) { // a turn may stand after its extension
        for (const TurnPart& part : declaring.turn_parts) {
            if (part.is_extension == extensions) {
                turns.declare_part(part);
            }
        }
    }
    turns.finish();
}

void declare_movements(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (Movement& movement : program.movements) {
        const NodeId piece = declaring.tree(movement.place).child(movement.place.node, Role::For);
        if (piece.valid()) {
            movement.piece =
                resolve_definition(program, movement.place.file, piece, DefKind::Interactable, declaring.diagnostics);
        }
        movement.inputs = make_inputs(declaring, movement.place, Role::Input, InputPlace::Movement);
    }
}

void declare_setups(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    const FileUnit& main = program.files.front();
    CodeRef imported;
    for (const FileUnit& unit : program.files) {
        const NodeId setup = setup_of(declaring, unit.file);
        if (setup.valid() && !unit.is_game) {
            declaring.diagnostics
                .report(DiagnosticKind::LibraryWithSetup, unit.tree->span(unit.tree->node(setup).begin))
                .with_help("write `extend setup { … }`, or begin the file with `game \"name\";`");
        }
        if (setup.valid() && unit.is_main) {
            program.setups.push_back(make_setup(declaring, {unit.file, setup}));
        }
    }
    for (const FileUnit::Import& import : main.imports) {
        if (!program.setups.empty() || !import.file.valid() || import.file == main.file) {
            continue;
        }
        const FileUnit& unit = program.files[import.file.index()];
        NodeId setup;
        for (const NodeId item : unit.tree->children(unit.tree->root(), Role::Item)) {
            if (!setup.valid() && unit.is_game && unit.tree->kind(item) == NodeKind::Setup) {
                setup = item;
            }
        }
        if (!setup.valid() || imported == CodeRef{unit.file, setup}) {
            continue;
        }
        if (imported.valid()) {
            declaring.diagnostics.report(DiagnosticKind::TwoImportedSetups, main.tree->name_span(import.node))
                .note(declaring.tree(imported).span(declaring.tree(imported).node(imported.node).begin), "one is here")
                .note(unit.tree->span(unit.tree->node(setup).begin), "the other is here")
                .with_help("write a `setup` in this file");
            continue;
        }
        imported = {unit.file, setup};
    }
    if (imported.valid()) {
        program.setups.push_back(make_setup(declaring, imported));
    }
    for (const FileId file : program.import_order) {
        const Tree& tree = program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            if (tree.kind(item) == NodeKind::SetupExtension) {
                program.setups.push_back(make_setup(declaring, {file, item}));
            }
        }
    }
}

void declare_players(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (const FileUnit& unit : program.files) {
        const Tree& tree = *unit.tree;
        NodeId game;
        NodeId players;
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            if (tree.kind(item) == NodeKind::GameDirective && !game.valid()) {
                game = item;
            } else if (tree.kind(item) == NodeKind::PlayersDirective && !players.valid()) {
                players = item;
            }
        }
        if (players.valid() && !unit.is_game) {
            declaring.diagnostics.report(DiagnosticKind::LibraryWithPlayers, tree.span(tree.node(players).begin))
                .with_help(
                    "begin the file with `game \"name\";`, or leave `players` to the game that imports this file");
        }
        if (!unit.is_main || !game.valid()) {
            continue;
        }
        const TokenId name = tree.node(game).main;
        if (name.valid() && tree.token(name).kind == TokenKind::String) {
            program.game_name = string_value(tree.text(name));
        }
        if (players.valid()) {
            declare_player_range(declaring, tree, players);
        } else if (!begins_misread(unit)) {
            declaring.diagnostics.report(DiagnosticKind::GameWithoutPlayers, tree.span(tree.node(game).begin))
                .with_help("write `players 2;` or `players 2..4;` on the next line");
        }
    }
}

} // namespace tgdl
