#include "tables/table_log.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 7> kEntryKindWords = {"choose", "undo",  "name",  "seat",
                                                             "rules",  "again", "resume"};
constexpr std::array<std::string_view, 4> kActorWords = {"person", "bot", "clock", "host"};

template <std::size_t Size>
std::optional<std::size_t> find_word(const std::array<std::string_view, Size>& words, const std::string& word) {
    const auto found = std::ranges::find(words, word);
    return found == words.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - words.begin()));
}

// Members of an object that may be anything; the first that is not as expected spoils the whole.
class MemberReader {
public:
    explicit MemberReader(std::string_view text) : object_(Json::parse(text, nullptr, false)) {
        good_ = object_.is_object();
    }
    explicit MemberReader(Json object) : object_(std::move(object)) { good_ = object_.is_object(); }

    [[nodiscard]] bool is_good() const { return good_; }
    void spoil() { good_ = false; }
    [[nodiscard]] bool has(const char* name) const { return good_ && object_.contains(name); }

    std::string text(const char* name) {
        const Json* member = find(name);
        return member != nullptr && check(member->is_string()) ? member->get<std::string>() : std::string();
    }
    template <typename Number>
    Number number(const char* name) {
        const Json* member = find(name);
        return member != nullptr && check(fits<Number>(*member)) ? member->get<Number>() : Number();
    }
    MatchSeed seed(const char* name) {
        const std::optional<MatchSeed> seed = MatchSeed::read(text(name));
        return check(seed.has_value()) ? *seed : MatchSeed();
    }
    Json member(const char* name) {
        const Json* found = find(name);
        return found != nullptr ? *found : Json();
    }

private:
    template <typename Number>
    static bool fits(const Json& member) {
        return member.is_number_unsigned()
                   ? std::in_range<Number>(member.get<std::uint64_t>())
                   : member.is_number_integer() && std::in_range<Number>(member.get<std::int64_t>());
    }
    bool check(bool holds) {
        good_ = good_ && holds;
        return good_;
    }
    const Json* find(const char* name) {
        if (!good_) {
            return nullptr;
        }
        const auto found = object_.find(name);
        return check(found != object_.end()) ? &*found : nullptr;
    }

    Json object_;
    bool good_ = false;
};

std::optional<std::vector<OptionChoice>> read_options(const Json& list) {
    if (!list.is_array()) {
        return std::nullopt;
    }
    std::vector<OptionChoice> options;
    for (const Json& item : list) {
        MemberReader reader(item);
        options.push_back({reader.text("name"), reader.text("value")});
        if (!reader.is_good()) {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

nlohmann::json write_options(const std::vector<OptionChoice>& options) {
    Json list = Json::array();
    for (const OptionChoice& option : options) {
        list.push_back({{"name", option.name}, {"value", option.value}});
    }
    return list;
}

std::string write_head(const TableHead& head) {
    Json seats = Json::array();
    for (const HeadSeat& seat : head.seats) {
        seats.push_back({{"token", seat.token}, {"bot", seat.bot}});
    }
    Json object = {{"form", 1},
                   {"game", head.game},
                   {"rules", head.rules},
                   {"seed", head.seed.text()},
                   {"seats", std::move(seats)},
                   {"spectator", head.spectator},
                   {"host", head.host},
                   {"created", head.created}};
    if (head.is_design) {
        object["design"] = true;
    }
    if (head.clock) {
        object["clock"] = {{"seconds", head.clock->seconds}, {"bonus", head.clock->bonus}};
    }
    if (!head.options.empty()) {
        object["options"] = write_options(head.options);
    }
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<TableHead> read_head(std::string_view id, std::string_view text) {
    MemberReader reader(text);
    TableHead head;
    head.id = id;
    if (reader.number<std::int64_t>("form") != 1) {
        return std::nullopt;
    }
    head.game = reader.text("game");
    head.rules = reader.number<std::uint64_t>("rules");
    head.seed = reader.seed("seed");
    head.spectator = reader.text("spectator");
    head.host = reader.text("host");
    head.created = reader.number<std::int64_t>("created");
    const Json seats = reader.member("seats");
    if (!seats.is_array()) {
        return std::nullopt;
    }
    for (const Json& seat : seats) {
        MemberReader of_seat(seat);
        head.seats.push_back({of_seat.text("token"), of_seat.text("bot")});
        if (!of_seat.is_good()) {
            reader.spoil();
        }
    }
    head.is_design = reader.has("design");
    if (reader.has("clock")) {
        MemberReader clock(reader.member("clock"));
        head.clock = ClockRule{clock.number<std::uint32_t>("seconds"), clock.number<std::uint32_t>("bonus")};
        if (!clock.is_good()) {
            reader.spoil();
        }
    }
    if (reader.has("options")) {
        std::optional<std::vector<OptionChoice>> options = read_options(reader.member("options"));
        if (!options) {
            return std::nullopt;
        }
        head.options = std::move(*options);
    }
    return reader.is_good() ? std::optional(std::move(head)) : std::nullopt;
}

std::string write_entry(const Entry& entry) {
    Json object = {{"do", kEntryKindWords[static_cast<std::size_t>(entry.kind)]},
                   {"by", kActorWords[static_cast<std::size_t>(entry.by)]},
                   {"seat", entry.seat},
                   {"time", entry.time}};
    switch (entry.kind) {
    case EntryKind::Choose: object["option"] = entry.option; break;
    case EntryKind::Undo:
    case EntryKind::Resume: break;
    case EntryKind::Name:
    case EntryKind::Seat: object["text"] = entry.text; break;
    case EntryKind::Rules: object["rules"] = entry.rules; break;
    case EntryKind::Again: object["seed"] = entry.seed.text(); break;
    }
    if (!entry.id.empty()) {
        object["id"] = entry.id;
    }
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Entry> read_entry(std::string_view text) {
    MemberReader reader(text);
    Entry entry;
    const std::optional<std::size_t> kind = find_word(kEntryKindWords, reader.text("do"));
    const std::optional<std::size_t> by = find_word(kActorWords, reader.text("by"));
    if (!kind || !by) {
        return std::nullopt;
    }
    entry.kind = static_cast<EntryKind>(*kind);
    entry.by = static_cast<Actor>(*by);
    entry.seat = reader.number<std::uint32_t>("seat");
    entry.time = reader.number<std::int64_t>("time");
    switch (entry.kind) {
    case EntryKind::Choose: entry.option = reader.number<std::uint32_t>("option"); break;
    case EntryKind::Undo:
    case EntryKind::Resume: break;
    case EntryKind::Name:
    case EntryKind::Seat: entry.text = reader.text("text"); break;
    case EntryKind::Rules: entry.rules = reader.number<std::uint64_t>("rules"); break;
    case EntryKind::Again: entry.seed = reader.seed("seed"); break;
    }
    if (reader.has("id")) {
        entry.id = reader.text("id");
    }
    return reader.is_good() ? std::optional(std::move(entry)) : std::nullopt;
}

} // namespace tgdl
