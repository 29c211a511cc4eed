// The names under which a server is reached, so that it answers to no other.
//
// A page of somebody else may make its own name lead to our address, and then the browser takes us for that page's server:
// it sends that name as `Host`. Or it asks us from where it is: the browser sends its name as `Origin`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

class OwnNames {
public:
    OwnNames() = default;
    // Loopback names and `address`, with our port (or without, when it is that of HTTP), and `names`: as they are, and
    // with our port where they have none. An IPv6 address stands in brackets.
    OwnNames(std::string_view address, std::uint16_t port, const std::vector<std::string>& names);

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
