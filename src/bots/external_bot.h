// Bot that asks an external program for each choice, line by line (`exec:COMMAND`; the protocol is in docs/bots.md).
//
// The program is started when it is asked for the first time and ended with the bot. It is given so many seconds for each
// answer; whatever it does instead of answering comes out of decide() as a message.
#pragma once

#include "bots/bot.h"
#include "bots/child_process.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tgdl {

class ExternalBot final : public Bot {
public:
    ExternalBot(std::string command, std::uint64_t seed) : command_(std::move(command)), seed_(seed) {}

    BotChoice decide(SeatObserver& seat) override;
    void restart() override { child_.reset(); }

private:
    [[nodiscard]] std::string start(SeatObserver& seat);
    [[nodiscard]] std::string complaint(SeatObserver& seat, const std::string& what) const;

    std::string command_;
    std::uint64_t seed_;
    std::optional<ChildProcess> child_;
};

} // namespace tgdl
