// The messages between the server and a page, as tables/protocol/messages.json describes them. docs/protocol.md is made from
// the same description, and so are the types of the page and the reasons of refusals.
#pragma once

#include "base/embedded_file.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tgdl {

// In the order of the description.
enum class Reason : std::uint8_t {
#define TGDL_REASON(name, word) name,
#include "tables/protocol/reasons.def"
#undef TGDL_REASON
};
std::string_view word_of(Reason reason);

// Why something was not done.
struct Refused {
    Reason reason = Reason::Malformed;
    std::string text; // for people
};

std::span<const EmbeddedFile> protocol_files(); // defined by the build
std::int64_t protocol_version();

// A message of a page, which may hold anything: every field is there, of its type and within its limits, and there is no
// other. Its type is in `type`. O(bytes).
tl::expected<nlohmann::json, Refused> read_client_message(std::string_view text);

// What is wrong with a message of the server, by the same description; empty: nothing. For tests.
std::string find_flaw(const nlohmann::json& message);

} // namespace tgdl
