// Numbers to and from bytes, the same on every machine: files say which byte comes first, processors differ.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heed {

namespace detail {
template <std::size_t Size>
struct UnsignedOf;
template <>
struct UnsignedOf<1> {
  using type = std::uint8_t;
};
template <>
struct UnsignedOf<2> {
  using type = std::uint16_t;
};
template <>
struct UnsignedOf<4> {
  using type = std::uint32_t;
};
template <>
struct UnsignedOf<8> {
  using type = std::uint64_t;
};
}  // namespace detail

/// The number in the sizeof(T) bytes at `bytes`, least significant byte first.
template <typename T>
T load_little_endian(const std::byte* bytes) {
  using Bits = typename detail::UnsignedOf<sizeof(T)>::type;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return std::bit_cast<T>(static_cast<Bits>(bits));
}

/// Writes `value` to the sizeof(T) bytes at `bytes`, least significant byte first.
template <typename T>
void store_little_endian(T value, std::byte* bytes) {
  using Bits = typename detail::UnsignedOf<sizeof(T)>::type;
  const std::uint64_t bits = std::bit_cast<Bits>(value);
  for (std::size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<std::byte>((bits >> (8 * i)) & 0xff);
}

}  // namespace heed
