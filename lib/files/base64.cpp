#include "lib/files/base64.hpp"

#include <algorithm>
#include <string_view>

namespace heed {

namespace {
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64(const void* given, std::size_t size) {
  const auto* const bytes = static_cast<const unsigned char*>(given);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = std::min<std::size_t>(size - i, 3);
    const unsigned group = (unsigned{bytes[i]} << 16) | (left > 1 ? unsigned{bytes[i + 1]} << 8 : 0) |
                           (left > 2 ? unsigned{bytes[i + 2]} : 0);
    for (std::size_t k = 0; k < 4; ++k) text += k <= left ? digits[(group >> (18 - 6 * k)) & 63] : '=';
  }
  return text;
}

}  // namespace heed
