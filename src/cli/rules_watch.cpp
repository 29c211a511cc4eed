#include "cli/rules_watch.h"

#include "api/disk_loader.h"
#include "diagnostics/render.h"
#include "saves/replay_save.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <sys/inotify.h>
#include <unistd.h>
#include <utility>

namespace tgdl {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

RulesWatch::RulesWatch() : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

RulesWatch::~RulesWatch() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

// The folder is watched, not the file: most editors save by putting a new file in the place of the old one.
void RulesWatch::watch_file(const std::string& path) {
    const std::filesystem::path file = path;
    const std::filesystem::path folder = file.parent_path();
    const int watch = ::inotify_add_watch(descriptor_, folder.empty() ? "." : folder.c_str(),
                                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE);
    if (watch >= 0) { // not so for the library that comes with the program
        files_.emplace(watch, file.filename().string());
    }
}

LoadedRules RulesWatch::read(const std::string& game_file) {
    watch_file(game_file); // before it is read, so that no change comes unnoticed
    DiskLoader loader;
    LoadedRules rules = load_rules(loader, game_file);
    for (std::size_t i = 0; i < rules.sources.size(); ++i) {
        watch_file(rules.sources.file(FileId(i)).path());
    }
    has_errors_ = !rules.program;
    return rules;
}

bool RulesWatch::concerns_rules(int watch, const std::string& name) const {
    return files_.contains({watch, name}) || (has_errors_ && name.ends_with(".tgdl"));
}

bool RulesWatch::was_saved() {
    alignas(inotify_event) std::array<char, 16384> buffer{};
    bool found = false;
    for (;;) {
        const ssize_t length = ::read(descriptor_, buffer.data(), buffer.size());
        if (length <= 0) {
            return found;
        }
        for (ssize_t at = 0; at < length;) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const std::string name = event.len > 0 ? buffer.data() + at + sizeof event : "";
            found = found || concerns_rules(event.wd, name) || (event.mask & IN_Q_OVERFLOW) != 0;
            at += static_cast<ssize_t>(sizeof event + event.len);
        }
    }
}

std::string RulesWatch::happened(PlayTable& table) {
    pager_.clear();
    return was_saved() ? read_anew(table) : std::string();
}

std::string RulesWatch::read_anew(PlayTable& table) {
    LoadedRules rules = read(table.game_file());
    if (!rules.program) {
        if (rules.problem == LoadProblem::None) {
            pager_ = lines_of_errors(rules);
            pager_.insert(pager_.begin(), "The new rules have errors");
        }
        return "The new rules have errors; the game goes on under the old ones until they are mended";
    }
    if (rules.program->hash == table.rules().program->hash) {
        return "The rules are as they were";
    }
    ReplayedSave replayed = replay_save(rules.program, table.saved());
    if (!replayed.game) {
        return describe_difference(*replayed.stop);
    }
    const std::size_t choices = table.hot_seat().game().position();
    table.change_rules(std::move(rules), std::move(*replayed.game));
    const Difference* first = replayed.first();
    if (first == nullptr) {
        return choices == 0   ? "New rules"
               : choices == 1 ? "New rules; the choice so far can be made as before"
                              : fmt::format("New rules; all {} choices can be made as before", choices);
    }
    pager_ = lines_of(describe_difference(*first));
    pager_.insert(pager_.begin(), "New rules: the game goes another way");
    return fmt::format("New rules; choice {} is different{}", first->choice + 1,
                       replayed.stop ? fmt::format(", and the game goes on after {}", replayed.stop->choice) : "");
}

std::vector<std::string> lines_of_errors(const LoadedRules& rules) {
    if (rules.is_library) {
        return {fmt::format("`{}` is a library: it has no `game`, so it cannot be played", rules.path)};
    }
    return lines_of(render_text(rules.sources, rules.diagnostics, {.colour = Colour::Off}));
}

} // namespace tgdl
