// Refusals: what a decision cannot take, and why.
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"

#include <algorithm>

namespace tgdl {

// ---- why not --------------------------------------------------------------------------------------------------------

std::vector<Refusal> MatchFlow::refusals() {
    std::vector<Refusal> out;
    const auto reason_of = [&](const Condition& condition) {
        return condition.reason != kNone ? program_->texts[condition.reason].utf8 : condition.source;
    };
    if (state.status != MatchStatus::Waiting || machine.frames.empty()) {
        return out;
    }
    const ViewScope view_scope(*this);
    const Decision offered = decision;
    const auto is_offered = [&](const Option& option) {
        return std::any_of(offered.options.begin(), offered.options.end(), [&](const Option& other) {
            return other.kind == option.kind && other.value == option.value && other.action == option.action;
        });
    };
    // Even the class of what would act would give something away.
    const auto acts_hidden = [&](OptionKind kind, Value value) {
        return kind == OptionKind::Action && value.is_instance() && program_->hides
               && !sees_instance(*this, offered.player, value.handle());
    };
    Decision untried;
    if (raw_options(untried) == Outcome::Next) {
        for (const Option& option : untried.options) {
            Trial trial;
            if (!machine.charge_elements(offered.options.size(), 4)) {
                return out;
            }
            if (!is_offered(option) && !option.picks_nothing() && !acts_hidden(option.kind, option.value)) {
                try_option(untried, option, trial);
                out.push_back({option, option_text(untried, option),
                               trial.reason.empty() ? "it leads nowhere" : with_names(trial.reason), 0});
            }
        }
    }
    if (top().kind == FrameKind::FillInput) {
        const Context context = context_of(top());
        std::vector<Value> all;
        if (raw_candidates(context, all) != Outcome::Next) {
            return out;
        }
        for (const Value candidate : all) {
            bool holds = true;
            if (!machine.charge(1)) {
                return out;
            }
            const Condition* refused_by = nullptr;
            if (passes_filters(context, candidate, holds, &refused_by) == Outcome::Next && !holds) {
                Option option;
                option.value = candidate;
                option.hidden = candidate.is_instance() && program_->hides
                                && !sees_instance(*this, offered.player, candidate.handle());
                out.push_back({option, option_text(offered, option), reason_of(*refused_by), refused_by->place});
            }
        }
        return out;
    }
    const EventKind kind = top().kind == FrameKind::OffTurn ? EventKind::OffTurnChoice : EventKind::PlayerChoice;
    const ClassIndex event_class = program_->events[static_cast<std::size_t>(kind)];
    if ((top().kind != FrameKind::ChooseAction && top().kind != FrameKind::OffTurn) || event_class == kNone) {
        return out;
    }
    std::vector<Handle> instances;
    for (const Observer& observer : program_->observers[event_class]) {
        const ActionInfo& action = program_->actions[observer.action];
        instances.clear();
        if (observer.owner == kNone) {
            instances.push_back(0);
        } else {
            machine.collect_tracked(observer.owner, observer.owner, instances);
            order_for(offered.player, instances);
        }
        for (const Handle handle : instances) {
            if (!machine.charge(1)) {
                return out;
            }
            if (handle != 0 && program_->classes[observer.owner].scope != Scope::Global
                && !belongs_to(handle, offered.player)) {
                continue;
            }
            Option option;
            option.kind = OptionKind::Action;
            option.action = observer.action;
            option.value = handle == 0 ? Value::null() : Value::instance(handle);
            if (acts_hidden(option.kind, option.value)) {
                continue;
            }
            option.several = instances.size() > 1;
            bool holds = true;
            const Condition* refused_by = nullptr;
            if (!is_allowed(handle, observer.action)) {
                out.push_back({option, option_text(offered, option), "it is switched off", action.place});
            } else if (check_requirements(action, option.value, Value::null(), machine.live_top, holds, &refused_by)
                           == Outcome::Next
                       && !holds) {
                out.push_back({option, option_text(offered, option), reason_of(*refused_by), refused_by->place});
            }
        }
    }
    return out;
}

} // namespace tgdl
