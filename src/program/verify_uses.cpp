#include "program/verify_uses.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace tgdl {

namespace {

using Context = std::vector<StaticTypeId>;

class UseVerifier {
public:
    UseVerifier(const Program& program, TypeVerifier& verifier)
        : program_(program),
          verifier_(verifier),
          types_(verifier.types),
          number_(types_.plain(kIsNumber)),
          player_(types_.plain(kIsPlayer)),
          bool_(types_.plain(kIsBool)),
          text_(types_.plain(kIsText)),
          in_head_(program.inputs.size(), false) {}

    std::string verify() {
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            check_class(index);
        }
        for (const MatchConstant& constant : program_.match_constants) {
            check(constant.chunk, {}, types_.of(constant.type), constant.name);
        }
        for (const EnumInfo& info : program_.enums) {
            for (const ChunkIndex part : info.information) {
                check(part, {types_.of(info.type)}, text_, info.name);
            }
        }
        std::ranges::for_each(program_.actions, [this](const ActionInfo& action) { check_action(action); });
        check(program_.scores.score, {player_}, number_, "the score");
        for (const ScoreInfo::Tiebreak& tiebreak : program_.scores.tiebreaks) {
            check(tiebreak.chunk, {player_}, number_, "a tiebreak");
        }
        for (const TurnInfo& turn : program_.turns) {
            check(turn.default_block, {}, player_, turn.name);
            std::ranges::for_each(turn.phases, [this](const PhaseInfo& phase) { check_phase(phase); });
        }
        std::ranges::for_each(program_.setups, [this](const PhaseInfo& setup) { check_phase(setup); });
        // What stands around the others is looked at where they are asked for.
        for (std::size_t index = 0; index < program_.inputs.size(); ++index) {
            const InputInfo& input = program_.inputs[index];
            if (!in_head_[index]) {
                check_input(input, Context(input.reg, StaticTypes::kNull));
            }
        }
        std::ranges::for_each(program_.groups, [this](const GroupInfo& group) { check_group(group); });
        std::ranges::for_each(program_.movements, [this](const MovementInfo& movement) { check_movement(movement); });
        return wrong_;
    }

private:
    void refuse(std::string what) {
        if (wrong_.empty()) {
            wrong_ = std::move(what);
        }
    }
    void check(ChunkIndex chunk, const Context& arguments, StaticTypeId result, std::string_view what) {
        if (chunk != kNone && wrong_.empty()) {
            if (const std::string wrong = verifier_.verify_use(chunk, arguments, result); !wrong.empty()) {
                refuse(fmt::format("{}: {}", what, wrong));
            }
        }
    }
    void check_condition(const Condition& condition, const Context& arguments, std::string_view what) {
        check(condition.chunk, arguments, bool_, what);
        check(condition.reason_chunk, arguments, text_, what);
    }
    [[nodiscard]] StaticTypeId never_blank(ClassIndex first, ClassIndex last) {
        return types_.without(types_.instance_of(first, last), kIsBlank);
    }
    [[nodiscard]] bool is_same(TypeIndex first, TypeIndex second) { return types_.of(first) == types_.of(second); }
    [[nodiscard]] TypeIndex variable_of(InputIndex index) const {
        const InputInfo& input = program_.inputs[index];
        return input.mode == InputMode::Players ? input.table_type : input.type;
    }

    void check_class(ClassIndex index);
    void check_base(const ClassInfo& info, const ClassInfo& base);
    void check_action(const ActionInfo& action);
    void check_action_event(const ActionInfo& action, const ActionInfo::ActionEvent& action_event);
    void check_inputs(const std::vector<InputIndex>& inputs, Context& context);
    void check_input(const InputInfo& input, Context context);
    void check_options(const InputInfo& input, const Context& arguments);
    void check_phase(const PhaseInfo& phase);
    void check_group(const GroupInfo& group);
    void check_movement(const MovementInfo& movement);

    const Program& program_;
    TypeVerifier& verifier_;
    StaticTypes& types_;
    StaticTypeId number_;
    StaticTypeId player_;
    StaticTypeId bool_;
    StaticTypeId text_;
    std::vector<bool> in_head_; // by input: of an action, a phase or a setup
    std::string wrong_;
};

// A derived class has what its base has, in the same places.
void UseVerifier::check_base(const ClassInfo& info, const ClassInfo& base) {
    bool agrees = info.kind == base.kind && info.attributes.size() >= base.attributes.size()
                  && info.methods.size() >= base.methods.size() && info.actions.size() >= base.actions.size()
                  && info.groups.size() >= base.groups.size() && info.size >= base.size
                  && std::equal(base.groups.begin(), base.groups.end(), info.groups.begin());
    for (std::size_t i = 0; agrees && i < base.attributes.size(); ++i) {
        agrees = info.attributes[i].offset == base.attributes[i].offset
                 && is_same(info.attributes[i].type, base.attributes[i].type);
    }
    for (std::size_t slot = 0; agrees && slot < base.actions.size(); ++slot) {
        const ActionInfo& own = program_.actions[info.actions[slot]];
        const ActionInfo& replaced = program_.actions[base.actions[slot]];
        agrees = std::ranges::equal(own.inputs, replaced.inputs, [this](InputIndex first, InputIndex second) {
            return is_same(variable_of(first), variable_of(second));
        });
    }
    const bool holds_more =
        base.holds != kNone && (info.holds == kNone || !types_.fits(types_.of(info.holds), types_.of(base.holds)));
    if (!agrees || holds_more) {
        refuse(fmt::format("{} does not have all that {} has", info.name, base.name));
    }
}

void UseVerifier::check_class(ClassIndex index) {
    const ClassInfo& info = program_.classes[index];
    const StaticTypeId self = never_blank(index, index);
    if (info.base != kNone) {
        check_base(info, program_.classes[info.base]);
    }
    check(info.init, {self}, StaticTypes::kAny, info.name);
    check(info.defaults, {self}, StaticTypes::kAny, info.name);
    for (const ChunkIndex visible : info.visible) {
        check(visible, {self, player_}, bool_, info.name);
    }
    for (const AttributeInfo& attribute : info.attributes) {
        for (const ChunkIndex visible : attribute.visible) {
            check(visible, {self, player_}, bool_, info.name);
        }
        check(attribute.reader, {self}, types_.of(attribute.type), info.name);
        check(attribute.raw, {self}, types_.of(attribute.type), info.name);
    }
    for (const ChunkIndex part : info.information) {
        check(part, {self}, text_, info.name);
    }
    for (const ActionIndex index_of_action : info.actions) {
        const ActionInfo& action = program_.actions[index_of_action];
        if (action.owner == kNone || index < action.owner || index > program_.classes[action.owner].last) {
            refuse(fmt::format("{} has the action `{}` of another class", info.name, action.name));
        }
    }
}

void UseVerifier::check_action(const ActionInfo& action) {
    const StaticTypeId self = action.owner == kNone ? StaticTypeId{StaticTypes::kNull}
                                                    : never_blank(action.owner, program_.classes[action.owner].last);
    StaticTypeId events = StaticTypes::kNull;
    for (const Trigger& trigger : action.triggers) {
        const StaticTypeId event = types_.instance_of(trigger.event, program_.classes[trigger.event].last);
        check(trigger.chunk, {self, event}, bool_, action.name);
        events = types_.join(events, event);
    }
    Context context = {self, events};
    for (const Condition& requirement : action.requirements) {
        check_condition(requirement, context, action.name);
    }
    check_inputs(action.inputs, context);
    check(action.effect, context, StaticTypes::kAny, action.name);
    for (const std::vector<ActionInfo::ActionEvent>* all : {&action.before_events, &action.after_events}) {
        for (const ActionInfo::ActionEvent& action_event : *all) {
            check_action_event(action, action_event);
        }
    }
}

// Its attributes: the object, who, whether it is prevented, the inputs.
void UseVerifier::check_action_event(const ActionInfo& action, const ActionInfo::ActionEvent& action_event) {
    Context given;
    if (action_event.owner != kNone) {
        given.push_back(never_blank(action_event.owner, program_.classes[action_event.owner].last));
    }
    given.push_back(player_);
    given.push_back(bool_);
    for (const InputIndex input : action.inputs) {
        given.push_back(types_.of(variable_of(input)));
    }
    const std::vector<AttributeInfo>& attributes = program_.classes[action_event.event].attributes;
    bool agrees = attributes.size() >= given.size();
    for (std::size_t i = 0; agrees && i < given.size(); ++i) {
        agrees = types_.fits(given[i], types_.of(attributes[i].type));
    }
    if (!agrees) {
        refuse(fmt::format("`{}`: {} does not take what the action is done with", action.name,
                           program_.classes[action_event.event].name));
    }
}

void UseVerifier::check_inputs(const std::vector<InputIndex>& inputs, Context& context) {
    for (const InputIndex index : inputs) {
        in_head_[index] = true;
        check_input(program_.inputs[index], context);
        context.push_back(types_.of(variable_of(index)));
    }
}

void UseVerifier::check_options(const InputInfo& input, const Context& arguments) {
    if (input.options == kNone) {
        return;
    }
    check(input.options, arguments, StaticTypes::kAny, input.name);
    const StaticTypeId given = verifier_.result_of(program_.chunks[input.options]);
    if (input.is_amounts) {
        if (!types_.fits(given, types_.collection(kIsTable, number_, types_.of(input.element)))) {
            refuse(fmt::format("{}: {} is no table of amounts", input.name, types_.text(given)));
        }
        return;
    }
    const StaticTypeId deck = types_.without(given, kIsList | kIsStack);
    // What does not fit is skipped when it is asked for.
    if (!types_[given].is_only(kIsList | kIsStack | kIsInstance) || !types_.is_of_kind(deck, ClassKind::Stack)) {
        refuse(fmt::format("{}: {} is nothing to choose from", input.name, types_.text(given)));
    }
}

void UseVerifier::check_input(const InputInfo& input, Context context) {
    const StaticTypeId players = types_.collection(kIsList, player_);
    check(input.who, context, input.mode == InputMode::Players ? players : player_, input.name);
    const StaticTypeId element = types_.of(input.element);
    context.insert(context.end(), {element, player_, element});
    check_options(input, context);
    for (const ChunkIndex bound : {input.low, input.high, input.step, input.count_low, input.count_high}) {
        check(bound, context, number_, input.name);
    }
    for (const Condition& filter : input.filters) {
        check_condition(filter, context, input.name);
    }
    context[input.reg] = types_.of(input.type);
    for (const Condition& filter : input.list_filters) {
        check_condition(filter, context, input.name);
    }
}

void UseVerifier::check_phase(const PhaseInfo& phase) {
    Context context = {StaticTypes::kNull, StaticTypes::kNull};
    check_inputs(phase.inputs, context);
    check(phase.effect, context, StaticTypes::kAny, phase.name);
}

void UseVerifier::check_group(const GroupInfo& group) {
    const StaticTypeId base = group.tile_base == kNone ? types_.of_kind(ClassKind::Tile) : types_.of(group.tile_base);
    if (group.sized_tile != kNone && !types_.fits(never_blank(group.sized_tile, group.sized_tile), base)) {
        refuse(fmt::format("{}: a {} is none of its tiles", group.name, program_.classes[group.sized_tile].name));
    }
    for (const std::vector<ClassIndex>* classes : {&group.cells, &group.tiles}) {
        for (const ClassIndex tile : *classes) {
            if (tile == kNone && !program_.has_blanks && classes == &group.cells) {
                refuse(fmt::format("{} has a blank cell, and the program none", group.name));
            } else if (tile != kNone && !types_.fits(never_blank(tile, tile), base)) {
                refuse(fmt::format("{}: a {} is none of its tiles", group.name, program_.classes[tile].name));
            }
        }
    }
}

void UseVerifier::check_movement(const MovementInfo& movement) {
    const StaticTypeId piece =
        movement.piece == kNone ? types_.of_kind(ClassKind::Interactable) : types_.of(movement.piece);
    const StaticTypeId tile = types_.of_kind(ClassKind::Tile);
    const StaticTypeId each = types_.plain(kIsNumber | kIsPlayer | kIsDirection);
    const StaticTypeId several = types_.join(types_.collection(kIsList, each), types_.collection(kIsStack, each));
    const StaticTypeId direction = types_.join(types_.plain(kIsNumber | kIsDirection), several);
    const StaticTypeId target = types_.join(tile, types_.of_kind(ClassKind::Group));
    if (!types_.is_of_kind(piece, ClassKind::Interactable)) {
        refuse(fmt::format("{} is for {}", movement.name, types_.text(piece)));
    }
    Context of_condition = {piece, tile};
    for (const MovementInput& input : movement.inputs) {
        check(input.value, {}, types_.of(input.type), movement.name);
        of_condition.push_back(types_.of(input.type));
    }
    Context of_step = of_condition;
    of_step[1] = StaticTypes::kNull;
    of_step.resize(movement.inputs.empty() ? 1 : of_step.size());
    for (const ChunkIndex requirement : movement.requirements) {
        check(requirement, of_step, bool_, movement.name);
    }
    for (const MovementAlternative& alternative : movement.alternatives) {
        for (const MovementStep& step : alternative.steps) {
            check(step.directions, of_step, direction, movement.name);
            check(step.target, of_step, target, movement.name);
            for (const ChunkIndex number : {step.directions_to, step.count, step.dx, step.dy}) {
                check(number, of_step, number_, movement.name);
            }
        }
        for (const std::vector<ChunkIndex>* conditions : {&alternative.through, &alternative.onto}) {
            for (const ChunkIndex condition : *conditions) {
                check(condition, of_condition, bool_, movement.name);
            }
        }
    }
}

} // namespace

std::string verify_uses(const Program& program, TypeVerifier& verifier) {
    return UseVerifier(program, verifier).verify();
}

} // namespace tgdl
