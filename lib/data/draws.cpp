#include "lib/data/draws.hpp"

#include "lib/core/philox.hpp"

namespace heed {

void Draws::draw_block() {
  words_ = philox_words(block_++, stream_, seed_);
  used_ = 0;
}

}  // namespace heed
