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

constexpr std::string_view kOnMember =
    "what happens is an event, and an action observes it: `action Name { trigger AssignEvent { … } effect { … } }`";
constexpr std::string_view kGeometry = "say its geometry inside: `group g { geometry square; … }`";

constexpr auto kOlderConstructs = std::to_array<WrittenForm>({
    {FormPlace::Definition, "boardcells {", "each kind of tile is a definition of its own: `tile Name { … }`"},
    {FormPlace::Definition, "boardCell _", "write `tile Name { … }`"},
    {FormPlace::Definition, "placeable _", "write `interactable Name { … }`: a thing that lies on tiles or in decks"},
    {FormPlace::Definition, "stackable _",
     "write `interactable Name { … }`, and `stack Deck { returns Name; }` for what holds them"},
    {FormPlace::Member, "override effect _", "write `override action Name { effect { … } }`"},
    {FormPlace::Member, "override effect {", "write `override action Name { effect { … } }`"},
    {FormPlace::Member, "placeable _", "leave it out: every `interactable` can lie on tiles"},
    {FormPlace::Member, "stackable _", "leave it out: every `interactable` can lie in a stack"},
    {FormPlace::Member, "on _ {", kOnMember},
    {FormPlace::Member, "on _ _ {", kOnMember},
    {FormPlace::Member, "square group _", kGeometry},
    {FormPlace::Member, "hex group _", kGeometry},
    {FormPlace::Member, "graph group _", kGeometry},
    {FormPlace::Member, "group _ :", kGeometry},
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
    {FormPlace::ActionClause, "trigger on (", kOn},
    {FormPlace::ActionClause, "trigger action _", "write `trigger after action X.A;`, or `before`"},
    {FormPlace::ActionClause, "trigger changed _", "write `trigger change X.attribute;`"},
    {FormPlace::ActionClause, "input {", "write each by itself: `input Card c;`"},
    {FormPlace::ActionClause, "input all _",
     "a list may take all: `input List<Card> cs;`; `auto input` takes all without asking"},
    {FormPlace::FunctionClause, "return decimal ;", kReturns},
    {FormPlace::Statement, "call _ with", "call it by its name: `F(a: 1);`"},
    {FormPlace::Statement, "call _ (", "call it by its name: `F(a: 1);`"},
    {FormPlace::Statement, "call _ ;", "call it by its name: `F();`"},
    {FormPlace::Statement, "transfer #", "write what changes: `a -= 3;` and `b += 3;`"},
    {FormPlace::Statement, "give #", "write what changes: `a -= 3;` and `b += 3;`"},
    {FormPlace::Statement, "transfer _ to", "write `x.assign(p);` for a new owner, `x.move_to(t);` for a new place"},
    {FormPlace::Statement, "move _ to", "write `piece.move_to(t);`"},
    {FormPlace::Statement, "pass _ +", kPass},
    {FormPlace::Statement, "pass _ -", kPass},
    {FormPlace::Statement, "pass _ .", kPass},
    {FormPlace::Statement, "pass #", kPass},
    {FormPlace::Statement, "pass turn", kPass},
    {FormPlace::Statement, "pass to _", kPass},
    {FormPlace::Statement, "move this .", "write `piece.move_to(t);`"},
    {FormPlace::Statement, "move _ .", "write `piece.move_to(t);`"},
});

} // namespace

std::span<const WrittenForm> older_constructs() {
    return kOlderConstructs;
}

} // namespace tgdl
