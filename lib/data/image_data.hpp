// Images for a classifier.
#pragma once

#include <filesystem>

#include "lib/data/images.hpp"

namespace heed {

struct ImageChoice {
  std::filesystem::path folder{};  // with MNIST's four files; empty: drawn digits
  std::size_t images = 20'000;     // drawn ones to train on
};

/// `test` is what no choice of the training depends on, `valid` chooses the best epoch.
struct ImageData {
  ImageSet train, valid, test;
  std::int64_t classes = 0;
};

/// 1,000 of the drawn digits are for validation and 2,000 for the test; of a folder's training images the
/// last tenth, at most 5,000, is for validation, and t10k is the test. Throws Error for files that cannot be
/// read, or that do not go together: the labels of the training are 0, 1, 2 … without a gap, and at least
/// two; the test has no others.
ImageData load_images(const ImageChoice& choice);

}  // namespace heed
