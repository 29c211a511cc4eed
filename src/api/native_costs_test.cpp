// Costs of natives grow with what they work on: each is given twice as much and four times as much.
//
// Every native of program/native_costs.def that is said to cost more than its instruction has an effect here that does it.
// A native without a line in that list does not compile; one that is said to cost something and is not tried fails.
#include "api/engine.h"
#include "api/memory_loader.h"
#include "match/flow.h"
#include "program/native_costs.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace tgdl {
namespace {

// $N is how much there is of everything; a power of two. No kind has a single class, so that no type stands for another.
constexpr std::string_view kTable = R"(
game "costs";
players 2;

interactable Card { number rank = 0; }
interactable King : Card { }
tile Square { }
tile Meadow { }
connection Road { }
connection Ferry { }
enum Mark { Cross "$LABEL", Nought; }
class Bag { List<number> numbers = {}; }

global stack D { returns Card; }
global stack E { returns Card; }

global board Plain { group Grid { geometry square; grid Square[$N][1]; } }
global board Roads { group Net { geometry graph; tiles { $NAMES } } }

movement Slide { effect { line 0..3, min 1; } }
movement Walk { effect { adjacent min 1; } }
movement Hop { effect repeat { line 0..3, 1; } }

global class S
{
    List<number> xs = {};
    List<Card> cards = {};
    Stack<number> stack = {};
    Table<number, number> table = {};
    Table<string, number> words = {};
    Table<string, List<number>> lists = {};
    List<player> seats = {};
    string text = "ab";
    Card piece = null;
    Square hub = null;
    Square first = null;
    Square last = null;
}

setup
{
    while (S.text.length < $N) { S.text = $"{S.text}{S.text}"; }
    foreach (number i in 1..$N)
    {
        S.xs.add(i);
        S.stack.push(i);
        S.table[i] = i;
        S.seats.add(i);
        Card card = new Card();
        S.cards.add(card);
        D.push(card);
    }
    S.words[S.text] = 1;
    S.lists[S.text] = { 1 };
    S.first = Plain.Grid[0][0] as Square;
    S.last = Plain.Grid[$LAST][0] as Square;
    S.piece = new Card();
    S.piece.move_to(S.first);
    $SETUP
}

action Do
{
    trigger PlayerChoiceEvent;
    effect
    {
        $EFFECT
        input bool waits;
        turn.pass();
    }
}
)";

struct Effect {
    std::string effect;
    std::string setup;
};

constexpr std::string_view kHub =
    "S.hub = new Square(); foreach (tile t in Plain.Grid.tiles) { S.hub.connect(t); } S.hub.connect(S.last);";

const std::map<NativeId, Effect>& effects() {
    static const std::string hub(kHub);
    static const std::map<NativeId, Effect> all = {
        {NativeId::JoinTexts, {"string s = $\"{S.text}!\";", ""}},
        {NativeId::JoinShownTexts, {"choose { option $\"{S.text}!\" { log(1); } option \"b\" { log(2); } }", ""}},
        {NativeId::DataFill, {"number n = rows<Bag>(\"costs.csv\").length;", ""}},
        {NativeId::FormatNumber, {"string s = $\"{1.5:$N}\";", ""}},
        {NativeId::TextToNumber, {"bool b = (S.text as number) == null;", ""}},
        {NativeId::TextToBool, {"bool b = (S.text as bool) == null;", ""}},
        {NativeId::EnumNamed, {"bool b = (S.text as Mark) == null;", ""}},
        {NativeId::TextContains, {"bool b = S.text.contains(\"zz\");", ""}},
        {NativeId::TextIndexOf, {"number n = S.text.indexOf(\"zz\");", ""}},
        {NativeId::TextSubstring, {"string s = S.text.substring(0, 2);", ""}},
        {NativeId::TextUpper, {"string s = S.text.upper();", ""}},
        {NativeId::TextLower, {"string s = S.text.lower();", ""}},
        {NativeId::TextSplit, {"List<string> l = S.text.split(\"b\");", ""}},
        {NativeId::TextTrim, {"string s = S.text.trim();", ""}},
        {NativeId::ListAppend, {"List<number> l = {}; l.append(S.xs);", ""}},
        {NativeId::ListInsertAt, {"S.xs.insertAt(0, 5);", ""}},
        {NativeId::ListClear, {"S.xs.clear();", ""}},
        {NativeId::ListContains, {"bool b = S.xs.contains(-1);", ""}},
        {NativeId::ListIndexOf, {"number n = S.xs.indexOf(-1);", ""}},
        {NativeId::ListRemove, {"S.xs.remove(-1);", ""}},
        {NativeId::ListRemoveAt, {"S.xs.removeAt(0);", ""}},
        {NativeId::ListShuffle, {"S.xs.shuffle();", ""}},
        {NativeId::ListCopy, {"List<number> l = S.xs.copy();", ""}},
        {NativeId::ListReverse, {"S.xs.reverse();", ""}},
        {NativeId::ListSort, {"S.xs.sort();", ""}},
        {NativeId::ListSortByKeys, {"S.xs.sortBy(x: 0 - x);", ""}},
        {NativeId::ListSortedByKeys, {"List<number> l = S.xs.sortedBy(x: 0 - x);", ""}},
        {NativeId::ListRandomByWeights, {"number n = S.xs.random(x: 1);", ""}},
        {NativeId::ListDistinct, {"List<number> l = S.xs.distinct();", ""}},
        {NativeId::ListTake, {"List<number> l = S.xs.take(S.xs.length);", ""}},
        {NativeId::ListSkip, {"List<number> l = S.xs.skip(0);", ""}},
        {NativeId::ListSorted, {"List<number> l = S.xs.sorted();", ""}},
        {NativeId::ListShuffled, {"List<number> l = S.xs.shuffled();", ""}},
        {NativeId::ListReversed, {"List<number> l = S.xs.reversed();", ""}},
        {NativeId::ListJoin, {"string s = S.xs.join(\", \");", ""}},
        {NativeId::ListFrom, {"List<number> l = S.stack.list();", ""}},
        {NativeId::RangeList, {"List<number> l = 1..S.xs.length;", ""}},
        {NativeId::ShapeCovers, {"List<tile> l = Plain.Grid.spots(shape { \"#\" }, t: t.empty);", ""}},
        {NativeId::ShapeSpots, {"List<tile> l = Plain.Grid.spots(shape { \"#\" }, t: t.empty);", ""}},
        {NativeId::BoardPosition, {"number n = Plain.position();", ""}},
        {NativeId::BoardRepeats, {"number n = Plain.repeats();", ""}},
        {NativeId::CollectionOf, {"number n = S.cards.of<King>().length;", ""}},
        {NativeId::StackContains, {"bool b = S.stack.contains(-1);", ""}},
        {NativeId::StackRemove, {"S.stack.remove(-1);", ""}},
        {NativeId::StackClear, {"S.stack.clear();", ""}},
        {NativeId::StackCopy, {"Stack<number> s = S.stack.copy();", ""}},
        {NativeId::StackShuffle, {"S.stack.shuffle();", ""}},
        {NativeId::TableGet, {"number n = S.words[S.text];", ""}},
        {NativeId::TableGetNumber, {"S.words[S.text] += 1;", ""}},
        {NativeId::TableGetOrMake, {"S.lists[S.text].add(2);", ""}},
        {NativeId::TableSet, {"S.words[S.text] = 2;", ""}},
        {NativeId::TableContains, {"bool b = S.words.contains(S.text);", ""}},
        {NativeId::TableKeys, {"List<number> l = S.table.keys();", ""}},
        {NativeId::TableValues, {"List<number> l = S.table.values();", ""}},
        {NativeId::TableCopy, {"Table<number, number> t = S.table.copy();", ""}},
        {NativeId::AllOf, {"number n = all<Card>().length;", ""}},
        {NativeId::PieceMoveTo, {"D[1].move_to(S.last);", ""}},
        {NativeId::PieceRemove, {"D[1].remove();", ""}},
        {NativeId::PieceCapture, {"D[1].capture();", ""}},
        {NativeId::PieceDiscard, {"D[1].discard(E);", ""}},
        {NativeId::PieceDestinations, {"List<tile> l = S.piece.destinations(Hop);", ""}},
        {NativeId::PieceDestinationCount, {"number n = S.piece.destinations(Slide).length;", ""}},
        {NativeId::DeckPush, {"E.push(D[1]);", ""}},
        {NativeId::DeckPushFront, {"E.push_front(D[1]);", ""}},
        {NativeId::DeckRemove, {"D.remove(D[1]);", ""}},
        {NativeId::DeckClear, {"D.clear();", ""}},
        {NativeId::DeckCopy, {"number n = D.copy().length;", ""}},
        {NativeId::DeckShuffle, {"D.shuffle();", ""}},
        {NativeId::DeckReshuffle, {"D.reshuffle();", "foreach (Card c in S.cards) { D.discard(c); }"}},
        {NativeId::TileConnections, {"number n = S.hub.connections.length;", hub}},
        {NativeId::TileInteractables,
         {"number n = S.last.interactables.length;", "foreach (Card c in S.cards) { c.move_to(S.last); }"}},
        {NativeId::TileAdjacents, {"List<tile> l = S.hub.adjacents();", hub}},
        {NativeId::TileLine, {"List<tile> l = S.first.line(direction.right);", ""}},
        {NativeId::TileBetween, {"List<tile> l = S.first.between(S.last);", ""}},
        {NativeId::TileConnect, {"S.hub.connect(S.last);", hub}},
        {NativeId::ConnectionsAdd, {"S.hub.connections.add(S.hub.connections.last());", hub}},
        {NativeId::ConnectionsRemove, {"S.hub.connections.remove(S.hub.connections.last());", hub}},
        {NativeId::ConnectionsRemoveAt, {"S.hub.connections.removeAt(0);", hub}},
        {NativeId::ConnectionsClear, {"S.hub.connections.clear();", hub}},
        {NativeId::TileDisconnect, {"S.hub.disconnect(S.last);", hub}},
        {NativeId::TileAdjacent, {"bool b = S.hub.adjacent(S.last);", hub}},
        {NativeId::TileConnected, {"bool b = S.first.connected(S.last);", ""}},
        {NativeId::TileDistance, {"bool b = S.first.distance(S.last) == 5;", ""}},
        {NativeId::TileWithin, {"List<tile> l = S.first.within(100000);", ""}},
        {NativeId::RegionReached, {"List<tile> l = S.first.region(t: t.x >= 0);", ""}},
        {NativeId::RegionSort, {"List<tile> l = S.last.region(t: t.x >= 0);", ""}},
        {NativeId::GroupTiles, {"List<tile> l = Plain.Grid.tiles;", ""}},
        {NativeId::GroupNamed, {"string s = \"n\"; bool b = Roads.Net[s] == null;", ""}},
        {NativeId::GroupSet, {"Plain.Grid.set(0, 0, new Square());", ""}},
        {NativeId::GroupAdd, {"Roads.Net.add(new Square(), \"new\");", ""}},
        {NativeId::GroupRemove, {"Plain.Grid.remove(S.last);", ""}},
        {NativeId::ConnectionSetDistance, {"S.hub.connections.last().distance = 3;", hub}},
        {NativeId::TurnPassTo, {"turn.pass(S.seats);", ""}},
        {NativeId::Log, {"log(S.text);", ""}},
        {NativeId::Tell, {"tell(0, S.text);", ""}},
    };
    return all;
}

// Those of the code that makes a board and its groups, which is no part of an effect, and those of corners and sides, which the
// table does not have: others here do the same work. One that no rules are compiled to, and one whose work is bounded by the
// values that an enum can have.
const std::set<NativeId> kInNoEffect = {NativeId::EnumAll,        NativeId::TileConnectAt, NativeId::GroupJoin,
                                        NativeId::GroupTileAt,    NativeId::TilesHave,     NativeId::GroupCorners,
                                        NativeId::GroupSides,     NativeId::GroupLacks,    NativeId::GroupMakePoint,
                                        NativeId::BeginModifiers, NativeId::ForgetMade,    NativeId::TileUnder};

void replace_all(std::string& text, std::string_view what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
        text.replace(at, what.size(), by);
    }
}

struct Charged {
    std::uint64_t steps = 0;
    std::size_t words = 0; // of heap and journal, more than before the effect
    bool uses_native = false;
};

Charged charged(NativeId native, const Effect& effect, std::size_t size) {
    std::string rules(kTable);
    std::string names = "Square";
    for (std::size_t i = 0; i < size; ++i) {
        names += fmt::format("{} n{}", i == 0 ? "" : ",", i);
    }
    replace_all(rules, "$EFFECT", effect.effect);
    replace_all(rules, "$SETUP", effect.setup);
    replace_all(rules, "$NAMES", names + ";");
    replace_all(rules, "$LABEL", std::string(size, '#'));
    replace_all(rules, "$N", std::to_string(size));
    replace_all(rules, "$LAST", std::to_string(size - 1));
    MemoryLoader loader;
    loader.add("costs.tgdl", rules);
    std::string numbers = "numbers\n1";
    for (std::size_t i = 1; i < size; ++i) {
        numbers += ";1";
    }
    loader.add("costs.csv", numbers);
    const LoadedRules loaded = load_rules(loader, "costs.tgdl");
    if (!loaded.program) {
        ADD_FAILURE() << native_name(native) << ": " << render_text(loaded.sources, loaded.diagnostics);
        return {};
    }
    Charged result;
    for (const Chunk& chunk : loaded.program->chunks) {
        for (const Instruction& instruction : chunk.code) {
            result.uses_native =
                result.uses_native
                || (instruction.op == Operation::Native && static_cast<NativeId>(instruction.b) == native);
        }
    }
    Match match(loaded.program, 2, MatchSeed::from(1));
    if (match.status() != MatchStatus::Waiting) {
        ADD_FAILURE() << native_name(native) << ": " << match.fault().message << match.setup_failure();
        return result;
    }
    const std::size_t words_before = match.flow().machine.memory.used();
    match.choose(0); // up to the input behind the effect
    EXPECT_EQ(match.status(), MatchStatus::Waiting) << native_name(native) << ": " << match.fault().message;
    result.words = match.flow().machine.memory.used() - words_before;
    result.steps = match.flow().machine.limits.steps - match.flow().state.steps_left;
    return result;
}

TEST(NativeCosts, EveryNativeThatCostsMoreThanItsInstructionIsTried) {
    for (const NativeCost& cost : kNativeCosts) {
        if (cost.measure != CostMeasure::Nothing) {
            EXPECT_TRUE(effects().contains(cost.native) || kInNoEffect.contains(cost.native))
                << native_name(cost.native);
        } else {
            EXPECT_FALSE(effects().contains(cost.native)) << native_name(cost.native);
        }
    }
}

TEST(NativeCosts, WhatIsChargedGrowsWithWhatIsWorkedOn) {
    constexpr std::size_t kSize = 128;
    for (const auto& [native, effect] : effects()) {
        SCOPED_TRACE(native_name(native));

        const Charged once = charged(native, effect, kSize);
        const Charged twice = charged(native, effect, 2 * kSize);
        const Charged four_times = charged(native, effect, 4 * kSize);

        EXPECT_TRUE(once.uses_native);
        EXPECT_GE(twice.steps, once.steps + kSize / 8);
        EXPECT_GE((four_times.steps - twice.steps) * 10, (twice.steps - once.steps) * 15);
    }
}

// What the program has may be long: a label, the rows of a shape.
TEST(NativeCosts, TextsOfTheProgramAreChargedWhereTheyAreShown) {
    constexpr std::size_t kSize = 32;
    for (const std::string value : {"Mark.Cross", "shape { \"$LABEL\" }"}) {
        SCOPED_TRACE(value);
        const Effect effect{"string s = $\"{" + value + "}!\";", ""};

        const Charged once = charged(NativeId::JoinTexts, effect, kSize);
        const Charged twice = charged(NativeId::JoinTexts, effect, 2 * kSize);

        EXPECT_TRUE(once.uses_native);
        EXPECT_GE(twice.steps, once.steps + kSize / 8);
    }
}

// Natives that make something new of the size of what they work on, or write all of it: the rest needs no memory for it.
const std::set<NativeId> kNeedsMemory = {
    NativeId::JoinTexts,
    NativeId::JoinShownTexts,
    NativeId::DataFill,
    NativeId::FormatNumber,
    NativeId::TextUpper,
    NativeId::TextLower,
    NativeId::TextSplit,
    NativeId::TextTrim,
    NativeId::ListAppend,
    NativeId::ListInsertAt,
    NativeId::ListClear,
    NativeId::ListRemoveAt,
    NativeId::ListShuffle,
    NativeId::ListCopy,
    NativeId::ListReverse,
    NativeId::ListSortByKeys,
    NativeId::ListSortedByKeys,
    NativeId::ListRandomByWeights,
    NativeId::ListDistinct,
    NativeId::ListTake,
    NativeId::ListSkip,
    NativeId::ListSorted,
    NativeId::ListShuffled,
    NativeId::ListReversed,
    NativeId::ListJoin,
    NativeId::ListFrom,
    NativeId::RangeList,
    NativeId::ShapeCovers,
    NativeId::ShapeSpots,
    NativeId::StackClear,
    NativeId::StackCopy,
    NativeId::StackShuffle,
    NativeId::TableKeys,
    NativeId::TableValues,
    NativeId::TableCopy,
    NativeId::AllOf,
    NativeId::PieceMoveTo,
    NativeId::PieceRemove,
    NativeId::PieceCapture,
    NativeId::PieceDiscard,
    NativeId::PieceDestinations,
    NativeId::DeckPush,
    NativeId::DeckPushFront,
    NativeId::DeckRemove,
    NativeId::DeckClear,
    NativeId::DeckCopy,
    NativeId::DeckShuffle,
    NativeId::DeckReshuffle,
    NativeId::TileConnections,
    NativeId::ConnectionsAdd,
    NativeId::ConnectionsRemove,
    NativeId::ConnectionsRemoveAt,
    NativeId::ConnectionsClear,
    NativeId::GroupAdd,
    NativeId::TileInteractables,
    NativeId::TileAdjacents,
    NativeId::TileLine,
    NativeId::TileBetween,
    NativeId::TileWithin,
    NativeId::RegionReached,
    NativeId::RegionSort,
    NativeId::GroupTiles,
    NativeId::ConnectionSetDistance,
    NativeId::TurnPassTo,
};

TEST(NativeCosts, MemoryThatIsNeededForAllOfItIsCounted) {
    constexpr std::size_t kSize = 256;
    for (const auto& [native, effect] : effects()) {
        SCOPED_TRACE(native_name(native));

        const Charged once = charged(native, effect, kSize);
        const Charged twice = charged(native, effect, 2 * kSize);

        const std::size_t grown = twice.words - std::min(twice.words, once.words);
        if (kNeedsMemory.contains(native)) {
            EXPECT_GE(grown * sizeof(Word), kSize / 2);
        } else {
            EXPECT_LT(grown, kSize / 8) << "from " << once.words << " words to " << twice.words;
        }
    }
}

} // namespace
} // namespace tgdl
