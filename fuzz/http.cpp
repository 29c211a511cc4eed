// The server takes any bytes from a connection, in any pieces: it neither breaks nor waits for ever, and its user hears of
// nothing that is not promised. The first byte of an input says what the others are, the second how they are cut.
#include "net/net_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <set>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utf8/checked.h>
#include <utility>

namespace {

constexpr std::size_t kMessageBytes = 2000;
constexpr std::string_view kRequest = "GET /page HTTP/1.1\r\nHost: h\r\n";
constexpr std::string_view kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// By libFuzzer's alarm clock.
bool is_interrupted() {
    return errno == EINTR;
}

// Answers everything, and sees that the server keeps its promises.
class Checker : public tgdl::NetHandler {
public:
    void requested(tgdl::HttpRequest request, std::function<void(tgdl::HttpAnswer)> reply) override {
        expect(request.path.starts_with('/') && utf8::is_valid(request.path.begin(), request.path.end()));
        expect((request.path + "/").find("/../") == std::string::npos && request.path.find("//") == std::string::npos);
        expect(std::ranges::none_of(request.path, [](unsigned char sign) { return sign < 0x20 || sign == 0x7f; }));
        tgdl::HttpAnswer answer;
        answer.etag = "\"1\"";
        answer.body = std::make_shared<const std::string>(std::move(request.path));
        reply(std::move(answer));
    }
    void opened(tgdl::ConnectionId connection) override { expect(open_.insert(connection).second); }
    void received(tgdl::ConnectionId connection, std::string message) override {
        expect(open_.contains(connection) && message.size() <= kMessageBytes);
        expect(utf8::is_valid(message.begin(), message.end()));
        if (message == "bye") {
            server->close(connection, message);
        }
        server->send(connection, std::make_shared<const std::string>(std::move(message)));
    }
    void rate_limited(tgdl::ConnectionId connection) override { expect(open_.contains(connection)); }
    void closed(tgdl::ConnectionId connection) override { expect(open_.erase(connection) == 1); }

    [[nodiscard]] bool is_alone() const { return open_.empty(); }
    tgdl::NetServer* server = nullptr;

private:
    std::set<tgdl::ConnectionId> open_;
};

// One server for all inputs, on its own thread until the program ends.
class Target {
public:
    Target() : server_(checker_, options()) {
        checker_.server = &server_;
        expect(server_.listen().empty());
        std::thread([this] { server_.run(); }).detach();
    }

    // A connection to it, each from another address: those of connections that were just closed cannot be used again.
    int connect() {
        const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_addr.s_addr = htonl(0x7f010001U + connections_++ % 0xfffffU);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server_.port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const timeval patience{.tv_sec = 8, .tv_usec = 0};
        const int on = 1;
        expect(::bind(socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0);
        while (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0
               && errno != EISCONN) {
            expect(is_interrupted() || errno == EALREADY);
        }
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        return socket;
    }

    // Waits until the server has seen what lay before it.
    void wait(const std::function<void()>& work = [] {}) {
        std::unique_lock lock(mutex_);
        bool done = false;
        server_.post([&] {
            const std::lock_guard inner(mutex_);
            work();
            done = true;
            changed_.notify_all();
        });
        changed_.wait(lock, [&] { return done; });
    }
    void expect_alone() {
        wait([this] { expect(checker_.is_alone()); });
    }

private:
    static tgdl::NetOptions options() {
        tgdl::NetOptions options;
        options.hosts = {"h"};
        options.limits.header_bytes = 2000;
        options.limits.message_bytes = kMessageBytes;
        options.limits.messages_burst = 20;
        options.limits.messages_per_second = 20000;                 // to go on soon
        options.limits.write_time = std::chrono::milliseconds(100); // to be done with closing soon
        options.limits.tarpit_time = std::chrono::milliseconds(1);
        return options;
    }

    Checker checker_;
    tgdl::NetServer server_;
    std::uint32_t connections_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
};

// Frames with the right lengths and masks: a byte for the kind, one for how much of the rest is in it.
std::string frames_of(std::string_view bytes) {
    std::string frames;
    while (bytes.size() >= 2) {
        const std::size_t length = std::min<std::size_t>(static_cast<unsigned char>(bytes[1]), bytes.size() - 2);
        frames += bytes[0];
        if (length < 126) {
            frames += static_cast<char>(0x80 | length);
        } else {
            frames += {static_cast<char>(0xfe), static_cast<char>(0), static_cast<char>(length)};
        }
        frames.append(4, '\0'); // a mask that changes nothing
        frames += bytes.substr(2, length);
        bytes.remove_prefix(2 + length);
    }
    return frames;
}

void send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && !is_interrupted()) {
            return; // the server has closed
        }
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
}

// Everything until the server closes, or until the end of a header. It must come to an end.
void read_until(int socket, std::string_view end) {
    std::string read;
    std::array<char, 4096> bytes{};
    while (end.empty() || !read.ends_with(end)) {
        const ssize_t got = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (got < 0 && is_interrupted()) {
            continue;
        }
        expect(got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK));
        if (got <= 0) {
            return;
        }
        read.append(bytes.data(), static_cast<std::size_t>(got));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Target& target = *new Target; // its thread uses it to the very end
    if (size < 2) {
        return 0;
    }
    std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const int socket = target.connect();
    switch (data[0] % 4) {
    case 0: break;
    case 1: bytes = std::string(kRequest) + bytes; break;
    case 2:
    case 3:
        send_all(socket, kUpgrade);
        read_until(socket, "\r\n\r\n");
        bytes = data[0] % 4 == 3 ? frames_of(bytes) : bytes;
        break;
    }
    // Some pieces of the same size, and the rest.
    const std::size_t piece = 1 + data[1] / 4;
    std::string_view rest = bytes;
    for (int pieces = data[1] % 4; pieces > 0 && rest.size() > piece; --pieces) {
        send_all(socket, rest.substr(0, piece));
        target.wait();
        rest.remove_prefix(piece);
    }
    send_all(socket, rest);
    ::shutdown(socket, SHUT_WR);
    read_until(socket, "");
    ::close(socket);
    target.expect_alone();
    return 0;
}
