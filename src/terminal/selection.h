// Cursor of a player who chooses: in the list of options or on the table, always the same option in both.
#pragma once

#include "terminal/picture.h"
#include "terminal/question.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

enum class Direction : std::uint8_t { Up, Down, Left, Right };

// The instance of a picture that is nearest in a direction, out of those with these ids; nothing lies there: nullopt.
std::optional<std::size_t> nearest_instance(const Picture& picture, const std::vector<std::string>& ids,
                                            std::size_t from, Direction direction);

class Selection {
public:
    Selection() = default;
    // Begins on the table when at least two places of it can be chosen, else in the list.
    Selection(const Question& question, const Picture& picture);

    [[nodiscard]] std::size_t option() const { return option_; }
    [[nodiscard]] bool is_on_table() const { return on_table_; }
    // The options that are offered in the list: all, or those that a place or a typed text left.
    [[nodiscard]] const std::vector<std::size_t>& offered() const { return offered_; }

    // Goes to the option on the table that is nearest to a place, where the cursor was before.
    void begin_near(const Question& question, const Picture& picture, const Area& place);
    void move(const Question& question, const Picture& picture, Direction direction);
    void page(std::ptrdiff_t steps);
    // From the table to the list and back, if there is something to choose on the table.
    void change_sides(const Question& question, const Picture& picture);
    // Leaves only these; the first one is taken up. None: all of them again.
    void narrow(const Question& question, std::vector<std::size_t> options);
    // The options of the place on which the cursor is; several actions can begin with one piece.
    [[nodiscard]] std::vector<std::size_t> options_here(const Question& question, const Picture& picture) const;

private:
    std::size_t option_ = 0;
    bool on_table_ = false;
    std::vector<std::size_t> offered_;
};

} // namespace tgdl
