// Finds code that reads what certainly nobody may see, or not the one who acts. When in doubt it finds nothing.
#pragma once

#include "check/code_reading.h"
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
};

// What functions read that nobody may see, whoever calls them. Each is looked at once for each kind of hidden thing it is
// given.
class FunctionReads {
public:
    FunctionReads(const CheckedProgram& program, const Visibility& visibility)
        : program_(program), visibility_(visibility) {}

    // A parameter that is something out of a hidden place, and what that is called.
    struct Given {
        std::size_t parameter = 0;
        std::string what;
    };
    struct Found {
        std::string what;
        Span place;
    };
    [[nodiscard]] const std::optional<Found>& find(FunctionId function, const Given& given);

private:
    // Calls within calls that are followed, and functions looked at in all; beyond that nothing is found.
    static constexpr std::size_t kDeepest = 16;
    static constexpr std::size_t kMost = 10'000;

    [[nodiscard]] std::optional<Found> look_into(const Function& function, const Given& given);

    const CheckedProgram& program_;
    const Visibility& visibility_;
    std::map<std::tuple<FunctionId, std::size_t, std::string>, std::optional<Found>> found_;
    std::size_t depth_ = 0;
};

class HiddenReads {
public:
    // From whom what is looked for is hidden.
    enum class Hidden : std::uint8_t { FromActing, FromEverybody, FromSomebody };

    HiddenReads(const CheckedProgram& program, const Visibility& visibility, FunctionReads& functions, FileId file,
                Hidden hidden = Hidden::FromActing)
        : program_(program),
          visibility_(visibility),
          functions_(functions),
          hidden_(hidden),
          reader_(program, file),
          tree_(reader_.tree()) {}

    // In code where things come from a hidden place under this name.
    void set_hidden_candidate(Symbol name, std::string what) { candidates_.push_back({name, std::move(what), false}); }

    // The first one in the code.
    [[nodiscard]] std::optional<HiddenRead> find(NodeId node);
    // What this call reads in the function that it calls.
    [[nodiscard]] std::optional<HiddenRead> find_in_function(NodeId call, NodeId before) const;
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
    void note_variable(NodeId statement);
    [[nodiscard]] std::string takes_from_hidden(const Window& at) const;
    [[nodiscard]] Window end_of(NodeId expression) const;
    [[nodiscard]] std::string hidden_value(NodeId expression) const;
    [[nodiscard]] std::string hidden_list(NodeId expression) const;
    [[nodiscard]] std::string candidate_words(Symbol name, bool is_list) const;
    [[nodiscard]] bool hides(AttributeId attribute, const Window& at) const;
    [[nodiscard]] bool is_another_seat(const Window& at) const;

    const CheckedProgram& program_;
    const Visibility& visibility_;
    FunctionReads& functions_;
    Hidden hidden_;
    CodeReader reader_;
    const Tree& tree_;
    std::vector<Candidate> candidates_;
};

} // namespace tgdl
