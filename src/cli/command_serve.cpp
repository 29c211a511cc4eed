// tgdl serve: people and bots in browsers.
#include "cli/commands.h"
#include "cli/rules_watch.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "program/options.h"
#include "server/server.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <poll.h>
#include <stop_token>
#include <thread>

namespace tgdl {

namespace {

// Lets Ctrl-C and SIGTERM end the server in order. Made before any other thread, so that none of them is struck.
class EndSignals {
public:
    EndSignals() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    }
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;
    ~EndSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

    // Waits for one.
    void wait() const {
        int signal = 0;
        sigwait(&signals_, &signal);
    }

private:
    sigset_t signals_{};
    sigset_t before_{};
};

ServerOptions options_of(const ServeRequest& request) {
    ServerOptions options;
    options.files = request.files;
    options.design = request.design;
    std::ranges::transform(request.options, std::back_inserter(options.options), read_option_choice);
    options.store = request.store;
    options.net.address = request.address;
    options.net.port = request.port;
    options.net.hosts = request.hosts;
    options.host.url = request.url;
    options.host.lease = std::chrono::seconds(request.lease);
    return options;
}

// What is wrong with the games is said as by the other commands.
ExitCode check_games(const ServeRequest& request) {
    std::vector<std::string> files = request.files;
    if (!request.design.empty()) {
        files.push_back(request.design);
    }
    for (const std::string& file : files) {
        GameRequest game;
        game.file = file;
        if (const PreparedGame prepared = prepare_game(game); prepared.problem != ExitCode::Success) {
            return prepared.problem;
        }
    }
    return ExitCode::Success;
}

// Tells the server whenever somebody saves the rules with an editor of their own.
class RulesFileWatcher {
public:
    RulesFileWatcher(Server& server, const std::string& file)
        : thread_([&server, file](const std::stop_token& ends) { watch(server, file, ends); }) {}

private:
    static void watch(Server& server, const std::string& file, const std::stop_token& ends) {
        constexpr int kLookAgain = 200; // milliseconds
        RulesWatch watch;
        watch.read(file);
        while (!ends.stop_requested()) {
            pollfd wanted{watch.descriptor(), POLLIN, 0};
            if (::poll(&wanted, 1, kLookAgain) > 0 && watch.was_saved()) {
                watch.read(file); // it may import other files now
                server.rules_changed();
            }
        }
    }

    std::jthread thread_;
};

void say_where(const ServeRequest& request) {
    const bool is_address = request.store.find("://") != std::string::npos; // which may hold a password
    print_message(request.store == "memory"
                      ? "Tables are forgotten when the server ends. Ctrl-C ends it."
                      : fmt::format("Open this address in a browser. Tables are kept in {}. Ctrl-C ends the server.",
                                    is_address ? "PostgreSQL" : request.store));
}

} // namespace

ExitCode run_serve(const ServeRequest& request) {
    const EndSignals signals;
    if (const ExitCode problem = check_games(request); problem != ExitCode::Success) {
        return problem;
    }
    Server server(options_of(request));
    if (const std::string problem = server.open(); !problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    std::string address = server.address();
    std::optional<RulesFileWatcher> follower;
    if (!request.design.empty()) {
        const tl::expected<std::string, std::string> table = server.make_design_table();
        if (!table) {
            print_complaint(table.error());
            return ExitCode::Usage;
        }
        address = *table;
        follower.emplace(server, request.design);
    }
    print_result(address + "\n");
    (void)std::fflush(stdout);
    if (person_reads_messages()) {
        say_where(request);
    }
    std::thread ender([&] {
        signals.wait();
        server.stop();
    });
    server.run();
    pthread_kill(ender.native_handle(), SIGINT); // if it still waits
    ender.join();
    return ExitCode::Success;
}

} // namespace tgdl
