#include "lib/files/npy.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/npy_header.hpp"
#include "lib/files/read_file.hpp"

namespace heed {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment =
    64;  // the data starts at a multiple of this, so that it can be memory-mapped

void require_bytes(std::span<const std::byte> file, std::uint64_t wanted, std::string_view label) {
  if (file.size() < wanted) {
    throw_error<TruncatedError>("{}: is cut short: {} bytes are needed, {} are there; copy or save it again",
                                label, wanted, file.size());
  }
}

void reverse_each(std::vector<std::byte>& bytes, std::size_t size) {
  for (auto element = bytes.begin(); element != bytes.end(); element += static_cast<std::ptrdiff_t>(size)) {
    std::reverse(element, element + static_cast<std::ptrdiff_t>(size));
  }
}

// Column-major to row-major. Walks the result in order and keeps the place in the source, whose first index
// varies fastest: the step of index k is the product of the dimensions before it.
std::vector<std::byte> to_row_major(const std::vector<std::byte>& source,
                                    const std::vector<std::int64_t>& shape, std::size_t size) {
  std::vector<std::byte> result(source.size());
  if (source.empty()) return result;
  std::vector<std::int64_t> step(shape.size(), 1), index(shape.size(), 0);
  for (std::size_t k = 1; k < shape.size(); ++k) step[k] = step[k - 1] * shape[k - 1];
  std::int64_t from = 0;
  for (std::size_t to = 0; to < result.size(); to += size) {
    std::copy_n(source.begin() + from * static_cast<std::ptrdiff_t>(size), size,
                result.begin() + static_cast<std::ptrdiff_t>(to));
    for (std::size_t k = shape.size(); k-- > 0;) {
      from += step[k];
      if (++index[k] < shape[k]) break;
      from -= step[k] * shape[k];
      index[k] = 0;
    }
  }
  return result;
}

}  // namespace

Tensor decode_npy(std::span<const std::byte> file, std::string_view label) {
  const std::string_view start(reinterpret_cast<const char*>(file.data()),
                               std::min(file.size(), magic.size()));
  if (start != magic.substr(0, start.size())) throw_error<FormatError>("{}: not a .npy file", label);
  require_bytes(file, magic.size() + 2, label);
  const int major = std::to_integer<int>(file[6]), minor = std::to_integer<int>(file[7]);
  if (major < 1 || major > 3 || minor != 0) {
    throw_error<VersionError>(
        "{}: is of .npy version {}.{}; versions 1.0, 2.0 and 3.0 can be read, save it again with "
        "np.save",
        label, major, minor);
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t header_start = magic.size() + 2 + length_bytes;
  require_bytes(file, header_start, label);
  const std::uint64_t header_bytes = major == 1 ? load_little_endian<std::uint16_t>(file.data() + 8)
                                                : load_little_endian<std::uint32_t>(file.data() + 8);
  require_bytes(file, header_start + header_bytes, label);
  const std::span<const std::byte> text = file.subspan(header_start, header_bytes);
  NpyHeader header = parse_npy_header({reinterpret_cast<const char*>(text.data()), text.size()}, label);

  const auto data_bytes = tensor_bytes(header.dtype, header.shape);
  if (!data_bytes) throw_error<FormatError>("{}: the shape {} overflows", label, shape_text(header.shape));
  const std::span<const std::byte> data = file.subspan(header_start + header_bytes);
  if (data.size() < *data_bytes) {
    throw_error<TruncatedError>(
        "{}: is cut short: {} of {} takes {} bytes, {} are there; copy or save it again", label,
        shape_text(header.shape), dtype_name(header.dtype), *data_bytes, data.size());
  }
  if (data.size() > *data_bytes) {
    throw_error<FormatError>("{}: {} of {} takes {} bytes, {} more are there; it must hold one array only",
                             label, shape_text(header.shape), dtype_name(header.dtype), *data_bytes,
                             data.size() - *data_bytes);
  }
  Tensor tensor{"", header.dtype, std::move(header.shape), {data.begin(), data.end()}};
  const auto size = static_cast<std::size_t>(dtype_bits(tensor.dtype) / 8);
  if (header.big_endian) reverse_each(tensor.bytes, size);
  if (header.fortran_order) tensor.bytes = to_row_major(tensor.bytes, tensor.shape, size);
  return tensor;
}

Tensor read_npy(const std::filesystem::path& path) { return decode_npy(read_bytes(path), path.string()); }

void write_npy(const std::filesystem::path& path, const Tensor& tensor) {
  if (tensor_bytes(tensor.dtype, tensor.shape) != tensor.bytes.size()) {
    throw_error<UsageError>("{}: {} bytes do not make {} of {}", path.string(), tensor.bytes.size(),
                            shape_text(tensor.shape), dtype_name(tensor.dtype));
  }
  std::string text = npy_header_text(tensor.dtype, tensor.shape, path.string());
  const auto padded = [&](std::size_t length_bytes) {
    const std::size_t start = magic.size() + 2 + length_bytes;
    return (start + text.size() + 1 + alignment - 1) / alignment * alignment - start;
  };
  const bool short_header = padded(2) <= 0xffff;
  text.resize(padded(short_header ? 2 : 4), ' ');
  text.back() = '\n';

  std::string start(magic);
  start += short_header ? std::string("\1\0", 2) : std::string("\2\0", 2);
  std::vector<std::byte> length(short_header ? 2 : 4);
  if (short_header) {
    store_little_endian(static_cast<std::uint16_t>(text.size()), length.data());
  } else {
    store_little_endian(static_cast<std::uint32_t>(text.size()), length.data());
  }
  AtomicFile file(path);
  file.write(start);
  file.write(length);
  file.write(text);
  file.write(tensor.bytes);
  file.commit();
}

}  // namespace heed
