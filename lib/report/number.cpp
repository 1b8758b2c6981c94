#include "lib/report/number.hpp"

#include <fmt/format.h>

#include <cmath>

namespace heed {

std::string grouped(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s");
}

std::string rate_text(double per_second) {
  if (per_second < 0.995) return fmt::format("{:.2f}", per_second);
  if (per_second < 9.95) return fmt::format("{:.1f}", per_second);
  return grouped(std::llround(per_second));
}

std::string clock_text(double seconds) {
  const auto total = std::llround(seconds);
  if (total < 3600) return fmt::format("{}:{:02}", total / 60, total % 60);
  return fmt::format("{}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60);
}

}  // namespace heed
