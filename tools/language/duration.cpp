#include "tools/language/duration.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lib/report/number.hpp"

namespace heed {

std::string duration_in(double seconds, Language language) {
  const std::string english = duration_text(seconds);
  if (language == Language::english || english == "?") return english;
  const auto total = std::llround(seconds);
  if (total == 0) return "1초 미만";
  if (total < 60) return fmt::format("{}초", total);
  if (total < 3600) return fmt::format("{}분 {}초", total / 60, total % 60);
  if (total < 86400) return fmt::format("{}시간 {}분", total / 3600, total / 60 % 60);
  return fmt::format("{}일 {}시간", total / 86400, total / 3600 % 24);
}

}  // namespace heed
