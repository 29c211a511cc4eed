// A machine over a small program written by hand: pieces, tiles, decks, and a board with a group of each geometry.
#pragma once

#include "program/texts.h"
#include "vm/collections.h"
#include "vm/native_lists.h"
#include "vm/positions.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace tgdl {

class PositionsTest : public testing::Test {
protected:
    enum Class : ClassIndex {
        kPawn, // interactables
        kCoin,
        kTile, // tiles
        kLand,
        kMeadow, // : Land
        kRock,
        kBlank,
        kGroup,
        kMap, // the board
        kDeck,
        kDiscards,
        kConnection,
        kRoad, // : connection
        kClasses,
    };
    enum Type : TypeIndex {
        kTileType,
        kLandType,
        kPawnType,
        kTiles,
        kPawns,
        kPawnStack,
        kGroups,
        kConnections,
        kConnectionType,
        kTypes
    };
    enum Group : GroupIndex {
        kField,   // 3 × 3 squares, sides
        kPlain,   // 4 × 4 squares, around
        kCave,    // 5 × 1 squares with a blank in the middle
        kRows,    // 3 × 3 hexes by rows
        kColumns, // 3 × 3 hexes by columns, the odd ones shifted
        kCities,  // a graph: Rome, Milan, Turin
        kNet,     // a graph written as a grid of 2 × 2
        kGroupCount,
    };

    PositionsTest() : program_(make_program()), machine_(program_, 2) {
        machine_.values.resize(16);
        const Handle blank = machine_.make_instance(kBlank);
        machine_.memory.set_half(kBlankWord, 0, blank);
        board_ = make_board();
    }

    // ---- the program

    static ClassInfo make_class(std::string name, ClassKind kind, std::uint16_t size) {
        ClassInfo info;
        info.name = std::move(name);
        info.kind = kind;
        info.size = size;
        return info;
    }

    static ValueType instances(ClassIndex first, ClassIndex last, std::string name) {
        ValueType type;
        type.kind = ValueKind::Instance;
        type.first_class = first;
        type.last_class = last;
        type.name = std::move(name);
        return type;
    }

    static ValueType collection(ValueKind kind, TypeIndex element, std::string name) {
        ValueType type;
        type.kind = kind;
        type.element = element;
        type.name = std::move(name);
        return type;
    }

    static GroupInfo make_grid(std::string name, GeometryKind geometry, std::uint32_t columns, std::uint32_t rows) {
        GroupInfo info;
        info.name = std::move(name);
        info.board = kMap;
        info.group_class = kGroup;
        info.geometry = geometry;
        info.columns = columns;
        info.rows = rows;
        info.tile_base = kLandType;
        info.cells.assign(std::size_t{columns} * rows, kLand);
        return info;
    }

    static void add_classes(Program& program) {
        program.classes = {
            make_class("Pawn", ClassKind::Interactable, kPieceWords),
            make_class("Coin", ClassKind::Interactable, kPieceWords),
            make_class("tile", ClassKind::Tile, kTileWords),
            make_class("Land", ClassKind::Tile, kTileWords),
            make_class("Meadow", ClassKind::Tile, kTileWords),
            make_class("Rock", ClassKind::Tile, kTileWords),
            make_class("BlankTile", ClassKind::Tile, kTileWords),
            make_class("group", ClassKind::Group, kGroupWords),
            make_class("Map", ClassKind::Board,
                       static_cast<std::uint16_t>(kInstanceWords) + std::uint16_t{kGroupCount}),
            make_class("Deck", ClassKind::Stack, kDeckWords),
            make_class("discards", ClassKind::Stack, kDeckWords),
            make_class("connection", ClassKind::Connection, kConnectionWords),
            make_class("Road", ClassKind::Connection, kConnectionWords),
        };
        for (ClassIndex index = 0; index < kClasses; ++index) {
            const auto kind = static_cast<std::size_t>(program.classes[index].kind);
            program.classes[index].last = index;
            if (program.last_class.at(kind) == 0) {
                program.first_class.at(kind) = index;
            }
            program.last_class.at(kind) = index + 1;
        }
        program.classes[kDiscards].is_discards = true;
        program.classes[kDeck].holds = kPawnType;
        program.classes[kMap].groups_offset = kInstanceWords;
        for (GroupIndex group = 0; group < kGroupCount; ++group) {
            program.classes[kMap].groups.push_back(group);
        }
        program.blank_tile = kBlank;
        program.plain_connection = kConnection;
        program.plain_discards = kDiscards;
        program.has_blanks = true;
    }

    static void add_groups(Program& program) {
        program.groups = {
            make_grid("Field", GeometryKind::Square, 3, 3),      make_grid("Plain", GeometryKind::Square, 4, 4),
            make_grid("Cave", GeometryKind::Square, 5, 1),       make_grid("Rows", GeometryKind::HexRow, 3, 3),
            make_grid("Columns", GeometryKind::HexColumn, 3, 3), make_grid("Cities", GeometryKind::Graph, 0, 0),
            make_grid("Net", GeometryKind::Graph, 2, 2),
        };
        program.groups[kPlain].around = true;
        program.groups[kCave].cells[2] = kNone;
        program.groups[kColumns].odd_shifted = true;
        program.groups[kCities].tiles = {kLand, kLand, kLand};
        program.groups[kCities].names = {1, 2, 3};
    }

    static Program make_program() {
        Program program;
        program.texts = {{"", u""}, {"Rome", u"Rome"}, {"Milan", u"Milan"}, {"Turin", u"Turin"}};
        index_texts(program);
        program.types = {
            instances(kTile, kBlank, "tile"),
            instances(kLand, kMeadow, "Land"),
            instances(kPawn, kPawn, "Pawn"),
            collection(ValueKind::List, kTileType, "List<tile>"),
            collection(ValueKind::List, kPawnType, "List<Pawn>"),
            collection(ValueKind::Stack, kPawnType, "Stack<Pawn>"),
            collection(ValueKind::Table, kTileType, "Table<group>"),
            collection(ValueKind::List, kConnectionType, "List<connection>"),
            instances(kConnection, kRoad, "connection"),
        };
        add_classes(program);
        add_groups(program);
        return program;
    }

    // ---- what stands on the table

    Handle make_board() {
        const Handle board = machine_.make_instance(kMap);
        for (std::uint32_t number = 0; number < kGroupCount; ++number) {
            const Handle group = make_group(machine_, board, number);
            bool out_of_memory = false;
            for (std::uint32_t i = 0; make_tile(machine_, group, i, out_of_memory) != 0; ++i) {
            }
            EXPECT_FALSE(out_of_memory);
            EXPECT_TRUE(join_group(machine_, group));
        }
        return board;
    }

    [[nodiscard]] Handle group(Group number) const {
        return machine_.memory.value(board_ + kInstanceWords + std::uint32_t{number}).handle();
    }
    [[nodiscard]] Handle at(Group number, std::int64_t column, std::int64_t row) const {
        bool outside = false;
        return group_cell(machine_, group(number), column, row, outside);
    }
    [[nodiscard]] Handle city(TextIndex name) {
        return tile_named(machine_, group(kCities), Value::constant_text(name));
    }
    Handle make_pawn() { return machine_.make_instance(kPawn); }
    Handle pawn_on(Handle tile) {
        const Handle pawn = make_pawn();
        put_on_tile(machine_, pawn, tile);
        return pawn;
    }

    // ---- looking at results

    std::vector<std::string> names(const std::vector<Handle>& instances) const {
        std::vector<std::string> all;
        for (const Handle instance : instances) {
            all.push_back(instance == 0 ? "-" : instance_name(machine_, instance));
        }
        return all;
    }
    std::vector<std::string> list_names(Value list) const {
        std::vector<Handle> all;
        for (std::uint32_t i = 0; i < list_length(machine_, list.handle()); ++i) {
            all.push_back(list_get(machine_, list.handle(), i).handle());
        }
        return names(all);
    }
    std::vector<std::string> neighbors(Handle tile) const {
        std::vector<Handle> all;
        for (unsigned direction = 0; direction < direction_count(group_info(machine_, group_of(machine_, tile)));
             ++direction) {
            all.push_back(neighbor(machine_, tile, direction));
        }
        return names(all);
    }
    std::vector<std::string> adjacents(Handle tile) const {
        std::vector<Edge> edges;
        edges_of(machine_, tile, edges);
        std::vector<Handle> all;
        for (const Edge& edge : edges) {
            all.push_back(edge.to);
        }
        return names(all);
    }

    // Runs a native; its result, or null when it did not go well: then outcome_ tells how.
    Value call(NativeId id, std::initializer_list<Value> arguments) {
        std::copy(arguments.begin(), arguments.end(), machine_.values.begin());
        machine_.live_top = static_cast<std::uint32_t>(arguments.size());
        outcome_ = board_native(id)(machine_, 0, static_cast<std::uint32_t>(arguments.size()));
        return outcome_ == Outcome::Next ? machine_.values.front() : Value::null();
    }
    static Value number(double value) { return Value::number(value); }
    static Value thing(Handle instance) { return Value::instance(instance); }
    [[nodiscard]] std::vector<Word> heap() const {
        return {machine_.memory.words(), machine_.memory.words() + machine_.memory.top()};
    }

    using Names = std::vector<std::string>;

    Program program_;
    Machine machine_;
    Handle board_ = 0;
    Outcome outcome_ = Outcome::Next;
};

} // namespace tgdl
