// Tables in browsers: the network, the tables, where they are kept, and the page, joined.
//
//   Server server(options);
//   if (std::string problem = server.open(); !problem.empty()) { … }
//   server.run();                           // on this thread, until stop()
//
// Everything that was accepted is in the store when run() returns; a server on the same store goes on from there.
#pragma once

#include "net/net_server.h"
#include "server/site.h"
#include "store/store.h"
#include "tables/host.h"
#include "tables/shelf.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

struct ServerOptions {
    std::vector<std::string> files;    // games; none: all that are part of the program
    std::string design;                // a game whose rules are edited in the page; empty: none
    std::vector<OptionChoice> options; // of matches; each game gets those that it has
    std::string store;                 // a file, `postgres://…` or `memory`
    NetOptions net;
    HostOptions host;
};

class Server final : private NetHandler, private Wire {
public:
    explicit Server(ServerOptions options);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server() override;

    // Reads the games, opens the store, and begins to listen. Empty, or what is wrong.
    std::string open();
    void run();
    // From any thread.
    void stop();

    // ---- after open()
    [[nodiscard]] std::string address() const; // `http://127.0.0.1:8420/`
    // Makes the table of the game that is designed, and gives the address of whoever designs it; or why there is none.
    // While run() runs or before it; not on its thread.
    tl::expected<std::string, std::string> make_design_table();
    // The file of the game that is designed was saved by somebody else. From any thread.
    void rules_changed() { host_->rules_changed(); }

private:
    void requested(HttpRequest request, std::function<void(HttpAnswer)> reply) override;
    void opened(ConnectionId connection) override;
    void received(ConnectionId connection, std::string message) override;
    void rate_limited(ConnectionId connection) override;
    void closed(ConnectionId connection) override;
    void send(ConnectionId connection, std::shared_ptr<const std::string> message) override;
    void close(ConnectionId connection, std::string reason) override;
    void allow_messages(ConnectionId connection, std::size_t bytes) override;

    std::string fill_shelf();
    std::string open_store();

    ServerOptions options_;
    Shelf shelf_;
    NetServer net_;
    std::optional<Site> site_;
    std::unique_ptr<Store> store_;
    std::optional<Host> host_;
};

} // namespace tgdl
