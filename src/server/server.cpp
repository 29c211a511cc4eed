#include "server/server.h"

#include <fmt/format.h>
#include <future>
#include <string_view>
#include <utility>

namespace tgdl {

Server::Server(ServerOptions options) : options_(std::move(options)), net_(*this, options_.net) {
    options_.host.design = options_.design;
}

// What the host and the site do ends in calls of the network: they go first.
Server::~Server() = default;

std::string Server::fill_shelf() {
    std::vector<std::string> files = options_.files;
    if (!options_.design.empty()) {
        files.insert(files.begin(), options_.design);
    }
    for (const std::string& file : files) {
        if (std::string problem = shelf_.add_file(file); !problem.empty()) {
            return problem;
        }
    }
    if (files.empty()) {
        shelf_.add_shipped();
    }
    return shelf_.choose_options(options_.options);
}

std::string Server::open_store() {
    const std::string_view where = options_.store;
    if (where == "memory") {
        store_ = open_memory();
        return {};
    }
    const bool is_address = where.starts_with("postgres://") || where.starts_with("postgresql://");
    tl::expected<std::unique_ptr<Store>, std::string> opened =
        is_address ? open_postgres(options_.store) : open_sqlite(options_.store);
    if (!opened) {
        return opened.error();
    }
    store_ = std::move(*opened);
    return {};
}

std::string Server::open() {
    if (std::string problem = fill_shelf(); !problem.empty()) {
        return problem;
    }
    if (std::string problem = open_store(); !problem.empty()) {
        return problem;
    }
    site_.emplace(shelf_, options_.design);
    if (std::string problem = net_.listen(); !problem.empty()) {
        return problem;
    }
    host_.emplace(shelf_, *store_, static_cast<Wire&>(*this), options_.host);
    return {};
}

tl::expected<std::string, std::string> Server::make_design_table() {
    TableRequest request;
    request.game = host_->edited_key();
    request.is_design = true;
    const ShelfGame* game = shelf_.find(request.game);
    if (game == nullptr) {
        return tl::unexpected(std::string("no game is being designed"));
    }
    request.bots.resize(game->rules->program().min_players);
    std::promise<Host::Created> made;
    host_->create_table(request, [&](const Host::Created& created) { made.set_value(created); });
    const Host::Created created = made.get_future().get();
    if (!created) {
        return tl::unexpected(created.error().text);
    }
    return fmt::format("{}table/{}#{}", address(), created->table, created->host);
}

void Server::run() {
    net_.run();
}

void Server::stop() {
    net_.stop();
}

std::string Server::address() const {
    const std::string& address = options_.net.address;
    const bool is_any = address == "0.0.0.0" || address == "::";
    const bool is_v6 = address.find(':') != std::string::npos;
    return fmt::format("http://{}:{}/",
                       is_any  ? "localhost"
                       : is_v6 ? fmt::format("[{}]", address)
                               : address,
                       net_.port());
}

void Server::requested(HttpRequest request, std::function<void(HttpAnswer)> reply) {
    site_->answer(request, std::move(reply));
}

void Server::opened(ConnectionId connection) {
    host_->opened(connection);
}

void Server::received(ConnectionId connection, std::string message) {
    host_->received(connection, message);
}

void Server::rate_limited(ConnectionId connection) {
    host_->rate_limited(connection);
}

void Server::closed(ConnectionId connection) {
    host_->closed(connection);
}

void Server::send(ConnectionId connection, std::shared_ptr<const std::string> message) {
    net_.send(connection, std::move(message));
}

void Server::close(ConnectionId connection, std::string reason) {
    net_.close(connection, std::move(reason));
}

void Server::allow_messages(ConnectionId connection, std::size_t bytes) {
    net_.allow_messages(connection, bytes);
}

} // namespace tgdl
