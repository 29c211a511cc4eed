// Errors as values: what every function of the library that can be refused gives back.
//
//   Result<Game> game = Game::start(rules, {.players = 9});
//   if (!game) {
//       std::puts(game.error().message.c_str());   // `war` is for 2 to 4 players, not for 9
//   }
//
// A call that gives an error has changed nothing. No function of the library throws: where memory runs out, the process ends.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace tgdl::v1 {

enum class ErrorCode {
    CannotRead,   // a file is not there, is too large, or is no ordinary file
    NotPlayable,  // the rules have errors, or are a library without `game`
    WrongPlayers, // the game is not for so many
    WrongSeed,    // a key that is not made of 64 hexadecimal digits
    WrongState,   // not now: a choice after the end, a step back before the first choice, a result before the end
    NoSuchOption, // the decision has fewer options
    NoSuchPlayer, // the match has fewer players
    NotAsked,     // a bot is asked to decide, and its player is not the one who decides
    BadSave,      // no save, or one that was changed by hand
    OtherRules,   // a save of other rules, or a match of other rules or for another number of players
    OtherGame,    // a bot is shown another game than the one it was made for
    UnknownBot,   // words that name no bot
    BotFailed,    // a program that plays did not answer, or not with an option
};

struct Error {
    ErrorCode code{};
    std::string message;  // one sentence for people: lower case, no full stop
    std::size_t line = 0; // of a save, from 1; 0: it is about no line
};

namespace detail {
// Writes the error and ends the process: somebody has used a value that is not there.
[[noreturn]] void end_without_value(const Error& error) noexcept;
} // namespace detail

// A value, or the error why there is none. Asking for the one that is not there ends the process with a message.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : value_(std::move(value)) {}
    Result(Error error) : error_(std::move(error)) {}

    [[nodiscard]] explicit operator bool() const noexcept { return value_.has_value(); }

    [[nodiscard]] T& operator*() & noexcept { return check_value(), *value_; }
    // By value, so that `for (const Text& text : *game.texts(0))` walks over something that is still there.
    [[nodiscard]] T operator*() && noexcept { return check_value(), *std::move(value_); }
    [[nodiscard]] const T& operator*() const& noexcept { return check_value(), *value_; }
    [[nodiscard]] T* operator->() noexcept { return check_value(), &*value_; }
    [[nodiscard]] const T* operator->() const noexcept { return check_value(), &*value_; }

    // Only where there is no value.
    [[nodiscard]] const Error& error() const noexcept {
        if (value_) {
            detail::end_without_value({{}, "there is no error", 0});
        }
        return error_;
    }

private:
    void check_value() const noexcept {
        if (!value_) {
            detail::end_without_value(error_);
        }
    }

    std::optional<T> value_;
    Error error_;
};

// The same for calls that give nothing but may be refused.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    [[nodiscard]] explicit operator bool() const noexcept { return !error_.has_value(); }

    // Only where there is one.
    [[nodiscard]] const Error& error() const noexcept {
        if (!error_) {
            detail::end_without_value({{}, "there is no error", 0});
        }
        return *error_;
    }

private:
    std::optional<Error> error_;
};

} // namespace tgdl::v1
