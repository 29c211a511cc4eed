// `score` and `tiebreak`: one score for the whole program, whichever file it stands in.
#include "check/declaring.h"
#include "syntax/words.h"

#include <optional>

namespace tgdl {

namespace {

// The function that works a score or a tiebreak out for a player.
FunctionId make_score_function(Declaring& declaring, CodeRef place, FunctionKind kind) {
    CheckedProgram& program = declaring.program;
    Input who;
    who.name = declaring.symbol(place);
    who.type = program.types.player;
    who.place = place;
    who.mode = Input::Mode::Function;
    const InputId input(program.inputs.size());
    program.inputs.push_back(who);
    const FunctionId id(program.functions.size());
    Function function;
    function.name = program.names.intern(kind == FunctionKind::Score ? "score" : "tiebreak");
    function.kind = kind;
    function.place = place;
    function.slot = id;
    function.inputs = {input};
    function.returns = program.types.number;
    function.has_effect = declaring.tree(place).child(place.node, Role::Effect).valid();
    program.functions.push_back(std::move(function));
    return id;
}

// The word `score` or `tiebreak`, behind an `override`.
Span word_span(const Tree& tree, NodeId node) {
    const NodeId override_word = tree.child(node, Role::Override);
    return tree.span(override_word.valid() ? tree.node(override_word).end : tree.node(node).begin);
}

class ScoreDeclaring {
public:
    explicit ScoreDeclaring(Declaring& declaring) : declaring_(declaring), program_(declaring.program) {}

    void declare(CodeRef place) {
        const Tree& tree = declaring_.tree(place);
        const bool is_override = tree.has(place.node, Role::Override);
        const bool lowest = tree.has(place.node, Role::Mode);
        if (tree.kind(place.node) == NodeKind::Tiebreak) {
            if (is_override) {
                declaring_.diagnostics
                    .report(DiagnosticKind::TiebreakOverride, tree.span(tree.child(place.node, Role::Override)))
                    .with_help("leave out `override`: tiebreaks add up, in order");
            }
            program_.scores.tiebreaks.push_back(
                {make_score_function(declaring_, place, FunctionKind::Tiebreak), lowest});
            first_tiebreak_ = first_tiebreak_ ? first_tiebreak_ : place;
        } else if (is_override) {
            override_score(place, lowest);
        } else {
            add_score(place, lowest);
        }
    }

    // When all of them are known: an `override` may stand in an imported file.
    void finish() {
        if (override_) {
            program_.scores.score = overriding_.score;
            program_.scores.lowest = overriding_.lowest;
        }
        const bool is_whole = !program_.files.empty() && program_.files[program_.import_order.back().index()].is_game;
        if (first_ || !is_whole) {
            return; // a library may leave the score to the game
        }
        const std::optional<CodeRef> lonely = override_ ? override_ : first_tiebreak_;
        if (lonely) {
            declaring_.diagnostics
                .report(DiagnosticKind::NoScore, word_span(declaring_.tree(*lonely), lonely->node),
                        override_ ? "`override score`" : "a `tiebreak`")
                .with_help("write `score p { return …; }`");
        }
    }

private:
    void add_score(CodeRef place, bool lowest) {
        const FunctionId function = make_score_function(declaring_, place, FunctionKind::Score);
        if (first_) {
            declaring_.diagnostics.report(DiagnosticKind::ScoreTwice, word_span(declaring_.tree(place), place.node))
                .note(word_span(declaring_.tree(*first_), first_->node), "the first one is here")
                .with_help("keep one of them; an expansion replaces it by `override score p { … }`");
            return;
        }
        first_ = place;
        program_.scores.score = function;
        program_.scores.lowest = lowest;
    }

    void override_score(CodeRef place, bool lowest) {
        overriding_ = {make_score_function(declaring_, place, FunctionKind::Score), lowest, {}};
        if (override_) {
            declaring_.diagnostics
                .report(DiagnosticKind::OverriddenTwice, word_span(declaring_.tree(place), place.node), "score")
                .note(word_span(declaring_.tree(*override_), override_->node), "the other extension is here");
        }
        override_ = place;
    }

    Declaring& declaring_;
    CheckedProgram& program_;
    std::optional<CodeRef> first_;
    std::optional<CodeRef> override_;
    std::optional<CodeRef> first_tiebreak_;
    ScoreRules overriding_;
};

} // namespace

void declare_scores(Declaring& declaring) {
    ScoreDeclaring scores(declaring);
    for (const FileId file : declaring.program.import_order) {
        const Tree& tree = declaring.program.tree(file);
        for (const NodeId item : tree.children(tree.root(), Role::Item)) {
            if (tree.kind(item) == NodeKind::Score || tree.kind(item) == NodeKind::Tiebreak) {
                scores.declare({file, item});
            }
        }
    }
    scores.finish();
}

} // namespace tgdl
