#include "interface/asking.h"

#include "bots/payoffs.h"
#include "interface/places.h"

#include <fmt/format.h>

namespace tgdl::v1 {

namespace {

DecisionKind public_kind(tgdl::DecisionKind kind) {
    switch (kind) {
    case tgdl::DecisionKind::Action: break;
    case tgdl::DecisionKind::Input: return DecisionKind::Input;
    case tgdl::DecisionKind::Choose: return DecisionKind::Choose;
    case tgdl::DecisionKind::Move: return DecisionKind::Move;
    case tgdl::DecisionKind::OffTurn: return DecisionKind::OffTurn;
    }
    return DecisionKind::Action;
}

std::string_view describe(tgdl::MatchStatus status) {
    switch (status) {
    case tgdl::MatchStatus::Waiting: break;
    case tgdl::MatchStatus::Finished: return "the match has ended";
    case tgdl::MatchStatus::Stuck: return "the match is stuck";
    case tgdl::MatchStatus::Error: return "the match has ended in an error of the rules";
    }
    return "the match waits for a choice";
}

} // namespace

std::optional<Error> refuse_unless_waiting(const tgdl::Match& match) {
    if (match.status() == tgdl::MatchStatus::Waiting) {
        return std::nullopt;
    }
    return Error{ErrorCode::WrongState, fmt::format("{}: nothing is to be decided", describe(match.status())), 0};
}

std::optional<Error> refuse_choice(tgdl::Match& match, std::size_t option) {
    if (std::optional<Error> error = refuse_unless_waiting(match)) {
        return error;
    }
    const std::size_t options = match.decision().options.size();
    if (option < options) {
        return std::nullopt;
    }
    return Error{ErrorCode::NoSuchOption,
                 fmt::format("there is no option {}: the decision has {}, counted from 0", option, options), 0};
}

std::optional<Error> refuse_player(const tgdl::Match& match, std::uint32_t player) {
    if (player < match.players()) {
        return std::nullopt;
    }
    return Error{ErrorCode::NoSuchPlayer,
                 fmt::format("there is no player {}; there are {}, counted from 0", player, match.players()), 0};
}

std::optional<Error> refuse_viewer(const tgdl::Match& match, std::uint32_t viewer) {
    static_assert(kSpectator == tgdl::kSpectator && kAllSeeing == tgdl::kAllSeeing);
    return viewer == kSpectator || viewer == kAllSeeing ? std::nullopt : refuse_player(match, viewer);
}

MatchStatus status_of(const tgdl::Match& match) {
    switch (match.status()) {
    case tgdl::MatchStatus::Waiting: break;
    case tgdl::MatchStatus::Finished: return MatchStatus::Finished;
    case tgdl::MatchStatus::Stuck: return MatchStatus::Stuck;
    case tgdl::MatchStatus::Error: return MatchStatus::Error;
    }
    return MatchStatus::Waiting;
}

Result<Decision> decision_of(tgdl::Match& match) {
    if (std::optional<Error> error = refuse_unless_waiting(match)) {
        return *std::move(error);
    }
    const tgdl::Decision& asked = match.decision();
    Asked words = asked_by(match);
    return Decision{.kind = public_kind(asked.kind),
                    .player = asked.player,
                    .question = std::move(words.question),
                    .text = match.decision_text(asked),
                    .options = std::move(words.options),
                    .begins_move = asked.begins_move};
}

Result<MatchResult> result_of(const tgdl::Match& match) {
    if (match.status() != tgdl::MatchStatus::Finished) {
        return Error{ErrorCode::WrongState, fmt::format("{}: there is no result", describe(match.status())), 0};
    }
    const tgdl::MatchResult& result = match.result();
    MatchResult given;
    given.places = result.places;
    if (result.by_scores) {
        given.scores = result.scores;
    }
    set_payoffs(match, given.payoffs);
    return given;
}

Result<Fault> fault_of(const LoadedRules& rules, const tgdl::Match& match) {
    if (match.status() != tgdl::MatchStatus::Error) {
        return Error{ErrorCode::WrongState, fmt::format("{}: no rule went wrong", describe(match.status())), 0};
    }
    if (const std::string& failure = match.setup_failure(); !failure.empty()) {
        return Fault{.code = {}, .message = failure, .place = {}, .text = fmt::format("{}: {}\n", rules.path, failure)};
    }
    const tgdl::Fault& fault = match.fault();
    return Fault{.code = std::string(fault_code(fault.id)),
                 .message = fault.message,
                 .place = place_of(rules.sources, fault_span(rules, fault)),
                 .text = render_fault(rules, fault, tgdl::Colour::Off)};
}

} // namespace tgdl::v1
