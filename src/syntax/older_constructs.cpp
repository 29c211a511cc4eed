// Constructs of the older design that are no longer there, and what to write now.
#include "syntax/written_forms.h"

#include <array>
#include <string>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kPass = "write `turn.pass(p);`: control goes to player p";
constexpr std::string_view kReturns = "write `returns number;`: the type that the function gives back";
constexpr std::string_view kReturnsNothing = "leave it out: a function without `returns` gives nothing back";
constexpr std::string_view kOn =
    "an action observes an event by its name: `trigger MoveEvent { … }`, `trigger change X.attribute;` or "
    "`trigger after action X.A;`";

constexpr std::string_view kOnMember =
    "what happens is an event, and an action observes it: `action Name { trigger AssignEvent { … } effect { … } }`";

constexpr std::string_view kLiesAnywhere = "leave it out: every `interactable` can lie on tiles and in stacks";
constexpr std::string_view kAmounts = "write what changes: `a -= 3;` and `b += 3;`";
constexpr std::string_view kTransfer = "write `x.assign(p);` for a new owner, `x.move_to(t);` for a new place";
constexpr std::string_view kMove = "write `piece.move_to(t);`, or `deck.push(card);` for a card";
constexpr std::string_view kCall = "call it by its name: `F(a: 1);`";

constexpr auto kOlderConstructs = std::to_array<WrittenForm>({
    {FormPlace::Member, "override effect _", "write `override action Name { effect { … } }`"},
    {FormPlace::Member, "override effect {", "write `override action Name { effect { … } }`"},
    {FormPlace::Member, "placeable _", kLiesAnywhere},
    {FormPlace::Member, "placeable ;", kLiesAnywhere},
    {FormPlace::Member, "placeable {", kLiesAnywhere},
    {FormPlace::Member, "placeables _", kLiesAnywhere},
    {FormPlace::Member, "placeables ;", kLiesAnywhere},
    {FormPlace::Member, "placeables {", kLiesAnywhere},
    {FormPlace::Member, "interactables {", kLiesAnywhere},
    {FormPlace::Member, "stackable _", kLiesAnywhere},
    {FormPlace::Member, "stackable ;", kLiesAnywhere},
    {FormPlace::Definition, "on _ {", kOnMember},
    {FormPlace::Definition, "on _ _ {", kOnMember},
    {FormPlace::Definition, "on _ (", kOnMember},
    {FormPlace::Member, "on _ {", kOnMember},
    {FormPlace::Member, "on _ (", kOnMember},
    {FormPlace::Member, "on _ _ {", kOnMember},
    {FormPlace::ActionClause, "on _ {", kOn},
    {FormPlace::ActionClause, "on _ _ {", kOn},
    {FormPlace::ActionClause, "on _ ;", kOn},
    {FormPlace::ActionClause, "on _ (", kOn},
    {FormPlace::ActionClause, "trigger on change", "write `trigger change X.attribute;`"},
    {FormPlace::ActionClause, "trigger on _ _", kOn},
    {FormPlace::ActionClause, "trigger on _", kOn},
    {FormPlace::ActionClause, "trigger on (", kOn},
    {FormPlace::ActionClause, "trigger action _", "write `trigger after action X.A;`, or `before`"},
    {FormPlace::ActionClause, "trigger changed _", "write `trigger change X.attribute;`"},
    {FormPlace::FunctionClause, "return decimal ;", kReturns},
    {FormPlace::FunctionClause, "return none ;", kReturnsNothing},
    {FormPlace::FunctionClause, "return null ;", kReturnsNothing},
    {FormPlace::Statement, "call _ with", kCall},
    {FormPlace::Statement, "call _ (", kCall},
    {FormPlace::Statement, "call _ .", kCall},
    {FormPlace::Statement, "call _ ;", "call it by its name: `F();`"},
    {FormPlace::Statement, "transfer #", kAmounts},
    {FormPlace::Statement, "give #", kAmounts},
    {FormPlace::Statement, "move #", kAmounts},
    {FormPlace::Statement, "take #", kAmounts},
    {FormPlace::Statement, "add #", kAmounts},
    {FormPlace::Statement, "gain #", kAmounts},
    {FormPlace::Statement, "pay #", kAmounts},
    {FormPlace::Statement, "assign _ to", "write `x.assign(p);`"},
    {FormPlace::Statement, "put _ on", kMove},
    {FormPlace::Statement, "place _ on", kMove},
    {FormPlace::Statement, "transfer _ _", kTransfer},
    {FormPlace::Statement, "transfer _ .", kTransfer},
    {FormPlace::Statement, "transfer _ [", kTransfer},
    {FormPlace::Statement, "move _ _", kMove},
    {FormPlace::Statement, "move _ .", kMove},
    {FormPlace::Statement, "move _ [", kMove},
    {FormPlace::Statement, "pass _ +", kPass},
    {FormPlace::Statement, "pass _ -", kPass},
    {FormPlace::Statement, "pass _ .", kPass},
    {FormPlace::Statement, "pass #", kPass},
    {FormPlace::Statement, "pass turn", kPass},
    {FormPlace::Statement, "pass the", kPass},
    {FormPlace::Statement, "pass to _", kPass},
});

// What stood behind `on`, in small letters and without spaces, and the event that it is now.
constexpr auto kEvents = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"attach", "AssignEvent"},
    {"assign", "AssignEvent"},
    {"detach", "UnassignEvent"},
    {"unassign", "UnassignEvent"},
    {"choice", "PlayerChoiceEvent"},
    {"playerchoice", "PlayerChoiceEvent"},
    {"offturnchoice", "OffTurnChoiceEvent"},
    {"nochoice", "NoChoiceEvent"},
    {"move", "MoveEvent"},
    {"enter", "MoveEvent"},
    {"moved", "MoveEvent"},
    {"draw", "DrawEvent"},
    {"put", "PutEvent"},
    {"discard", "DiscardEvent"},
    {"shuffle", "ShuffleEvent"},
    {"reshuffle", "ReshuffleEvent"},
    {"turn", "TurnStartEvent"},
    {"turnstart", "TurnStartEvent"},
    {"startturn", "TurnStartEvent"},
    {"turnend", "TurnEndEvent"},
    {"endturn", "TurnEndEvent"},
    {"phase", "PhaseEvent"},
    {"phasestart", "PhaseEvent"},
    {"gameend", "GameEndEvent"},
    {"endgame", "GameEndEvent"},
});

} // namespace

std::span<const WrittenForm> older_constructs() {
    return kOlderConstructs;
}

std::string_view observed_event(std::string_view words) {
    std::string plain;
    for (const char letter : words) {
        if (letter != ' ' && letter != '_') {
            plain += static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter | 0x20 : letter);
        }
    }
    if (plain.ends_with("event")) {
        plain.resize(plain.size() - 5);
    }
    for (const auto& [older, event] : kEvents) {
        if (older == plain) {
            return event;
        }
    }
    return {};
}

} // namespace tgdl
