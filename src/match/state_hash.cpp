// Match::hash(): the same for matches that go on in the same way, wherever in the heap their things lie.
//
// Everything that can be reached is visited from the fixed words on, and numbered in the order it is met; references are
// hashed as these numbers. What only counts (ages, serials, decisions made) is left out or replaced by its order.
#include "base/hash_combine.h"
#include "match/action_frame.h"
#include "match/flow.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <vector>

namespace tgdl {

namespace {

// Values of activities that hold marks: lengths of the journal and the heap, which differ between equal matches.
bool is_mark(FrameKind kind, std::uint32_t value) {
    return (kind == FrameKind::Transaction && value < 2)
           || (kind == FrameKind::RunAction && (value == kActionMarkA || value == kActionMarkB));
}

class StateHash {
public:
    explicit StateHash(const MatchFlow& flow)
        : flow_(flow), machine_(flow.machine), memory_(flow.machine.memory), number_of_(memory_.top(), 0) {}

    std::uint64_t work_out() {
        add_fixed_words();
        add_frames();
        add_flow();
        std::size_t done = 0; // what is met on the way joins the end
        while (done < met_.size()) {
            add_object(met_[done++]);
        }
        add_ages();
        return hash_;
    }

private:
    void add(std::uint64_t bits) {
        hash_ = (hash_ ^ bits) * 0x9E37'79B9'7F4A'7C15ULL;
        hash_ ^= hash_ >> 29U;
    }

    void add_reference(Handle handle) {
        if (handle == 0) {
            add(0);
            return;
        }
        if (number_of_[handle] == 0) {
            met_.push_back(handle);
            number_of_[handle] = static_cast<std::uint32_t>(met_.size());
        }
        add(number_of_[handle]);
    }

    void add_value(Value value) {
        if (value.is_instance() || value.is_collection()) {
            add(static_cast<std::uint64_t>(value.tag()));
            add_reference(value.handle());
        } else if (value.is_text()) {
            add(static_cast<std::uint64_t>(Tag::Text));
            add(hash_value(machine_, value));
        } else {
            add(value.bits);
        }
    }

    void add_fixed_words() {
        for (const StateWord word : {kQueueWord, kSimultaneousWord, kScoresWord, kGameActionsWord}) {
            add_reference(memory_.half(word, 0));
            add(memory_.half(word, 1));
        }
        add_moments();
        add(memory_.load(kTurnWord));
        add(memory_.load(kActiveWord));
        add(memory_.load(kTurnDoneWord));
        add(memory_.half(kPhaseWord, 1) != 0 && memory_.half(kPhaseWord, 0) == memory_.half(kPhaseWord, 1) ? 1 : 0);
        for (Handle word = machine_.layout.globals; word < machine_.layout.end; ++word) {
            add_value(memory_.value(word));
        }
        for (ClassIndex index = 0; index < machine_.program->classes.size(); ++index) {
            add_class(index);
        }
    }

    // In which order positions were met does not matter.
    void add_moments() {
        const Handle moments = memory_.half(kMomentsWord, 0);
        if (moments == 0) {
            return;
        }
        std::uint64_t sum = 0;
        std::uint32_t at = 0;
        Value key;
        Value count;
        while (table_next(machine_, moments, at, key, count)) {
            sum += hash_combine(key.bits, count.bits);
        }
        add(sum);
    }

    // What somebody owns is reached through that. How many events there were shows nowhere.
    void add_class(ClassIndex index) {
        if (machine_.program->classes[index].kind != ClassKind::Event) {
            add(memory_.half(machine_.layout.class_counter(index), 0));
        }
        Handle instance = memory_.half(machine_.layout.class_list(index), 0);
        while (instance != 0) {
            if (!memory_.value(instance + kOwnerWord).is_null()) {
                add_reference(instance);
            }
            instance = memory_.half(instance + kLinkWord, 0);
        }
    }

    void add_frames() {
        const FrameStack& frames = machine_.frames;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Frame& frame = frames[i];
            add(static_cast<std::uint64_t>(frame.kind) | (std::uint64_t{frame.flags} << 16U)
                | (std::uint64_t{frame.at} << 32U));
            add(frame.code);
            const std::uint32_t end = i + 1 < frames.size() ? frames[i + 1].base : flow_.live_top();
            for (std::uint32_t at = frame.base; at < end; ++at) {
                if (!is_mark(frame.kind, at - frame.base)) {
                    add_value(machine_.values[at]);
                }
            }
        }
    }

    void add_flow() {
        const FlowState& state = flow_.state;
        // Who chose matters to the transaction alone; what an activity left for the one below was read before any decision.
        const std::uint64_t chooser = state.in_transaction ? state.chooser : 0;
        add(static_cast<std::uint64_t>(state.status) | (state.over ? 0x100U : 0U) | (chooser << 32U));
        add(state.idle_passes);
        if (state.status == MatchStatus::Finished) {
            for (const std::vector<std::uint32_t>& place : flow_.result.places) {
                add(place.size());
                for (const std::uint32_t player : place) {
                    add(player);
                }
            }
        }
        for (const std::vector<std::uint64_t>* keys : {&flow_.line, &flow_.refused}) {
            add(keys->size());
            for (const std::uint64_t key : *keys) {
                add(key);
            }
        }
    }

    void add_object(Handle object) {
        const Header header = Header::unpack(memory_.load(object));
        add(static_cast<std::uint64_t>(header.kind) | (std::uint64_t{header.flags} << 8U)
            | (std::uint64_t{header.type} << 16U));
        switch (header.kind) {
        case ObjectKind::Instance: add_instance(object); break;
        case ObjectKind::List:
        case ObjectKind::Stack: add_sequence(object); break;
        case ObjectKind::Table: add_table(object); break;
        case ObjectKind::Free:
        case ObjectKind::Text:
        case ObjectKind::Storage: break; // texts are hashed where they are held; the others are never referred to
        }
    }

    void add_sequence(Handle sequence) {
        const Value walked = Value::collection(sequence);
        const std::uint32_t length = walk_length(machine_, walked);
        add(length);
        for (std::uint32_t i = 0; i < length; ++i) {
            add_value(walk_get(machine_, walked, i));
        }
    }

    void add_table(Handle table) {
        add(table_length(machine_, table));
        std::uint32_t at = 0;
        Value key;
        Value value;
        while (table_next(machine_, table, at, key, value)) {
            add_value(key);
            add_value(value);
        }
    }

    void add_instance(Handle instance) {
        const ClassInfo& info = machine_.class_info(instance);
        instances_.push_back(instance);
        add(memory_.half(instance + kAgeWord, 1));
        if (info.public_word != 0) {
            add(memory_.half(instance + info.public_word, 1));
        }
        add_value(memory_.value(instance + kOwnerWord));
        for (const AttributeInfo& attribute : info.attributes) {
            add_value(memory_.value(instance + attribute.offset));
        }
        if (info.turned_word != 0) {
            add(memory_.load(instance + info.turned_word));
        }
        if (info.disabled_offset != 0) {
            constexpr std::size_t kBits = kActionsPerWord;
            for (std::size_t i = 0; i * kBits < info.actions.size(); ++i) {
                add(memory_.load(instance + info.disabled_offset + static_cast<std::uint32_t>(i)));
            }
        }
        switch (info.kind) {
        case ClassKind::Interactable: add_reference(memory_.half(instance + kPlaceWord, 0)); break;
        case ClassKind::Tile: add_tile(instance); break;
        case ClassKind::Group: add_group(instance); break;
        case ClassKind::Board: add_board(instance, info); break;
        case ClassKind::Stack: add_deck(instance); break;
        case ClassKind::Connection: add_connection(instance); break;
        case ClassKind::Class:
        case ClassKind::Event: break;
        }
    }

    void add_tile(Handle tile) {
        add_reference(memory_.half(tile + kTileGroupWord, 0));
        add(memory_.load(tile + kTilePlaceWord));
        if (is_lattice_tile(machine_, tile)) {
            add(memory_.half(tile + kTileGroupWord, 1)); // part of its text
        }
        add_value(memory_.value(tile + kTileNameWord));
        for (Handle piece = first_piece(machine_, tile); piece != 0; piece = next_piece(machine_, piece)) {
            add_reference(piece);
        }
        if (memory_.half(tile + kTileEdgesWord, 0) == 0) {
            add(0);
            return;
        }
        std::vector<Edge> edges;
        edges_of(machine_, tile, edges);
        add(1 + edges.size());
        for (const Edge& edge : edges) {
            add_reference(edge.to);
            add_reference(edge.connection);
            add(Value::number(edge.distance).bits);
        }
    }

    void add_group(Handle group) {
        add_reference(memory_.half(group + kGroupBoardWord, 0));
        add(memory_.load(group + kGroupSizeWord));
        add(memory_.load(group + kGroupOriginWord));
        if (memory_.load(group + kGroupLatticesWord) != 0) {
            add_reference(memory_.half(group + kGroupLatticesWord, 0));
            add_reference(memory_.half(group + kGroupLatticesWord, 1));
            add(memory_.half(group + kGroupCellsWord, 1)); // of corners and sides: the next number
        }
        std::vector<Handle> tiles; // each knows its place
        tiles_of(machine_, group, tiles);
        for (const Handle tile : tiles) {
            add_reference(tile);
        }
    }

    void add_board(Handle board, const ClassInfo& info) {
        for (std::uint32_t i = 0; i < info.groups.size(); ++i) {
            add_value(memory_.value(board + info.groups_offset + i));
        }
    }

    void add_deck(Handle deck) {
        const std::uint32_t length = deck_length(machine_, deck);
        add(length);
        for (std::uint32_t i = 0; i < length; ++i) {
            add_reference(deck_get(machine_, deck, i));
        }
        add_reference(pile_of(machine_, deck));
    }

    void add_connection(Handle connection) {
        add_value(memory_.value(connection + kConnectionToWord));
        add_value(memory_.value(connection + kConnectionDistanceWord));
        add_reference(memory_.half(connection + kConnectionFromWord, 0));
    }

    // Candidates come by age: their order matters, not how old they are.
    void add_ages() {
        std::ranges::sort(instances_, {}, [&](Handle instance) { return machine_.age_of(instance); });
        for (const Handle instance : instances_) {
            add(number_of_[instance]);
        }
    }

    const MatchFlow& flow_;
    const Machine& machine_;
    const Memory& memory_;
    std::vector<std::uint32_t> number_of_; // by handle; 0: not met yet
    std::vector<Handle> met_;
    std::vector<Handle> instances_;
    std::uint64_t hash_ = 0x7467'646C'6861'7368ULL;
};

} // namespace

std::uint64_t Match::hash() const {
    return StateHash(*flow_).work_out();
}

} // namespace tgdl
