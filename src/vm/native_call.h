// Common parts of the natives on texts, numbers and collections: arguments, results, and the tests for null.
//
//   Outcome list_first(NativeCall& call);
//   … {NativeId::ListFirst, native<"first", list_first>} …
#pragma once

#include "vm/collections.h"
#include "vm/machine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tgdl {

// One call of a native: its arguments stand in registers of the machine, and its result replaces the first.
struct NativeCall {
    Machine& machine;
    std::uint32_t window;
    std::uint32_t count;
    std::string_view name; // as the rules write it

    [[nodiscard]] Value argument(std::uint32_t index) const { return machine.values[window + index]; }
    [[nodiscard]] Handle handle(std::uint32_t index) const { return argument(index).handle(); }
    [[nodiscard]] double number(std::uint32_t index) const { return argument(index).as_number(); }
    [[nodiscard]] TypeIndex type(std::uint32_t index) const { return static_cast<TypeIndex>(number(index)); }

    Outcome give(Value result) const {
        machine.values[window] = result;
        return Outcome::Next;
    }
    Outcome give_nothing() const { return give(Value::null()); }
    // Something that may have found no memory, and is null then.
    Outcome give_made(Value made) const { return made.is_null() ? out_of_memory() : give(made); }
    // What the functions that change collections say: false is no memory.
    Outcome give_nothing_if(bool had_memory) const { return had_memory ? give_nothing() : out_of_memory(); }

    Outcome fault(FaultId id, const std::vector<std::string>& arguments) const {
        return machine.fault_with(id, arguments);
    }
    // Where something could not be made: also when the budget was spent on the way.
    Outcome out_of_memory() const {
        return machine.budget.is_spent() ? machine.budget_spent() : machine.fault_with(FaultId::OutOfMemory);
    }
    Outcome null_argument() const { return fault(FaultId::NullArgument, {std::string(name)}); }
    Outcome outside(std::uint32_t index_argument, std::uint32_t length) const {
        return fault(FaultId::OutsideList, {number_text(std::trunc(number(index_argument))), std::to_string(length)});
    }
    Outcome wrong_element(Value element) const {
        const TypeIndex type_of_receiver = collection_type(machine, handle(0));
        return fault(FaultId::WrongElement,
                     {plain_text(machine, element), machine.program->types[type_of_receiver].name});
    }

    // The argument as a position below `end`, truncated; nothing when it lies outside.
    [[nodiscard]] std::optional<std::uint32_t> position(std::uint32_t index, std::uint32_t end) const {
        const double whole = std::trunc(number(index));
        return whole >= 0 && whole < end ? std::optional(static_cast<std::uint32_t>(whole)) : std::nullopt;
    }
    // Counts work that program/native_costs.def leaves to the native itself. False: the budget is spent.
    [[nodiscard]] bool charge(std::uint64_t elements, std::uint64_t eighths) const {
        return machine.charge_elements(elements, eighths);
    }
    Outcome budget_spent() const { return machine.budget_spent(); }
};

using NativeBody = Outcome (*)(NativeCall&);

// Which arguments must not be null.
enum class NullRule : std::uint8_t {
    Receiver,     // a member: the first alone
    AllOfMember,  // a member: every one
    AllArguments, // not a member of something: every one
};

// A text that can be an argument of a template.
template <std::size_t Size>
struct FixedText {
    std::array<char, Size> characters{};

    consteval FixedText(const char (&literal)[Size]) { std::copy_n(&literal[0], Size, characters.begin()); }
    [[nodiscard]] constexpr std::string_view view() const { return {characters.data(), Size - 1}; }
};

// The function of a native: tests for null, then its body.
template <FixedText Name, NativeBody Body, NullRule Rule = NullRule::Receiver>
Outcome native(Machine& machine, std::uint32_t window, std::uint32_t count) {
    NativeCall call{machine, window, count, Name.view()};
    if (Rule != NullRule::AllArguments && call.argument(0).is_null()) {
        return call.fault(FaultId::NullMember, {std::string(Name.view())});
    }
    if (Rule != NullRule::Receiver) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if (call.argument(i).is_null()) {
                return call.null_argument();
            }
        }
    }
    return Body(call);
}

struct NativeEntry {
    NativeId id;
    NativeFunction function;
};

std::span<const NativeEntry> text_natives();
std::span<const NativeEntry> number_natives();
std::span<const NativeEntry> enum_natives();
std::span<const NativeEntry> list_natives();
std::span<const NativeEntry> block_natives();
std::span<const NativeEntry> new_list_natives();
std::span<const NativeEntry> stack_natives();
std::span<const NativeEntry> table_natives();
std::span<const NativeEntry> data_natives();
std::span<const NativeEntry> suppose_natives();

} // namespace tgdl
