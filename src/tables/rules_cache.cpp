#include "tables/rules_cache.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

RulesCache::RulesCache(const Shelf& shelf, std::string_view edited) : shelf_(shelf) {
    for (const ShelfGame& game : shelf.games()) {
        if (!edited.empty() && game.file == edited) {
            edited_key_ = game.key;
            edited_ = game.rules;
        }
        by_hash_[game.rules->program().hash] = game.rules;
    }
}

std::optional<ShelfGame> RulesCache::find_game(std::string_view key) const {
    const ShelfGame* found = shelf_.find(key);
    if (found == nullptr) {
        return std::nullopt;
    }
    ShelfGame game = *found;
    if (!edited_key_.empty() && key == edited_key_) {
        const std::lock_guard lock(mutex_);
        game.rules = edited_;
    }
    return game;
}

std::vector<ShelfGame> RulesCache::games() const {
    std::vector<ShelfGame> games;
    for (const ShelfGame& game : shelf_.games()) {
        games.push_back(*find_game(game.key));
    }
    return games;
}

std::shared_ptr<const PlayableRules> RulesCache::find(std::uint64_t hash) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_hash_.find(hash);
    return found == by_hash_.end() ? nullptr : found->second.lock();
}

void RulesCache::add(const std::shared_ptr<const PlayableRules>& rules) {
    const std::lock_guard lock(mutex_);
    std::erase_if(by_hash_, [](const auto& one) { return one.second.expired(); });
    by_hash_[rules->program().hash] = rules;
}

std::shared_ptr<const Program> RulesCache::find_program(const PlayableRules& rules,
                                                        const std::vector<OptionChoice>& options) {
    if (options.empty()) {
        return rules.rules.program;
    }
    std::string key = fmt::format("{:016x}", rules.program().hash);
    for (const OptionChoice& option : options) {
        key += fmt::format(" {}:{} {}:{}", option.name.size(), option.name, option.value.size(), option.value);
    }
    const std::lock_guard lock(mutex_);
    if (const auto found = by_options_.find(key); found != by_options_.end()) {
        if (std::shared_ptr<const Program> program = found->second.lock()) {
            return program;
        }
    }
    auto made = with_options(rules.rules.program, options);
    if (!made) {
        return nullptr;
    }
    std::erase_if(by_options_, [](const auto& one) { return one.second.expired(); });
    by_options_[key] = *made;
    return *made;
}

void RulesCache::change_edited(std::shared_ptr<const PlayableRules> rules) {
    add(rules);
    const std::lock_guard lock(mutex_);
    edited_ = std::move(rules);
}

} // namespace tgdl
