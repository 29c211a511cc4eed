// A stack of plain records that is pushed and copied without ceremony: frames of a match, its journal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>

namespace tgdl {

template <typename Record>
class RecordStack {
public:
    RecordStack() = default;
    RecordStack(const RecordStack& other) { *this = other; }
    RecordStack(RecordStack&& other) noexcept { swap(other); }
    RecordStack& operator=(RecordStack&& other) noexcept {
        swap(other);
        return *this;
    }
    ~RecordStack() = default;
    RecordStack& operator=(const RecordStack& other) {
        if (this != &other) {
            reserve(other.size());
            end_ = std::copy(other.begin(), other.end(), begin());
        }
        return *this;
    }

    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end_ - records_.get()); }
    [[nodiscard]] bool empty() const { return end_ == records_.get(); }
    [[nodiscard]] Record& back() { return end_[-1]; }
    [[nodiscard]] const Record& back() const { return end_[-1]; }
    [[nodiscard]] Record& operator[](std::size_t index) { return records_[index]; }
    [[nodiscard]] const Record& operator[](std::size_t index) const { return records_[index]; }
    [[nodiscard]] Record* begin() { return records_.get(); }
    [[nodiscard]] Record* end() { return end_; }
    [[nodiscard]] const Record* begin() const { return records_.get(); }
    [[nodiscard]] const Record* end() const { return end_; }
    [[nodiscard]] auto rbegin() { return std::make_reverse_iterator(end()); }
    [[nodiscard]] auto rend() { return std::make_reverse_iterator(begin()); }
    [[nodiscard]] auto rbegin() const { return std::make_reverse_iterator(end()); }
    [[nodiscard]] auto rend() const { return std::make_reverse_iterator(begin()); }

    [[nodiscard]] bool has_room() const { return end_ != limit_; } // for one more
    void make_room() {
        if (!has_room()) [[unlikely]] {
            grow();
        }
    }
    void push_back(const Record& record) {
        make_room();
        *end_++ = record;
    }
    void pop_back() { --end_; }
    // Leaves out those of the records from `first` on of which that holds.
    template <typename Predicate>
    void erase_from(std::size_t first, const Predicate& leaves) {
        end_ = std::remove_if(begin() + first, end(), leaves);
    }
    void clear() { end_ = records_.get(); }
    void pop_to(std::size_t size) { end_ = records_.get() + size; }
    void resize(std::size_t size) { // new ones are as Record() makes them
        reserve(size);
        std::fill(std::min(end_, begin() + size), begin() + size, Record());
        end_ = begin() + size;
    }
    void swap(RecordStack& other) noexcept {
        std::swap(records_, other.records_);
        std::swap(end_, other.end_);
        std::swap(limit_, other.limit_);
    }
    void reserve(std::size_t capacity) {
        if (capacity > static_cast<std::size_t>(limit_ - records_.get())) {
            enlarge(capacity);
        }
    }

private:
    // Out of the way of the many places that push.
    [[gnu::noinline, gnu::cold]] void grow() { enlarge(2 * size() + 16); }
    [[gnu::noinline, gnu::cold]] void enlarge(std::size_t capacity) {
        auto larger = std::make_unique<Record[]>(capacity);
        end_ = std::copy(begin(), end(), larger.get());
        records_ = std::move(larger);
        limit_ = records_.get() + capacity;
    }

    std::unique_ptr<Record[]> records_;
    Record* end_ = nullptr;   // one past the last record
    Record* limit_ = nullptr; // one past the last there is room for
};

} // namespace tgdl
