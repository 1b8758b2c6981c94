// Numbers to and from bytes, the same on every machine: files say which byte comes first, processors differ.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace heed {

/// The number in the sizeof(T) bytes at `bytes`, least significant byte first.
template <typename T>
T load_little_endian(const std::byte* bytes) {
  std::array<std::byte, sizeof(T)> native{};
  std::copy_n(bytes, sizeof(T), native.begin());
  if (std::endian::native == std::endian::big) std::ranges::reverse(native);
  return std::bit_cast<T>(native);
}

/// Writes `value` to the sizeof(T) bytes at `bytes`, least significant byte first.
template <typename T>
void store_little_endian(T value, std::byte* bytes) {
  auto native = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if (std::endian::native == std::endian::big) std::ranges::reverse(native);
  std::ranges::copy(native, bytes);
}

}  // namespace heed
