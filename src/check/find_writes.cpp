#include "check/find_writes.h"

namespace tgdl {

namespace {

class WriteFinder {
public:
    WriteFinder(const CheckedProgram& program, const BodyPlaces& places, const Body& body)
        : reader_(program, body.place.file), tree_(reader_.tree()), places_(places) {
        visit(body.place.node);
    }

    std::vector<Span> take() { return std::move(found_); }

private:
    void visit(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Assign:
        case NodeKind::Increment: visit_target(reader_.inside(tree_.child(node, Role::Target))); break;
        case NodeKind::Postfix: visit_calls(node); break;
        default: break; // other nodes change nothing by themselves
        }
        for (const NodeId child : tree_.children(node)) {
            if (!places_.find(reader_.file(), child).valid()) {
                visit(child);
            }
        }
    }

    void visit_target(NodeId target) {
        if (!target.valid()) {
            return;
        }
        bool own = false;
        if (tree_.kind(target) == NodeKind::Postfix) {
            own = is_own_collection(tree_.child(target, Role::Operand));
            for (const NodeId part : tree_.children(target, Role::Item)) {
                own = own && tree_.kind(part) == NodeKind::Index;
            }
        } else {
            const MeaningKind kind = reader_.meaning(target).kind;
            own = kind == MeaningKind::Local || kind == MeaningKind::Input;
        }
        if (!own) {
            found_.push_back(tree_.span(target));
        }
    }

    // `xs.add(1)`, `xs[0].add(1)`: the part before the call is the Member, and what is before that is changed.
    void visit_calls(NodeId postfix) {
        NodeId before = tree_.child(postfix, Role::Operand);
        bool own = before.valid() && is_own_collection(before);
        bool own_before = false; // the part before `before`
        for (const NodeId part : tree_.children(postfix, Role::Item)) {
            const Meaning called = tree_.kind(part) == NodeKind::Call ? reader_.called(part, before) : Meaning{};
            const bool writes = (called.kind == MeaningKind::Builtin || called.kind == MeaningKind::Question)
                                && builtin(static_cast<BuiltinId>(called.index)).effects.has(Effect::Writes);
            if (writes && !own_before) {
                found_.push_back(tree_.span(postfix));
            }
            own_before = own;
            own = own && tree_.kind(part) == NodeKind::Index;
            before = part;
        }
    }

    // A variable that holds a collection; one that is a parameter may be the caller's own.
    [[nodiscard]] bool is_own_collection(NodeId node) const {
        const MeaningKind kind = node.valid() ? reader_.meaning(node).kind : MeaningKind::None;
        return node.valid() && tree_.kind(node) == NodeKind::Name
               && (kind == MeaningKind::Local || kind == MeaningKind::Input)
               && reader_.program().types.is_collection(reader_.type(node));
    }

    CodeReader reader_;
    const Tree& tree_;
    const BodyPlaces& places_;
    std::vector<Span> found_;
};

} // namespace

std::vector<Span> find_writes_of_the_game(const CheckedProgram& program, const BodyPlaces& places, BodyId body) {
    return WriteFinder(program, places, program.bodies[body.index()]).take();
}

} // namespace tgdl
