#include "lib/core/memory_error.hpp"

#include <fmt/format.h>

namespace heed {

std::string bytes_text(std::size_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto amount = static_cast<double>(bytes);
  const char* unit = "";
  for (const char* next : {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}) {
    if (amount < 1024) break;
    amount /= 1024;
    unit = next;
  }
  return fmt::format("{:.1f} {}", amount, unit);
}

}  // namespace heed
