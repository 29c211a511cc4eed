// Matches that must be the same for a player, though what is hidden from them is different.
#pragma once

#include "base/random.h"
#include "match/determinize.h"
#include "match/flow.h"
#include "match/view_scope.h"
#include "vm/collections.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tgdl {

// Things that only attributes hold which a viewer does not see. Worked out here by itself, one step far: what the holder is
// held by does not matter.
class SecretlyHeld {
public:
    SecretlyHeld(MatchFlow& flow, std::uint32_t viewer, const std::vector<Handle>& instances) : machine_(flow.machine) {
        for (const Handle instance : instances) {
            const std::vector<AttributeInfo>& attributes = machine_.class_info(instance).attributes;
            for (std::uint32_t i = 0; i < attributes.size(); ++i) {
                const bool is_seen = sees_attribute(flow, viewer, instance, i);
                add(machine_.memory.value(instance + attributes[i].offset), is_seen ? openly_ : secretly_);
            }
        }
    }

    [[nodiscard]] bool has(Handle instance) const {
        const ClassInfo& info = machine_.class_info(instance);
        const bool lies_nowhere =
            info.kind == ClassKind::Class
            || (info.kind == ClassKind::Interactable && machine_.memory.half(instance + kPlaceWord, 0) == 0);
        return lies_nowhere && info.scope == Scope::Local && machine_.memory.value(instance + kOwnerWord).is_null()
               && secretly_.contains(instance) && !openly_.contains(instance);
    }

private:
    void add(Value held, std::set<Handle>& to) const {
        if (held.is_instance()) {
            to.insert(held.handle());
        } else if (held.is_collection()
                   && Header::unpack(machine_.memory.load(held.handle())).kind == ObjectKind::Table) {
            std::uint32_t at = 0;
            Value key;
            Value value;
            while (table_next(machine_, held.handle(), at, key, value)) {
                add(key, to);
                add(value, to);
            }
        } else if (held.is_collection()) {
            for (std::uint32_t i = 0; i < walk_length(machine_, held); ++i) {
                add(walk_get(machine_, held, i), to);
            }
        }
    }

    const Machine& machine_;
    std::set<Handle> openly_;
    std::set<Handle> secretly_;
};

// Real ages and numbers of what was shuffled: nobody who does not see the whole of an instance knows when it was made. They
// change places among instances of a class, and with them the order in which rules meet these.
class AgeChanger {
public:
    AgeChanger(MatchFlow& flow, std::uint32_t viewer, std::uint64_t seed)
        : flow_(flow), machine_(flow.machine), viewer_(viewer), random_(seed_random(seed)) {}

    void change() {
        for (ClassIndex index = 0; index < flow_.program().classes.size(); ++index) {
            change_class(index);
        }
    }

private:
    // Numbers that are shown as they are may never have been dealt out.
    [[nodiscard]] bool was_shuffled(Handle instance) const {
        return machine_.public_number_of(instance) != machine_.memory.half(instance + kAgeWord, 1);
    }

    void change_class(ClassIndex index) {
        std::vector<Handle> instances;
        {
            const ViewScope view_scope(flow_);
            machine_.collect_tracked(index, index, instances);
            std::erase_if(instances, [&](Handle each) { return !was_shuffled(each) || is_seen_wholly(each); });
        }
        std::vector<Word> ages;
        for (const Handle instance : instances) {
            ages.push_back(machine_.memory.load(instance + kAgeWord));
        }
        for (std::size_t left = ages.size(); left > 1; --left) {
            std::swap(ages[left - 1], ages[random_below(random_, left)]);
        }
        for (std::size_t i = 0; i < ages.size(); ++i) {
            machine_.memory.store(instances[i] + kAgeWord, ages[i]);
        }
        if (!ages.empty()) {
            link_by_age(machine_.layout.class_list(index));
        }
    }

    [[nodiscard]] bool is_seen_wholly(Handle instance) {
        bool sees = sees_instance(flow_, viewer_, instance);
        for (std::uint32_t i = 0; i < machine_.class_info(instance).attributes.size(); ++i) {
            sees = sees && sees_attribute(flow_, viewer_, instance, i);
        }
        return sees;
    }

    void link_by_age(Handle list) {
        Memory& memory = machine_.memory;
        std::vector<Handle> all;
        for (Handle each = memory.half(list, 0); each != 0; each = memory.half(each + kLinkWord, 0)) {
            all.push_back(each);
        }
        std::ranges::sort(all, {}, [&](Handle each) { return machine_.age_of(each); });
        for (std::size_t i = 0; i < all.size(); ++i) {
            memory.set_half(all[i] + kLinkWord, 0, i + 1 < all.size() ? all[i + 1] : 0);
            memory.set_half(all[i] + kLinkWord, 1, i > 0 ? all[i - 1] : 0);
        }
        memory.set_half(list, 0, all.front());
        memory.set_half(list, 1, all.back());
    }

    MatchFlow& flow_;
    Machine& machine_;
    std::uint32_t viewer_;
    RandomState random_;
};

// Attributes that a viewer does not see of things that they do see, and all of things that hidden attributes hold: each takes
// a value that it has somewhere else, and values of enums and things in hidden attributes change places.
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
                change_table(held.handle(), pools_[place.kind]);
            } else if (is_plain(held)) {
                machine_.memory.set_value(place.word, any_of(pools_[place.kind]));
            }
        }
        exchange_enum_values();
        exchange_instances();
    }

private:
    using AttributeKind = std::pair<ClassIndex, std::uint32_t>; // attribute so-and-so of a class
    struct Place {
        Handle word = 0;
        AttributeKind kind;
    };

    void find_hidden() {
        const ViewScope view_scope(flow_);
        const Program& program = flow_.program();
        std::vector<Handle> instances;
        machine_.collect_tracked(0, static_cast<ClassIndex>(program.classes.size() - 1), instances);
        const SecretlyHeld held(flow_, viewer_, instances);
        for (const Handle instance : instances) {
            const std::vector<AttributeInfo>& attributes = machine_.class_info(instance).attributes;
            for (std::uint32_t i = 0; i < attributes.size(); ++i) {
                const Place place{instance + attributes[i].offset, {machine_.class_of(instance), i}};
                add_to_pool(machine_.memory.value(place.word), pools_[place.kind]);
                if (held.has(instance)
                    || (sees_instance(flow_, viewer_, instance) && !sees_attribute(flow_, viewer_, instance, i))) {
                    hidden_.push_back(place);
                }
            }
        }
    }

    // Roles and the like change places: how many there are of each may be known.
    void exchange_enum_values() {
        std::map<AttributeKind, std::vector<Handle>> words;
        for (const Place& place : hidden_) {
            if (is_enum_value(machine_.memory.value(place.word))) {
                words[place.kind].push_back(place.word);
            }
        }
        for (const auto& [kind, places] : words) {
            for (std::size_t left = places.size(); left > 1; --left) {
                const Handle other = places[random_below(random_, left)];
                const Value held = machine_.memory.value(other);
                machine_.memory.set_value(other, machine_.memory.value(places[left - 1]));
                machine_.memory.set_value(places[left - 1], held);
            }
        }
    }

    // Where something hidden refers to a thing: a word, or a place in a list.
    struct Reference {
        Handle word = 0;
        Handle list = 0;
        std::uint32_t index = 0;
        Value thing;
    };

    // Things that hidden attributes of one type hold change places: all of them are still held.
    void exchange_instances() {
        std::map<TypeIndex, std::vector<Reference>> references;
        const Program& program = flow_.program();
        for (const Place& place : hidden_) {
            const Value held = machine_.memory.value(place.word);
            const TypeIndex type = program.classes[place.kind.first].attributes[place.kind.second].type;
            if (held.is_instance()) {
                references[type].push_back({place.word, 0, 0, held});
            }
            for (std::uint32_t i = 0; is_list(held) && i < list_length(machine_, held.handle()); ++i) {
                if (const Value thing = list_get(machine_, held.handle(), i); thing.is_instance()) {
                    references[program.types[type].element].push_back({0, held.handle(), i, thing});
                }
            }
        }
        for (auto& [type, places] : references) {
            exchange(places);
        }
    }

    void exchange(const std::vector<Reference>& places) {
        std::vector<Value> things;
        for (const Reference& place : places) {
            things.push_back(place.thing);
        }
        for (std::size_t left = things.size(); left > 1; --left) {
            std::swap(things[left - 1], things[random_below(random_, left)]);
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (places[i].list != 0) {
                list_set(machine_, places[i].list, places[i].index, things[i]);
            } else {
                machine_.memory.set_value(places[i].word, things[i]);
            }
        }
    }

    // What refers to other things says more than a number does: see exchange_instances().
    static bool is_plain(Value value) { return value.is_number() || value.is_text() || value.tag() == Tag::Bool; }
    static bool is_enum_value(Value value) {
        return value.tag() == Tag::Program && value.program_item() == ProgramItem::EnumValue;
    }

    void add_to_pool(Value held, std::vector<Value>& pool) {
        if (is_plain(held)) {
            pool.push_back(held);
        } else if (is_list(held)) {
            for (std::uint32_t i = 0; i < list_length(machine_, held.handle()); ++i) {
                add_to_pool(list_get(machine_, held.handle(), i), pool);
            }
        } else if (held.is_collection()) {
            for (const auto& [key, value] : plain_pairs(held.handle())) {
                pool.push_back(value);
            }
        }
    }

    // Of a table, those whose value is plain.
    [[nodiscard]] std::vector<std::pair<Value, Value>> plain_pairs(Handle table) const {
        std::vector<std::pair<Value, Value>> pairs;
        if (Header::unpack(machine_.memory.load(table)).kind != ObjectKind::Table) {
            return pairs;
        }
        std::uint32_t at = 0;
        Value key;
        Value value;
        while (table_next(machine_, table, at, key, value)) {
            if (is_plain(value)) {
                pairs.emplace_back(key, value);
            }
        }
        return pairs;
    }

    // Its keys stay: how many there are may be known.
    void change_table(Handle table, const std::vector<Value>& pool) {
        for (const auto& [key, value] : plain_pairs(table)) {
            table_set(machine_, table, key, any_of(pool));
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
    if (!determinize(match, viewer, seed, dealt)) {
        dealt.copy_from(match); // nothing else would look the same
    }
    copy_random_numbers(match, dealt);
    Match changed(dealt);
    AttributeChanger(changed.flow(), viewer, seed).change();
    AgeChanger(changed.flow(), viewer, seed).change();
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
