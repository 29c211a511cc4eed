#include "match/public_numbers.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace tgdl {

namespace {

// Numbers come from the match's own stream, far behind all that the rules can draw: a stretch for each shuffle.
constexpr std::uint64_t kFirstStretch = std::uint64_t{1} << 63U;
constexpr std::uint64_t kStretches = std::uint64_t{1} << 24U; // for one shuffle

// A shuffle that is undone has used its numbers, as with any others.
RandomState next_generator(Memory& memory) {
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), memory.unlogged(kRandomWord), sizeof(generator));
    const std::uint64_t dealt = memory.half(kSpareWord, 1);
    *memory.unlogged(kSpareWord) += Word{1} << 32U;
    jump_random(generator, kFirstStretch + dealt * kStretches);
    return generator;
}

// The instances with public numbers in the collection, in order, each once.
std::vector<Handle> instances_in(const Machine& machine, Value collection) {
    std::vector<Handle> instances;
    const std::uint32_t length = walk_length(machine, collection);
    for (std::uint32_t i = 0; i < length; ++i) {
        const Value thing = walk_get(machine, collection, i);
        if (thing.is_instance() && machine.class_info(thing.handle()).public_word != 0) {
            instances.push_back(thing.handle());
        }
    }
    if (!collection.is_instance()) { // a deck has each card once
        std::vector<std::pair<Handle, std::size_t>> places;
        places.reserve(instances.size());
        for (std::size_t i = 0; i < instances.size(); ++i) {
            places.emplace_back(instances[i], i);
        }
        std::ranges::sort(places);
        const auto again = std::ranges::unique(places, {}, &std::pair<Handle, std::size_t>::first);
        places.erase(again.begin(), again.end());
        std::ranges::sort(places, {}, &std::pair<Handle, std::size_t>::second);
        instances.clear();
        std::ranges::transform(places, std::back_inserter(instances), &std::pair<Handle, std::size_t>::first);
    }
    return instances;
}

std::uint32_t position_on_tile(const Machine& machine, Handle tile, Handle piece) {
    std::uint32_t position = 0;
    for (Handle other = first_piece(machine, tile); other != piece && other != 0; other = next_piece(machine, other)) {
        ++position;
    }
    return position;
}

} // namespace

bool is_seen_in_part(const ClassInfo& info) {
    return info.public_word != 0 && std::ranges::any_of(info.attributes, [](const AttributeInfo& attribute) {
               return !attribute.visible.empty();
           });
}

void MatchFlow::deal_public_numbers(Value collection) {
    const std::vector<Handle> instances = instances_in(machine, collection);
    if (instances.size() < 2) {
        return;
    }
    machine.charge(instances.size());
    RandomState generator = next_generator(machine.memory);
    tgdl::deal_public_numbers(machine, instances, generator);
}

void deal_public_numbers(Machine& machine, std::vector<Handle> instances, RandomState& generator) {
    for (std::size_t left = instances.size(); left > 1; --left) {
        std::swap(instances[left - 1], instances[random_below(generator, left)]);
    }
    std::vector<std::pair<ClassIndex, std::size_t>> drawn; // class by class, in the order drawn
    std::vector<std::pair<ClassIndex, Word>> numbers;      // ages differ: they alone decide within a class
    drawn.reserve(instances.size());
    numbers.reserve(instances.size());
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const Word word = machine.memory.load(machine.public_word_of(instances[i]));
        const ClassInfo& info = machine.class_info(instances[i]);
        const ClassIndex of = info.counted_as == kNone ? machine.class_of(instances[i]) : info.counted_as;
        drawn.emplace_back(of, i);
        numbers.emplace_back(of, word << 32U | word >> 32U);
    }
    std::ranges::sort(drawn);
    std::ranges::sort(numbers);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const Word age_first = numbers[i].second;
        machine.memory.store(machine.public_word_of(instances[drawn[i].second]), age_first << 32U | age_first >> 32U);
    }
}

// Where the instance comes among the options of a player: the seen ones by age, as players are shown it; then the others by
// where they are: the age of the place, and the position in it, else a number drawn for the player.
std::uint64_t MatchFlow::rank_for(std::uint32_t player, Handle instance) {
    constexpr std::uint64_t kHidden = std::uint64_t{1} << 63U;
    constexpr std::uint32_t kNowhere = 0x7fffffffU;
    const auto hidden_at = [&](std::uint32_t place, std::uint32_t position) {
        return kHidden | std::uint64_t{std::min(place, kNowhere)} << 32U | position;
    };
    const ClassInfo& info = machine.class_info(instance);
    const bool is_always_seen = info.public_word == 0 && info.scope != Scope::Global;
    if (is_always_seen || sees_instance(*this, player, instance)) {
        return machine.public_age_of(instance);
    }
    if (info.kind == ClassKind::Interactable) {
        if (const Handle deck = deck_of(machine, instance); deck != 0) {
            return hidden_at(machine.age_of(deck), deck_position(machine, deck, instance));
        }
        if (const Handle tile = tile_of(machine, instance); tile != 0) {
            return hidden_at(machine.age_of(tile), position_on_tile(machine, tile, instance));
        }
    }
    std::uint64_t mixed = *machine.memory.unlogged(kRandomWord)
                          ^ (std::uint64_t{machine.public_age_of(instance)} * 0x9E3779B97F4A7C15ULL)
                          ^ (std::uint64_t{player} << 56U);
    mixed ^= mixed >> 29U;
    mixed *= 0xBF58476D1CE4E5B9ULL;
    return hidden_at(kNowhere, static_cast<std::uint32_t>(mixed >> 32U));
}

void MatchFlow::order_for(std::uint32_t player, std::vector<Handle>& instances) {
    const ReachabilityScope reach(reachability_cache);
    std::vector<std::pair<std::uint64_t, Handle>> ranked;
    ranked.reserve(instances.size());
    for (const Handle instance : instances) {
        ranked.emplace_back(rank_for(player, instance), instance);
    }
    std::ranges::sort(ranked);
    std::ranges::transform(ranked, instances.begin(), &std::pair<std::uint64_t, Handle>::second);
}

} // namespace tgdl
