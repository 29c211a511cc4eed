// Expressions of a wanted type from what is known at a place.
//
// In a careful world none of them gives null, divides by zero or lies outside of anything.
#pragma once

#include "tree.h"
#include "world.h"

#include <functional>
#include <optional>

namespace tgdl::generator {

class Expressions {
public:
    Expressions(World& world, Chance& chance) : world_(world), chance_(chance) {}

    [[nodiscard]] Node of(const Type& type, const Place& place, int depth);
    [[nodiscard]] Node number(const Place& place, int depth);
    [[nodiscard]] Node truth(const Place& place, int depth);
    [[nodiscard]] Node words(const Place& place, int depth);
    [[nodiscard]] Node player(const Place& place, int depth);
    [[nodiscard]] Node list(const Type& type, const Place& place, int depth);
    // An expression for an instance of the definition; none when nothing surely gives one here.
    [[nodiscard]] std::optional<Node> instance(int definition, const Place& place, int depth);
    [[nodiscard]] bool can_make(const Type& type, const Place& place);

    // `{…}` parts of a text in `$"…"`, or of a line of the log.
    [[nodiscard]] Node interpolation(const Place& place, int depth);
    // The text of a call with its arguments; the function must be usable at the place.
    [[nodiscard]] std::optional<Node> call(const Function& function, const Place& place, int depth);
    [[nodiscard]] std::vector<const Function*> usable_functions(const Place& place, const Type* returns) const;
    // Attributes that can be reached at the place: `Rules.a3`, `this.b4`, `x.c5`; those of `x` may be null where x may.
    struct Reached {
        Node where;
        Attribute attribute;
    };
    [[nodiscard]] std::vector<Reached> reachable_attributes(const Place& place);
    [[nodiscard]] Type any_type(const Place& place);

private:
    using Maker = std::function<Node()>;
    [[nodiscard]] Node pick(const std::vector<Maker>& makers);
    void add_variables(const Type& type, const Place& place, std::vector<Maker>& makers);
    void add_attributes(const Type& type, const Place& place, std::vector<Maker>& makers);
    void add_calls(const Type& type, const Place& place, int depth, std::vector<Maker>& makers);
    void add_common(const Type& type, const Place& place, int depth, const std::string& simplest,
                    std::vector<Maker>& makers);
    void add_board_numbers(const Place& place, int depth, std::vector<Maker>& makers);
    void add_list_numbers(const Place& place, int depth, std::vector<Maker>& makers);
    void add_list_truths(const Place& place, int depth, std::vector<Maker>& makers);
    void add_instance_lists(const Type& type, const Place& place, int depth, std::vector<Maker>& makers);
    [[nodiscard]] Node question(const Type& list_type, const Place& place, const std::string& name,
                                const std::function<Node(const Place&)>& about, int depth);
    [[nodiscard]] Type any_list(const Place& place);

    World& world_;
    Chance& chance_;
};

} // namespace tgdl::generator
