#include "lib/core/error.hpp"
#include "lib/data/images.hpp"
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

}  // namespace heed
