// C4's sizes as they are printed.
#pragma once

#include <cstdint>
#include <span>

namespace heed {

/// The memory of so many tokens' scores as a document prints it, the bytes that it means, and what it is
/// right of: least ≤ bytes < most.
struct PrintedSize {
  std::int64_t tokens;
  Bilingual document;
  double meant, least, most;
  bool is_right_of(double bytes) const { return least <= bytes && bytes < most; }
};
/// In the order of their tokens.
std::span<const PrintedSize> printed_sizes();

}  // namespace heed
