#include "check/builtins.h"

#include <array>

namespace tgdl {

namespace {

constexpr std::array kBuiltins = {
#define TGDL_BUILTIN(id, receiver, name, form, parameters, result, effects, ...)                                       \
    Builtin{BuiltinId::id, Receiver::receiver, name, BuiltinForm::form, parameters, result, effects},
#include "check/builtins.def"
#undef TGDL_BUILTIN
};

} // namespace

const Builtin& builtin(BuiltinId id) {
    return kBuiltins[static_cast<std::size_t>(id)];
}

const Builtin* find_builtin(Receiver receiver, std::string_view name) {
    for (const Builtin& entry : kBuiltins) {
        if (entry.receiver == receiver && entry.name == name) {
            return &entry;
        }
    }
    return nullptr;
}

bool may_be_declared_anew(const Builtin& entry) {
    switch (entry.id) {
    case BuiltinId::ListRandom:
    case BuiltinId::AskMax:
    case BuiltinId::AskMin:
    case BuiltinId::AskDistinct:
    case BuiltinId::AskTake:
    case BuiltinId::AskSkip:
    case BuiltinId::AskSorted:
    case BuiltinId::AskSortedBy:
    case BuiltinId::AskShuffled:
    case BuiltinId::AskReversed:
    case BuiltinId::AskJoin:
    case BuiltinId::AskList:
    case BuiltinId::TileCorner:
    case BuiltinId::TileSide:
    case BuiltinId::TileCorners:
    case BuiltinId::TileSides:
    case BuiltinId::TileTiles:
    case BuiltinId::GroupCorners:
    case BuiltinId::GroupSides:
    case BuiltinId::TileUnder:
    case BuiltinId::GroupSpots:
    case BuiltinId::BoardPosition:
    case BuiltinId::BoardRepeats:
    case BuiltinId::Turned:
    case BuiltinId::Facing: return true;
    default: return false;
    }
}

std::vector<std::string_view> builtin_names(Receiver receiver) {
    std::vector<std::string_view> names;
    for (const Builtin& entry : kBuiltins) {
        if (entry.receiver == receiver) {
            names.push_back(entry.name);
        }
    }
    return names;
}

} // namespace tgdl
