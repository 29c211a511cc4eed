#include "net/net_server.h"

#include "base/time_slice.h"
#include "net/clock_timer.h"
#include "net/connection.h"
#include "net/token_bucket.h"

#include <algorithm>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
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

// Kernel buffers of a connection, small enough that thousands of peers that do not read, or send too much, cannot use
// up the memory.
constexpr int kReceiveBuffer = 32 * 1024;
constexpr int kUnsentBuffer = 128 * 1024;

// File descriptors kept free for other uses at the maximum of connections.
constexpr rlim_t kSpareFiles = 64;

constexpr std::chrono::milliseconds kPauseAfterFailedAccept{50};
constexpr std::chrono::milliseconds kLongestTick{500};
constexpr std::chrono::milliseconds kShortestTick{5};
constexpr int kListenBacklog = 1024;
constexpr std::size_t kSweepBatch = 8;
constexpr std::size_t kLargestReusedBatch = 4096;
constexpr std::size_t kDiscardBuffer = 64 * 1024;

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

// Has the peer shut down its sending side? Floods connect and leave; browsers wait for an answer.
bool peer_has_closed(Socket& socket) {
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
    Implementation(NetHandler& user, NetOptions options, const Clock& clock)
        : options_(std::move(options)),
          pool_{.user = user,
                .clock = clock,
                .limits = options_.limits,
                .names = {},
                .every_address = false,
                .stopping = false,
                .mailbox = std::make_shared<Mailbox>([this] { asio::post(context_, [this] { drain_mailbox(); }); }),
                .connections = {},
                .left = {},
                .tarpitted = 0,
                .discarded = std::vector<char>(kDiscardBuffer)},
          most_connections_(options_.limits.connections) {}
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    ~Implementation() {
        pool_.mailbox->shut();
        pool_.connections.clear();
    }

    std::string listen();
    void run();
    void stop();

    [[nodiscard]] std::uint16_t port() const { return port_; }
    Mailbox& mailbox() { return *pool_.mailbox; }
    // Runs `work` on the server's thread, if the connection still exists then.
    template <typename Work>
    void post(ConnectionId id, Work work) {
        pool_.mailbox->put([this, id, work = std::move(work)]() mutable {
            const auto found = pool_.connections.find(id);
            if (found != pool_.connections.end()) {
                const std::shared_ptr<Connection> connection = found->second;
                work(*connection);
            }
        });
    }

private:
    error_code open_acceptor(const asio::ip::tcp::endpoint& endpoint);
    void accept();
    void accept_after(std::chrono::milliseconds pause);
    void admit(Socket socket);
    [[nodiscard]] TokenRate accept_rate() const {
        return {.per_second = options_.limits.new_per_second, .burst = options_.limits.new_burst};
    }
    // The accept bucket is nearly empty: more connect than are accepted.
    [[nodiscard]] bool is_flooded() const { return accept_bucket_.left(accept_rate()) < accept_rate().burst / 10; }
    void await_tick();
    void tick();
    void sweep_deadlines();
    void drain_mailbox();

    NetOptions options_;
    ConnectionPool pool_;
    std::size_t most_connections_;
    std::uint16_t port_ = 0;
    ConnectionId last_id_ = 0;
    TokenBucket accept_bucket_;
    std::vector<Mailbox::Work> batch_;
    std::vector<ConnectionId> overdue_; // found at the last tick, not yet handled
    std::vector<std::weak_ptr<Connection>> left_before_;

    // Declared after the pool, so destroyed before it: pending handlers hold connections, which refer to the pool.
    asio::io_context context_{1};
    Acceptor acceptor_{context_};
    ClockTimer accept_pause_{context_.get_executor(), pool_.clock};
    ClockTimer tick_timer_{context_.get_executor(), pool_.clock};
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
    pool_.every_address = address.is_unspecified();
    pool_.names = AllowedHosts(address_text(address), port_, options_.hosts);
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
    std::ignore = acceptor_.set_option(asio::socket_base::receive_buffer_size(kReceiveBuffer), problem);
    ::setsockopt(acceptor_.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBuffer, sizeof kUnsentBuffer);
    if (acceptor_.set_option(asio::socket_base::reuse_address(true), problem)) {
        return problem;
    }
    if (endpoint.address().is_v6()) {
        std::ignore = acceptor_.set_option(asio::ip::v6_only(false), problem);
    }
    if (acceptor_.bind(endpoint, problem)) {
        return problem;
    }
    return acceptor_.listen(kListenBacklog, problem);
}

// Established connections come before a flood of new ones.
void NetServer::Implementation::accept() {
    if (!accept_bucket_.take(accept_rate(), pool_.clock.now())) {
        accept_after(accept_bucket_.wait(accept_rate()));
        return;
    }
    acceptor_.async_accept([this](error_code problem, Socket socket) {
        if (!acceptor_.is_open()) {
            return;
        }
        if (!problem) {
            accept();
            admit(std::move(socket));
            return;
        }
        // Mostly EMFILE. Pending connections stay in the backlog until a descriptor is free.
        accept_after(kPauseAfterFailedAccept);
    });
}

void NetServer::Implementation::accept_after(std::chrono::milliseconds pause) {
    accept_pause_.after(pause, [this] {
        if (acceptor_.is_open()) {
            accept();
        }
    });
}

void NetServer::Implementation::admit(Socket socket) {
    if (pool_.connections.size() >= most_connections_ || (is_flooded() && peer_has_closed(socket))) {
        reset_connection(socket);
        return;
    }
    error_code ignored;
    std::ignore = socket.set_option(asio::ip::tcp::no_delay(true), ignored);
    begin_connection(pool_, ++last_id_, std::move(socket));
}

// A tick is a small part of the shortest time that anything may take.
void NetServer::Implementation::await_tick() {
    const NetLimits& limits = options_.limits;
    const auto shortest = std::min({limits.request_time, limits.idle_time, limits.write_time, limits.tarpit_time});
    tick_timer_.after(pool_.stopping ? kShortestTick : std::clamp(shortest / 8, kShortestTick, kLongestTick),
                      [this] { tick(); });
}

void NetServer::Implementation::tick() {
    // Closed before the last tick: their pending operations were cancelled by then.
    for (const std::weak_ptr<Connection>& each : std::exchange(left_before_, std::exchange(pool_.left, {}))) {
        if (const std::shared_ptr<Connection> connection = each.lock()) {
            connection->release();
        }
    }
    if (pool_.stopping && pool_.connections.empty() && left_before_.empty()) {
        return;
    }
    await_tick();
    if (overdue_.empty()) {
        const Clock::TimePoint now = pool_.clock.now();
        for (const auto& [id, connection] : pool_.connections) {
            if (connection->deadline() <= now) {
                overdue_.push_back(id);
            }
        }
    }
    sweep_deadlines(); // also the rest of the last tick's, if a handler has thrown
}

// In small batches: hundreds can be overdue at once, and others must not wait for all of them.
void NetServer::Implementation::sweep_deadlines() {
    const Clock::TimePoint now = pool_.clock.now();
    for (std::size_t i = 0; i < kSweepBatch && !overdue_.empty(); ++i) {
        const auto found = pool_.connections.find(overdue_.back());
        overdue_.pop_back();
        if (found != pool_.connections.end() && found->second->deadline() <= now) {
            const std::shared_ptr<Connection> connection = found->second;
            connection->on_deadline(now);
        }
    }
    if (!overdue_.empty()) {
        asio::post(context_, [this] { sweep_deadlines(); });
    }
}

void NetServer::Implementation::drain_mailbox() {
    pool_.mailbox->take(batch_);
    for (const Mailbox::Work& work : batch_) {
        try {
            work();
        } catch (...) { // NOLINT(bugprone-empty-catch): it is the fault of who posted it, and others wait behind it
        }
    }
    batch_.clear();
    if (batch_.capacity() > kLargestReusedBatch) {
        batch_.shrink_to_fit();
    }
}

void NetServer::Implementation::run() {
    request_short_time_slice();
    for (;;) {
        try {
            context_.run();
            return;
        } catch (...) { // NOLINT(bugprone-empty-catch): no memory for one connection; others go on
        }
    }
}

void NetServer::Implementation::stop() {
    pool_.mailbox->put([this] {
        pool_.stopping = true;
        error_code ignored;
        std::ignore = acceptor_.close(ignored);
        accept_pause_.cancel();
        std::vector<std::shared_ptr<Connection>> all;
        all.reserve(pool_.connections.size());
        for (const auto& [id, connection] : pool_.connections) {
            all.push_back(connection);
        }
        for (const std::shared_ptr<Connection>& connection : all) {
            connection->leave();
        }
        await_tick();
    });
}

NetServer::NetServer(NetHandler& user, NetOptions options, const Clock& clock)
    : implementation_(std::make_unique<Implementation>(user, std::move(options), clock)) {}
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
