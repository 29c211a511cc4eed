#include "base/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace tgdl {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Digits with single `_` between them, from `at` on; puts the digits into `out`. False when there is none, or a `_`
// stands elsewhere.
bool take_digits(std::string_view text, std::size_t& at, std::string& out) {
    bool after_digit = false;
    while (at < text.size() && (is_digit(text[at]) || text[at] == '_')) {
        if (text[at] == '_') {
            if (!after_digit || at + 1 == text.size() || !is_digit(text[at + 1])) {
                return false;
            }
            after_digit = false;
        } else {
            out.push_back(text[at]);
            after_digit = true;
        }
        ++at;
    }
    return after_digit;
}

// The literal without its `_`, or empty when it is no number literal.
std::string plain_number(std::string_view text) {
    std::string plain;
    std::size_t at = 0;
    if (!take_digits(text, at, plain)) {
        return {};
    }
    if (at < text.size() && text[at] == '.') {
        plain.push_back('.');
        ++at;
        if (!take_digits(text, at, plain)) {
            return {};
        }
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        plain.push_back('e');
        ++at;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
            if (text[at] == '-') {
                plain.push_back('-');
            }
            ++at;
        }
        if (!take_digits(text, at, plain)) {
            return {};
        }
    }
    return at == text.size() ? plain : std::string();
}

// Whether a number that a double cannot hold is too small rather than too large.
bool is_tiny(std::string_view plain) {
    const std::size_t e = std::min(plain.find('e'), plain.size());
    const std::string_view digits = plain.substr(0, e);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_not_of("0.");
    long magnitude = 0; // where the first digit that counts stands, in powers of ten
    if (first != std::string_view::npos) {
        magnitude = static_cast<long>(point) - static_cast<long>(first);
    }
    long exponent = 0;
    if (e < plain.size()) {
        const bool negative = plain[e + 1] == '-';
        constexpr long kFar = 1'000'000'000'000;
        for (std::size_t i = e + (negative ? 2 : 1); i < plain.size() && exponent < kFar; ++i) {
            exponent = exponent * 10 + (plain[i] - '0');
        }
        exponent = negative ? -exponent : exponent;
    }
    return magnitude + exponent < 0;
}

// The fewest digits that are this number and no other, without a point: 0.{digits} times ten to the power of `point`.
struct Decimal {
    std::string digits;
    int point = 0;
};

Decimal shortest_decimal(double magnitude) {
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, std::chars_format::scientific);
    const std::string_view written(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
    const std::size_t e = written.find('e');
    Decimal decimal;
    decimal.digits = written.substr(0, 1);
    if (e > 2) {
        decimal.digits += written.substr(2, e - 2);
    }
    const std::string_view exponent = written.substr(e + 1);
    std::from_chars(exponent.data() + (exponent[0] == '+' ? 1 : 0), exponent.data() + exponent.size(), decimal.point);
    ++decimal.point;
    return decimal;
}

// Number::toString of ECMAScript: no exponent from 0.000001 up to 21 digits before the point.
std::string lay_out(const Decimal& decimal) {
    constexpr int kMostWholeDigits = 21;
    constexpr int kMostLeadingZeros = 6;
    const std::string& digits = decimal.digits;
    const int count = static_cast<int>(digits.size());
    const int point = decimal.point;
    if (point >= count && point <= kMostWholeDigits) {
        return digits + std::string(static_cast<std::size_t>(point - count), '0');
    }
    if (point > 0 && point <= kMostWholeDigits) {
        const auto whole = static_cast<std::size_t>(point);
        return digits.substr(0, whole) + "." + digits.substr(whole);
    }
    if (point <= 0 && point > -kMostLeadingZeros) {
        return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    }
    const int exponent = point - 1;
    const std::string fraction = count > 1 ? "." + digits.substr(1) : std::string();
    return digits.substr(0, 1) + fraction + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

// All digits of the double, with as many decimals as it takes.
std::string exact_decimal(double magnitude) {
    constexpr int kMantissaBits = 53;
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int decimals = std::max(0, kMantissaBits - exponent); // a bit less gives one decimal more
    std::string text(static_cast<std::size_t>(std::max(exponent, 0) + decimals) + 8, '\0');
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), magnitude, std::chars_format::fixed, decimals);
    text.resize(static_cast<std::size_t>(end.ptr - text.data()));
    return text;
}

// Adds one to the last digit of a decimal number.
void count_up(std::string& digits) {
    for (std::size_t i = digits.size(); i > 0; --i) {
        char& digit = digits[i - 1];
        if (digit == '.') {
            continue;
        }
        if (digit != '9') {
            ++digit;
            return;
        }
        digit = '0';
    }
    digits.insert(digits.begin(), '1');
}

} // namespace

bool is_number_literal(std::string_view text) {
    return !plain_number(text).empty();
}

std::optional<double> number_value(std::string_view text) {
    const std::string plain = plain_number(text);
    if (plain.empty()) {
        return std::nullopt;
    }
    double value = 0;
    const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        return is_tiny(plain) ? std::optional<double>(0.0) : std::nullopt;
    }
    if (result.ec != std::errc() || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::uint64_t> read_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = problem == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> read_seed(std::string_view text) {
    if (!text.starts_with('-')) {
        return read_number(text.starts_with('+') ? text.substr(1) : text);
    }
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_whole = problem == std::errc() && end == text.data() + text.size();
    return is_whole ? std::optional(static_cast<std::uint64_t>(number)) : std::nullopt;
}

std::string number_text(double number) {
    if (number == 0) {
        return "0";
    }
    const std::string magnitude = lay_out(shortest_decimal(std::abs(number)));
    return number < 0 ? "-" + magnitude : magnitude;
}

std::string number_with_decimals(double number, std::size_t decimals) {
    std::string exact = exact_decimal(std::abs(number));
    if (exact.find('.') == std::string::npos) {
        exact.push_back('.');
    }
    const std::size_t point = exact.find('.');
    const std::size_t end = point + 1 + decimals; // one past the last decimal that is shown
    const bool up = end < exact.size() && exact[end] >= '5';
    exact.resize(end, '0');
    if (decimals == 0) {
        exact.pop_back();
    }
    if (up) {
        count_up(exact);
    }
    const bool zero = exact.find_first_not_of("0.") == std::string::npos;
    return number < 0 && !zero ? "-" + exact : exact;
}

std::string number_with_zeros(double number, std::size_t digits) {
    std::string text = number_text(number);
    const std::size_t begin = text[0] == '-' ? 1 : 0;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    if (end - begin < digits) {
        text.insert(begin, digits - (end - begin), '0');
    }
    return text;
}

} // namespace tgdl
