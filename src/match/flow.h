// Control flow of a match: setup, turns, choices, actions, events, as activities on the frame stack of the machine.
//
// An activity is a frame (vm/activity.def) with a step and some values. step_…() does its next step: it pushes another
// frame and returns Pushed, pops itself and returns Pushed, or returns Wait when a player must decide. So a match that
// waits is nothing but its frames, values and heap, and can be copied, saved and tried out.
//
//   drive(floor)    steps the frame on top until only `floor` frames are left, or a player must decide, or it ends
//   list_options()  what the waiting frame offers
//   answer(option)  tells the waiting frame what was chosen; then drive on
//
// Legal moves (docs/reference/transactions.md#6): an option is tried by answering it between two checkpoints and
// driving on.
#pragma once

#include "match/decision.h"
#include "match/draw_tape.h"
#include "match/match.h"
#include "match/move_list.h"
#include "match/viewer_reachability.h"
#include "program/program.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tgdl {

enum class TransactionKind : std::uint8_t {
    Setup,
    Phase,
    Pass,
    NoChoice,
    Goal,
    Choice,
    OffTurn,
    SimultaneousChoice,
    SimultaneousRun
};
enum class ActionMode : std::uint8_t { Chosen, Triggered, Called, Goal, ChooseOnly, Prefilled };

// What an activity leaves for the one below it when it pops itself.
enum class Report : std::uint32_t { None, Done, NotDone, Kept, Failed, NoCandidate, NothingToChoose };

// How far the options of a decision are looked into.
enum class Listing : std::uint8_t {
    Tried,   // only legal ones
    Untried, // those that filters let through
};

// Small plain state of the flow: copied, saved and taken back as it is.
struct FlowState {
    MatchStatus status = MatchStatus::Waiting;
    bool over = false; // `winner` was met; what is left is GameEndEvent
    TransactionKind transaction = TransactionKind::Setup;
    bool in_transaction = false;
    Report report = Report::None;
    std::uint32_t chooser = 0; // who chose the action of the transaction
    std::uint64_t decisions = 0;
    std::uint64_t simultaneous_since = 0; // while several choose at once: Decision::simultaneous_since
    std::uint64_t steps_left = 0;
    std::uint64_t output = 0;               // bytes of texts in the transaction
    std::uint64_t steps_since_decision = 0; // since the last decision, those of the running transaction left out
    std::uint32_t idle_passes = 0;          // in a row that changed nothing else
    std::uint32_t idle_phases = 0;          // the same of phases that pass control themselves, since the last decision
    bool idle_draws = false;                // but random numbers were drawn: more of them are waited for

    bool operator==(const FlowState&) const = default;
};

class MatchFlow final : public Flow {
public:
    MatchFlow(std::shared_ptr<const Program> program, std::uint32_t players, const MatchSeed& seed,
              const Limits& limits);
    MatchFlow(const MatchFlow& other);
    MatchFlow& operator=(const MatchFlow&) = delete;

    [[nodiscard]] const Program& program() const { return *program_; }
    [[nodiscard]] const std::shared_ptr<const Program>& shared_program() const { return program_; }
    [[nodiscard]] std::uint32_t players() const { return players_; }

    // ---- state of the match
    Machine machine;
    FlowState state;
    static constexpr std::uint64_t kNothingToPick = 0; // in a line: here nothing was asked
    std::vector<std::uint64_t> line;                   // keys of the choices made in the running transaction
    std::vector<std::uint64_t> refused;                // lines that failed late: {length, keys…} one after the other
    // Parts of a `log` or `tell` that is being put together, those of one around it first: a bit for each player who may
    // not see an attribute that was read for it, or whether a thing is of its class and where it is.
    struct Hole {
        std::uint64_t unseen_by = 0;
        std::uint64_t unplaced_by = 0;
        bool is_open = true; // its value is being worked out
    };
    std::vector<Hole> holes;

    // ---- what people are told
    std::vector<Delivered> texts;     // delivered
    std::vector<Delivered> pending;   // of the running transaction
    std::vector<std::string> reports; // of phases and goals that were undone
    std::string setup_failure;
    MatchResult result;

    // ---- decisions
    Decision decision;
    Listing listing = Listing::Tried;

    // Goes on until a player must decide or the match is at its end; `decision` is filled then.
    void advance();
    TransactionOutcome choose(std::size_t index);
    TransactionOutcome choose_tentatively(std::size_t index);
    TransactionOutcome go_on_without_options();
    [[nodiscard]] bool every_option_is_legal() const; // of `decision`, whether it was tried out or not
    // Whole moves (flow_moves.cpp). May the moves that begin with this option of `decision` be listed without making them,
    // given that the action asks for nothing but its inputs? Then list_moves() adds them, some of which may be undone, for this
    // option and those behind it with the same action, up to `past`: the option that went wrong, or one past the last.
    [[nodiscard]] bool lists_moves(const Option& option) const {
        return machine.frames.back().kind == FrameKind::ChooseAction && machine.frames.size() == 2 && refused.empty()
               && option.kind == OptionKind::Action && program_->actions[option.action].plan.lists_moves;
    }
    Outcome list_moves(std::uint32_t first, std::uint32_t& past, MoveList& out);
    bool play_move(const MoveList& list, std::size_t index);
    // Result of a listed move on the fast path, which runs its effect without stepping through activities; try_move()
    // takes it back. Unsupported: it asks something, or only the interpreter can tell.
    enum class FastPath : std::uint8_t { Made, Illegal, Unsupported };
    FastPath try_move(const MoveList& list, std::size_t index);
    // Lists the options of the waiting decision anew with the present `listing`.
    void list_again();
    std::vector<Refusal> refusals();
    [[nodiscard]] std::uint64_t meaning_of(const Option& option) const; // Match::option_key()
    [[nodiscard]] std::string option_text(const Decision& offered, const Option& option,
                                          NamesOf names = NamesOf::Persons); // match/texts.cpp
    void copy_from(const MatchFlow& other);

    // Has a limit ended the trial of an option, which then counts as legal? Of this match alone, not of copies.
    bool has_cut_trial = false;

    // ---- what a choice discloses (disclosure.cpp), while machine.tracks_secret_reads
    // By player: does something depend on what this player does not see? Not the options of a decision, where their player
    // sees it all: nobody else is shown them.
    std::vector<bool> uninformed;
    const class HiddenBefore* hidden_before = nullptr; // what the players did not see when the choice was made
    Budget secret_reads_budget;                        // for finding that out; spent: everybody counts as uninformed
    bool rules_ran = false;                            // did code of the rules run, other than to list options?

    // One past all live values while the match waits.
    [[nodiscard]] std::uint32_t live_top() const { return machine.frames.empty() ? 0 : machine.frames.back().top; }

    DrawTape* tape = nullptr; // writes down every random number, and may change it; copies have none
    Match::Tracer tracer = nullptr;
    void* tracer_context = nullptr;
    std::uint32_t tracer_viewer = kAllSeeing;
    [[nodiscard]] bool is_traced() const { return tracer != nullptr && machine.trial == 0; }
    void trace(const std::string& text) const;
    // For whom the trace is: what they see, and how.
    [[nodiscard]] bool is_seen_in_trace(Handle instance);
    [[nodiscard]] std::string traced_text(Value value);

    // ---- Flow
    Outcome native(NativeId native, std::uint32_t window, std::uint32_t count) override;
    Outcome ask(InputIndex input, std::uint32_t window) override;
    Outcome choose(std::uint32_t window, std::uint32_t labels) override;
    Outcome call_action(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) override;
    Outcome action_possible(std::uint32_t window, std::uint16_t action, std::uint32_t inputs) override;
    Outcome throw_sync(std::uint32_t window) override;
    Outcome move_piece(std::uint32_t window) override;
    Outcome winner(WinnerKind kind, std::uint32_t window) override;
    Outcome set_observed(std::uint32_t window, std::uint32_t attribute) override;
    Outcome read_for_viewer(ChunkIndex reader, std::uint32_t window) override;
    Outcome call_public(ChunkIndex chunk, std::uint32_t window) override;
    bool may_read(Handle instance, std::uint32_t word) override;
    Value shown_instead_of(Handle instance, std::uint32_t word) override;
    // ---- what people are called (flow_people.cpp). No part of the match: neither hash nor rules know it
    std::shared_ptr<const std::vector<std::string>>
        person_names;                    // by player, as the host knows them; missing or empty: nobody known
    std::uint32_t information_depth = 0; // blocks of `information` that run, in each other
    bool makes_text_for_rules = false;   // a name is `player` and the number
    [[nodiscard]] std::string player_name(std::uint32_t player, NamesOf names = NamesOf::Persons) const;
    // The text as people read it: with the names in place of their marks. What is kept and compared has those of seats.
    [[nodiscard]] std::string with_names(std::string text, NamesOf names = NamesOf::Persons) const;
    Outcome native_people(NativeId native, std::uint32_t window);
    bool is_showing_instead = false; // a value after `else` is being worked out: it reads others as they are hidden
    Outcome drive(std::size_t floor) override;
    [[nodiscard]] LocationIndex activity_place(const Frame& frame, std::string& name) const override;

    // ---- values for somebody, worked out by a block of the rules
    struct WorkedOut {
        Outcome outcome = Outcome::Next; // or Fault
        Value value;
        bool is_seen = true; // the viewer may see all that was read for it
    };
    WorkedOut work_out_for(std::uint32_t viewer, ChunkIndex chunk, Value argument);
    // In a game that has a score.
    WorkedOut score_for(std::uint32_t viewer, std::uint32_t seat);

    // A `visible` or `information` block met a runtime error, which machine.fault() holds, while something was shown. What
    // comes of it is up to who shows: between decisions the error comes at once (take_view_fault()), to somebody who only
    // looks at a match that waits it means that there is less to see.
    bool view_failed = false;
    ReachabilityCache reachability_cache;
    std::size_t view_bytes_left = SIZE_MAX; // bytes of texts that may still be shown (match/view_scope.h)
    bool is_in_view_scope = false;          // a ViewScope exists
    Outcome take_view_fault();

    // ---- small questions
    [[nodiscard]] std::uint32_t active() const { return machine.memory.half(kActiveWord, 0); }
    [[nodiscard]] std::uint32_t to_player(double number) const;
    [[nodiscard]] Value owner(Handle instance) const; // a player or null: the first of those who share it
    [[nodiscard]] bool belongs_to(Handle instance, std::uint32_t player) const; // owns or shares
    [[nodiscard]] std::string text_of(Value value);                             // as one who sees everything

private:
    // A state to come back to: what a mark of the heap does not hold.
    struct Checkpoint {
        Mark mark;
        FrameStack frames;
        std::vector<Value> values;
        FlowState state;
        std::size_t line = 0;
        std::size_t pending = 0;
        std::uint32_t nesting = 0;
        std::size_t hypotheticals = 0;
        std::size_t hypotheticals_outside = 0;
        std::uint32_t live_top = 0;
        std::size_t tried_head = 0;
        std::uint32_t trial_viewer = kNone;
        std::vector<Hole> holes;
    };
    Checkpoint& begin_checkpoint(); // one that no trial around this one uses
    void end_checkpoint();          // of the last that began
    void save_checkpoint(Checkpoint& checkpoint);
    void go_back(const Checkpoint& checkpoint);
    [[nodiscard]] bool has_cancel_mark() const;
    [[nodiscard]] std::size_t transaction_frame() const;
    void record_read(Handle instance, std::uint32_t word);
    struct Trial { // what the trial of an option showed
        bool legal = true;
        std::string reason; // why it is not
    };
    Outcome run_trial(const Decision& offered, const Option& option, Trial& trial);
    Outcome drive_trial(std::size_t waiting);
    [[nodiscard]] bool may_tried_fail() const;
    bool comes_at_once(std::size_t waiting, std::uint32_t begun);
    Outcome note_clause(Outcome outcome);
    bool charge_trial(std::size_t words_copied);

    // ---- driving (flow.cpp)
    Outcome step();
    Outcome drive_on(Outcome outcome, std::size_t floor);
    void advance_on(Outcome before);
    Outcome on_fail();
    Outcome on_cancel();
    void finish_over();
    void deliver_pending() {
        if (!pending.empty()) [[unlikely]] {
            deliver_texts();
        }
    }
    void deliver_texts();
    void end_with_fault();
    void pop(Report report);
    Outcome make_constants();
    void freeze(Value value);
    Outcome make_globals();
    Outcome make_instance_now(ClassIndex index, Value& made);
    Outcome run_now(ChunkIndex chunk, std::initializer_list<Value> context); // real, not hypothetical; cannot wait
    Frame& push(FrameKind kind, std::uint32_t base, std::uint32_t size);
    Frame& top() { return machine.frames.back(); }
    Value& value(const Frame& frame, std::uint32_t index) { return machine.values[frame.base + index]; }

    Outcome step_main();
    Outcome step_transaction();
    Outcome begin_transaction(TransactionKind kind, Value instance, std::uint32_t what, Value event);
    // What the limits count begins anew with each transaction, or with each that somebody chose.
    void begin_counts(TransactionKind kind) {
        constexpr std::uint64_t kLeastSteps = 1000; // what a transaction counts for at least that nobody was asked for
        const bool is_asked = kind == TransactionKind::Choice || kind == TransactionKind::OffTurn
                              || kind == TransactionKind::SimultaneousChoice;
        const std::uint64_t limit = machine.limits.steps;
        state.steps_since_decision =
            is_asked ? 0 : state.steps_since_decision + kLeastSteps + limit - std::min(machine.budget.steps(), limit);
        state.steps_left = limit;
        machine.budget = Budget(limit);
        state.output = 0;
    }
    void empty_queue() {
        if (machine.memory.load(kQueueWord) != 0) {
            machine.memory.store(kQueueWord, 0);
        }
    }
    void keep_transaction();
    void keep_choice(Mark mark);
    void collect_when_due() {
        const Memory& memory = machine.memory;
        if (!memory.is_marked() && (memory.top() > memory.half(kSpareWord, 0) || machine.has_met_garbage())) {
            collect();
        }
    }
    void collect();
    [[nodiscard]] bool changed_something(Mark since) const;
    [[nodiscard]] bool has_passed_control(Mark since) const;
    void refuse_line();
    // The transactions after the one of the last choice do not matter to it.
    void settle(TransactionOutcome outcome) {
        transaction_outcome_ = transaction_outcome_ == TransactionOutcome::Open ? outcome : transaction_outcome_;
    }
    [[nodiscard]] bool is_refused(std::uint64_t key) const;

    // ---- events (flow_events.cpp)
    bool enqueue(Value item);
    Value make_event(ClassIndex index, std::initializer_list<Value> attributes); // null: out of memory
    Outcome raise(EventKind kind, std::initializer_list<Value> attributes);
    Outcome step_resolve();
    Outcome step_react();
    Outcome gather_reactions(Value event, std::uint32_t at);
    [[nodiscard]] ActionIndex reacting_action(const Frame& react) const;

    // ---- actions (flow_actions.cpp)
    Frame& push_action(std::uint32_t base, ActionIndex action, ActionMode mode, Value instance, Value event,
                       std::uint32_t target);
    Outcome step_run_action();
    Outcome step_run_phase();
    [[nodiscard]] const PhaseInfo& phase_of(const Frame& run_phase) const;
    [[nodiscard]] bool is_allowed(Handle instance, ActionIndex action) const;
    // Outcome::Next with `holds`, or Fault.
    Outcome check_requirements(const ActionInfo& action, Value instance, Value event, std::uint32_t at, bool& holds,
                               const Condition** refused_by = nullptr);
    Outcome check_trigger(const Trigger& trigger, Value instance, Value event, std::uint32_t at, bool& holds);
    Outcome evaluate_condition(ChunkIndex chunk, std::span<const Value> context, std::uint32_t at, bool& holds);
    [[nodiscard]] ActionIndex action_of(Handle instance, std::uint32_t slot) const;
    Outcome start_action_events(const std::vector<ActionInfo::ActionEvent>& action_events);
    Outcome step_action_inputs();
    Outcome finish_action(Report report);

    // ---- inputs (flow_inputs.cpp)
    Frame& push_input(std::uint32_t base, InputIndex input, std::uint32_t context, std::uint32_t target);
    Outcome step_fill_input();
    struct Context { // where the registers stand that the parts of an input see
        const InputInfo* input = nullptr;
        std::uint32_t base = 0;
        std::uint32_t chooser = 0;
        Value list; // picked so far, or null
    };
    Context context_of(const Frame& frame);
    Outcome start_input();
    Outcome take_who(Value who);
    Outcome start_chooser();
    Outcome finish_chooser(Value given, Report report);
    Outcome finish_input(Value given, Report report);
    Outcome end_without_options();
    Outcome take_answer();
    void set_part_registers(const Context& context);
    Outcome evaluate_part(const Context& context, ChunkIndex chunk, Value candidate, Value element, Value& result);
    Outcome admit_candidates(const InputInfo& input, double count);
    // All candidates that no filter has looked at yet, in order.
    Outcome raw_candidates(const Context& context, std::vector<Value>& out);
    Outcome passes_filters(const Context& context, Value candidate, bool& holds,
                           const Condition** refused_by = nullptr);
    Outcome candidates(const Context& context, std::vector<Value>& out);
    Outcome destination_candidates(const Context& context, Handle piece, std::vector<Value>& out);
    bool append_unset_tiles(const InputInfo& input, std::vector<Value>& out) const;
    bool append_all(Value list, TypeIndex wanted, std::vector<Value>& out) const;
    [[nodiscard]] bool elements_fit(Handle collection, TypeIndex wanted) const;
    Outcome count_bounds(const Context& context, std::uint32_t& low, std::uint32_t& high);
    Outcome list_is_complete(const Context& context, bool& complete);
    // ---- amounts (flow_amounts.cpp)
    Outcome append_kinds(const InputInfo& input, Value upto, std::vector<Value>& out);
    Outcome evaluate_upto(const Context& context, Value& upto);
    Outcome amounts_left(const Context& context, std::span<const Value> kinds, std::vector<double>& left);
    bool add_amount(Handle amounts, Value kind);
    [[nodiscard]] double total_of(Handle amounts) const;
    Outcome all_amounts(const Context& context, std::span<const Value> kinds, Value& result);
    Outcome amounts_fit(const Context& context, Value argument, std::span<const Value> kinds, bool& fits);
    bool has_surely_none(InputIndex index, std::uint32_t base, std::uint32_t chooser);
    bool begin_pure_filter(const Context& context, Frame& frame);
    struct FilteredBatch {
        std::size_t asked = 0;
        std::size_t passed = 0;
    };
    FilteredBatch filter_batch(const Context& context, const Frame& frame, std::span<Value> candidates, Value* kept);
    bool eval_filter(const Context& context, const Frame& frame, Value candidate, bool& holds);
    Outcome fill_auto(const Context& context, bool& found, Value& result);
    Outcome default_target(Value instance, std::uint32_t& player);
    Outcome asked_player(std::uint32_t& player);
    Outcome argument_fits(const Context& context, Value argument, bool& fits);
    Value set_of_candidates(const Context& context, Value argument, const std::vector<Value>& all, Outcome& outcome);

    // ---- decisions (flow_choices.cpp)
    // Options of the waiting frame on top, before trials: filters and requirements only.
    Outcome raw_options(Decision& out);
    Outcome options_of_actions(std::uint32_t player, EventKind kind, std::uint32_t active_player, Decision& out);
    void collect_owned(ClassIndex first, ClassIndex last, std::uint32_t player, std::vector<Handle>& out) const;
    [[nodiscard]] bool gives_one_answer(const Observer& observer) const;
    [[nodiscard]] bool has_nameless_namesake(const Option& option, std::uint32_t player);
    Outcome offer_to_all(const Observer& observer, const std::vector<Handle>& instances, Decision& out);
    Value make_choice_event(EventKind kind, std::uint32_t player, std::uint32_t active_player);
    Outcome options_of_input(const Frame& frame, Decision& out);
    // Leaves only those that are legal. With `one_is_enough` the first legal one.
    Outcome legal_options(Decision& decision, bool one_is_enough);
    Outcome list_options(Decision& out, bool one_is_enough);
    Outcome list_within_budget(Decision& out, bool one_is_enough);
    Outcome list_legal_options(Decision& out, bool one_is_enough);
    [[nodiscard]] bool may_fail(const Frame& transaction) const;
    [[nodiscard]] bool has_more_inputs() const;
    [[nodiscard]] bool may_end_quietly() const;
    [[nodiscard]] std::uint32_t inputs_begun(const Frame& head) const;
    [[nodiscard]] bool is_dead_end() const;
    void leave_head();
    [[nodiscard]] bool needs_trial(const Decision& decision, const Option& option) const;
    [[nodiscard]] bool is_one_trial_enough(const Decision& offered) const;
    Outcome try_option(const Decision& decision, const Option& option, Trial& trial);
    void answer(const Decision& decision, const Option& option);
    [[nodiscard]] std::uint64_t key_of(const Option& option) const;
    // ---- choosing at once (flow_simultaneous.cpp)
    [[nodiscard]] bool is_chosen_simultaneously(std::size_t frames) const; // in the first so many frames
    void begin_simultaneous_choice();                                      // by the frame on top
    [[nodiscard]] std::uint32_t flags_of_asking(std::size_t frame) const;
    [[nodiscard]] bool is_secret(std::size_t frame) const; // what was filled in before it
    // Where the options are listed: the match's own decision, or a scratch one while trying.
    Decision& offered_decision();
    Outcome step_choose_action();
    Outcome step_off_turn();
    Outcome step_simultaneous();
    Outcome wait_or_fail();
    Outcome step_pick();
    Outcome step_move_piece();
    Outcome step_goals();

    // ---- whole moves (flow_moves.cpp)
    Outcome list_inputs(const ActionInfo& action, std::uint32_t option, std::uint32_t next, std::uint32_t base,
                        MoveList& out);
    [[nodiscard]] bool goes_to_destinations(const Context& context) const;
    // Of an input that goes_to_destinations; kNone: it is null.
    [[nodiscard]] std::uint32_t movement_of(const Context& context, Handle piece) const {
        const InputSource& source = context.input->source;
        if (source.movement != kNone) {
            return source.movement;
        }
        const Value movement = machine.memory.value(piece + source.movement_word);
        return movement.is_null() ? kNone : movement.index();
    }
    Outcome list_only_input(InputIndex input, std::uint32_t base, std::uint32_t& past, MoveList& out);
    bool list_destinations(const Context& context, Value piece, std::vector<Value>& out);
    Outcome list_by_running(ActionIndex index, std::uint32_t& past, MoveList& out);
    void list_tiles(InputIndex input, std::uint32_t& past, MoveList& out);
    [[nodiscard]] Context scratch_context(InputIndex input, std::uint32_t base) const;
    [[nodiscard]] bool has_fast_path(ActionIndex action) const { return lacks_fast_path_[action] == 0 && !is_traced(); }
    struct FastPathRun { // the effect of a move, run on top of the waiting choice
        FlowState before;
        std::size_t floor = 0;
        Mark mark;
        Outcome outcome = Outcome::Next;
    };
    [[nodiscard]] static std::span<const Value> inputs_of(const MoveList& list, std::uint32_t first_value,
                                                          const ActionInfo& action) {
        return std::span(list.values).subspan(first_value, action.inputs.size());
    }
    FastPathRun run_fast_path(const Option& chosen, std::span<const Value> inputs);
    [[nodiscard]] FastPath result_of(const FastPathRun& run) const;
    void take_back(const FastPathRun& run);
    FastPath play_fast_path(const Option& chosen, std::span<const Value> inputs);
    [[nodiscard]] bool offers_the_same() const;
    void offer_next_choice();
    using RandomWords = std::array<Word, kFixedWords - kRandomWord>;
    [[nodiscard]] RandomWords random_words() const; // the generator: a mark does not hold it
    // The RunAction frame on top has all its inputs (flow_actions.cpp).
    void skip_to_effect();
    Outcome run_effect_at_once();

    // ---- turns (flow_turns.cpp)
    [[nodiscard]] std::uint32_t find_turn(std::string_view name) const;
    Outcome use_turn_at(std::uint32_t turn, std::uint32_t window);
    Outcome use_turn(std::uint32_t turn, std::uint32_t phase);
    Outcome pass_to(Value players, std::uint32_t phase);
    Outcome begin_phase(std::uint32_t turn, std::uint32_t phase, std::uint32_t player, Handle several);
    Outcome announce_phase(std::uint32_t old_turn, std::uint32_t old_player);
    Outcome step_pass();
    Outcome pass_on();
    Outcome pass_turn(std::uint32_t window);
    Outcome other_native(NativeId native, std::uint32_t window, std::uint32_t count);
    Outcome native_turns(NativeId native, std::uint32_t window);
    [[nodiscard]] const PhaseInfo& phase() const;
    [[nodiscard]] std::uint32_t find_phase(std::uint32_t turn, Value name) const; // kNone

    // ---- components: pieces, cards, decks, owners (flow_components.cpp)
    Outcome assign(Handle instance, std::uint32_t player);
    Outcome unassign(Handle instance, Value player);
    Outcome native_decks(NativeId native, std::uint32_t window);
    Outcome native_pieces(NativeId native, std::uint32_t window);
    Outcome native_random(NativeId native, std::uint32_t window);
    Outcome native_instances(NativeId native, std::uint32_t window);
    Outcome all_of(std::uint32_t window);
    Outcome leave(Handle piece);
    Outcome leave_for(Handle card);
    Outcome remove_piece(Handle piece);
    Outcome check_card(Handle card, Handle deck);
    Outcome take_card(std::uint32_t window, std::uint32_t position);
    void list_places();
    Outcome keep_places();
    Outcome rank_by_score(std::vector<std::optional<double>>& points);
    Outcome move_to(Handle piece, Value tile, Value movement = Value::null()); // the movement whose `move` it is
    Outcome put(Handle card, Handle deck, bool at_top);
    Outcome discard(Handle card, Handle deck);
    Outcome shuffle_walkable(Value collection);
    // flow_lists.cpp: what lists are asked with chance or texts.
    Outcome native_lists(NativeId native, std::uint32_t window);
    Outcome random_element(std::uint32_t window);
    Outcome random_by_weights(std::uint32_t window);
    Outcome shuffled_list(std::uint32_t window);
    Outcome join_elements(std::uint32_t window);
    Outcome draw_below(std::uint64_t bound, std::uint64_t& number);
    [[nodiscard]] bool raises_events() const;

    // ---- what players are shown of ages and numbers (public_numbers.cpp)
    void deal_public_numbers(Value collection);
    [[nodiscard]] std::uint64_t rank_for(std::uint32_t player, Handle instance);
    void order_for(std::uint32_t player, std::vector<Handle>& instances);

    // ---- texts (flow_texts.cpp)
    Outcome native_texts(NativeId native, std::uint32_t window, std::uint32_t count);
    Outcome deliver(std::uint32_t to, std::uint32_t window, std::uint32_t count);
    [[nodiscard]] std::string joined_parts(std::uint32_t viewer, std::uint32_t window, std::uint32_t count);
    [[nodiscard]] std::string shown_attribute(std::uint32_t viewer, std::uint32_t at, std::string_view unseen);
    [[nodiscard]] bool reads_the_same_for_all(std::uint32_t window, std::uint32_t count) const;
    [[nodiscard]] bool is_unseen(std::uint32_t part, std::uint32_t viewer) const;
    void record_unseen_in_holes(std::uint32_t player, std::uint32_t word);
    void forget_holes(std::uint32_t window, std::uint32_t count);
    void set_holes(const std::vector<Hole>& others);
    void update_hole_tracking();

    std::shared_ptr<const Program> program_;
    std::uint32_t players_ = 0;
    std::uint32_t trial_viewer_ = kNone;
    // Number of frames up to the action or phase with an input whose option is being tried, while its inputs are filled;
    // 0: none.
    std::size_t tried_head_ = 0;
    std::vector<Value> part_context_; // scratch
    struct FoundAction {
        std::uint32_t order = 0;
        std::uint64_t rank = 0; // rank_for()
        bool holds = false;
        Option option;
    };
    std::vector<FoundAction> found_actions_; // scratch, as the next ones
    std::vector<Handle> found_instances_;
    std::vector<Handle> action_instances_;
    struct Placed {                 // who comes in which place: the lower the rank, the better
        std::uint32_t rank = kNone; // kNone: not named
        std::uint32_t seat = 0;
    };
    std::vector<Placed> placed_;                           // scratch
    Decision tried_decision_;                              // scratch
    std::vector<std::unique_ptr<Checkpoint>> checkpoints_; // of trials within each other; those further on are scratch
    std::size_t checkpoints_in_use_ = 0;
    // The innermost `possible()` that is being answered: the code that asks is below so many frames, and its values end here.
    struct AskedPossible {
        std::size_t floor = 0; // 0: none
        std::uint32_t base = 0;
    };
    AskedPossible asked_possible_;
    bool is_clause_fault_ = false; // the last fault was met in a clause of an input
    bool tentative_ = false;       // a choice that may fail is being made: its failure is told to the caller alone
    bool tentative_failed_ = false;
    TransactionOutcome transaction_outcome_ =
        TransactionOutcome::Open; // of the transaction that the last choice belongs to
    std::vector<std::uint8_t>
        lacks_fast_path_; // by action: 1 when it has turned out that the fast path does not support it
    std::unique_ptr<MatchFlow> before_tentative_; // scratch
};

} // namespace tgdl
