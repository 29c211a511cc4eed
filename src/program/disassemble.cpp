#include "program/disassemble.h"

#include "program/operands.h"

#include <initializer_list>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace tgdl {
namespace {

// ---- names of things

std::string class_name(const Program& program, ClassIndex index) {
    return index < program.classes.size() ? program.classes[index].name : "-";
}

std::string type_name(const Program& program, TypeIndex index) {
    return index < program.types.size() ? program.types[index].name : "-";
}

std::string code_name(const Program& program, ChunkIndex index) {
    return index < program.chunks.size() ? fmt::format("#{} {}", index, program.chunks[index].name) : "-";
}

std::string quoted(std::string_view text) {
    std::string shown = "\"";
    for (const char letter : text) {
        if (letter == '\n') {
            shown += "\\n";
        } else {
            if (letter == '"' || letter == '\\') {
                shown += '\\';
            }
            shown += letter;
        }
    }
    return shown + '"';
}

std::string item_name(const Program& program, Value value) {
    switch (value.program_item()) {
    case ProgramItem::Movement:
        return value.index() < program.movements.size() ? program.movements[value.index()].name : "movement";
    case ProgramItem::Turn: return value.index() < program.turns.size() ? program.turns[value.index()].name : "turn";
    case ProgramItem::Direction: return fmt::format("direction {}", value.index());
    case ProgramItem::EnumValue:
        return value.index() < program.enum_values.size() ? program.enum_values[value.index()].name : "value";
    case ProgramItem::Shape: return fmt::format("shape {}", value.index());
    case ProgramItem::Absent: return "absent";
    case ProgramItem::Hole: return "hole";
    case ProgramItem::Shown: return fmt::format("attribute {}", value.index());
    }
    return {};
}

std::string constant_text(const Program& program, std::uint32_t index) {
    if (index >= program.constants.size()) {
        return "?";
    }
    const Value value = program.constants[index];
    if (value.is_number()) {
        return fmt::format("{}", value.as_number());
    }
    switch (value.tag()) {
    case Tag::Bool: return value.as_bool() ? "true" : "false";
    case Tag::ConstantText:
        return value.index() < program.texts.size() ? quoted(program.texts[value.index()].utf8) : "?";
    case Tag::Program: return item_name(program, value);
    case Tag::Null: return "null";
    case Tag::Text:
    case Tag::Collection:
    case Tag::Instance: break;
    }
    return "?";
}

// ---- code

std::string operand_text(const Program& program, const Operand& operand) {
    switch (operand.kind) {
    case OperandKind::Written:
    case OperandKind::Read:
    case OperandKind::Changed: return fmt::format(" r{}", operand.number);
    case OperandKind::Window: return fmt::format(" r{}…", operand.number);
    case OperandKind::Number: return fmt::format(" {}", operand.number);
    case OperandKind::Jump: return fmt::format(" ->{}", operand.number);
    case OperandKind::Constant: return fmt::format(" {}", constant_text(program, operand.number));
    case OperandKind::Chunk: return fmt::format(" {}", code_name(program, operand.number));
    case OperandKind::Input:
        return fmt::format(" {}", operand.number < program.inputs.size() ? program.inputs[operand.number].name : "?");
    case OperandKind::Class: return fmt::format(" {}", class_name(program, operand.number));
    case OperandKind::Type: return fmt::format(" {}", type_name(program, operand.number));
    case OperandKind::Region: return fmt::format(" region {}", operand.number);
    case OperandKind::None: break;
    }
    return {};
}

// The name of a global's word, where it is an attribute.
std::string global_word(const Program& program, const Instruction& instruction) {
    if (instruction.b >= program.globals.size()) {
        return "?";
    }
    const ClassInfo& info = program.classes[program.globals[instruction.b]];
    for (const AttributeInfo& attribute : info.attributes) {
        if (attribute.offset == instruction.c) {
            return fmt::format("{}.{}", info.name, attribute.name);
        }
    }
    return fmt::format("{} word {}", info.name, instruction.c);
}

std::string instruction_text(const Program& program, const Instruction& instruction, std::uint32_t at) {
    if (static_cast<std::size_t>(instruction.op) >= kOperationCount) {
        return "?";
    }
    std::string text(operation_name(instruction.op));
    if (instruction.op == Operation::Native && instruction.b < kNativeCount) {
        return fmt::format("{} {} r{}…({})", text, native_name(static_cast<NativeId>(instruction.b)), instruction.a,
                           instruction.c);
    }
    if (instruction.op == Operation::GetGlobalWord || instruction.op == Operation::SetGlobalWord) {
        return fmt::format("{} r{} {}", text, instruction.a, global_word(program, instruction));
    }
    if (instruction.op == Operation::GetGlobal && instruction.b < program.globals.size()) {
        return fmt::format("{} r{} {}", text, instruction.a, class_name(program, program.globals[instruction.b]));
    }
    for (const Operand& operand : operands_of(instruction, at)) {
        text += operand_text(program, operand);
    }
    return text;
}

std::set<std::uint32_t> jump_targets(const Chunk& chunk) {
    std::set<std::uint32_t> targets;
    for (std::uint32_t at = 0; at < chunk.code.size(); ++at) {
        if (static_cast<std::size_t>(chunk.code[at].op) >= kOperationCount) {
            continue;
        }
        for (const Operand& operand : operands_of(chunk.code[at], at)) {
            if (operand.kind == OperandKind::Jump) {
                targets.insert(operand.number);
            }
        }
    }
    return targets;
}

std::string chunk_head(const Chunk& chunk) {
    std::string head =
        fmt::format("code {}: {} parameters, {} registers", chunk.name, chunk.parameters, chunk.registers);
    for (const auto& [holds, word] : {std::pair(chunk.writes, ", writes"), std::pair(chunk.may_fail, ", may fail"),
                                      std::pair(chunk.reads_hidden, ", reads hidden")}) {
        if (holds) {
            head += word;
        }
    }
    if (chunk.word != 0) {
        head += fmt::format(", gives word {}", chunk.word);
    }
    return head + "\n";
}

// ---- tables

class TableWriter {
public:
    explicit TableWriter(const Program& program) : program_(program) {}

    void write_head();
    void write_class(const ClassInfo& info);
    void write_action(const ActionInfo& action);
    void write_input(const InputInfo& input);
    void write_source(const InputInfo& input);
    void write_plan(const InputPlan& plan);
    void write_plan(const ActionPlan& plan);
    void write_plan(const ChoicePlan& plan);
    void write_group(const GroupInfo& group);
    void write_movement(const MovementInfo& movement);
    void write_turn(const TurnInfo& turn);
    void write_phase(std::string_view word, const PhaseInfo& phase);
    void write_observers(ClassIndex event);

    std::string text;

private:
    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
        text += '\n';
    }
    void chunk_line(std::string_view what, ChunkIndex chunk) {
        if (chunk != kNone) {
            line("  {} {}", what, code_name(program_, chunk));
        }
    }
    // The facts that hold, in one line.
    void facts_line(std::string_view what, std::initializer_list<std::pair<bool, std::string>> facts) {
        std::string names;
        for (const auto& [holds, name] : facts) {
            names += holds ? (names.empty() ? "" : ", ") + name : "";
        }
        if (!names.empty()) {
            line("{} {}", what, names);
        }
    }
    void condition_line(std::string_view what, const Condition& condition) {
        line("  {} {}{}", what, code_name(program_, condition.chunk),
             condition.reason < program_.texts.size() ? " " + quoted(program_.texts[condition.reason].utf8) : "");
    }

    const Program& program_;
};

std::string_view kind_name(ClassKind kind) {
    switch (kind) {
    case ClassKind::Class: return "class";
    case ClassKind::Interactable: return "interactable";
    case ClassKind::Tile: return "tile";
    case ClassKind::Group: return "group";
    case ClassKind::Board: return "board";
    case ClassKind::Stack: return "stack";
    case ClassKind::Connection: return "connection";
    case ClassKind::Event: return "event";
    }
    return {};
}

std::string_view scope_name(Scope scope) {
    switch (scope) {
    case Scope::Local: return "";
    case Scope::Group: return "group ";
    case Scope::Global: return "global ";
    case Scope::Player: return "player ";
    }
    return {};
}

std::string_view mode_name(InputMode mode) {
    switch (mode) {
    case InputMode::Choice: return "";
    case InputMode::Player: return "player ";
    case InputMode::Players: return "players ";
    case InputMode::Auto: return "auto ";
    }
    return {};
}

std::string_view geometry_name(GeometryKind geometry) {
    switch (geometry) {
    case GeometryKind::Square: return "square";
    case GeometryKind::HexRow: return "hex row";
    case GeometryKind::HexColumn: return "hex column";
    case GeometryKind::Graph: return "graph";
    }
    return {};
}

void TableWriter::write_head() {
    line("game {}", quoted(program_.game));
    line("players {}..{}", program_.min_players, program_.max_players);
    for (const auto& [holds, trait] :
         {std::pair(program_.any_fail, "may fail"), std::pair(program_.uses_connections, "looks at connections"),
          std::pair(program_.has_blanks, "has blank tiles"), std::pair(program_.hides, "hides something"),
          std::pair(program_.chance, "draws random numbers"), std::pair(program_.simultaneous, "choices at once")}) {
        if (holds) {
            line("trait {}", trait);
        }
    }
    write_plan(program_.choice_plan);
}

// What holds is that something need not be looked for, so that a program without plans shows nothing.
void TableWriter::write_plan(const ChoicePlan& plan) {
    facts_line("plan", {{!plan.has_phase_events, "no phase is observed"},
                        {!plan.has_off_turn, "nobody chooses off turn"},
                        {plan.are_phases_quiet, "phases are quiet"},
                        {plan.is_choice_next, "a choice is next"},
                        {plan.is_in_order, "options are in order"},
                        {program_.counts_moments && !plan.trials_ask_repeats, "no moments in trials"},
                        {plan.steady_choices != 0, fmt::format("always {} options", plan.steady_choices)}});
}

void TableWriter::write_plan(const ActionPlan& plan) {
    facts_line("  plan", {{plan.lists_moves, "lists moves"},
                          {!plan.uses_event, "no event"},
                          {!plan.raises_action_events, "not observed"},
                          {plan.asks_once, "asks once"},
                          {plan.has_fast_path, "fast path"},
                          {plan.only_input != kNone, "one input"}});
}

void TableWriter::write_plan(const InputPlan& plan) {
    facts_line("  plan",
               {{plan.takes_unset, "takes unset"},
                {plan.scans_tiles, "scans tiles"},
                {plan.has_one_group, "one group"},
                {plan.goes_to_destinations, "goes to destinations"},
                {plan.takes_all_tiles, "takes all tiles"},
                {plan.stands_alone, "stands alone"},
                {plan.has_pure_filter, "pure filter"},
                {plan.takes_lists, "takes lists"},
                {plan.is_asked_first, "asked first"},
                {plan.range_length != 0, fmt::format("{} numbers from {}", plan.range_length, plan.range_first)}});
}

void TableWriter::write_source(const InputInfo& input) {
    const InputSource& source = input.source;
    const std::string way = source.movement < program_.movements.size() ? program_.movements[source.movement].name
                                                                        : fmt::format("word {}", source.movement_word);
    facts_line("  source", {{source.candidates == CandidateSource::Type, "all of the type"},
                            {source.candidates == CandidateSource::Range, "constant range"},
                            {source.candidates == CandidateSource::Destinations,
                             fmt::format("destinations of r{} by {}", source.piece, way)},
                            {source.unset_word != 0, fmt::format("word {} is null", source.unset_word)}});
}

void TableWriter::write_class(const ClassInfo& info) {
    line("\n{}{} {}{}: {} words{}", scope_name(info.scope), kind_name(info.kind), info.name,
         info.base == kNone ? "" : " : " + class_name(program_, info.base), info.size,
         info.abstract ? ", abstract" : "");
    for (const AttributeInfo& attribute : info.attributes) {
        line("  {} {} word {}{}", type_name(program_, attribute.type), attribute.name, attribute.offset,
             attribute.change_events.empty() ? "" : ", observed");
        for (const ChunkIndex visible : attribute.visible) {
            chunk_line("  visible", visible);
        }
        chunk_line("  read by", attribute.reader);
        if (attribute.raw != attribute.reader) {
            chunk_line("  raw", attribute.raw);
        }
    }
    for (std::size_t slot = 0; slot < info.actions.size(); ++slot) {
        line("  action {} {}", slot, program_.actions[info.actions[slot]].name);
    }
    for (std::size_t slot = 0; slot < info.methods.size(); ++slot) {
        line("  method {} {}", slot, code_name(program_, info.methods[slot]));
    }
    chunk_line("init", info.init);
    chunk_line("default", info.defaults);
    for (const ChunkIndex visible : info.visible) {
        chunk_line("visible", visible);
    }
    constexpr std::array<std::string_view, kInformationParts> kParts = {"short", "long", "glyph", "color", "image"};
    for (std::size_t part = 0; part < kInformationParts; ++part) {
        chunk_line(kParts.at(part), info.information.at(part));
    }
}

void TableWriter::write_action(const ActionInfo& action) {
    const std::string owner = action.owner == kNone ? "" : class_name(program_, action.owner) + ".";
    line("\n{} {}{} prio {}{}{}", action.is_goal ? "goal" : "action", owner, action.name, action.prio,
         action.may_fail ? ", may fail" : "", action.may_cancel ? ", may cancel" : "");
    for (const Condition& condition : action.requirements) {
        condition_line("require", condition);
    }
    for (const Trigger& trigger : action.triggers) {
        line("  trigger {} {}", class_name(program_, trigger.event), code_name(program_, trigger.chunk));
    }
    for (const InputIndex input : action.inputs) {
        line("  input {}", program_.inputs[input].name);
    }
    for (const ActionInfo::ActionEvent& action_event : action.before_events) {
        line("  raises before {}", class_name(program_, action_event.event));
    }
    for (const ActionInfo::ActionEvent& action_event : action.after_events) {
        line("  raises after {}", class_name(program_, action_event.event));
    }
    chunk_line("effect", action.effect);
    write_plan(action.plan);
}

void TableWriter::write_input(const InputInfo& input) {
    line("\n{}{}input {} {} in r{}{}", input.optional ? "optional " : "", mode_name(input.mode),
         type_name(program_, input.type), input.name, input.reg, input.has_else ? ", else" : "");
    if (input.is_amounts) {
        line("  amounts");
    }
    chunk_line("who", input.who);
    chunk_line("options", input.options);
    chunk_line("low", input.low);
    chunk_line("high", input.high);
    chunk_line("step", input.step);
    chunk_line("count", input.count_low);
    chunk_line("count to", input.count_high);
    for (const Condition& filter : input.filters) {
        condition_line("filter", filter);
    }
    for (const Condition& filter : input.list_filters) {
        condition_line("filter of all", filter);
    }
    write_source(input);
    write_plan(input.plan);
}

void TableWriter::write_group(const GroupInfo& group) {
    if (group.lattice != LatticeKind::None) {
        line("\n{} of group {}.{}: {}", group.lattice == LatticeKind::Corners ? "corners" : "sides",
             class_name(program_, group.board), group.name, program_.types[group.tile_base].name);
        return;
    }
    line("\ngroup {}.{}: {}{}{}, {} by {}", class_name(program_, group.board), group.name,
         geometry_name(group.geometry), group.odd_shifted ? " odd" : "", group.around ? " around" : "", group.columns,
         group.rows);
    for (std::size_t cell = 0; cell < group.cells.size(); cell += group.columns) {
        std::string row;
        for (std::size_t column = 0; column < group.columns; ++column) {
            const ClassIndex tile = group.cells[cell + column];
            row += " " + (tile == kNone ? "b" : class_name(program_, tile));
        }
        line(" {}", row);
    }
    for (std::size_t tile = 0; tile < group.tiles.size(); ++tile) {
        const bool is_named = tile < group.names.size() && group.names[tile] < program_.texts.size();
        line("  {} {}", class_name(program_, group.tiles[tile]),
             is_named ? program_.texts[group.names[tile]].utf8 : "-");
    }
}

void TableWriter::write_movement(const MovementInfo& movement) {
    constexpr std::array<std::string_view, 5> kSteps = {"line", "adjacent", "distance", "coord", "jump"};
    line("\nmovement {}{}", movement.name, movement.is_single_step ? ", quick" : "");
    for (const MovementAlternative& alternative : movement.alternatives) {
        line("  effect{}", alternative.repeat ? " repeat" : "");
        for (const MovementStep& step : alternative.steps) {
            line("    {}", kSteps.at(static_cast<std::size_t>(step.kind)));
            for (const ChunkIndex part :
                 {step.directions, step.directions_to, step.count, step.dx, step.dy, step.target}) {
                chunk_line("    of", part);
            }
        }
        for (const ChunkIndex through : alternative.through) {
            chunk_line("  through", through);
        }
        for (const ChunkIndex onto : alternative.onto) {
            chunk_line("  onto", onto);
        }
    }
}

void TableWriter::write_phase(std::string_view word, const PhaseInfo& phase) {
    line("  {} {}{}", word, phase.name, phase.may_fail ? ", may fail" : "");
    for (const InputIndex input : phase.inputs) {
        line("    input {}", program_.inputs[input].name);
    }
    chunk_line("  effect", phase.effect);
}

void TableWriter::write_turn(const TurnInfo& turn) {
    line("\nturn {}", turn.name);
    for (const PhaseInfo& phase : turn.phases) {
        write_phase("phase", phase);
    }
    chunk_line("default", turn.default_block);
}

void TableWriter::write_observers(ClassIndex event) {
    if (event >= program_.observers.size() || program_.observers[event].empty()) {
        return;
    }
    line("\nobservers of {}", class_name(program_, event));
    for (const Observer& observer : program_.observers[event]) {
        line("  {} {} trigger {}", observer.owner == kNone ? "the game" : class_name(program_, observer.owner),
             program_.actions[observer.action].name, observer.trigger);
    }
}

} // namespace

std::string disassemble(const Program& program, const Chunk& chunk) {
    std::string text = chunk_head(chunk);
    const std::set<std::uint32_t> targets = jump_targets(chunk);
    std::uint32_t line_before = 0;
    for (std::uint32_t at = 0; at < chunk.code.size(); ++at) {
        const LocationIndex place = at < chunk.places.size() ? chunk.places[at] : 0;
        const std::uint32_t line = place != 0 && place < program.places.size() ? program.places[place].line : 0;
        const std::string shown = line != 0 && line != line_before ? fmt::format("  ; line {}", line) : "";
        line_before = line;
        fmt::format_to(std::back_inserter(text), "{}{:4} {}{}\n", targets.contains(at) ? '>' : ' ', at,
                       instruction_text(program, chunk.code[at], at), shown);
    }
    return text;
}

std::string disassemble(const Program& program) {
    TableWriter tables(program);
    tables.write_head();
    for (const ClassInfo& info : program.classes) {
        tables.write_class(info);
    }
    for (const GroupInfo& group : program.groups) {
        tables.write_group(group);
    }
    for (const MovementInfo& movement : program.movements) {
        tables.write_movement(movement);
    }
    for (const ActionInfo& action : program.actions) {
        tables.write_action(action);
    }
    for (const InputInfo& input : program.inputs) {
        tables.write_input(input);
    }
    for (ClassIndex event = 0; event < program.classes.size(); ++event) {
        tables.write_observers(event);
    }
    for (const TurnInfo& turn : program.turns) {
        tables.write_turn(turn);
    }
    for (const PhaseInfo& setup : program.setups) {
        tables.write_phase("setup", setup);
    }
    for (std::size_t index = 0; index < program.chunks.size(); ++index) {
        tables.text += fmt::format("\n#{} {}", index, disassemble(program, program.chunks[index]));
    }
    return tables.text;
}

} // namespace tgdl
