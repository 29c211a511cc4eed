// HTTP and WebSocket for one program: connections, limits, who may connect. It knows nothing of games.
//
//   NetServer server(user, options);
//   if (std::string problem = server.listen(); !problem.empty()) { … }
//   server.run();                           // on this thread, until stop()
//
// All input is bounded before memory is allocated for it: header and message size, message rate, time for a request, time
// to read an answer, number of connections. What goes beyond is refused or closed, without effect on others. Requests with
// a foreign `Host`, or a foreign `Origin` where there is one, are refused (DNS rebinding, cross-site requests).
#pragma once

#include "base/clock.h"
#include "base/connection_id.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tgdl {

struct NetLimits {
    std::size_t connections = 10'000; // or fewer, when the system does not give so many files
    double new_per_second = 1'000;    // accept rate: more wait in the listen backlog
    double new_burst = 5'000;
    std::size_t header_bytes = 8 * 1024;
    std::size_t message_bytes = 16 * 1024;      // of a WebSocket message, frames put together
    std::size_t queued_bytes = 4 * 1024 * 1024; // backpressure: sent, but not yet read by the peer
    double messages_per_second = 20;            // for each connection; and as many pings
    double messages_burst = 60;
    std::chrono::milliseconds request_time{10'000}; // from the connection, or the last answer, to a whole request
    std::chrono::milliseconds idle_time{60'000};    // of a WebSocket that does not answer a ping; to reply to a request
    std::chrono::milliseconds tarpit_time{1'000};   // how long a peer that violated the protocol is held
    std::chrono::milliseconds write_time{20'000};   // to read what was sent: a message, or a part of an answer
};

struct NetOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;         // 0: one that is free
    std::vector<std::string> hosts; // further names of ours, as in `Host`; without a port, ours is accepted too
    NetLimits limits;
};

struct HttpRequest {
    // Decoded and normal: UTF-8, begins with `/`, without `.`, `..`, empty parts, query and control characters.
    std::string path;
    std::string etag;        // If-None-Match
    bool takes_gzip = false; // Accept-Encoding
};

struct HttpAnswer {
    unsigned status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::shared_ptr<const std::string> body; // null: none
    std::string etag;                        // in quotation marks; empty: none. Named by the request: 304 is answered
    std::vector<std::pair<std::string, std::string>> headers; // beyond those that every answer has, or in their place
};

// Callbacks of the server's owner, on the thread of run(). An exception from one is swallowed.
class NetHandler {
public:
    NetHandler() = default;
    NetHandler(const NetHandler&) = delete;
    NetHandler& operator=(const NetHandler&) = delete;
    virtual ~NetHandler() = default;

    // A GET (a HEAD is one whose body is left out). `reply` is called once, at once or later, on any thread,
    // even when the server is gone.
    virtual void requested(HttpRequest request, std::function<void(HttpAnswer)> reply) = 0;
    // A WebSocket was opened at `/ws`.
    virtual void opened(ConnectionId connection) = 0;
    // A text message, valid UTF-8.
    virtual void received(ConnectionId connection, std::string message) = 0;
    // The connection exceeded its message rate: the message was dropped, and nothing more is read until its token bucket
    // has refilled. At most once a second.
    virtual void rate_limited(ConnectionId connection) = 0;
    // Once for every connection that was opened, whoever closed it.
    virtual void closed(ConnectionId connection) = 0;
};

class NetServer {
public:
    // `clock` outlives it.
    NetServer(NetHandler& user, NetOptions options, const Clock& clock = system_clock());
    NetServer(const NetServer&) = delete;
    NetServer& operator=(const NetServer&) = delete;
    ~NetServer();

    // Empty, or why it cannot listen there.
    std::string listen();
    [[nodiscard]] std::uint16_t port() const; // after listen()
    void run();

    // ---- from any thread; nothing happens when the connection is gone
    void send(ConnectionId connection, std::shared_ptr<const std::string> message);
    // After what was sent before. The other side sees code 1000 and the reason, cut after 123 bytes.
    void close(ConnectionId connection, std::string reason);
    // Larger messages may come from this connection from now on.
    void allow_messages(ConnectionId connection, std::size_t bytes);
    // Runs `work` on the thread of run().
    void post(std::function<void()> work);
    // Stops listening, says goodbye to everybody (code 1001), and lets run() return, after some two seconds at most.
    void stop();

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace tgdl
