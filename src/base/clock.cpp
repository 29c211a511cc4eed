#include "base/clock.h"

namespace tgdl {

namespace {

class SystemClock final : public Clock {
public:
    [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
    [[nodiscard]] std::int64_t wall_time() const override {
        const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
    }
    [[nodiscard]] std::chrono::nanoseconds sleep_before(TimePoint due) const override { return due - now(); }
};

} // namespace

const Clock& system_clock() {
    static const SystemClock clock;
    return clock;
}

} // namespace tgdl
