#include "tables/table_services.h"

#include "tables/secrets.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

std::vector<OfferedBot> default_bots() {
    return {{"random", "Random"},
            {"mcts:30", "Beginner"},
            {"mcts:300", "Skilled"},
            {"mcts:1000ms", "Strong (thinks for a second)"}};
}

nlohmann::json describe_bots(const std::vector<OfferedBot>& bots) {
    nlohmann::json list = nlohmann::json::array();
    for (const OfferedBot& bot : bots) {
        list.push_back({{"word", bot.word}, {"label", bot.label}});
    }
    return list;
}

Limits HostOptions::modest_limits() {
    Limits limits;
    limits.steps = 500'000;
    limits.words = 1U << 17U;
    limits.output = 1U << 15U;
    return limits;
}

PendingCallbacks::Ticket PendingCallbacks::ticket() {
    {
        const std::lock_guard lock(mutex_);
        ++count_;
    }
    return {this, [](void* counter) {
                auto& self = *static_cast<PendingCallbacks*>(counter);
                const std::lock_guard lock(self.mutex_);
                if (--self.count_ == 0) {
                    self.is_none_.notify_all();
                }
            }};
}

void PendingCallbacks::wait_for_none() {
    std::unique_lock lock(mutex_);
    is_none_.wait(lock, [&] { return count_ == 0; });
}

void TableServices::send(ConnectionId connection, const nlohmann::json& message) const {
    wire.send(connection, dump_message(message));
}

void TableServices::refuse(ConnectionId connection, const std::string& id, const Refused& refused) const {
    send(connection, {{"type", "refused"}, {"id", id}, {"reason", word_of(refused.reason)}, {"text", refused.text}});
}

const OfferedBot* TableServices::find_bot(std::string_view word) const {
    const auto found = std::ranges::find(options.bots, word, &OfferedBot::word);
    return found == options.bots.end() ? nullptr : &*found;
}

std::shared_ptr<const std::string> dump_message(const nlohmann::json& message) {
    return std::make_shared<const std::string>(message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string owner_of(const std::string& url) {
    return url.empty() ? " " + draw_token() : url;
}

std::string url_of(const std::string& owner) {
    return owner.substr(0, owner.find(' '));
}

} // namespace tgdl
