// Visibility of attributes and instances, as far as the text of the rules says it plainly
// (docs/reference/visibility.md#1).
//
// A `visible` block may compute anything. Here only those are understood that say `return true;`, `return false;` or
// `return viewer == this.player;`; every other one is Sight::Depends. Of these, `return viewer == this.player || this.shown;`
// says when others see it, too: owner_or_when().
#pragma once

#include "check/checked_program.h"

#include <cstdint>
#include <vector>

namespace tgdl {

enum class Sight : std::uint8_t { Everyone, Owner, Nobody, Depends };

// An attribute that code asks for, and what it is there: `shown`, `!shown`, or something else, as `turns > 3`.
struct AskedAttribute {
    AttributeId attribute;
    enum class As : std::uint8_t { True, False, Value } as = As::Value;
};

// All that the code asks for. O(size of the code).
void collect_asked(const CheckedProgram& program, CodeRef code, AskedAttribute::As as,
                   std::vector<AskedAttribute>& out);

// What one `visible` block says.
Sight read_visible(const CheckedProgram& program, CodeRef visible);

class Visibility {
public:
    // O(size of the definitions).
    explicit Visibility(const CheckedProgram& program);

    // What the blocks that name the attribute say, in the type that declares it.
    [[nodiscard]] Sight of(AttributeId attribute) const { return attributes_[attribute.index()]; }
    // Its owner sees it, and all others when one of these holds; nullptr: something else decides.
    [[nodiscard]] const std::vector<AskedAttribute>* owner_or_when(AttributeId attribute) const {
        const OwnerOrWhen& known = owner_or_when_[attribute.index()];
        return known.is_known && of(attribute) == Sight::Depends ? &known.when : nullptr;
    }
    // What the blocks for whole instances say, those of the bases included.
    [[nodiscard]] Sight of(TypeDefId type) const { return types_[type.index()]; }
    // A stack that certainly hides its contents from everybody: neither it, its bases nor what derives from it has a
    // `visible`, and it is not one that each player has.
    [[nodiscard]] bool hides_contents(TypeDefId stack) const;

private:
    struct OwnerOrWhen {
        bool is_known = false;
        std::vector<AskedAttribute> when;
    };
    void read_type(TypeDefId id);
    void read_attribute(AttributeId attribute, CodeRef visible);
    [[nodiscard]] std::vector<TypeDefId> bases_first() const;

    const CheckedProgram& program_;
    std::vector<Sight> attributes_;
    std::vector<OwnerOrWhen> owner_or_when_; // by attribute
    std::vector<Sight> types_;
    std::vector<bool> says_something_; // by type: it, a base or a derived one has a `visible`
};

} // namespace tgdl
