// Constructs of the older design that are no longer there, and what to write now.
#include "syntax/written_forms.h"

#include <array>

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
    {FormPlace::Member, "on _ {", kOnMember},
    {FormPlace::Member, "on _ _ {", kOnMember},
    {FormPlace::ActionClause, "trigger on attach", "write `trigger AssignEvent { … }`"},
    {FormPlace::ActionClause, "trigger on assign", "write `trigger AssignEvent { … }`"},
    {FormPlace::ActionClause, "trigger on detach", "write `trigger UnassignEvent { … }`"},
    {FormPlace::ActionClause, "trigger on choice", "write `trigger PlayerChoiceEvent { … }`"},
    {FormPlace::ActionClause, "trigger on move", "write `trigger MoveEvent { … }`"},
    {FormPlace::ActionClause, "trigger on draw", "write `trigger DrawEvent { … }`"},
    {FormPlace::ActionClause, "trigger on turn", "write `trigger TurnStartEvent { … }`"},
    {FormPlace::ActionClause, "trigger on phase", "write `trigger PhaseEvent { … }`"},
    {FormPlace::ActionClause, "trigger on change", "write `trigger change X.attribute;`"},
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

} // namespace

std::span<const WrittenForm> older_constructs() {
    return kOlderConstructs;
}

} // namespace tgdl
