// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heed {

/// 1234567 as "1,234,567".
std::string grouped(std::int64_t number);

/// A number and its noun: "1 epoch", "2 epochs".
std::string counted(std::int64_t number, std::string_view noun);

/// An amount per second with at least two digits: "0.25", "7.3", "12,345".
std::string rate_text(double per_second);

/// Seconds as a clock shows them, where room is short: "0:08", "3:20", "1:05:09".
std::string clock_text(double seconds);

}  // namespace heed
