#include "net/http_answer.h"

#include <algorithm>
#include <cctype>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <iterator>

namespace tgdl {
namespace {

std::string_view reason_phrase(unsigned status) {
    switch (status) {
    case 200: return "OK";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 413: return "Content Too Large";
    case 421: return "Misdirected Request";
    case 426: return "Upgrade Required";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "";
    }
}

bool same_name(std::string_view left, std::string_view right) {
    return std::ranges::equal(
        left, right, [](unsigned char one, unsigned char other) { return std::tolower(one) == std::tolower(other); });
}

constexpr std::string_view kNameSigns = "!#$%&'*+-.^_`|~";

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char sign) {
        return (std::isalnum(sign) != 0 && sign < 0x80)
               || kNameSigns.find(static_cast<char>(sign)) != std::string_view::npos;
    });
}

bool is_value(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char sign) { return (sign < 0x20 && sign != '\t') || sign == 0x7f; });
}

bool has_header(const HttpAnswer& answer, std::string_view name) {
    return std::ranges::any_of(answer.headers, [&](const auto& header) { return same_name(header.first, name); });
}

// The first item of a list, without the blanks around it; the list begins with the next one then.
std::string_view take_item(std::string_view& list, char separator) {
    const std::string_view item = list.substr(0, list.find(separator));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    list.remove_prefix(std::min(list.find_first_not_of(" \t"), list.size()));
    const std::size_t begin = std::min(item.find_first_not_of(" \t"), item.size());
    const std::size_t end = item.find_last_not_of(" \t") + 1; // npos + 1 is 0
    return item.substr(begin, end > begin ? end - begin : 0);
}

} // namespace

const std::vector<std::pair<std::string, std::string>>& default_headers() {
    static const std::vector<std::pair<std::string, std::string>> headers = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cache-Control", "no-cache"},
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
         "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    };
    return headers;
}

std::string http_head(const HttpAnswer& answer, AfterAnswer after, std::time_t now) {
    std::string head;
    head.reserve(768);
    const auto add = [&](std::string_view name, std::string_view value) {
        if (is_name(name) && is_value(value)) {
            fmt::format_to(std::back_inserter(head), "{}: {}\r\n", name, value);
        }
    };

    fmt::format_to(std::back_inserter(head), "HTTP/1.1 {} {}\r\n", answer.status, reason_phrase(answer.status));
    add("Date", fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now)));
    add("Connection", after == AfterAnswer::KeepOpen ? "keep-alive" : "close");
    if (answer.status != 304) {
        add("Content-Length", std::to_string(answer.body ? answer.body->size() : 0));
        if (answer.body) {
            add("Content-Type", answer.type);
        }
    }
    if (!answer.etag.empty()) {
        add("ETag", answer.etag);
    }
    for (const auto& [name, value] : default_headers()) {
        if (!has_header(answer, name)) {
            add(name, value);
        }
    }
    for (const auto& [name, value] : answer.headers) {
        add(name, value);
    }
    head += "\r\n";
    return head;
}

HttpAnswer refusal(unsigned status, std::string_view sentence) {
    HttpAnswer answer;
    answer.status = status;
    answer.body = std::make_shared<const std::string>(fmt::format("{}\n", sentence));
    return answer;
}

bool names_etag(std::string_view none_match, std::string_view etag) {
    while (!etag.empty() && !none_match.empty()) {
        std::string_view tag = take_item(none_match, ',');
        if (tag == "*") {
            return true;
        }
        if (tag.starts_with("W/")) {
            tag.remove_prefix(2);
        }
        if (tag == etag) {
            return true;
        }
    }
    return false;
}

bool accepts_gzip(std::string_view accept_encoding) {
    bool takes_any = false;
    while (!accept_encoding.empty()) {
        std::string_view weight = take_item(accept_encoding, ',');
        const std::string_view coding = take_item(weight, ';');
        // Nothing but zeros: not at all.
        const bool is_taken = !weight.starts_with("q=0") || weight.find_first_of("123456789") != std::string_view::npos;
        if (same_name(coding, "gzip")) {
            return is_taken;
        }
        takes_any = takes_any || (coding == "*" && is_taken);
    }
    return takes_any;
}

} // namespace tgdl
