// Connections that are of no use to anybody, on a thread of their own.
//
//   AbusiveClients abuse(port, {.idle = 2500, .slow = 2500, .flood = 20});
//   abuse.wait_until_there();
//
//   idle    say hello, answer pings, and do nothing else
//   slow    send a byte of a request or of a message in a second, and never read
//   flood   send what is no message as fast as they can: bytes that are no request, wrong frames, frames that promise more
//           than anybody takes, wrong JSON, questions without ever reading an answer; begin anew when they are thrown out,
//           and half of them before that
//
// The thread gets only what nobody else wants of the processors: whoever floods a server has some of their own, and must not
// take the server's.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace load {

struct AbusePlan {
    std::size_t idle = 0;
    std::size_t slow = 0;
    std::size_t flood = 0;
};

class AbusiveClients {
public:
    AbusiveClients(std::uint16_t port, AbusePlan plan);
    AbusiveClients(const AbusiveClients&) = delete;
    AbusiveClients& operator=(const AbusiveClients&) = delete;
    ~AbusiveClients();

    // Until every one of them has been connected once.
    void wait_until_there() const;
    // How many there were, and how much was sent.
    [[nodiscard]] std::string describe() const;

    struct Counts {
        std::atomic<std::size_t> there = 0; // were connected at least once
        std::atomic<std::uint64_t> connections = 0;
        std::atomic<std::uint64_t> disconnected = 0;
        std::atomic<std::uint64_t> bytes = 0; // sent by floods
    };

private:
    void run();

    const std::uint16_t port_;
    const AbusePlan plan_;
    Counts counts_;
    std::atomic<bool> stops_ = false;
    std::thread thread_;
};

} // namespace load
