// World of a generated program: its types, what it declares, and what code at one place may use.
#pragma once

#include "base/random.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tgdl::generator {

// Random choices of the generator.
class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed_random(seed)) {}

    [[nodiscard]] int below(int bound) {
        return static_cast<int>(random_below(state_, static_cast<std::uint64_t>(bound)));
    }
    [[nodiscard]] int between(int low, int high) { return low + below(high - low + 1); }
    [[nodiscard]] bool percent(int share) { return below(100) < share; }
    template <typename T>
    [[nodiscard]] const T& one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }

private:
    RandomState state_;
};

enum class Kind : std::uint8_t { Number, Truth, Text, Player, Instance, List, Table };
inline constexpr int kNoDefinition = -1;

struct Type {
    Kind kind = Kind::Number;
    Kind element = Kind::Number;    // List: of its elements; Table: of its values, by player
    int definition = kNoDefinition; // Instance, or List of them

    bool operator==(const Type&) const = default;
};
[[nodiscard]] inline Type list_of(Kind element, int definition = kNoDefinition) {
    return {Kind::List, element, definition};
}
[[nodiscard]] inline Type element_of(const Type& list) {
    return {list.element, Kind::Number, list.definition};
}
[[nodiscard]] inline Type instance_of(int definition) {
    return {Kind::Instance, Kind::Number, definition};
}

struct Variable {
    std::string name;
    Type type;
    bool may_be_null = false;
    bool can_be_assigned = true;
};

// What code may do, from little to much.
enum class Level : std::uint8_t {
    Pure,         // read
    Hypothetical, // change what is undone afterwards
    Reaction,     // change what nobody observes, ask, tell, throw
    Acts,         // all
};

struct Attribute {
    std::string name;
    Type type;
    bool is_observed = false; // by a `change` trigger
};

struct Function {
    std::string name;
    Level level = Level::Pure;
    std::vector<Variable> parameters;
    Type returns;
    int owner = kNoDefinition;
};

enum class Scope : std::uint8_t { Local, Group, Global, Player };
enum class Form : std::uint8_t { Class, Interactable, Tile, Stack };

struct Definition {
    std::string name;
    Form form = Form::Class;
    Scope scope = Scope::Local;
    int base = kNoDefinition;
    std::vector<Attribute> attributes; // its own; `attributes_of` adds those of its bases
    std::string keeper;                // an expression that always gives one; empty: none does
    bool is_choosable = true;          // inputs may ask for one
};

struct Event {
    std::string name;
    std::string attribute; // a number
};

enum class Geometry : std::uint8_t { None, Square, Hex, Graph };

struct World {
    int players = 2;
    bool careful = true; // nothing in it can be null where a value is wanted, so no runtime error is expected
    std::vector<Definition> definitions;
    std::vector<Function> functions;
    std::vector<Event> events;
    std::vector<std::string> actions; // that nobody chooses: called, and asked whether they are possible
    std::vector<std::string> movements;
    int cards = kNoDefinition, deck = kNoDefinition, hand = kNoDefinition; // definitions
    int cell = kNoDefinition, piece = kNoDefinition;
    Geometry geometry = Geometry::None;
    int columns = 0, rows = 0;          // graph: columns tiles
    bool deck_clones_are_decks = false; // the checker lets a variable of the type of a deck hold a clone of it
    int names = 0;                      // given so far

    [[nodiscard]] std::string new_name(const char* stem) { return stem + std::to_string(names++); }
    [[nodiscard]] const Definition& definition(int index) const { return definitions[static_cast<std::size_t>(index)]; }
    [[nodiscard]] Definition& definition(int index) { return definitions[static_cast<std::size_t>(index)]; }
    [[nodiscard]] bool derives(int definition_index, int base) const {
        for (int at = definition_index; at != kNoDefinition; at = definition(at).base) {
            if (at == base) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] std::vector<Attribute> attributes_of(int index) const {
        std::vector<Attribute> all;
        for (int at = index; at != kNoDefinition; at = definition(at).base) {
            all.insert(all.end(), definition(at).attributes.begin(), definition(at).attributes.end());
        }
        return all;
    }
    [[nodiscard]] std::string name_of(const Type& type) const {
        switch (type.kind) {
        case Kind::Number: return "number";
        case Kind::Truth: return "bool";
        case Kind::Text: return "string";
        case Kind::Player: return "player";
        case Kind::Instance: return definition(type.definition).name;
        case Kind::List: return "List<" + name_of(element_of(type)) + ">";
        case Kind::Table: return "Table<player, " + name_of(element_of(type)) + ">";
        }
        return {};
    }
};

// Where code stands.
struct Place {
    Level level = Level::Acts;
    std::vector<Variable> variables;
    int self = kNoDefinition; // what `this` is
    bool in_action = false;   // `cancel` is allowed
    bool in_loop = false;
    int functions = 0; // those before this one may be called
    int events = 0;    // those from this one on may be thrown
    int depth = 0;     // of blocks
};

} // namespace tgdl::generator
