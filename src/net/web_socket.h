// The part of a connection that is a WebSocket. Inside of src/net only.
#pragma once

#include "net/connection.h"

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

namespace tgdl {

using HttpHeader = boost::beast::http::request<boost::beast::http::empty_body>;

// Puts a WebSocket into the pool, in place of the connection whose request asked for it, and answers that request, which
// must be one that can become a WebSocket.
void open_web_socket(ConnectionPool& pool, ConnectionId id, Socket socket, const HttpHeader& request);

} // namespace tgdl
