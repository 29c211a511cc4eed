// An answer as bytes: its first line and headers, with those that every answer has.
#pragma once

#include "net/net_server.h"

#include <ctime>
#include <string>
#include <string_view>

namespace tgdl {

// What becomes of the connection after the answer.
enum class AfterAnswer { KeepOpen, Close };

// Everything before the body, with the empty line. The length is that of the body, sent or not (HEAD).
//
// A header of the answer takes the place of one that every answer has. One that could not be told from two (a line break
// in its value) is left out.
std::string http_head(const HttpAnswer& answer, AfterAnswer after, std::time_t now);

// Headers that every answer has, for those that are not written by http_head().
const std::vector<std::pair<std::string, std::string>>& default_headers();

// A sentence for people, why a request is not answered.
HttpAnswer refusal(unsigned status, std::string_view sentence);

// Whether an If-None-Match, maybe a list or `*`, names the tag, weak or not: a proxy that compresses makes tags weak.
bool names_etag(std::string_view none_match, std::string_view etag);

// Whether an Accept-Encoding, a list of codings with weights, takes gzip.
bool accepts_gzip(std::string_view accept_encoding);

} // namespace tgdl
