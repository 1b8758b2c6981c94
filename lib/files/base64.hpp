// Bytes as text.
#pragma once

#include <cstddef>
#include <string>

namespace heed {

/// RFC 4648, with padding.
std::string base64(const void* bytes, std::size_t count);
/// Four bytes a number, the least significant first.
inline std::string base64_floats(const float* values, std::size_t count) {
  return base64(values, count * sizeof(float));
}

}  // namespace heed
