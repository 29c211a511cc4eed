// Counts and latencies that are measured while tables are played.
#pragma once

#include "bench/table_load/poll.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace load {

class Latencies {
public:
    void add(Clock::duration time) { times_.push_back(std::chrono::duration<double, std::milli>(time).count()); }
    [[nodiscard]] std::size_t count() const { return times_.size(); }
    // In milliseconds; 0 when there are none. O(n log n) after an add().
    double quantile(double share);

private:
    std::vector<double> times_;
    std::size_t sorted_ = 0;
};

struct Figures {
    Latencies choices;  // from the moment at which it was due to its acknowledgement
    Latencies openings; // from the wish for a table to the first sight of it by everybody
    std::uint64_t acknowledged = 0;
    std::uint64_t acknowledged_in_time = 0;       // of those, until the time was up
    std::uint64_t waiting = 0;                    // due or sent, and not acknowledged at the end
    double longest_waiting = 0;                   // milliseconds
    std::map<std::string, std::uint64_t> refused; // by reason
    std::uint64_t connections_lost = 0;
    std::uint64_t rejoined = 0;  // seats that came back to a table
    std::uint64_t confirmed = 0; // acknowledged choices that were sent again, and acknowledged again
    std::uint64_t tables = 0;
    std::uint64_t ended = 0;
    std::uint64_t checked = 0;
    double seconds = 0;           // of play
    double processor_seconds = 0; // of this program, of which play took so many

    // What must not be. The first ones in words, all of them counted.
    void complain(std::string complaint);
    std::vector<std::string> complaints;
    std::uint64_t complaint_count = 0;
};

std::string describe(Figures& figures);
std::string as_json(Figures& figures);

} // namespace load
