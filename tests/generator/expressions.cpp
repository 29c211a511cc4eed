#include "expressions.h"

#include <fmt/format.h>

namespace tgdl::generator {

namespace {

bool fits(const World& world, const Type& have, const Type& wanted) {
    if (have.kind == Kind::Instance && wanted.kind == Kind::Instance) {
        return world.derives(have.definition, wanted.definition);
    }
    return have == wanted;
}

} // namespace

Node Expressions::pick(const std::vector<Maker>& makers) {
    return chance_.one_of(makers)();
}

Node Expressions::of(const Type& type, const Place& place, int depth) {
    switch (type.kind) {
    case Kind::Number: return number(place, depth);
    case Kind::Truth: return truth(place, depth);
    case Kind::Text: return words(place, depth);
    case Kind::Player: return player(place, depth);
    case Kind::List: return list(type, place, depth);
    case Kind::Table: return text("{}");
    case Kind::Instance: break;
    }
    std::optional<Node> made = instance(type.definition, place, depth);
    return made ? std::move(*made) : text("null");
}

bool Expressions::can_make(const Type& type, const Place& place) {
    return type.kind != Kind::Instance || instance(type.definition, place, 0).has_value();
}

void Expressions::add_variables(const Type& type, const Place& place, std::vector<Maker>& makers) {
    for (const Variable& variable : place.variables) {
        if (fits(world_, variable.type, type) && (!variable.may_be_null || (!world_.careful && chance_.percent(30)))) {
            // More often than anything else: variables are what goes wrong between blocks.
            for (int i = 0; i < 3; ++i) {
                makers.emplace_back([name = variable.name] { return text(name); });
            }
        }
    }
}

std::vector<Expressions::Reached> Expressions::reachable_attributes(const Place& place) {
    std::vector<Reached> found;
    const auto add = [&](const Node& where, int definition) {
        for (const Attribute& attribute : world_.attributes_of(definition)) {
            found.push_back({compose({where, "." + attribute.name}), attribute});
        }
    };
    for (std::size_t i = 0; i < world_.definitions.size(); ++i) {
        const Definition& definition = world_.definitions[i];
        if (definition.scope == Scope::Global) {
            add(text(definition.name), static_cast<int>(i));
        } else if (definition.scope == Scope::Player) {
            add(compose({definition.name + "[", player(place, 0), "]"}), static_cast<int>(i));
        }
    }
    if (place.self != kNoDefinition) {
        add(text("this"), place.self);
    }
    for (const Variable& variable : place.variables) {
        if (variable.type.kind == Kind::Instance && (!variable.may_be_null || !world_.careful)) {
            add(text(variable.name), variable.type.definition);
        }
    }
    return found;
}

void Expressions::add_attributes(const Type& type, const Place& place, std::vector<Maker>& makers) {
    for (Reached& reached : reachable_attributes(place)) {
        if (fits(world_, reached.attribute.type, type)) {
            makers.emplace_back([where = std::move(reached.where)] { return where; });
        }
    }
}

std::vector<const Function*> Expressions::usable_functions(const Place& place, const Type* returns) const {
    std::vector<const Function*> usable;
    for (int i = 0; i < place.functions; ++i) {
        const Function& function = world_.functions[static_cast<std::size_t>(i)];
        const bool is_allowed =
            function.level == Level::Pure || (function.level <= place.level && place.level != Level::Reaction);
        if (is_allowed && (returns == nullptr || fits(world_, function.returns, *returns))) {
            usable.push_back(&function);
        }
    }
    return usable;
}

std::optional<Node> Expressions::call(const Function& function, const Place& place, int depth) {
    Node node;
    if (function.owner != kNoDefinition) {
        std::optional<Node> owner = instance(function.owner, place, 0);
        if (!owner) {
            return std::nullopt;
        }
        node = compose({std::move(*owner), "."});
    }
    node.children.push_back(text(function.name + "("));
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Variable& parameter = function.parameters[i];
        if (!can_make(parameter.type, place)) {
            return std::nullopt;
        }
        node.children.push_back(compose({i == 0 ? "" : ", ", of(parameter.type, place, depth)}));
    }
    node.children.push_back(text(")"));
    return node;
}

void Expressions::add_calls(const Type& type, const Place& place, int depth, std::vector<Maker>& makers) {
    const std::vector<const Function*> functions = usable_functions(place, &type);
    if (functions.empty()) {
        return;
    }
    const Function* function = chance_.one_of(functions);
    if (std::optional<Node> made = call(*function, place, depth - 1)) {
        makers.emplace_back([node = std::move(*made)] { return node; });
    }
}

void Expressions::add_common(const Type& type, const Place& place, int depth, const std::string& simplest,
                             std::vector<Maker>& makers) {
    add_variables(type, place, makers);
    add_attributes(type, place, makers);
    if (depth <= 0) {
        return;
    }
    add_calls(type, place, depth, makers);
    makers.emplace_back([=, this] {
        return expression(simplest, {"(", truth(place, depth - 1), " ? ", of(type, place, depth - 1), " : ",
                                     of(type, place, depth - 1), ")"});
    });
}

// ---- numbers

Node Expressions::number(const Place& place, int depth) {
    std::vector<Maker> makers;
    makers.emplace_back([this] { return text(std::to_string(chance_.between(0, 5))); });
    if (chance_.percent(10)) {
        makers.emplace_back([] { return text("0.5"); });
        makers.emplace_back([] { return text("(-1)"); });
    }
    add_common({}, place, depth, "0", makers);
    if (depth > 0) {
        for (const char* sign : {" + ", " - ", " * "}) {
            makers.emplace_back([=, this] {
                return expression("0", {"(", number(place, depth - 1), sign, number(place, depth - 1), ")"});
            });
        }
        makers.emplace_back([=, this] {
            const char* sign = chance_.percent(50) ? " % " : " / ";
            return expression("0", {"(", number(place, depth - 1), sign, std::to_string(chance_.between(1, 4)), ")"});
        });
        makers.emplace_back([=, this] {
            return expression("0", {chance_.percent(50) ? "math.min(" : "math.max(", number(place, depth - 1), ", ",
                                    number(place, depth - 1), ")"});
        });
        makers.emplace_back([=, this] {
            return expression("0", {chance_.percent(50) ? "math.abs(" : "math.floor(", number(place, depth - 1), ")"});
        });
        add_list_numbers(place, depth, makers);
        add_board_numbers(place, depth, makers);
        makers.emplace_back([=, this] { return expression("0", {"(", words(place, depth - 1), ").length"}); });
        if (place.level == Level::Acts && chance_.percent(15)) {
            makers.emplace_back([this] { return text(fmt::format("random({})", chance_.between(1, 4))); });
        }
    }
    return pick(makers);
}

void Expressions::add_list_numbers(const Place& place, int depth, std::vector<Maker>& makers) {
    makers.emplace_back([=, this] { return expression("0", {list(any_list(place), place, depth - 1), ".length"}); });
    makers.emplace_back([=, this] {
        const Type type = any_list(place);
        return expression("0", {question(
                                   type, place, ".sum(",
                                   [=, this](const Place& inside) { return number(inside, depth - 2); }, depth)});
    });
    makers.emplace_back([=, this] {
        const Type type = any_list(place);
        return expression("0", {question(
                                   type, place, ".count(",
                                   [=, this](const Place& inside) { return truth(inside, depth - 2); }, depth)});
    });
    makers.emplace_back([=, this] {
        Place reading = place; // it is asked twice, and must give the same
        reading.level = Level::Pure;
        const Node numbers = list(list_of(Kind::Number), reading, depth - 1);
        if (!world_.careful) {
            return expression("0", {numbers, "[", number(place, 0), "]"});
        }
        return expression(
            "0", {"(", numbers, ".length > 0 ? ", numbers, chance_.percent(50) ? ".first()" : ".last()", " : 0)"});
    });
    if (world_.deck != kNoDefinition) {
        makers.emplace_back([this] { return text(world_.definition(world_.deck).name + ".length"); });
        makers.emplace_back([=, this] {
            return expression("0", {world_.definition(world_.hand).name + "[", player(place, 0), "].length"});
        });
    }
}

void Expressions::add_board_numbers(const Place& place, int depth, std::vector<Maker>& makers) {
    if (world_.geometry == Geometry::None) {
        return;
    }
    const auto tile = [=, this] { return of(instance_of(world_.cell), place, 0); };
    if (world_.geometry != Geometry::Graph) {
        makers.emplace_back([=, this] { return expression("0", {tile(), chance_.percent(50) ? ".x" : ".y"}); });
    }
    makers.emplace_back([=] { return expression("0", {tile(), ".adjacents().length"}); });
    makers.emplace_back([=] { return expression("0", {tile(), ".interactables.length"}); });
    if (!world_.movements.empty() && can_make(instance_of(world_.piece), place)) {
        makers.emplace_back([=, this] {
            return expression("0", {of(instance_of(world_.piece), place, 0),
                                    ".destinations(" + chance_.one_of(world_.movements) + ").length"});
        });
    }
    if (depth > 1) {
        makers.emplace_back([=, this] {
            const std::string name = world_.new_name("t");
            Place inside = place;
            inside.level = std::min(place.level, Level::Hypothetical);
            inside.variables.push_back({name + ".empty", {Kind::Truth}, false, false}); // it is any tile
            return expression("0", {tile(), ".region(" + name + ": ", truth(inside, depth - 2), ").length"});
        });
    }
}

// ---- truths

Node Expressions::truth(const Place& place, int depth) {
    std::vector<Maker> makers;
    makers.emplace_back([this] { return text(chance_.percent(60) ? "true" : "false"); });
    add_common({Kind::Truth}, place, depth, "true", makers);
    for (const char* sign : {" < ", " <= ", " > ", " == ", " != "}) {
        makers.emplace_back([=, this] {
            return expression("true", {"(", number(place, depth - 1), sign, number(place, depth - 1), ")"});
        });
    }
    if (depth > 0) {
        for (const char* sign : {" && ", " || ", " xor ", " & "}) {
            makers.emplace_back([=, this] {
                return expression("true", {"(", truth(place, depth - 1), sign, truth(place, depth - 1), ")"});
            });
        }
        makers.emplace_back([=, this] { return expression("true", {"(!", truth(place, depth - 1), ")"}); });
        makers.emplace_back([=, this] {
            return expression("true", {"(", words(place, depth - 1), chance_.percent(50) ? " == " : " < ",
                                       words(place, depth - 1), ")"});
        });
        makers.emplace_back([=, this] {
            return expression("true", {"(", player(place, depth - 1), " == ", player(place, depth - 1), ")"});
        });
        add_list_truths(place, depth, makers);
    }
    if (place.level >= Level::Hypothetical && !world_.actions.empty()) {
        makers.emplace_back([this] { return text(chance_.one_of(world_.actions) + ".possible()"); });
    }
    for (const Variable& variable : place.variables) {
        if (variable.type.kind == Kind::Instance) {
            makers.emplace_back([=] { return text("(" + variable.name + " != null)"); });
            if (const std::optional<Node> other = instance(variable.type.definition, place, 0)) {
                makers.emplace_back([=] { return expression("true", {"(" + variable.name + " == ", *other, ")"}); });
            }
        }
        if (variable.type == instance_of(world_.cell) && world_.cell != kNoDefinition
            && (!variable.may_be_null || !world_.careful)) {
            makers.emplace_back([=] { return text(variable.name + ".empty"); });
        }
    }
    return pick(makers);
}

void Expressions::add_list_truths(const Place& place, int depth, std::vector<Maker>& makers) {
    for (const char* asked : {".any(", ".every("}) {
        makers.emplace_back([=, this] {
            const Type type = any_list(place);
            return expression("true", {question(
                                          type, place, asked,
                                          [=, this](const Place& inside) { return truth(inside, depth - 2); }, depth)});
        });
    }
    makers.emplace_back([=, this] {
        const Type type = any_list(place);
        if (!can_make(element_of(type), place)) {
            return text("true");
        }
        return expression("true", {list(type, place, depth - 1), ".contains(", of(element_of(type), place, 0), ")"});
    });
}

Node Expressions::question(const Type& list_type, const Place& place, const std::string& name,
                           const std::function<Node(const Place&)>& about, int depth) {
    Place inside = place;
    inside.level = std::min(place.level, Level::Hypothetical);
    const std::string element = world_.new_name("e");
    Node asked = list(list_type, place, depth - 1);
    inside.variables.push_back({element, element_of(list_type), false, false});
    return compose({std::move(asked), name + element + ": ", about(inside), ")"});
}

// ---- texts, players

Node Expressions::interpolation(const Place& place, int depth) {
    Node node = text("$\"");
    const int holes = chance_.between(1, 2);
    for (int i = 0; i < holes; ++i) {
        node.children.push_back(text(i == 0 ? "" : " "));
        Node hole = of(any_type(place), place, depth);
        hole.simpler = "0";
        node.children.push_back(compose({"{", std::move(hole), "}"}));
    }
    node.children.push_back(text("\""));
    return node;
}

Node Expressions::words(const Place& place, int depth) {
    std::vector<Maker> makers;
    makers.emplace_back([this] { return text(fmt::format("\"{}\"", static_cast<char>('a' + chance_.below(3)))); });
    add_common({Kind::Text}, place, depth, "\"a\"", makers);
    if (depth > 0) {
        makers.emplace_back([=, this] {
            Node node = interpolation(place, depth - 1);
            node.simpler = "\"a\"";
            return node;
        });
        makers.emplace_back([=, this] {
            return expression("\"a\"", {"(", words(place, depth - 1), " + ", number(place, depth - 1), ")"});
        });
    }
    return pick(makers);
}

Node Expressions::player(const Place& place, int depth) {
    std::vector<Maker> makers;
    makers.emplace_back([] { return text("player.active()"); });
    makers.emplace_back([this] { return text(fmt::format("(player.active() + {})", chance_.below(3))); });
    add_variables({Kind::Player}, place, makers);
    if (depth > 0) { // attributes are asked of players in turn
        add_attributes({Kind::Player}, place, makers);
        add_calls({Kind::Player}, place, depth, makers);
    }
    return pick(makers);
}

// ---- lists and instances

Type Expressions::any_list(const Place& place) {
    std::vector<Type> types = {list_of(Kind::Number), list_of(Kind::Player)};
    for (const Variable& variable : place.variables) {
        if (variable.type.kind == Kind::List && !variable.may_be_null) {
            types.push_back(variable.type);
        }
    }
    for (std::size_t i = 0; i < world_.definitions.size(); ++i) {
        const Definition& definition = world_.definitions[i];
        if (definition.scope != Scope::Global && definition.scope != Scope::Player && definition.form != Form::Stack) {
            types.push_back(list_of(Kind::Instance, static_cast<int>(i)));
        }
    }
    return chance_.one_of(types);
}

Type Expressions::any_type(const Place& place) {
    std::vector<Type> types = {{Kind::Number}, {Kind::Number}, {Kind::Truth}, {Kind::Text}, {Kind::Player}};
    types.push_back(any_list(place));
    for (std::size_t i = 0; i < world_.definitions.size(); ++i) {
        if (can_make(instance_of(static_cast<int>(i)), place)) {
            types.push_back(instance_of(static_cast<int>(i)));
        }
    }
    return chance_.one_of(types);
}

void Expressions::add_instance_lists(const Type& type, const Place& place, int depth, std::vector<Maker>& makers) {
    const Definition& element = world_.definition(type.definition);
    makers.emplace_back([name = element.name] { return text("all<" + name + ">()"); });
    makers.emplace_back([=, this, name = element.name] {
        return expression("all<" + name + ">()", {"all<" + name + ">(", player(place, 0), ")"});
    });
    if (type.definition == world_.cell && world_.geometry != Geometry::None) {
        makers.emplace_back([] { return text("Board.Field.tiles"); });
        if (depth > 0 && world_.geometry != Geometry::Graph) {
            makers.emplace_back([=, this] {
                return expression("Board.Field.tiles", {"(", of(instance_of(world_.cell), place, 0),
                                                        fmt::format(".line({}).of<{}>())", chance_.below(4),
                                                                    world_.definition(world_.cell).name)});
            });
        }
    }
}

Node Expressions::list(const Type& type, const Place& place, int depth) {
    std::vector<Maker> makers;
    const Type element = element_of(type);
    add_variables(type, place, makers);
    add_attributes(type, place, makers);
    if (type.element == Kind::Player) {
        makers.emplace_back([] { return text("player.all()"); });
    } else if (type.element == Kind::Instance) {
        add_instance_lists(type, place, depth, makers);
    } else {
        makers.emplace_back([=, this] {
            return expression("new " + world_.name_of(type) + "()", {"new " + world_.name_of(type) + "()"});
        });
    }
    if (depth > 0) {
        makers.emplace_back([=, this] {
            return expression(world_.name_of(type).insert(0, "new ") + "()",
                              {question(
                                  type, place, ".where(",
                                  [=, this](const Place& inside) { return truth(inside, depth - 2); }, depth)});
        });
        makers.emplace_back([=, this] { return compose({list(type, place, depth - 1), ".copy()"}); });
        if (type.element != Kind::Instance && type.element != Kind::Player) {
            makers.emplace_back([=, this] {
                const Type from = any_list(place);
                return expression(
                    "new " + world_.name_of(type) + "()",
                    {question(
                        from, place, ".map(", [=, this](const Place& inside) { return of(element, inside, depth - 2); },
                        depth)});
            });
        }
    }
    return pick(makers);
}

std::optional<Node> Expressions::instance(int definition, const Place& place, int depth) {
    std::vector<Maker> makers;
    add_variables(instance_of(definition), place, makers);
    if (place.self != kNoDefinition && world_.derives(place.self, definition)) {
        makers.emplace_back([] { return text("this"); });
    }
    const Definition& wanted = world_.definition(definition);
    if (!wanted.keeper.empty()) {
        makers.emplace_back([name = wanted.keeper] { return text(name); });
    }
    if (wanted.scope == Scope::Player) {
        makers.emplace_back(
            [=, this, name = wanted.name] { return expression(name + "[0]", {name + "[", player(place, 0), "]"}); });
    }
    if (definition == world_.cell && world_.geometry == Geometry::Square) {
        makers.emplace_back([this] {
            const int column = chance_.below(world_.columns);
            return text(fmt::format("Board.Field[{}][{}]", column, chance_.below(world_.rows)));
        });
    }
    if (!world_.careful && depth > 0 && definition == world_.piece && world_.geometry != Geometry::None) {
        makers.emplace_back([=, this] {
            return compose({"(", of(instance_of(world_.cell), place, 0), ".piece as " + wanted.name + ")"});
        });
    }
    if (makers.empty()) {
        return std::nullopt;
    }
    return pick(makers);
}

} // namespace tgdl::generator
