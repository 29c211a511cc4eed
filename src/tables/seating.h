// A table in memory with those who are connected to it. Everything here runs on the table's strand.
#pragma once

#include "tables/host.h"
#include "tables/table.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

class Seating : public std::enable_shared_from_this<Seating> {
public:
    Seating(std::string id, const HostParts& parts, std::shared_ptr<Strand> strand);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] Strand& strand() { return *strand_; }

    void join(ConnectionId connection, std::string token);
    void leave(ConnectionId connection);
    void receive(ConnectionId connection, nlohmann::json message);
    // Somebody else has the table now, or it cannot be kept: those who are here come again, and find out where.
    void give_up(const std::string& url);
    // So that another server need not wait until it runs out.
    void give_lease_back();
    // Leaves the memory if nobody has been here for long. True: it has.
    bool leave_memory_if_idle();

private:
    enum class Status : std::uint8_t { Closed, Opening, Open };
    struct Guest {
        Viewer viewer = kSpectator;
        bool is_host = false;
    };
    // What those with the same eyes were sent last.
    struct Feed {
        std::size_t texts = 0; // of the game's, told
        std::size_t lines = 0; // that these were
        std::string sent;
    };
    struct Request {
        ConnectionId connection = 0;
        Guest guest;
        nlohmann::json message;
    };

    // ---- into memory
    void open();
    void found(tl::expected<OpenedTable, std::string> answer);
    void find_rules();
    void set_up();
    void fail_to_open(const Refused& refused);
    void admit(ConnectionId connection, const std::string& token);

    // ---- what is asked for
    void change(const Request& request);
    Table::Considered consider(const Request& request);
    Table::Considered consider_seat(const Request& request);
    void explain(const Request& request);
    void replay(const Request& request);
    void react(const Request& request);
    void commit(Entry entry, std::function<void()> accepted, std::function<void(const Refused&)> refused);
    void go_on();
    void let_bot_think();
    void watch_clock();
    void choose_for_late();

    // ---- what is told
    void publish();
    void tell(Viewer viewer);
    void welcome(ConnectionId connection, const Guest& guest);
    [[nodiscard]] std::vector<bool> seats_here() const;

    // Runs on the strand, later.
    template <typename Work>
    auto on_strand(Work work);

    const std::string id_;
    const HostParts& parts_;
    std::shared_ptr<Strand> strand_;
    Status status_ = Status::Closed;

    // ---- while it is being opened
    std::vector<std::pair<ConnectionId, std::string>> waiting_; // with their tokens
    OpenedTable opened_;
    TableHead head_;
    std::vector<Entry> kept_;
    std::map<std::uint64_t, std::shared_ptr<const PlayableRules>> rules_; // by hash

    // ---- while it is open
    std::unique_ptr<Table> table_;
    std::uint64_t epoch_ = 0;
    std::map<ConnectionId, Guest> guests_;
    std::map<Viewer, Feed> feeds_;
    bool is_busy_ = false;        // something is being written down, or a bot thinks: changes wait
    std::deque<Request> later_;
    std::uint64_t clock_turn_ = 0; // of the last timer that was set
    std::chrono::steady_clock::time_point used_;
};

} // namespace tgdl
