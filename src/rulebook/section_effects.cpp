// Section on effects that last: what `modify` says, with the condition under which it holds.
#include "rulebook/author.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tgdl {

namespace {

constexpr std::string_view kOld = "what it was";

} // namespace

// "The *power* of each creature becomes what it was plus 1, as long as …", and steps where it takes more than that.
void Author::tell_modifier(const Modifier& modifier, Lines& out) {
    const Tree& tree = program_.tree(modifier.place);
    const std::string words = emphasized(name(program_.attribute(modifier.attribute).name));
    const std::string one = name(program_.def(modifier.target).name);
    Voice voice = voice_of(modifier.owner, false);
    if (modifier.owner.valid() && !is_seat_class(modifier.owner)) {
        voice.owner = {"the owner of " + voice.self.text, Person::It}; // what is modified has an owner too
    }
    narrator_.begin(modifier.place.file, std::move(voice));
    const std::vector<InputId>& inputs = program_.function(modifier.block).inputs;
    narrator_.name_input(inputs[0], {"that " + one, Person::It});
    narrator_.name_input(inputs[1], {std::string(kOld), Person::It});
    narrator_.name_answer("the new " + words);
    std::string condition;
    if (modifier.condition.valid()) {
        narrator_.name_input(program_.function(modifier.condition).inputs[0], {"that " + one, Person::It});
        condition = ", as long as " + narrator_.clause(tree.child(modifier.place.node, Role::Condition));
    }
    std::string head;
    if (modifier.owner.valid()) {
        head = fmt::format("**{}**: ", title(program_.def(modifier.owner).name));
    }
    const std::string text = comment_in_item(modifier.place);
    head += text.empty() ? "" : text + " ";
    const NodeId block = tree.child(modifier.place.node, Role::Effect);
    const std::string whose = fmt::format("The {} of each {}", words, one);
    if (const NodeId only = narrator_.only_answer(block); only.valid()) {
        out.push_back({0, fmt::format("{}{} becomes {}{}.", head, whose, narrator_.value(only).text, condition)});
        return;
    }
    out.push_back({0, fmt::format("{}{} changes{}:", head, whose, condition)});
    for (Line& line : narrator_.sentences(block)) {
        out.push_back({line.depth + 1, std::move(line.text)});
    }
}

void Author::write_effects() {
    std::vector<const Modifier*> modifiers;
    for (const Modifier& modifier : program_.modifiers) {
        if (modifier.owner.valid() ? is_shown(modifier.owner) : is_shown(modifier.place)) {
            modifiers.push_back(&modifier);
        }
    }
    if (modifiers.empty()) {
        return;
    }
    // The highest prio first; those of one prio stay in the order of declaration, which is that of their addresses.
    std::ranges::sort(modifiers, {}, [](const Modifier* modifier) { return std::pair(-modifier->prio, modifier); });
    heading(2, "Effects that last");
    prose(modifiers.size() == 1
              ? "Nobody chooses this: it holds whenever it fits, and is over when it does not."
              : "Nobody chooses these: they hold whenever they fit, and are over when they do not. Where several "
                "change the same, they do it in this order.");
    Lines lines;
    for (const Modifier* modifier : modifiers) {
        tell_modifier(*modifier, lines);
    }
    list(lines);
}

} // namespace tgdl
