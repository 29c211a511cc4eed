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
            reserve(other.size_);
            std::copy_n(other.records_.get(), other.size_, records_.get());
            size_ = other.size_;
        }
        return *this;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Record& back() { return records_[size_ - 1]; }
    [[nodiscard]] const Record& back() const { return records_[size_ - 1]; }
    [[nodiscard]] Record& operator[](std::size_t index) { return records_[index]; }
    [[nodiscard]] const Record& operator[](std::size_t index) const { return records_[index]; }
    [[nodiscard]] Record* begin() { return records_.get(); }
    [[nodiscard]] Record* end() { return records_.get() + size_; }
    [[nodiscard]] const Record* begin() const { return records_.get(); }
    [[nodiscard]] const Record* end() const { return records_.get() + size_; }
    [[nodiscard]] auto rbegin() { return std::make_reverse_iterator(end()); }
    [[nodiscard]] auto rend() { return std::make_reverse_iterator(begin()); }
    [[nodiscard]] auto rbegin() const { return std::make_reverse_iterator(end()); }
    [[nodiscard]] auto rend() const { return std::make_reverse_iterator(begin()); }

    void push_back(const Record& record) {
        if (size_ == capacity_) [[unlikely]] {
            reserve(2 * capacity_ + 16);
        }
        records_[size_++] = record;
    }
    void pop_back() { --size_; }
    void clear() { size_ = 0; }
    void pop_to(std::size_t size) { size_ = size; }
    void resize(std::size_t size) { // new ones are as Record() makes them
        reserve(size);
        std::fill(records_.get() + std::min(size_, size), records_.get() + size, Record());
        size_ = size;
    }
    void swap(RecordStack& other) noexcept {
        std::swap(records_, other.records_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    void reserve(std::size_t capacity) {
        if (capacity > capacity_) {
            auto larger = std::make_unique<Record[]>(capacity);
            std::copy_n(records_.get(), size_, larger.get());
            records_ = std::move(larger);
            capacity_ = capacity;
        }
    }

private:
    std::unique_ptr<Record[]> records_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace tgdl
