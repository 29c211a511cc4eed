#include "compile/find_references.h"

#include "check/builtins.h"

#include <algorithm>

namespace tgdl {

namespace {

class ReferenceFinder {
public:
    explicit ReferenceFinder(const CheckedProgram& program) : program_(program) {
        found_.types.resize(program.type_defs.size());
        found_.observed.resize(program.type_defs.size());
        found_.actions.resize(program.type_defs.size());
        found_.switched.resize(program.actions.size());
    }

    References find() {
        for (const FileUnit& unit : program_.files) {
            for (const TypeId type : unit.types) {
                reference(type);
            }
            for (const Meaning& meaning : unit.meanings) {
                reference(meaning);
            }
        }
        for (const TypeDef& def : program_.type_defs) {
            if (!def.predefined) {
                for (const AttributeId attribute : def.attributes) {
                    reference(program_.attribute(attribute).type);
                }
            }
            reference(def.base);
            found_.connections = found_.connections || def.kind == DefKind::Connection;
        }
        for (const DataTable& table : program_.data_tables) {
            for (const DataRow& row : table.rows) {
                reference(row.type);
            }
            found_.turned = found_.turned || std::ranges::any_of(table.cells, [](const DataCell& cell) {
                                return !cell.attribute.valid();
                            });
        }
        for (const Action& action : program_.actions) {
            for (const ActionTrigger& trigger : action.triggers) {
                observe(trigger);
            }
        }
        for (const Group& group : program_.groups) {
            const bool has_blank =
                std::any_of(group.grid.begin(), group.grid.end(), [](TypeDefId tile) { return !tile.valid(); });
            found_.blanks = found_.blanks || has_blank;
        }
        return std::move(found_);
    }

private:
    void reference(TypeDefId def) {
        if (def.valid()) {
            found_.types[def.index()] = true;
        }
    }

    // Parts of a type have smaller indexes than the whole, so looking at each type once ends.
    void reference(TypeId id) {
        while (id.valid()) {
            if (id.index() >= seen_types_.size()) {
                seen_types_.resize(id.index() + 1);
            }
            if (seen_types_[id.index()]) {
                return;
            }
            seen_types_[id.index()] = true;
            const Type& type = program_.types.get(id);
            reference(type.def);
            found_.blanks = found_.blanks || (type.def.valid() && type.def == program_.blank_tile);
            found_.connections =
                found_.connections || (type.kind == TypeKind::Root && type.root == RootKind::Connection);
            reference(type.b);
            id = type.a;
        }
    }

    void reference(const Meaning& meaning) {
        switch (meaning.kind) {
        case MeaningKind::TypeName: reference(TypeDefId(meaning.index)); break;
        case MeaningKind::BlankTile: found_.blanks = true; break;
        case MeaningKind::ActionAllowed: {
            const ActionId slot = program_.actions[meaning.index].slot;
            found_.switched[slot.valid() ? slot.index() : meaning.index] = true;
            break;
        }
        case MeaningKind::Builtin: {
            const auto id = static_cast<BuiltinId>(meaning.index);
            found_.blanks = found_.blanks || id == BuiltinId::GroupRemove || id == BuiltinId::GroupSet;
            found_.turned = found_.turned || id == BuiltinId::Turned;
            break;
        }
        default: break; // nothing else names a class that could be left out
        }
    }

    void observe(const ActionTrigger& trigger) {
        if (!trigger.event.valid()) {
            return;
        }
        const bool first = !found_.observed[trigger.event.index()];
        found_.observed[trigger.event.index()] = true;
        reference(trigger.event);
        found_.actions[trigger.event.index()] = trigger.action;
        if (first && trigger.mode == ActionTrigger::Mode::Change) {
            // The first attribute of such an event is `object`, of the type that was written.
            const AttributeId object = program_.def(trigger.event).attributes.front();
            const TypeDefId type = program_.types.get(program_.attribute(object).type).def;
            found_.changes.push_back({type, trigger.attribute, trigger.event});
        }
    }

    const CheckedProgram& program_;
    References found_;
    std::vector<bool> seen_types_;
};

} // namespace

References find_references(const CheckedProgram& program) {
    return ReferenceFinder(program).find();
}

} // namespace tgdl
