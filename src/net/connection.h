// One connection of a NetServer, and what all of them share. Inside of src/net only: it brings Asio along.
//
// A connection begins with requests (HTTP). It may become a WebSocket, which keeps its number, and at last says farewell:
// waits a little for the other side to close, so that what was sent last is not lost.
//
// Nothing here waits with a timer of its own, for there are thousands: each connection says when it is due to be looked
// at, and the server looks at those that are due some times in a second.
#pragma once

#include "net/mailbox.h"
#include "net/net_server.h"
#include "net/own_names.h"

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

using NetClock = std::chrono::steady_clock;
using NetExecutor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, NetExecutor>;

class Connection;

// What the connections of a server share. Used on the thread of run() only, but for the mailbox.
struct Hub {
    NetUser& user;
    NetLimits limits;
    OwnNames names;
    bool every_address = false; // listens on all addresses of the machine
    bool stopping = false;
    std::shared_ptr<Mailbox> mailbox;
    std::unordered_map<ConnectionId, std::shared_ptr<Connection>> connections;
    std::vector<std::weak_ptr<Connection>> left; // those that may need to be let go
    std::size_t kept_waiting = 0;                // those who were thrown out and are not rid of us yet
    std::vector<char> unwanted;                  // what is read of those who leave; nobody looks at it

    // Tells the user something. What that throws ends nothing but that call.
    template <typename Call>
    void tell(Call call) {
        try {
            call(user);
        } catch (...) { // NOLINT(bugprone-empty-catch): other connections must not suffer
        }
    }
};

// Lives in the hub, and in the handlers of what it has begun.
class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(Hub& hub, ConnectionId id) : hub_(hub), id_(id) {}
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection() = default;

    // When late() is to be called, some milliseconds more or less.
    [[nodiscard]] NetClock::time_point due() const { return due_; }
    virtual void late(NetClock::time_point now) = 0;
    // The server stops.
    virtual void leave() = 0;
    // It has left a while ago, and should not be here any more.
    virtual void let_go() {}

    // ---- of a WebSocket; others take no notice
    virtual void send(const std::shared_ptr<const std::string>& /*message*/) {}
    virtual void close(const std::string& /*reason*/) {}
    virtual void allow_messages(std::size_t /*bytes*/) {}

protected:
    [[nodiscard]] Hub& hub() const { return hub_; }
    [[nodiscard]] ConnectionId id() const { return id_; }
    void be_due(NetClock::time_point time) { due_ = time; }

    // It leaves the hub, and lives on as long as one of its handlers runs.
    void forget() { hub_.connections.erase(id_); }

private:
    Hub& hub_;
    ConnectionId id_;
    NetClock::time_point due_ = NetClock::time_point::max();
};

// Puts a connection that was accepted into the hub, and waits for its first request.
void begin_connection(Hub& hub, ConnectionId id, Socket socket);

// How long last words may take.
constexpr std::chrono::milliseconds kFarewellTime{1000};

// Takes the place of a connection that has nothing to say or hear any more: says that this is the end, and waits until
// the other side has read it all and closes, or that time is over.
void say_farewell(Hub& hub, ConnectionId id, Socket socket);
// The same for one who sent what no browser sends. It notices the end only after a while, and nothing more is read of it
// meanwhile: whoever comes again at once, over and over, has to wait.
void throw_out(Hub& hub, ConnectionId id, Socket socket);

// What was sent arrives, if the other side reads it.
void close_quietly(Socket& socket);
// What was not yet sent is thrown away.
void cut_off(Socket& socket);

} // namespace tgdl
