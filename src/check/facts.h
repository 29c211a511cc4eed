// Flow facts about variables at one point of the code: not null, certainly null, or of a narrower type.
//
// A fact speaks of a path: a local, an input, `this` or a global, then up to three attributes (`this.card.owner`).
// Facts come from tests and assignments and go when something may have changed the value.
#pragma once

#include "check/checked_program.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tgdl {

enum class Nullness : std::uint8_t { Unknown, NotNull, Null };

struct Path {
    enum class Root : std::uint8_t { None, Local, Input, This, Global, Event };
    static constexpr std::size_t kMaxSteps = 3;

    Root root = Root::None;
    std::uint32_t index = 0;
    std::uint8_t count = 0;
    std::array<std::uint32_t, kMaxSteps> steps{}; // AttributeIds

    [[nodiscard]] bool valid() const { return root != Root::None; }
    // The path one attribute further; none when it is too long to be followed.
    [[nodiscard]] Path then(AttributeId attribute) const;
    bool operator==(const Path&) const = default;
};

struct Fact {
    Path path;
    TypeId type; // none: as declared
    Nullness nullness = Nullness::Unknown;

    bool operator==(const Fact&) const = default;
};

class Facts {
public:
    [[nodiscard]] const Fact* find(const Path& path) const;
    void set(const Fact& fact);
    // The variable itself changed: everything reached from it is unknown.
    void forget_root(Path::Root root, std::uint32_t index);
    // Some instance's attribute changed.
    void forget_attribute(AttributeId attribute);
    // The attributes that fit may have changed.
    template <typename Fits>
    void forget_attributes_that(const Fits& fits) {
        std::erase_if(facts_, [&](const Fact& fact) {
            return std::any_of(fact.path.steps.begin(), fact.path.steps.begin() + fact.path.count,
                               [&](std::uint32_t step) { return fits(AttributeId(step)); });
        });
    }
    // Any attribute may have changed.
    void forget_attributes();
    // What holds both here and there, where two ways meet.
    void keep_common(const Facts& other);
    void clear() { facts_.clear(); }

private:
    static constexpr std::size_t kMaxFacts = 64; // the oldest go first: bounds the cost of a branch
    std::vector<Fact> facts_;
};

} // namespace tgdl
