// What data files fill: `contents from "cards.csv"`, `rows<Card>("cards.csv")` (docs/reference/data.md).
#include "check/body_checker.h"
#include "check/read_data.h"

namespace tgdl {

// Can instances of it be made at all? An abstract class can be, by rows that name a class derived from it.
bool BodyChecker::check_data_type(TypeDefId type, Span place) {
    const TypeDef& def = program_.def(type);
    const std::string name = text(def.name);
    std::string_view why;
    if (def.scope == ScopeKind::Global) {
        why = "there is one, made before `setup`";
    } else if (def.scope == ScopeKind::Player) {
        why = "each player has one, made before `setup`";
    } else if (type == program_.blank_tile) {
        why = "there is one blank tile";
    } else if (def.predefined && def.kind == DefKind::Event) {
        why = "the game itself makes this event";
    }
    if (!why.empty()) {
        report(DiagnosticKind::NewOfOne, place, name, why);
    }
    return why.empty();
}

void BodyChecker::check_data(NodeId node, NodeId literal, TypeDefId type) {
    const auto& files = program_.files[file_.index()].data_files;
    if (!files.contains(literal.value)) {
        return; // reported when it was loaded
    }
    const std::uint32_t table = read_data(program_, {file_, literal, type}, diagnostics_);
    record(node, MeaningKind::Builtin, static_cast<std::uint32_t>(BuiltinId::Rows), table);
    if (table >= program_.data_tables.size()) {
        return;
    }
    if (program_.data_tables[table].rows.empty()) { // the file is what would make them
        add_call(CallSite::Kind::Create, type.value, span(literal));
    }
    TypeDefId latest;
    tsl::robin_set<TypeDefId> made;
    for (const DataRow& row : program_.data_tables[table].rows) {
        if (row.type != latest && made.insert(row.type).second) {
            add_call(CallSite::Kind::Create, row.type.value, span(literal));
        }
        latest = row.type;
    }
}

BodyChecker::Link BodyChecker::call_rows(const Link& link, NodeId call) {
    const TypeId wanted = link.value.type;
    NodeId literal;
    std::size_t count = 0;
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        const NodeId value = child(argument, Role::Value);
        if (count == 0 && value.valid()) {
            if (tree_->node(argument).main.valid()) {
                report(DiagnosticKind::NamedBuiltinArgument, tree_->name_span(argument), "rows")
                    .with_help("write only the value")
                    .replace(Span{file_, span(argument).begin, span(value).begin}, "");
            }
            check_fits(value, types_.string);
            literal = literal_text(value);
            if (!literal.valid() && tree_->kind(value) != NodeKind::Missing) {
                report(DiagnosticKind::DataNameNotLiteral, span(value))
                    .with_help("the file is read when the game is loaded: write its name here");
            }
        } else if (count > 0) {
            report(DiagnosticKind::TooManyArguments, span(argument), "rows", "1 value", "more");
        }
        ++count;
    }
    if (count == 0) {
        report(DiagnosticKind::TooManyArguments, span(call), "rows", "1 value", "none")
            .with_help("name the file: `rows<Card>(\"cards.csv\")`");
    }
    if (relations_.is_error(wanted)) {
        return error_link(call);
    }
    const TypeDefId type = relations_.def_of(wanted);
    if (!type.valid()) {
        report(DiagnosticKind::WrongType, name_place(link.node),
               "a class, tile or other kind of thing that can be made", phrase(wanted));
        return error_link(call);
    }
    if (check_data_type(type, name_place(link.node)) && literal.valid()) {
        check_data(call, literal, type);
    }
    facts_.forget_attributes();
    return value_link(types_.list(wanted), call, Nullness::NotNull);
}

void BodyChecker::check_contents_from(TypeDefId deck, NodeId contents) {
    const NodeId value = child(contents, Role::Value);
    Body body;
    body.kind = BodyKind::ContentsEntry;
    body.place = {file_, contents};
    body.this_type = deck;
    begin(std::move(body));
    const NodeId literal = literal_text(value);
    const TypeId holds = program_.def(deck).holds;
    const TypeDefId card = holds.valid() ? relations_.def_of(holds) : TypeDefId();
    if (!literal.valid()) {
        if (tree_->kind(value) != NodeKind::Missing) {
            report(DiagnosticKind::DataNameNotLiteral, span(value))
                .with_help("the file is read when the game is loaded: write its name here");
        }
    } else if (card.valid()) {
        if (check_data_type(card, span(literal))) {
            check_data(contents, literal, card);
        }
    } else if (holds.valid() && !relations_.is_error(holds)) {
        report(DiagnosticKind::NewOfNoClass, span(literal), phrase(holds))
            .with_help("say `returns` with an interactable of your own");
    }
    finish();
}

} // namespace tgdl
