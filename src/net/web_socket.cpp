#include "net/web_socket.h"

#include "net/clock_timer.h"
#include "net/http_answer.h"
#include "net/token_bucket.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <list>
#include <optional>
#include <string_view>
#include <utf8/checked.h>

namespace tgdl {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

// Stream that Beast reads and writes. Its teardown is ours, so that a peer that never closes does not hold up the end.
class Transport : public Socket {
public:
    explicit Transport(Socket socket) : Socket(std::move(socket)) {}
};

template <typename Handler>
void async_teardown(boost::beast::role_type /*role*/, Transport& transport, Handler&& handler) {
    asio::post(transport.get_executor(),
               boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
}

// A reason fits into a frame of 125 bytes, behind two for the code, and is UTF-8.
websocket::close_reason close_reason(websocket::close_code code, std::string text) {
    text.resize(std::min<std::size_t>(text.size(), 123));
    text.erase(utf8::find_invalid(text.begin(), text.end()), text.end());
    return {code, text};
}

class WebSocket final : public Connection {
public:
    WebSocket(ConnectionPool& shared, ConnectionId number, Socket socket)
        : Connection(shared, number), stream_(std::in_place, Transport(std::move(socket))) {}

    // Answers the request that asked for it.
    void begin(const HttpHeader& request);

    void on_deadline(Clock::TimePoint now) override;
    void leave() override { start_closing(websocket::close_code::going_away, "the server stops", kLingerTime); }
    void send(const std::shared_ptr<const std::string>& message) override;
    void close(const std::string& reason) override {
        start_closing(websocket::close_code::normal, reason, pool().limits.write_time);
    }
    void allow_messages(std::size_t bytes) override { stream_->read_message_max(bytes); }
    // Beast waits for itself (see say_close()) and keeps this object alive.
    void release() override { stream_.reset(); }

private:
    enum class Stage { Opening, Open, Closing, Gone };

    // A queued message costs more than its bytes.
    static constexpr std::size_t kQueueOverhead = 64;
    static std::size_t cost(const std::string& message) { return message.size() + kQueueOverhead; }

    std::shared_ptr<WebSocket> self() { return std::static_pointer_cast<WebSocket>(shared_from_this()); }
    [[nodiscard]] TokenRate rate() {
        return {.per_second = pool().limits.messages_per_second, .burst = pool().limits.messages_burst};
    }

    void read();
    void take_piece(std::size_t bytes);
    void take_message();
    void take_control();
    void slow_down(Clock::TimePoint now);
    void write();
    void start_closing(websocket::close_code code, const std::string& reason, std::chrono::milliseconds time);
    void say_close();
    void ping();
    void end(error_code problem);
    void drop();
    void notify_closed();

    std::optional<websocket::stream<Transport, false>> stream_; // without compression; none: released
    Stage stage_ = Stage::Opening;
    bool violated_protocol_ = false; // sent what cannot be parsed
    bool writing_ = false;
    bool pinging_ = false;           // a ping is being written
    bool pinged_ = false;            // since it was last heard
    Clock::TimePoint last_received_; // when anything came last
    Clock::TimePoint deadline_;      // of what is being written, or of closing
    websocket::close_reason closing_;

    std::array<char, 256> piece_{}; // read first, so that no more is kept for a connection than what has come
    std::string message_;
    TokenBucket messages_;
    TokenBucket controls_;
    Clock::TimePoint rate_limited_at_;
    std::unique_ptr<ClockTimer> pause_; // while rate limited

    std::list<std::shared_ptr<const std::string>> queue_; // the first is being written
    std::size_t queued_bytes_ = 0;
};

void WebSocket::begin(const HttpHeader& request) {
    set_deadline(now() + pool().limits.request_time);
    stream_->set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
        answer.set(boost::beast::http::field::server, "tgdl"); // Beast would name itself and its version
        for (const auto& [name, value] : default_headers()) {
            answer.set(name, value);
        }
    }));
    stream_->auto_fragment(false);
    stream_->read_message_max(pool().limits.message_bytes);
    stream_->control_callback([this](websocket::frame_type type, boost::beast::string_view /*text*/) {
        if (type != websocket::frame_type::close) {
            take_control();
        }
    });
    stream_->async_accept(request, [self = self()](error_code problem) {
        if (problem || self->stage_ != Stage::Opening) {
            self->drop();
            return;
        }
        self->stage_ = Stage::Open;
        self->last_received_ = self->now();
        self->set_deadline(self->last_received_ + self->pool().limits.idle_time / 2);
        self->read();
        self->pool().notify([&](NetHandler& user) { user.opened(self->id()); });
    });
}

// ---- reading

void WebSocket::read() {
    stream_->async_read_some(asio::buffer(piece_), [self = self()](error_code problem, std::size_t bytes) {
        if (problem) {
            self->end(problem);
        } else {
            self->take_piece(bytes);
        }
    });
}

void WebSocket::take_piece(std::size_t bytes) {
    last_received_ = now();
    pinged_ = false;
    if (stage_ != Stage::Open) {
        return; // from now on it is read by closing
    }
    if (stream_->got_binary()) {
        violated_protocol_ = true;
        start_closing(websocket::close_code::unknown_data, "only text is understood here", kLingerTime);
        return;
    }
    message_.append(piece_.data(), bytes);
    if (stream_->is_message_done()) {
        take_message();
    } else {
        read();
    }
}

void WebSocket::take_message() {
    std::string message = std::exchange(message_, {});
    // Beast looks at pieces, and does not see that the last one ends within a character when an empty frame follows.
    if (!utf8::is_valid(message.begin(), message.end())) {
        violated_protocol_ = true;
        start_closing(websocket::close_code::bad_payload, "this is not UTF-8", kLingerTime);
        return;
    }
    if (!messages_.take(rate(), last_received_)) {
        slow_down(last_received_);
        return;
    }
    read();
    pool().notify([&](NetHandler& user) { user.received(id(), std::move(message)); });
}

// Reads on when it may send something again. Until then what it sends waits on its own side, and costs nobody anything.
void WebSocket::slow_down(Clock::TimePoint now) {
    if (!pause_) {
        pause_ = std::make_unique<ClockTimer>(stream_->get_executor(), pool().clock);
    }
    pause_->after(messages_.wait(rate()), [self = self()] {
        if (self->stage_ == Stage::Open) {
            self->read();
        }
    });
    if (now - rate_limited_at_ >= std::chrono::seconds(1)) {
        rate_limited_at_ = now;
        pool().notify([&](NetHandler& user) { user.rate_limited(id()); });
    }
}

// A ping or a pong, in the middle of Beast's reading. Nobody needs many, and each is work.
void WebSocket::take_control() {
    last_received_ = now();
    pinged_ = false;
    if (!controls_.take(rate(), last_received_)) {
        asio::post(stream_->get_executor(), [self = self()] { self->drop(); });
    }
}

// ---- writing

void WebSocket::send(const std::shared_ptr<const std::string>& message) {
    if (stage_ != Stage::Open) {
        return;
    }
    queued_bytes_ += cost(*message);
    queue_.push_back(message);
    if (queued_bytes_ > pool().limits.queued_bytes) {
        drop();
    } else if (!writing_) {
        write();
    }
}

void WebSocket::write() {
    writing_ = true;
    if (stage_ == Stage::Open) {
        deadline_ = now() + pool().limits.write_time;
        set_deadline(std::min(deadline(), deadline_));
    }
    stream_->async_write(asio::buffer(*queue_.front()), [self = self()](error_code problem, std::size_t /*bytes*/) {
        self->writing_ = false;
        if (problem || self->stage_ == Stage::Gone) {
            self->end(problem);
            return;
        }
        self->queued_bytes_ -= cost(*self->queue_.front());
        self->queue_.pop_front();
        if (!self->queue_.empty()) {
            self->write();
        } else if (self->stage_ == Stage::Closing) {
            self->say_close();
        }
    });
}

void WebSocket::ping() {
    pinged_ = true;
    pinging_ = true;
    stream_->async_ping({}, [self = self()](error_code /*problem*/) { self->pinging_ = false; });
}

// ---- the end

// What waits is written first.
void WebSocket::start_closing(websocket::close_code code, const std::string& reason, std::chrono::milliseconds time) {
    if (stage_ == Stage::Opening) {
        drop();
    }
    if (stage_ != Stage::Open) {
        return;
    }
    stage_ = Stage::Closing;
    closing_ = close_reason(code, reason);
    deadline_ = now() + time;
    set_deadline(std::min(deadline(), deadline_));
    if (!writing_) {
        say_close();
    }
}

// Everything is written. The other side should answer soon; and Beast waits for itself for ever when a frame that breaks
// the rules comes at this moment: its closing waits for its reading, and its reading for its closing.
void WebSocket::say_close() {
    deadline_ = now() + std::min(kLingerTime, pool().limits.write_time);
    set_deadline(std::min(deadline(), deadline_));
    stream_->async_close(closing_, [self = self()](error_code problem) { self->end(problem); });
}

void WebSocket::on_deadline(Clock::TimePoint now) {
    const std::chrono::milliseconds idle_time = pool().limits.idle_time;
    const bool has_deadline = writing_ || stage_ == Stage::Closing;
    if (stage_ == Stage::Opening || (has_deadline && now >= deadline_) || now - last_received_ >= idle_time) {
        drop();
        return;
    }
    const bool silent = now - last_received_ >= idle_time / 2;
    if (silent && !pinged_ && !pinging_ && stage_ == Stage::Open) {
        ping();
    }
    const Clock::TimePoint next = last_received_ + (silent ? idle_time : idle_time / 2);
    set_deadline(has_deadline ? std::min(next, deadline_) : next);
}

// Nothing is being written or read, because Beast has closed it for either side; or the other side is gone.
void WebSocket::end(error_code problem) {
    if (stage_ == Stage::Gone) {
        return;
    }
    const auto keep = self();
    const bool closed_in_form = !problem || problem.category() == error_code(websocket::error::closed).category();
    if (!closed_in_form) {
        drop();
        return;
    }
    // Any other problem of Beast's own: no frame, or none that may come.
    if (violated_protocol_ || (problem && problem != websocket::error::closed)) {
        tarpit(pool(), id(), std::move(stream_->next_layer()));
    } else {
        linger_close(pool(), id(), std::move(stream_->next_layer()));
    }
    notify_closed();
}

void WebSocket::drop() {
    if (stage_ == Stage::Gone) {
        return;
    }
    const auto keep = self();
    if (stage_ == Stage::Closing && !writing_) {
        close_socket(stream_->next_layer());
    } else {
        reset_connection(stream_->next_layer());
    }
    forget();
    notify_closed();
}

void WebSocket::notify_closed() {
    pool().left.push_back(weak_from_this());
    if (pause_) {
        pause_->cancel();
    }
    if (std::exchange(stage_, Stage::Gone) != Stage::Opening) {
        pool().notify([&](NetHandler& user) { user.closed(id()); });
    }
}

} // namespace

void open_web_socket(ConnectionPool& pool, ConnectionId id, Socket socket, const HttpHeader& request) {
    auto opened = std::make_shared<WebSocket>(pool, id, std::move(socket));
    pool.connections[id] = opened;
    opened->begin(request);
}

} // namespace tgdl
