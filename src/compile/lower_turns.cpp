#include "compile/lower_turns.h"

#include "compile/find_flags.h"
#include "compile/lower_actions.h"
#include "compile/lower_code.h"

#include <utility>

namespace tgdl {

namespace {

class TurnLowering {
public:
    explicit TurnLowering(Lowering& lowering)
        : lowering_(lowering), checked_(lowering.checked), program_(lowering.program), failing_(lowering.checked) {}

    void lower() {
        for (const Turn& turn : checked_.turns) {
            lower_turn(turn);
        }
        if (program_.turns.empty()) {
            program_.turns.push_back(make_turn("default"));
            program_.turns.back().phases.push_back(make_phase("default"));
        }
        for (const Setup& setup : checked_.setups) {
            program_.setups.push_back(lower_phase("setup", "setup", setup.inputs, setup.effect));
        }
    }

private:
    [[nodiscard]] TurnInfo make_turn(std::string_view name) {
        TurnInfo info;
        info.name = name;
        info.text = lowering_.text_index(name);
        return info;
    }

    [[nodiscard]] PhaseInfo make_phase(std::string_view name) {
        PhaseInfo info;
        info.name = name;
        info.text = lowering_.text_index(name);
        return info;
    }

    [[nodiscard]] std::vector<std::string> aliased_names(const Turn& turn) const {
        std::vector<std::string> names;
        for (const FileUnit& unit : checked_.files) {
            for (const FileUnit::Import& import : unit.imports) {
                if (import.alias.valid() && import.file == turn.place.file) {
                    names.push_back(std::string(checked_.text(import.alias)) + "."
                                    + std::string(checked_.text(turn.name)));
                }
            }
        }
        return names;
    }

    void lower_turn(const Turn& turn) {
        TurnInfo info = make_turn(checked_.text(turn.name));
        info.aliased_names = aliased_names(turn);
        for (const Phase& phase : turn.phases) {
            const std::string name(checked_.text(phase.name));
            info.phases.push_back(lower_phase(name, info.name + "." + name, phase.inputs, phase.effect));
        }
        if (!turn.defaults.empty()) { // the last one counts
            const CodeRef block = turn.defaults.back();
            const BodyId body = lowering_.bodies.find(block.file, checked_.tree(block).child(block.node, Role::Body));
            if (body.valid()) {
                info.default_block = lower_body(lowering_, body, {info.name + ".default", {}}, checked_.types.player);
            }
        }
        program_.turns.push_back(std::move(info));
    }

    PhaseInfo lower_phase(std::string_view name, const std::string& title, const std::vector<InputId>& inputs,
                          CodeRef effect) {
        PhaseInfo info = make_phase(name);
        info.inputs = lower_head_inputs(lowering_, inputs, HeadUses::Nothing, title);
        const BodyId body = lowering_.bodies.find(effect);
        if (!body.valid()) {
            return info;
        }
        ChunkShape shape{title, {NamedRegister{}, NamedRegister{}}};
        for (const InputId input : inputs) {
            shape.parameters.push_back(register_input(input));
        }
        info.effect = lower_body(lowering_, body, shape);
        info.may_fail = failing_.may_fail(checked_.bodies[body.index()].effects);
        return info;
    }

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Program& program_;
    FailureAnalysis failing_;
};

} // namespace

void lower_turns(Lowering& lowering) {
    TurnLowering(lowering).lower();
}

} // namespace tgdl
