#include "compile/eliminate_common_lookups.h"

#include "compile/live_registers.h"
#include "compile/register_use.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tgdl {

namespace {

// A bit for each lookup of a chunk. More than that are not shared.
using Lookups = std::uint64_t;
constexpr std::size_t kMostLookups = 64;

Lookups bit(std::uint32_t number) {
    return number == kNone ? 0 : Lookups{1} << number;
}

// Gives the same every time, as long as nothing writes the register it reads or the word it looks at.
bool is_lookup(Operation operation) {
    switch (operation) {
    case Operation::GetWord:
    case Operation::GetTileWord:
    case Operation::GetGlobalWord:
    case Operation::QuickTileX:
    case Operation::QuickTileY: return true;
    default: return false;
    }
}

bool looks_at_word(Operation operation) {
    return operation == Operation::GetWord || operation == Operation::GetTileWord
           || operation == Operation::GetGlobalWord;
}

bool stores(Operation operation) {
    return operation == Operation::SetWord || operation == Operation::SetGlobalWord;
}

// Neither runs other code nor changes a word that a lookup reads, but for the one that SetWord and SetGlobalWord name.
bool is_harmless(const Program& program, const EditedInstruction& edited) {
    switch (edited.code.op) {
    case Operation::BeginHypothetical: return false;
    case Operation::LoadNull:
    case Operation::CheckNotNull:
    case Operation::SetWord:
    case Operation::SetGlobalWord:
    case Operation::WalkConstants:
    case Operation::WalkLine:
    case Operation::WalkAdjacents:
    case Operation::QuickGroupGet: return true;
    case Operation::Native: return static_cast<NativeId>(edited.code.b) == NativeId::ListSet;
    default: return edited.target != kNone || has_free_target(program, edited.code.op);
    }
}

struct Lookup {
    Instruction code; // without its target
    std::uint32_t reads = kNone;
    std::uint32_t shared = kNone; // the register that holds what it gives, if it is asked for again
};

class CommonLookups {
public:
    CommonLookups(const Program& program, const EditedCode& code) : program_(program), code_(code) {}

    std::optional<EditedCode> run();

private:
    bool find_lookups();
    std::uint32_t number_of(Instruction code);
    [[nodiscard]] bool is_coordinate(std::uint32_t at) const;
    [[nodiscard]] std::uint32_t find_stored(const Instruction& code) const;
    void find_changes();
    void find_known();
    [[nodiscard]] bool assign_registers(EditedCode& out);
    void write(EditedCode& out) const;

    const Program& program_;
    const EditedCode& code_;
    std::vector<Lookup> lookups_;
    std::vector<std::uint32_t> made_;   // by instruction: which lookup it is; kNone: none
    std::vector<std::uint32_t> stored_; // by instruction: which lookup would give what it stores
    std::vector<Lookups> kept_;         // by instruction: what stays known after it
    std::vector<Lookups> found_;        // by instruction: what is known after it anyhow
    std::vector<Lookups> known_;        // by instruction: before it
};

std::uint32_t CommonLookups::number_of(Instruction code) {
    code.a = 0;
    const auto found = std::ranges::find(lookups_, code, &Lookup::code);
    if (found != lookups_.end()) {
        return static_cast<std::uint32_t>(found - lookups_.begin());
    }
    if (lookups_.size() == kMostLookups) {
        return kNone;
    }
    lookups_.push_back({code, register_use(program_, code).reads[1], kNone});
    return static_cast<std::uint32_t>(lookups_.size() - 1);
}

// A constant that is loaded for the QuickGroupGet that follows.
bool CommonLookups::is_coordinate(std::uint32_t at) const {
    const std::uint16_t reg = code_.instructions[at].code.a;
    for (std::uint32_t next = code_.after(at); next < code_.size(); next = code_.after(next)) {
        const EditedInstruction& edited = code_.instructions[next];
        const RegisterUse use = register_use(program_, edited.code);
        if (use.reads_register(reg)) {
            return edited.code.op == Operation::QuickGroupGet && edited.code.a != reg;
        }
        if (use.writes.has(reg) || edited.target != kNone || !is_harmless(program_, edited)) {
            return false;
        }
    }
    return false;
}

// What a store puts there is what looking gives.
std::uint32_t CommonLookups::find_stored(const Instruction& code) const {
    const auto is_same = [&](const Lookup& lookup) {
        const Instruction& look = lookup.code;
        return code.op == Operation::SetWord
                   ? (look.op == Operation::GetWord || look.op == Operation::GetTileWord) && look.b == code.a
                         && look.c == code.c
                   : look.op == Operation::GetGlobalWord && look.b == code.b && look.c == code.c;
    };
    if (!stores(code.op)) {
        return kNone;
    }
    const auto found = std::ranges::find_if(lookups_, is_same);
    return found == lookups_.end() ? kNone : static_cast<std::uint32_t>(found - lookups_.begin());
}

// False: nothing is looked up that could be known already.
bool CommonLookups::find_lookups() {
    made_.assign(code_.size(), kNone);
    stored_.assign(code_.size(), kNone);
    Lookups once = 0;
    Lookups again = 0;
    const auto count = [&](std::uint32_t number) {
        again |= once & bit(number);
        once |= bit(number);
    };
    for (std::uint32_t at = 0; at < code_.size(); ++at) {
        const EditedInstruction& edited = code_.instructions[at];
        if (!edited.removed
            && (is_lookup(edited.code.op) || (edited.code.op == Operation::LoadConstant && is_coordinate(at)))) {
            made_[at] = number_of(edited.code);
            count(made_[at]);
        }
    }
    for (std::uint32_t at = 0; at < code_.size(); ++at) {
        stored_[at] = code_.instructions[at].removed ? kNone : find_stored(code_.instructions[at].code);
        count(stored_[at]);
    }
    return again != 0;
}

// What each instruction does to what is known.
void CommonLookups::find_changes() {
    kept_.assign(code_.size(), 0);
    found_.assign(code_.size(), 0);
    for (std::uint32_t at = code_.standing(0); at < code_.size(); at = code_.after(at)) {
        const EditedInstruction& edited = code_.instructions[at];
        if (!is_harmless(program_, edited)) {
            continue;
        }
        const RegisterRange written = register_use(program_, edited.code).writes;
        for (std::uint32_t number = 0; number < lookups_.size(); ++number) {
            const Lookup& lookup = lookups_[number];
            const bool is_stored =
                stores(edited.code.op) && looks_at_word(lookup.code.op) && lookup.code.c == edited.code.c;
            kept_[at] |= is_stored || written.has(lookup.reads) ? 0 : bit(number);
        }
        found_[at] = (bit(made_[at]) & kept_[at]) | bit(stored_[at]);
    }
}

void CommonLookups::find_known() {
    const std::vector<std::uint32_t> fails = find_fail_targets(code_);
    known_.assign(code_.size() + 1, ~Lookups{0});
    known_[code_.standing(0)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t at = code_.standing(0); at < code_.size(); at = code_.after(at)) {
            const Lookups after = (known_[at] & kept_[at]) | found_[at];
            const std::array<std::uint32_t, 3> next = successors(program_, code_, at, fails[at]);
            for (std::size_t way = 0; way < next.size(); ++way) {
                if (next.at(way) == kNone) {
                    continue;
                }
                const bool is_taken_back = way == 2;
                const Lookups known = known_[next.at(way)] & (is_taken_back ? 0 : after);
                changed = changed || known != known_[next.at(way)];
                known_[next.at(way)] = known;
            }
        }
    }
}

// False: nothing is asked for again.
bool CommonLookups::assign_registers(EditedCode& out) {
    bool any = false;
    for (std::uint32_t at = 0; at < code_.size(); ++at) {
        if ((bit(made_[at]) & known_[at]) != 0 && lookups_[made_[at]].shared == kNone) {
            lookups_[made_[at]].shared = out.registers++;
            any = true;
        }
    }
    return any;
}

void CommonLookups::write(EditedCode& out) const {
    std::vector<std::uint32_t> moved; // where each instruction stands in out
    const auto copy = [&](const EditedInstruction& from, std::uint32_t target, std::uint32_t source) {
        out.instructions.push_back(
            {{Operation::Move, static_cast<std::uint16_t>(target), static_cast<std::uint16_t>(source), 0},
             from.place,
             kNone,
             false});
    };
    for (std::uint32_t at = 0; at < code_.size(); ++at) {
        moved.push_back(out.size());
        EditedInstruction edited = code_.instructions[at];
        const std::uint16_t target = edited.code.a;
        const std::uint32_t shared = made_[at] == kNone ? kNone : lookups_[made_[at]].shared;
        const bool is_known = shared != kNone && (known_[at] & bit(made_[at])) != 0;
        // What replaces the register it reads cannot be asked again.
        const bool is_kept = shared != kNone && !is_known && lookups_[made_[at]].reads != target;
        if (is_kept) {
            edited.code.a = static_cast<std::uint16_t>(shared);
        }
        if (!is_known) {
            out.instructions.push_back(edited);
        }
        if (is_known || is_kept) {
            copy(edited, target, shared);
        }
        if (stored_[at] != kNone && lookups_[stored_[at]].shared != kNone) {
            copy(edited, lookups_[stored_[at]].shared,
                 edited.code.op == Operation::SetWord ? edited.code.b : edited.code.a);
        }
    }
    moved.push_back(out.size());
    for (EditedInstruction& edited : out.instructions) {
        edited.target = edited.target == kNone ? kNone : moved[edited.target];
    }
    for (DebugVariable& variable : out.variables) {
        variable.from = moved[variable.from];
        variable.to = moved[variable.to];
    }
    for (InlinedCall& call : out.inlined) {
        call.from = moved[call.from];
        call.to = moved[call.to];
    }
}

std::optional<EditedCode> CommonLookups::run() {
    if (!find_lookups()) {
        return std::nullopt;
    }
    find_changes();
    find_known();
    EditedCode out;
    out.registers = code_.registers;
    out.variables = code_.variables;
    out.inlined = code_.inlined;
    if (!assign_registers(out)) {
        return std::nullopt;
    }
    write(out);
    return out;
}

} // namespace

std::optional<EditedCode> eliminate_common_lookups(const Program& program, const EditedCode& code) {
    return program.hides ? std::nullopt : CommonLookups(program, code).run();
}

} // namespace tgdl
