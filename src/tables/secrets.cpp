#include "tables/secrets.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <span>
#include <sys/random.h>

namespace tgdl {

namespace {

// A system that gives no random bytes can keep no secret: nothing may go on then.
void fill_from_system(std::span<unsigned char> bytes) {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = getrandom(bytes.data() + filled, bytes.size() - filled, 0);
        if (got > 0) {
            filled += static_cast<std::size_t>(got);
        } else if (errno != EINTR) {
            std::abort();
        }
    }
}

// Six bits for each letter.
template <std::size_t Bytes>
std::string draw_letters() {
    constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::array<unsigned char, Bytes> bytes{};
    fill_from_system(bytes);
    std::string text;
    unsigned bits = 0;
    int count = 0;
    for (const unsigned char byte : bytes) {
        bits = (bits << 8U) | byte;
        count += 8;
        while (count >= 6) {
            count -= 6;
            text += kLetters[(bits >> static_cast<unsigned>(count)) & 63U];
        }
    }
    if (count > 0) {
        text += kLetters[(bits << static_cast<unsigned>(6 - count)) & 63U];
    }
    return text;
}

} // namespace

std::string draw_token() {
    return draw_letters<16>();
}

std::string draw_table_id() {
    return draw_letters<8>();
}

MatchSeed draw_seed() {
    std::array<unsigned char, sizeof(MatchSeed::key)> bytes{};
    fill_from_system(bytes);
    MatchSeed seed;
    std::memcpy(seed.key.data(), bytes.data(), bytes.size());
    return seed;
}

std::uint64_t draw_number() {
    std::array<unsigned char, sizeof(std::uint64_t)> bytes{};
    fill_from_system(bytes);
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data(), bytes.size());
    return number;
}

bool is_same_secret(std::string_view one, std::string_view other) {
    if (one.size() != other.size()) {
        return false;
    }
    unsigned difference = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
    }
    return difference == 0;
}

} // namespace tgdl
