#include "net/web_socket.h"

#include "net/http_answer.h"
#include "net/token_bucket.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
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

// What Beast reads and writes through. It leaves closing to us, so that one who never closes does not hold up the end.
class Line : public Socket {
public:
    explicit Line(Socket socket) : Socket(std::move(socket)) {}
};

template <typename Handler>
void async_teardown(boost::beast::role_type /*role*/, Line& line, Handler&& handler) {
    asio::post(line.get_executor(), boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
}

// A reason fits into a frame of 125 bytes, behind two for the code, and is UTF-8.
websocket::close_reason closing_words(websocket::close_code code, std::string text) {
    text.resize(std::min<std::size_t>(text.size(), 123));
    text.erase(utf8::find_invalid(text.begin(), text.end()), text.end());
    return {code, text};
}

class WebSocket final : public Connection {
public:
    WebSocket(Hub& shared, ConnectionId number, Socket socket)
        : Connection(shared, number), stream_(std::in_place, Line(std::move(socket))) {}

    // Answers the request that asked for it.
    void begin(const HttpHeader& request);

    void late(NetClock::time_point now) override;
    void leave() override { start_closing(websocket::close_code::going_away, "the server stops", kFarewellTime); }
    void send(const std::shared_ptr<const std::string>& message) override;
    void close(const std::string& reason) override {
        start_closing(websocket::close_code::normal, reason, hub().limits.write_time);
    }
    void allow_messages(std::size_t bytes) override { stream_->read_message_max(bytes); }
    // Beast waits for itself (see say_close()) and keeps us with it.
    void let_go() override { stream_.reset(); }

private:
    enum class Stage { Opening, Open, Closing, Gone };

    // A message that waits costs more than its bytes.
    static constexpr std::size_t kCostOfWaiting = 64;
    static std::size_t cost(const std::string& message) { return message.size() + kCostOfWaiting; }

    std::shared_ptr<WebSocket> self() { return std::static_pointer_cast<WebSocket>(shared_from_this()); }
    [[nodiscard]] TokenRate rate() {
        return {.per_second = hub().limits.messages_per_second, .at_once = hub().limits.messages_at_once};
    }

    void read();
    void take_piece(std::size_t bytes);
    void take_message();
    void take_control();
    void slow_down(NetClock::time_point now);
    void write();
    void start_closing(websocket::close_code code, const std::string& reason, std::chrono::milliseconds time);
    void say_close();
    void ping();
    void end(error_code problem);
    void drop();
    void tell_closed();

    std::optional<websocket::stream<Line, false>> stream_; // without compression; none: it was let go
    Stage stage_ = Stage::Opening;
    bool is_offensive_ = false; // has sent what cannot be understood
    bool writing_ = false;
    bool pinging_ = false;          // a ping is being written
    bool pinged_ = false;           // since it was last heard
    NetClock::time_point heard_;    // when anything came last
    NetClock::time_point deadline_; // of what is being written, or of closing
    websocket::close_reason closing_;

    std::array<char, 256> piece_{}; // read first, so that no more is kept for a connection than what has come
    std::string message_;
    TokenBucket messages_;
    TokenBucket controls_;
    NetClock::time_point hurried_;
    std::unique_ptr<asio::steady_timer> pause_; // of one that was in a hurry

    std::list<std::shared_ptr<const std::string>> waiting_; // the first is being written
    std::size_t waiting_bytes_ = 0;
};

void WebSocket::begin(const HttpHeader& request) {
    be_due(NetClock::now() + hub().limits.request_time);
    stream_->set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
        answer.set(boost::beast::http::field::server, "tgdl"); // Beast would name itself and its version
        for (const auto& [name, value] : usual_headers()) {
            answer.set(name, value);
        }
    }));
    stream_->auto_fragment(false);
    stream_->read_message_max(hub().limits.message_bytes);
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
        self->heard_ = NetClock::now();
        self->be_due(self->heard_ + self->hub().limits.idle_time / 2);
        self->read();
        self->hub().tell([&](NetUser& user) { user.opened(self->id()); });
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
    heard_ = NetClock::now();
    pinged_ = false;
    if (stage_ != Stage::Open) {
        return; // from now on it is read by closing
    }
    if (stream_->got_binary()) {
        is_offensive_ = true;
        start_closing(websocket::close_code::unknown_data, "only text is understood here", kFarewellTime);
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
        is_offensive_ = true;
        start_closing(websocket::close_code::bad_payload, "this is not UTF-8", kFarewellTime);
        return;
    }
    if (!messages_.take(rate(), heard_)) {
        slow_down(heard_);
        return;
    }
    read();
    hub().tell([&](NetUser& user) { user.received(id(), std::move(message)); });
}

// Reads on when it may send something again. Until then what it sends waits on its own side, and costs nobody anything.
void WebSocket::slow_down(NetClock::time_point now) {
    if (!pause_) {
        pause_ = std::make_unique<asio::steady_timer>(stream_->get_executor());
    }
    pause_->expires_after(messages_.wait(rate()));
    pause_->async_wait([self = self()](error_code stopped) {
        if (!stopped && self->stage_ == Stage::Open) {
            self->read();
        }
    });
    if (now - hurried_ >= std::chrono::seconds(1)) {
        hurried_ = now;
        hub().tell([&](NetUser& user) { user.hurried(id()); });
    }
}

// A ping or a pong, in the middle of Beast's reading. Nobody needs many, and each is work.
void WebSocket::take_control() {
    heard_ = NetClock::now();
    pinged_ = false;
    if (!controls_.take(rate(), heard_)) {
        asio::post(stream_->get_executor(), [self = self()] { self->drop(); });
    }
}

// ---- writing

void WebSocket::send(const std::shared_ptr<const std::string>& message) {
    if (stage_ != Stage::Open) {
        return;
    }
    waiting_bytes_ += cost(*message);
    waiting_.push_back(message);
    if (waiting_bytes_ > hub().limits.waiting_bytes) {
        drop();
    } else if (!writing_) {
        write();
    }
}

void WebSocket::write() {
    writing_ = true;
    if (stage_ == Stage::Open) {
        deadline_ = NetClock::now() + hub().limits.write_time;
        be_due(std::min(due(), deadline_));
    }
    stream_->async_write(asio::buffer(*waiting_.front()), [self = self()](error_code problem, std::size_t /*bytes*/) {
        self->writing_ = false;
        if (problem || self->stage_ == Stage::Gone) {
            self->end(problem);
            return;
        }
        self->waiting_bytes_ -= cost(*self->waiting_.front());
        self->waiting_.pop_front();
        if (!self->waiting_.empty()) {
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
    closing_ = closing_words(code, reason);
    deadline_ = NetClock::now() + time;
    be_due(std::min(due(), deadline_));
    if (!writing_) {
        say_close();
    }
}

// Everything is written. The other side should answer soon; and Beast waits for itself for ever when a frame that breaks
// the rules comes at this moment: its closing waits for its reading, and its reading for its closing.
void WebSocket::say_close() {
    deadline_ = NetClock::now() + std::min(kFarewellTime, hub().limits.write_time);
    be_due(std::min(due(), deadline_));
    stream_->async_close(closing_, [self = self()](error_code problem) { self->end(problem); });
}

void WebSocket::late(NetClock::time_point now) {
    const std::chrono::milliseconds idle_time = hub().limits.idle_time;
    const bool has_deadline = writing_ || stage_ == Stage::Closing;
    if (stage_ == Stage::Opening || (has_deadline && now >= deadline_) || now - heard_ >= idle_time) {
        drop();
        return;
    }
    const bool silent = now - heard_ >= idle_time / 2;
    if (silent && !pinged_ && !pinging_ && stage_ == Stage::Open) {
        ping();
    }
    const NetClock::time_point next = heard_ + (silent ? idle_time : idle_time / 2);
    be_due(has_deadline ? std::min(next, deadline_) : next);
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
    if (is_offensive_ || (problem && problem != websocket::error::closed)) {
        throw_out(hub(), id(), std::move(stream_->next_layer()));
    } else {
        say_farewell(hub(), id(), std::move(stream_->next_layer()));
    }
    tell_closed();
}

void WebSocket::drop() {
    if (stage_ == Stage::Gone) {
        return;
    }
    const auto keep = self();
    if (stage_ == Stage::Closing && !writing_) {
        close_quietly(stream_->next_layer());
    } else {
        cut_off(stream_->next_layer());
    }
    forget();
    tell_closed();
}

void WebSocket::tell_closed() {
    hub().left.push_back(weak_from_this());
    if (pause_) {
        pause_->cancel();
    }
    if (std::exchange(stage_, Stage::Gone) != Stage::Opening) {
        hub().tell([&](NetUser& user) { user.closed(id()); });
    }
}

} // namespace

void open_web_socket(Hub& hub, ConnectionId id, Socket socket, const HttpHeader& request) {
    auto opened = std::make_shared<WebSocket>(hub, id, std::move(socket));
    hub.connections[id] = opened;
    opened->begin(request);
}

} // namespace tgdl
