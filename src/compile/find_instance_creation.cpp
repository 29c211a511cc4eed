#include "compile/find_instance_creation.h"

#include <cstdint>
#include <utility>

namespace tgdl {

namespace {

// Goes from the code that makes instances itself to all that calls it. A call of a function that may be overridden goes to
// the function's own body, or to one of its family: all that override it, found through the one that they all override.
class CreationSearch {
public:
    CreationSearch(const CheckedProgram& checked, const BodyPlaces& places)
        : checked_(checked),
          places_(places),
          makes_(checked.bodies.size() + checked.functions.size(), false),
          used_by_(makes_.size()) {}

    std::vector<bool> run() {
        for (std::size_t i = 0; i < checked_.functions.size(); ++i) {
            for (const FunctionId other : checked_.functions[i].overridden_by) {
                add_use(body_of(other), family_of(FunctionId(i)));
            }
        }
        for (std::size_t i = 0; i < checked_.bodies.size(); ++i) {
            for (const CallSite& call : checked_.bodies[i].calls) {
                add_call(call, static_cast<std::uint32_t>(i));
            }
        }
        while (!waiting_.empty()) {
            const std::uint32_t at = waiting_.back();
            waiting_.pop_back();
            for (const std::uint32_t user : used_by_[at]) {
                mark(user);
            }
        }
        makes_.resize(checked_.bodies.size());
        return std::move(makes_);
    }

private:
    static constexpr std::uint32_t kNoBody = 0xFFFFFFFFU;

    [[nodiscard]] std::uint32_t family_of(FunctionId id) const {
        return static_cast<std::uint32_t>(checked_.bodies.size() + id.index());
    }

    [[nodiscard]] std::uint32_t body_of(FunctionId id) const {
        const CodeRef place = checked_.function(id).place;
        const BodyId body =
            place.valid() ? places_.find(place.file, checked_.tree(place).child(place.node, Role::Effect)) : BodyId();
        return body.valid() ? static_cast<std::uint32_t>(body.index()) : kNoBody;
    }

    void add_call(const CallSite& call, std::uint32_t caller) {
        switch (call.kind) {
        case CallSite::Kind::Create:
        case CallSite::Kind::Action:
        case CallSite::Kind::BaseAction: mark(caller); return;
        case CallSite::Kind::BaseFunction: add_use(body_of(FunctionId(call.index)), caller); return;
        case CallSite::Kind::Function: break;
        }
        const FunctionId id(call.index);
        const FunctionId slot = checked_.function(id).slot;
        add_use(body_of(id), caller);
        add_use(family_of(slot.valid() ? slot : id), caller);
    }

    void add_use(std::uint32_t used, std::uint32_t user) {
        if (used != kNoBody) {
            used_by_[used].push_back(user);
        }
    }

    void mark(std::uint32_t at) {
        if (!makes_[at]) {
            makes_[at] = true;
            waiting_.push_back(at);
        }
    }

    const CheckedProgram& checked_;
    const BodyPlaces& places_;
    std::vector<bool> makes_; // bodies, then families, by their function
    std::vector<std::vector<std::uint32_t>> used_by_;
    std::vector<std::uint32_t> waiting_; // marked, and not yet those that use it
};

} // namespace

std::vector<bool> find_creating_bodies(const CheckedProgram& checked, const BodyPlaces& places) {
    return CreationSearch(checked, places).run();
}

} // namespace tgdl
