#include "models/labelled_images.hpp"

namespace heed::inline HEED_PRECISION {

Array pixels_of(const ImageSet& images, std::span<const std::size_t> examples) {
  Array batch({std::ssize(examples), 1, images.height, images.width});
  Scalar* to = batch.mutable_data();
  for (const std::size_t i : examples) {
    for (const std::uint8_t pixel : images.image(i)) *to++ = static_cast<Scalar>(pixel) / Scalar{127.5} - 1;
  }
  return batch;
}

}  // namespace heed
