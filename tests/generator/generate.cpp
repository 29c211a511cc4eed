#include "generate.h"

#include "api/front_end.h"
#include "api/memory_loader.h"
#include "statements.h"

#include <fmt/format.h>

namespace tgdl::generator {

namespace {

std::string simplest(const World& world, const Type& type) {
    switch (type.kind) {
    case Kind::Number: return "1";
    case Kind::Truth: return "false";
    case Kind::Text: return "\"x\"";
    case Kind::Player: return "0";
    case Kind::List:
    case Kind::Table: return "{}";
    case Kind::Instance: return "new " + world.definition(type.definition).name + "()";
    }
    return {};
}

class ProgramWriter {
public:
    ProgramWriter(std::uint64_t seed, const Language& language) : chance_(seed), code_(world_, chance_) {
        world_.careful = chance_.percent(75);
        world_.deck_clones_are_decks = language.deck_clones_are_decks;
    }

    GeneratedProgram write() {
        declare_world();
        observe_attributes();
        write_functions();
        write_movements();
        write_called_actions();
        write_members();
        write_chosen_actions();
        write_reactions();
        write_goals();
        write_setup();
        write_turn();
        Node root;
        root.children.push_back(text("game \"generated\";\nplayers 2;"));
        for (std::size_t i = 0; i < world_.definitions.size(); ++i) {
            root.children.push_back(definition_node(static_cast<int>(i)));
        }
        for (Node& each : top_level_) {
            root.children.push_back(std::move(each));
        }
        return {std::move(root), world_.careful};
    }

private:
    // ---- definitions
    int declare(const char* name, Form form, Scope scope, int base = kNoDefinition) {
        Definition definition;
        definition.name = name;
        definition.form = form;
        definition.scope = scope;
        definition.base = base;
        definition.is_choosable = scope == Scope::Local || scope == Scope::Group;
        definition.keeper = scope == Scope::Global ? name : "";
        world_.definitions.push_back(std::move(definition));
        members_.emplace_back();
        return static_cast<int>(world_.definitions.size()) - 1;
    }
    Definition& rules() { return world_.definition(rules_); }
    void add_attributes(int index, int count) {
        for (int i = 0; i < count; ++i) {
            std::vector<Type> types = {
                {}, {}, {Kind::Truth}, {Kind::Text}, {Kind::Player}, list_of(Kind::Number), list_of(Kind::Player)};
            const bool is_small = world_.definition(index).form != Form::Class;
            const Type type =
                is_small ? chance_.one_of(std::vector<Type>{{}, {Kind::Truth}, {Kind::Player}}) : chance_.one_of(types);
            world_.definition(index).attributes.push_back({world_.new_name("a"), type, false});
        }
    }
    // An attribute of the global class that always holds one.
    void keep(int index) {
        const std::string name = world_.new_name("kept");
        rules().attributes.push_back({name, instance_of(index), false});
        world_.definition(index).keeper = "Rules." + name;
    }

    void declare_world() {
        rules_ = declare("Rules", Form::Class, Scope::Global);
        seat_ = declare("Seat", Form::Class, Scope::Player);
        thing_ = declare("Thing", Form::Class, Scope::Local);
        add_attributes(rules_, chance_.between(2, 4));
        add_attributes(seat_, chance_.between(1, 3));
        add_attributes(thing_, chance_.between(1, 3));
        keep(thing_);
        if (chance_.percent(50)) {
            derived_ = declare("Derived", Form::Class, Scope::Local, thing_);
            add_attributes(derived_, 1);
            keep(derived_);
        }
        if (chance_.percent(25)) {
            pact_ = declare("Pact", Form::Class, Scope::Group);
            add_attributes(pact_, 1);
            keep(pact_);
        }
        if (chance_.percent(45)) {
            declare_cards();
        }
        if (chance_.percent(50)) {
            declare_board();
        }
        const int events = chance_.below(3);
        for (int i = 0; i < events; ++i) {
            world_.events.push_back({fmt::format("Event{}", i), world_.new_name("a")});
        }
    }

    void declare_cards() {
        world_.cards = declare("Card", Form::Interactable, Scope::Local);
        add_attributes(world_.cards, 2);
        if (chance_.percent(50)) {
            keep(world_.cards);
        }
        world_.deck = declare("Deck", Form::Stack, Scope::Global);
        world_.hand = declare("Hand", Form::Stack, Scope::Player);
    }

    void declare_board() {
        world_.geometry =
            chance_.one_of(std::vector<Geometry>{Geometry::Square, Geometry::Square, Geometry::Hex, Geometry::Graph});
        world_.columns = chance_.between(2, 4);
        world_.rows = world_.geometry == Geometry::Graph ? 1 : chance_.between(2, 3);
        world_.cell = declare("Cell", Form::Tile, Scope::Local);
        world_.definition(world_.cell).keeper =
            world_.geometry == Geometry::Graph ? "Board.Field.T0" : "Board.Field[0][1]";
        add_attributes(world_.cell, 2);
        world_.piece = declare("Piece", Form::Interactable, Scope::Local);
        add_attributes(world_.piece, 1);
        keep(world_.piece);
    }

    void observe_attributes() {
        for (const int index : {rules_, seat_, thing_}) {
            for (Attribute& attribute : world_.definition(index).attributes) {
                const bool is_plain = attribute.type.kind == Kind::Number || attribute.type.kind == Kind::Truth;
                if (is_plain && chance_.percent(15)) {
                    attribute.is_observed = true;
                    observed_.push_back(world_.definition(index).name + "." + attribute.name);
                }
            }
        }
    }

    // ---- code
    Place place(Level level, int self = kNoDefinition) const {
        Place made;
        made.level = level;
        made.self = self;
        made.functions = static_cast<int>(world_.functions.size());
        return made;
    }
    void add(int owner, Node member) {
        (owner == kNoDefinition ? top_level_ : members_[static_cast<std::size_t>(owner)]).push_back(std::move(member));
    }

    void write_functions() {
        const int count = chance_.between(1, 4);
        for (int i = 0; i < count; ++i) {
            const std::vector<int> owners = {kNoDefinition, kNoDefinition, thing_, seat_, rules_};
            write_function(chance_.one_of(owners));
        }
    }

    void write_function(int owner) {
        Function function;
        function.name = world_.new_name("F");
        function.owner = owner;
        function.level = chance_.one_of(std::vector<Level>{Level::Pure, Level::Hypothetical, Level::Acts});
        function.returns =
            chance_.one_of(std::vector<Type>{{}, {Kind::Truth}, {Kind::Text}, {Kind::Player}, list_of(Kind::Number)});
        const int parameters = chance_.below(3);
        for (int i = 0; i < parameters; ++i) {
            function.parameters.push_back(
                {world_.new_name("p"),
                 chance_.one_of(std::vector<Type>{{}, {Kind::Truth}, {Kind::Player}, list_of(Kind::Number)}), false,
                 true});
        }
        add(owner, function_node(function, owner, ""));
        if (owner == thing_ && derived_ != kNoDefinition && chance_.percent(60)) {
            add(derived_, function_node(function, derived_, "override "));
        }
        world_.functions.push_back(std::move(function));
    }

    Node function_node(const Function& function, int owner, const std::string& word) {
        std::string head = word + "function " + world_.name_of(function.returns) + " " + function.name + "(";
        Place inside = place(function.level, owner);
        for (std::size_t i = 0; i < function.parameters.size(); ++i) {
            head +=
                (i == 0 ? "" : ", ") + world_.name_of(function.parameters[i].type) + " " + function.parameters[i].name;
            inside.variables.push_back(function.parameters[i]);
        }
        std::vector<Node> body = code_.body(inside, chance_.between(0, 4));
        Node result = code_.expressions().of(function.returns, inside, 2);
        result.simpler = simplest(world_, function.returns);
        body.push_back(compose({"\nreturn ", std::move(result), ";"}));
        return block({text(head + ")"), std::move(body)});
    }

    void write_movements() {
        if (world_.geometry == Geometry::None) {
            return;
        }
        const int count = chance_.between(1, 2);
        for (int i = 0; i < count; ++i) {
            const std::string name = world_.new_name("Move");
            std::vector<Node> parts;
            for (const char* part : {"through", "onto"}) {
                if (chance_.percent(60)) {
                    const std::string tile = world_.new_name("t");
                    Place inside = place(Level::Pure, world_.piece);
                    inside.variables.push_back({tile, {Kind::Truth}, false, false}); // only by its questions
                    inside.variables.back().name = tile + ".empty";
                    parts.push_back(line(
                        {std::string(part) + " " + tile + " { return ", code_.expressions().truth(inside, 1), "; }"}));
                }
            }
            const std::vector<std::string> steps =
                world_.geometry == Geometry::Graph
                    ? std::vector<std::string>{"adjacent 1;", "adjacent max 2;", "distance max 2;"}
                    : std::vector<std::string>{"line 0..3, 1;", "line 0..3, min 1;", "line 0..1, max 2;",
                                               "adjacent 1;",   "coord 1, 1;",       "line 0, 1; line 1, 1;"};
            parts.push_back(line({"effect { " + chance_.one_of(steps) + " }"}));
            if (chance_.percent(30)) {
                parts.push_back(line({"effect { " + chance_.one_of(steps) + " }"}));
            }
            parts[parts.size() - 1].can_be_left_out = false;
            top_level_.push_back(block({text("movement " + name + " for Piece"), std::move(parts)}));
            world_.movements.push_back(name);
        }
    }

    // Inputs at the head, then the effect: for actions, phases, goals, setup.
    struct HeadAndEffect {
        Place inside;
        int inputs = 0;
        int statements = 0;
        std::string end; // of the effect
    };
    std::vector<Node> headed_effect(HeadAndEffect wanted) {
        std::vector<Node> parts;
        std::vector<Node> effect;
        for (int i = 0; i < wanted.inputs; ++i) {
            parts.push_back(code_.head_input(wanted.inside, effect));
        }
        std::vector<Node> body = code_.body(wanted.inside, wanted.statements);
        effect.insert(effect.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
        if (!wanted.end.empty()) {
            effect.push_back(line({wanted.end}));
        }
        Node all = block({text("effect"), std::move(effect)});
        all.can_be_left_out = false;
        parts.push_back(std::move(all));
        return parts;
    }

    void write_called_actions() {
        const int count = chance_.below(3);
        for (int i = 0; i < count; ++i) {
            Place inside = place(Level::Acts);
            inside.in_action = true;
            const std::string name = world_.new_name("Do");
            top_level_.push_back(
                block({text("action " + name), headed_effect({inside, chance_.below(2), chance_.between(1, 3), ""})}));
            world_.actions.push_back(name);
        }
    }

    void write_chosen_actions() {
        top_level_.push_back(text("\naction Pass { trigger PlayerChoiceEvent; effect { turn.pass(); } }"));
        const int count = chance_.between(2, 4);
        for (int i = 0; i < count; ++i) {
            std::vector<int> owners = {kNoDefinition, kNoDefinition, thing_, seat_, rules_};
            if (pact_ != kNoDefinition) {
                owners.push_back(pact_);
            }
            if (world_.piece != kNoDefinition) {
                owners.push_back(world_.piece);
            }
            const int owner = chance_.one_of(owners);
            const std::string name = world_.new_name("Act");
            std::vector<Node> parts;
            if (chance_.percent(30)) {
                parts.push_back(line({chance_.percent(50) ? "require { return " : "require \"not now\" { return ",
                                      code_.expressions().truth(place(Level::Hypothetical, owner), 2), "; }"}));
            }
            Place inside = place(Level::Acts, owner);
            inside.in_action = true;
            if (chance_.percent(30)) {
                Place looking = place(Level::Hypothetical, owner);
                looking.variables.push_back({"event.active", {Kind::Player}, false, false});
                parts.push_back(
                    line({"trigger PlayerChoiceEvent { return ", code_.expressions().truth(looking, 1), "; }"}));
                inside.variables.push_back({"event.active", {Kind::Player}, false, false});
            } else {
                parts.push_back(line({"trigger PlayerChoiceEvent;"}));
            }
            parts.back().can_be_left_out = false;
            std::vector<Node> rest = headed_effect(
                {inside, chance_.below(4), chance_.between(1, 6), chance_.percent(60) ? "turn.pass();" : ""});
            parts.insert(parts.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
            const std::string prio = chance_.percent(20) ? fmt::format(" prio {}", chance_.between(1, 9)) : "";
            add(owner, block({text("action " + name + prio), std::move(parts)}));
            chosen_.push_back(owner == kNoDefinition ? name : world_.definition(owner).name + "." + name);
        }
    }

    void write_reactions() {
        for (int i = 0; i < static_cast<int>(world_.events.size()); ++i) {
            const Event& event = world_.events[static_cast<std::size_t>(i)];
            top_level_.push_back(text(fmt::format("\nevent {} {{ number {} = 0; }}", event.name, event.attribute)));
            write_reaction(event.name, i + 1, {{"event." + event.attribute, {}, false, false}});
        }
        for (const std::string& attribute : observed_) {
            write_reaction("change " + attribute, 0, {});
        }
        if (chance_.percent(20)) {
            const std::string when = chance_.percent(50) ? "before action " : "after action ";
            write_reaction(when + chance_.one_of(chosen_), 0, {});
        }
        std::vector<std::string> others = {"TurnStartEvent", "PhaseEvent"};
        if (world_.geometry != Geometry::None) {
            others.emplace_back("MoveEvent");
        }
        if (world_.deck != kNoDefinition) {
            others.emplace_back("DrawEvent");
            others.emplace_back("ShuffleEvent");
        }
        if (chance_.percent(30)) {
            write_reaction(chance_.one_of(others), 0, {});
        }
    }

    void write_reaction(const std::string& event, int events, std::vector<Variable> variables) {
        const int owner = chance_.one_of(std::vector<int>{kNoDefinition, thing_, seat_});
        std::vector<Node> parts;
        Place looking = place(Level::Hypothetical, owner);
        looking.variables = variables;
        parts.push_back(line({"trigger " + event + " { return ", code_.expressions().truth(looking, 1), "; }"}));
        parts.back().can_be_left_out = false;
        Place inside = place(Level::Reaction, owner);
        inside.in_action = true;
        inside.events = events;
        inside.variables = std::move(variables);
        std::vector<Node> rest = headed_effect({inside, chance_.below(2), chance_.between(1, 3), ""});
        parts.insert(parts.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
        add(owner, block({text("action " + world_.new_name("React")), std::move(parts)}));
    }

    void write_goals() {
        if (!chance_.percent(25)) {
            return;
        }
        std::vector<Node> parts;
        parts.push_back(line({"require { return ", code_.expressions().truth(place(Level::Hypothetical), 2), "; }"}));
        Place inside = place(Level::Reaction);
        std::vector<Node> rest = headed_effect(
            {inside, chance_.below(2), chance_.between(1, 2), chance_.percent(30) ? "winner player.active();" : ""});
        parts.insert(parts.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
        top_level_.push_back(block({text("goal " + world_.new_name("Goal")), std::move(parts)}));
    }

    void write_setup() {
        std::vector<Node> body;
        for (int p = 0; p < world_.players; ++p) {
            body.push_back(line({fmt::format("Thing s{0} = new {1}(); s{0}.assign({0});", p,
                                             derived_ != kNoDefinition && p == 1 ? "Derived" : "Thing")}));
            if (world_.piece != kNoDefinition) {
                const std::string tile = world_.geometry == Geometry::Graph ? fmt::format("Board.Field.T{}", p)
                                                                            : fmt::format("Board.Field[{}][0]", p);
                body.push_back(
                    line({fmt::format("Piece q{0} = new Piece(); q{0}.assign({0}); q{0}.move_to({1});", p, tile)}));
            }
        }
        if (pact_ != kNoDefinition) {
            body.push_back(line({"Pact m = new Pact(); m.assign(0); m.assign(1);"}));
        }
        if (world_.deck != kNoDefinition) {
            body.push_back(line({"Deck.shuffle();"}));
            body.push_back(line({"foreach (player d in player.all()) { Hand[d].push(Deck.pop()); }"}));
        }
        if (chance_.percent(25)) {
            std::vector<Node> more = code_.body(place(Level::Acts), 2);
            body.insert(body.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
        }
        top_level_.push_back(block({text("setup"), std::move(body)}));
    }

    void write_turn() {
        std::vector<Node> phases;
        phases.push_back(text("\nphase Waits { }"));
        if (chance_.percent(40)) {
            std::vector<Node> body = headed_effect({place(Level::Acts), chance_.below(2), chance_.between(1, 3), ""});
            phases.push_back(block({text("phase Runs"), std::move(body)}));
        }
        top_level_.push_back(block({text("turn Main"), std::move(phases)}));
    }

    // ---- members of definitions
    void write_members() {
        // In `information` what is hidden reads as null: a careful program has one of the two.
        const bool hides = !world_.careful || chance_.percent(70);
        const bool informs = !world_.careful || !hides;
        for (const int index : {world_.cards, thing_, seat_, world_.piece}) {
            if (index == kNoDefinition) {
                continue;
            }
            for (const Attribute& attribute : world_.definition(index).attributes) {
                if (hides && chance_.percent(15)) {
                    Place inside = place(Level::Pure, index);
                    inside.variables.push_back({"viewer", {Kind::Player}, false, false});
                    add(index, line({"visible " + attribute.name + " viewer { return ",
                                     code_.expressions().truth(inside, 1), "; }"}));
                }
            }
            if (informs && chance_.percent(15)) {
                add(index, line({"information { short { return ",
                                 code_.expressions().words(place(Level::Pure, index), 1), "; } }"}));
            }
        }
    }

    Node definition_node(int index) {
        const Definition& definition = world_.definition(index);
        static const char* const kScopes[] = {"", "group ", "global ", "player "};
        static const char* const kForms[] = {"class ", "interactable ", "tile ", "stack "};
        std::string head = kScopes[static_cast<int>(definition.scope)];
        head += kForms[static_cast<int>(definition.form)] + definition.name;
        if (definition.base != kNoDefinition) {
            head += " : " + world_.definition(definition.base).name;
        }
        std::vector<Node> members;
        for (const Attribute& attribute : definition.attributes) {
            Node node = line({fmt::format("{} {} = {};", world_.name_of(attribute.type), attribute.name,
                                          simplest(world_, attribute.type))});
            members.push_back(std::move(node));
        }
        if (index == world_.deck) {
            members.push_back(text(fmt::format("\nreturns Card; contents {{ {} Card; }}", chance_.between(3, 6))));
        } else if (index == world_.hand) {
            members.push_back(text("\nreturns Card;"));
        }
        std::vector<Node>& written = members_[static_cast<std::size_t>(index)];
        members.insert(members.end(), std::make_move_iterator(written.begin()), std::make_move_iterator(written.end()));
        Node node = block({text(head), std::move(members)});
        if (index != world_.cell) {
            return node;
        }
        Node both = compose({std::move(node), board_node()});
        both.can_be_left_out = true;
        return both;
    }

    Node board_node() {
        std::vector<Node> parts;
        if (world_.geometry == Geometry::Graph) {
            std::string names = "T0";
            std::string edges = "T0";
            for (int i = 1; i < world_.columns; ++i) {
                names += fmt::format(", T{}", i);
                edges += fmt::format(" <-> T{}", i);
            }
            parts.push_back(
                text(fmt::format("\ngeometry graph; tiles {{ Cell {}; }} adjacency {{ {}; }}", names, edges)));
        } else {
            const bool is_square = world_.geometry == Geometry::Square;
            parts.push_back(text(is_square ? "\ngeometry square;" : "\ngeometry hex; orientation row;"));
            if (is_square && chance_.percent(40)) {
                parts.push_back(line({"adjacency around;"}));
            }
            parts.push_back(text(fmt::format("\ngrid Cell[{}][{}];", world_.columns, world_.rows)));
        }
        Node group = block({text("group Field"), std::move(parts)});
        group.can_be_left_out = false;
        return block({text("global board Board"), {std::move(group)}});
    }

    World world_;
    Chance chance_;
    Statements code_;
    int rules_ = kNoDefinition, seat_ = kNoDefinition, thing_ = kNoDefinition;
    int derived_ = kNoDefinition, pact_ = kNoDefinition;
    std::vector<std::vector<Node>> members_; // by definition
    std::vector<Node> top_level_;
    std::vector<std::string> observed_; // attributes with a `change` trigger
    std::vector<std::string> chosen_;   // actions
};

} // namespace

Language probe_language() {
    MemoryLoader loader;
    loader.add("main.tgdl", "game \"probe\"; players 1;\n"
                            "interactable Card { }\n"
                            "global stack Deck { returns Card; contents { 2 Card; } }\n"
                            "setup { Deck copied = Deck.clone(); copied.pop(); }\n");
    Language language;
    language.deck_clones_are_decks = !check_program(loader, "main.tgdl").diagnostics.has_errors();
    return language;
}

GeneratedProgram generate(std::uint64_t seed, const Language& language) {
    return ProgramWriter(seed, language).write();
}

} // namespace tgdl::generator
