// Store in memory that fails when a test wants it to.
#pragma once

#include "store/store.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tgdl::testing {

// Passes everything on to a store in memory, notes what is secret, and fails when it is told to.
class FailingStore final : public Store {
public:
    enum class Failure {
        None,
        NotDone,     // nothing can be written or read
        DoneUnknown, // it is written, but the answer is lost
        Held,        // until let_go()
        NoMemory,    // whoever wants to write gets less memory than it asks for
        CutOff,      // nothing can be written or read, and no lease renewed or given back
    };

    explicit FailingStore(const Clock& clock) : real_(open_memory(clock)) {}
    // Another way to the same tables, as a second server has it.
    explicit FailingStore(const FailingStore& other, int /*second*/) : real_(other.real_) {}

    void create(NewTable table, Done done) override {
        record_secrets(nlohmann::json::parse(table.head));
        real_->create(std::move(table), std::move(done));
    }
    void append(NewEntries entries, Done done) override {
        const std::lock_guard lock(mutex_);
        switch (failure_) {
        case Failure::None: real_->append(std::move(entries), std::move(done)); break;
        case Failure::NotDone:
        case Failure::CutOff: real_->find("", [done](const auto& /*answer*/) { done("the disk is full"); }); break;
        case Failure::DoneUnknown:
            real_->append(std::move(entries),
                          [done](const std::string& /*problem*/) { done("the connection is lost"); });
            break;
        case Failure::Held: held_.emplace_back(std::move(entries), std::move(done)); break;
        case Failure::NoMemory: throw std::bad_alloc();
        }
    }
    void open(std::string table, std::string owner, std::chrono::milliseconds lease,
              Answer<OpenedTable> answer) override {
        real_->open(std::move(table), std::move(owner), lease,
                    [this, answer](tl::expected<OpenedTable, std::string> read) {
                        const bool fails = is_failing();
                        answer(fails ? tl::expected<OpenedTable, std::string>(tl::unexpected(std::string("no answer")))
                                     : std::move(read));
                    });
    }
    void renew(std::string owner, std::chrono::milliseconds lease, Answer<std::vector<std::string>> answer) override {
        if (is_cut_off()) {
            real_->find("", [answer](const auto& /*nothing*/) { answer(tl::unexpected(std::string("no answer"))); });
        } else {
            real_->renew(std::move(owner), lease, std::move(answer));
        }
    }
    void release(std::string table, std::uint64_t epoch, Done done) override {
        if (is_cut_off()) {
            real_->find("", [done](const auto& /*nothing*/) { done("no answer"); });
        } else {
            real_->release(std::move(table), epoch, std::move(done));
        }
    }
    void keep(std::string name, std::string text, Done done) override {
        real_->keep(std::move(name), std::move(text), std::move(done));
    }
    void find(std::string name, Answer<std::optional<std::string>> answer) override {
        real_->find(std::move(name), std::move(answer));
    }

    // From now on.
    void fail(Failure failure) {
        const std::lock_guard lock(mutex_);
        failure_ = failure;
    }
    // Lets through what was held.
    void let_go() {
        std::deque<std::pair<NewEntries, Done>> held;
        {
            const std::lock_guard lock(mutex_);
            failure_ = Failure::None;
            std::swap(held, held_);
        }
        for (auto& [entries, done] : held) {
            real_->append(std::move(entries), std::move(done));
        }
    }
    [[nodiscard]] std::size_t held() {
        const std::lock_guard lock(mutex_);
        return held_.size();
    }
    // Seeds, and hashes of rules.
    std::set<std::string> secrets() {
        const std::lock_guard lock(mutex_);
        return secrets_;
    }

private:
    bool is_failing() {
        const std::lock_guard lock(mutex_);
        return failure_ == Failure::NotDone || failure_ == Failure::CutOff;
    }
    bool is_cut_off() {
        const std::lock_guard lock(mutex_);
        return failure_ == Failure::CutOff;
    }
    void record_secrets(const nlohmann::json& head) {
        const std::lock_guard lock(mutex_);
        secrets_.insert(head.at("seed").get<std::string>());
        secrets_.insert(head.at("rules").dump());
    }

    std::mutex mutex_;
    Failure failure_ = Failure::None;
    std::deque<std::pair<NewEntries, Done>> held_;
    std::set<std::string> secrets_;
    std::shared_ptr<Store> real_; // last, so that it ends first
};

} // namespace tgdl::testing
