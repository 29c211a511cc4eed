// Queue and thread that all stores have in common: requests wait in a queue, a thread gives all that wait to the back end
// as one batch, and answers them in order once it is written. While one batch is being written, the next one piles up: the
// slower the disk, the larger the batches.
#pragma once

#include "store/backend.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tgdl {

class QueuedStore final : public Store {
public:
    // `clock` outlives it.
    explicit QueuedStore(std::unique_ptr<Backend> backend, const Clock& clock = system_clock());
    ~QueuedStore() override;

    void create(NewTable table, Done done) override;
    void append(NewEntries entries, Done done) override;
    void open(std::string table, std::string owner, std::chrono::milliseconds lease,
              Answer<OpenedTable> answer) override;
    void renew(std::string owner, std::chrono::milliseconds lease, Answer<std::vector<std::string>> answer) override;
    void release(std::string table, std::uint64_t epoch, Done done) override;
    void keep(std::string name, std::string text, Done done) override;
    void find(std::string name, Answer<std::optional<std::string>> answer) override;

private:
    using Leases = std::map<std::string, std::uint64_t, std::less<>>; // table -> epoch

    void ask(Request request);
    void run();
    std::vector<Request> take_batch();
    void write(std::vector<Request>& batch);
    void answer(Request& request);
    std::vector<std::string> find_lost(const std::string& owner, const std::vector<HeldLease>& held);

    const Clock& clock_;

    // ---- of the store's thread
    std::unique_ptr<Backend> backend_;
    std::map<std::string, Leases> leases_; // by owner: what was created or opened here

    std::mutex mutex_;
    std::condition_variable wakes_;
    std::deque<Request> queue_;
    bool ends_ = false;
    std::thread thread_;
};

} // namespace tgdl
