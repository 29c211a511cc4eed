#include "net/allowed_hosts.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace tgdl {
namespace {

constexpr std::uint16_t kHttpPort = 80; // left out in `Host` and `Origin`

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& sign : lower) {
        if (sign >= 'A' && sign <= 'Z') {
            sign = static_cast<char>(sign - 'A' + 'a');
        }
    }
    return lower;
}

bool has_port(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon != std::string_view::npos && name.find(']', colon) == std::string_view::npos;
}

} // namespace

AllowedHosts::AllowedHosts(std::string_view address, std::uint16_t port, const std::vector<std::string>& names)
    : port_(port) {
    for (const std::string_view name :
         {std::string_view("localhost"), std::string_view("127.0.0.1"), std::string_view("[::1]"), address}) {
        add(fmt::format("{}:{}", name, port));
        if (port == kHttpPort) {
            add(name);
        }
    }
    for (const std::string& name : names) {
        add(name);
        if (!has_port(name)) {
            add(fmt::format("{}:{}", name, port));
        }
    }
}

void AllowedHosts::add(std::string_view name) {
    names_.push_back(in_lower_case(name));
}

bool AllowedHosts::accept_host(std::string_view host, std::string_view reached) const {
    const std::string name = in_lower_case(host);
    if (std::ranges::find(names_, name) != names_.end()) {
        return true;
    }
    return !reached.empty()
           && (name == fmt::format("{}:{}", reached, port_) || (port_ == kHttpPort && name == reached));
}

bool AllowedHosts::accept_origin(std::string_view origin, std::string_view reached) const {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme)) {
            return accept_host(origin.substr(scheme.size()), reached);
        }
    }
    return false;
}

} // namespace tgdl
