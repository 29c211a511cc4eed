// Uses of what is certainly null: each ends in a runtime error or does nothing, and no program with one is refused.
//
// The verifier narrows the type of a variable to null where a test has said so. What it wants of the other operands must not
// follow from that: nothing fits.
#include "api/engine.h"
#include "api/memory_loader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {
namespace {

constexpr std::string_view kRules = R"(game "n";
players 2;
event Ev { number v = 1; }
interactable Card { number rank = 0; }
interactable King : Card { }
tile Cell { number gold = 0; }
connection Road { number toll = 1; }
stack Pile { returns Card; }
global board Bo { group Gr { geometry square; grid Cell[3][3]; } group Ro { geometry graph; tiles { Cell Aa, Bb; } } }
movement Go for Card { effect { line 0..3, min 1; } }
player class Seat { number coins = 1; }
class T
{
    number a = 1; string s = ""; List<number> l = {}; Table<string, number> t = {}; T next = null; Card c = null; player w = 0;
    function number F(number n) { return n + a; }
    function G(T o) { a = 2; }
    action Act { input number k { range 1..2; } effect { a = k; } }
    action React { trigger change T.a; effect { s = "x"; } }
}
global class K { T t = null; List<number> l = null; Stack<number> st = null; Table<string, number> tb = null; Table<string, List<number>> tl = null; Card c = null; Pile d = null; Cell ce = null; string s = null; player p = null; number n = null; bool b = null; Ev e = null; movement m = null; board bo = null; group gr = null; List<Card> cs = null; connection co = null; Road ro = null; interactable i = null; tile ti = null; List<player> ps = null; turn tu = null; class cl = null; }
action Act
{
    trigger PlayerChoiceEvent;
    effect
    {
        $TYPE x = K.$ATTRIBUTE;
        if (x != null) { log("no"); } else { $USE }
    }
}
)";

struct Uses {
    std::string type;
    std::string attribute; // of K, which is null
    std::vector<std::string> statements;
};

const std::vector<Uses>& all_uses() {
    static const std::vector<Uses> all = {
        {"T",
         "t",
         {R"(x.a = 3;)",
          R"(x.a += 1;)",
          R"(x.s = "q";)",
          R"(x.l.add(3);)",
          R"(x.t["a"] = 1;)",
          R"(x.t["a"] += 1;)",
          R"(x.next = x;)",
          R"(x.next.a = 2;)",
          R"(x.c = new Card();)",
          R"(x.w = 1;)",
          R"(log(x.F(3));)",
          R"(x.G(x);)",
          R"(x.G(new T());)",
          R"(x.Act();)",
          R"(x.Act(k: 1);)",
          R"(x.assign(0);)",
          R"(x.unassign();)",
          R"(x.Act.allowed = false;)",
          R"(log(x.Act.possible());)",
          R"(log(x.player);)",
          R"(log(x.players);)",
          R"(log(x);)",
          R"(log(x is T);)",
          R"(log(x.l.length);)",
          R"(foreach (number q in x.l) { log(q); })",
          R"(x.a++;)",
          R"(log(x.a > 2 ? 1 : 2);)",
          R"(K.t = x;)",
          R"(T y = x as T; y.a = 2;)"}},
        {"List<number>",
         "l",
         {R"(x.add(3);)",
          R"(x[0] = 1;)",
          R"(x[0] += 1;)",
          R"(x.append({ 1 });)",
          R"(x.insertAt(0, 1);)",
          R"(x.remove(1);)",
          R"(x.removeAt(0);)",
          R"(log(x.contains(1));)",
          R"(log(x.indexOf(1));)",
          R"(foreach (number q in x) { log(q); })",
          R"(log(x.where(q: q > 1));)",
          R"(log(x.sum(q: q));)",
          R"(x.sortBy(q: q);)",
          R"(x.sort();)",
          R"(x.shuffle();)",
          R"(x.reverse();)",
          R"(log(x.length);)",
          R"(x.clear();)",
          R"(log(x.copy());)",
          R"(log(x.map(q: q + 1));)",
          R"(log(x.highest(q: q));)",
          R"(log(x.random());)",
          R"(List<number> y = { 1 }; y.append(x);)",
          R"(log(x.first());)",
          R"(log(x[0] + 1);)"}},
        {"Stack<number>",
         "st",
         {R"(x.push(1);)", R"(x.push_front(1);)", R"(log(x.pop());)", R"(log(x.pop() + 1);)", R"(log(x.peek());)",
          R"(x.shuffle();)", R"(x.clear();)", R"(log(x.contains(1));)", R"(x.remove(1);)", R"(log(x.clone());)",
          R"(log(x[0]);)", R"(foreach (number q in x) { log(q); })"}},
        {"Table<string, number>",
         "tb",
         {R"(x["a"] = 1;)", R"(x["a"] += 1;)", R"(log(x["a"]);)", R"(log(x.contains("a"));)", R"(log(x.keys());)",
          R"(log(x.values());)", R"(x.clear();)", R"(foreach (string q in x) { log(q); })", R"(log(x.copy());)",
          R"(winner highest { { 0, x["a"] } };)"}},
        {"Table<string, List<number>>", "tl", {R"(x["a"].add(1);)", R"(x["a"][0] = 1;)", R"(x["a"] = { 1 };)"}},
        {"Card",
         "c",
         {R"(x.rank = 3;)", R"(x.move_to(Bo.Gr[0][0]);)", R"(x.remove();)", R"(x.capture();)",
          R"(x.discard(new Pile());)", R"(log(x.tile);)", R"(log(x.deck);)", R"(log(x.discarded);)",
          R"(log(x.destinations(Go));)", R"(x.move(Go);)", R"(log(x is King);)", R"(King k = x as King; k.rank = 2;)",
          R"(Pile p = new Pile(); p.push(x);)", R"(Pile p = new Pile(); p.discard(x);)", R"(log(x adj Bo.Gr[0][0]);)"}},
        {"Pile",
         "d",
         {R"(x.push(new Card());)", R"(x.push_front(new Card());)", R"(log(x.pop());)", R"(log(x.pop().rank);)",
          R"(x.shuffle();)", R"(x.reshuffle();)", R"(log(x.discard_stack);)", R"(x.discard_stack.push(new Card());)",
          R"(x.discard(new Card());)", R"(log(x.length);)", R"(foreach (Card q in x) { log(q); })",
          R"(log(x.sum(q: q.rank));)", R"(log(x.clone());)", R"(log(x[0].rank);)", R"(x.remove(new Card());)",
          R"(log(x.contains(new Card()));)", R"(x.clear();)", R"((new Card()).discard(x);)"}},
        {"Cell",
         "ce",
         {R"(x.gold = 3;)",
          R"(x.gold += 1;)",
          R"(log(x.neighbor(1));)",
          R"(log(x.step(1, 1));)",
          R"(log(x.line(1));)",
          R"(log(x.between(x));)",
          R"(log(x.direction(x));)",
          R"(log(x.adjacents());)",
          R"(x.connect(Bo.Gr[0][0]);)",
          R"(x.disconnect(x);)",
          R"(log(x.adjacent(x));)",
          R"(log(x.connected(x));)",
          R"(log(x.region(q: true));)",
          R"(log(x.distance(x));)",
          R"(log(x.within(2));)",
          R"(log(x.interactables);)",
          R"(log(x.piece);)",
          R"(log(x.empty);)",
          R"(log(x.group);)",
          R"(log(x.board);)",
          R"(log(x.x + 1);)",
          R"(log(x.connections);)",
          R"((new Card()).move_to(x);)",
          R"(Bo.Gr.set(0, 0, x);)",
          R"(Bo.Gr.remove(x);)"}},
        {"string",
         "s",
         {R"(log(x.length);)", R"(log(x + 1);)", R"(log(x[0]);)", R"(log(x.contains("a"));)", R"(log(x.upper());)",
          R"(log(x.split(","));)", R"(log(x < "a");)", R"(log(x as number);)", R"(turn.use(x);)",
          R"(log(x.substring(0, 1));)"}},
        {"player",
         "p",
         {R"(Seat[x].coins = 1;)", R"(log(Seat[x].coins);)", R"(log(x + 1);)", R"(turn.pass(x);)", R"(tell(x, "q");)",
          R"(winner x;)", R"((new T()).assign(x);)", R"(log(all<T>(x));)"}},
        {"number",
         "n",
         {R"(log(x + 1);)", R"(log(x * 2);)", R"(log(math.floor(x));)", R"(log(random(x));)", R"(x += 1;)", R"(x++;)",
          R"(List<number> y = { 1 }; y[x] = 2;)", R"(foreach (number q in 1..x) { log(q); })", R"(log(-x);)",
          R"(log(x ^ 2);)", R"(log($"{x:2}");)"}},
        {"bool", "b", {R"(if (x) { log(1); })", R"(log(!x);)", R"(log(x && true);)", R"(while (x) { log(1); })"}},
        {"Ev", "e", {R"(x.v = 3;)", R"(event.throw(x);)", R"(event.throw_sync(x);)", R"(log(x.v);)"}},
        {"movement",
         "m",
         {R"(log((new Card()).destinations(x));)", R"(Card c = new Card(); c.move_to(Bo.Gr[0][0]); c.move(x);)"}},
        {"board", "bo", {R"(log(x.groups);)"}},
        {"group",
         "gr",
         {R"(log(x.tiles);)", R"(log(x.columns);)", R"(log(x.name);)", R"(x.set(0, 0, new Cell());)",
          R"(x.remove(Bo.Gr[0][0]);)", R"(log(x.at(0, 0));)", R"(log(x[0][0]);)", R"(x.add(new Cell());)",
          R"(log(x["Aa"]);)"}},
        {"List<Card>",
         "cs",
         {R"(x.add(new King());)", R"(x[0].rank = 2;)", R"(log(x.of<King>());)", R"(foreach (King q in x) { log(q); })",
          R"(log(x.any(q: q.rank > 1));)"}},
        {"Road", "ro", {R"(x.toll = 2;)", R"(x.distance = 2;)", R"(log(x.to);)"}},
        {"interactable", "i", {R"(log((x as Card).rank);)", R"(x.move_to(Bo.Gr[0][0]);)", R"(log(x is Card);)"}},
        {"tile", "ti", {R"(log((x as Cell).gold);)", R"(log(x.adjacents());)"}},
        {"List<player>", "ps", {R"(turn.pass(x);)", R"(winner x;)", R"(log(x.length);)"}},
        {"class", "cl", {R"(log(x is T);)", R"(log((x as T).a);)", R"(x.assign(0);)"}},
    };
    return all;
}

std::string rules_with(const Uses& uses, const std::string& statement) {
    std::string rules(kRules);
    const auto replace = [&](std::string_view what, const std::string& by) {
        rules.replace(rules.find(what), what.size(), by);
    };
    replace("$TYPE", uses.type);
    replace("$ATTRIBUTE", uses.attribute);
    replace("$USE", statement);
    return rules;
}

TEST(CertainNull, IsUsedInNoWayThatTheVerifierRefuses) {
    for (const Uses& uses : all_uses()) {
        for (const std::string& statement : uses.statements) {
            for (const Optimise optimise : {Optimise::Yes, Optimise::No}) {
                SCOPED_TRACE(fmt::format("{} x: {}", uses.type, statement));
                MemoryLoader loader;
                loader.add("game.tgdl", rules_with(uses, statement));

                const LoadedRules rules = load_rules(loader, "game.tgdl", Coverage::Off, optimise);

                ASSERT_NE(rules.program, nullptr) << render_text(rules.sources, rules.diagnostics);
                Match match(rules.program, 2, MatchSeed::from(1));
                ASSERT_EQ(match.status(), MatchStatus::Waiting);
                match.choose(0);
            }
        }
    }
}

} // namespace
} // namespace tgdl
