// Images of bytes with a class each, as a model of images sees them.
#pragma once

#include <span>

#include "lib/array/array.hpp"
#include "lib/data/images.hpp"
#include "nn/classification_task.hpp"

namespace heed::inline HEED_PRECISION {

/// As a model sees them: (B, 1, height, width), from -1 (black) to 1.
inline Array pixels_of(const ImageSet& images, std::span<const std::size_t> examples) {
  Array batch({std::ssize(examples), 1, images.height, images.width});
  Scalar* to = batch.mutable_data();
  for (const std::size_t i : examples) {
    for (const std::uint8_t pixel : images.image(i)) *to++ = static_cast<Scalar>(pixel) / Scalar{127.5} - 1;
  }
  return batch;
}

/// The images as `model` sees and names them. The set refers to `images`, which must outlive it: MNIST's are
/// 47 MB, too many to copy for each look at them.
template <typename Model>
LabelledSet labelled(const Model& model, const ImageSet& images) {
  return {[model, &images](std::span<const std::size_t> examples) {
            return model(Variable(pixels_of(images, examples)));
          },
          images.classes};
}
/// A temporary would be gone before anybody looks.
template <typename Model>
LabelledSet labelled(const Model& model, const ImageSet&& images) = delete;

}  // namespace heed
