// Allowlist of host names under which the server answers, against DNS rebinding and cross-site requests.
//
// A foreign page may resolve its own name to our address (then the browser sends that name as `Host`), or connect from
// where it is (then the browser sends its name as `Origin`).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class AllowedHosts {
public:
    AllowedHosts() = default;
    // Loopback names and `address`, with our port (or without, when it is that of HTTP), and `names`: as they are, and
    // with our port where they have none. An IPv6 address stands in brackets.
    AllowedHosts(std::string_view address, std::uint16_t port, const std::vector<std::string>& names);

    // `reached` is the address at which this connection came in; empty: it does not count. A server that listens on all
    // addresses of a machine is known by it.
    [[nodiscard]] bool accept_host(std::string_view host, std::string_view reached) const;
    [[nodiscard]] bool accept_origin(std::string_view origin, std::string_view reached) const;

private:
    void add(std::string_view name);

    std::uint16_t port_ = 0;
    std::vector<std::string> names_; // in lower case
};

} // namespace tgdl
