// The heap of one match: words of 8 bytes that refer to each other by handles, built to be copied and taken back.
//
//   Mark before = memory.mark();
//   play(move);
//   memory.rewind(before);   // every word, and what was allocated, is as it was at mark()
//
// Marks nest like a stack. Both ends of a mark cost O(writes since it), never O(size); writes outside any mark, and to
// things made since the innermost mark, are not logged. The journal is part of the state of a match that waits in the
// middle of a transaction, so it is copied with it, and it counts as memory of the match.
#pragma once

#include "program/value.h"
#include "vm/record_stack.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace tgdl {

using Word = std::uint64_t;

// Plain numbers, so that a mark can be kept in the match itself, as the frame of a transaction does, and copied with it.
struct Mark {
    std::uint32_t journal = 0;  // its length at the mark
    std::uint32_t top = 0;      // end of the heap at the mark
    std::uint32_t previous = 0; // what was protected before
};

class Memory {
public:
    [[nodiscard]] Word load(Handle at) const { return words_[at]; }
    void store(Handle at, Word word) {
        if (at < protected_) {
            journal_.push_back({at, words_[at]});
        }
        words_[at] = word;
    }
    // Each word from `first` on takes what the next one holds, up to the last.
    void move_down(Handle first, Handle last);
    [[nodiscard]] Value value(Handle at) const { return Value{words_[at]}; }
    void set_value(Handle at, Value value) { store(at, value.bits); }
    // Two numbers of 32 bits in one word: part 0 is the lower one.
    [[nodiscard]] std::uint32_t half(Handle at, unsigned part) const {
        return static_cast<std::uint32_t>(words_[at] >> (32U * part));
    }
    void set_half(Handle at, unsigned part, std::uint32_t number) {
        const Word mask = Word{0xffffffffU} << (32U * (1U - part));
        store(at, (words_[at] & mask) | (Word{number} << (32U * part)));
    }
    // Written without the journal: the random generator, and that something was asked.
    [[nodiscard]] Word* unlogged(Handle at) { return &words_[at]; }

    [[nodiscard]] std::uint32_t top() const { return top_; }
    [[nodiscard]] const Word* words() const { return words_.data(); }
    // Words of zero. 0 when the limit is reached: the caller reports a fault. Amortised O(words).
    Handle allocate(std::uint32_t words);

    Mark mark() {
        const Mark made{static_cast<std::uint32_t>(journal_.size()), top_, protected_};
        protected_ = top_;
        compactable_ = made.journal;
        return made;
    }
    void rewind(Mark mark);
    // As rewind(), but what was allocated since the mark stays, as it is now: a hypothetical block may give something new.
    void rewind_keeping_new(Mark mark);
    // Makes what happened since the mark part of what was before it.
    void keep(Mark mark) {
        protected_ = mark.previous;
        compactable_ = mark.journal;
        if (protected_ == 0) {
            journal_.pop_to(mark.journal);
        } else {
            forget_new(mark);
        }
    }
    [[nodiscard]] bool is_marked() const { return protected_ != 0; }

    void set_limit(std::uint32_t words) { limit_ = words; }
    [[nodiscard]] std::uint32_t limit() const { return limit_; }
    // Words of the heap and of the journal.
    [[nodiscard]] std::size_t used() const { return top_ + journal_.size() * kJournalEntryWords; }
    // A word that was written many times since the last mark needs its oldest value only. Forgets the others when there may
    // be many. To be called from time to time while rules run, at moments that depend on nothing but the match. O(1) or
    // amortised O(writes).
    void compact_journal() {
        if (journal_.size() - compactable_ >= compact_from_) [[unlikely]] {
            forget_repeated();
        }
    }
    // Empties the heap: `words` zero words at its start.
    void reset(std::uint32_t words);
    // Gives back the end of the heap. Only while no mark is set.
    void shrink(std::uint32_t top) { top_ = top; }
    void copy_from(const Memory& other);

    struct JournalEntry {
        Handle at = 0;
        Word old = 0;
    };
    using Journal = RecordStack<JournalEntry>;
    [[nodiscard]] const Journal& journal() const { return journal_; }

private:
    static constexpr std::size_t kJournalEntryWords = sizeof(JournalEntry) / sizeof(Word);
    static constexpr std::size_t kFewestCompacted = 1U << 15U;
    void forget_new(Mark mark);
    void forget_repeated();

    std::vector<Word> words_; // its size is the capacity; used up to top_
    std::uint32_t top_ = 0;
    std::uint32_t protected_ = 0; // words below this are logged before they change; 0: no mark is set
    std::uint32_t limit_ = 1U << 27U;
    Journal journal_;
    std::size_t compactable_ = 0;                 // no mark was set since the journal had this length
    std::size_t compact_from_ = kFewestCompacted; // entries since then
};

} // namespace tgdl
