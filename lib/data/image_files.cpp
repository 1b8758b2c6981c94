#include "lib/core/error.hpp"
#include "lib/data/images.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/idx.hpp"

namespace heed {
namespace {

/// As MNIST's files are downloaded.
void require_unpacked(const std::filesystem::path& path) {
  const std::filesystem::path packed = path.string() + ".gz";
  if (!std::filesystem::exists(path) && std::filesystem::exists(packed))
    throw_error<FormatError>("{} is compressed: unpack it with `gunzip {}`", packed.string(),
                             packed.string());
}

}  // namespace

ImageSet read_images(const std::filesystem::path& folder, const std::string& part) {
  const auto image_path = folder / (part + "-images-idx3-ubyte"),
             label_path = folder / (part + "-labels-idx1-ubyte");
  require_unpacked(image_path);
  require_unpacked(label_path);
  const Tensor images = read_idx(image_path), labels = read_idx(label_path);
  if (images.shape.size() != 3)
    throw_error<FormatError>("{}: is {}; images are (number, height, width)", image_path.string(),
                             shape_text(images.shape));
  if (labels.shape.size() != 1)
    throw_error<FormatError>("{}: is {}; labels are (number,)", label_path.string(),
                             shape_text(labels.shape));
  if (images.shape[0] != labels.shape[0])
    throw_error<FormatError>("{}: has {} labels for the {} images of {}", label_path.string(),
                             labels.shape[0], images.shape[0], image_path.string());
  if (images.bytes.empty()) throw_error<FormatError>("{}: there are no images in it", image_path.string());
  ImageSet set{.height = images.shape[1], .width = images.shape[2]};
  for (const std::byte b : images.bytes) set.pixels.push_back(std::to_integer<std::uint8_t>(b));
  for (const std::byte b : labels.bytes) set.classes.push_back(std::to_integer<std::int32_t>(b));
  return set;
}

}  // namespace heed
