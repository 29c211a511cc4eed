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
#include <vector>

namespace tgdl {

struct ServerOptions {
    std::vector<std::string> files; // games; none: all that are part of the program
    std::string design;             // a game whose rules are edited in the page; empty: none
    std::string store;              // a file, `postgres://…` or `memory`
    NetOptions net;
    HostOptions host;
};

class Server final : private NetUser, private Wire {
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
    [[nodiscard]] std::size_t games() const { return shelf_.games().size(); }

private:
    void requested(HttpRequest request, std::function<void(HttpAnswer)> reply) override;
    void opened(ConnectionId connection) override;
    void received(ConnectionId connection, std::string message) override;
    void hurried(ConnectionId connection) override;
    void closed(ConnectionId connection) override;
    void send(ConnectionId connection, std::shared_ptr<const std::string> message) override;
    void close(ConnectionId connection, std::string reason) override;

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
