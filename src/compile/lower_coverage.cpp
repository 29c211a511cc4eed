#include "compile/lower_coverage.h"

#include "compile/code_lowering.h"
#include "program/operands.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace tgdl {

namespace {

// Chunks that rules can come to.
class Reachable {
public:
    explicit Reachable(const Lowering& lowering)
        : program_(lowering.program), is_reached_(lowering.program.chunks.size(), false) {
        std::vector<bool> is_root(program_.chunks.size(), true);
        for (const Lowering::FunctionPlace& function : lowering.functions) {
            exclude(is_root, function.chunk);
        }
        exclude_texts(is_root);
        for (ChunkIndex chunk = 0; chunk < is_root.size(); ++chunk) {
            if (is_root[chunk]) {
                reach(chunk);
            }
        }
        reach(program_.scores.score);
        for (const ScoreInfo::Tiebreak& tiebreak : program_.scores.tiebreaks) {
            reach(tiebreak.chunk);
        }
        propagate();
    }

    [[nodiscard]] bool has(ChunkIndex chunk) const { return is_reached_[chunk]; }

private:
    static void exclude(std::vector<bool>& is_root, ChunkIndex chunk) {
        if (chunk != kNone) {
            is_root[chunk] = false;
        }
    }

    // What people read or see; bots ask for none of it.
    void exclude_texts(std::vector<bool>& is_root) const {
        const auto exclude_all = [&](const auto& chunks) {
            std::ranges::for_each(chunks, [&](ChunkIndex chunk) { exclude(is_root, chunk); });
        };
        const auto exclude_reasons = [&](const std::vector<Condition>& conditions) {
            std::ranges::for_each(conditions, [&](const Condition& each) { exclude(is_root, each.reason_chunk); });
        };
        for (const ClassInfo& info : program_.classes) {
            exclude_all(info.visible);
            exclude_all(info.information);
            for (const AttributeInfo& attribute : info.attributes) {
                exclude_all(attribute.visible);
            }
        }
        for (const ActionInfo& action : program_.actions) {
            exclude_reasons(action.requirements);
        }
        for (const InputInfo& input : program_.inputs) {
            exclude_reasons(input.filters);
            exclude_reasons(input.list_filters);
        }
    }

    void reach(ChunkIndex chunk) {
        if (chunk != kNone && !is_reached_[chunk]) {
            is_reached_[chunk] = true;
            open_.push_back(chunk);
        }
    }

    void propagate() {
        while (!open_.empty()) {
            const Chunk& chunk = program_.chunks[open_.back()];
            open_.pop_back();
            for (const Instruction& instruction : chunk.code) {
                if (instruction.op == Operation::CallMethod) {
                    reach_methods(instruction.b);
                }
                for (const Operand& operand : operands_of(instruction, 0)) {
                    if (operand.kind == OperandKind::Chunk) {
                        reach(operand.number);
                    }
                }
            }
        }
    }

    void reach_methods(std::uint32_t slot) {
        for (const ClassInfo& info : program_.classes) {
            if (slot < info.methods.size()) {
                reach(info.methods[slot]);
            }
        }
    }

    const Program& program_;
    std::vector<bool> is_reached_;
    std::vector<ChunkIndex> open_;
};

// The coverage regions of reachable code, in the order of the text.
std::vector<std::uint32_t> find_reachable_regions(const Program& program, const Reachable& reachable) {
    std::vector<bool> is_recorded(program.coverage_regions.size(), false);
    for (ChunkIndex chunk = 0; chunk < program.chunks.size(); ++chunk) {
        for (const Instruction& instruction : program.chunks[chunk].code) {
            if (reachable.has(chunk) && instruction.op == Operation::Cover) {
                is_recorded[instruction.wide()] = true;
            }
        }
    }
    std::vector<std::uint32_t> kept(program.coverage_regions.size());
    std::iota(kept.begin(), kept.end(), 0U);
    std::erase_if(kept, [&](std::uint32_t region) { return !is_recorded[region]; });
    const auto order = [&](std::uint32_t region) {
        const SourceLocation& place = program.places[program.coverage_regions[region].place];
        return std::tuple(place.file, place.begin, ~place.end, program.coverage_regions[region].kind);
    };
    std::ranges::sort(kept, {}, order);
    return kept;
}

} // namespace

void keep_reachable_regions(Lowering& lowering) {
    Program& program = lowering.program;
    if (program.coverage_regions.empty()) {
        return;
    }
    const std::vector<std::uint32_t> kept = find_reachable_regions(program, Reachable(lowering));
    std::vector<std::uint32_t> numbers(program.coverage_regions.size(), kNone);
    std::vector<CoverageRegion> coverage_regions;
    for (const std::uint32_t region : kept) {
        numbers[region] = static_cast<std::uint32_t>(coverage_regions.size());
        coverage_regions.push_back(std::move(program.coverage_regions[region]));
    }
    program.coverage_regions = std::move(coverage_regions);
    for (Chunk& chunk : program.chunks) {
        for (Instruction& instruction : chunk.code) {
            if (instruction.op == Operation::Cover) {
                const std::uint32_t number = numbers[instruction.wide()];
                instruction = number == kNone ? Instruction{Operation::Nop, 0, 0, 0}
                                              : Instruction::with_wide(Operation::Cover, instruction.a, number);
            }
        }
    }
}

// ---- where regions begin

void CodeLowering::emit_coverage(CoverageRegionKind kind, const Span& head, const Span& all) {
    if (!lowering_.records_coverage) {
        return;
    }
    // What the effect of an action does counts only when it happens. Functions and conditions are asked as well.
    const bool acts = !body().function.valid() && !is_hypothetical(body().kind) && kind != CoverageRegionKind::Value;
    writer_.emit_wide(Operation::Cover, acts ? 0 : 1, lowering_.coverage_region_index(kind, name_, head, all));
}

CoverageRegionKind CodeLowering::kind_of_body() const {
    const Body& here = body();
    if (here.kind != BodyKind::Effect) {
        return CoverageRegionKind::Block;
    }
    if (here.function.valid()) {
        return CoverageRegionKind::Function;
    }
    if (!here.action.valid()) {
        return here.turn.valid() ? CoverageRegionKind::Phase : CoverageRegionKind::Setup;
    }
    bool has_trigger = false;
    bool is_chosen = false;
    for (ActionId id = here.action; id.valid(); id = checked_.action(id).replaces) {
        for (const ActionTrigger& trigger : checked_.action(id).triggers) {
            has_trigger = true;
            is_chosen = is_chosen || trigger.event == checked_.player_choice_event
                        || trigger.event == checked_.off_turn_choice_event;
        }
    }
    if (checked_.action(here.action).is_goal && !has_trigger) {
        return CoverageRegionKind::Goal;
    }
    return has_trigger && !is_chosen ? CoverageRegionKind::Reaction : CoverageRegionKind::Action;
}

Span CodeLowering::head_of_body(NodeId block) const {
    const Body& here = body();
    if (here.function.valid()) {
        return tree_.name_span(checked_.function(here.function).place.node);
    }
    if (here.action.valid()) {
        return tree_.name_span(checked_.action(here.action).place.node);
    }
    for (const Turn& turn : checked_.turns) {
        for (const Phase& phase : turn.phases) {
            if (phase.effect == here.place && phase.place.valid()) {
                return tree_.name_span(phase.place.node);
            }
        }
    }
    return tree_.span(block);
}

void CodeLowering::emit_body_coverage(NodeId block) {
    if (lowering_.records_coverage) {
        const CoverageRegionKind kind = kind_of_body();
        emit_coverage(kind, kind == CoverageRegionKind::Block ? tree_.span(block) : head_of_body(block),
                      tree_.span(block));
    }
}

void CodeLowering::emit_rest_coverage(NodeId statement, NodeId block) {
    const Span here = tree_.span(statement);
    emit_coverage(CoverageRegionKind::Rest, here, {here.file, here.begin, tree_.span(block).end});
}

void CodeLowering::lower_round(NodeId loop) {
    const NodeId round = child(loop, Role::Body);
    if (round.valid()) {
        const Span all = tree_.span(loop);
        lower_arm(CoverageRegionKind::Loop, {all.file, all.begin, tree_.span(round).begin}, round);
    }
}

void CodeLowering::lower_arm(CoverageRegionKind kind, const Span& head, NodeId arm) {
    if (arm.valid()) {
        emit_coverage(kind, head, tree_.span(arm));
        lower_scoped(arm);
    }
}

} // namespace tgdl
