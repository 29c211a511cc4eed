// Statements as steps: "Move the man to the chosen point."
#include "check/builtins.h"
#include "rulebook/narrator.h"
#include "rulebook/scene_change.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr unsigned kDeepestLine = 6;
constexpr std::size_t kMostLines = 60; // of one block

} // namespace

Lines Narrator::sentences(NodeId block) {
    Lines lines;
    if (block.valid()) {
        body(block, 0, lines);
    }
    if (lines.size() > kMostLines) {
        lines.resize(kMostLines);
        lines.push_back({0, "And so on; see the source."});
    }
    return lines;
}

void Narrator::body(NodeId node, unsigned depth, Lines& out) {
    if (out.size() > kMostLines) {
        return;
    }
    if (tree().kind(node) != NodeKind::Block) {
        statement(node, depth, out);
        return;
    }
    NodeId before;
    for (const NodeId item : tree().children(node, Role::Item)) {
        if (tree().kind(item) == NodeKind::Return && before.valid() && always_answers(before)) {
            under("Otherwise", item, depth, out);
        } else {
            statement(item, depth, out);
        }
        before = item;
    }
}

// An `if` without `else` behind which nothing else is done where it held.
bool Narrator::always_answers(NodeId node) const {
    if (tree().kind(node) != NodeKind::If || tree().has(node, Role::Else)) {
        return false;
    }
    for (const NodeId then : tree().children(node, Role::Then)) {
        NodeId last = then;
        for (const NodeId item : tree().children(then, Role::Item)) {
            last = item;
        }
        if (tree().kind(last) != NodeKind::Return) {
            return false;
        }
    }
    return true;
}

void Narrator::statement(NodeId node, unsigned depth, Lines& out) {
    if (depth > kDeepestLine || !spend()) {
        out.push_back({depth, source(node) + "."});
        return;
    }
    switch (tree().kind(node)) {
    case NodeKind::Local: local(node, depth, out); return;
    case NodeKind::Evaluate: call_statement(node, depth, out); return;
    case NodeKind::Assign:
    case NodeKind::Increment: out.push_back({depth, upper_first(assignment(node)) + "."}); return;
    case NodeKind::If: if_statement(node, depth, out); return;
    case NodeKind::While:
    case NodeKind::For:
    case NodeKind::ForEach: loop(node, depth, out); return;
    case NodeKind::Break: out.push_back({depth, "Repeat this no more."}); return;
    case NodeKind::Continue: out.push_back({depth, "Go on with the next."}); return;
    case NodeKind::Return: {
        const NodeId given = child(node, Role::Value);
        out.push_back({depth, given.valid() ? fmt::format("{} is {}.", upper_first(scene_.answer), value(given).text)
                                            : "That is all."});
        return;
    }
    case NodeKind::Winner: out.push_back({depth, ending(node)}); return;
    case NodeKind::Draw: out.push_back({depth, "The game ends in a draw."}); return;
    case NodeKind::Fail: out.push_back({depth, refusal(node, "This is not allowed")}); return;
    case NodeKind::Cancel: out.push_back({depth, refusal(node, "Take this back")}); return;
    case NodeKind::Choose: choose(node, depth, out); return;
    case NodeKind::Input: input_statement(node, depth, out); return;
    case NodeKind::Block: body(node, depth, out); return;
    default: out.push_back({depth, source(node) + "."}); return;
    }
}

void Narrator::local(NodeId node, unsigned depth, Lines& out) {
    const Symbol name = tree().main_symbol(node);
    const NodeId given = child(node, Role::Value);
    if (!given.valid()) {
        return;
    }
    const NodeId it = inside(given);
    if (tree().kind(it) == NodeKind::CollectionLiteral && tree().children(it, Role::Item).empty()) {
        return; // it is filled later
    }
    const Meaning last = scene_.reader.meaning(chain_of(it).back());
    if (last.kind == MeaningKind::SeatInstances && is_seat_class(TypeDefId(last.index))
        && tree().kind(chain_of(it).back()) == NodeKind::Index) {
        name_local(name, value(child(chain_of(it).back(), Role::Value))); // another name for the player
        return;
    }
    out.push_back({depth, fmt::format("Let {} be {}.", emphasized(name_words(name)), value(given).text)});
}

// A head with what stands under it: on one line if it is one sentence.
void Narrator::under(std::string head, NodeId node, unsigned depth, Lines& out) {
    Lines lines;
    body(node, depth + 1, lines);
    if (lines.empty()) {
        return;
    }
    if (lines.size() == 1) {
        out.push_back({depth, fmt::format("{}, {}", head, lower_first(lines[0].text))});
        return;
    }
    out.push_back({depth, head + ":"});
    out.insert(out.end(), lines.begin(), lines.end());
}

void Narrator::if_statement(NodeId node, unsigned depth, Lines& out) {
    std::string head;
    bool first = true;
    for (const NodeId part : tree().children(node)) {
        switch (tree().node(part).role) {
        case Role::Condition:
            head = fmt::format("{} {}", first ? "If" : "Otherwise, if", clause(part));
            first = false;
            break;
        case Role::Then: under(head, part, depth, out); break;
        case Role::Else: under("Otherwise", part, depth, out); break;
        default: break;
        }
    }
}

void Narrator::loop(NodeId node, unsigned depth, Lines& out) {
    const NodeId inner = child(node, Role::Body);
    if (tree().kind(node) == NodeKind::While) {
        under("As long as " + clause(child(node, Role::Condition)), inner, depth, out);
        return;
    }
    if (tree().kind(node) == NodeKind::For) {
        Lines init;
        if (child(node, Role::Init).valid()) {
            statement(child(node, Role::Init), depth, init);
        }
        out.insert(out.end(), init.begin(), init.end());
        Lines post;
        if (child(node, Role::Post).valid()) {
            statement(child(node, Role::Post), depth + 1, post);
        }
        const NodeId condition = child(node, Role::Condition);
        out.push_back(
            {depth, condition.valid() ? fmt::format("As long as {}:", clause(condition)) : "Again and again:"});
        body(inner, depth + 1, out);
        out.insert(out.end(), post.begin(), post.end());
        return;
    }
    const NodeId over = child(node, Role::Value);
    const Symbol name = tree().main_symbol(node);
    if (tree().kind(over) == NodeKind::Range) {
        const std::string low = value(child(over, Role::Low)).text;
        const std::string high = value(child(over, Role::High)).text;
        const bool counts_only = low == "1" && tree().text(tree().node(node).main).size() == 1;
        name_local(name, {emphasized(name_words(name)), Person::It});
        under(counts_only ? fmt::format("{} times", high == "1" ? "Do this one" : high)
                          : fmt::format("For each number {} from {} to {}", emphasized(name_words(name)), low, high),
              inner, depth, out);
        return;
    }
    const Chain chain = chain_of(over);
    const std::string all = chain.size() > 1 || tree().kind(chain[0]) == NodeKind::Name
                                ? members(chain, chain.size()).text
                                : value(over).text;
    const std::string one = type_words(scene_.reader.type(child(node, Role::Type)));
    name_local(name, {"that " + one, Person::It});
    const std::string head = all == "all players"          ? "For each player"
                             : all == "all " + plural(one) ? "For each " + one
                                                           : fmt::format("For each {} among {}", one, all);
    under(head, inner, depth, out);
}

// ---- calls

void Narrator::call_statement(NodeId node, unsigned depth, Lines& out) {
    const NodeId expression = inside(child(node, Role::Value));
    const Chain chain = chain_of(expression);
    const Meaning it = scene_.reader.meaning(chain.back());
    switch (it.kind) {
    case MeaningKind::Builtin: {
        const auto id = static_cast<BuiltinId>(it.index);
        if (id == BuiltinId::Log) {
            return; // what is told in the course of play is no rule
        }
        const std::string text = builtin_value(chain, chain.size(), id).text;
        const bool taken = builtin(id).result != '-' && text.starts_with("the ");
        out.push_back({depth, (taken ? "Remove " + text : text) + "."});
        return;
    }
    case MeaningKind::Function:
    case MeaningKind::BaseFunction:
        if (it.kind == MeaningKind::Function && inline_call(chain, FunctionId(it.index), depth, out)) {
            return;
        }
        if (const std::string comment = documentation(program_.function(FunctionId(it.index)).place);
            !comment.empty()) {
            const FunctionId id(it.index);
            const std::string about = about_receiver(chain, id);
            const std::string told = first_sentence(comment) + arguments_in_brackets(chain, chain.size(), id) + ".";
            out.push_back({depth, about.empty() ? told : about + lower_first(told)});
            return;
        }
        break;
    case MeaningKind::Action:
    case MeaningKind::BaseAction: {
        const Action& action = program_.action(ActionId(it.index));
        const Phrase who = chain.size() > 2 ? attribute_owner(chain, chain.size() - 2) : scene_.voice.self;
        const std::string name = emphasized(name_words(action.name));
        out.push_back({depth, it.kind == MeaningKind::BaseAction ? fmt::format("Then as usual: {}.", name)
                              : action.owner.valid() ? fmt::format("{} for {}.", upper_first(name), who.text)
                                                     : fmt::format("{}.", name)});
        return;
    }
    default: break;
    }
    out.push_back({depth, source(expression) + "."});
}

// A procedure with a comment is told by it; a short one without is told step by step.
bool Narrator::inline_call(const Chain& chain, FunctionId id, unsigned depth, Lines& out) {
    const Function& function = program_.function(id);
    if (!function.place.valid() || !documentation(function.place).empty() || !function.overridden_by.empty()
        || !function.has_effect) {
        return false;
    }
    constexpr std::size_t kMostStatements = 6;
    const Tree& its_tree = program_.tree(function.place);
    const NodeId block = its_tree.child(function.place.node, Role::Effect);
    if (!block.valid() || its_tree.children(block, Role::Item).size() > kMostStatements) {
        return false;
    }
    std::optional<Scene> scene = called_scene(chain, chain.size(), id);
    if (!scene) {
        return false;
    }
    const SceneChange change(*this, std::move(*scene));
    body(block, depth, out);
    return true;
}

// ---- changes

std::string Narrator::set_to(NodeId target, NodeId given) {
    const Chain chain = chain_of(target);
    const Meaning it = scene_.reader.meaning(chain.back());
    const std::optional<bool> truth = scene_.reader.constant_bool(given);
    if (it.kind == MeaningKind::ActionAllowed) {
        const std::string name = emphasized(name_words(program_.action(ActionId(it.index)).name));
        return fmt::format("from now on {} is {}allowed", name, truth == false ? "not " : "");
    }
    if (it.kind == MeaningKind::Attribute) {
        const std::string name = emphasized(name_words(program_.attribute(AttributeId(it.index)).name));
        const Phrase owner = attribute_owner(chain, chain.size() - 1);
        if (truth) {
            return *truth ? fmt::format("mark {} {}", owner.text, name)
                          : fmt::format("{} no longer marked {}", with_is(owner), name);
        }
        if (is_null(given)) {
            return fmt::format("{} no {} any more", with_has(owner), name);
        }
    }
    return fmt::format("set {} to {}", value(target).text, value(given).text);
}

std::string Narrator::assignment(NodeId node) {
    const NodeId target = child(node, Role::Target);
    const NodeId given = child(node, Role::Value);
    switch (tree().token(tree().node(node).main).kind) {
    case TokenKind::Equal: return set_to(target, given);
    case TokenKind::PlusEqual: return fmt::format("add {} to {}", value(given).text, value(target).text);
    case TokenKind::MinusEqual: return fmt::format("subtract {} from {}", value(given).text, value(target).text);
    case TokenKind::StarEqual: return fmt::format("multiply {} by {}", value(target).text, value(given).text);
    case TokenKind::SlashEqual: return fmt::format("divide {} by {}", value(target).text, value(given).text);
    case TokenKind::PlusPlus: return fmt::format("add 1 to {}", value(target).text);
    case TokenKind::MinusMinus: return fmt::format("subtract 1 from {}", value(target).text);
    default: return source(node);
    }
}

// ---- endings and refusals

std::string Narrator::ending(NodeId node) {
    std::vector<NodeId> values;
    for (const NodeId given : tree().children(node, Role::Value)) {
        values.push_back(given);
    }
    const NodeId mode = child(node, Role::Mode);
    if (mode.valid() && tree().main_symbol(mode) == word::score) {
        std::vector<std::string> ranked;
        ranked.reserve(values.size());
        for (const NodeId given : values) {
            ranked.push_back(value(given).text);
        }
        return ranked.empty()
                   ? std::string("The game ends, and the score decides the places.")
                   : fmt::format("The game ends, and the score decides the places of {}.", join_words(ranked, "and"));
    }
    if (mode.valid() && values.size() == 1) {
        const std::string_view word = tree().text(tree().node(mode).main);
        return fmt::format("The game ends, and whoever is {} by {} wins.", word, value(values[0]).text);
    }
    if (values.size() == 1) {
        const NodeId only = inside(values[0]);
        if (tree().kind(only) == NodeKind::CollectionLiteral) {
            return tree().children(only, Role::Item).empty()
                       ? std::string("The game ends, and nobody wins.")
                       : fmt::format("The game ends with these places: {}.", list_of(only, "then"));
        }
        const TypeKind kind = scene_.reader.type_kind(only);
        if (kind == TypeKind::List) {
            return fmt::format("The game ends, and the places are those of {}.", value(only).text);
        }
    }
    std::vector<std::string> winners;
    winners.reserve(values.size());
    for (const NodeId given : values) {
        winners.push_back(value(given).text);
    }
    const bool plainly = winners.size() == 1 && winners[0] != "you" && !winners[0].starts_with("all ");
    return upper_first(fmt::format("{} win{}.", join_words(winners, "and"), plainly ? "s" : ""));
}

std::string Narrator::refusal(NodeId node, std::string_view words) {
    const NodeId text = child(node, Role::Text);
    return text.valid() ? fmt::format("{}: {}.", words, value(text).text) : fmt::format("{}.", words);
}

void Narrator::choose(NodeId node, unsigned depth, Lines& out) {
    const NodeId player = child(node, Role::Player);
    const NodeId count = child(node, Role::Count);
    const Phrase who = player.valid() ? value(player) : scene_.voice.chooser;
    const std::string number = count.valid() ? value(count).text : "one";
    out.push_back({depth, who.person == Person::You
                              ? fmt::format("Choose {} of these:", number)
                              : fmt::format("{} chooses {} of these:", upper_first(who.text), number)});
    for (const NodeId option : tree().children(node, Role::Item)) {
        const NodeId condition = child(option, Role::Condition);
        const std::string label = value(child(option, Role::Text)).text;
        out.push_back(
            {depth + 1, condition.valid() ? fmt::format("{}, if {}:", label, clause(condition)) : label + ":"});
        body(child(option, Role::Body), depth + 2, out);
    }
}

} // namespace tgdl
