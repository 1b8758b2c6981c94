// Bytes as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heed {

/// RFC 4648, with padding.
std::string base64(const void* bytes, std::size_t count);
/// How many bytes the text stands for; nothing if it is no base64.
std::optional<std::size_t> base64_size(std::string_view text);
/// Four bytes a number, the least significant first.
inline std::string base64_floats(const float* values, std::size_t count) {
  return base64(values, count * sizeof(float));
}

}  // namespace heed
