// Inputs of every kind, and the promises that their choices keep.
//
// A promise is a statement after the input that works out again what its clauses demanded, in the same scope: it logs
// `broken promise` when a choice that was offered does not fit. So a clause that sees other values than the code around it
// is found, however it was compiled.
#include "statements.h"

#include <fmt/format.h>

namespace tgdl::generator {

std::vector<Type> Statements::input_types() const {
    std::vector<Type> types = {{Kind::Number}, {Kind::Number}, {Kind::Truth}, {Kind::Text}, {Kind::Player}};
    for (std::size_t i = 0; i < world_.definitions.size(); ++i) {
        if (world_.definitions[i].is_choosable) {
            types.push_back(instance_of(static_cast<int>(i)));
        }
    }
    return types;
}

Node Statements::promise(Node condition) {
    return line({"if (!(", std::move(condition), ")) { log(\"broken promise\"); }"});
}

// A condition on a candidate, which is promised where working it out again must give the same.
void Statements::add_filter(const Place& place, const Type& type, const std::string& name, Asked& asked) {
    Place reading = place;
    reading.level = chance_.percent(80) ? Level::Pure : Level::Hypothetical;
    reading.variables.push_back({name, type, false, false});
    Node condition = make_.truth(reading, 2);
    if (reading.level == Level::Pure) {
        asked.promises.push_back(promise(condition));
    }
    Node clause = compose(
        {chance_.percent(20) ? " filter \"why not\" { return " : " filter { return ", std::move(condition), "; }"});
    clause.can_be_left_out = true;
    asked.clauses.children.push_back(std::move(clause));
}

Statements::Asked Statements::number_clauses(const Place& place, const std::string& name, bool in_head) {
    Asked asked;
    Place reading = place;
    reading.level = Level::Pure;
    const Node low = chance_.percent(60) ? text(std::to_string(chance_.between(0, 2))) : make_.number(reading, 1);
    const Node high = make_.number(reading, 1);
    asked.clauses = compose({" range ", low, "..(", high, fmt::format(" % 7 + {})", chance_.between(1, 3))});
    asked.clauses.children.push_back(text(chance_.percent(15) ? " step 2;" : ";"));
    if (!in_head) {
        asked.promises.push_back(promise(compose({name + " >= ", low})));
    }
    if (chance_.percent(60)) {
        add_filter(place, {}, name, asked);
    }
    return asked;
}

Statements::Asked Statements::candidate_clauses(const Place& place, const Type& type, const std::string& name) {
    Asked asked;
    if (type.kind == Kind::Text) {
        asked.clauses = text(" options { \"a\", \"b\", \"c\" };");
    } else if (chance_.percent(35) && type.kind != Kind::Truth) {
        Place reading = place;
        reading.level = Level::Pure;
        asked.clauses = compose({" options ", make_.list(list_of(type.kind, type.definition), reading, 2), ";"});
        asked.clauses.can_be_left_out = true;
        asked.clauses = compose({std::move(asked.clauses)});
    }
    if (chance_.percent(70)) {
        add_filter(place, type, name, asked);
    }
    return asked;
}

Statements::Asked Statements::list_clauses(const Place& place, const Type& type, const std::string& name) {
    const std::string element = world_.new_name("f");
    Asked asked;
    if (type.element == Kind::Number) {
        asked.clauses = text(fmt::format(" range 1..{};", chance_.between(2, 4)));
    } else if (type.element == Kind::Text) {
        asked.clauses = text(" options { \"a\", \"b\" };");
    }
    if (!asked.clauses.head.empty()) {
        asked.clauses = compose({std::move(asked.clauses)});
    }
    const int low = chance_.below(3);
    if (chance_.percent(70)) {
        const int high = low + chance_.below(3);
        asked.clauses.children.push_back(text(fmt::format(" count {}..{};", low, high)));
        asked.promises.push_back(promise(text(fmt::format("{}.length <= {}", name, high))));
    }
    Place reading = place;
    reading.level = Level::Pure;
    if (chance_.percent(50)) {
        reading.variables.push_back({element, element_of(type), false, false});
        Node condition = make_.truth(reading, 1);
        asked.promises.push_back(promise(compose({name + ".every(" + element + ": ", condition, ")"})));
        Node clause = compose({" filter " + element + " { return ", std::move(condition), "; }"});
        clause.can_be_left_out = true;
        asked.clauses.children.push_back(std::move(clause));
        reading.variables.pop_back();
    }
    if (chance_.percent(40)) {
        reading.variables.push_back({name, type, false, false});
        Node condition = make_.truth(reading, 1);
        asked.promises.push_back(promise(condition));
        Node clause = compose({" filter { return ", std::move(condition), "; }"});
        clause.can_be_left_out = true;
        asked.clauses.children.push_back(std::move(clause));
    }
    return asked;
}

Statements::Input Statements::input(Place& place, std::vector<Node>& promises, bool in_head) {
    const std::string name = world_.new_name(in_head ? "h" : "i");
    const Type single = chance_.one_of(input_types());
    const bool is_list = chance_.percent(20) && single.kind != Kind::Truth;
    const Type type = is_list ? list_of(single.kind, single.definition) : single;
    const bool is_optional = chance_.percent(20);
    const bool is_automatic = is_list && chance_.percent(30);
    const bool by_several = !is_automatic && chance_.percent(8);
    Asked asked = is_list                       ? list_clauses(place, type, name)
                  : single.kind == Kind::Number ? number_clauses(place, name, in_head)
                                                : candidate_clauses(place, type, name);
    Node node = compose({is_optional && !is_automatic ? "optional " : ""});
    if (is_automatic) {
        node.children.push_back(text("auto "));
        std::erase_if(asked.clauses.children, [](const Node& clause) { return clause.head.starts_with(" count"); });
    } else if (by_several) {
        Place reading = place;
        reading.level = Level::Pure;
        node.children.push_back(compose({"players ", make_.list(list_of(Kind::Player), reading, 0), " "}));
    } else if (chance_.percent(15)) {
        Place reading = place;
        reading.level = Level::Pure;
        node.children.push_back(compose({"player ", make_.player(reading, 1), " "}));
    }
    node.children.push_back(text("input " + world_.name_of(type) + " " + name));
    const bool has_clauses = !asked.clauses.children.empty() || !asked.clauses.head.empty();
    if (has_clauses) {
        node.children.push_back(compose({" {", std::move(asked.clauses), " }"}));
    }
    Variable variable{name, type, is_optional && !is_list, false};
    if (by_several) {
        variable.type = {Kind::Table, single.kind, single.definition};
        variable.may_be_null = is_list; // not used
    } else if (!variable.may_be_null && !(is_optional && is_list) && !is_automatic) {
        promises.insert(promises.end(), std::make_move_iterator(asked.promises.begin()),
                        std::make_move_iterator(asked.promises.end()));
    }
    if (is_optional && is_list) {
        variable.may_be_null = true;
    }
    place.variables.push_back(std::move(variable));
    return {std::move(node), has_clauses ? "" : ";"};
}

void Statements::ask(Place& place, std::vector<Node>& out) {
    std::vector<Node> promises;
    const Place before = place;
    Input asked = input(place, promises, false);
    if (chance_.percent(15) && place.depth < 3) {
        Node otherwise = block({text(" else"), body(inside(before), few())});
        place.variables.back().may_be_null = true;
        out.push_back(line({std::move(asked.node), std::move(otherwise)}));
        return; // null where the `else` ran: nothing is promised
    }
    out.push_back(line({std::move(asked.node), asked.end}));
    for (Node& each : promises) {
        out.push_back(std::move(each));
    }
}

// A variable, and an input whose clauses look at it and at nothing else that is new.
void Statements::ask_about_local(Place& place, std::vector<Node>& out) {
    const std::string local = world_.new_name("v");
    const std::string name = world_.new_name("i");
    out.push_back(line({"number " + local + " = (", make_.number(place, 1), ") % 5;"}));
    place.variables.push_back({local, {}, false, true});
    Node condition = text(fmt::format("{} != {}", name, local));
    Node broken = promise(condition);
    out.push_back(
        line({"input number " + name + " { range " + (chance_.percent(50) ? local : "0") + "..(" + local,
              fmt::format(" + {}); filter {{ return ", chance_.between(1, 3)), std::move(condition), "; } }"}));
    out.push_back(std::move(broken));
    place.variables.push_back({name, {}, false, false});
}

Node Statements::head_input(Place& place, std::vector<Node>& promises) {
    Place reading = place;
    reading.level = Level::Hypothetical;
    Input asked = input(reading, promises, true);
    Node node = line({std::move(asked.node), asked.end});
    place.variables.push_back(reading.variables.back());
    return node;
}

} // namespace tgdl::generator
