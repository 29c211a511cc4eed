// Match::save() and load(): the whole state as bytes, little end first, with a checksum behind it.
//
// For the host's own storage: load() refuses what is damaged or belongs to another program, and checks that nothing in it
// points outside, but takes the rest on trust. Bytes from elsewhere come as a log of choices (api/engine.h).
#include "match/flow.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tgdl {

namespace {

constexpr std::uint64_t kMagic = 0x0001'6863'7461'6D74ULL; // `tmatch`, version 1
constexpr std::size_t kMostFrames = 1U << 20U;

std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t sum = 0xCBF2'9CE4'8422'2325ULL;
    for (const char byte : bytes) {
        sum = (sum ^ static_cast<unsigned char>(byte)) * 0x0000'0100'0000'01B3ULL;
    }
    return sum;
}

class Writer {
public:
    void number(std::uint64_t value) {
        for (unsigned i = 0; i < 8; ++i) {
            bytes_.push_back(static_cast<char>(value >> (8U * i)));
        }
    }
    void text(const std::string& value) {
        number(value.size());
        bytes_ += value;
    }
    std::string take() {
        number(checksum(bytes_));
        return std::move(bytes_);
    }

private:
    std::string bytes_;
};

// After the first thing that is missing everything reads as zero, and is_good() says so.
class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t number() {
        if (rest_.size() < 8) {
            good_ = false;
            rest_ = {};
            return 0;
        }
        std::uint64_t value = 0;
        for (unsigned i = 0; i < 8; ++i) {
            value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8U * i);
        }
        rest_.remove_prefix(8);
        return value;
    }
    std::uint32_t small() {
        const std::uint64_t value = number();
        good_ = good_ && value <= 0xffffffffU;
        return static_cast<std::uint32_t>(value);
    }
    // A length of things that take at least so many bytes each: never more than there are bytes for.
    std::size_t length(std::size_t bytes_each) {
        const std::uint64_t value = number();
        good_ = good_ && value <= rest_.size() / bytes_each;
        return good_ ? static_cast<std::size_t>(value) : 0;
    }
    std::string text() {
        const std::size_t size = length(1);
        std::string value(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return value;
    }
    void refuse() { good_ = false; }
    [[nodiscard]] bool is_good() const { return good_; }
    [[nodiscard]] bool is_at_end() const { return rest_.empty(); }

private:
    std::string_view rest_;
    bool good_ = true;
};

// ---- parts that are written and read in the same order --------------------------------------------------------------

void write_numbers(Writer& out, const std::vector<std::uint64_t>& numbers) {
    out.number(numbers.size());
    for (const std::uint64_t value : numbers) {
        out.number(value);
    }
}

std::vector<std::uint64_t> read_numbers(Reader& in) {
    std::vector<std::uint64_t> numbers(in.length(8));
    for (std::uint64_t& value : numbers) {
        value = in.number();
    }
    return numbers;
}

void write_state(Writer& out, const FlowState& state) {
    out.number(static_cast<std::uint64_t>(state.status));
    out.number(state.over ? 1 : 0);
    out.number(static_cast<std::uint64_t>(state.transaction));
    out.number(state.in_transaction ? 1 : 0);
    out.number(static_cast<std::uint64_t>(state.report));
    out.number(state.chooser);
    out.number(state.decisions);
    out.number(state.steps_left);
    out.number(state.idle_passes);
    out.number(state.idle_draws ? 1 : 0);
}

template <typename Enum>
Enum read_enum(Reader& in, Enum last) {
    const std::uint64_t value = in.number();
    if (value > static_cast<std::uint64_t>(last)) {
        in.refuse();
        return last;
    }
    return static_cast<Enum>(value);
}

FlowState read_state(Reader& in, std::uint32_t players) {
    FlowState state;
    state.status = read_enum(in, MatchStatus::Error);
    state.over = in.number() == 1;
    state.transaction = read_enum(in, TransactionKind::SeveralRun);
    state.in_transaction = in.number() == 1;
    state.report = read_enum(in, Report::NothingToChoose);
    state.chooser = in.small();
    state.decisions = in.number();
    state.steps_left = in.number();
    state.idle_passes = in.small();
    state.idle_draws = in.number() == 1;
    if (state.chooser >= players) {
        in.refuse();
    }
    return state;
}

void write_texts(Writer& out, const std::vector<Delivered>& texts) {
    out.number(texts.size());
    for (const Delivered& delivered : texts) {
        out.text(delivered.text);
        out.number(delivered.to);
        out.number(delivered.seen.size());
        for (const std::string& seen : delivered.seen) {
            out.text(seen);
        }
    }
}

std::vector<Delivered> read_texts(Reader& in) {
    std::vector<Delivered> texts(in.length(24));
    for (Delivered& delivered : texts) {
        delivered.text = in.text();
        delivered.to = in.small();
        delivered.seen.resize(in.length(8));
        for (std::string& seen : delivered.seen) {
            seen = in.text();
        }
    }
    return texts;
}

void write_result(Writer& out, const MatchResult& result) {
    out.number(result.places.size());
    for (const std::vector<std::uint32_t>& place : result.places) {
        out.number(place.size());
        for (const std::uint32_t player : place) {
            out.number(player);
        }
    }
    out.number(result.by_scores ? 1 : 0);
    out.number(result.scores.size());
    for (const std::optional<double>& score : result.scores) {
        out.number((score ? Value::number(*score) : Value::null()).bits);
    }
}

MatchResult read_result(Reader& in) {
    MatchResult result;
    result.places.resize(in.length(8));
    for (std::vector<std::uint32_t>& place : result.places) {
        place.resize(in.length(8));
        for (std::uint32_t& player : place) {
            player = in.small();
        }
    }
    result.by_scores = in.number() == 1;
    result.scores.resize(in.length(8));
    for (std::optional<double>& score : result.scores) {
        const Value value{in.number()};
        score = value.is_number() ? std::optional(value.as_number()) : std::nullopt;
    }
    return result;
}

// {length, keys…} one after the other, none longer than what is there.
bool lines_are_sound(const std::vector<std::uint64_t>& lines) {
    std::size_t at = 0;
    while (at < lines.size()) {
        if (lines[at] >= lines.size() - at) {
            return false;
        }
        at += lines[at] + 1;
    }
    return true;
}

// ---- the machine ----------------------------------------------------------------------------------------------------

// A machine as it stands in a save.
struct SavedMachine {
    std::vector<Word> words;
    Memory::Journal journal;
    std::uint32_t protected_top = 0;
    FrameStack frames;
    std::vector<Value> values;
};

void write_machine(Writer& out, const Machine& machine, std::uint32_t live_top) {
    const Memory& memory = machine.memory;
    out.number(memory.top());
    for (Handle at = 0; at < memory.top(); ++at) {
        out.number(memory.load(at));
    }
    out.number(memory.protected_top());
    out.number(memory.journal().size());
    for (const Memory::JournalEntry& entry : memory.journal()) {
        out.number(entry.at);
        out.number(entry.old);
    }
    out.number(machine.frames.size());
    for (const Frame& frame : machine.frames) {
        out.number(static_cast<std::uint64_t>(frame.kind) | (std::uint64_t{frame.flags} << 16U)
                   | (std::uint64_t{frame.code} << 32U));
        out.number(frame.at);
        out.number(frame.base | (std::uint64_t{frame.top} << 32U));
    }
    out.number(live_top);
    for (std::uint32_t at = 0; at < live_top; ++at) {
        out.number(machine.values[at].bits);
    }
}

SavedMachine read_machine(Reader& in) {
    SavedMachine saved;
    saved.words = read_numbers(in);
    saved.protected_top = in.small();
    saved.journal.resize(in.length(16));
    for (Memory::JournalEntry& entry : saved.journal) {
        entry.at = in.small();
        entry.old = in.number();
    }
    const std::size_t frames = in.length(24);
    for (std::size_t i = 0; i < frames; ++i) {
        Frame frame;
        const std::uint64_t head = in.number();
        frame.kind = static_cast<FrameKind>(head & 0xffffU);
        frame.flags = static_cast<std::uint16_t>(head >> 16U);
        frame.code = static_cast<std::uint32_t>(head >> 32U);
        frame.at = in.small();
        const std::uint64_t range = in.number();
        frame.base = static_cast<std::uint32_t>(range);
        frame.top = static_cast<std::uint32_t>(range >> 32U);
        saved.frames.push_back(frame);
    }
    saved.values.resize(in.length(8));
    for (Value& value : saved.values) {
        value = Value{in.number()};
    }
    return saved;
}

// Does everything lie within its bounds?
class SoundMachine {
public:
    SoundMachine(const SavedMachine& saved, const Machine& machine)
        : saved_(saved),
          program_(*machine.program),
          layout_(machine.layout),
          limits_(machine.limits),
          kinds_(saved.words.size(), ObjectKind::Free) {}

    bool is_sound() {
        return saved_.words.size() >= layout_.end && saved_.words.size() <= limits_.words && walk_heap()
               && saved_.protected_top <= saved_.words.size() && journal_is_sound() && frames_are_sound()
               && std::ranges::all_of(saved_.values, [&](Value value) { return value_is_sound(value); });
    }

private:
    // Objects must follow each other up to the end of the heap.
    bool walk_heap() {
        std::size_t at = layout_.end;
        while (at < saved_.words.size()) {
            const Header header = Header::unpack(saved_.words[at]);
            if (header.size == 0 || header.size > saved_.words.size() - at || !header_is_sound(header)) {
                return false;
            }
            kinds_[at] = header.kind;
            at += header.size;
        }
        return true;
    }

    // Lists of the match itself, as the queue of events, have none.
    [[nodiscard]] bool has_type(const Header& header) const {
        return header.type < program_.types.size() || header.type == static_cast<std::uint16_t>(kNone);
    }

    [[nodiscard]] bool header_is_sound(const Header& header) const {
        switch (header.kind) {
        case ObjectKind::Instance:
            return header.type < program_.classes.size() && header.size >= program_.classes[header.type].size;
        case ObjectKind::List: return has_type(header) && header.size >= kListWords;
        case ObjectKind::Stack: return has_type(header) && header.size >= kStackWords;
        case ObjectKind::Table: return has_type(header) && header.size >= kTableWords;
        case ObjectKind::Text: return header.size >= kTextUnitsWord;
        case ObjectKind::Free:
        case ObjectKind::Storage: return true;
        }
        return false;
    }

    [[nodiscard]] bool journal_is_sound() const {
        return std::ranges::all_of(saved_.journal,
                                   [&](const Memory::JournalEntry& entry) { return entry.at < saved_.protected_top; });
    }

    [[nodiscard]] bool frames_are_sound() const {
        if (saved_.frames.size() > kMostFrames) {
            return false;
        }
        std::uint32_t base = 0;
        for (const Frame& frame : saved_.frames) {
            const bool is_code = frame.kind == FrameKind::Code;
            if (frame.kind > FrameKind::ChooseAction || frame.base < base || frame.base > saved_.values.size()
                || (!is_code && (frame.top < frame.base || frame.top > saved_.values.size()))
                || (is_code
                    && (frame.code >= program_.chunks.size() || frame.at > program_.chunks[frame.code].code.size()))) {
                return false;
            }
            base = frame.base;
        }
        return saved_.frames.empty() || saved_.frames.back().kind != FrameKind::Code;
    }

    [[nodiscard]] bool is_object(Handle handle, ObjectKind kind) const {
        return handle < kinds_.size() && handle >= layout_.end && kinds_[handle] == kind;
    }

    [[nodiscard]] bool value_is_sound(Value value) const {
        if (value.is_number()) {
            return true;
        }
        switch (value.tag()) {
        case Tag::Bool: return value.index() <= 1;
        case Tag::ConstantText: return value.index() < program_.texts.size();
        case Tag::Text: return is_object(value.handle(), ObjectKind::Text);
        case Tag::Collection:
            return is_object(value.handle(), ObjectKind::List) || is_object(value.handle(), ObjectKind::Stack)
                   || is_object(value.handle(), ObjectKind::Table);
        case Tag::Instance: return is_object(value.handle(), ObjectKind::Instance);
        case Tag::Program: return thing_is_sound(value);
        case Tag::Null: return true;
        }
        return false;
    }

    [[nodiscard]] bool thing_is_sound(Value thing) const {
        constexpr std::uint32_t kDirections = 8;
        switch (thing.thing_kind()) {
        case ThingKind::Movement: return thing.index() < program_.movements.size();
        case ThingKind::Turn: return thing.index() < program_.turns.size();
        case ThingKind::Direction: return thing.index() < kDirections;
        case ThingKind::Absent:
        case ThingKind::HiddenWord: return true;
        }
        return false;
    }

    const SavedMachine& saved_;
    const Program& program_;
    const HeapLayout& layout_;
    const Limits& limits_;
    std::vector<ObjectKind> kinds_; // by word: of the object that begins there
};

} // namespace

std::size_t Match::state_bytes() const {
    const Machine& machine = flow_->machine;
    return machine.memory.top() * sizeof(Word) + machine.memory.journal().size() * sizeof(Memory::JournalEntry)
           + machine.frames.size() * sizeof(Frame) + flow_->live_top() * sizeof(Value)
           + (flow_->line.size() + flow_->refused.size()) * sizeof(std::uint64_t) + sizeof(FlowState);
}

std::string Match::save() const {
    const MatchFlow& flow = *flow_;
    Writer out;
    out.number(kMagic);
    out.number(flow.program().hash);
    out.number(flow.players());
    write_state(out, flow.state);
    write_machine(out, flow.machine, flow.live_top());
    write_numbers(out, flow.line);
    write_numbers(out, flow.refused);
    write_texts(out, flow.texts);
    write_texts(out, flow.pending);
    out.number(flow.reports.size());
    for (const std::string& report : flow.reports) {
        out.text(report);
    }
    out.text(flow.setup_failure);
    write_result(out, flow.result);
    return out.take();
}

bool Match::load(std::string_view bytes) {
    constexpr std::size_t kSumBytes = 8;
    if (bytes.size() < kSumBytes
        || Reader(bytes.substr(bytes.size() - kSumBytes)).number()
               != checksum(bytes.substr(0, bytes.size() - kSumBytes))) {
        return false;
    }
    MatchFlow& flow = *flow_;
    Reader in(bytes.substr(0, bytes.size() - kSumBytes));
    if (in.number() != kMagic || in.number() != flow.program().hash || in.number() != flow.players()) {
        return false;
    }
    const FlowState state = read_state(in, flow.players());
    SavedMachine saved = read_machine(in);
    std::vector<std::uint64_t> line = read_numbers(in);
    std::vector<std::uint64_t> refused = read_numbers(in);
    std::vector<Delivered> texts = read_texts(in);
    std::vector<Delivered> pending = read_texts(in);
    std::vector<std::string> reports(in.length(8));
    for (std::string& report : reports) {
        report = in.text();
    }
    std::string setup_failure = in.text();
    MatchResult result = read_result(in);
    if (!in.is_good() || !in.is_at_end() || !lines_are_sound(refused)
        || !SoundMachine(saved, flow.machine).is_sound()) {
        return false;
    }
    Machine& machine = flow.machine;
    machine.memory.restore(std::move(saved.words), std::move(saved.journal), saved.protected_top);
    machine.frames = std::move(saved.frames);
    machine.values = std::move(saved.values);
    machine.live_top = static_cast<std::uint32_t>(machine.values.size());
    std::uint32_t needed = machine.live_top; // frames below use their registers again when they go on
    for (const Frame& frame : machine.frames) {
        if (frame.kind == FrameKind::Code) {
            needed = std::max<std::uint32_t>(needed, frame.base + machine.program->chunks[frame.code].registers);
        }
    }
    machine.reserve(needed);
    flow.state = state;
    flow.line = std::move(line);
    flow.refused = std::move(refused);
    flow.texts = std::move(texts);
    flow.pending = std::move(pending);
    flow.reports = std::move(reports);
    flow.setup_failure = std::move(setup_failure);
    flow.result = std::move(result);
    if (state.status == MatchStatus::Waiting) {
        flow.list_again();
    }
    return true;
}

} // namespace tgdl
