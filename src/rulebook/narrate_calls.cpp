// Calls of functions and built-ins, and questions about collections.
#include "rulebook/narrator.h"
#include "rulebook/scene_change.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr unsigned kDeepestInlining = 3;

struct PhraseEntry {
    BuiltinId id;
    std::string_view text;
};

constexpr auto kBuiltinPhrases = std::to_array<PhraseEntry>({
#define TGDL_PHRASE(id, text) {BuiltinId::id, text},
#include "rulebook/builtin_phrases.def"
#undef TGDL_PHRASE
});

constexpr auto kBuiltins = std::to_array<BuiltinId>({
#define TGDL_BUILTIN(id, receiver, name, form, parameters, result, effects, ...) BuiltinId::id,
#include "check/builtins.def"
#undef TGDL_BUILTIN
});

// Every built-in once, in the order of builtins.def: its number is its place.
constexpr bool tells_all() {
    return std::ranges::equal(kBuiltinPhrases, kBuiltins, {}, &PhraseEntry::id);
}
static_assert(tells_all(), "builtin_phrases.def lacks a built-in, or has them in another order than builtins.def");

std::string_view phrase_of(BuiltinId id) {
    return kBuiltinPhrases[static_cast<std::size_t>(id)].text;
}

// The text before or after the `|` of a condition.
std::string_view side(std::string_view text, bool negated) {
    const std::size_t bar = text.find('|');
    return negated ? text.substr(bar + 1) : text.substr(0, bar);
}

} // namespace

std::string Narrator::documentation(CodeRef place) const {
    return place.valid() ? program_.tree(place).documentation(place.node) : std::string();
}

Phrase Narrator::argument(NodeId call, std::size_t position) {
    const NodeId given = scene_.reader.argument(call, position);
    return given.valid() ? value(given) : Phrase{"nothing", Person::It};
}

Phrase Narrator::call_value(const Chain& chain, std::size_t count) {
    const Meaning it = scene_.reader.meaning(chain[count - 1]);
    switch (it.kind) {
    case MeaningKind::Function: return function_value(chain, count, FunctionId(it.index));
    case MeaningKind::Question: return question_value(chain, count, static_cast<BuiltinId>(it.index));
    case MeaningKind::Builtin: return builtin_value(chain, count, static_cast<BuiltinId>(it.index));
    default: return chain_source(chain, count);
    }
}

// ---- functions

// The arguments by parameter, and `this` as the receiver; none when it is too deep.
std::optional<Narrator::Scene> Narrator::called_scene(const Chain& chain, std::size_t count, FunctionId id) {
    const Function& function = program_.function(id);
    if (inlined_ >= kDeepestInlining || !function.place.valid()) {
        return std::nullopt;
    }
    Scene scene{CodeReader(program_, function.place.file), scene_.voice, {}, {}};
    if (function.owner.valid() && count > 2) {
        scene.voice.self = attribute_owner(chain, count - 2);
        const bool of_player = is_seat_class(function.owner);
        scene.voice.owner = of_player ? scene.voice.self : Phrase{"the owner of " + scene.voice.self.text, Person::It};
    }
    std::size_t position = 0;
    for (const NodeId given : tree().children(chain[count - 1], Role::Item)) {
        const bool named = tree().node(given).main.valid();
        std::size_t at = 0;
        for (const InputId input : function.inputs) {
            const bool fits = named ? program_.input(input).name == tree().main_symbol(given) : at == position;
            at += program_.input(input).mode == Input::Mode::Auto ? 0 : 1;
            if (fits) {
                scene.inputs[input.value] = value(child(given, Role::Value));
                break;
            }
        }
        ++position;
    }
    return scene;
}

// What a function that only returns something gives.
std::optional<Phrase> Narrator::short_function(const Chain& chain, std::size_t count, FunctionId id, bool negated) {
    const Function& function = program_.function(id);
    const Tree& its_tree = program_.tree(function.place);
    const NodeId block = its_tree.child(function.place.node, Role::Effect);
    if (!block.valid() || its_tree.children(block, Role::Item).size() != 1 || !function.overridden_by.empty()) {
        return std::nullopt;
    }
    const NodeId only = its_tree.child(block, Role::Item);
    if (its_tree.kind(only) != NodeKind::Return || !its_tree.has(only, Role::Value)) {
        return std::nullopt;
    }
    std::optional<Scene> scene = called_scene(chain, count, id);
    if (!scene) {
        return std::nullopt;
    }
    const NodeId result = its_tree.child(only, Role::Value);
    const bool truth = program_.types.kind(function.returns) == TypeKind::Bool;
    const SceneChange change(*this, std::move(*scene));
    return truth ? Phrase{clause(result, negated), Person::It} : value(result);
}

// " (*time*: 1)", if that is short; a comment says what a function does with any arguments.
std::string Narrator::arguments_in_brackets(const Chain& chain, std::size_t count, FunctionId id) {
    constexpr std::size_t kLongest = 90;
    const std::optional<Scene> scene = called_scene(chain, count, id);
    std::vector<std::string> parts;
    for (const InputId input : program_.function(id).inputs) {
        if (scene && scene->inputs.contains(input.value)) {
            parts.push_back(fmt::format("{}: {}", emphasized(name_words(program_.input(input).name)),
                                        scene->inputs.at(input.value).text));
        }
    }
    std::string text = parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
    return text.size() <= kLongest ? text : std::string();
}

// "For your hand: ", when the function belongs to something else than what is spoken of.
std::string Narrator::about_receiver(const Chain& chain, FunctionId id) {
    const TypeDefId owner = program_.function(id).owner;
    if (!owner.valid() || chain.size() <= 2 || program_.def(owner).scope == ScopeKind::Global) {
        return {};
    }
    const Phrase about = attribute_owner(chain, chain.size() - 2);
    return about.text == scene_.voice.self.text ? std::string() : fmt::format("For {}: ", about.text);
}

// A function that gives a truth is told as a clause: "one player has marked all three squares".
Phrase Narrator::function_value(const Chain& chain, std::size_t count, FunctionId id) {
    constexpr std::size_t kShortPhrase = 90;
    const Function& function = program_.function(id);
    if (!function.place.valid()) {
        return chain_source(chain, count);
    }
    const std::string comment = documentation(function.place);
    if (comment.empty() || !function.inputs.empty()) {
        const std::optional<Phrase> inlined = short_function(chain, count, id);
        const bool good =
            inlined && inlined->text.size() <= kShortPhrase && inlined->text.find('`') == std::string::npos;
        if (inlined && (comment.empty() || good)) {
            return *inlined;
        }
    }
    if (comment.empty()) {
        return chain_source(chain, count);
    }
    std::string text = lower_first(first_sentence(comment));
    if (text.starts_with("whether ")) {
        text.erase(0, 8);
    }
    return {text + arguments_in_brackets(chain, count, id), Person::It};
}

// ---- built-ins

std::string Narrator::fill(std::string_view text, const Chain& chain, std::size_t count) {
    const bool called = tree().kind(chain[count - 1]) == NodeKind::Call;
    const std::size_t member = called ? count - 2 : count - 1; // where its name stands
    std::string filled;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '$' || i + 1 >= text.size()) {
            filled += text[i];
            continue;
        }
        const auto number = static_cast<std::size_t>(text[++i] - '0');
        const std::string_view rest = text.substr(i + 1);
        if (rest.starts_with('m')) {
            const std::string all = members(chain, member).text;
            const bool counted = filled.ends_with("number of ") && all.starts_with("the ");
            filled += counted ? all.substr(4) : all;
            i += 1;
            continue;
        }
        if (number == 0 && rest.starts_with('e') && !rest.starts_with("en")) {
            filled += element_words(chain_type(chain, member));
            i += 1;
            continue;
        }
        const Phrase phrase = number == 0 ? receiver(chain, member) : argument(chain[count - 1], number - 1);
        if (rest.starts_with("'s")) {
            filled += possessive(phrase);
            i += 2;
        } else if (rest.starts_with("is")) {
            filled += with_is(phrase);
            i += 2;
        } else if (rest.starts_with("has")) {
            filled += with_has(phrase);
            i += 3;
        } else {
            filled += phrase.text;
        }
    }
    return filled;
}

Phrase Narrator::builtin_value(const Chain& chain, std::size_t count, BuiltinId id) {
    const std::string_view text = phrase_of(id);
    if (text == "!") {
        return special_builtin(chain, count, id);
    }
    if (text.empty()) {
        return chain_source(chain, count);
    }
    const bool many = std::string_view("GILNPSlv").find(builtin(id).result) != std::string_view::npos;
    return {fill(side(text, false), chain, count), many ? Person::They : Person::It};
}

std::string Narrator::negated_builtin(const Chain& chain, BuiltinId id) {
    const std::string_view text = phrase_of(id);
    return text.find('|') == std::string_view::npos ? std::string() : fill(side(text, true), chain, chain.size());
}

Phrase Narrator::special_builtin(const Chain& chain, std::size_t count, BuiltinId id) {
    const NodeId call = chain[count - 1];
    switch (id) {
    case BuiltinId::PlayerActive: return scene_.voice.active;
    case BuiltinId::PlayerAll: return {"all players", Person::They};
    case BuiltinId::PlayerLast: return {"the player who chose last", Person::It};
    case BuiltinId::InstancePlayer: {
        if (count == 1 || tree().kind(chain[count - 2]) == NodeKind::This) {
            return scene_.voice.owner;
        }
        const Phrase owned = receiver(chain, count - 1);
        return owned.text == scene_.voice.self.text ? scene_.voice.owner
                                                    : Phrase{"the owner of " + owned.text, Person::It};
    }
    case BuiltinId::MathMin:
    case BuiltinId::MathMax: {
        std::vector<std::string> numbers;
        for (const NodeId given : tree().children(call, Role::Item)) {
            numbers.push_back(value(child(given, Role::Value)).text);
        }
        return {
            fmt::format("the {} of {}", id == BuiltinId::MathMin ? "least" : "greatest", join_words(numbers, "and")),
            Person::It};
    }
    case BuiltinId::Random: {
        const bool both = tree().children(call, Role::Item).size() == 2;
        const std::string first = argument(call, 0).text;
        return {both ? fmt::format("a random number from {} to {}", first, argument(call, 1).text)
                     : fmt::format("a random number from 0 to less than {}", first),
                Person::It};
    }
    case BuiltinId::All: {
        std::string text = "all " + plural(element_words(scene_.reader.type(call)));
        if (!tree().children(call, Role::Item).empty()) {
            text += " of " + argument(call, 0).text;
        }
        return {std::move(text), Person::They};
    }
    case BuiltinId::CollectionOf:
        return {fmt::format("those of {} that are {}", members(chain, count - 2).text,
                            plural(element_words(scene_.reader.type(call)))),
                Person::They};
    case BuiltinId::TileConnected:
        return {fmt::format("a way leads from {} to {}", receiver(chain, count - 2).text, argument(call, 0).text),
                Person::It};
    case BuiltinId::TurnPass:
    case BuiltinId::TurnUse: return {pass_sentence(call), Person::It};
    default: return chain_source(chain, count);
    }
}

// ---- collections

std::string Narrator::element_words(TypeId collection) const {
    if (!collection.valid()) {
        return "thing";
    }
    const Type& it = program_.types.get(collection);
    switch (it.kind) {
    case TypeKind::List:
    case TypeKind::Stack:
    case TypeKind::Table:
    case TypeKind::Discards: return type_words(it.a);
    case TypeKind::Instance:
        if (it.def.valid() && program_.def(it.def).holds.valid()) {
            return type_words(program_.def(it.def).holds);
        }
        return "card";
    case TypeKind::Root: return "card";
    default: return "thing";
    }
}

// "the cards in your hand"; what is a list of things already stays as it is.
Phrase Narrator::members(const Chain& chain, std::size_t count) {
    if (count == 0) {
        return {fmt::format("the {} in {}", plural("card"), scene_.voice.self.text), Person::They};
    }
    const NodeId last = chain[count - 1];
    Phrase phrase = chain_value(chain, count);
    const Meaning it = scene_.reader.meaning(last);
    const TypeId type = chain_type(chain, count);
    const bool deck =
        type.valid()
        && (program_.types.kind(type) == TypeKind::Instance || program_.types.kind(type) == TypeKind::Discards);
    const bool named = it.kind == MeaningKind::Builtin || it.kind == MeaningKind::Question
                       || it.kind == MeaningKind::Function || phrase.text.starts_with("the chosen")
                       || phrase.person == Person::They;
    if (named && !deck) {
        return {std::move(phrase.text), Person::They};
    }
    return {fmt::format("the {} in {}", plural(element_words(type)), phrase.text), Person::They};
}

Phrase Narrator::question_value(const Chain& chain, std::size_t count, BuiltinId id) {
    const NodeId call = chain[count - 1];
    const NodeId asked = child(call, Role::Item);
    const NodeId expression = child(asked, Role::Value);
    if (id == BuiltinId::TileConnected || id == BuiltinId::TileRegion) {
        name_local(tree().main_symbol(asked), {"it", Person::It});
    }
    if (id == BuiltinId::TileRegion) {
        const std::string from = receiver(chain, count - 2).text;
        return {fmt::format("all places joined with {} for each of which it holds that {}", from, clause(expression)),
                Person::They};
    }
    if (id == BuiltinId::TileConnected) {
        return chain_source(chain, count);
    }
    const std::string all = members(chain, count - 2).text;
    const std::string one = element_words(chain_type(chain, count - 2));
    name_local(tree().main_symbol(asked), {"that " + one, Person::It});
    switch (id) {
    case BuiltinId::AskWhere: return {fmt::format("those of {} for which {}", all, clause(expression)), Person::They};
    case BuiltinId::AskAny: return {fmt::format("for at least one of {}, {}", all, clause(expression)), Person::It};
    case BuiltinId::AskEvery: return {fmt::format("for each of {}, {}", all, clause(expression)), Person::It};
    case BuiltinId::AskCount:
        return {fmt::format("the number of those of {} for which {}", all, clause(expression)), Person::It};
    case BuiltinId::AskSum: return {fmt::format("the sum of {} over {}", value(expression).text, all), Person::It};
    case BuiltinId::AskHighest:
        return {fmt::format("the one of {} with the highest value of {}", all, value(expression).text), Person::It};
    case BuiltinId::AskLowest:
        return {fmt::format("the one of {} with the lowest value of {}", all, value(expression).text), Person::It};
    case BuiltinId::AskMap: return {fmt::format("{} for each of {}", value(expression).text, all), Person::They};
    case BuiltinId::AskMax:
        return {fmt::format("the highest value of {} over {}", value(expression).text, all), Person::It};
    case BuiltinId::AskMin:
        return {fmt::format("the lowest value of {} over {}", value(expression).text, all), Person::It};
    case BuiltinId::AskSortedBy: return {fmt::format("{}, sorted by {}", all, value(expression).text), Person::They};
    case BuiltinId::ListRandom:
        return {fmt::format("one of {} at random, weighed by {}", all, value(expression).text), Person::It};
    default: return chain_source(chain, count);
    }
}

// ---- the turn

std::string Narrator::pass_sentence(NodeId call) {
    std::vector<NodeId> given;
    for (const NodeId item : tree().children(call, Role::Item)) {
        given.push_back(child(item, Role::Value));
    }
    const bool uses = scene_.reader.meaning(call).index == static_cast<std::uint32_t>(BuiltinId::TurnUse);
    const auto name_at = [&](std::size_t i) {
        const std::string name = literal_text(tree(), inside(given[i]));
        return name.empty() ? value(given[i]).text : emphasized(words_of(name));
    };
    if (given.empty()) {
        return "The turn passes on";
    }
    const std::string phase = given.size() > 1 ? ", in the phase " + name_at(1) : "";
    if (uses) {
        return fmt::format("Now the turn is {}{}", name_at(0), phase);
    }
    const Phrase player = value(given[0]);
    if (player.person == Person::They) {
        return fmt::format("It is the turn of {} together{}", player.text, phase);
    }
    return player.person == Person::You ? "It is your turn again" + phase
                                        : fmt::format("It is the turn of {}{}", player.text, phase);
}

} // namespace tgdl
