// Rules that are read anew whenever one of their files is saved, before the game begins and while it goes on.
#pragma once

#include "terminal/play_screen.h"

#include <set>
#include <string>
#include <vector>

namespace tgdl {

class RulesWatch final : public Interruption {
public:
    RulesWatch();
    RulesWatch(const RulesWatch&) = delete;
    RulesWatch& operator=(const RulesWatch&) = delete;
    ~RulesWatch() override;

    // To wait for; below 0 when the system cannot tell about changes.
    [[nodiscard]] int descriptor() const { return descriptor_; }

    // Reads the rules. From now on their files are watched.
    LoadedRules read(const std::string& game_file);
    // Was one of the files saved since this was last asked? While the rules have errors, any game file beside them counts:
    // it may be the one that was missing.
    bool was_saved();

    std::string happened(PlayTable& table) override;
    std::vector<std::string> pages() override { return std::move(pager_); }

private:
    void watch_file(const std::string& path);
    [[nodiscard]] bool concerns_rules(int watch, const std::string& name) const;
    std::string read_anew(PlayTable& table);

    int descriptor_;
    bool has_errors_ = false;
    std::set<std::pair<int, std::string>> files_; // the watch of its folder, and its name there
    std::vector<std::string> pager_;
};

// What is wrong with rules that could be read but cannot be played, line by line.
std::vector<std::string> lines_of_errors(const LoadedRules& rules);

} // namespace tgdl
