// Statements and blocks, inputs among them.
//
// Loops are bounded, functions call only those declared before them, and reactions throw only later events: a program
// always comes to its next decision.
#pragma once

#include "expressions.h"

namespace tgdl::generator {

class Statements {
public:
    Statements(World& world, Chance& chance) : world_(world), chance_(chance), make_(world, chance) {}

    // So many statements; variables they declare are known to later ones of the same block only.
    [[nodiscard]] std::vector<Node> body(Place place, int count);
    // An input at the head of an action, phase, setup, goal or function: the variable becomes part of the place.
    // `promises` gets statements for the effect that say so when the choice is not what the clauses let through.
    [[nodiscard]] Node head_input(Place& place, std::vector<Node>& promises);
    [[nodiscard]] Expressions& expressions() { return make_; }

private:
    using Maker = std::function<void()>;

    void statement(Place& place, std::vector<Node>& out);
    void add_changes(Place& place, std::vector<Node>& out, std::vector<Maker>& makers);
    void add_control(Place& place, std::vector<Node>& out, std::vector<Maker>& makers);
    void add_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers);
    void add_card_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers);
    void add_board_acts(Place& place, std::vector<Node>& out, std::vector<Maker>& makers);

    void declare(Place& place, std::vector<Node>& out);
    void assign(Place& place, std::vector<Node>& out);
    void change_list(Place& place, std::vector<Node>& out);
    void change_table(Place& place, std::vector<Node>& out);
    void branch(Place& place, std::vector<Node>& out);
    void loop(Place& place, std::vector<Node>& out);
    void walk(Place& place, std::vector<Node>& out);
    void choose(Place& place, std::vector<Node>& out);
    void clone_deck(std::vector<Node>& out);

    // ---- statement_inputs.cpp
    struct Asked {
        Node clauses;
        std::vector<Node> promises;
    };
    void ask(Place& place, std::vector<Node>& out);
    void ask_about_local(Place& place, std::vector<Node>& out);
    struct Input {
        Node node;
        std::string end; // what ends it where no `else` follows
    };
    [[nodiscard]] Input input(Place& place, std::vector<Node>& promises, bool in_head);
    [[nodiscard]] Asked number_clauses(const Place& place, const std::string& name, bool in_head);
    [[nodiscard]] Asked candidate_clauses(const Place& place, const Type& type, const std::string& name);
    [[nodiscard]] Asked list_clauses(const Place& place, const Type& type, const std::string& name);
    void add_filter(const Place& place, const Type& type, const std::string& name, Asked& asked);
    [[nodiscard]] std::vector<Type> input_types() const;
    [[nodiscard]] static Node promise(Node condition);

    [[nodiscard]] Place inside(const Place& place) const {
        Place deeper = place;
        ++deeper.depth;
        return deeper;
    }
    [[nodiscard]] int few() { return chance_.between(1, 3); }

    World& world_;
    Chance& chance_;
    Expressions make_;
};

} // namespace tgdl::generator
