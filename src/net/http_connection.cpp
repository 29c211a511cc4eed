#include "net/connection.h"
#include "net/http_answer.h"
#include "net/request_path.h"
#include "net/web_socket.h"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cstdint>
#include <ctime>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

namespace tgdl {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

// How much is read during a lingering close, so that a reset does not destroy the last answer.
constexpr std::size_t kLingerBytes = 128 * 1024;

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

class HttpConnection final : public Connection {
public:
    HttpConnection(ConnectionPool& shared, ConnectionId number, Socket socket)
        : Connection(shared, number), socket_(std::move(socket)), buffer_(pool().limits.header_bytes) {}

    void begin() { read(); }

    void on_deadline(Clock::TimePoint /*now*/) override { drop(); }
    void leave() override;

private:
    enum class Stage { Reading, Asking, Writing };

    std::shared_ptr<HttpConnection> self() { return std::static_pointer_cast<HttpConnection>(shared_from_this()); }

    void read();
    void take_request(error_code problem);
    std::optional<HttpAnswer> objection(const HttpHeader& request, bool has_body);
    std::optional<HttpAnswer> objection_to_upgrade(const HttpHeader& request, std::string_view path);
    [[nodiscard]] std::string reached() const;
    void upgrade(const HttpHeader& request);
    void ask(const HttpHeader& request, std::string path);
    void answer(std::uint64_t question, HttpAnswer given);
    void refuse(const HttpAnswer& refused);
    void write(const HttpAnswer& given);
    void drop();

    Socket socket_;
    boost::beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::empty_body>> parser_;
    Stage stage_ = Stage::Reading;
    bool without_body_ = false;      // HEAD
    bool violated_protocol_ = false; // sent what no browser sends
    AfterAnswer after_ = AfterAnswer::Close;
    std::string none_match_;
    std::uint64_t question_ = 0; // counts what the user was asked
    std::string head_;
    std::shared_ptr<const std::string> body_;
};

void HttpConnection::read() {
    stage_ = Stage::Reading;
    set_deadline(now() + pool().limits.request_time);
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(std::min(pool().limits.header_bytes, kMost)));
    parser_->body_limit(std::numeric_limits<std::uint64_t>::max()); // it is refused, however long it is
    http::async_read_header(socket_, buffer_, *parser_, [self = self()](error_code problem, std::size_t /*bytes*/) {
        if (self->socket_.is_open()) {
            self->take_request(problem);
        }
    });
}

void HttpConnection::take_request(error_code problem) {
    without_body_ = false;
    after_ = AfterAnswer::Close;
    if (problem == http::error::header_limit || problem == http::error::buffer_overflow) {
        refuse(refusal(431, "The header of this request is too long."));
        return;
    }
    if (problem) {
        const bool is_malformed = problem.category() == error_code(http::error::bad_method).category();
        if (is_malformed && problem != http::error::end_of_stream && problem != http::error::partial_message) {
            refuse(refusal(400, "This is not a request of HTTP/1.1."));
        } else {
            drop();
        }
        return;
    }
    const bool has_body = parser_->chunked() || parser_->content_length().value_or(0) > 0;
    const HttpHeader request = parser_->release();
    parser_.reset();
    without_body_ = request.method() == http::verb::head;
    if (const std::optional<HttpAnswer> refused = objection(request, has_body)) {
        refuse(*refused);
        return;
    }
    std::optional<std::string> path = requested_path(view(request.target()));
    if (!path) {
        refuse(refusal(400, "This is not a path."));
        return;
    }
    if (const std::optional<HttpAnswer> refused = objection_to_upgrade(request, *path)) {
        refuse(*refused);
    } else if (websocket::is_upgrade(request)) {
        upgrade(request);
    } else {
        ask(request, std::move(*path));
    }
}

std::optional<HttpAnswer> HttpConnection::objection(const HttpHeader& request, bool has_body) {
    if (request.version() != 10 && request.version() != 11) {
        return refusal(400, "This is not a request of HTTP/1.1.");
    }
    if (request.count(http::field::host) != 1) {
        return refusal(400, "A request needs one `Host`.");
    }
    const std::string_view host = view(request[http::field::host]);
    if (!pool().names.accept_host(host, reached())) {
        return refusal(421, fmt::format("This server does not know `{0}` as a name of its own. If it is one, start the "
                                        "server with `--host {0}`.",
                                        host.substr(0, 255)));
    }
    if (has_body) {
        return refusal(413, "A request must not have a body here.");
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
        HttpAnswer refused = refusal(405, "Only GET and HEAD are understood here.");
        refused.headers.emplace_back("Allow", "GET, HEAD");
        return refused;
    }
    const std::size_t origins = request.count(http::field::origin);
    if (origins > 1 || (origins == 1 && !pool().names.accept_origin(view(request[http::field::origin]), reached()))) {
        return refusal(403, "Pages of others must not use this server. If the page is its own, start the server with "
                            "`--host` and the page's name.");
    }
    return std::nullopt;
}

// Why a request that is, or should be, one for a WebSocket cannot become one.
std::optional<HttpAnswer> HttpConnection::objection_to_upgrade(const HttpHeader& request, std::string_view path) {
    const bool is_place = path == "/ws";
    if (!websocket::is_upgrade(request)) {
        if (!is_place) {
            return std::nullopt;
        }
        HttpAnswer refused = refusal(426, "There is only a WebSocket here.");
        refused.headers.emplace_back("Upgrade", "websocket");
        return refused;
    }
    if (!is_place) {
        return refusal(404, "There is no WebSocket here.");
    }
    if (request[http::field::sec_websocket_version] != "13") {
        HttpAnswer refused = refusal(426, "Only version 13 of WebSocket is understood here.");
        refused.headers.emplace_back("Sec-WebSocket-Version", "13");
        return refused;
    }
    constexpr std::size_t kKeyLength = 24; // 16 bytes in Base64
    if (request[http::field::sec_websocket_key].size() != kKeyLength) {
        return refusal(400, "The key of a WebSocket has 16 bytes.");
    }
    if (buffer_.size() > 0) {
        return refusal(400, "Messages must wait until the WebSocket is open.");
    }
    return std::nullopt;
}

// The address at which the other side has found us, where that may be any.
std::string HttpConnection::reached() const {
    error_code problem;
    if (!pool().every_address) {
        return "";
    }
    asio::ip::address address = socket_.local_endpoint(problem).address();
    if (problem) {
        return "";
    }
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
    }
    return address.is_v6() ? fmt::format("[{}]", address.to_string()) : address.to_string();
}

void HttpConnection::upgrade(const HttpHeader& request) {
    open_web_socket(pool(), id(), std::move(socket_), request);
}

void HttpConnection::ask(const HttpHeader& request, std::string path) {
    stage_ = Stage::Asking;
    after_ = request.keep_alive() ? AfterAnswer::KeepOpen : AfterAnswer::Close;
    none_match_ = std::string(view(request[http::field::if_none_match]));
    set_deadline(now() + pool().limits.idle_time);
    auto reply = [mailbox = pool().mailbox, asking = std::weak_ptr(self()), question = ++question_](HttpAnswer given) {
        mailbox->put([asking, question, given = std::move(given)] {
            if (const std::shared_ptr<HttpConnection> connection = asking.lock()) {
                connection->answer(question, given);
            }
        });
    };
    const bool takes_gzip = accepts_gzip(view(request[http::field::accept_encoding]));
    pool().notify([&](NetHandler& user) {
        user.requested({.path = std::move(path), .etag = none_match_, .takes_gzip = takes_gzip}, std::move(reply));
    });
}

void HttpConnection::answer(std::uint64_t question, HttpAnswer given) {
    if (stage_ != Stage::Asking || question != question_ || !socket_.is_open()) {
        return;
    }
    if (given.status == 200 && names_etag(none_match_, given.etag)) {
        given.status = 304;
        given.body = nullptr;
    }
    write(given);
}

// No browser sends it.
void HttpConnection::refuse(const HttpAnswer& refused) {
    violated_protocol_ = true;
    write(refused);
}

void HttpConnection::write(const HttpAnswer& given) {
    stage_ = Stage::Writing;
    parser_.reset();
    if (pool().stopping) {
        after_ = AfterAnswer::Close;
    }
    head_ = http_head(given, after_, static_cast<std::time_t>(pool().clock.wall_time() / 1000));
    body_ = without_body_ ? nullptr : given.body;
    const std::array<asio::const_buffer, 2> bytes = {asio::buffer(head_),
                                                     body_ ? asio::buffer(*body_) : asio::const_buffer()};
    // Whoever reads slowly has the time for each part anew.
    const auto go_on = [self = self()](error_code problem, std::size_t /*written*/) -> std::size_t {
        constexpr std::size_t kPart = 64 * 1024;
        self->set_deadline(self->now() + self->pool().limits.write_time);
        return problem ? 0 : kPart;
    };
    asio::async_write(socket_, bytes, go_on, [self = self()](error_code problem, std::size_t /*bytes*/) {
        if (!self->socket_.is_open()) {
            return;
        }
        self->head_.clear();
        self->body_.reset();
        if (problem) {
            self->drop();
        } else if (self->after_ == AfterAnswer::KeepOpen) {
            self->read();
        } else if (self->violated_protocol_) {
            tarpit(self->pool(), self->id(), std::move(self->socket_));
        } else {
            linger_close(self->pool(), self->id(), std::move(self->socket_));
        }
    });
}

void HttpConnection::leave() {
    if (stage_ != Stage::Writing) {
        drop();
        return;
    }
    after_ = AfterAnswer::Close;
    set_deadline(now() + kLingerTime);
}

void HttpConnection::drop() {
    const auto keep = self();
    if (stage_ == Stage::Writing) {
        reset_connection(socket_);
    } else {
        close_socket(socket_);
    }
    forget();
}

// Lingering close: everything was sent; waits until the peer has read it and closes.
class LingeringClose final : public Connection {
public:
    LingeringClose(ConnectionPool& shared, ConnectionId number, Socket socket)
        : Connection(shared, number), socket_(std::move(socket)) {
        set_deadline(now() + kLingerTime);
    }

    void begin() {
        error_code ignored;
        std::ignore = socket_.shutdown(asio::socket_base::shutdown_send, ignored);
        read();
    }
    void on_deadline(Clock::TimePoint /*now*/) override { finish(); }
    void leave() override {}

private:
    void read() {
        auto self = std::static_pointer_cast<LingeringClose>(shared_from_this());
        socket_.async_read_some(asio::buffer(pool().discarded), [self](error_code problem, std::size_t bytes) {
            self->read_bytes_ += bytes;
            if (!self->socket_.is_open()) {
                return;
            }
            if (problem || self->read_bytes_ > kLingerBytes) {
                self->finish();
            } else {
                self->read();
            }
        });
    }
    void finish() {
        close_socket(socket_);
        forget();
    }

    Socket socket_;
    std::size_t read_bytes_ = 0;
};

class TarpitConnection final : public Connection {
public:
    TarpitConnection(ConnectionPool& shared, ConnectionId number, Socket socket)
        : Connection(shared, number), socket_(std::move(socket)) {
        ++pool().tarpitted;
        set_deadline(now() + pool().limits.tarpit_time);
    }
    TarpitConnection(const TarpitConnection&) = delete;
    TarpitConnection& operator=(const TarpitConnection&) = delete;
    ~TarpitConnection() override { --pool().tarpitted; }

    void on_deadline(Clock::TimePoint /*now*/) override {
        close_socket(socket_);
        forget();
    }
    void leave() override { on_deadline({}); }

private:
    Socket socket_;
};

} // namespace

void begin_connection(ConnectionPool& pool, ConnectionId id, Socket socket) {
    auto connection = std::make_shared<HttpConnection>(pool, id, std::move(socket));
    pool.connections[id] = connection;
    connection->begin();
}

void tarpit(ConnectionPool& pool, ConnectionId id, Socket socket) {
    constexpr std::size_t kMostTarpitted = 2'000; // they use up connections that others need
    if (pool.tarpitted >= kMostTarpitted) {
        close_socket(socket);
        pool.connections.erase(id);
        return;
    }
    pool.connections[id] = std::make_shared<TarpitConnection>(pool, id, std::move(socket));
}

void linger_close(ConnectionPool& pool, ConnectionId id, Socket socket) {
    auto lingering = std::make_shared<LingeringClose>(pool, id, std::move(socket));
    pool.connections[id] = lingering;
    lingering->begin();
}

void close_socket(Socket& socket) {
    error_code ignored;
    std::ignore = socket.close(ignored);
}

void reset_connection(Socket& socket) {
    error_code ignored;
    std::ignore = socket.set_option(asio::socket_base::linger(true, 0), ignored);
    close_socket(socket);
}

} // namespace tgdl
