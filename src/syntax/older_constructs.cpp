// Constructs of the older design that are no longer there, and what to write now.
#include "syntax/written_forms.h"

#include <array>

namespace tgdl {

namespace {

constexpr std::string_view kPass = "write `turn.pass(p);`: control goes to player p";
constexpr std::string_view kReturns = "write `returns number;`: the type that the function gives back";
constexpr std::string_view kOn =
    "an action observes an event by its name: `trigger MoveEvent { … }`, `trigger change X.attribute;` or "
    "`trigger after action X.A;`";

constexpr auto kOlderConstructs = std::to_array<WrittenForm>({
    {FormPlace::Definition, "boardcells {", "each kind of tile is a definition of its own: `tile Name { … }`"},
    {FormPlace::Definition, "boardCell _", "write `tile Name { … }`"},
    {FormPlace::Definition, "placeable _", "write `interactable Name { … }`: a thing that lies on tiles or in decks"},
    {FormPlace::Definition, "stackable _",
     "write `interactable Name { … }`, and `stack Deck { returns Name; }` for what holds them"},
    {FormPlace::Member, "override effect _", "write `override action Name { effect { … } }`"},
    {FormPlace::Member, "override effect {", "write `override action Name { effect { … } }`"},
    {FormPlace::ActionClause, "condition {", "write `require { return …; }`"},
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
    {FormPlace::FunctionClause, "input {", "write each by itself: `function input number a;`"},
    {FormPlace::FunctionClause, "return decimal ;", kReturns},
    {FormPlace::FunctionClause, "return number ;", kReturns},
    {FormPlace::FunctionClause, "return string ;", "write `returns string;`: the type that the function gives back"},
    {FormPlace::FunctionClause, "return bool ;", "write `returns bool;`: the type that the function gives back"},
    {FormPlace::Statement, "call _ with", "call it by its name: `F(a: 1);`"},
    {FormPlace::Statement, "call _ ;", "call it by its name: `F();`"},
    {FormPlace::Statement, "transfer _ to", "write `x.assign(p);` for a new owner, `x.move_to(t);` for a new place"},
    {FormPlace::Statement, "move _ to", "write `piece.move_to(t);`"},
    {FormPlace::Statement, "pass _ +", kPass},
    {FormPlace::Statement, "pass _ -", kPass},
    {FormPlace::Statement, "pass _ .", kPass},
    {FormPlace::Statement, "pass #", kPass},
});

} // namespace

std::span<const WrittenForm> older_constructs() {
    return kOlderConstructs;
}

} // namespace tgdl
