// Output of `tgdl run` on standard output, as lines for people or as one JSON object at the end.
#pragma once

#include "match/match.h"
#include "program/options.h"

#include <cstdint>
#include <memory>
#include <string_view>

namespace tgdl {

class RunOutput {
public:
    RunOutput() = default;
    RunOutput(const RunOutput&) = delete;
    RunOutput& operator=(const RunOutput&) = delete;
    virtual ~RunOutput() = default;

    // Of the match; before everything else.
    virtual void add_option(const OptionChoice& option) = 0;
    virtual void add_text(const Delivered& delivered) = 0;
    // Of the state it ended in.
    virtual void add_hash(std::uint64_t hash) = 0;
    // How it ended: with a result, or `stuck`, `unfinished`, `error`. One of them comes last.
    virtual void end(const MatchResult& result) = 0;
    virtual void end(std::string_view word) = 0;
};

std::unique_ptr<RunOutput> make_line_output();
std::unique_ptr<RunOutput> make_json_output();

} // namespace tgdl
