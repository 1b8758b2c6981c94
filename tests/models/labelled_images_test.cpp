// Images of bytes as a model sees them.
#include "models/labelled_images.hpp"

#include "tests/catch.hpp"

using namespace heed;

namespace {

/// Two classes: the first two pixels of an image are their logits.
Variable first_pixels(const Variable& images) {
  const Array& x = images.value();
  Array logits({x.dim(0), 2});
  for (std::int64_t i = 0; i < x.dim(0); ++i)
    for (std::int64_t c = 0; c < 2; ++c) logits.mutable_data()[2 * i + c] = x.at({i, 0, 0, c});
  return Variable(logits);
}

}  // namespace

TEST_CASE("images are numbers from -1 to 1 in the order that is asked for") {
  const ImageSet images{.height = 1, .width = 3, .pixels = {0, 255, 51, 255, 0, 204}, .classes = {1, 0}};
  const std::vector<std::size_t> both{1, 0};
  const Array pixels = pixels_of(images, both);
  CHECK(pixels.shape() == Shape{2, 1, 1, 3});
  const std::vector<double> expected{1, -1, 0.6, -1, 1, -0.6};
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(static_cast<double>(pixels.values()[i]) == Approx(expected[i]).margin(1e-6));

  const LabelledSet set = labelled(first_pixels, images);
  CHECK(set.classes == images.classes);
  CHECK(classify(Module(), set).predicted == std::vector<std::int32_t>{1, 0});
  CHECK(classify(Module(), set).accuracy == 1);
}
