#include "tables/shelf.h"

#include "api/disk_loader.h"
#include "api/memory_loader.h"
#include "program/seats.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

// The doc comment that the main file begins with, as one paragraph, no longer than a few sentences.
std::string first_words(std::string_view text) {
    constexpr std::size_t kMostBytes = 400;
    constexpr std::string_view kMark = "///";
    std::string words;
    while (text.starts_with(kMark)) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(kMark.size(), end - kMark.size());
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.empty()) {
            break;
        }
        words += words.empty() ? "" : " ";
        words += line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (words.size() <= kMostBytes) {
        return words;
    }
    const std::size_t end = words.rfind(". ", kMostBytes);
    return end == std::string::npos ? std::string() : words.substr(0, end + 1);
}

// What the options of the games are, for a message.
std::string describe_options_of(const std::vector<ShelfGame>& games) {
    std::string text;
    for (const ShelfGame& game : games) {
        if (!game.rules->program().options.empty()) {
            text += fmt::format("{}in `{}` {}", text.empty() ? "" : "; ", game.key,
                                describe_options(game.rules->program()));
        }
    }
    return text.empty() ? "no game has options" : text;
}

// A `GameOption` record of the protocol.
nlohmann::json describe_option(const Program& program, const OptionInfo& option) {
    std::vector<std::string> values;
    std::vector<std::string> labels;
    for (const Value value : option.values) {
        const bool is_enum = value.is(Tag::Program) && value.program_item() == ProgramItem::EnumValue;
        values.push_back(option_value_text(program, value));
        labels.push_back(is_enum ? program.texts[program.enum_values[value.index()].text].utf8 : values.back());
    }
    const bool is_flag = program.types[option.type].kind == ValueKind::Bool;
    return {{"name", option.name},
            {"about", option.documentation},
            {"kind", option.is_range ? "range"
                     : is_flag       ? "flag"
                                     : "list"},
            {"values", values},
            {"labels", labels},
            {"usual", option_value_text(program, option.value)}};
}

// With the values that tables get which choose nothing.
nlohmann::json list_options(const ShelfGame& game) {
    const auto usual = with_options(game.rules->rules.program, fitting_options(game.rules->program(), game.options));
    nlohmann::json options = nlohmann::json::array();
    for (const OptionInfo& option : (*usual)->options) {
        options.push_back(describe_option(**usual, option));
    }
    return options;
}

std::string stem_of(std::string_view path) {
    return std::filesystem::path(path).stem().string();
}

} // namespace

tl::expected<std::shared_ptr<const PlayableRules>, std::string> load_playable(Loader& loader, std::string_view path) {
    RecordingLoader recording(loader);
    auto playable = std::make_shared<PlayableRules>();
    playable->rules = load_rules(recording, path);
    playable->files = recording.archive();
    const LoadedRules& rules = playable->rules;
    if (rules.problem != LoadProblem::None) {
        return tl::unexpected(fmt::format("cannot read `{}`", path));
    }
    if (rules.is_library) {
        return tl::unexpected(fmt::format("`{}` is a library: it has no `game`, so it cannot be played", path));
    }
    if (!rules.program) {
        return tl::unexpected(render_text(rules.sources, rules.diagnostics));
    }
    return playable;
}

std::string rules_name(std::uint64_t hash) {
    return fmt::format("rules {:016x}", hash);
}

void Shelf::add(ShelfGame game) {
    const std::string key = game.key;
    for (int i = 2; find(game.key) != nullptr; ++i) {
        game.key = fmt::format("{}_{}", key, i);
    }
    const auto name = [](const ShelfGame& one) -> const std::string& { return one.rules->program().game; };
    games_.insert(std::ranges::upper_bound(games_, name(game), {}, name), std::move(game));
}

std::string Shelf::choose_options(std::span<const OptionChoice> options) {
    for (const OptionChoice& option : options) {
        bool is_anywhere = false;
        for (ShelfGame& game : games_) {
            const std::vector<OptionChoice> fitting = fitting_options(game.rules->program(), {&option, 1});
            game.options.insert(game.options.end(), fitting.begin(), fitting.end());
            is_anywhere = is_anywhere || !fitting.empty();
        }
        if (!is_anywhere && games_.size() == 1) {
            return with_options(games_.front().rules->rules.program, {&option, 1}).error();
        }
        if (!is_anywhere) {
            return fmt::format("no game here has an option `{}` that can be `{}`; {}", option.name, option.value,
                               describe_options_of(games_));
        }
    }
    return {};
}

std::string Shelf::add_file(const std::string& path) {
    DiskLoader loader;
    tl::expected<std::shared_ptr<const PlayableRules>, std::string> rules = load_playable(loader, path);
    if (!rules) {
        return rules.error();
    }
    ShelfGame game;
    game.key = stem_of(path);
    game.file = path;
    std::error_code problem;
    game.folder = std::filesystem::absolute(path, problem).parent_path().string();
    if (std::filesystem::is_regular_file(std::filesystem::path(game.folder) / (game.key + ".css"), problem)) {
        game.style = game.key + ".css";
    }
    game.rules = *rules;
    add(std::move(game));
    return {};
}

void Shelf::add_shipped() {
    for (const EmbeddedFile& main : shipped_games()) {
        if (!main.name.ends_with(".tgdl")) {
            continue; // data that a game reads
        }
        MemoryLoader loader;
        for (const EmbeddedFile& file : shipped_games()) {
            loader.add(file.name, std::string(file.content));
        }
        if (auto rules = load_playable(loader, main.name)) {
            add({.key = stem_of(main.name), .file = {}, .folder = {}, .style = {}, .rules = *rules});
        }
    }
}

const ShelfGame* Shelf::find(std::string_view key) const {
    const auto found = std::ranges::find(games_, key, &ShelfGame::key);
    return found == games_.end() ? nullptr : &*found;
}

nlohmann::json describe_game(const ShelfGame& game) {
    const Program& program = game.rules->program();
    nlohmann::json seats = nlohmann::json::array();
    for (std::uint32_t seat = 0; seat < program.seat_texts.size(); ++seat) {
        seats.push_back({{"name", program.seat_texts[seat].name}, {"color", seat_color(program, seat)}});
    }
    nlohmann::json described = {{"key", game.key},
                                {"name", program.game},
                                {"about", first_words(game.rules->files.files.front().text)},
                                {"players", {program.min_players, program.max_players}},
                                {"hidden", program.hides},
                                {"chance", program.chance},
                                {"seats", seats},
                                {"options", list_options(game)}};
    if (!game.style.empty()) {
        described["style"] = fmt::format("/games/{}/{}", game.key, game.style);
    }
    return described;
}

} // namespace tgdl
