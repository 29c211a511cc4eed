// Finds code that reads what certainly nobody may see, or not the one who acts. When in doubt it finds nothing.
#pragma once

#include "check/code_reading.h"
#include "check/other_seat_values.h"
#include "check/visibility.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tgdl {

// Something hidden that code reads.
struct HiddenRead {
    NodeId node;
    std::string what; // "the attribute `secret`"
    struct Inside {   // of a function that the node calls
        std::string function;
        Span place;
    };
    std::optional<Inside> inside;
    // Everybody sees it when one of these holds; nullptr: that is not so.
    const std::vector<AskedAttribute>* unless = nullptr;
};

// What functions read that nobody may see, whoever calls them. Each is looked at once for each kind of hidden thing it is
// given.
class FunctionReads {
public:
    FunctionReads(const CheckedProgram& program, const Visibility& visibility)
        : program_(program), visibility_(visibility) {}

    // A parameter that is something out of a hidden place, and what that is called; or that may be anybody's (OtherSeatValues).
    struct Given {
        std::size_t parameter = 0; // kThis: what the function is called of
        std::string what;
        bool is_any_seat = false;
    };
    static constexpr std::size_t kThis = SIZE_MAX;
    struct Found {
        std::string what;
        Span place;
        const std::vector<AskedAttribute>* unless = nullptr; // as in HiddenRead
    };
    [[nodiscard]] const std::optional<Found>& find(FunctionId function, const Given& given);

private:
    // Calls within calls that are followed, and functions looked at in all; beyond that nothing is found.
    static constexpr std::size_t kDeepest = 16;
    static constexpr std::size_t kMost = 10'000;

    [[nodiscard]] std::optional<Found> look_into(const Function& function, const Given& given);

    const CheckedProgram& program_;
    const Visibility& visibility_;
    std::map<std::tuple<FunctionId, std::size_t, std::string, bool>, std::optional<Found>> found_;
    std::size_t depth_ = 0;
};

class HiddenReads {
public:
    // From whom what is looked for is hidden.
    enum class Hidden : std::uint8_t { FromActing, FromEverybody };

    HiddenReads(const CheckedProgram& program, const Visibility& visibility, FunctionReads& functions, FileId file,
                Hidden hidden = Hidden::FromActing)
        : program_(program),
          visibility_(visibility),
          functions_(functions),
          hidden_(hidden),
          reader_(program, file),
          tree_(reader_.tree()),
          any_seat_(program, file,
                    hidden == Hidden::FromActing ? OtherSeatValues::Inputs::Count : OtherSeatValues::Inputs::DoNot) {}

    // In code where things come from a hidden place under this name.
    void set_hidden_candidate(Symbol name, std::string what) { candidates_.push_back({name, std::move(what), false}); }

    // In code where the name, or `this`, may stand for something of anybody.
    void set_any_seat(Symbol name) { any_seat_.add(name); }
    void set_any_seat_this() { any_seat_.set_this(); }
    // In code whose outcome everybody learns: what is only one player's is hidden from the others, whoever that is.
    void set_shown_to_all() { is_shown_to_all_ = true; }
    // In this code it may be asked whether something is seen by everybody.
    void set_scope(std::vector<NodeId> scope) { scope_ = std::move(scope); }
    // Does this code tell whether the name stands for something of the one who acts?
    [[nodiscard]] bool tells_apart(Symbol name, NodeId code) const;

    // The first one in the code.
    [[nodiscard]] std::optional<HiddenRead> find(NodeId node);
    // What the contents of this expression's deck are called when nobody may see them.
    [[nodiscard]] std::optional<std::string> hidden_deck(NodeId part, NodeId before) const;

private:
    // A part of `a.b[c].d()` with the three before it, the nearest first.
    struct Window {
        NodeId part;
        NodeId before;
        NodeId second;
        NodeId third;
    };
    // A name that stands for something out of a hidden place, or for a list of such things.
    struct Candidate {
        Symbol name;
        std::string what;
        bool is_list = false;
    };

    // What a call reads in the function that it calls. `passed_as`: whether it is called of something that may be anybody's.
    [[nodiscard]] std::optional<HiddenRead> find_in_function(NodeId call, NodeId before,
                                                             OtherSeatValues::PassedAs passed_as) const;
    [[nodiscard]] std::optional<HiddenRead> find_in_computed(AttributeId id, NodeId node, bool of_anybody) const;
    [[nodiscard]] bool is_discards(NodeId part, NodeId before) const;
    [[nodiscard]] std::optional<HiddenRead> find_own_attribute(NodeId name) const;
    [[nodiscard]] std::string attribute_words(AttributeId id) const;
    [[nodiscard]] std::optional<HiddenRead> find_in_children(NodeId node);
    [[nodiscard]] std::optional<HiddenRead> find_with(Symbol name, const std::string& what, NodeId code);
    [[nodiscard]] std::optional<HiddenRead> find_in_parts(NodeId postfix);
    [[nodiscard]] std::optional<HiddenRead> find_inside_part(const Window& at);
    [[nodiscard]] std::optional<HiddenRead> find_in_walk(NodeId loop);
    [[nodiscard]] std::optional<HiddenRead> find_in_block(NodeId block);
    [[nodiscard]] std::optional<HiddenRead> find_in_assignment(NodeId assign);
    void record_variable(NodeId statement, NodeId block);
    [[nodiscard]] std::string takes_from_hidden(const Window& at) const;
    [[nodiscard]] Window end_of(NodeId expression) const;
    [[nodiscard]] std::string hidden_value(NodeId expression) const;
    [[nodiscard]] std::string hidden_list(NodeId expression) const;
    [[nodiscard]] std::string candidate_words(Symbol name, bool is_list) const;
    [[nodiscard]] bool hides(AttributeId attribute, const Window& at) const;
    [[nodiscard]] bool is_another_seat(const Window& at) const;
    [[nodiscard]] bool is_other_seat(const Window& at) const;
    [[nodiscard]] bool is_own_call(const Window& at) const;
    [[nodiscard]] bool asks_for_one_of(const std::vector<AskedAttribute>& conditions) const;
    [[nodiscard]] bool is_seen_by_owner(AttributeId attribute, Sight of_type) const;
    [[nodiscard]] bool is_any_seat(NodeId part, NodeId before) const;
    [[nodiscard]] bool is_list_of_any_seat(const Window& at) const;
    [[nodiscard]] bool asks_length(NodeId part) const;
    [[nodiscard]] bool is_next_player(NodeId expression) const;
    [[nodiscard]] FunctionReads::Given given_to(NodeId call, OtherSeatValues::PassedAs passed_as) const;
    [[nodiscard]] HiddenRead read_of(AttributeId attribute, NodeId node) const;
    [[nodiscard]] std::optional<HiddenRead> find_with_any_seat(Symbol name, NodeId code);

    const CheckedProgram& program_;
    const Visibility& visibility_;
    FunctionReads& functions_;
    Hidden hidden_;
    bool is_shown_to_all_ = false;
    CodeReader reader_;
    const Tree& tree_;
    OtherSeatValues any_seat_;
    std::vector<Candidate> candidates_;
    std::vector<NodeId> scope_;
};

} // namespace tgdl
