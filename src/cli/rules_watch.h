// Rules that are read anew whenever one of their files is saved, while the game goes on.
#pragma once

#include "terminal/play_screen.h"

#include <set>
#include <string>
#include <vector>

namespace tgdl {

class RulesWatch final : public Interruption {
public:
    explicit RulesWatch(const PlayTable& table);
    RulesWatch(const RulesWatch&) = delete;
    RulesWatch& operator=(const RulesWatch&) = delete;
    ~RulesWatch() override;

    // To wait for; below 0 when the system cannot tell about changes.
    [[nodiscard]] int descriptor() const { return descriptor_; }

    std::string happened(PlayTable& table) override;
    std::vector<std::string> pages() override { return std::move(pages_); }

private:
    void watch_files(const LoadedRules& rules);
    bool take_events();
    std::string read_anew(PlayTable& table);

    int descriptor_;
    std::set<std::pair<int, std::string>> files_; // the watch of its folder, and its name there
    std::vector<std::string> pages_;
};

} // namespace tgdl
