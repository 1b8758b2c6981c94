#include "tools/language/duration.hpp"

#include <cmath>

#include "tools/language/tr.hpp"

namespace heed {

std::string duration_in(double seconds, Language language) {
  if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e12) return "?";
  const auto total = std::llround(seconds), minutes = total / 60, hours = total / 3600;
  const auto say = [&](const char* format, long long more, long long rest) {
    return translated(format, fmt::make_format_args(more, rest), language);
  };
  if (total == 0) return localized(tr_noop("< 1 s"), language);
  if (total < 60) return say(tr_noop("{} s"), total, 0);
  if (total < 3600) return say(tr_noop("{} min {:02} s"), minutes, total % 60);
  if (total < 86400) return say(tr_noop("{} h {:02} min"), hours, minutes % 60);
  return say(tr_noop("{} d {:02} h"), hours / 24, hours % 24);
}

}  // namespace heed
