#include "vm/board_position.h"

#include "base/hash_combine.h"
#include "vm/collections.h"
#include "vm/native_positions.h"

namespace tgdl {

namespace {

class PositionHash {
public:
    PositionHash(Machine& machine, PositionReader reader)
        : machine_(machine), is_guarded_(reader == PositionReader::Rules && machine.guards_secrets()) {}

    Outcome add_board(Handle board) {
        const ClassInfo& info = machine_.class_info(board);
        for (std::uint32_t i = 0; i < info.groups.size() && outcome_ == Outcome::Next; ++i) {
            const Value group = machine_.memory.value(board + info.groups_offset + i);
            add(info.groups[i]);
            if (group.is_null()) { // while the board is being made its later groups are not there
                continue;
            }
            add_group(group.handle());
            for (const std::uint32_t lattice : {0U, 1U}) { // corners, sides
                const Handle points = machine_.memory.half(group.handle() + kGroupLatticesWord, lattice);
                if (points != 0) {
                    add_group(points);
                }
            }
        }
        return outcome_;
    }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

private:
    void add(std::uint64_t bits) { hash_ = hash_combine(hash_, bits); }

    // Blocks that say what is visible may run in between, so nothing is taken from the heap for longer than one tile.
    void add_group(Handle group) {
        const bool is_graph = group_info(machine_, group).geometry == GeometryKind::Graph;
        const Word size = machine_.memory.load(group + kGroupSizeWord);
        const auto columns = static_cast<std::uint32_t>(size);
        const auto rows = static_cast<std::uint32_t>(size >> 32U);
        const std::uint32_t count = is_graph ? machine_.memory.half(group + kGroupCellsWord, 1) : columns * rows;
        for (std::uint32_t i = 0; i < count && outcome_ == Outcome::Next; ++i) {
            const Handle cells = machine_.memory.half(group + kGroupCellsWord, 0);
            const auto tile = static_cast<Handle>(machine_.memory.load(cells + 1 + i));
            if (tile != 0) {
                add_tile(tile, i);
            }
        }
    }

    void add_tile(Handle tile, std::uint32_t number) {
        add_place(tile, number);
        add_instance(tile);
        for (Handle piece = first_piece(machine_, tile); piece != 0 && outcome_ == Outcome::Next;
             piece = next_piece(machine_, piece)) {
            if (is_guarded_ && !machine_.flow->may_read(piece, 0)) {
                outcome_ = Outcome::Opaque;
                return;
            }
            add(kPiece);
            add_instance(piece);
        }
    }

    void add_place(Handle tile, std::uint32_t number) {
        add(machine_.memory.value(tile + kTileNameWord).is_null() ? machine_.memory.load(tile + kTilePlaceWord)
                                                                  : std::uint64_t{number});
    }

    void add_instance(Handle instance) {
        const ClassIndex index = machine_.class_of(instance);
        const ClassInfo& info = machine_.program->classes[index];
        if (!machine_.charge_elements(4 + info.attributes.size(), 2)) {
            outcome_ = machine_.budget_spent();
            return;
        }
        add(index);
        add_value(machine_.memory.value(instance + kOwnerWord));
        if (info.turned_word != 0) {
            add(Value::number(turned_of(machine_, instance)).bits);
        }
        for (const AttributeInfo& attribute : info.attributes) {
            if (is_guarded_ && !machine_.flow->may_read(instance, attribute.offset)) {
                outcome_ = Outcome::Opaque;
                return;
            }
            add_value(machine_.memory.value(instance + attribute.offset));
        }
    }

    void add_value(Value value) {
        if (value.is_collection()) {
            add_collection(value);
        } else if (value.is_instance()) {
            add_reference(value.handle());
        } else {
            add(hash_value(machine_, value));
        }
    }

    // Something held counts by what it is: what lies on a tile by its class and place, a tile by its place.
    void add_reference(Handle instance) {
        add(machine_.class_of(instance));
        const bool is_tile = is_of_kind(machine_, instance, ClassKind::Tile);
        const bool is_piece = !is_tile && is_of_kind(machine_, instance, ClassKind::Interactable);
        const Handle tile = is_tile ? instance : is_piece ? tile_of(machine_, instance) : 0;
        if (tile != 0 && group_of(machine_, tile) != 0) {
            add(machine_.memory.half(group_of(machine_, tile) + kGroupBoardWord, 1));
            add_place(tile, machine_.memory.half(tile + kTileGroupWord, 1));
        } else {
            add(machine_.memory.half(instance + kAgeWord, 1));
        }
    }

    // How deep collections lie in each other is limited by their types.
    void add_collection(Value collection) {
        const bool is_table = Header::unpack(machine_.memory.load(collection.handle())).kind == ObjectKind::Table;
        const std::uint32_t length =
            is_table ? table_length(machine_, collection.handle()) : walk_length(machine_, collection);
        add(length);
        if (!machine_.charge_elements(length, 2)) {
            outcome_ = machine_.budget_spent();
            return;
        }
        if (is_table) {
            std::uint32_t at = 0;
            Value key;
            Value value;
            while (table_next(machine_, collection.handle(), at, key, value)) {
                add_value(key);
                add_value(value);
            }
            return;
        }
        for (std::uint32_t i = 0; i < length; ++i) {
            add_value(walk_get(machine_, collection, i));
        }
    }

    static constexpr std::uint64_t kPiece = 0x7069'6563'65ULL; // sets a piece apart from the next tile

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
