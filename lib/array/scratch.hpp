// Scratch of one thread, kept between calls. Private to the kernels.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "lib/core/scalar.hpp"

namespace heed::inline HEED_PRECISION {

/// Room for `size` numbers, aligned to 64 bytes, with whatever stood there before. Each value of an enum of
/// the kernel's own, whose last one is `count`, has memory of its own.
template <typename Use>
Scalar* scratch(Use use, std::int64_t size) {
  struct alignas(64) Line {
    std::array<Scalar, 64 / sizeof(Scalar)> numbers;
  };
  thread_local std::array<std::vector<Line>, static_cast<std::size_t>(Use::count)> buffers;
  std::vector<Line>& buffer = buffers[static_cast<std::size_t>(use)];
  const std::size_t lines = (static_cast<std::size_t>(size) * sizeof(Scalar) + 63) / 64;
  if (buffer.size() < lines) buffer = std::vector<Line>(lines);
  return reinterpret_cast<Scalar*>(buffer.data());
}

}  // namespace heed
