#include "lib/data/draws.hpp"

#include <Random123/philox.h>

#include <algorithm>

namespace heed {

void Draws::draw_block() {
  const r123::Philox4x32::ctr_type counter = {
      {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
       static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)}};
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  const r123::Philox4x32::ctr_type words = r123::Philox4x32{}(counter, key);
  std::copy(words.begin(), words.end(), words_.begin());
  ++block_;
  used_ = 0;
}

}  // namespace heed
