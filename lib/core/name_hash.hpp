// A number for a name.
#pragma once

#include <cstdint>
#include <string_view>

namespace heed {

/// FNV-1a, 64 bits: the same number on every machine, so that streams of random numbers can follow from
/// names.
constexpr std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash;
}

}  // namespace heed
