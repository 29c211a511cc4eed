#include "vm/memory.h"

#include <algorithm>

namespace tgdl {

Handle Memory::allocate(std::uint32_t words) {
    if (words > limit_ || used() > limit_ - words) {
        return 0;
    }
    const Handle made = top_;
    const std::size_t end = std::size_t{top_} + words;
    if (end > words_.size()) {
        words_.resize(std::max<std::size_t>(end, std::min<std::size_t>(words_.size() + words_.size() / 2, limit_)));
    }
    top_ += words;
    std::fill(words_.begin() + made, words_.begin() + top_, Word{0});
    return made;
}

void Memory::move_down(Handle first, Handle last) {
    for (Handle at = first; at < std::min(last, protected_); ++at) {
        journal_.push_back({at, words_[at]});
    }
    std::copy(words_.begin() + first + 1, words_.begin() + last + 1, words_.begin() + first);
}

void Memory::rewind(Mark mark) {
    rewind_keeping_new(mark);
    top_ = mark.top;
}

void Memory::rewind_keeping_new(Mark mark) {
    while (journal_.size() > mark.journal) {
        words_[journal_.back().at] = journal_.back().old;
        journal_.pop_back();
    }
    protected_ = mark.previous;
    compactable_ = mark.journal;
}

void Memory::forget_repeated() {
    std::vector<bool> is_logged(protected_);
    journal_.erase_from(compactable_, [&](const JournalEntry& entry) {
        const bool was_logged = is_logged[entry.at];
        is_logged[entry.at] = true;
        return was_logged;
    });
    compact_from_ = std::max(kFewestCompacted, 2 * (journal_.size() - compactable_));
}

// What did not exist at the mark before this one needs no old value any more.
void Memory::forget_new(Mark mark) {
    const auto since = journal_.begin() + mark.journal;
    const auto kept =
        std::remove_if(since, journal_.end(), [this](const JournalEntry& entry) { return entry.at >= protected_; });
    journal_.pop_to(static_cast<std::size_t>(kept - journal_.begin()));
}

void Memory::reset(std::uint32_t words) {
    words_.assign(words, 0);
    top_ = words;
    protected_ = 0;
    journal_.clear();
    compactable_ = 0;
    compact_from_ = kFewestCompacted;
}

void Memory::copy_from(const Memory& other) {
    if (words_.size() < other.top_) {
        words_.assign(other.words_.begin(), other.words_.begin() + other.top_);
    } else {
        std::copy_n(other.words_.begin(), other.top_, words_.begin());
    }
    top_ = other.top_;
    protected_ = other.protected_;
    limit_ = other.limit_;
    journal_ = other.journal_;
    compactable_ = other.compactable_;
    compact_from_ = other.compact_from_;
}

} // namespace tgdl
