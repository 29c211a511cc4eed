// Output of the commands: results on standard output, all else on standard error.
#pragma once

#include "api/front_end.h"
#include "diagnostics/render.h"

#include <string>
#include <string_view>

namespace tgdl {

void print_result(std::string_view text);
// Ends the line.
void print_message(std::string_view line);
// To a file, or to standard output for `-`. False when that fails, which is said then.
bool write_result(const std::string& path, std::string_view text);
// `tgdl: …`, for what is wrong with the call rather than with a game.
void print_complaint(std::string_view text);

// Nobody but a person at a terminal wants to hear that all went well.
bool person_reads_messages();
// Colour only on a terminal, and not when NO_COLOR is set.
Colour result_colour();
Colour message_colour();

// Prints the diagnostics of one program after the other, with a blank line between two, and counts them.
class DiagnosticPrinter {
public:
    void print(const SourceSet& sources, const Diagnostics& diagnostics);
    // `2 errors, 1 warning`, if there was either.
    void print_summary() const;

private:
    bool printed_ = false;
    DiagnosticCounts counts_;
};

// Says why a file named on the command line cannot be loaded, and what may be meant instead.
void print_load_problem(std::string_view path, LoadProblem problem);

} // namespace tgdl
