// Parser for the parts of the server's messages that a load client needs (src/tables/protocol/messages.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace load {

// Fields that the message does not have are empty.
struct ServerMessage {
    std::string type;
    std::string id;
    std::string reason;
    std::string text;
    std::string table;
    std::string host;
    std::string url;
    std::string choice;
    std::string decision;
    std::string status; // of the match
    std::string fault;
    std::vector<std::string> tokens;  // of the seats
    std::vector<std::string> options; // of the decision
    std::vector<std::string> lines;   // of the log
    std::uint64_t lines_before = 0;
    std::uint64_t position = 0;
    std::optional<std::uint64_t> length;
};

// None: it is no JSON. O(bytes), without making a tree of it.
std::optional<ServerMessage> read_server_message(std::string_view text);

} // namespace load
