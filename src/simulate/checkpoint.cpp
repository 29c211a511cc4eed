#include "simulate/checkpoint.h"

#include "program/options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tgdl {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kForm = 2; // of the text; another number is another form

// What the games that are played depend on.
Json plan_json(const Program& program, const SimulationPlan& plan) {
    Json json;
    json["rules"] = fmt::format("{:016x}", program.hash);
    json["players"] = plan.players;
    json["seed"] = plan.seed;
    json["bots"] = plan.bot_words();
    json["fixed_seats"] = !plan.rotates_seats;
    json["limit"] = plan.limit;
    json["details"] = plan.details;
    for (const OptionChoice& option : options_of(program)) {
        json["options"][option.name] = option.value;
    }
    return json;
}

// ---- writing

Json fault_json(const Fault& fault) {
    Json json;
    json["id"] = static_cast<std::uint32_t>(fault.id);
    json["message"] = fault.message;
    json["place"] = fault.place;
    json["calls"] = Json::array();
    for (const Fault::Call& call : fault.calls) {
        json["calls"].push_back({{"name", call.name}, {"place", call.place}});
    }
    json["values"] = Json::array();
    for (const Fault::Shown& shown : fault.values) {
        json["values"].push_back({{"name", shown.name}, {"text", shown.text}});
    }
    return json;
}

Json broken_json(const std::vector<BrokenGame>& games) {
    Json json = Json::array();
    for (const BrokenGame& broken : games) {
        json.push_back({{"game", broken.game},
                        {"seed", broken.seed},
                        {"setup_failure", broken.setup_failure},
                        {"fault", fault_json(broken.fault)}});
    }
    return json;
}

Json tally_json(const Tally& tally) {
    Json json = Json::array();
    for (const auto& [value, times] : tally.times()) {
        json.push_back({value, times});
    }
    return json;
}

Json firsts_json(const std::vector<FirstPlaces>& all) {
    Json json = Json::array();
    for (const FirstPlaces& firsts : all) {
        json.push_back(firsts.shared_by);
    }
    return json;
}

Json kept_details(const Details& details) {
    Json json;
    json["games"] = details.games;
    json["things"] = Json::array();
    for (const auto& [choice, use] : details.named_choices) {
        json["things"].push_back(
            {static_cast<std::uint32_t>(choice.kind), choice.name, use.offered, use.used, use.firsts.shared_by});
    }
    json["watched"] = details.covered_games;
    json["ran"] = details.ran;
    json["lead_changes"] = tally_json(details.lead_changes);
    return json;
}

Json totals_json(const SimulationTotals& totals) {
    Json json;
    json["finished"] = totals.finished;
    json["stuck"] = totals.stuck;
    json["errors"] = totals.errors;
    json["draws"] = totals.draws;
    json["unwon"] = totals.unwon;
    json["seats"] = firsts_json(totals.seats);
    json["bots"] = firsts_json(totals.bots);
    json["choices"] = tally_json(totals.choices);
    json["moves"] = tally_json(totals.moves);
    json["turns"] = tally_json(totals.turns);
    json["decisions"] = totals.decisions;
    json["options"] = totals.options;
    json["real_choices"] = totals.real_choices;
    json["actions"] = Json::array();
    for (const ActionCounts& counts : totals.actions) {
        json["actions"].push_back({counts.possible, counts.taken});
    }
    json["decided"] = tally_json(totals.decided);
    json["first_errors"] = broken_json(totals.first_errors);
    json["first_stuck"] = broken_json(totals.first_stuck);
    json["details"] = kept_details(totals.details);
    return json;
}

// ---- reading. What is missing or of another kind throws.

Fault read_fault(const Json& json) {
    Fault fault;
    fault.id = static_cast<FaultId>(json.at("id").get<std::uint16_t>());
    fault.message = json.at("message").get<std::string>();
    fault.place = json.at("place").get<LocationIndex>();
    for (const Json& call : json.at("calls")) {
        fault.calls.push_back({call.at("name").get<std::string>(), call.at("place").get<LocationIndex>()});
    }
    for (const Json& shown : json.at("values")) {
        fault.values.push_back({shown.at("name").get<std::string>(), shown.at("text").get<std::string>()});
    }
    return fault;
}

void check(bool is_right, const char* what) {
    if (!is_right) {
        throw std::runtime_error(what);
    }
}

std::vector<BrokenGame> read_broken(const Json& json, const Program& program) {
    std::vector<BrokenGame> games;
    for (const Json& one : json) {
        BrokenGame broken;
        broken.game = one.at("game").get<std::uint64_t>();
        broken.seed = one.at("seed").get<std::uint64_t>();
        broken.setup_failure = one.at("setup_failure").get<std::string>();
        broken.fault = read_fault(one.at("fault"));
        bool is_in_the_rules = broken.fault.place < program.places.size();
        for (const Fault::Call& call : broken.fault.calls) {
            is_in_the_rules = is_in_the_rules && call.place < program.places.size();
        }
        check(is_in_the_rules, "an error is at a place that the rules do not have");
        games.push_back(std::move(broken));
    }
    check(games.size() <= kMostBroken, "too many broken games");
    return games;
}

Tally read_tally(const Json& json) {
    Tally tally;
    for (const Json& pair : json) {
        tally.add(pair.at(0).get<std::uint64_t>(), pair.at(1).get<std::uint64_t>());
    }
    return tally;
}

std::vector<FirstPlaces> read_firsts(const Json& json) {
    std::vector<FirstPlaces> all;
    for (const Json& one : json) {
        all.push_back({one.get<std::vector<std::uint64_t>>()});
    }
    return all;
}

Details read_details(const Json& json) {
    Details details;
    details.games = json.at("games").get<std::uint64_t>();
    for (const Json& one : json.at("things")) {
        const auto kind = one.at(0).get<std::uint32_t>();
        check(kind <= static_cast<std::uint32_t>(NamedChoiceKind::Label), "there is no such kind of thing");
        ChoiceUse& use = details.named_choices[{static_cast<NamedChoiceKind>(kind), one.at(1).get<std::string>()}];
        use.offered = one.at(2).get<std::uint64_t>();
        use.used = one.at(3).get<std::uint64_t>();
        use.firsts.shared_by = one.at(4).get<std::vector<std::uint64_t>>();
    }
    details.covered_games = json.at("watched").get<std::uint64_t>();
    details.ran = json.at("ran").get<std::vector<std::uint64_t>>();
    details.lead_changes = read_tally(json.at("lead_changes"));
    return details;
}

SimulationTotals read_totals(const Json& json, const Program& program, const SimulationPlan& plan) {
    SimulationTotals totals;
    totals.finished = json.at("finished").get<std::uint64_t>();
    totals.stuck = json.at("stuck").get<std::uint64_t>();
    totals.errors = json.at("errors").get<std::uint64_t>();
    totals.draws = json.at("draws").get<std::uint64_t>();
    totals.unwon = json.at("unwon").get<std::uint64_t>();
    totals.seats = read_firsts(json.at("seats"));
    totals.bots = read_firsts(json.at("bots"));
    totals.choices = read_tally(json.at("choices"));
    totals.moves = read_tally(json.at("moves"));
    totals.turns = read_tally(json.at("turns"));
    totals.decisions = json.at("decisions").get<std::vector<std::uint64_t>>();
    totals.options = json.at("options").get<std::uint64_t>();
    totals.real_choices = json.at("real_choices").get<std::uint64_t>();
    totals.details = read_details(json.at("details"));
    for (const Json& counts : json.at("actions")) {
        totals.actions.push_back({counts.at(0).get<std::uint64_t>(), counts.at(1).get<std::uint64_t>()});
    }
    totals.decided = read_tally(json.at("decided"));
    totals.first_errors = read_broken(json.at("first_errors"), program);
    totals.first_stuck = read_broken(json.at("first_stuck"), program);
    check(totals.seats.size() == plan.players && totals.decisions.size() == plan.players
              && totals.bots.size() == plan.bots.size() && totals.actions.size() == program.actions.size()
              && totals.details.ran.size() == plan.coverage_regions(),
          "it counts other things than this game has");
    return totals;
}

GameRanges read_ranges(const Json& json) {
    GameRanges games;
    for (const Json& pair : json) {
        games.add(pair.at(0).get<std::uint64_t>(), pair.at(1).get<std::uint64_t>());
    }
    return games;
}

// Which part of the plan is another one.
std::string describe_difference(const Json& there, const Json& here) {
    for (const auto& [key, value] : here.items()) {
        if (!there.contains(key) || there.at(key) != value) {
            return key == "rules" ? "the rules have changed since"
                                  : fmt::format("`{}` was {} there, and is {} now", key,
                                                there.contains(key) ? there.at(key).dump() : "nothing", value.dump());
        }
    }
    return "it is of another simulation";
}

} // namespace

std::string write_checkpoint(const Program& program, const SimulationPlan& plan, const PlayedGames& played) {
    Json json;
    json["simulation"] = kForm;
    json["plan"] = plan_json(program, plan);
    json["played"] = Json::array();
    for (const GameRange& range : played.games.ranges()) {
        json["played"].push_back({range.first, range.past});
    }
    json["totals"] = totals_json(played.totals);
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

tl::expected<PlayedGames, std::string> read_checkpoint(std::string_view text, const Program& program,
                                                       const SimulationPlan& plan) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("simulation") || json.at("simulation") != kForm) {
        return tl::unexpected<std::string>("it is no record of a simulation");
    }
    try {
        if (const Json here = plan_json(program, plan); json.at("plan") != here) {
            return tl::unexpected(describe_difference(json.at("plan"), here));
        }
        PlayedGames played{read_ranges(json.at("played")), read_totals(json.at("totals"), program, plan)};
        check(played.games.count() == played.totals.games(), "its numbers of games do not agree");
        return played;
    } catch (const std::exception& problem) {
        return tl::unexpected(fmt::format("it is damaged: {}", problem.what()));
    }
}

} // namespace tgdl
