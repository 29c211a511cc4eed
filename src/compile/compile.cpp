#include "compile/compile.h"

#include "compile/find_flags.h"
#include "compile/lower_actions.h"
#include "compile/lower_boards.h"
#include "compile/lower_classes.h"
#include "compile/lower_code.h"
#include "compile/lower_constants.h"
#include "compile/lower_coverage.h"
#include "compile/lower_data.h"
#include "compile/lower_movements.h"
#include "compile/lower_readers.h"
#include "compile/lower_turns.h"
#include "compile/lowering.h"
#include "compile/make_plain.h"
#include "compile/number_classes.h"
#include "compile/optimize_chunks.h"
#include "program/cell_geometry.h"
#include "program/find_plans.h"
#include "program/pure_code.h"
#include "program/single_step_movements.h"
#include "program/texts.h"
#ifdef TGDL_TYPED
#include "program/verify.h"
#endif

#include <algorithm>
#include <utility>

namespace tgdl {

namespace {

// FNV-1a with 64 bits over the texts of all files, each with its length, so that moving text between files shows.
std::uint64_t hash_of(const SourceSet& sources) {
    constexpr std::uint64_t kPrime = 0x100000001b3ULL;
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto add = [&](unsigned char byte) { hash = (hash ^ byte) * kPrime; };
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::string_view text = sources.file(FileId(i)).text();
        for (std::size_t shift = 0; shift < 64; shift += 8) {
            add(static_cast<unsigned char>(static_cast<std::uint64_t>(text.size()) >> shift));
        }
        for (const char character : text) {
            add(static_cast<unsigned char>(character));
        }
    }
    return hash;
}

void lower_functions(Lowering& lowering) {
    for (std::size_t i = 0; i < lowering.checked.functions.size(); ++i) {
        const ChunkIndex index = lowering.function_chunk(FunctionId(i));
        if (index != kNone) {
            Chunk chunk = lower_function(lowering, FunctionId(i));
            lowering.program.chunks[index] = std::move(chunk);
        }
    }
}

void lower_scores(Lowering& lowering) {
    const ScoreRules& rules = lowering.checked.scores;
    if (!rules.score.valid()) {
        return;
    }
    ScoreInfo& scores = lowering.program.scores;
    scores.score = lowering.function_chunk(rules.score);
    scores.lowest = rules.lowest;
    for (const ScoreRules::Tiebreak& tiebreak : rules.tiebreaks) {
        scores.tiebreaks.push_back({lowering.function_chunk(tiebreak.function), tiebreak.lowest});
    }
}

// All that makes playing it faster, in this order: later steps look at what earlier ones have found.
void optimise_program(Program& program) {
    optimize_chunks(program);
    std::ranges::for_each(program.groups, find_neighbors);
    mark_pure_chunks(program);
    find_single_step_movements(program);
    find_plans(program);
}

} // namespace

namespace {

// Does its code put the name of a player into a text?
bool gives_names(const Chunk& chunk) {
    return std::ranges::any_of(chunk.code, [](const Instruction& code) {
        return code.op == Operation::Native && static_cast<NativeId>(code.b) == NativeId::PlayerName;
    });
}

} // namespace

std::shared_ptr<const Program> compile(const CheckedProgram& checked, const SourceSet& sources, Coverage coverage,
                                       Optimise optimise) {
    auto program = std::make_shared<Program>();
    program->optimise = optimise;
    program->game = checked.game_name;
    program->min_players = checked.min_players;
    program->max_players = checked.max_players;
    for (const SeatText& seat : checked.seat_texts) {
        program->seat_texts.push_back({seat.name, seat.color});
    }
    program->hash = hash_of(sources);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        program->files.push_back(sources.file(FileId(i)).path());
    }
    Lowering lowering(checked, sources, *program);
    lowering.records_coverage = coverage == Coverage::On;
    number_classes(lowering);
    number_constants(lowering);
    find_flags(lowering);
    lower_groups(lowering);
    reserve_readers(lowering);
    lower_data(lowering);
    lower_functions(lowering);
    lower_readers(lowering);
    lower_scores(lowering);
    lower_constant_values(lowering);
    lower_classes(lowering);
    lower_actions(lowering);
    lower_movements(lowering);
    lower_turns(lowering);
    keep_reachable_regions(lowering);
    program->uses_names = std::ranges::any_of(program->chunks, gives_names);
    index_texts(*program);
    if (optimise == Optimise::Yes) {
        optimise_program(*program);
    } else {
        make_plain(*program);
    }
#ifdef TGDL_TYPED
    program->known_types = find_types(*program);
#endif
    return program;
}

} // namespace tgdl
