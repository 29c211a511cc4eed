#include "bench/table_load/abusive_clients.h"

#include "bench/table_load/poll.h"
#include "bench/table_load/web_socket.h"

#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <memory>
#include <sched.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace load {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view kHello = R"({"type":"hello","protocol":1})";

// They come one after the other, in the order of their numbers.
milliseconds pause_before(std::size_t number) {
    constexpr std::size_t kInAMillisecond = 2;
    return milliseconds(number / kInAMillisecond);
}

// ---- idle -----------------------------------------------------------------------------------------------------------

class IdleClient final : private WebSocketUser {
public:
    IdleClient(Poll& poll, std::uint16_t port, AbusiveClients::Counts& counts, std::size_t number)
        : poll_(poll), port_(port), counts_(counts), socket_(poll, *this) {
        connect_after(pause_before(number));
    }

private:
    void connect_after(milliseconds pause) {
        poll_.at(Clock::now() + pause, [this] { socket_.connect(port_); });
    }
    void opened() override {
        ++counts_.connections;
        counts_.there += was_there_ ? 0 : 1;
        was_there_ = true;
        socket_.send(kHello);
    }
    void received(std::string_view /*text*/) override {}
    void closed() override {
        ++counts_.disconnected;
        connect_after(milliseconds(1000));
    }

    Poll& poll_;
    const std::uint16_t port_;
    AbusiveClients::Counts& counts_;
    bool was_there_ = false;
    WebSocket socket_;
};

// ---- slow -----------------------------------------------------------------------------------------------------------

// Half of them are slow with the request, half with their first message.
class SlowClient {
public:
    SlowClient(Poll& poll, std::uint16_t port, AbusiveClients::Counts& counts, std::size_t number)
        : poll_(poll), port_(port), counts_(counts), is_slow_with_request_(number % 2 == 0) {
        poll_.at(Clock::now() + pause_before(number), [this] { begin(); });
    }
    SlowClient(const SlowClient&) = delete;
    SlowClient& operator=(const SlowClient&) = delete;
    ~SlowClient() { close(); }

private:
    void close() {
        if (socket_ >= 0) {
            ::close(socket_);
        }
        socket_ = -1;
    }

    void begin() {
        close();
        socket_ = begin_to_connect(port_);
        rest_ = is_slow_with_request_ ? "" : upgrade_request(port_);
        at_once_ = rest_.size();
        rest_ += is_slow_with_request_ ? upgrade_request(port_) : "";
        for (int i = 0; i < 8; ++i) {
            rest_ += masked_frame(Opcode::Text, kHello);
        }
        is_connected_ = false;
        poll_.at(Clock::now() + milliseconds(200), [this] { go_on(); });
    }

    void go_on() {
        const std::size_t size = at_once_ > 0 ? at_once_ : 1;
        const ssize_t count = send(socket_, rest_.data(), std::min(size, rest_.size()), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            rest_.erase(0, static_cast<std::size_t>(count));
            at_once_ = 0;
            counts_.connections += is_connected_ ? 0 : 1;
            counts_.there += was_there_ ? 0 : 1;
            is_connected_ = true;
            was_there_ = true;
        } else if (errno != EAGAIN || rest_.empty()) {
            counts_.disconnected += is_connected_ ? 1 : 0;
            begin();
            return;
        }
        poll_.at(Clock::now() + milliseconds(1000), [this] { go_on(); });
    }

    Poll& poll_;
    const std::uint16_t port_;
    AbusiveClients::Counts& counts_;
    const bool is_slow_with_request_;
    int socket_ = -1;
    bool is_connected_ = false;
    bool was_there_ = false;
    std::size_t at_once_ = 0; // bytes that are not sent one by one
    std::string rest_;
};

// ---- flood ----------------------------------------------------------------------------------------------------------

enum class Folly : std::uint8_t { NoRequest, WrongRequests, WrongFrames, EndlessFrame, WrongJson, OnlyQuestions };
constexpr std::size_t kFollies = 6;

std::string noise(std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
        text += static_cast<char>(draw_number() & 0xffU);
    }
    return text;
}

// What is sent first, and what then again and again.
struct FloodText {
    std::string first;
    std::string again;
};

FloodText text_of(Folly folly, std::uint16_t port) {
    constexpr int kFrames = 64;
    const std::string upgrade = upgrade_request(port);
    FloodText text{upgrade, {}};
    switch (folly) {
    case Folly::NoRequest: return {noise(4096), noise(4096)};
    case Folly::WrongRequests:
        return {
            "",
            "POST /ws HTTP/1.1\r\nHost: nobody\r\nContent-Length: 99999999999\r\n\r\nGET /../../etc HTTP/1.1\r\n\r\n"};
    case Folly::WrongFrames: text.again = noise(4096); return text;
    case Folly::EndlessFrame:
        text.first += std::string("\x81\xff\x3f\xff\xff\xff\xff\xff\xff\xff", 10);
        text.again = noise(4096);
        return text;
    case Folly::WrongJson:
        for (int i = 0; i < kFrames; ++i) {
            text.again += masked_frame(Opcode::Text, R"({"type":"choose","id":[[[[[[[[{"a":1e999,"option":-1})");
        }
        return text;
    case Folly::OnlyQuestions:
        text.first += masked_frame(Opcode::Text, kHello);
        for (int i = 0; i < kFrames; ++i) {
            text.again += masked_frame(Opcode::Text, R"({"type":"lobby"})");
        }
        return text;
    }
    return text;
}

class FloodClient final : private PollHandler {
public:
    FloodClient(Poll& poll, std::uint16_t port, AbusiveClients::Counts& counts, std::size_t number)
        : poll_(poll),
          port_(port),
          counts_(counts),
          folly_(static_cast<Folly>(number % kFollies)),
          is_impatient_(number / kFollies % 2 == 1),
          text_(text_of(folly_, port)) {
        poll_.at(Clock::now() + pause_before(number), [this] { begin(); });
    }
    FloodClient(const FloodClient&) = delete;
    FloodClient& operator=(const FloodClient&) = delete;
    ~FloodClient() override { close(); }

private:
    void close() {
        if (socket_ >= 0) {
            ::close(socket_);
        }
        socket_ = -1;
    }

    [[nodiscard]] bool reads() const { return folly_ != Folly::OnlyQuestions; }

    void begin() {
        close();
        socket_ = begin_to_connect(port_);
        rest_ = text_.first;
        is_connected_ = false;
        if (socket_ < 0) {
            poll_.at(Clock::now() + milliseconds(100), [this] { begin(); });
            return;
        }
        // What waits on this side is no work for the server, but for the machine that they share here.
        constexpr int kUnsentRoom = 64 * 1024;
        setsockopt(socket_, SOL_SOCKET, SO_SNDBUF, &kUnsentRoom, sizeof kUnsentRoom);
        // One that never reads would be woken over and over by what it is sent, and keep the machine busy instead.
        poll_.watch(socket_, *this, reads() ? Poll::Interest::ReadAndWrite : Poll::Interest::Write);
    }

    void ready() override {
        if (socket_ < 0) {
            return;
        }
        std::array<char, 4096> buffer{};
        if (reads()) {
            const ssize_t count = recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (count == 0 || (count < 0 && errno != EAGAIN)) {
                disconnected();
                return;
            }
        }
        if (rest_.empty()) {
            if (is_impatient_ && is_connected_) {
                begin();
                return;
            }
            rest_ = text_.again;
        }
        const ssize_t count = send(socket_, rest_.data(), rest_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count > 0) {
            counts_.connections += is_connected_ ? 0 : 1;
            counts_.there += was_there_ ? 0 : 1;
            is_connected_ = true;
            was_there_ = true;
            counts_.bytes += static_cast<std::uint64_t>(count);
            rest_.erase(0, static_cast<std::size_t>(count));
        } else if (errno != EAGAIN) {
            disconnected();
        }
    }

    void disconnected() {
        counts_.disconnected += is_connected_ ? 1 : 0;
        begin();
    }

    Poll& poll_;
    const std::uint16_t port_;
    AbusiveClients::Counts& counts_;
    const Folly folly_;
    const bool is_impatient_; // does not wait to be thrown out
    const FloodText text_;
    int socket_ = -1;
    bool is_connected_ = false;
    bool was_there_ = false;
    std::string rest_;
};

template <typename Client>
std::vector<std::unique_ptr<Client>> make_many(std::size_t count, Poll& poll, std::uint16_t port,
                                               AbusiveClients::Counts& counts) {
    std::vector<std::unique_ptr<Client>> clients(count);
    for (std::size_t i = 0; i < count; ++i) {
        clients[i] = std::make_unique<Client>(poll, port, counts, i);
    }
    return clients;
}

} // namespace

// ---- all of them ----------------------------------------------------------------------------------------------------

AbusiveClients::AbusiveClients(std::uint16_t port, AbusePlan plan) : port_(port), plan_(plan) {
    if (plan_.idle + plan_.slow + plan_.flood > 0) {
        thread_ = std::thread([this] { run(); });
    }
}

AbusiveClients::~AbusiveClients() {
    stops_ = true;
    if (thread_.joinable()) {
        thread_.join();
    }
}

void AbusiveClients::run() {
    const sched_param none{};
    sched_setscheduler(0, SCHED_IDLE, &none);
    Poll poll;
    const auto idlers = make_many<IdleClient>(plan_.idle, poll, port_, counts_);
    const auto dawdlers = make_many<SlowClient>(plan_.slow, poll, port_, counts_);
    const auto flooders = make_many<FloodClient>(plan_.flood, poll, port_, counts_);
    while (!stops_) {
        poll.wait(Clock::now() + milliseconds(100));
    }
}

void AbusiveClients::wait_until_there() const {
    while (counts_.there < plan_.idle + plan_.slow + plan_.flood) {
        std::this_thread::sleep_for(milliseconds(10));
    }
}

std::string AbusiveClients::describe() const {
    return fmt::format("{} idle, {} slow, {} flooding: {} connections, {} thrown out, {:.1f} MB of flood", plan_.idle,
                       plan_.slow, plan_.flood, counts_.connections.load(), counts_.disconnected.load(),
                       static_cast<double>(counts_.bytes) / 1e6);
}

} // namespace load
