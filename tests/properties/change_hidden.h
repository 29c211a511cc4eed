// Matches that must be the same for a player, though what is hidden from them is different.
#pragma once

#include "base/random.h"
#include "match/flow.h"
#include "match/looking.h"
#include "match/sample.h"
#include "vm/collections.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

namespace tgdl {

// Attributes that a viewer does not see of things that they do see: each takes a value that it has somewhere else.
class AttributeChanger {
public:
    AttributeChanger(MatchFlow& flow, std::uint32_t viewer, std::uint64_t seed)
        : flow_(flow), machine_(flow.machine), viewer_(viewer), random_(seed_random(seed)) {}

    void change() {
        find_hidden();
        for (const Place& place : hidden_) {
            const Value held = machine_.memory.value(place.word);
            if (held.is_collection()) {
                change_list(held.handle(), pools_[place.kind]);
            } else if (!held.is_null()) {
                machine_.memory.set_value(place.word, any_of(pools_[place.kind]));
            }
        }
    }

private:
    using AttributeKind = std::pair<ClassIndex, std::uint32_t>; // attribute so-and-so of a class
    struct Place {
        Handle word = 0;
        AttributeKind kind;
    };

    void find_hidden() {
        const Looking looking(flow_);
        const Program& program = flow_.program();
        std::vector<Handle> instances;
        machine_.collect_tracked(0, static_cast<ClassIndex>(program.classes.size() - 1), instances);
        for (const Handle instance : instances) {
            const std::vector<AttributeInfo>& attributes = machine_.class_info(instance).attributes;
            for (std::uint32_t i = 0; i < attributes.size(); ++i) {
                const Place place{instance + attributes[i].offset, {machine_.class_of(instance), i}};
                add_to_pool(machine_.memory.value(place.word), pools_[place.kind]);
                if (sees_instance(flow_, viewer_, instance) && !sees_attribute(flow_, viewer_, instance, i)) {
                    hidden_.push_back(place);
                }
            }
        }
    }

    // What refers to other things says more than a number does, and stays.
    static bool is_plain(Value value) { return value.is_number() || value.is_text() || value.tag() == Tag::Bool; }

    void add_to_pool(Value held, std::vector<Value>& pool) {
        if (is_plain(held)) {
            pool.push_back(held);
        } else if (is_list(held)) {
            for (std::uint32_t i = 0; i < list_length(machine_, held.handle()); ++i) {
                add_to_pool(list_get(machine_, held.handle(), i), pool);
            }
        }
    }

    [[nodiscard]] bool is_list(Value held) const {
        return held.is_collection() && Header::unpack(machine_.memory.load(held.handle())).kind == ObjectKind::List;
    }

    void change_list(Handle list, const std::vector<Value>& pool) {
        if (!is_list(Value::collection(list))) {
            return;
        }
        for (std::uint32_t i = 0; i < list_length(machine_, list); ++i) {
            if (is_plain(list_get(machine_, list, i))) {
                list_set(machine_, list, i, any_of(pool));
            }
        }
    }

    Value any_of(const std::vector<Value>& pool) { return pool[random_below(random_, pool.size())]; }

    MatchFlow& flow_;
    Machine& machine_;
    std::uint32_t viewer_;
    RandomState random_;
    std::map<AttributeKind, std::vector<Value>> pools_; // what each attribute is, wherever it is
    std::vector<Place> hidden_;
};

inline void copy_random_numbers(Match& from, Match& to) {
    const std::size_t word = kRandomWord;
    std::memcpy(to.flow().machine.memory.unlogged(word), from.flow().machine.memory.unlogged(word),
                sizeof(RandomState));
}

// A match that should be the same for the viewer. Random numbers to come are those of the real one.
inline Match change_hidden(Match& match, std::uint32_t viewer, std::uint64_t seed) {
    Match dealt(match);
    if (!sample(match, viewer, seed, dealt)) {
        dealt.copy_from(match); // nothing else would look the same
    }
    copy_random_numbers(match, dealt);
    Match changed(dealt);
    AttributeChanger(changed.flow(), viewer, seed).change();
    if (changed.status() != MatchStatus::Waiting) {
        return changed;
    }
    const std::uint64_t before = changed.hash();
    changed.flow().list_again();
    // Somebody else may be asked for what they hold, and the match goes on when they do not: that is another match.
    const bool has_gone_on = changed.status() != MatchStatus::Waiting || changed.hash() != before;
    return match.decision().player != viewer && has_gone_on ? std::move(dealt) : std::move(changed);
}

} // namespace tgdl
