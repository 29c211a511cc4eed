#include "check/made_types.h"

#include "check/declare.h"

namespace tgdl {

namespace {

TypeDefId named_type(const CheckedProgram& program, FileId file, NodeId type_name) {
    return type_name.valid() ? find_type(program, file, type_name) : TypeDefId();
}

void add_edges(const CheckedProgram& program, CodeRef edges, std::vector<TypeDefId>& found) {
    const Tree& tree = program.tree(edges);
    for (const NodeId chain : tree.children(edges.node, Role::Item)) {
        for (const NodeId by : tree.children(chain, Role::By)) {
            const TypeDefId connection = named_type(program, edges.file, by);
            if (connection.valid()) {
                found.push_back(connection);
            }
        }
    }
}

// Marks a type and its bases. Stops at what is marked already, so that all marking together is linear.
void mark(const CheckedProgram& program, std::vector<bool>& made, TypeDefId type) {
    while (type.valid() && !made[type.index()]) {
        made[type.index()] = true;
        type = program.def(type).base;
    }
}

} // namespace

const DataTable* data_of(const CheckedProgram& program, CodeRef contents) {
    const FileUnit& unit = program.files[contents.file.index()];
    const Meaning& meaning = unit.meanings[contents.node.index()];
    return meaning.kind == MeaningKind::Builtin && meaning.extra < program.data_tables.size()
               ? &program.data_tables[meaning.extra]
               : nullptr;
}

std::vector<TypeDefId> find_contents(const CheckedProgram& program, TypeDefId stack) {
    std::vector<TypeDefId> found;
    const CodeRef contents = program.def(stack).contents;
    if (!contents.valid()) {
        return found;
    }
    const Tree& tree = program.tree(contents);
    if (const DataTable* table = data_of(program, contents)) {
        for (const DataRow& row : table->rows) {
            if (found.empty() || found.back() != row.type) {
                found.push_back(row.type);
            }
        }
        return found;
    }
    for (const NodeId entry : tree.children(contents.node, Role::Item)) {
        const auto& nameless = program.files[contents.file.index()].nameless;
        const auto own = nameless.find(entry.value);
        const TypeDefId card = own != nameless.end() && program.def(own->second).base.valid()
                                   ? own->second
                                   : named_type(program, contents.file, tree.child(entry, Role::Type));
        if (card.valid()) {
            found.push_back(card);
        }
    }
    return found;
}

std::vector<TypeDefId> find_connections(const CheckedProgram& program, TypeDefId board) {
    std::vector<TypeDefId> found;
    const TypeDef& def = program.def(board);
    for (const GroupId id : def.groups) {
        const CodeRef place = program.group(id).place;
        if (!place.valid()) {
            continue;
        }
        const Tree& tree = program.tree(place);
        for (const NodeId clause : tree.children(place.node, Role::Item)) {
            if (tree.kind(clause) == NodeKind::Adjacency) {
                add_edges(program, {place.file, clause}, found);
            }
        }
    }
    for (const CodeRef& borders : def.borders) {
        add_edges(program, borders, found);
    }
    return found;
}

std::vector<bool> find_made_types(const CheckedProgram& program) {
    std::vector<bool> made(program.type_defs.size());
    for (const Body& body : program.bodies) {
        for (const CallSite& call : body.calls) {
            if (call.kind == CallSite::Kind::Create) {
                mark(program, made, TypeDefId(call.index));
            }
        }
    }
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        const TypeDef& def = program.type_defs[i];
        if (def.predefined || def.kind == DefKind::Enum || def.scope == ScopeKind::Global
            || def.scope == ScopeKind::Player) {
            mark(program, made, TypeDefId(i));
        }
        for (const TypeDefId card : find_contents(program, TypeDefId(i))) {
            mark(program, made, card);
        }
        for (const TypeDefId connection : find_connections(program, TypeDefId(i))) {
            mark(program, made, connection);
        }
        for (const GroupId group : def.groups) {
            for (const TypeDefId tile : program.group(group).grid) {
                mark(program, made, tile);
            }
            for (const Group::NamedTile& tile : program.group(group).tiles) {
                mark(program, made, tile.tile);
            }
            mark(program, made, program.group(group).type);
            mark(program, made, program.group(group).corners.tile);
            mark(program, made, program.group(group).sides.tile);
        }
    }
    return made;
}

} // namespace tgdl
