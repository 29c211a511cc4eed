// tgdl serve: people and bots in browsers.
#include "cli/commands.h"
#include "cli/terminal.h"
#include "server/server.h"

#include <csignal>
#include <cstdio>
#include <fmt/format.h>
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
    options.store = request.store;
    options.net.address = request.address;
    options.net.port = request.port;
    options.net.hosts = request.hosts;
    options.host.url = request.url;
    options.host.lease = std::chrono::seconds(request.lease);
    return options;
}

} // namespace

ExitCode run_serve(const ServeRequest& request) {
    const EndSignals signals;
    Server server(options_of(request));
    if (const std::string problem = server.open(); !problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    print_result(server.address() + "\n");
    std::fflush(stdout);
    if (person_reads_messages()) {
        print_message(fmt::format("Open this address in a browser. Tables are kept in {}. Ctrl-C ends the server.",
                                  request.store.find("://") == std::string::npos ? request.store : "PostgreSQL"));
    }
    std::thread ender([&] {
        signals.wait();
        server.stop();
    });
    server.run();
    pthread_kill(ender.native_handle(), SIGTERM); // if it still waits
    ender.join();
    return ExitCode::Success;
}

} // namespace tgdl
