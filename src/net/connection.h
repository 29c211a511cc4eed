// Connections of a NetServer and the pool they live in. For src/net only: it includes Asio.
//
// A connection starts with HTTP requests. It may be upgraded to a WebSocket under the same id, and ends with a lingering
// close: it waits a little for the peer to close, so that what was sent last is not lost.
//
// Connections have no timers of their own, for there are thousands: each has a deadline, and the server sweeps the
// deadlines several times a second.
#pragma once

#include "base/clock.h"
#include "net/allowed_hosts.h"
#include "net/mailbox.h"
#include "net/net_server.h"

#include <utility> // before Asio 1.74, which forgets it

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tgdl {

using NetExecutor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, NetExecutor>;

class Connection;

// State shared by the connections of a server. Used on the thread of run() only, but for the mailbox.
struct ConnectionPool {
    NetHandler& user;
    const Clock& clock;
    NetLimits limits;
    AllowedHosts names;
    bool every_address = false; // listens on all addresses of the machine
    bool stopping = false;
    std::shared_ptr<Mailbox> mailbox;
    std::unordered_map<ConnectionId, std::shared_ptr<Connection>> connections;
    std::vector<std::weak_ptr<Connection>> left; // closed ones whose handlers may still hold them
    std::size_t tarpitted = 0;                   // connections in the tarpit
    std::vector<char> discarded;                 // scratch for bytes that are read and ignored

    // Calls the handler. An exception ends that call and nothing else.
    template <typename Call>
    void notify(Call call) {
        try {
            call(user);
        } catch (...) { // NOLINT(bugprone-empty-catch): other connections must not suffer
        }
    }
};

// Lives in the pool, and in the handlers of what it has begun.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(ConnectionPool& pool, ConnectionId id) : pool_(pool), id_(id) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    // When on_deadline() is called, to some milliseconds.
    [[nodiscard]] Clock::TimePoint deadline() const { return due_at_; }
    virtual void on_deadline(Clock::TimePoint now) = 0;
    // The server stops.
    virtual void leave() = 0;
    // It was closed a while ago; what it still holds is freed.
    virtual void release() {}

    // ---- of a WebSocket; others ignore it
    virtual void send(const std::shared_ptr<const std::string>& /*message*/) {}
    virtual void close(const std::string& /*reason*/) {}
    virtual void allow_messages(std::size_t /*bytes*/) {}

protected:
    [[nodiscard]] ConnectionPool& pool() const { return pool_; }
    [[nodiscard]] ConnectionId id() const { return id_; }
    [[nodiscard]] Clock::TimePoint now() const { return pool_.clock.now(); }
    void set_deadline(Clock::TimePoint time) { due_at_ = time; }

    // Leaves the pool; the object lives until its last handler has run.
    void forget() { pool_.connections.erase(id_); }

private:
    ConnectionPool& pool_;
    ConnectionId id_;
    Clock::TimePoint due_at_ = Clock::TimePoint::max();
};

// Puts a connection that was accepted into the pool, and waits for its first request.
void begin_connection(ConnectionPool& pool, ConnectionId id, Socket socket);

// How long a lingering close may take.
constexpr std::chrono::milliseconds kLingerTime{1000};

// Replaces a connection that is done: shuts down the sending side and waits until the peer has read everything and closes,
// or kLingerTime is over.
void linger_close(ConnectionPool& pool, ConnectionId id, Socket socket);
// Tarpit for a peer that violated the protocol: the connection stays open for a while, and nothing is read from it, which
// slows down clients that reconnect over and over.
void tarpit(ConnectionPool& pool, ConnectionId id, Socket socket);

// Close; data already sent still arrives.
void close_socket(Socket& socket);
// Close with a reset; unsent data is discarded.
void reset_connection(Socket& socket);

} // namespace tgdl
