#include "lib/data/image_data.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

/// Cuts the last `count` images off.
ImageSet cut_off(ImageSet& from, std::size_t count) {
  ImageSet last{.height = from.height, .width = from.width};
  const auto pixels = static_cast<std::ptrdiff_t>(count * static_cast<std::size_t>(from.height * from.width));
  const auto images = static_cast<std::ptrdiff_t>(count);
  last.pixels.assign(from.pixels.end() - pixels, from.pixels.end());
  last.classes.assign(from.classes.end() - images, from.classes.end());
  from.pixels.erase(from.pixels.end() - pixels, from.pixels.end());
  from.classes.erase(from.classes.end() - images, from.classes.end());
  return last;
}

std::set<std::int32_t> classes_of(const ImageSet& set) { return {set.classes.begin(), set.classes.end()}; }

/// Throws FormatError where the classes are not 0, 1, 2 … or fewer than two.
void check_classes(const std::set<std::int32_t>& classes, const std::string& file) {
  std::int32_t next = 0;
  for (const std::int32_t label : classes) {
    if (label != next++)
      throw_error<FormatError>(
          "{}: no image has the label {}, and some have {}: number the classes 0, 1, 2 …", file, next - 1,
          label);
  }
  if (classes.size() < 2)
    throw_error<FormatError>("{}: all images have the label 0: there is nothing to tell apart", file);
}

/// Throws FormatError where `others` have a label that no image to train on has.
void check_known(const std::set<std::int32_t>& trained, const ImageSet& others, const std::string& where,
                 const std::string& mend) {
  for (const std::int32_t label : classes_of(others)) {
    if (!trained.contains(label))
      throw_error<FormatError>("{} the label {}, which no image to train on has: {}", where, label, mend);
  }
}

}  // namespace

ImageData load_images(const ImageChoice& choice) {
  if (choice.folder.empty())
    return {.train = draw_digits({.images = choice.images, .seed = 1}),
            .valid = draw_digits({.images = 1000, .seed = 2}),
            .test = draw_digits({.images = 2000, .seed = 3}),
            .classes = 10};
  ImageData data{
      .train = read_images(choice.folder, "train"), .valid = {}, .test = read_images(choice.folder, "t10k")};
  if (data.test.height != data.train.height || data.test.width != data.train.width)
    throw_error<Error>("{}: training images of {} × {}, test images of {} × {}", choice.folder.string(),
                       data.train.height, data.train.width, data.test.height, data.test.width);
  if (std::min(data.train.height, data.train.width) < 2)
    throw_error<Error>("{}: images of {} × {}: both sides need two pixels", choice.folder.string(),
                       data.train.height, data.train.width);
  if (data.train.size() < 2)
    throw_error<Error>("{}: one training image: some are needed to train on, and some to be held out",
                       choice.folder.string());
  const std::string labels = (choice.folder / "train-labels-idx1-ubyte").string();
  check_classes(classes_of(data.train), labels);
  data.valid = cut_off(data.train, std::clamp<std::size_t>(data.train.size() / 10, 1, 5000));
  const std::set<std::int32_t> trained = classes_of(data.train);
  check_known(trained, data.valid, labels + ": what is held out for validation, the last tenth, has",
              "mix the images");
  check_known(trained, data.test, (choice.folder / "t10k-labels-idx1-ubyte").string() + ": has",
              "the test is of the same classes as the training");
  data.classes = std::ssize(trained);
  return data;
}

}  // namespace heed
