// Grey images with their classes.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace heed {

struct ImageSet {
  std::int64_t height = 0, width = 0;
  std::vector<std::uint8_t> pixels{};   // images one after the other, row by row: 0 black, 255 white
  std::vector<std::int32_t> classes{};  // of each image, from 0

  std::size_t size() const { return classes.size(); }
  std::span<const std::uint8_t> image(std::size_t i) const {
    const auto area = static_cast<std::size_t>(height * width);
    return std::span(pixels).subspan(i * area, area);
  }
};

struct DigitOptions {
  std::size_t images = 10'000;
  std::uint64_t seed = 0;
  std::int64_t size = 28;  // height and width
};

/// Drawings of the digits 0 to 9, each class equally likely: strokes of a pen whose place, size, slant, turn
/// and thickness differ, the pen unsteady, the paper noisy. A function of the options alone.
ImageSet draw_digits(const DigitOptions& options = {});

/// The files of a part as MNIST has them: PART-images-idx3-ubyte (N, height, width) and
/// PART-labels-idx1-ubyte (N), PART being train or t10k.
std::array<std::filesystem::path, 2> image_files(const std::filesystem::path& folder,
                                                 const std::string& part);

/// Reads what is in them. Throws Error that names the file: another format or number of axes, no
/// images, not as many labels as images.
ImageSet read_images(const std::filesystem::path& folder, const std::string& part);

struct ImageChoice {
  std::filesystem::path folder{};  // with MNIST's four files; empty: drawn digits
  std::size_t images = 20'000;     // drawn ones to train on
};

/// `test` is what no choice of the training depends on, `valid` chooses the best epoch.
struct ImageData {
  ImageSet train, valid, test;
  std::int64_t classes = 0;
};

/// Returns the images of a choice: of drawn digits 1,000 are for validation and 2,000 for the test; of a
/// folder's training images the last tenth, at most 5,000, is for validation, and t10k is the test. Throws
/// Error for files that cannot be read, or that do not go together: the labels of the training are 0, 1, 2 …
/// without a gap, and at least two; the test has no others.
ImageData load_images(const ImageChoice& choice);

}  // namespace heed
