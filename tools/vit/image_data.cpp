#include "tools/vit/image_data.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

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
  data.valid = cut_off(data.train, std::clamp<std::size_t>(data.train.size() / 10, 1, 5000));
  for (const ImageSet* set : {&data.train, &data.valid, &data.test})
    data.classes =
        std::max(data.classes, std::int64_t{1} + *std::max_element(set->classes.begin(), set->classes.end()));
  return data;
}

}  // namespace heed
