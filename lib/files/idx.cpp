#include "lib/files/idx.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/read_file.hpp"

namespace heed {
namespace {

constexpr unsigned unsigned_bytes = 8, most_axes = 4;

unsigned byte_at(std::span<const std::byte> file, std::size_t place) {
  return std::to_integer<unsigned>(file[place]);
}

}  // namespace

Tensor decode_idx(std::span<const std::byte> file, std::string_view label) {
  const auto require_bytes = [&](std::uint64_t wanted) {
    if (file.size() < wanted)
      throw_error<TruncatedError>("{}: is cut short: {} bytes are needed, {} are there; copy it again", label,
                                  wanted, file.size());
  };
  if (file.size() >= 2 && byte_at(file, 0) == 0x1f && byte_at(file, 1) == 0x8b)
    throw_error<FormatError>("{}: is compressed; unpack it with gunzip", label);
  require_bytes(4);
  if (byte_at(file, 0) != 0 || byte_at(file, 1) != 0)
    throw_error<FormatError>("{}: not an IDX file: it must begin with two zero bytes", label);
  if (byte_at(file, 2) != unsigned_bytes)
    throw_error<FormatError>("{}: its elements are of type 0x{:02x}; unsigned bytes, 0x08, can be read",
                             label, byte_at(file, 2));
  const std::size_t axes = byte_at(file, 3);
  if (axes < 1 || axes > most_axes)
    throw_error<FormatError>("{}: has {} axes; 1 to {} can be read", label, axes, most_axes);
  const std::size_t start = 4 + 4 * axes;
  require_bytes(start);
  Tensor tensor{.name = "", .dtype = DType::U8, .shape = {}, .bytes = {}};
  for (std::size_t place = 4; place < start; place += 4)
    tensor.shape.push_back(std::int64_t{byte_at(file, place)} << 24 | byte_at(file, place + 1) << 16 |
                           byte_at(file, place + 2) << 8 | byte_at(file, place + 3));
  const auto bytes = tensor_bytes(tensor.dtype, tensor.shape);
  if (!bytes) throw_error<FormatError>("{}: the shape {} overflows", label, shape_text(tensor.shape));
  require_bytes(start + *bytes);
  const std::span<const std::byte> data = file.subspan(start);
  if (data.size() > *bytes)
    throw_error<FormatError>("{}: {} takes {} bytes, {} more are there", label, shape_text(tensor.shape),
                             *bytes, data.size() - *bytes);
  tensor.bytes.assign(data.begin(), data.end());
  return tensor;
}

Tensor read_idx(const std::filesystem::path& path) {
  const std::string file = read_text_file(path);
  return decode_idx(std::as_bytes(std::span(file)), path.string());
}

}  // namespace heed
