#include "bench/table_load/web_socket.h"

#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <random>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace load {

namespace {

constexpr std::size_t kMostBytes = 64 * 1024; // read at once
constexpr std::uint64_t kLongestFrame = 16 * 1024 * 1024;

std::string random_key() {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string key;
    for (int i = 0; i < 21; ++i) {
        key += kDigits[draw_number() % kDigits.size()];
    }
    return key + "A=="; // 16 bytes: 21 digits and two bits, which are 0
}

std::uint64_t read_number(std::string_view bytes) {
    std::uint64_t number = 0;
    for (const char byte : bytes) {
        number = (number << 8U) | static_cast<std::uint8_t>(byte);
    }
    return number;
}

} // namespace

std::uint64_t draw_number() {
    static thread_local std::mt19937_64 generator{std::random_device{}()};
    return generator();
}

std::string masked_frame(Opcode opcode, std::string_view payload) {
    constexpr std::size_t kShort = 126;
    constexpr std::size_t kMedium = 65536;
    std::string frame;
    frame.reserve(payload.size() + 14);
    frame += static_cast<char>(0x80U | static_cast<unsigned>(opcode));
    int bytes = 0; // of the length, behind the first one
    if (payload.size() < kShort) {
        frame += static_cast<char>(0x80U | payload.size());
    } else {
        bytes = payload.size() < kMedium ? 2 : 8;
        frame += static_cast<char>(0x80U | (bytes == 2 ? 126U : 127U));
    }
    for (int i = bytes - 1; i >= 0; --i) {
        frame += static_cast<char>((payload.size() >> (8U * static_cast<unsigned>(i))) & 0xffU);
    }
    const std::uint64_t number = draw_number();
    std::array<char, 4> mask{};
    for (unsigned i = 0; i < mask.size(); ++i) {
        mask[i] = static_cast<char>((number >> (8U * i)) & 0xffU);
        frame += mask[i];
    }
    for (std::size_t i = 0; i < payload.size(); ++i) {
        frame += static_cast<char>(payload[i] ^ mask[i % mask.size()]);
    }
    return frame;
}

std::string upgrade_request(std::uint16_t port) {
    const std::string address = "127.0.0.1:" + std::to_string(port);
    return "GET /ws HTTP/1.1\r\nHost: " + address + "\r\nOrigin: http://" + address
           + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
           + random_key() + "\r\n\r\n";
}

int begin_to_connect(std::uint16_t port) {
    const int connecting = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connecting < 0) {
        return -1;
    }
    const int one = 1;
    setsockopt(connecting, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int result = connect(connecting, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    if (result < 0 && errno != EINPROGRESS) {
        close(connecting);
        return -1;
    }
    return connecting;
}

// ---- from closed to open --------------------------------------------------------------------------------------------

void WebSocket::connect(std::uint16_t port) {
    close();
    port_ = port;
    socket_ = begin_to_connect(port);
    status_ = Status::Connecting;
    if (socket_ < 0) {
        poll_.at(Clock::now(), [this, connection = connection_] {
            if (connection == connection_) {
                fail();
            }
        });
        return;
    }
    waits_for_room_ = true;
    poll_.watch(socket_, *this, Poll::Interest::ReadAndWrite);
}

void WebSocket::close() {
    ++connection_;
    if (socket_ >= 0) {
        ::close(socket_);
    }
    socket_ = -1;
    status_ = Status::Closed;
    waits_for_room_ = false;
    in_.clear();
    out_.clear();
    message_.clear();
}

void WebSocket::fail() {
    close();
    user_.closed();
}

bool WebSocket::finish_connecting() {
    int problem = 0;
    socklen_t size = sizeof problem;
    sockaddr_in peer{};
    socklen_t peer_size = sizeof peer;
    if (getsockopt(socket_, SOL_SOCKET, SO_ERROR, &problem, &size) < 0 || problem != 0) {
        fail();
        return false;
    }
    if (getpeername(socket_, reinterpret_cast<sockaddr*>(&peer), &peer_size) < 0) {
        return false; // what was said was of an earlier socket
    }
    status_ = Status::Upgrading;
    queue(upgrade_request(port_));
    return status_ == Status::Upgrading;
}

// ---- what comes -----------------------------------------------------------------------------------------------------

void WebSocket::ready() {
    if (status_ == Status::Closed || socket_ < 0 || (status_ == Status::Connecting && !finish_connecting())) {
        return;
    }
    const std::uint32_t connection = connection_;
    write_some();
    if (connection == connection_) {
        read_some();
    }
}

void WebSocket::read_some() {
    static thread_local std::array<char, kMostBytes> buffer;
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (count <= 0) {
        fail();
        return;
    }
    const std::uint32_t connection = connection_;
    const std::string_view come(buffer.data(), static_cast<std::size_t>(count));
    if (in_.empty()) {
        const std::string_view left = take(come);
        if (connection == connection_) {
            in_ = left;
        }
        return;
    }
    std::string all = std::move(in_);
    all += come;
    const std::string_view left = take(all);
    if (connection == connection_) {
        in_ = left;
    }
}

std::string_view WebSocket::take(std::string_view bytes) {
    const std::uint32_t connection = connection_;
    while (!bytes.empty()) {
        const std::size_t taken = status_ == Status::Upgrading ? take_answer(bytes) : take_frame(bytes);
        if (taken == 0 || connection != connection_) {
            break;
        }
        bytes.remove_prefix(taken);
    }
    return bytes;
}

std::size_t WebSocket::take_answer(std::string_view bytes) {
    constexpr std::string_view kEnd = "\r\n\r\n";
    const std::size_t end = bytes.find(kEnd);
    if (end == std::string_view::npos) {
        return 0;
    }
    if (!bytes.starts_with("HTTP/1.1 101")) {
        fail();
        return 0;
    }
    status_ = Status::Open;
    user_.opened();
    return end + kEnd.size();
}

std::size_t WebSocket::take_frame(std::string_view bytes) {
    if (bytes.size() < 2) {
        return 0;
    }
    const auto first = static_cast<std::uint8_t>(bytes[0]);
    const auto second = static_cast<std::uint8_t>(bytes[1]);
    std::size_t head = 2;
    std::uint64_t length = second & 0x7fU;
    if (length >= 126) {
        const std::size_t size = length == 126 ? 2 : 8;
        if (bytes.size() < head + size) {
            return 0;
        }
        length = read_number(bytes.substr(head, size));
        head += size;
    }
    if ((second & 0x80U) != 0 || length > kLongestFrame) {
        fail(); // a server does not mask, and sends nothing so long
        return 0;
    }
    if (bytes.size() < head + length) {
        return 0;
    }
    take_payload(static_cast<Opcode>(first & 0xfU), (first & 0x80U) != 0, bytes.substr(head, length));
    return head + length;
}

void WebSocket::take_payload(Opcode opcode, bool is_last, std::string_view payload) {
    switch (opcode) {
    case Opcode::Ping: queue(masked_frame(Opcode::Pong, payload)); return;
    case Opcode::Pong: return;
    case Opcode::Text:
    case Opcode::Binary:
    case Opcode::Continuation:
        if (is_last && message_.empty()) {
            user_.received(payload);
            return;
        }
        message_ += payload;
        if (is_last) {
            const std::string whole = std::exchange(message_, {});
            user_.received(whole);
        }
        return;
    case Opcode::Close: break;
    }
    fail();
}

// ---- what goes ------------------------------------------------------------------------------------------------------

void WebSocket::send(std::string_view text) {
    if (is_open()) {
        queue(masked_frame(Opcode::Text, text));
    }
}

void WebSocket::queue(std::string_view bytes) {
    out_ += bytes;
    write_some();
}

// A connection that is gone is noticed when it is read from.
void WebSocket::write_some() {
    if (!out_.empty()) {
        const ssize_t count = ::send(socket_, out_.data(), out_.size(), MSG_NOSIGNAL);
        if (count > 0) {
            out_.erase(0, static_cast<std::size_t>(count));
        }
    }
    if (waits_for_room_ == out_.empty()) {
        waits_for_room_ = !out_.empty();
        poll_.change(socket_, *this, waits_for_room_ ? Poll::Interest::ReadAndWrite : Poll::Interest::Read);
    }
}

} // namespace load
