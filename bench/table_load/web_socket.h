// A client's end of a WebSocket (RFC 6455), on a socket that never blocks. Costs a few hundred bytes while nothing is on its
// way, so that one thread can hold thousands.
#pragma once

#include "bench/table_load/poll.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace load {

enum class Opcode : std::uint8_t { Continuation = 0, Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

// A whole frame, masked as those of clients must be.
std::string masked_frame(Opcode opcode, std::string_view payload);
// What asks a server for a WebSocket.
std::string upgrade_request(std::uint16_t port);
// A socket on its way to a port of this machine; below 0: there is none.
int begin_to_connect(std::uint16_t port);
// Cheap numbers that differ from run to run; no secrets.
std::uint64_t draw_number();

class WebSocket;

class WebSocketUser {
public:
    WebSocketUser() = default;
    WebSocketUser(const WebSocketUser&) = delete;
    WebSocketUser& operator=(const WebSocketUser&) = delete;
    virtual ~WebSocketUser() = default;

    virtual void opened() = 0;
    virtual void received(std::string_view text) = 0;
    // It was open or on its way and is neither now; not after one's own close().
    virtual void closed() = 0;
};

class WebSocket final : private PollHandler {
public:
    WebSocket(Poll& poll, WebSocketUser& user) : poll_(poll), user_(user) {}
    WebSocket(const WebSocket&) = delete;
    WebSocket& operator=(const WebSocket&) = delete;
    ~WebSocket() override { close(); }

    // Closes what was open. opened() or closed() follows.
    void connect(std::uint16_t port);
    void send(std::string_view text);
    void close();

    [[nodiscard]] bool is_open() const { return status_ == Status::Open; }

private:
    enum class Status : std::uint8_t { Closed, Connecting, Upgrading, Open };

    void ready() override;
    bool finish_connecting();
    void read_some();
    // What is left of the bytes after all that is whole in them was taken.
    std::string_view take(std::string_view bytes);
    std::size_t take_answer(std::string_view bytes);
    std::size_t take_frame(std::string_view bytes);
    void take_payload(Opcode opcode, bool is_last, std::string_view payload);
    void queue(std::string_view bytes);
    void write_some();
    void fail();

    Poll& poll_;
    WebSocketUser& user_;
    int socket_ = -1;
    Status status_ = Status::Closed;
    bool waits_for_room_ = false; // the socket is watched for room to write
    std::uint16_t port_ = 0;
    std::uint32_t connection_ = 0; // counts connect() and close(): callbacks may do either
    std::string in_;               // the begin of what is not whole yet
    std::string out_;              // what the socket had no room for
    std::string message_;          // frames of one that has not ended
};

} // namespace load
