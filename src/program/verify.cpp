#include "program/verify.h"

#include "program/instance_layout.h"
#include "program/known_types.h"
#include "program/operands.h"
#include "program/verify_code.h"
#include "program/verify_data.h"
#include "program/verify_plans.h"
#include "program/verify_types.h"
#include "program/verify_uses.h"

#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace tgdl {
namespace {

// Collects the first thing that is wrong; after it every question is answered without looking.
class ProgramVerifier {
public:
    explicit ProgramVerifier(const Program& program) : program_(program) {}

    std::string verify();

private:
    void refuse(std::string what) {
        if (wrong_.empty()) {
            wrong_ = std::move(what);
        }
    }
    // An index that may be kNone, and one that may not.
    void check_optional(std::uint32_t index, std::size_t size, std::string_view what);
    void check_index(std::uint32_t index, std::size_t size, std::string_view what);
    // Code that is run with so many arguments; kNone is fine.
    void check_chunk(ChunkIndex chunk, std::size_t parameters, std::string_view what);
    void check_chunks(const std::vector<ChunkIndex>& chunks, std::size_t parameters, std::string_view what);
    void check_conditions(const std::vector<Condition>& conditions, std::size_t parameters, std::string_view what);

    void check_whole();
    void check_types();
    void check_enums();
    void check_constants();
    void check_classes();
    void check_class(ClassIndex index);
    void check_attributes(const ClassInfo& info);
    void check_actions();
    void check_action(const ActionInfo& action);
    void check_inputs();
    void check_boards();
    void check_group(const GroupInfo& group);
    void check_movements();
    void check_shapes();
    void check_step(const MovementStep& step, std::uint16_t parameters, const std::string& movement);
    void check_turns();
    void check_phase(const PhaseInfo& phase);

    const Program& program_;
    std::string wrong_;
};

void ProgramVerifier::check_optional(std::uint32_t index, std::size_t size, std::string_view what) {
    if (index != kNone && index >= size) {
        refuse(fmt::format("{}: there is no number {}", what, index));
    }
}

void ProgramVerifier::check_index(std::uint32_t index, std::size_t size, std::string_view what) {
    if (index >= size) {
        refuse(index == kNone ? fmt::format("{} is missing", what)
                              : fmt::format("{}: there is no number {}", what, index));
    }
}

void ProgramVerifier::check_chunk(ChunkIndex chunk, std::size_t parameters, std::string_view what) {
    if (chunk == kNone) {
        return;
    }
    check_index(chunk, program_.chunks.size(), what);
    if (wrong_.empty() && program_.chunks[chunk].parameters != parameters) {
        refuse(fmt::format("{}: its code `{}` has {} parameters, not {}", what, program_.chunks[chunk].name,
                           program_.chunks[chunk].parameters, parameters));
    }
}

void ProgramVerifier::check_chunks(const std::vector<ChunkIndex>& chunks, std::size_t parameters,
                                   std::string_view what) {
    for (const ChunkIndex chunk : chunks) {
        check_index(chunk, program_.chunks.size(), what);
        check_chunk(chunk, parameters, what);
    }
}

void ProgramVerifier::check_conditions(const std::vector<Condition>& conditions, std::size_t parameters,
                                       std::string_view what) {
    for (const Condition& condition : conditions) {
        check_index(condition.chunk, program_.chunks.size(), what);
        check_chunk(condition.chunk, parameters, what);
        check_chunk(condition.reason_chunk, parameters, what);
        check_optional(condition.reason, program_.texts.size(), what);
        check_index(condition.place, program_.places.size(), what);
    }
}

void ProgramVerifier::check_whole() {
    constexpr std::size_t kMostNumbered = std::numeric_limits<std::uint16_t>::max(); // as headers of objects hold them
    if (program_.classes.size() >= kMostNumbered || program_.types.size() >= kMostNumbered) {
        refuse("there are more classes or types than can be numbered");
    }
    if (program_.min_players < 1 || program_.max_players < program_.min_players) {
        refuse("the number of players is wrong");
    }
    if (program_.texts.empty() || !program_.texts[0].units.empty()) {
        refuse("text 0 is not the empty one");
    }
    if (program_.places.empty()) {
        refuse("place 0 is missing");
    }
    for (const CoverageRegion& region : program_.coverage_regions) {
        check_index(region.head, program_.places.size(), region.name);
        check_index(region.place, program_.places.size(), region.name);
    }
    for (const SourceLocation& place : program_.places) {
        if (!program_.files.empty()) {
            check_index(place.file, program_.files.size(), "the file of a place");
        }
    }
    for (const Value constant : program_.constants) {
        if (constant.is(Tag::Text) || constant.is_collection() || constant.is_instance()) {
            refuse("a constant refers to the memory of a match");
        }
        if (constant.is(Tag::Program) && constant.program_item() == ProgramItem::Shape) {
            check_index(constant.index(), program_.shapes.size(), "a shape");
        }
        if (constant.is(Tag::ConstantText)) {
            check_index(constant.index(), program_.texts.size(), "a text constant");
        }
        if (constant.is(Tag::Program) && constant.program_item() == ProgramItem::EnumValue) {
            check_index(constant.index(), program_.enum_values.size(), "a value of an enum");
        }
    }
}

void ProgramVerifier::check_enums() {
    for (const EnumValueInfo& value : program_.enum_values) {
        check_index(value.text, program_.texts.size(), value.name);
        check_index(value.enumeration, program_.enums.size(), value.name);
    }
    for (const EnumInfo& info : program_.enums) {
        check_index(info.type, program_.types.size(), info.name);
        if (std::uint64_t{info.first} + info.count > program_.enum_values.size()) {
            refuse(fmt::format("{}: its values lie outside", info.name));
        }
        for (const ChunkIndex part : info.information) {
            check_chunk(part, 1, info.name);
        }
    }
}

void ProgramVerifier::check_constants() {
    for (const MatchConstant& constant : program_.match_constants) {
        check_index(constant.type, program_.types.size(), constant.name);
        check_chunk(constant.chunk, 0, constant.name);
        check_optional(constant.option, program_.options.size(), constant.name);
        check_index(constant.place, program_.places.size(), constant.name);
    }
    for (const OptionInfo& option : program_.options) {
        check_index(option.type, program_.types.size(), option.name);
        if (option.values.empty() || (option.is_range && option.values.size() != 2)) {
            refuse(fmt::format("the option `{}` has no values", option.name));
        }
    }
}

void ProgramVerifier::check_shapes() {
    for (const ShapeInfo& shape : program_.shapes) {
        check_index(shape.text, program_.texts.size(), "the text of a shape");
        check_index(shape.flipped, program_.shapes.size(), "a flipped shape");
        for (const std::uint32_t turned : shape.turned) {
            check_index(turned, program_.shapes.size(), "a turned shape");
        }
        for (const std::uint32_t orientation : shape.orientations) {
            check_index(orientation, program_.shapes.size(), "an orientation of a shape");
        }
        if (shape.cells.empty()) {
            refuse("nothing belongs to a shape");
        }
    }
}

void ProgramVerifier::check_types() {
    const std::size_t types = program_.types.size();
    for (const ValueType& type : program_.types) {
        check_optional(type.element, types, type.name);
        check_optional(type.key, types, type.name);
        const bool has_none = type.first_class == 1 && type.last_class == 0; // of a kind without classes
        if (type.kind == ValueKind::Enum) {
            check_index(type.enumeration, program_.enums.size(), type.name);
        }
        if (type.kind == ValueKind::Instance && !has_none) {
            check_index(type.first_class, program_.classes.size(), type.name);
            check_index(type.last_class, program_.classes.size(), type.name);
        }
    }
}

// ---- classes

std::uint16_t words_of(ClassKind kind) {
    switch (kind) {
    case ClassKind::Interactable: return kPieceWords;
    case ClassKind::Tile: return kTileWords;
    case ClassKind::Group: return kGroupWords;
    case ClassKind::Stack: return kDeckWords;
    case ClassKind::Connection: return kConnectionWords;
    case ClassKind::Class:
    case ClassKind::Board:
    case ClassKind::Event: break;
    }
    return kInstanceWords;
}

void ProgramVerifier::check_attributes(const ClassInfo& info) {
    for (const AttributeInfo& attribute : info.attributes) {
        const std::string what = fmt::format("{}.{}", info.name, attribute.name);
        if (attribute.offset < kInstanceWords || attribute.offset >= info.size) {
            refuse(fmt::format("{}: word {} is none of its {} words", what, attribute.offset, info.size));
        }
        check_index(attribute.type, program_.types.size(), what);
        for (const ClassIndex event : attribute.change_events) {
            check_index(event, program_.classes.size(), what);
        }
        check_chunks(attribute.visible, 2, what);
        for (const AttributeInfo::Else& otherwise : attribute.otherwise) {
            check_index(otherwise.block, attribute.visible.size(), what);
            check_chunk(otherwise.value, 2, what);
        }
        check_chunk(attribute.reader, 1, what);
        check_chunk(attribute.raw, 1, what);
    }
}

void ProgramVerifier::check_class(ClassIndex index) {
    const ClassInfo& info = program_.classes[index];
    if (info.base != kNone && info.base >= index) {
        refuse(fmt::format("{} stands before its base", info.name));
    }
    if (info.last < index || info.last >= program_.classes.size()) {
        refuse(fmt::format("{}: its last derived class {} is wrong", info.name, info.last));
    }
    if (info.size < words_of(info.kind)) {
        refuse(fmt::format("{} has {} words, fewer than its kind needs", info.name, info.size));
    }
    if (info.disabled_offset != 0 && info.disabled_offset + (info.actions.size() + 63) / 64 > info.size) {
        refuse(fmt::format("{}: its switched off actions lie outside", info.name));
    }
    if (info.groups_offset + info.groups.size() > info.size) {
        refuse(fmt::format("{}: its groups lie outside", info.name));
    }
    if (info.public_word != 0 && (info.public_word < words_of(info.kind) || info.public_word >= info.size)) {
        refuse(fmt::format("{}: its public number lies outside", info.name));
    }
    if (info.turned_word != 0 && (info.turned_word < words_of(info.kind) || info.turned_word >= info.size)) {
        refuse(fmt::format("{}: its turns lie outside", info.name));
    }
    check_optional(info.counted_as, program_.classes.size(), info.name);
    check_optional(info.held_as, program_.classes.size(), info.name);
    check_attributes(info);
    check_optional(info.type, program_.types.size(), info.name);
    check_optional(info.holds, program_.types.size(), info.name);
    check_optional(info.group, program_.groups.size(), info.name);
    check_chunk(info.init, 1, info.name);
    check_chunk(info.defaults, 1, info.name);
    check_chunks(info.visible, 2, info.name);
    for (const ActionIndex action : info.actions) {
        check_index(action, program_.actions.size(), info.name);
    }
    for (const ChunkIndex method : info.methods) {
        check_optional(method, program_.chunks.size(), info.name);
    }
    for (const ChunkIndex part : info.information) {
        check_chunk(part, 1, info.name);
    }
    for (const GroupIndex group : info.groups) {
        check_index(group, program_.groups.size(), info.name);
    }
    for (const ClassInfo::Holder& holder : info.holders) {
        check_index(holder.global, program_.globals.size(), info.name);
    }
}

void ProgramVerifier::check_classes() {
    for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
        check_class(index);
    }
    for (const ClassIndex global : program_.globals) {
        check_index(global, program_.classes.size(), "a global");
    }
    for (const ClassIndex seat : program_.seats) {
        check_index(seat, program_.classes.size(), "a player class");
    }
    check_optional(program_.blank_tile, program_.classes.size(), "the blank tile");
    check_optional(program_.plain_connection, program_.classes.size(), "the plain connection");
    check_optional(program_.plain_discards, program_.classes.size(), "the plain pile of discards");
}

// ---- actions

void ProgramVerifier::check_action(const ActionInfo& action) {
    check_optional(action.owner, program_.classes.size(), action.name);
    check_conditions(action.requirements, 2, action.name);
    for (const Trigger& trigger : action.triggers) {
        check_index(trigger.event, program_.classes.size(), action.name);
        check_chunk(trigger.chunk, 2, action.name);
    }
    for (std::size_t number = 0; number < action.inputs.size(); ++number) {
        check_index(action.inputs[number], program_.inputs.size(), action.name);
        if (wrong_.empty() && program_.inputs[action.inputs[number]].reg != 2 + number) {
            refuse(fmt::format("{}: its input {} is in the wrong register", action.name, number));
        }
    }
    check_chunk(action.effect, 2 + action.inputs.size(), action.name);
    for (const std::vector<ActionInfo::ActionEvent>* events : {&action.before_events, &action.after_events}) {
        for (const ActionInfo::ActionEvent& action_event : *events) {
            check_optional(action_event.owner, program_.classes.size(), action.name);
            check_index(action_event.event, program_.classes.size(), action.name);
        }
    }
    check_index(action.place, program_.places.size(), action.name);
}

void ProgramVerifier::check_actions() {
    for (const ActionInfo& action : program_.actions) {
        check_action(action);
    }
    for (const std::vector<ActionIndex>* actions : {&program_.game_actions, &program_.goals}) {
        for (const ActionIndex action : *actions) {
            check_index(action, program_.actions.size(), "an action of the game");
        }
    }
    check_chunk(program_.scores.score, 1, "the score");
    for (const ScoreInfo::Tiebreak& tiebreak : program_.scores.tiebreaks) {
        check_index(tiebreak.chunk, program_.chunks.size(), "a tiebreak");
        check_chunk(tiebreak.chunk, 1, "a tiebreak");
    }
    for (const ClassIndex event : program_.events) {
        check_optional(event, program_.classes.size(), "a predefined event");
    }
    if (program_.observers.size() != program_.classes.size()) {
        refuse("there is not one list of observers for each class");
    }
    for (const std::vector<Observer>& observers : program_.observers) {
        for (const Observer& observer : observers) {
            check_optional(observer.owner, program_.classes.size(), "an observer");
            check_index(observer.action, program_.actions.size(), "an observer");
            if (wrong_.empty() && observer.trigger >= program_.actions[observer.action].triggers.size()) {
                refuse(fmt::format("{}: an observer has no such trigger", program_.actions[observer.action].name));
            }
        }
    }
}

void ProgramVerifier::check_inputs() {
    constexpr std::size_t kOwnRegisters = 3; // the candidate, the chooser, the element
    for (const InputInfo& input : program_.inputs) {
        check_index(input.type, program_.types.size(), input.name);
        check_index(input.element, program_.types.size(), input.name);
        check_chunk(input.who, input.reg, input.name);
        const std::size_t parameters = input.reg + kOwnRegisters;
        for (const ChunkIndex part :
             {input.options, input.low, input.high, input.step, input.count_low, input.count_high}) {
            check_chunk(part, parameters, input.name);
        }
        check_conditions(input.filters, parameters, input.name);
        check_conditions(input.list_filters, parameters, input.name);
        check_index(input.place, program_.places.size(), input.name);
    }
}

// ---- boards and turns

void ProgramVerifier::check_group(const GroupInfo& group) {
    check_index(group.board, program_.classes.size(), group.name);
    check_index(group.group_class, program_.classes.size(), group.name);
    check_optional(group.tile_base, program_.types.size(), group.name);
    for (const GroupIndex other : {group.corners, group.sides, group.around_tiles}) {
        check_optional(other, program_.groups.size(), group.name);
    }
    const bool is_lattice = group.lattice != LatticeKind::None;
    if (is_lattice && (group.around_tiles >= program_.groups.size() || group.tile_base >= program_.types.size())) {
        refuse(fmt::format("{}: it is not said whose corners or sides they are, or of which class", group.name));
    }
    for (const std::vector<ClassIndex>* classes : {&group.cells, &group.tiles}) {
        for (const ClassIndex tile : *classes) {
            check_optional(tile, program_.classes.size(), group.name);
        }
    }
    for (const TextIndex name : group.names) {
        check_optional(name, program_.texts.size(), group.name);
    }
    const bool is_graph = group.geometry == GeometryKind::Graph;
    check_optional(group.sized_tile, program_.classes.size(), group.name);
    if (!is_graph && group.cells.size() != std::size_t{group.columns} * group.rows) {
        refuse(fmt::format("{}: its cells are not {} by {}", group.name, group.columns, group.rows));
    }
    if (is_graph && group.names.size() != group.tiles.size()) {
        refuse(fmt::format("{}: there is not one name for each tile", group.name));
    }
}

void ProgramVerifier::check_boards() {
    for (const GroupInfo& group : program_.groups) {
        check_group(group);
    }
}

void ProgramVerifier::check_step(const MovementStep& step, std::uint16_t parameters, const std::string& movement) {
    for (const ChunkIndex part : {step.directions, step.directions_to, step.count, step.dx, step.dy, step.target}) {
        check_chunk(part, parameters, movement);
    }
}

void ProgramVerifier::check_movements() {
    for (const MovementInfo& movement : program_.movements) {
        const auto of_condition = static_cast<std::uint16_t>(2 + movement.inputs.size());
        const auto of_step = static_cast<std::uint16_t>(movement.inputs.empty() ? 1 : of_condition);
        for (const MovementInput& input : movement.inputs) {
            check_index(input.type, program_.types.size(), movement.name);
            check_chunk(input.value, 0, movement.name);
        }
        check_chunks(movement.requirements, of_step, movement.name);
        for (const MovementAlternative& alternative : movement.alternatives) {
            for (const MovementStep& step : alternative.steps) {
                check_step(step, of_step, movement.name);
            }
            check_chunks(alternative.through, of_condition, movement.name);
            check_chunks(alternative.onto, of_condition, movement.name);
        }
    }
}

void ProgramVerifier::check_phase(const PhaseInfo& phase) {
    check_optional(phase.text, program_.texts.size(), phase.name);
    for (const InputIndex input : phase.inputs) {
        check_index(input, program_.inputs.size(), phase.name);
    }
    check_chunk(phase.effect, 2 + phase.inputs.size(), phase.name);
}

void ProgramVerifier::check_turns() {
    if (program_.turns.empty()) {
        refuse("there is no turn");
    }
    for (const TurnInfo& turn : program_.turns) {
        check_optional(turn.text, program_.texts.size(), turn.name);
        check_chunk(turn.default_block, 0, turn.name);
        if (turn.phases.empty()) {
            refuse(fmt::format("{} has no phase", turn.name));
        }
        for (const PhaseInfo& phase : turn.phases) {
            check_phase(phase);
        }
    }
    for (const PhaseInfo& setup : program_.setups) {
        check_phase(setup);
    }
}

// What of the types before each instruction is worth a look while it runs.
std::vector<std::vector<KnownTypes::Register>> registers_to_assert(const Program& program, const Chunk& chunk,
                                                                   const RegisterTypes& before) {
    std::vector<std::vector<KnownTypes::Register>> all(chunk.code.size());
    for (std::uint32_t at = 0; at < chunk.code.size(); ++at) {
        const std::vector<StaticTypeId>& types = before[at];
        std::vector<bool> looked(types.size(), false);
        const auto look = [&](std::uint32_t from, std::uint32_t to) {
            for (std::uint32_t reg = from; reg < to && reg < types.size(); ++reg) {
                if (!looked[reg] && types[reg] != StaticTypes::kUndefined) {
                    looked[reg] = true;
                    all[at].push_back({reg, types[reg]});
                }
            }
        };
        look(0, at == 0 ? chunk.parameters : 0);
        constexpr std::uint32_t kMostWritten = 3;
        look(at == 0 ? 0 : chunk.code[at - 1].a, at == 0 ? 0 : chunk.code[at - 1].a + kMostWritten);
        for (const Operand& operand : operands_of(chunk.code[at], at)) {
            if (operand.kind == OperandKind::Read || operand.kind == OperandKind::Changed) {
                look(operand.number, operand.number + 1);
            } else if (operand.kind == OperandKind::Window) {
                look(operand.number, operand.number + window_size(program, chunk.code[at]));
            }
        }
    }
    return all;
}

std::string ProgramVerifier::verify() {
    check_whole();
    check_types();
    check_enums();
    check_constants();
    check_classes();
    check_actions();
    check_inputs();
    check_boards();
    check_movements();
    check_shapes();
    check_turns();
    if (wrong_.empty()) {
        wrong_ = verify_data(program_);
    }
    for (const Chunk& chunk : program_.chunks) {
        if (wrong_.empty()) {
            wrong_ = verify_code(program_, chunk);
        }
    }
    return wrong_;
}

// Types are looked at when all indexes are known to be right. With `known` they are kept.
std::string verify_all(const Program& program, KnownTypes* known) {
    std::string wrong = ProgramVerifier(program).verify();
    if (!wrong.empty()) {
        return wrong;
    }
    TypeVerifier verifier(program);
    wrong = verifier.verify_methods();
    if (wrong.empty()) {
        wrong = verify_uses(program, verifier);
    }
    RegisterTypes before;
    for (std::size_t i = 0; i < program.chunks.size() && wrong.empty(); ++i) {
        wrong = verifier.verify_chunk(program.chunks[i], known == nullptr ? nullptr : &before);
        if (known != nullptr) {
            known->registers.push_back(registers_to_assert(program, program.chunks[i], before));
        }
    }
    if (wrong.empty()) {
        wrong = verify_plans(program);
    }
    if (known != nullptr) {
        for (TypeIndex type = 0; type < program.types.size(); ++type) {
            verifier.types.of(type);
        }
        known->types = std::move(verifier.types);
    }
    return wrong;
}

} // namespace

std::string verify(const Program& program) {
    return verify_all(program, nullptr);
}

std::shared_ptr<const KnownTypes> find_types(const Program& program) {
    auto known = std::make_shared<KnownTypes>(program);
    return verify_all(program, known.get()).empty() ? known : nullptr;
}

} // namespace tgdl
