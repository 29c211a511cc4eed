#include "check/check.h"

#include "check/bodies.h"
#include "check/check_cases.h"
#include "check/declare.h"
#include "check/evaluate.h"
#include "check/infer_effects.h"
#include "check/prios.h"
#include "check/read_data.h"
#include "check/traits.h"
#include "check/warnings.h"
#include "syntax/words.h"

namespace tgdl {

std::unique_ptr<CheckedProgram> check(SourceSet& sources, Loader& loader, std::string_view main_path,
                                      Diagnostics& diagnostics) {
    auto program = std::make_unique<CheckedProgram>();
    program->names = make_interner();
    if (!load_files(*program, sources, loader, main_path, diagnostics)) {
        return nullptr;
    }
    load_data_files(*program, sources, loader, diagnostics);
    declare(*program, diagnostics);
    check_bodies(*program, diagnostics);
    infer_effects(*program, diagnostics);
    ConstantEvaluator evaluator(*program);
    evaluator.evaluate_constants(diagnostics);
    finish_boards(*program, evaluator, diagnostics);
    finish_prios(*program, evaluator, diagnostics);
    check_cases(*program, evaluator, diagnostics);
    find_traits(*program);
    if (!diagnostics.has_errors()) {
        find_warnings(*program, diagnostics);
    }
    diagnostics.sort();
    return program;
}

} // namespace tgdl
