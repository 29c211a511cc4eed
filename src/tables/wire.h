// Interface to the network, as tables use it.
#pragma once

#include "base/connection_id.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace tgdl {

// Where messages go. Called from any thread; a connection may be gone by then.
class Wire {
public:
    Wire() = default;
    Wire(const Wire&) = delete;
    Wire& operator=(const Wire&) = delete;
    virtual ~Wire() = default;

    virtual void send(ConnectionId connection, std::shared_ptr<const std::string> message) = 0;
    virtual void close(ConnectionId connection, std::string reason) = 0;
    // From now on messages of this connection may have so many bytes: it may send whole files of rules. Nothing to do
    // for a wire that does not bound them.
    virtual void allow_messages(ConnectionId /*connection*/, std::size_t /*bytes*/) {}
};

} // namespace tgdl
