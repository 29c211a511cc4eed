// The bot that is a program of its own. docs/bots.md says what is written to it and what it answers.
//
// The program is started when it is asked for the first time and ended with the bot. It is given so many seconds for each
// answer; whatever it does instead of answering comes out of decide() as a message.
#pragma once

#include "bots/bot.h"
#include "bots/child.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tgdl {

class ProgramBot final : public Bot {
public:
    ProgramBot(std::string command, std::uint64_t seed) : command_(std::move(command)), seed_(seed) {}

    BotChoice decide(Seat& seat) override;
    void begin_anew() override { child_.reset(); }

private:
    [[nodiscard]] std::string start(Seat& seat);
    [[nodiscard]] std::string complaint(Seat& seat, const std::string& what) const;

    std::string command_;
    std::uint64_t seed_;
    std::optional<Child> child_;
};

} // namespace tgdl
