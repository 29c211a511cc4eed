// Inspection of the table: a cursor over everything on it, and why what it is on can or cannot be chosen.
#pragma once

#include "terminal/display.h"
#include "terminal/play_table.h"
#include "terminal/screen_layout.h"
#include "terminal/selection.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tgdl {

// The instance of a view with this id, or the tile it stands on; null if there is none.
const Json* find_instance(const Json& view, const std::string& id);

class TableInspector {
public:
    // Begins where the cursor of the choice is; in the list of what is refused if that is nowhere on the table.
    TableInspector(std::vector<RefusedOption> refused, const Picture& picture, const std::string& from);

    void move(const Picture& picture, Direction direction);
    // From the table to the list of what is refused, and back.
    void change_sides();
    // Fills in the list, the cursor and the line that says what it is on.
    void show(ScreenParts& parts, const Question& question, const Json& view) const;

private:
    [[nodiscard]] std::string about_place(const Picture& picture, const Question& question, const Json& view) const;

    std::vector<RefusedOption> refused_;
    std::vector<std::string> places_; // one id for each place of the table
    std::size_t place_ = 0;
    std::size_t line_ = 0; // of what is refused
    bool in_list_ = false;
};

} // namespace tgdl
