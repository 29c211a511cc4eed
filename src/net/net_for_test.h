// A server on a thread of its own, what it told its user, and a client that sends any bytes.
#pragma once

#include "base/manual_clock_for_test.h"
#include "net/net_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <future>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tgdl {

inline constexpr std::chrono::milliseconds kPatience{5000}; // after which a test has failed

// An answer as it came, its headers by their names in lower case.
struct ReceivedAnswer {
    unsigned status = 0;
    std::map<std::string, std::string> headers;
    std::string body;
};

// A frame as it came from the server.
struct ReceivedFrame {
    int opcode = -1; // -1: the connection was closed instead
    std::string payload;

    // Of a frame that closes.
    [[nodiscard]] int close_code() const {
        return opcode == 8 && payload.size() >= 2
                   ? static_cast<unsigned char>(payload[0]) * 256 + static_cast<unsigned char>(payload[1])
                   : -1;
    }
};

enum class FrameEnd { More, Final };

// A frame as a client must send it, with a mask.
inline std::string masked_frame(int opcode, std::string_view payload, FrameEnd end = FrameEnd::Final) {
    std::string frame(1, static_cast<char>(opcode | (end == FrameEnd::Final ? 0x80 : 0)));
    if (payload.size() < 126) {
        frame += static_cast<char>(0x80 | payload.size());
    } else {
        const bool is_long = payload.size() > 0xffff;
        frame += static_cast<char>(0x80 | (is_long ? 127 : 126));
        for (int shift = is_long ? 56 : 8; shift >= 0; shift -= 8) {
            frame += static_cast<char>((payload.size() >> shift) & 0xff);
        }
    }
    constexpr std::string_view kMask = "\x12\x34\x56\x78";
    frame += kMask;
    for (std::size_t at = 0; at < payload.size(); ++at) {
        frame += static_cast<char>(payload[at] ^ kMask[at % 4]);
    }
    return frame;
}

// A socket of a client. Reading gives up after kPatience, as if the connection were closed, and then is_stuck().
class Client {
public:
    explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) { connect(port); }
    // A socket that is not connected yet.
    Client() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {}
    Client(Client&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)),
          port_(other.port_),
          stuck_(other.stuck_),
          buffer_(std::move(other.buffer_)) {}
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    Client& operator=(Client&&) = delete;
    ~Client() {
        if (socket_ >= 0) {
            ::close(socket_);
        }
    }

    void connect(std::uint16_t port) {
        port_ = port;
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{.tv_sec = kPatience.count() / 1000, .tv_usec = 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }

    // False when the server has closed.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void end_sending() { ::shutdown(socket_, SHUT_WR); }

    // Sends a GET of `path`, with a right Host unless the further headers have one.
    void request(std::string_view path, std::string_view headers = "", std::string_view method = "GET") {
        std::string text = std::string(method) + " " + std::string(path) + " HTTP/1.1\r\n";
        if (headers.find("Host:") == std::string_view::npos) {
            text += "Host: localhost:" + std::to_string(port_) + "\r\n";
        }
        send(text + std::string(headers) + "\r\n");
    }

    ReceivedAnswer read_answer(bool has_body = true) { // NOLINT: a HEAD's answer has none, whatever its length says
        ReceivedAnswer answer;
        std::size_t end = 0;
        while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
            if (!read_more()) {
                return answer;
            }
        }
        std::string head = buffer_.substr(0, end + 2);
        buffer_.erase(0, end + 4);
        answer.status =
            static_cast<unsigned>(std::strtoul(head.c_str() + std::min<std::size_t>(9, head.size()), nullptr, 10));
        head.erase(0, head.find("\r\n") + 2);
        while (!head.empty()) {
            const std::size_t colon = head.find(": ");
            const std::size_t line = head.find("\r\n");
            std::string name = head.substr(0, colon);
            std::ranges::transform(name, name.begin(), [](unsigned char sign) { return std::tolower(sign); });
            EXPECT_FALSE(answer.headers.contains(name)) << name;
            answer.headers[name] = head.substr(colon + 2, line - colon - 2);
            head.erase(0, line + 2);
        }
        const std::size_t length = has_body && answer.headers.contains("content-length")
                                       ? std::strtoul(answer.headers["content-length"].c_str(), nullptr, 10)
                                       : 0;
        while (buffer_.size() < length && read_more()) {
        }
        answer.body = buffer_.substr(0, length);
        buffer_.erase(0, length);
        return answer;
    }

    // Asks for a WebSocket, and reads the answer.
    unsigned upgrade(std::string_view headers = "") {
        request("/ws", std::string("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n")
                           + std::string(headers));
        upgraded_ = read_answer();
        return upgraded_.status;
    }
    [[nodiscard]] const ReceivedAnswer& upgrade_answer() const { return upgraded_; }

    void send_text(std::string_view text) { send(masked_frame(1, text)); }

    ReceivedFrame read_frame() {
        const auto has = [&](std::size_t bytes) {
            while (buffer_.size() < bytes) {
                if (!read_more()) {
                    return false;
                }
            }
            return true;
        };
        if (!has(2)) {
            return {};
        }
        ReceivedFrame frame;
        frame.opcode = buffer_[0] & 0x0f;
        std::size_t length = buffer_[1] & 0x7f;
        std::size_t begin = 2;
        if (length >= 126) {
            const std::size_t digits = length == 126 ? 2 : 8;
            begin += digits;
            if (!has(begin)) {
                return {};
            }
            length = 0;
            for (std::size_t at = 2; at < begin; ++at) {
                length = length * 256 + static_cast<unsigned char>(buffer_[at]);
            }
        }
        if (!has(begin + length)) {
            return {};
        }
        frame.payload = buffer_.substr(begin, length);
        buffer_.erase(0, begin + length);
        return frame;
    }

    // Whether the server closes, after whatever it still sends.
    bool is_closed_by_server() {
        while (read_more()) {
        }
        return !stuck_;
    }
    // Whether the server has broken the connection, while nothing is read.
    [[nodiscard]] bool is_cut_off() const {
        pollfd state{.fd = socket_, .events = 0, .revents = 0};
        return ::poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
    }
    // Whether anything has come that was not read, be it the end.
    [[nodiscard]] bool has_news() const {
        pollfd state{.fd = socket_, .events = POLLIN, .revents = 0};
        return !buffer_.empty() || ::poll(&state, 1, 0) == 1;
    }
    [[nodiscard]] bool is_stuck() const { return stuck_; }
    [[nodiscard]] int handle() const { return socket_; }

private:
    bool read_more() {
        std::array<char, 65536> bytes{};
        const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
        stuck_ = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        if (got <= 0) {
            return false;
        }
        buffer_.append(bytes.data(), static_cast<std::size_t>(got));
        return true;
    }

    int socket_;
    std::uint16_t port_ = 0;
    bool stuck_ = false;
    std::string buffer_;
    ReceivedAnswer upgraded_;
};

// Writes down what it is told. Answers every request with its path, and every message with the same; `close` closes.
class Witness : public NetHandler {
public:
    void requested(HttpRequest request, std::function<void(HttpAnswer)> reply) override {
        if (on_request) {
            on_request(std::move(request), std::move(reply));
            return;
        }
        HttpAnswer answer;
        answer.body = std::make_shared<const std::string>(request.path);
        reply(std::move(answer));
    }
    void opened(ConnectionId connection) override {
        note([&] { opened_.push_back(connection); });
    }
    void received(ConnectionId connection, std::string message) override {
        note([&] { messages_.push_back(message); });
        if (message == "close") {
            server->close(connection, "as you wish");
        } else {
            server->send(connection, std::make_shared<const std::string>(std::move(message)));
        }
    }
    void rate_limited(ConnectionId connection) override {
        note([&] { rate_limited_at_.push_back(connection); });
    }
    void closed(ConnectionId connection) override {
        note([&] { closed_.push_back(connection); });
    }

    // Waits until it has been told so many; those that there are then.
    std::vector<ConnectionId> opened_ones(std::size_t count) { return wait_for(opened_, count); }
    std::vector<ConnectionId> closed_ones(std::size_t count) { return wait_for(closed_, count); }
    std::vector<ConnectionId> rate_limited_ones(std::size_t count) { return wait_for(rate_limited_at_, count); }
    std::vector<std::string> messages(std::size_t count) { return wait_for(messages_, count); }

    std::function<void(HttpRequest, std::function<void(HttpAnswer)>)> on_request;
    NetServer* server = nullptr; // answers messages through it

private:
    template <typename Change>
    void note(Change change) {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }
    template <typename Item>
    std::vector<Item> wait_for(const std::vector<Item>& list, std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, kPatience, [&] { return list.size() >= count; });
        return list;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<ConnectionId> opened_;
    std::vector<ConnectionId> closed_;
    std::vector<ConnectionId> rate_limited_at_;
    std::vector<std::string> messages_;
};

// A server that runs from start() to the end of the test, or to finish().
class NetServerTest : public testing::Test {
protected:
    NetServerTest() { options_.limits.tarpit_time = std::chrono::milliseconds(20); }

    void start() {
        server_.emplace(witness_, options_, clock());
        witness_.server = &*server_;
        ASSERT_EQ(server_->listen(), "");
        thread_ = std::thread([this] { server_->run(); });
    }
    // Stops it, and waits until run() has returned.
    virtual void finish() {
        if (thread_.joinable()) {
            server_->stop();
            thread_.join();
        }
    }
    void TearDown() override { finish(); }
    // What the server goes by.
    [[nodiscard]] virtual const Clock& clock() const { return system_clock(); }
    // Returns when the server has done what it had to do.
    void settle() {
        constexpr int kRounds = 3; // what was begun in one round is finished in the next
        for (int round = 0; round < kRounds; ++round) {
            std::promise<void> is_done;
            server_->post([&] { is_done.set_value(); });
            is_done.get_future().wait();
        }
    }

    Client connected() { return Client(server_->port()); }
    Client upgraded() {
        Client client(server_->port());
        EXPECT_EQ(client.upgrade(), 101U);
        return client;
    }
    ReceivedAnswer ask(std::string_view path, std::string_view headers = "") {
        Client client = connected();
        client.request(path, headers);
        return client.read_answer();
    }
    // What comes back for any bytes; the connection must be closed after it.
    ReceivedAnswer refused(std::string_view bytes) {
        Client client = connected();
        client.send(bytes);
        ReceivedAnswer answer = client.read_answer();
        EXPECT_TRUE(client.is_closed_by_server());
        return answer;
    }
    [[nodiscard]] std::string own_host() { return "localhost:" + std::to_string(server_->port()); }

    NetOptions options_;
    Witness witness_;
    std::optional<NetServer> server_;

private:
    std::thread thread_;
};

} // namespace tgdl
