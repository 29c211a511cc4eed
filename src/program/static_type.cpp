#include "program/static_type.h"

#include "program/instance_layout.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace tgdl {

namespace {

constexpr StaticTypeId kUnknown = 0xffffffffU;
constexpr std::uint32_t kHolds = kIsList | kIsTable | kIsStack | kIsConstantPosition;

std::uint32_t kinds_of(Value constant, std::uint32_t players) {
    if (constant.is_number()) {
        const double number = constant.as_number();
        return number >= 0 && number < players && number == std::trunc(number) ? kIsPlayer : kIsNumber;
    }
    switch (constant.tag()) {
    case Tag::Bool: return kIsBool;
    case Tag::ConstantText:
    case Tag::Text: return kIsText;
    case Tag::Program: break;
    case Tag::Collection:
    case Tag::Instance: return kIsUndefined;
    case Tag::Null: return 0;
    }
    switch (constant.program_item()) {
    case ProgramItem::Movement: return kIsMovement;
    case ProgramItem::Turn: return kIsTurn;
    case ProgramItem::Direction: return kIsDirection;
    case ProgramItem::EnumValue: return kIsEnum;
    case ProgramItem::Shape: return kIsShape;
    case ProgramItem::Absent: return kIsAbsent;
    case ProgramItem::Hole:
    case ProgramItem::Shown: return kIsHole;
    }
    return kIsUndefined;
}

} // namespace

std::size_t StaticTypes::Hash::operator()(const StaticType& type) const {
    std::uint64_t mixed = type.kinds;
    for (const std::uint32_t part : {type.first, type.last, type.element, type.key, type.constant}) {
        mixed = (mixed ^ part) * 0x9E37'79B9'7F4A'7C15ULL;
        mixed ^= mixed >> 32U;
    }
    return mixed;
}

StaticTypes::StaticTypes(const Program& program)
    : program_(&program), by_index_(program.types.size(), kUnknown), words_(program.classes.size()) {
    add({});
    const auto classes = static_cast<ClassIndex>(program.classes.size());
    // Its elements and keys are such themselves.
    add({kAllKinds, 0, classes == 0 ? 0 : classes - 1, kAny, kAny, kNone});
    add({kIsUndefined, 0, 0, 0, 0, kNone});
}

// One form for each type: parts that mean nothing are 0, the blank tile is no class.
StaticTypeId StaticTypes::add(StaticType type) {
    if (type.may_be(kIsNumber)) {
        type.kinds &= ~static_cast<std::uint32_t>(kIsPlayer);
    }
    if (type.may_be(kIsInstance)) {
        const ClassIndex blank = program_->blank_tile;
        if (blank != kNone && type.first <= blank && blank <= type.last
            && (type.first == blank || type.last == blank)) {
            type.kinds |= program_->has_blanks ? kIsBlank : 0U;
            type.first += type.first == blank ? 1U : 0U;
            type.last -= type.last == blank ? 1U : 0U;
        }
        const bool has_none = type.first > type.last || type.last == kNone;
        type.kinds &= has_none ? ~static_cast<std::uint32_t>(kIsInstance) : type.kinds;
    }
    const bool is_pile = type.may_be(kIsInstance) && type.first == program_->plain_discards && type.last == type.first;
    if (!type.may_be(kIsInstance)) {
        type.first = type.last = 0;
    }
    if (!type.may_be(kHolds) && !is_pile) {
        type.element = 0;
    }
    if (!type.may_be(kIsTable)) {
        type.key = 0;
    }
    if (!type.may_be(kIsList)) {
        type.kinds &= ~static_cast<std::uint32_t>(kOwnElement);
    }
    const auto [found, added] = ids_.try_emplace(type, static_cast<StaticTypeId>(types_.size()));
    if (added) {
        types_.push_back(type);
    }
    return found->second;
}

StaticTypeId StaticTypes::of(TypeIndex type) {
    if (type == kNone) {
        return kUndefined;
    }
    if (by_index_[type] == kUnknown) {
        const StaticTypeId id = of_value_type(program_->types[type]);
        by_index_[type] = id;
    }
    return by_index_[type];
}

StaticTypeId StaticTypes::of_value_type(const ValueType& type) {
    switch (type.kind) {
    case ValueKind::Nothing: return kNull;
    case ValueKind::Number: return plain(kIsNumber);
    case ValueKind::Text: return plain(kIsText);
    case ValueKind::Bool: return plain(kIsBool);
    case ValueKind::Player: return plain(kIsPlayer);
    case ValueKind::List: return collection(kIsList, of(type.element));
    case ValueKind::Table: return collection(kIsTable, of(type.element), type.key == kNone ? kAny : of(type.key));
    case ValueKind::Stack: return collection(kIsStack, of(type.element));
    case ValueKind::Instance: {
        const StaticTypeId id = instance_of(type.first_class, type.last_class);
        if (type.element == kNone) {
            return id;
        }
        StaticType pile = types_[id];
        pile.element = of(type.element);
        return add(pile);
    }
    case ValueKind::Turn: return plain(kIsTurn);
    case ValueKind::Movement: return plain(kIsMovement);
    case ValueKind::Enum: return plain(kIsEnum);
    case ValueKind::AnyKey: return kAny;
    case ValueKind::Shape: return plain(kIsShape);
    case ValueKind::Direction: return plain(kIsNumber | kIsDirection);
    }
    return kUndefined;
}

StaticTypeId StaticTypes::of_constant(std::uint32_t constant) {
    return add({kinds_of(program_->constants[constant], program_->min_players), 0, 0, 0, 0, constant});
}

StaticTypeId StaticTypes::instance_of(ClassIndex first, ClassIndex last) {
    if (first > last || last >= program_->classes.size()) {
        return kNull;
    }
    StaticType type{kIsInstance, first, last, 0, 0, kNone};
    const auto tiles = static_cast<std::size_t>(ClassKind::Tile);
    if (program_->has_blanks && first < program_->last_class[tiles] && last >= program_->first_class[tiles]) {
        type.kinds |= kIsBlank;
    }
    if (first == program_->plain_discards && last == first) {
        type.element = of_kind(ClassKind::Interactable);
    }
    return add(type);
}

StaticTypeId StaticTypes::of_kind(ClassKind kind) {
    const auto number = static_cast<std::size_t>(kind);
    const ClassIndex end = program_->last_class[number];
    return end == 0 ? kNull : instance_of(program_->first_class[number], end - 1);
}

StaticTypeId StaticTypes::collection(StaticKind kind, StaticTypeId element, StaticTypeId key) {
    return add({kind, 0, 0, element, key, kNone});
}

StaticTypeId StaticTypes::join(StaticTypeId first, StaticTypeId second) {
    if (first == second) {
        return first;
    }
    const StaticType a = types_[first];
    const StaticType b = types_[second];
    StaticType both;
    both.kinds = ((a.kinds | b.kinds) & ~kAlways) | (a.kinds & b.kinds & kAlways);
    both.constant = a.constant == b.constant ? a.constant : kNone;
    const auto merge = [&](std::uint32_t kinds, StaticTypeId of_a, StaticTypeId of_b) {
        if (!a.may_be(kinds)) {
            return of_b;
        }
        return b.may_be(kinds) ? join(of_a, of_b) : of_a;
    };
    constexpr std::uint32_t kHasElement = kHolds | kIsInstance;
    both.element = merge(kHasElement, a.element, b.element);
    both.key = merge(kIsTable, a.key, b.key);
    if (a.may_be(kIsInstance) && b.may_be(kIsInstance)) {
        both.first = std::min(a.first, b.first);
        both.last = std::max(a.last, b.last);
    } else {
        both.first = a.may_be(kIsInstance) ? a.first : b.first;
        both.last = a.may_be(kIsInstance) ? a.last : b.last;
    }
    if (a.element != b.element) {
        both.kinds &= ~static_cast<std::uint32_t>(kOwnElement);
    }
    return add(both);
}

bool StaticTypes::fits(StaticTypeId narrow, StaticTypeId wide) const {
    if (narrow == wide || narrow == kNull || wide == kUndefined) {
        return true;
    }
    const StaticType& a = types_[narrow];
    const StaticType& b = types_[wide];
    const std::uint32_t allowed = b.kinds | (b.may_be(kIsNumber) ? kIsPlayer : 0U);
    if ((a.kinds & ~allowed & ~kAlways) != 0 || (b.kinds & ~a.kinds & kAlways) != 0) {
        return false;
    }
    if (wide == kAny) {
        return true;
    }
    if (a.may_be(kIsInstance) && (a.first < b.first || a.last > b.last)) {
        return false;
    }
    const bool is_pile = a.may_be(kIsInstance) && b.first == program_->plain_discards && b.last == b.first;
    if ((a.may_be(kHolds) || is_pile) && !fits(a.element, b.element)) {
        return false;
    }
    return !a.may_be(kIsTable) || fits(a.key, b.key);
}

StaticTypeId StaticTypes::narrowed(StaticTypeId id, const ValueType& classes) {
    StaticType type = types_[id];
    if (!type.may_be(kIsInstance)) {
        return kNull;
    }
    type.kinds = kIsInstance | (type.kinds & kNotNull);
    type.first = std::max(type.first, classes.first_class);
    type.last = std::min(type.last, classes.last_class);
    type.constant = kNone;
    return type.first > type.last ? StaticTypeId{kNull} : add(type);
}

StaticTypeId StaticTypes::with(StaticTypeId id, std::uint32_t bits) {
    StaticType type = types_[id];
    type.kinds |= bits;
    return add(type);
}

StaticTypeId StaticTypes::without(StaticTypeId id, std::uint32_t bits) {
    StaticType type = types_[id];
    type.kinds &= ~bits;
    return add(type);
}

// ---- what it holds

ClassIndex StaticTypes::common_class(StaticTypeId id) const {
    const StaticType& type = types_[id];
    if (!type.may_be(kIsInstance)) {
        return kNone;
    }
    ClassIndex found = type.first;
    while (found != kNone && program_->classes[found].last < type.last) {
        found = program_->classes[found].base;
    }
    return found;
}

bool StaticTypes::is_of_kind(StaticTypeId id, ClassKind kind) const {
    const StaticType& type = types_[id];
    const auto number = static_cast<std::size_t>(kind);
    if (!type.is_only(kIsInstance | (kind == ClassKind::Tile ? kIsBlank : 0U))) {
        return false;
    }
    return !type.may_be(kIsInstance)
           || (program_->first_class[number] <= type.first && type.last < program_->last_class[number]);
}

StaticTypeId StaticTypes::element_of(StaticTypeId id) {
    const StaticType type = types_[id];
    StaticTypeId element = type.may_be(kIsList | kIsStack | kIsTable) ? type.element : StaticTypeId{kNull};
    if (type.may_be(kIsInstance)) {
        const ClassIndex deck = common_class(id);
        const bool is_pile = deck != kNone && deck == program_->plain_discards;
        const TypeIndex holds = deck == kNone ? kNone : program_->classes[deck].holds;
        const StaticTypeId held = is_pile          ? type.element
                                  : holds != kNone ? of(holds)
                                                   : of_kind(ClassKind::Interactable);
        element = join(element, held);
    }
    return element;
}

StaticTypeId StaticTypes::walked(StaticTypeId id) {
    const StaticType type = types_[id];
    if (!type.may_be(kIsTable)) {
        return element_of(id);
    }
    return type.is_only(kIsTable) ? type.key : StaticTypeId{kAny};
}

const std::vector<TypeIndex>& StaticTypes::words_of(ClassIndex index) {
    std::vector<TypeIndex>& words = words_[index];
    const ClassInfo& info = program_->classes[index];
    if (words.empty()) {
        words.assign(std::max<std::size_t>(info.size, 1), kNone);
        for (const AttributeInfo& attribute : info.attributes) {
            if (attribute.offset < words.size()) {
                words[attribute.offset] = attribute.type;
            }
        }
    }
    return words;
}

StaticTypeId StaticTypes::word_of(StaticTypeId instance, std::uint32_t offset) {
    const ClassIndex index = common_class(instance);
    if (index == kNone) {
        return kUndefined;
    }
    const ClassInfo& info = program_->classes[index];
    if (info.kind == ClassKind::Connection && offset == kConnectionDistanceWord) {
        return plain(kIsNumber);
    }
    // The groups of a board stand behind its attributes, which a derived one has more of.
    const StaticType& type = types_[instance];
    if (type.first == type.last && offset >= info.groups_offset && offset < info.groups_offset + info.groups.size()) {
        const ClassIndex group = program_->groups[info.groups[offset - info.groups_offset]].group_class;
        return instance_of(group, program_->classes[group].last);
    }
    const std::vector<TypeIndex>& words = words_of(index);
    return offset < words.size() ? of(words[offset]) : StaticTypeId{kUndefined};
}

// ---- for people

std::string StaticTypes::text(StaticTypeId id) const {
    const StaticType& type = types_[id];
    if (id == kAny) {
        return "any value";
    }
    std::string text;
    const auto say = [&](std::uint32_t kind, const std::string& word) {
        if (type.may_be(kind)) {
            text += (text.empty() ? "" : " or ") + word;
        }
    };
    const auto holding = [&](std::string_view word) {
        return std::string(word) + "<" + this->text(type.element) + ">";
    };
    say(kIsUndefined, "nothing that is set");
    say(kIsNumber, "a number");
    say(kIsPlayer, "a player");
    say(kIsText, "a text");
    say(kIsBool, "a bool");
    say(kIsList, type.may_be(kIsList) ? holding("List") : "");
    say(kIsTable, type.may_be(kIsTable) ? "Table<" + this->text(type.key) + ", " + this->text(type.element) + ">" : "");
    say(kIsStack, type.may_be(kIsStack) ? holding("Stack") : "");
    if (type.may_be(kIsInstance)) {
        const ClassIndex common = common_class(id);
        say(kIsInstance, common != kNone && program_->classes[common].last == type.last && common == type.first
                             ? program_->classes[common].name
                             : program_->classes[type.first].name + " … " + program_->classes[type.last].name);
    }
    say(kIsBlank, "the blank tile");
    say(kIsTurn, "a turn");
    say(kIsMovement, "a movement");
    say(kIsDirection, "a direction");
    say(kIsEnum, "a value of an enum");
    say(kIsShape, "a shape");
    say(kIsAbsent, "an open input");
    say(kIsHole, "the mark of a hole");
    say(kIsPosition | kIsLinePosition | kIsConstantPosition | kIsConstantEnd, "the state of a walk");
    return text.empty() ? "null" : text;
}

} // namespace tgdl
