// Runs the code of a program on the state of one match.
//
//   frames   what is running: code, or an activity of the match (an action being filled, a queue being resolved …)
//   values   the registers of all frames, one after the other; exactly what the rules still hold
//   memory   everything else
//
// The machine runs the code frame on top until it returns or needs the match: then the match pushes activities and
// drives on (match/flow.h). Nothing of a waiting match is on the C++ stack, except in evaluate(), which cannot wait.
#pragma once

#include "program/program.h"
#include "vm/board_scratch.h"
#include "vm/fault.h"
#include "vm/memory.h"
#include "vm/objects.h"
#include "vm/record_stack.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tgdl {

class Machine;

// How a step ended.
enum class Outcome : std::uint8_t {
    Next,   // go on
    Pushed, // another frame is on top now, or one was popped: look again
    Done,   // the frame that was asked for has returned
    Wait,   // a player must decide
    Fail,   // `fail`: Machine::reason() has the text value or null
    Cancel, // `cancel`: likewise
    Fault,  // runtime error: Machine::fault()
    Over,   // `winner`
    Opaque, // a trial met what it may not look at: a random number, something hidden
};

enum class FrameKind : std::uint16_t {
    Code,
// Activities, see match/flow.h.
#define TGDL_ACTIVITY(name) name,
#include "vm/activity.def"
#undef TGDL_ACTIVITY
};

struct Frame {
    FrameKind kind = FrameKind::Code;
    std::uint16_t flags = 0;
    std::uint32_t code = 0; // Code: the chunk. Activities: their own use
    std::uint32_t at = 0;   // Code: the next instruction. Activities: their step
    std::uint32_t base = 0; // first value
    std::uint32_t top = 0;  // activities: one past their last value. Code frames: unused
};

using FrameStack = RecordStack<Frame>;

// What the machine asks of the match. Each may push frames (Outcome::Pushed); its result belongs in values[window].
class Flow {
public:
    virtual ~Flow() = default;
    // Natives that the vm has no function for. Arguments at values[window]…; Outcome::Next when the result stands there.
    virtual Outcome native(NativeId native, std::uint32_t window, std::uint32_t count) = 0;
    virtual Outcome ask(InputIndex input, std::uint32_t window) = 0; // the frame on top is the code that asks
    virtual Outcome choose(std::uint32_t window, std::uint32_t labels) = 0;
    virtual Outcome call_action(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) = 0;
    virtual Outcome action_possible(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) = 0;
    virtual Outcome throw_sync(std::uint32_t window) = 0;
    virtual Outcome move_piece(std::uint32_t window) = 0;
    virtual Outcome winner(WinnerKind kind, std::uint32_t window) = 0;
    virtual Outcome set_observed(std::uint32_t window, std::uint32_t attribute) = 0;
    // CallReader while an `information` block runs for somebody, CallPublic.
    virtual Outcome read_for_viewer(ChunkIndex reader, std::uint32_t window) = 0;
    virtual Outcome call_public(ChunkIndex chunk, std::uint32_t window) = 0;
    // Where Machine::guards_secrets(): may the rules read this word of the instance (0: that it is of its class, where it
    // is)? In a trial they may read what the chooser sees.
    virtual bool may_read(Handle instance, std::uint32_t word) = 0;
    // What Machine::viewer reads instead of this word, which they may not see; null for nothing.
    virtual Value shown_instead_of(Handle /*instance*/, std::uint32_t /*word*/) { return Value::null(); }
    // evaluate() met an activity that one of the above pushed: goes on with it until `floor` frames are left (Done).
    virtual Outcome drive(std::size_t floor);
    // Where an activity stands in the rules and what it is called, for reports of faults; 0: nowhere.
    [[nodiscard]] virtual LocationIndex activity_place(const Frame& frame, std::string& name) const;
};

// How a host ends work that has begun: asked from time to time while rules run. Once it has said yes it goes on to say so.
struct StopRequest {
    bool (*is_made)(const void* context) = nullptr; // null: nobody ever asks for it
    const void* context = nullptr;

    [[nodiscard]] bool operator()() const { return is_made != nullptr && is_made(context); }
};

struct Limits {
    std::uint64_t steps = 10'000'000; // instructions of one transaction, with all that it causes
    std::uint32_t depth = 1000;       // nested calls of any kind
    std::uint32_t words = 1U << 25U;  // of heap and journal: 256 MiB. As much again for registers, and for options
    std::uint32_t output = 1U << 24U; // bytes of texts delivered in one transaction
    StopRequest stop;
};

// Steps that may still be taken. They are dealt out in slices: when one is used up it is asked whether to stop, and whether
// the match still fits into its memory, so that nothing else has to ask.
struct Budget {
    static constexpr std::uint64_t kSlice = 1U << 16U;
    std::uint64_t slice = 0;
    std::uint64_t reserve = 0;

    Budget() = default;
    explicit Budget(std::uint64_t steps) : slice(steps < kSlice ? steps : kSlice), reserve(steps - slice) {}
    [[nodiscard]] std::uint64_t steps() const { return slice + reserve; }
    [[nodiscard]] bool is_spent() const { return steps() == 0; }
};

// A native: arguments at values[window]…, the result replaces the first.
using NativeFunction = Outcome (*)(Machine& machine, std::uint32_t window, std::uint32_t count);

// Candidates to which one filter is applied in turn; those that pass move up.
struct BatchFilter {
    Value* next = nullptr; // the one that is tested
    Value* end = nullptr;
    Value* kept = nullptr; // one past those that have passed
    Value* seen = nullptr; // the two registers in which the filter sees it
    Value* also_seen = nullptr;

    void load_candidate() const { *seen = *also_seen = *next; }
};

class Machine {
public:
    Machine(const Program& program, std::uint32_t players);

    // ---- state: all of this is copied with a match
    Memory memory;
    FrameStack frames;
    std::vector<Value> values; // its size is the capacity; used up to the top of the last frame

    // ---- the same for all matches of a program
    const Program* program;
    HeapLayout layout;
    bool has_plain_groups; // program/cell_geometry.h
    Flow* flow = nullptr;
    Limits limits;

    // ---- while running
    // Shared by all that runs inside each other: code, natives, hypothetical blocks, trials, texts, searches.
    Budget budget;
    std::uint32_t live_top = 0; // values below this are live; right whenever a native, the flow or a fault looks
    std::uint32_t trial = 0;    // > 0: a random number, and reading something hidden from the chooser, end with Opaque
    // What a choice discloses is being found (match/disclosure.h), or who may see what a text is made from: reading what
    // may be hidden goes by Flow::may_read as in a trial, which records it and lets it pass.
    bool tracks_secret_reads = false;
    bool tracks_hole_reads = false;
    std::uint32_t nesting = 0; // evaluate() within evaluate()
    BoardScratch boards;       // working space of walks over boards, never part of the state
    // Set while an `information` block runs for somebody: GetHiddenWord gives null where Flow::may_read says no, instead
    // of ending a trial, and JoinTexts shows what this viewer sees. kNone: nobody, all is read.
    std::uint32_t viewer = kNone;

    // Is the code that runs hypothetical? Its changes raise no events then.
    [[nodiscard]] bool is_hypothetical() const { return nesting > 0 || hypotheticals_.size() > hypotheticals_outside; }
    std::size_t hypotheticals_outside = 0; // those around a trial: inside it the rules run as they would
    [[nodiscard]] std::size_t hypothetical_count() const { return hypotheticals_.size(); }
    // Where the heap ended when the innermost one began; only inside one.
    [[nodiscard]] Handle hypothetical_top() const { return hypotheticals_.back().mark.top; }
    // Forgets those that were begun since there were so many: who goes back to then takes back what they wrote.
    void forget_hypotheticals_since(std::size_t count) {
        if (hypotheticals_.size() > count) {
            hypotheticals_.erase(hypotheticals_.begin() + static_cast<std::ptrdiff_t>(count), hypotheticals_.end());
        }
    }

    // Runs the code frame on top until the number of frames is `floor` (Done), or as Outcome says. Its result, or null,
    // is in values[base of the frame].
    Outcome run(std::size_t floor);

    // Pushes a frame for a chunk whose arguments stand at values[base]…. Fault when it is too deep.
    Outcome push_code(ChunkIndex chunk, std::uint32_t base);
    Frame& push_activity(FrameKind kind, std::uint32_t base, std::uint32_t size); // values from base on are null
    void pop_to(std::size_t frames_left);
    // Room for values up to `top` (references to values may become stale).
    void reserve(std::uint32_t top) {
        if (top > values.size()) [[unlikely]] {
            grow_values(top);
        }
    }

    // Runs a chunk as a hypothetical block: what it changes is undone, `fail` gives Outcome::Fail. The context is copied
    // above `at` (one past all live values), the result is put into `result`. Never waits. Outcome::Next: it went well.
    Outcome evaluate(ChunkIndex chunk, std::span<const Value> context, std::uint32_t at, Value& result);

    // The same when the context stands at values[at]… already.
    Outcome evaluate_in_place(ChunkIndex chunk, std::uint32_t at, Value& result);

    // Must Flow::may_read be asked before something is read that may be hidden?
    [[nodiscard]] bool guards_secrets() const {
        return (trial != 0 || tracks_secret_reads || tracks_hole_reads) && program->hides;
    }
    // May pure code be run by eval_pure()? Not where something hidden could be read.
    [[nodiscard]] bool may_eval_pure() const { return !guards_secrets() && viewer == kNone; }

    // ---- pure code (program/pure_code.h), where may_eval_pure()
    // Runs it without a frame, in the registers it is given; with a batch, for each candidate in turn. False when it
    // meets something unusual, as null where a value is wanted: nothing has changed then but registers above the
    // parameters, and the code is to be run as any other, which reports what is wrong.
    bool eval_pure(const Chunk& chunk, Value* registers, Value& result, BatchFilter* batch = nullptr);

    // ---- faults
    Outcome fault_with(FaultId id, const std::vector<std::string>& arguments = {});
    [[nodiscard]] const Fault& fault() const { return fault_; }
    void take_fault(const Machine& other) { fault_ = other.fault_; } // that something done in a copy ended with
    [[nodiscard]] Value reason() const { return reason_; }
    void set_reason(Value reason) { reason_ = reason; }

    // ---- memory
    // Words of zero behind the header of a Storage of that size, which who asks replaces by its own (an object always has
    // a header, so that the heap can be walked). 0 when memory is used up. All objects come from here.
    Handle allocate(std::uint32_t words);

    // ---- the budget
    // Counts work that grows with the size of something. False when the budget is spent: report it by budget_spent(), or
    // leave that to the code that runs, which notices at its next jump or call.
    bool charge(std::uint64_t steps) {
        if (steps < budget.slice) [[likely]] {
            budget.slice -= steps;
            return true;
        }
        return charge_beyond_slice(steps);
    }
    // Charges in eighths of a step: so many elements take as long as one instruction.
    bool charge_elements(std::uint64_t elements, std::uint64_t eighths = 1) { return charge(elements * eighths / 8); }
    // The slice is used up, and by so much more. False when there is no other.
    bool begin_slice(std::uint64_t overdrawn);
    // The fault of a spent budget: out of steps, which a host that asks to stop takes away, or of memory.
    Outcome budget_spent();

    // ---- instances
    [[nodiscard]] bool is_own_list(Value value) const;
    // A new instance of the class, attributes null; 0 when memory is used up (report OutOfMemory).
    Handle make_instance(ClassIndex class_index);
    [[nodiscard]] ClassIndex class_of(Handle instance) const { return Header::unpack(memory.load(instance)).type; }
    [[nodiscard]] const ClassInfo& class_info(Handle instance) const { return program->classes[class_of(instance)]; }
    [[nodiscard]] bool has_flag(Handle object, ObjectFlag flag) const {
        return (Header::unpack(memory.load(object)).flags & flag) != 0;
    }
    void set_flag(Handle object, ObjectFlag flag, bool on);
    // Takes an instance out of the list of its class: nothing that lists instances finds it any more.
    void unlink(Handle instance, Handle list);
    // Tells instances apart in all of a match, whatever players are shown.
    [[nodiscard]] std::uint64_t identity_of(Handle instance) const {
        return std::uint64_t{class_of(instance)} << 32U | memory.half(instance + kAgeWord, 1);
    }
    [[nodiscard]] std::uint32_t age_of(Handle instance) const { return memory.half(instance + kAgeWord, 0); }
    // The word of {age, number} that players are shown: options come by this age, `Class#n` has this number.
    [[nodiscard]] Handle public_word_of(Handle instance) const {
        const std::uint16_t word = class_info(instance).public_word;
        return instance + (word == 0 ? std::uint16_t{kAgeWord} : word);
    }
    [[nodiscard]] std::uint32_t public_age_of(Handle instance) const {
        return memory.half(public_word_of(instance), 0);
    }
    [[nodiscard]] std::uint32_t public_number_of(Handle instance) const {
        return memory.half(public_word_of(instance), 1);
    }
    [[nodiscard]] bool fits(Value value, TypeIndex type) const; // null fits everything but is no instance: see is_a
    [[nodiscard]] bool is_a(Value value, TypeIndex instance_type) const; // false for null

    // ---- tracked (docs/reference/classes.md#31)
    // All instances of classes first … last that are tracked now, in order of age, appended to `out`; not the blank tile.
    void collect_tracked(ClassIndex first, ClassIndex last, std::vector<Handle>& out);
    [[nodiscard]] bool is_tracked(Handle instance);
    // collect_tracked() met something that nothing holds any more, and had to search the whole heap to know. Where that
    // was between mark and rewind it will have to again: collect_garbage() when the transaction is kept ends it.
    [[nodiscard]] bool has_met_garbage() const { return has_met_garbage_; }
    // Frees what cannot be reached. Only between transactions: no mark is set. Its time never shows.
    void collect_garbage();

    void copy_state(const Machine& other);

private:
    Fault fault_;
    Value reason_;
    struct Hypothetical { // BeginHypothetical … EndHypothetical
        std::size_t frame = 0;
        std::uint32_t on_fail = 0;
        Mark mark;
    };
    std::vector<Hypothetical> hypotheticals_;
    std::vector<Handle> work_; // of the search for what is reachable
    bool has_met_garbage_ = false;
    const NativeFunction* natives_; // by NativeId; null for those that the flow answers

    // `fail` inside BeginHypothetical … EndHypothetical of a frame above the floor: takes back, and goes on where it says.
    bool fail_in_hypothetical(std::size_t floor);
    bool charge_beyond_slice(std::uint64_t steps);
    void take_back(Mark mark, Value result);
    void grow_values(std::uint32_t top);
    Outcome push_code_in_new_room(ChunkIndex chunk, std::uint32_t base, std::uint32_t end);
    Handle allocate_free(std::uint32_t words);
    void link_last(Handle made, Handle list);
    void fill_attributes(Handle made, const ClassInfo& info);
    [[nodiscard]] bool is_blank_for(Value value, const ValueType& wanted) const;
};

// `Card#3`, with the public number: names an instance, until it is shuffled if its class has public numbers of its own.
std::string instance_id(const Machine& machine, Handle instance);

// A value as reports of faults show it: texts in quotes, Class#n, lengths of collections. Hides nothing.
std::string plain_text(const Machine& machine, Value value);

// ---- natives of the vm: numbers, texts, collections, boards
// Null for those that the flow answers.
NativeFunction native_function(NativeId native);

} // namespace tgdl
