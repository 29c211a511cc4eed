// Loops: what is known in their rounds, and whether the code after them can be reached.
#include "check/body_checker.h"
#include "check/declare.h"

namespace tgdl {

namespace {

// Does the loop's body hold a `break` of this loop?
bool has_break(const Tree& tree, NodeId node) {
    for (const NodeId part : tree.children(node)) {
        switch (tree.kind(part)) {
        case NodeKind::Break: return true;
        case NodeKind::While:
        case NodeKind::For:
        case NodeKind::ForEach: break; // a `break` in there is of that loop
        case NodeKind::Block:
        case NodeKind::If:
        case NodeKind::Switch:
        case NodeKind::SwitchCase:
        case NodeKind::Choose:
        case NodeKind::ChooseOption:
        case NodeKind::Input:
            if (has_break(tree, part)) {
                return true;
            }
            break;
        default: break;
        }
    }
    return false;
}

} // namespace

// A loop's body may run after itself: what it changes is not known at its start.
void BodyChecker::prepare_loop(NodeId node) {
    facts_.forget_attributes();
    // Every variable the body assigns; a walk over its nodes, which stand together in the text.
    std::vector<NodeId> open{node};
    while (!open.empty()) {
        const NodeId at = open.back();
        open.pop_back();
        const NodeKind form = tree_->kind(at);
        if (form == NodeKind::Assign || form == NodeKind::Increment) {
            const NodeId target = child(at, Role::Target);
            const Symbol name =
                target.valid() && tree_->kind(target) == NodeKind::Name ? tree_->main_symbol(target) : Symbol();
            const Binding* binding = name.valid() ? find_binding(name) : nullptr;
            if (binding != nullptr) {
                facts_.forget_root(binding->kind == MeaningKind::Local ? Path::Root::Local : Path::Root::Input,
                                   binding->index);
            }
        }
        for (const NodeId part : tree_->children(at)) {
            open.push_back(part);
        }
    }
}

bool BodyChecker::check_body_of_loop(NodeId node) {
    const std::size_t before = bindings_.size();
    ++loops_;
    const bool reached = check_statement(node);
    --loops_;
    unbind_to(before);
    return reached;
}

// The rounds of a `while` or `for`: condition, body, what is done after each. Gives whether the loop can be left.
bool BodyChecker::check_rounds(NodeId loop) {
    const NodeId condition = child(loop, Role::Condition);
    const NodeId body_node = child(loop, Role::Body);
    const NodeId post = child(loop, Role::Post);
    prepare_loop(loop);
    if (condition.valid()) {
        check_condition(condition);
    }
    const Facts at_start = facts_;
    if (condition.valid()) {
        assume(condition, true);
    }
    if (body_node.valid()) {
        check_body_of_loop(body_node);
    }
    facts_ = at_start;
    if (post.valid()) {
        check_statement(post);
        facts_ = at_start;
    }
    const bool leaves = body_node.valid() && has_break(*tree_, loop);
    if (condition.valid() && !leaves) {
        assume(condition, false);
    }
    const bool endless = condition.valid() ? is_literal_true(condition) : tree_->kind(loop) == NodeKind::For;
    return !endless || leaves;
}

bool BodyChecker::check_for(NodeId node) {
    const std::size_t before = bindings_.size();
    if (const NodeId init = child(node, Role::Init); init.valid()) {
        check_statement(init);
    }
    const bool left = check_rounds(node);
    unbind_to(before);
    return left;
}

void BodyChecker::check_foreach(NodeId node) {
    const NodeId type_node = child(node, Role::Type);
    const NodeId collection = child(node, Role::Value);
    const NodeId body_node = child(node, Role::Body);
    const TypeId type = type_node.valid() ? resolve_type(program_, file_, type_node, diagnostics_) : types_.error;
    if (collection.valid() && tree_->kind(collection) == NodeKind::Range) {
        for (const NodeId bound : tree_->children(collection)) {
            check_number(bound);
        }
        if (!relations_.is_error(type) && !relations_.is_number(type)) {
            report(DiagnosticKind::WrongLoopVariable, span(type_node), "a number", phrase(type));
        }
    } else if (collection.valid()) {
        const bool literal = tree_->kind(collection) == NodeKind::CollectionLiteral;
        // `{ 0, 2 }` walked as players: the variable's type counts where the elements fit it.
        const bool values = kind(type) == TypeKind::Player || kind(type) == TypeKind::Number;
        const Given walked = literal && values ? check_value(collection, types_.list(type))
                             : literal         ? check_free_literal(collection)
                                               : check_value(collection);
        expect_not_null(walked, span(collection));
        const bool table = kind(walked.type) == TypeKind::Table;
        const TypeId key = table ? types_.get(walked.type).b : TypeId();
        const TypeId element = table ? (key.valid() ? key : types_.any_key) : relations_.element_of(walked.type);
        if (!element.valid() && !relations_.is_error(walked.type)) {
            Diagnostic& problem = report(DiagnosticKind::NotWalkable, span(collection), phrase(walked.type));
            if (relations_.is_kind(walked.type, RootKind::Group)) {
                problem.with_help("walk over its tiles: `….tiles`");
            } else if (kind(walked.type) == TypeKind::Number) {
                problem.with_help("to count, write a range: `foreach (number i in 1..10)`");
            }
        } else if (element.valid() && !relations_.is_error(type)) {
            const bool same_values = relations_.is_number(element) && relations_.is_number(type);
            const bool fits = relations_.fits(element, type)
                              && (same_values || relations_.is_reference(type) || element == type
                                  || kind(element) == TypeKind::AnyKey || relations_.is_error(element));
            if (!fits && !relations_.may_be(element, type)) {
                Diagnostic& problem =
                    report(DiagnosticKind::WrongLoopVariable, span(type_node), phrase(element), phrase(type));
                const TypeDefId id = relations_.def_of(type);
                if (kind(element) == TypeKind::Player && id.valid() && program_.def(id).scope == ScopeKind::Player) {
                    const std::string name = text(program_.def(id).name);
                    problem.with_help("walk over the players: `foreach (player p in player.all())`; what each has is `"
                                      + name + "[p]`");
                }
            }
        }
    }
    const std::size_t before = bindings_.size();
    const Symbol name = tree_->main_symbol(node);
    check_new_name(name, tree_->name_span(node));
    add_local(node, type, true);
    prepare_loop(node);
    const Facts at_start = facts_;
    if (body_node.valid()) {
        check_body_of_loop(body_node);
    }
    facts_ = at_start;
    unbind_to(before);
}

} // namespace tgdl
