#include "statements.h"

#include <fmt/format.h>

namespace tgdl::generator {

namespace {

constexpr int kDeepest = 3;     // blocks in each other
constexpr int kExpressions = 2; // how deep those of statements are

} // namespace

std::vector<Node> Statements::body(Place place, int count) {
    std::vector<Node> out;
    for (int i = 0; i < count; ++i) {
        statement(place, out);
    }
    return out;
}

void Statements::statement(Place& place, std::vector<Node>& out) {
    std::vector<Maker> makers;
    for (int i = 0; i < 3; ++i) {
        makers.emplace_back([&] { declare(place, out); });
    }
    add_changes(place, out, makers);
    add_control(place, out, makers);
    if (place.level >= Level::Reaction) {
        add_acts(place, out, makers);
    }
    if (place.level == Level::Acts) {
        add_card_acts(place, out, makers);
        add_board_acts(place, out, makers);
    }
    chance_.one_of(makers)();
}

// ---- variables and what they hold

void Statements::declare(Place& place, std::vector<Node>& out) {
    if (chance_.percent(6)) {
        const std::string name = world_.new_name("v");
        out.push_back(line({"Table<player, number> " + name + " = {};"}));
        place.variables.push_back({name, {Kind::Table, Kind::Number}, false, false});
        return;
    }
    const Type type = make_.any_type(place);
    const std::string name = world_.new_name("v");
    out.push_back(line({world_.name_of(type) + " " + name + " = ", make_.of(type, place, kExpressions), ";"}));
    place.variables.push_back({name, type, false, true});
}

void Statements::assign(Place& place, std::vector<Node>& out) {
    std::vector<std::pair<Node, Type>> targets;
    for (const Variable& variable : place.variables) {
        if (variable.can_be_assigned && variable.type.kind != Kind::Table && !variable.may_be_null) {
            targets.emplace_back(text(variable.name), variable.type);
        }
    }
    if (place.level != Level::Pure) {
        for (Expressions::Reached& reached : make_.reachable_attributes(place)) {
            const bool is_kept = reached.attribute.name.starts_with("kept"); // what keeps instances reachable
            if (!is_kept && (place.level != Level::Reaction || !reached.attribute.is_observed)) {
                targets.emplace_back(std::move(reached.where), reached.attribute.type);
            }
        }
    }
    if (targets.empty()) {
        return;
    }
    const auto& [target, type] = chance_.one_of(targets);
    if (!make_.can_make(type, place)) {
        return;
    }
    if (type.kind != Kind::Number) {
        out.push_back(line({target, " = ", make_.of(type, place, kExpressions), ";"}));
    } else if (chance_.percent(50)) {
        out.push_back(line({target, " = (", make_.number(place, kExpressions), ") % 50;"})); // stays finite
    } else {
        out.push_back(
            line({target, chance_.percent(50) ? " += " : " -= ", std::to_string(chance_.between(1, 3)), ";"}));
    }
}

void Statements::change_list(Place& place, std::vector<Node>& out) {
    std::vector<const Variable*> lists;
    for (const Variable& variable : place.variables) {
        if (variable.type.kind == Kind::List && !variable.may_be_null
            && make_.can_make(element_of(variable.type), place)) {
            lists.push_back(&variable);
        }
    }
    if (lists.empty() || place.level == Level::Pure) {
        return;
    }
    const Variable list = *chance_.one_of(lists);
    Node element = make_.of(element_of(list.type), place, 1);
    switch (chance_.below(5)) {
    case 0: out.push_back(line({list.name + ".add(", std::move(element), ");"})); return;
    case 1: out.push_back(line({list.name + ".insertAt(0, ", std::move(element), ");"})); return;
    case 2: out.push_back(line({list.name + ".remove(", std::move(element), ");"})); return;
    case 3: out.push_back(line({list.name + ".reverse();"})); return;
    default: out.push_back(line({"if (" + list.name + ".length > 1) { " + list.name + ".removeAt(1); }"})); return;
    }
}

void Statements::change_table(Place& place, std::vector<Node>& out) {
    for (const Variable& variable : place.variables) {
        if (variable.type == Type{Kind::Table, Kind::Number} && !variable.may_be_null && place.level != Level::Pure) {
            out.push_back(line({variable.name + "[", make_.player(place, 1),
                                chance_.percent(50) ? "] = " : "] += ", make_.number(place, 1), ";"}));
            return;
        }
    }
}

void Statements::add_changes(Place& place, std::vector<Node>& out, std::vector<Maker>& makers) {
    for (int i = 0; i < 3; ++i) {
        makers.emplace_back([&] { assign(place, out); });
    }
    makers.emplace_back([&] { change_list(place, out); });
    makers.emplace_back([&] { change_table(place, out); });
    makers.emplace_back([&] {
        const std::vector<const Function*> functions = make_.usable_functions(place, nullptr);
        if (functions.empty()) {
            return;
        }
        if (std::optional<Node> call = make_.call(*chance_.one_of(functions), place, 1)) {
            out.push_back(line({std::move(*call), ";"}));
        }
    });
    if (place.level == Level::Acts && !world_.actions.empty()) {
        makers.emplace_back([&] { out.push_back(line({chance_.one_of(world_.actions), "();"})); });
    }
}

// ---- control

void Statements::branch(Place& place, std::vector<Node>& out) {
    out.push_back(block({compose({"if (", make_.truth(place, kExpressions), ")"}), body(inside(place), few())}));
    if (chance_.percent(40)) {
        Node otherwise = block({text("else"), body(inside(place), few())});
        Node both = compose({std::move(out.back()), std::move(otherwise)}); // one statement
        both.can_be_left_out = true;
        out.back() = std::move(both);
    }
}

void Statements::loop(Place& place, std::vector<Node>& out) {
    const std::string counter = world_.new_name("n");
    Place within = inside(place);
    within.in_loop = true;
    within.variables.push_back({counter, {}, false, false});
    if (chance_.percent(50)) {
        out.push_back(
            block({text(fmt::format("for (number {0} = 0; {0} < {1}; {0} += 1)", counter, chance_.between(1, 3))),
                   body(within, few())}));
        return;
    }
    std::vector<Node> statements = body(within, few());
    statements.insert(statements.begin(), text("\n" + counter + " += 1;")); // never left out
    Node rounds =
        block({compose({fmt::format("while ({} < {} && ", counter, chance_.between(1, 3)), make_.truth(place, 1), ")"}),
               std::move(statements)});
    out.push_back(line({"number " + counter + " = 0;", std::move(rounds)}));
    place.variables.push_back({counter, {}, false, false});
}

void Statements::walk(Place& place, std::vector<Node>& out) {
    const std::string name = world_.new_name("w");
    Place within = inside(place);
    within.in_loop = true;
    if (chance_.percent(35)) {
        within.variables.push_back({name, {}, false, chance_.percent(30)});
        out.push_back(
            block({compose({"foreach (number " + name + " in 0..", std::to_string(chance_.between(0, 3)), ")"}),
                   body(within, few())}));
        return;
    }
    std::vector<Type> elements = {{Kind::Number}, {Kind::Player}};
    for (const Type& type : input_types()) {
        if (type.kind == Kind::Instance) {
            elements.push_back(type);
        }
    }
    const Type element = chance_.one_of(elements);
    within.variables.push_back({name, element, false, false});
    out.push_back(block({compose({"foreach (" + world_.name_of(element) + " " + name + " in ",
                                  make_.list(list_of(element.kind, element.definition), place, kExpressions), ")"}),
                         body(within, few())}));
}

void Statements::choose(Place& place, std::vector<Node>& out) {
    std::vector<Node> options;
    const int count = chance_.between(2, 3);
    for (int i = 0; i < count; ++i) {
        Place reading = place;
        reading.level = Level::Hypothetical;
        Node head = compose({fmt::format("option \"o{}\"", i)});
        if (chance_.percent(40)) {
            head.children.push_back(compose({" if (", make_.truth(reading, 1), ")"}));
        }
        options.push_back(block({std::move(head), body(inside(place), few())}));
    }
    Node head = text("choose");
    if (chance_.percent(30)) {
        head = compose({"choose player ", make_.player(place, 0), chance_.percent(30) ? ", 2" : ""});
    } else if (chance_.percent(30)) {
        head = text("choose 2");
    }
    out.push_back(block({std::move(head), std::move(options)}));
}

void Statements::add_control(Place& place, std::vector<Node>& out, std::vector<Maker>& makers) {
    if (place.depth < kDeepest) {
        makers.emplace_back([&] { branch(place, out); });
        makers.emplace_back([&] { branch(place, out); });
        makers.emplace_back([&] { loop(place, out); });
        makers.emplace_back([&] { walk(place, out); });
    }
    if (place.in_loop) {
        makers.emplace_back([&] {
            out.push_back(
                line({"if (", make_.truth(place, 1), chance_.percent(50) ? ") { break; }" : ") { continue; }"}));
        });
    }
}

// ---- what shows and what is asked

void Statements::add_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers) {
    for (int i = 0; i < 3; ++i) {
        makers.emplace_back([&] { out.push_back(line({"log(", make_.interpolation(place, kExpressions), ");"})); });
    }
    makers.emplace_back(
        [&] { out.push_back(line({"tell(", make_.player(place, 1), ", ", make_.interpolation(place, 1), ");"})); });
    for (int i = 0; i < 4; ++i) {
        makers.emplace_back([&] { ask(place, out); });
    }
    makers.emplace_back([&] { ask_about_local(place, out); });
    makers.emplace_back([&] { ask_about_local(place, out); });
    if (place.depth < kDeepest) {
        makers.emplace_back([&] { choose(place, out); });
    }
    if (chance_.percent(25)) {
        makers.emplace_back([&] {
            const char* end = place.in_action && chance_.percent(40) ? ") { cancel \"no\"; }" : ") { fail \"no\"; }";
            out.push_back(line({"if (", make_.truth(place, kExpressions), end}));
        });
    }
    for (int i = place.events; i < static_cast<int>(world_.events.size()); ++i) {
        makers.emplace_back([&, i] {
            const Event& event = world_.events[static_cast<std::size_t>(i)];
            out.push_back(line({chance_.percent(50) ? "event.throw(new " : "event.throw_sync(new ", event.name,
                                "() { " + event.attribute + " = ", make_.number(place, 1), " });"}));
        });
    }
}

// ---- cards and boards

// What a deck's clone is: the checker was asked (probe_language).
void Statements::clone_deck(std::vector<Node>& out) {
    const std::string deck = world_.definition(world_.deck).name;
    const std::string cards = world_.definition(world_.cards).name;
    const std::string name = world_.new_name("k");
    const std::string type = world_.deck_clones_are_decks ? deck : "Stack<" + cards + ">";
    out.push_back(line({fmt::format("{} {} = {}.clone();", type, name, deck),
                        fmt::format(" log($\"{{{}.length == {}.length}}\");", name, deck),
                        chance_.percent(50) ? fmt::format(" {}.pop();", name) : ""}));
}

void Statements::add_card_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers) {
    if (world_.deck == kNoDefinition) {
        return;
    }
    const std::string deck = world_.definition(world_.deck).name;
    const std::string hand = world_.definition(world_.hand).name;
    const std::string cards = world_.definition(world_.cards).name;
    makers.emplace_back([=, this, &place, &out] {
        const std::string name = world_.new_name("c");
        out.push_back(line({fmt::format("{} {} = {}.{}; if ({} != null) {{ {}[", cards, name, deck,
                                        chance_.percent(70) ? "pop()" : "pop_front()", name, hand),
                            make_.player(place, 0), "].push(" + name + "); }"}));
        place.variables.push_back({name, instance_of(world_.cards), true, false});
    });
    makers.emplace_back([=, this, &place, &out] {
        const std::string name = world_.new_name("c");
        out.push_back(line({fmt::format("{} {} = {}[", cards, name, hand), make_.player(place, 0),
                            fmt::format("].pop(); if ({0} != null) {{ {1}.discard({0}); }}", name, deck)}));
        place.variables.push_back({name, instance_of(world_.cards), true, false});
    });
    makers.emplace_back(
        [=, this, &out] { out.push_back(line({deck + (chance_.percent(50) ? ".shuffle();" : ".reshuffle();")})); });
    makers.emplace_back([&] { clone_deck(out); });
}

void Statements::add_board_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers) {
    if (world_.geometry == Geometry::None || !make_.can_make(instance_of(world_.piece), place)) {
        return;
    }
    makers.emplace_back([&] {
        out.push_back(line({make_.of(instance_of(world_.piece), place, 0), ".move_to(",
                            make_.of(instance_of(world_.cell), place, 1), ");"}));
    });
    makers.emplace_back([&] {
        out.push_back(line({make_.of(instance_of(world_.piece), place, 0),
                            chance_.percent(70) ? ".assign(" : ".assign(1 + ", make_.player(place, 0), ");"}));
    });
    if (!world_.movements.empty()) {
        makers.emplace_back([&] {
            out.push_back(line(
                {make_.of(instance_of(world_.piece), place, 0), ".move(" + chance_.one_of(world_.movements) + ");"}));
        });
    }
}

} // namespace tgdl::generator
