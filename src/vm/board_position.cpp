#include "vm/board_position.h"

#include "base/hash_combine.h"
#include "vm/collections.h"
#include "vm/native_positions.h"

#include <algorithm>
#include <span>

namespace tgdl {

namespace {

// One multiplication for each word: what a position has most of are words that nothing but their tile brings together.
inline std::uint64_t fold_in(std::uint64_t hash, std::uint64_t bits) {
    hash = (hash ^ bits) * 0x9E37'79B9'7F4A'7C15ULL;
    return hash ^ (hash >> 29U);
}

// Whether equal values of this kind have equal bits. A number may be -0 in memory.
inline bool is_plain(Value value) {
    constexpr unsigned kKinds = 4; // texts of both sorts, collections, instances
    return static_cast<unsigned>(value.tag()) - static_cast<unsigned>(Tag::ConstantText) >= kKinds;
}

class PositionHash {
public:
    PositionHash(Machine& machine, PositionReader reader)
        : machine_(machine), is_guarded_(reader == PositionReader::Rules && machine.guards_secrets()) {}

    Outcome add_board(Handle board) {
        const ClassInfo& info = machine_.class_info(board);
        for (std::uint32_t i = 0; i < info.groups.size() && outcome_ == Outcome::Next; ++i) {
            const Value group = machine_.memory.value(board + info.groups_offset + i);
            if (group.is_null()) { // while the board is being made its later groups are not there
                continue;
            }
            add_group(group.handle(), hash_combine(info.groups[i], kTiles));
            for (const std::uint32_t lattice : {0U, 1U}) { // corners, sides
                const Handle points = machine_.memory.half(group.handle() + kGroupLatticesWord, lattice);
                if (points != 0) {
                    add_group(points, hash_combine(info.groups[i], lattice));
                }
            }
        }
        return outcome_;
    }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

private:
    // The hash of a board is the sum of those of its tiles: none waits for the one before. Blocks that say what is visible
    // may run in between, but what they change is taken back.
    void add_group(Handle group, std::uint64_t start) {
        const bool is_graph = group_info(machine_, group).geometry == GeometryKind::Graph;
        const Word size = machine_.memory.load(group + kGroupSizeWord);
        const auto columns = static_cast<std::uint32_t>(size);
        const auto rows = static_cast<std::uint32_t>(size >> 32U);
        const std::uint32_t count = is_graph ? machine_.memory.half(group + kGroupCellsWord, 1) : columns * rows;
        const Handle cells = machine_.memory.half(group + kGroupCellsWord, 0);
        std::uint64_t sum = 0;
        std::uint64_t steps = 0;
        for (std::uint32_t i = 0; i < count && outcome_ == Outcome::Next; ++i) {
            const auto tile = static_cast<Handle>(machine_.memory.load(cells + 1 + i));
            if (tile == 0) {
                continue;
            }
            std::uint64_t hash = with_instance(with_place(start, tile, i), tile, steps);
            if (first_piece(machine_, tile) != 0) {
                hash = with_pieces(hash, tile, steps);
            }
            sum += hash_combine(start, hash);
        }
        hash_ += sum;
        if (!machine_.charge(steps) && outcome_ == Outcome::Next) {
            outcome_ = machine_.budget_spent();
        }
    }

    // Each of these gives the hash with what it adds. The steps of instances are counted, and charged once for their group.
    std::uint64_t with_pieces(std::uint64_t hash, Handle tile, std::uint64_t& steps) {
        for (Handle piece = first_piece(machine_, tile); piece != 0 && outcome_ == Outcome::Next;
             piece = next_piece(machine_, piece)) {
            if (is_guarded_ && !machine_.flow->may_read(piece, 0)) {
                outcome_ = Outcome::Opaque;
                break;
            }
            hash = with_instance(fold_in(hash, kPiece), piece, steps);
        }
        return hash;
    }

    [[nodiscard]] std::uint64_t with_place(std::uint64_t hash, Handle tile, std::uint32_t number) const {
        const bool has_name = !machine_.memory.value(tile + kTileNameWord).is_null();
        return fold_in(hash, has_name ? number : machine_.memory.load(tile + kTilePlaceWord));
    }

    // Most of what a game asks of a board of many tiles is this.
    [[gnu::always_inline]] std::uint64_t with_instance(std::uint64_t hash, Handle instance, std::uint64_t& steps) {
        const ClassIndex index = machine_.class_of(instance);
        const ClassInfo& info = machine_.program->classes[index];
        const std::span<const AttributeInfo> attributes = info.attributes;
        steps += (4 + attributes.size()) / 4;
        if (is_guarded_ && hides_any(instance, attributes)) [[unlikely]] {
            outcome_ = Outcome::Opaque;
            return hash;
        }
        hash = with_value(fold_in(hash, index), machine_.memory.value(instance + kOwnerWord));
        if (info.turned_word != 0) {
            hash = fold_in(hash, Value::number(turned_of(machine_, instance)).bits);
        }
        for (const AttributeInfo& attribute : attributes) {
            hash = with_value(hash, machine_.memory.value(instance + attribute.offset));
        }
        return hash;
    }

    [[nodiscard]] bool hides_any(Handle instance, std::span<const AttributeInfo> attributes) const {
        return std::ranges::any_of(attributes, [&](const AttributeInfo& attribute) {
            return !machine_.flow->may_read(instance, attribute.offset);
        });
    }

    [[gnu::always_inline]] std::uint64_t with_value(std::uint64_t hash, Value value) {
        if (is_plain(value)) [[likely]] {
            constexpr std::uint64_t kMinusZero = std::uint64_t{1} << 63U;
            return fold_in(hash, value.bits == kMinusZero ? 0 : value.bits);
        }
        return with_held(hash, value);
    }

    [[gnu::noinline]] std::uint64_t with_held(std::uint64_t hash, Value value) {
        return value.is_collection() ? with_collection(hash, value)
               : value.is_instance() ? with_reference(hash, value.handle())
                                     : fold_in(hash, hash_value(machine_, value));
    }

    // Something held counts by what it is: what lies on a tile by its class and place, a tile by its place.
    std::uint64_t with_reference(std::uint64_t hash, Handle instance) const {
        hash = fold_in(hash, machine_.class_of(instance));
        const bool is_tile = is_of_kind(machine_, instance, ClassKind::Tile);
        const bool is_piece = !is_tile && is_of_kind(machine_, instance, ClassKind::Interactable);
        const Handle tile = is_tile ? instance : is_piece ? tile_of(machine_, instance) : 0;
        if (tile == 0 || group_of(machine_, tile) == 0) {
            return fold_in(hash, machine_.memory.half(instance + kAgeWord, 1));
        }
        hash = fold_in(hash, machine_.memory.half(group_of(machine_, tile) + kGroupBoardWord, 1));
        return with_place(hash, tile, machine_.memory.half(tile + kTileGroupWord, 1));
    }

    // How deep collections lie in each other is limited by their types.
    std::uint64_t with_collection(std::uint64_t hash, Value collection) {
        const bool is_table = Header::unpack(machine_.memory.load(collection.handle())).kind == ObjectKind::Table;
        const std::uint32_t length =
            is_table ? table_length(machine_, collection.handle()) : walk_length(machine_, collection);
        hash = fold_in(hash, length);
        if (!machine_.charge_elements(length, 2)) {
            outcome_ = machine_.budget_spent();
            return hash;
        }
        if (is_table) {
            std::uint32_t at = 0;
            Value key;
            Value value;
            while (table_next(machine_, collection.handle(), at, key, value)) {
                hash = with_value(with_value(hash, key), value);
            }
            return hash;
        }
        for (std::uint32_t i = 0; i < length; ++i) {
            hash = with_value(hash, walk_get(machine_, collection, i));
        }
        return hash;
    }

    static constexpr std::uint64_t kPiece = 0x7069'6563'65ULL; // sets a piece apart from what stands before it
    static constexpr std::uint32_t kTiles = 2;                 // behind the two lattices

    Machine& machine_;
    bool is_guarded_;
    Outcome outcome_ = Outcome::Next;
    std::uint64_t hash_ = 0x706F'7369'7469'6F6EULL;
};

// A number of the language has room for 53 bits.
Value as_number(std::uint64_t hash) {
    constexpr unsigned kSpareBits = 11;
    return Value::number(static_cast<double>(hash >> kSpareBits));
}

// The key of a position in the Table of moments: of all, or of those with this player active.
Value moment_key(const Machine& machine, Handle board, std::uint64_t position, std::uint32_t player) {
    const std::uint64_t which =
        (std::uint64_t{machine.class_of(board)} << 32U) | machine.memory.half(board + kAgeWord, 1);
    return as_number(hash_combine(hash_combine(position, which), player));
}

constexpr std::uint32_t kAnyPlayer = kNone;

void count_up(Machine& machine, Handle moments, Value key) {
    const Value before = table_get(machine, moments, key);
    table_set(machine, moments, key, Value::number(before.is_null() ? 1 : before.as_number() + 1));
}

Outcome position_of_board(NativeCall& call) {
    std::uint64_t position = 0;
    const Outcome outcome = board_position(call.machine, call.handle(0), PositionReader::Rules, position);
    return outcome == Outcome::Next ? call.give(as_number(position)) : outcome;
}

Outcome repeats_of_board(NativeCall& call) {
    Machine& machine = call.machine;
    std::uint64_t position = 0;
    const Outcome outcome = board_position(machine, call.handle(0), PositionReader::Rules, position);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    const Handle moments = machine.memory.half(kMomentsWord, 0);
    const std::uint32_t player = call.argument(1).is_null() ? kAnyPlayer : static_cast<std::uint32_t>(call.number(1));
    const Value count = moments == 0
                            ? Value::null()
                            : table_get(machine, moments, moment_key(machine, call.handle(0), position, player));
    return call.give(count.is_null() ? Value::number(0) : count);
}

constexpr auto kRepetitionNatives = std::to_array<NativeEntry>({
    {NativeId::BoardPosition, native<"position", position_of_board>},
    {NativeId::BoardRepeats, native<"repeats", repeats_of_board>},
});

} // namespace

Outcome board_position(Machine& machine, Handle board, PositionReader reader, std::uint64_t& position) {
    PositionHash hash(machine, reader);
    const Outcome outcome = hash.add_board(board);
    position = hash.hash();
    return outcome;
}

void record_moment(Machine& machine, std::uint32_t player) {
    const Program& program = *machine.program;
    Handle moments = machine.memory.half(kMomentsWord, 0);
    if (moments == 0) {
        const Value made = make_table(machine, kNone);
        if (made.is_null()) {
            return; // whatever is made next finds no memory either, and says so
        }
        moments = made.handle();
        machine.memory.set_half(kMomentsWord, 0, moments);
    }
    const auto boards = static_cast<std::size_t>(ClassKind::Board);
    for (ClassIndex index = program.first_class[boards]; index < program.last_class[boards]; ++index) {
        for (Handle board = machine.memory.half(machine.layout.class_list(index), 0); board != 0;
             board = machine.memory.half(board + kLinkWord, 0)) {
            std::uint64_t position = 0;
            if (board_position(machine, board, PositionReader::Match, position) != Outcome::Next) {
                return; // the budget is spent: the next instruction says so
            }
            count_up(machine, moments, moment_key(machine, board, position, kAnyPlayer));
            count_up(machine, moments, moment_key(machine, board, position, player));
        }
    }
}

std::span<const NativeEntry> repetition_natives() {
    return kRepetitionNatives;
}

} // namespace tgdl
