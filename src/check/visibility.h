// Who may see what, as far as the text of the rules says it plainly (language.md, section 15).
//
// A `visible` block may compute anything. Here only those are understood that say `return true;`, `return false;` or
// `return viewer == this.player;`; every other one is Sight::Depends.
#pragma once

#include "check/program.h"

#include <vector>

namespace tgdl {

enum class Sight : std::uint8_t { Everyone, Owner, Nobody, Depends };

// What one `visible` block says.
Sight read_visible(const CheckedProgram& program, CodeRef visible);

class Visibility {
public:
    // O(size of the definitions).
    explicit Visibility(const CheckedProgram& program);

    // What the blocks that name the attribute say, in the type that declares it.
    [[nodiscard]] Sight of(AttributeId attribute) const { return attributes_[attribute.index()]; }
    // What the blocks for whole instances say, those of the bases included.
    [[nodiscard]] Sight of(TypeDefId type) const { return types_[type.index()]; }
    // A stack that certainly hides its contents from everybody: neither it, its bases nor what derives from it has a
    // `visible`, and it is not one that each player has.
    [[nodiscard]] bool hides_contents(TypeDefId stack) const;

private:
    void read_type(TypeDefId id);
    [[nodiscard]] std::vector<TypeDefId> bases_first() const;

    const CheckedProgram& program_;
    std::vector<Sight> attributes_;
    std::vector<Sight> types_;
    std::vector<bool> says_something_; // by type: it, a base or a derived one has a `visible`
};

} // namespace tgdl
