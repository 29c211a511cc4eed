// Token bucket: burst and refill rate.
#pragma once

#include <algorithm>
#include <chrono>

namespace tgdl {

struct TokenRate {
    double per_second = 0;
    double burst = 0;
};

// Starts full. The rate is not kept here: there is one bucket for each of thousands of connections.
class TokenBucket {
public:
    using Clock = std::chrono::steady_clock;

    // Takes one token; false when there is none.
    bool take(TokenRate rate, Clock::time_point now) {
        refill(rate, now);
        if (missing_ + 1 > rate.burst) {
            return false;
        }
        missing_ += 1;
        return true;
    }

    // How many tokens there were after the last take().
    [[nodiscard]] double left(TokenRate rate) const { return rate.burst - missing_; }

    // Time from the last take() until there is a token again, capped at a second.
    [[nodiscard]] std::chrono::milliseconds wait(TokenRate rate) const {
        constexpr double kLongest = 1000;
        const double lacking = std::max(missing_ + 1 - rate.burst, 0.0);
        const double milliseconds = rate.per_second > 0 ? lacking / rate.per_second * 1000 : kLongest;
        return std::chrono::milliseconds(static_cast<int>(std::clamp(milliseconds, 0.0, kLongest)) + 1);
    }

private:
    void refill(TokenRate rate, Clock::time_point now) {
        if (now > filled_) {
            const double seconds = std::chrono::duration<double>(now - filled_).count();
            missing_ = std::max(missing_ - seconds * rate.per_second, 0.0);
            filled_ = now;
        }
    }

    double missing_ = 0;
    Clock::time_point filled_;
};

} // namespace tgdl
