// Works out expressions that depend on nothing but constants, without a match: over the checked tree, in bounded time.
//
//   ConstantEvaluator evaluator(program);
//   const Evaluated seen = evaluator.evaluate({file, expression});
//   if (seen.status == Evaluated::Status::Known) … seen.value …
//
// What only a match can tell (options, the number of players), and the few things that this leaves to the code of the
// program (parts of texts that are not ASCII, shapes), is Unknown: it is worked out when a match begins.
#pragma once

#include "check/checked_program.h"
#include "diagnostics/diagnostic.h"

#include <optional>
#include <string>
#include <vector>

namespace tgdl {

struct Evaluated {
    enum class Status : std::uint8_t {
        Known,
        InMatch,     // it depends on an option or on the number of players
        Later,       // it does not, but is worked out when a match begins
        NotConstant, // it reads or does what a constant may not: `why` says what, `place` where
        Fault,       // `why` says what went wrong, `place` where
        Circle,      // reported
    } status = Status::Known;
    ConstantValue value;
    Span place;
    std::string why;
};

class ConstantEvaluator {
public:
    explicit ConstantEvaluator(CheckedProgram& program);

    // Every constant of the program and every default and value of an option; mistakes are reported.
    void evaluate_constants(Diagnostics& diagnostics);
    // An expression that BodyChecker has looked at. The constants of the program are known.
    [[nodiscard]] Evaluated evaluate(CodeRef expression);
    [[nodiscard]] std::string text(const ConstantValue& value) const;

private:
    friend class ConstantRun;
    // What an expression or a function uses.
    struct Use {
        bool is_constant = true;
        bool in_match = false;
        bool is_circle = false;
        Span place; // of what is not constant
        std::string why;
    };
    enum class State : std::uint8_t { Unseen, Working, Done };

    void resolve(ConstantId id);
    [[nodiscard]] bool is_reported(CodeRef expression) const;
    void report(const Constant& constant, const Evaluated& seen);
    void check_option(Constant& constant);
    Use use_of(CodeRef code);
    void look(FileId file, NodeId node, Use& use);
    void look_at_meaning(FileId file, NodeId node, Use& use);
    void look_at_function(FunctionId id, Span place, Use& use);
    void look_at_constant(ConstantId id, Use& use);
    [[nodiscard]] Evaluated evaluate_used(CodeRef expression, const Use& use, TypeId wanted = {});
    static void refuse(Use& use, Span place, std::string why);

    CheckedProgram& program_;
    Diagnostics* diagnostics_ = nullptr;
    std::uint64_t steps_ = 0;                   // of all that was worked out
    std::size_t kept_ = 0;                      // elements of the collections of constants
    std::uint32_t depth_ = 0;                   // of code that is looked at, through what it leads to
    std::vector<State> states_;                 // by ConstantId
    std::vector<std::optional<Use>> functions_; // by FunctionId
};

} // namespace tgdl
