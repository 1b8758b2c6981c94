#include "lib/data/images.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/idx.hpp"

namespace heed {
namespace {

/// Cuts the last `count` values off.
template <typename Value>
std::vector<Value> cut_off(std::vector<Value>& from, std::size_t count) {
  const auto first = from.end() - static_cast<std::ptrdiff_t>(count);
  std::vector<Value> last(first, from.end());
  from.erase(first, from.end());
  return last;
}

std::set<std::int32_t> classes_of(const ImageSet& set) { return {set.classes.begin(), set.classes.end()}; }

}  // namespace

std::array<std::filesystem::path, 2> image_files(const std::filesystem::path& folder,
                                                 const std::string& part) {
  return {folder / (part + "-images-idx3-ubyte"), folder / (part + "-labels-idx1-ubyte")};
}

ImageSet read_images(const std::filesystem::path& folder, const std::string& part) {
  const auto [image_path, label_path] = image_files(folder, part);
  for (const auto& path : {image_path, label_path}) {
    if (!std::filesystem::exists(path))
      throw_error<FormatError>(
          "{} is missing: give the folder that holds MNIST's four files, unpacked by gunzip and so named",
          path.string());
  }
  const Tensor images = read_idx(image_path), labels = read_idx(label_path);
  if (images.shape.size() != 3 || labels.shape.size() != 1 || images.shape[0] != labels.shape[0])
    throw_error<FormatError>("{}: images are (number, height, width) and labels (number,), not {} and {}",
                             image_path.string(), shape_text(images.shape), shape_text(labels.shape));
  if (images.bytes.empty()) throw_error<FormatError>("{}: there are no images in it", image_path.string());
  ImageSet set{.height = images.shape[1], .width = images.shape[2]};
  for (const std::byte b : images.bytes) set.pixels.push_back(std::to_integer<std::uint8_t>(b));
  for (const std::byte b : labels.bytes) set.classes.push_back(std::to_integer<std::int32_t>(b));
  return set;
}

ImageData load_images(const ImageChoice& choice) {
  if (choice.folder.empty())
    return {.train = draw_digits({.images = choice.images, .seed = 1}),
            .valid = draw_digits({.images = 1000, .seed = 2}),
            .test = draw_digits({.images = 2000, .seed = 3}),
            .classes = 10};
  ImageData data{
      .train = read_images(choice.folder, "train"), .valid = {}, .test = read_images(choice.folder, "t10k")};
  if (data.test.height != data.train.height || data.test.width != data.train.width ||
      std::min(data.train.height, data.train.width) < 2 || data.train.size() < 2)
    throw_error<Error>(
        "{}: {} training images of {} × {}, test images of {} × {}: two are needed at least, of "
        "two pixels on either side, and those of the test as large",
        choice.folder.string(), data.train.size(), data.train.height, data.train.width, data.test.height,
        data.test.width);
  const std::size_t held_out = std::clamp<std::size_t>(data.train.size() / 10, 1, 5000);
  data.valid = {.height = data.train.height,
                .width = data.train.width,
                .pixels = cut_off(data.train.pixels, held_out * data.train.image(0).size()),
                .classes = cut_off(data.train.classes, held_out)};
  const std::set<std::int32_t> trained = classes_of(data.train);
  const auto known = [&](const ImageSet& others) {
    return std::ranges::includes(trained, classes_of(others));
  };
  if (trained.size() < 2 || *trained.begin() != 0 || *trained.rbegin() != std::ssize(trained) - 1 ||
      !known(data.valid) || !known(data.test))
    throw_error<FormatError>(
        "{}: the images to train on must have the labels 0, 1, 2 … without a gap, two at "
        "least, and all that those held out (the last tenth) and those of the test have",
        choice.folder.string());
  data.classes = std::ssize(trained);
  return data;
}

}  // namespace heed
