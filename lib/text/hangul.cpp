#include "lib/text/hangul.hpp"

#include <string>

#include "lib/text/unicode.hpp"

namespace heed {

std::optional<int> final_consonant(std::string_view word) {
  constexpr char32_t first_syllable = 0xAC00, last_syllable = 0xD7A3, finals = 28;
  const std::u32string text = to_code_points(nfc(word));
  if (text.empty() || text.back() < first_syllable || text.back() > last_syllable) return std::nullopt;
  return static_cast<int>((text.back() - first_syllable) % finals);
}

}  // namespace heed
