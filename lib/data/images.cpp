#include "lib/data/images.hpp"

#include <algorithm>
#include <set>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/idx.hpp"

namespace heed {
namespace {

/// As MNIST's files are downloaded: compressed, or with a point in the name, "train-images.idx3-ubyte".
void require_there(const std::filesystem::path& path) {
  if (std::filesystem::exists(path)) return;
  const std::filesystem::path packed = path.string() + ".gz";
  if (std::filesystem::exists(packed))
    throw_error<FormatError>("{} is compressed: unpack it with `gunzip {}`", packed.string(),
                             packed.string());
  std::string name = path.filename().string();
  name[name.find("-idx")] = '.';
  if (const auto other = path.parent_path() / name; std::filesystem::exists(other))
    throw_error<FormatError>("{} has another name than MNIST's: rename it to {}", other.string(),
                             path.filename().string());
}

/// Throws FormatError unless there are so many axes.
void require_axes(const Tensor& tensor, std::size_t axes, const std::filesystem::path& path,
                  std::string_view needs) {
  if (tensor.shape.size() != axes)
    throw_error<FormatError>("{}: has {} ax{}s, {}; {}", path.string(), tensor.shape.size(),
                             tensor.shape.size() == 1 ? "i" : "e", shape_text(tensor.shape), needs);
}

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

std::array<std::filesystem::path, 2> image_files(const std::filesystem::path& folder,
                                                 const std::string& part) {
  return {folder / (part + "-images-idx3-ubyte"), folder / (part + "-labels-idx1-ubyte")};
}

ImageSet read_images(const std::filesystem::path& folder, const std::string& part) {
  const auto [image_path, label_path] = image_files(folder, part);
  if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
    throw_error<FormatError>("{} is a file: give the folder that holds {} and MNIST's other three",
                             folder.string(), image_path.filename().string());
  require_there(image_path);
  require_there(label_path);
  const Tensor images = read_idx(image_path), labels = read_idx(label_path);
  require_axes(images, 3, image_path, "images have 3: (number, height, width)");
  require_axes(labels, 1, label_path, "labels have 1: (number,)");
  if (images.shape[0] != labels.shape[0])
    throw_error<FormatError>("{}: has {} labels for the {} images of {}", label_path.string(),
                             labels.shape[0], images.shape[0], image_path.string());
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
