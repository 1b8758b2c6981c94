#include "exercises/grading/process/seed_of_text.hpp"

#include <Random123/threefry.h>

#include <algorithm>

namespace heed::grading {

std::uint64_t seed_of_text(std::string_view text) {
  constexpr std::size_t block = 32, word = 8;
  r123::Threefry4x64::ctr_type hash{{text.size(), 0, 0, 0}};
  for (std::size_t from = 0; from <= text.size(); from += block) {
    r123::Threefry4x64::key_type key{{0, 0, 0, 0}};
    for (std::size_t i = 0; i < std::min(block, text.size() - from); ++i)
      key[i / word] |= std::uint64_t{static_cast<unsigned char>(text[from + i])} << 8 * (i % word);
    const auto mixed = r123::Threefry4x64()(hash, key);
    for (std::size_t i = 0; i < hash.size(); ++i) hash[i] ^= mixed[i];
  }
  return hash[0];
}

}  // namespace heed::grading
