// Expressions as things: `the chosen card`, `your *coins*`, `3 plus the *cost* of it`.
#include "rulebook/narrator.h"
#include "syntax/lexer.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::size_t kLongestPhrase = 300; // in bytes; longer ones are shown as code

} // namespace

Narrator::Narrator(const CheckedProgram& program)
    : program_(program), scene_{CodeReader(program, program.import_order.back()), {}, {}, {}} {
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        const CodeRef place = program.inputs[i].place;
        if (place.valid()) {
            inputs_by_place_[(std::uint64_t{place.file.value} << 32U) | place.node.value] = InputId(i);
        }
    }
}

void Narrator::begin(FileId file, Voice voice) {
    scene_ = {CodeReader(program_, file), std::move(voice), {}, {}};
    nodes_told_ = 0;
    inlined_ = 0;
}

bool Narrator::spend() {
    return ++nodes_told_ <= kMostNodes;
}

std::string Narrator::source(NodeId node) const {
    const Span span = tree().span(node);
    return as_code(tree().source().text().substr(span.begin, span.end - span.begin));
}

std::string Narrator::type_words(TypeId type) const {
    if (!type.valid()) {
        return "thing";
    }
    const Type& it = program_.types.get(type);
    switch (it.kind) {
    case TypeKind::Number: return "number";
    case TypeKind::String: return "text";
    case TypeKind::Bool: return "yes or no";
    case TypeKind::Player: return "player";
    case TypeKind::Shape: return "shape";
    case TypeKind::List:
    case TypeKind::Stack: return plural(type_words(it.a));
    case TypeKind::Table: return "table";
    case TypeKind::Instance:
    case TypeKind::GridTile: return it.def.valid() ? type_name(it.def) : "place";
    case TypeKind::Enum: return type_name(it.def);
    case TypeKind::GroupOf: return "part of the board";
    case TypeKind::Discards: return "discards";
    case TypeKind::Direction: return "direction";
    case TypeKind::BoundMovement:
    case TypeKind::Movement: return "movement";
    case TypeKind::Root: break;
    case TypeKind::AnyKey:
    case TypeKind::Error:
    case TypeKind::Nothing:
    case TypeKind::Null: return "thing";
    }
    switch (it.root) {
    case RootKind::Class: return "thing";
    case RootKind::Interactable: return "piece";
    case RootKind::Tile: return "place";
    case RootKind::Group: return "part of the board";
    case RootKind::Board: return "board";
    case RootKind::Stack: return "stack";
    case RootKind::Connection: return "connection";
    case RootKind::Event: return "event";
    case RootKind::Turn: return "turn";
    }
    return "thing";
}

std::string Narrator::kind_of_value(TypeId type) const {
    const TypeKind kind = program_.types.kind(type);
    const std::string words = type_words(type);
    const bool no_article =
        kind == TypeKind::List || kind == TypeKind::Stack || kind == TypeKind::Bool || kind == TypeKind::String;
    return no_article ? words : with_article(words);
}

Phrase Narrator::value(NodeId expression) {
    if (!spend()) {
        return {source(expression), Person::It};
    }
    Phrase phrase = plain_value(inside(expression));
    return phrase.text.size() > kLongestPhrase ? Phrase{source(expression), Person::It} : phrase;
}

Phrase Narrator::plain_value(NodeId node) {
    switch (tree().kind(node)) {
    case NodeKind::NumberLiteral:
    case NodeKind::BoolLiteral: return {std::string(tree().text(tree().node(node).main)), Person::It};
    case NodeKind::NullLiteral: return {"nothing", Person::It};
    case NodeKind::StringLiteral:
    case NodeKind::Interpolation: return text_value(node);
    case NodeKind::This: return scene_.voice.self;
    case NodeKind::Name:
    case NodeKind::Postfix: {
        const Chain chain = chain_of(node);
        return chain_value(chain, chain.size());
    }
    case NodeKind::New: return new_value(node);
    case NodeKind::CollectionLiteral: return {list_of(node, "and"), Person::They};
    case NodeKind::Range:
        return {fmt::format("{} to {}", value(child(node, Role::Low)).text, value(child(node, Role::High)).text),
                Person::They};
    case NodeKind::Infix: return infix_value(node);
    case NodeKind::Test: { // `as` changes only what the checker knows
        const NodeId operand = child(node, Role::Operand);
        const bool converts = scene_.reader.type_kind(node) != TypeKind::Bool;
        return converts ? value(operand) : Phrase{source(node), Person::It};
    }
    case NodeKind::Unary:
        if (tree().token(tree().node(node).main).kind == TokenKind::Minus) {
            const NodeId operand = child(node, Role::Operand);
            const std::string minus = tree().kind(inside(operand)) == NodeKind::NumberLiteral ? "-" : "minus ";
            return {minus + value(operand).text, Person::It};
        }
        return {source(node), Person::It};
    case NodeKind::Conditional: {
        const std::string condition = clause(child(node, Role::Condition));
        const std::string yes = value(child(node, Role::Then)).text;
        return {fmt::format("{} if {}, otherwise {}", yes, condition, value(child(node, Role::Else)).text), Person::It};
    }
    default: return {source(node), Person::It};
    }
}

std::string Narrator::list_of(NodeId literal, std::string_view last_link) {
    std::vector<std::string> items;
    const bool is_table = scene_.reader.type_kind(literal) == TypeKind::Table;
    for (const NodeId item : tree().children(literal, Role::Item)) {
        std::vector<NodeId> pair;
        if (is_table && tree().kind(item) == NodeKind::CollectionLiteral) {
            for (const NodeId each : tree().children(item, Role::Item)) {
                pair.push_back(each);
            }
        }
        items.push_back(pair.size() == 2 ? fmt::format("{} for {}", value(pair[1]).text, value(pair[0]).text)
                                         : value(item).text);
    }
    return items.empty() ? "nothing" : join_words(items, last_link);
}

std::string literal_text(const Tree& tree, NodeId node) {
    return node.valid() && tree.kind(node) == NodeKind::StringLiteral ? string_value(tree.text(tree.node(node).main))
                                                                      : std::string();
}

Phrase Narrator::text_value(NodeId node) {
    std::string text;
    if (tree().kind(node) == NodeKind::StringLiteral) {
        text = escape_markdown(literal_text(tree(), node));
    } else {
        std::size_t at = tree().node(node).begin.index();
        const auto add_texts = [&](std::size_t end) {
            for (; at < end; ++at) {
                text += escape_markdown(string_value(tree().text(TokenId(at))));
            }
        };
        for (const NodeId hole : tree().children(node, Role::Item)) {
            add_texts(tree().node(hole).begin.index());
            text += value(child(hole, Role::Value)).text;
            at = tree().node(hole).end.index();
        }
        add_texts(tree().node(node).end.index());
    }
    return {"“" + text + "”", Person::It};
}

Phrase Narrator::new_value(NodeId node) {
    const TypeId type = scene_.reader.type(node);
    std::vector<std::string> parts;
    const NodeId initialiser = child(node, Role::Initialiser);
    if (initialiser.valid()) {
        for (const NodeId entry : tree().children(initialiser, Role::Item)) {
            parts.push_back(fmt::format("{} {}", emphasized(name_words(tree().main_symbol(entry))),
                                        value(child(entry, Role::Value)).text));
        }
    }
    const std::string words = type_words(type);
    std::string text = program_.types.is_collection(type) ? "an empty collection" : "a new " + words;
    if (!parts.empty()) {
        text += " with " + join_words(parts, "and");
    }
    return {std::move(text), Person::It};
}

// ---- sums and the like

Phrase Narrator::infix_value(NodeId node) {
    for (const NodeId operand : tree().children(node, Role::Operand)) {
        if (operand != child(node, Role::Operand)) {
            switch (sign_before(operand)) {
            case TokenKind::Plus:
            case TokenKind::Minus:
            case TokenKind::Star:
            case TokenKind::Slash:
            case TokenKind::Percent: return sum_value(node);
            default: return {source(node), Person::It};
            }
        }
    }
    return {source(node), Person::It};
}

std::string Narrator::number_words(NodeId operand) {
    const Phrase phrase = value(operand);
    if (scene_.reader.type_kind(inside(operand)) != TypeKind::Player) {
        return phrase.text;
    }
    return phrase.person == Person::You ? "your seat number" : "the seat number of " + phrase.text;
}

Phrase Narrator::sum_value(NodeId node) {
    std::string text;
    bool first = true;
    bool is_player = false;
    for (const NodeId operand : tree().children(node, Role::Operand)) {
        if (first) {
            is_player = scene_.reader.type_kind(inside(operand)) == TypeKind::Player;
            text = is_player ? value(operand).text : number_words(operand);
            first = false;
            continue;
        }
        const TokenKind sign = sign_before(operand);
        const std::string number = number_words(operand);
        if (is_player && (sign == TokenKind::Plus || sign == TokenKind::Minus)) {
            const std::string_view side = sign == TokenKind::Plus ? "after" : "before";
            if (text.size() > kLongestPhrase) { // likewise
                break;
            }
            text = number == "1" ? fmt::format("the player {} {}", side, text)
                                 : fmt::format("the player {} places {} {}", number, side, text);
            continue;
        }
        const std::string_view link = sign == TokenKind::Plus    ? "plus"
                                      : sign == TokenKind::Minus ? "minus"
                                      : sign == TokenKind::Star  ? "times"
                                      : sign == TokenKind::Slash ? "divided by"
                                                                 : "modulo";
        text += fmt::format(" {} {}", link, number);
        if (text.size() > kLongestPhrase) { // value() shows it as code, however it goes on
            break;
        }
    }
    return {std::move(text), Person::It};
}

// ---- chains: a.b, a[i], a.f(x)

Narrator::Chain Narrator::chain_of(NodeId node) const {
    const NodeId it = inside(node);
    if (tree().kind(it) != NodeKind::Postfix) {
        return {it};
    }
    Chain chain;
    for (const NodeId part : tree().children(it)) {
        if (tree().kind(part) != NodeKind::TypeArguments) {
            chain.push_back(part);
        }
    }
    return chain;
}

TypeId Narrator::chain_type(const Chain& chain, std::size_t count) const {
    return count == 0 ? TypeId() : scene_.reader.type(inside(chain[count - 1]));
}

Phrase Narrator::chain_source(const Chain& chain, std::size_t count) {
    const std::uint32_t begin = tree().span(chain.front()).begin;
    const std::uint32_t end = tree().span(chain[count - 1]).end;
    return {as_code(tree().source().text().substr(begin, end - begin)), Person::It};
}

Phrase Narrator::chain_value(const Chain& chain, std::size_t count) {
    if (!spend()) {
        return chain_source(chain, count);
    }
    const NodeId last = chain[count - 1];
    switch (tree().kind(last)) {
    case NodeKind::Call: return call_value(chain, count);
    case NodeKind::Index: return index_value(chain, count);
    case NodeKind::Name:
    case NodeKind::Member: return name_value(chain, count);
    default: return value(last);
    }
}

Phrase Narrator::receiver(const Chain& chain, std::size_t member) {
    return member == 0 ? scene_.voice.self : chain_value(chain, member);
}

Phrase Narrator::name_value(const Chain& chain, std::size_t count) {
    const NodeId node = chain[count - 1];
    const Meaning it = scene_.reader.meaning(node);
    const Symbol name = tree().main_symbol(node);
    switch (it.kind) {
    case MeaningKind::Local:
        if (const auto found = scene_.locals.find(name.value); found != scene_.locals.end()) {
            return found->second;
        }
        return {emphasized(name_words(name)), Person::It};
    case MeaningKind::Input:
        if (const auto found = scene_.inputs.find(it.index); found != scene_.inputs.end()) {
            return found->second;
        }
        if (const auto found = scene_.locals.find(name.value); found != scene_.locals.end()) {
            return found->second;
        }
        return {emphasized(name_words(name)), Person::It};
    case MeaningKind::Chooser: return {"they", Person::They};
    case MeaningKind::EventInHand: return {"the event", Person::It};
    case MeaningKind::Attribute: return attribute_value(chain, count, AttributeId(it.index));
    case MeaningKind::GlobalInstance:
    case MeaningKind::TypeName:
    case MeaningKind::SeatInstances: return {"the " + type_name(TypeDefId(it.index)), Person::It};
    case MeaningKind::BlankTile: return {"a blank", Person::It};
    case MeaningKind::EnumValue: return {emphasized(program_.type_defs[it.extra].values[it.index].label), Person::It};
    case MeaningKind::Constant:
    case MeaningKind::Movement: return {emphasized(name_words(name)), Person::It};
    case MeaningKind::Group:
        return {fmt::format("the {} of {}", name_words(name), receiver(chain, count - 1).text), Person::It};
    case MeaningKind::GraphTile: return {escape_markdown(program_.text(name)), Person::It};
    case MeaningKind::Builtin: return builtin_value(chain, count, static_cast<BuiltinId>(it.index));
    default: return chain_source(chain, count);
    }
}

bool Narrator::is_seat_class(TypeDefId type) const {
    const TypeDef& def = program_.def(type);
    return def.scope == ScopeKind::Player && def.kind == DefKind::Class;
}

Phrase Narrator::attribute_owner(const Chain& chain, std::size_t member) {
    if (member > 0 && tree().kind(chain[member - 1]) == NodeKind::Index) {
        const Meaning it = scene_.reader.meaning(chain[member - 1]);
        if (it.kind == MeaningKind::SeatInstances && is_seat_class(TypeDefId(it.index))) {
            return value(child(chain[member - 1], Role::Value));
        }
    }
    return receiver(chain, member);
}

Phrase Narrator::attribute_value(const Chain& chain, std::size_t count, AttributeId id) {
    const Attribute& attribute = program_.attribute(id);
    const std::string words = emphasized(name_words(attribute.name));
    const Phrase owner = attribute_owner(chain, count - 1);
    const bool pronoun = owner.person == Person::You || owner.text == "it" || owner.text == "they";
    const bool named_many = words.ends_with("s*") && !words.ends_with("ss*");
    const bool many = program_.types.is_collection(attribute.type) || named_many;
    return {pronoun ? fmt::format("{} {}", possessive(owner), words) : fmt::format("the {} of {}", words, owner.text),
            many ? Person::They : Person::It};
}

Phrase Narrator::index_value(const Chain& chain, std::size_t count) {
    const NodeId node = chain[count - 1];
    const Meaning it = scene_.reader.meaning(node);
    const NodeId key = child(node, Role::Value);
    if (it.kind == MeaningKind::SeatInstances) {
        constexpr std::size_t kShortOwner = 24;
        const Phrase player = value(key);
        const std::string words = type_name(TypeDefId(it.index));
        return {player.text.size() <= kShortOwner ? fmt::format("{} {}", possessive(player), words)
                                                  : fmt::format("the {} of {}", words, player.text),
                Person::It};
    }
    if (it.kind == MeaningKind::GraphTile) {
        return {escape_markdown(literal_text(tree(), inside(key))), Person::It};
    }
    if (it.kind == MeaningKind::GridPlace) {
        const std::string first = value(child(chain[count - 2], Role::Value)).text;
        return {fmt::format("the place ({}, {}) of {}", first, value(key).text, receiver(chain, count - 2).text),
                Person::It};
    }
    const TypeId collection = chain_type(chain, count - 1);
    if (collection.valid() && program_.types.kind(collection) == TypeKind::Table) {
        return {fmt::format("{} for {}", chain_value(chain, count - 1).text, value(key).text), Person::It};
    }
    const std::string which = value(key).text;
    const std::string all = chain_value(chain, count - 1).text;
    return {scene_.reader.type_kind(inside(key)) == TypeKind::Player
                ? fmt::format("the entry of {} for {}", all, which)
                : fmt::format("the entry of {} at place {}", all, which),
            Person::It};
}

} // namespace tgdl
