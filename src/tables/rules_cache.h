// Cache of the rules that tables are played by: each is loaded once, however many tables use it.
#pragma once

#include "tables/shelf.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// From any thread.
class RulesCache {
public:
    // `edited`: the file of a game on the shelf whose rules may change while the server runs; empty: there is none.
    RulesCache(const Shelf& shelf, std::string_view edited);

    // A game on the shelf, under the rules that new tables get; none: there is no such game.
    [[nodiscard]] std::optional<ShelfGame> find_game(std::string_view key) const;
    [[nodiscard]] std::vector<ShelfGame> games() const;

    // The rules with this hash, if somebody has them; null: they have to be loaded.
    [[nodiscard]] std::shared_ptr<const PlayableRules> find(std::uint64_t hash) const;
    // From now on find() finds them, as long as somebody has them.
    void add(const std::shared_ptr<const PlayableRules>& rules);

    // The program of these rules with these options, which all tables with both share; null: the rules do not allow them.
    [[nodiscard]] std::shared_ptr<const Program> find_program(const PlayableRules& rules,
                                                              const std::vector<OptionChoice>& options);

    // The key of the game that may be edited; empty: none.
    [[nodiscard]] const std::string& edited_key() const { return edited_key_; }
    // New tables of that game get these rules.
    void change_edited(std::shared_ptr<const PlayableRules> rules);

private:
    const Shelf& shelf_;
    std::string edited_key_;
    mutable std::mutex mutex_; // for what follows
    std::shared_ptr<const PlayableRules> edited_;
    std::map<std::uint64_t, std::weak_ptr<const PlayableRules>> by_hash_;
    // By the rules' hash and the options, each text with its length.
    std::map<std::string, std::weak_ptr<const Program>> by_options_;
};

} // namespace tgdl
