#include "net/net_server.h"

#include "base/short_turns.h"
#include "net/connection.h"
#include "net/token_bucket.h"

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <tuple>

namespace tgdl {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, NetExecutor>;

// What the system keeps for a connection in either direction, so that thousands that do not read, or send more than
// they may, cannot use up its memory.
constexpr int kReceiveRoom = 32 * 1024;
constexpr int kUnsentRoom = 128 * 1024;

// Files that must remain for others when there are as many connections as there can be.
constexpr rlim_t kSpareFiles = 64;

constexpr std::chrono::milliseconds kPauseAfterFailedAccept{50};
constexpr std::chrono::milliseconds kLongestTick{500};
constexpr std::chrono::milliseconds kShortestTick{5};
constexpr int kAtTheDoor = 1024; // connections that wait to be let in
constexpr std::size_t kLateAtOnce = 8;
constexpr std::size_t kKeptMail = 4096;
constexpr std::size_t kUnwantedRoom = 64 * 1024;

// How many files this program may open, after asking for as many as it can get.
rlim_t raise_file_limit() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return RLIM_INFINITY;
    }
    rlimit more = files;
    more.rlim_cur = more.rlim_max;
    return ::setrlimit(RLIMIT_NOFILE, &more) == 0 ? more.rlim_cur : files.rlim_cur;
}

// Whether the other side has said all that it will ever say. Floods come and go, over and over; browsers wait for an answer.
bool has_left(Socket& socket) {
    pollfd state{.fd = socket.native_handle(), .events = POLLRDHUP, .revents = 0};
    return ::poll(&state, 1, 0) == 1;
}

// As it stands in `Host`.
std::string address_text(const asio::ip::address& address) {
    return address.is_v6() ? fmt::format("[{}]", address.to_string()) : address.to_string();
}

} // namespace

class NetServer::Implementation {
public:
    Implementation(NetUser& user, NetOptions options)
        : options_(std::move(options)),
          hub_{.user = user,
               .limits = options_.limits,
               .names = {},
               .every_address = false,
               .stopping = false,
               .mailbox = std::make_shared<Mailbox>([this] { asio::post(context_, [this] { read_mail(); }); }),
               .connections = {},
               .left = {},
               .kept_waiting = 0,
               .unwanted = std::vector<char>(kUnwantedRoom)},
          most_connections_(options_.limits.connections) {}
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() {
        hub_.mailbox->shut();
        hub_.connections.clear();
    }

    std::string listen();
    void run();
    void stop();

    [[nodiscard]] std::uint16_t port() const { return port_; }
    Mailbox& mailbox() { return *hub_.mailbox; }
    // Puts work for a connection into the mailbox, for when it is still there.
    template <typename Work>
    void post(ConnectionId id, Work work) {
        hub_.mailbox->put([this, id, work = std::move(work)]() mutable {
            const auto found = hub_.connections.find(id);
            if (found != hub_.connections.end()) {
                const std::shared_ptr<Connection> connection = found->second;
                work(*connection);
            }
        });
    }

private:
    error_code open_acceptor(const asio::ip::tcp::endpoint& endpoint);
    void accept();
    void accept_after(std::chrono::milliseconds pause);
    void welcome(Socket socket);
    [[nodiscard]] TokenRate newcomers_rate() const {
        return {.per_second = options_.limits.new_per_second, .at_once = options_.limits.new_at_once};
    }
    // More come than are let in.
    [[nodiscard]] bool is_crowded() const { return newcomers_.left(newcomers_rate()) < newcomers_rate().at_once / 10; }
    void await_tick();
    void tick();
    void look_at_late();
    void read_mail();

    NetOptions options_;
    Hub hub_;
    std::size_t most_connections_;
    std::uint16_t port_ = 0;
    ConnectionId last_id_ = 0;
    TokenBucket newcomers_;
    std::vector<Mailbox::Work> mail_;
    std::vector<ConnectionId> late_; // when the last tick came, and not yet looked at
    std::vector<std::weak_ptr<Connection>> left_before_;

    // After the hub, because it must go first: handlers that never ran hold connections, which know the hub.
    asio::io_context context_{1};
    Acceptor acceptor_{context_};
    asio::steady_timer accept_pause_{context_};
    asio::steady_timer tick_timer_{context_};
};

std::string NetServer::Implementation::listen() {
    std::string_view name = options_.address;
    if (name.starts_with('[') && name.ends_with(']')) {
        name = name.substr(1, name.size() - 2);
    }
    error_code problem;
    const asio::ip::address address = asio::ip::make_address(name == "localhost" ? "127.0.0.1" : name, problem);
    if (problem) {
        return fmt::format("`{}` is not an address; write one like 127.0.0.1, or 0.0.0.0 for all of this machine",
                           options_.address);
    }
    const rlim_t files = raise_file_limit();
    if (files != RLIM_INFINITY) {
        most_connections_ = std::min<std::size_t>(most_connections_, files > kSpareFiles ? files - kSpareFiles : 1);
    }
    problem = open_acceptor({address, options_.port});
    if (!problem) {
        port_ = acceptor_.local_endpoint(problem).port();
    }
    if (problem) {
        error_code ignored;
        std::ignore = acceptor_.close(ignored);
        return fmt::format("cannot listen on {}:{}: {}", address_text(address), options_.port, problem.message());
    }
    hub_.every_address = address.is_unspecified();
    hub_.names = OwnNames(address_text(address), port_, options_.hosts);
    accept();
    await_tick();
    return "";
}

error_code NetServer::Implementation::open_acceptor(const asio::ip::tcp::endpoint& endpoint) {
    error_code problem;
    if (acceptor_.open(endpoint.protocol(), problem)) {
        return problem;
    }
    // Connections take these over from the socket that listens.
    std::ignore = acceptor_.set_option(asio::socket_base::receive_buffer_size(kReceiveRoom), problem);
    ::setsockopt(acceptor_.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentRoom, sizeof kUnsentRoom);
    if (acceptor_.set_option(asio::socket_base::reuse_address(true), problem)) {
        return problem;
    }
    if (endpoint.address().is_v6()) {
        std::ignore = acceptor_.set_option(asio::ip::v6_only(false), problem);
    }
    if (acceptor_.bind(endpoint, problem)) {
        return problem;
    }
    return acceptor_.listen(kAtTheDoor, problem);
}

// Those who are here already go before many who come.
void NetServer::Implementation::accept() {
    if (!newcomers_.take(newcomers_rate(), NetClock::now())) {
        accept_after(newcomers_.wait(newcomers_rate()));
        return;
    }
    acceptor_.async_accept([this](error_code problem, Socket socket) {
        if (!acceptor_.is_open()) {
            return;
        }
        if (!problem) {
            accept();
            welcome(std::move(socket));
            return;
        }
        // Mostly because there is no file left for it. Those who wait stay where they are until one is.
        accept_after(kPauseAfterFailedAccept);
    });
}

void NetServer::Implementation::accept_after(std::chrono::milliseconds pause) {
    accept_pause_.expires_after(pause);
    accept_pause_.async_wait([this](error_code stopped) {
        if (!stopped && acceptor_.is_open()) {
            accept();
        }
    });
}

void NetServer::Implementation::welcome(Socket socket) {
    if (hub_.connections.size() >= most_connections_ || (is_crowded() && has_left(socket))) {
        cut_off(socket);
        return;
    }
    error_code ignored;
    std::ignore = socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    begin_connection(hub_, ++last_id_, std::move(socket));
}

// A tick is a small part of the shortest time that anything may take.
void NetServer::Implementation::await_tick() {
    const NetLimits& limits = options_.limits;
    const auto shortest = std::min({limits.request_time, limits.idle_time, limits.write_time, limits.thrown_out_time});
    tick_timer_.expires_after(hub_.stopping ? kShortestTick : std::clamp(shortest / 8, kShortestTick, kLongestTick));
    tick_timer_.async_wait([this](error_code stopped) {
        if (!stopped) {
            tick();
        }
    });
}

void NetServer::Implementation::tick() {
    // Those that left before the last tick: whatever they had begun was broken off by then.
    for (const std::weak_ptr<Connection>& each : std::exchange(left_before_, std::exchange(hub_.left, {}))) {
        if (const std::shared_ptr<Connection> connection = each.lock()) {
            connection->let_go();
        }
    }
    if (hub_.stopping && hub_.connections.empty() && left_before_.empty()) {
        return;
    }
    await_tick();
    if (late_.empty()) {
        const NetClock::time_point now = NetClock::now();
        for (const auto& [id, connection] : hub_.connections) {
            if (connection->due() <= now) {
                late_.push_back(id);
            }
        }
    }
    look_at_late(); // at those of the last tick too, should one of them have thrown
}

// A few at once: hundreds can be late together, and those who are in time would wait for them.
void NetServer::Implementation::look_at_late() {
    const NetClock::time_point now = NetClock::now();
    for (std::size_t i = 0; i < kLateAtOnce && !late_.empty(); ++i) {
        const auto found = hub_.connections.find(late_.back());
        late_.pop_back();
        if (found != hub_.connections.end() && found->second->due() <= now) {
            const std::shared_ptr<Connection> connection = found->second;
            connection->late(now);
        }
    }
    if (!late_.empty()) {
        asio::post(context_, [this] { look_at_late(); });
    }
}

void NetServer::Implementation::read_mail() {
    hub_.mailbox->take(mail_);
    for (const Mailbox::Work& work : mail_) {
        try {
            work();
        } catch (...) { // NOLINT(bugprone-empty-catch): it is the fault of who posted it, and others wait behind it
        }
    }
    mail_.clear();
    if (mail_.capacity() > kKeptMail) {
        mail_.shrink_to_fit();
    }
}

void NetServer::Implementation::run() {
    take_short_turns();
    for (;;) {
        try {
            context_.run();
            return;
        } catch (...) { // NOLINT(bugprone-empty-catch): no memory for one connection; others go on
        }
    }
}

void NetServer::Implementation::stop() {
    hub_.mailbox->put([this] {
        hub_.stopping = true;
        error_code ignored;
        std::ignore = acceptor_.close(ignored);
        accept_pause_.cancel();
        std::vector<std::shared_ptr<Connection>> all;
        all.reserve(hub_.connections.size());
        for (const auto& [id, connection] : hub_.connections) {
            all.push_back(connection);
        }
        for (const std::shared_ptr<Connection>& connection : all) {
            connection->leave();
        }
        await_tick();
    });
}

NetServer::NetServer(NetUser& user, NetOptions options)
    : implementation_(std::make_unique<Implementation>(user, std::move(options))) {}
NetServer::~NetServer() = default;

std::string NetServer::listen() {
    return implementation_->listen();
}
std::uint16_t NetServer::port() const {
    return implementation_->port();
}
void NetServer::run() {
    implementation_->run();
}
void NetServer::stop() {
    implementation_->stop();
}

void NetServer::send(ConnectionId connection, std::shared_ptr<const std::string> message) {
    implementation_->post(connection, [message = std::move(message)](Connection& open) { open.send(message); });
}

void NetServer::close(ConnectionId connection, std::string reason) {
    implementation_->post(connection, [reason = std::move(reason)](Connection& open) { open.close(reason); });
}

void NetServer::allow_messages(ConnectionId connection, std::size_t bytes) {
    implementation_->post(connection, [bytes](Connection& open) { open.allow_messages(bytes); });
}

void NetServer::post(std::function<void()> work) {
    implementation_->mailbox().put(std::move(work));
}

} // namespace tgdl
