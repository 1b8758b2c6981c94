#include "exercises/grading/process/seed_of_text.hpp"

#include <charconv>
#include <span>
#include <string>

#include "lib/files/content_hash.hpp"

namespace heed::grading {

std::uint64_t seed_of_text(std::string_view text) {
  const std::string digits = content_hash(std::as_bytes(std::span(text)));
  std::uint64_t seed = 0;
  std::from_chars(digits.data(), digits.data() + 16, seed, 16);
  return seed;
}

}  // namespace heed::grading
