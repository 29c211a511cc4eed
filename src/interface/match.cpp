#include <tgdl/match.h>

#include "interface/asking.h"
#include "interface/data.h"
#include "interface/json_text.h"

#include <nlohmann/json.hpp>

namespace tgdl::v1 {

Match::Match(std::unique_ptr<Data> data) noexcept : data_(std::move(data)) {}
Match::Match(Match&&) noexcept = default;
Match& Match::operator=(Match&&) noexcept = default;
Match::~Match() = default;

Match Match::copy() const noexcept {
    return Match(std::make_unique<Data>(data_->rules, tgdl::Match(data_->match)));
}

Result<void> Match::copy_from(const Match& other) noexcept {
    const bool is_same_program = data_->rules.data_->loaded.program == other.data_->rules.data_->loaded.program;
    if (!is_same_program || players() != other.players()) {
        return Error{ErrorCode::OtherRules, "the two matches are not of the same rules and number of players", 0};
    }
    if (this != &other) {
        data_->match.copy_from(other.data_->match);
    }
    return {};
}

std::uint32_t Match::players() const noexcept {
    return data_->match.players();
}

MatchStatus Match::status() const noexcept {
    return status_of(data_->match);
}

Result<Decision> Match::decision() const noexcept {
    return decision_of(data_->match);
}

Result<std::uint32_t> Match::player_asked() const noexcept {
    if (std::optional<Error> error = refuse_unless_waiting(data_->match)) {
        return *std::move(error);
    }
    return data_->match.decision().player;
}

Result<std::size_t> Match::option_count() const noexcept {
    if (std::optional<Error> error = refuse_unless_waiting(data_->match)) {
        return *std::move(error);
    }
    return data_->match.decision().options.size();
}

Result<void> Match::choose(std::size_t option) noexcept {
    if (std::optional<Error> error = refuse_choice(data_->match, option)) {
        return *std::move(error);
    }
    data_->match.choose(option);
    (void)data_->match.take_texts(); // nobody reads them
    (void)data_->match.take_reports();
    return {};
}

Result<MatchResult> Match::result() const noexcept {
    return result_of(data_->match);
}

Result<Fault> Match::fault() const noexcept {
    return fault_of(data_->rules.data_->loaded, data_->match);
}

std::uint64_t Match::hash() const noexcept {
    return data_->match.hash();
}

Result<std::string> Match::view(std::uint32_t viewer) const noexcept {
    if (std::optional<Error> error = refuse_viewer(data_->match, viewer)) {
        return *std::move(error);
    }
    return json_text(tgdl::view(data_->match, viewer));
}

} // namespace tgdl::v1
