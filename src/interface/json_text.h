// JSON as it crosses the border: text in UTF-8, with signs in place of bytes that are none.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tgdl::v1 {

inline std::string json_text(const nlohmann::json& value) {
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace tgdl::v1
