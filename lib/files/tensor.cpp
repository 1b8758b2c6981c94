#include "lib/files/tensor.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/byte_order.hpp"

namespace heed {
namespace {

/// By the number of the type.
constexpr std::string_view dtype_names[] = {"BOOL", "U8",  "I8",  "I16", "U16", "F16", "BF16",
                                            "I32",  "U32", "F32", "F64", "I64", "U64"};
constexpr int dtype_sizes[] = {1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8, 8, 8};

// Reads every element as a Stored and converts it, after checking that the bytes are as many as the shape
// says.
template <typename Stored, typename Result, typename Convert>
std::vector<Result> read_all(const Tensor& tensor, Convert convert) {
  if (tensor_bytes(tensor.dtype, tensor.shape) != tensor.bytes.size()) {
    throw_error("tensor \"{}\": {} bytes do not make {} of {}", tensor.name, tensor.bytes.size(),
                shape_text(tensor.shape), dtype_name(tensor.dtype));
  }
  std::vector<Result> values(tensor.bytes.size() / sizeof(Stored));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] =
        static_cast<Result>(convert(load_little_endian<Stored>(tensor.bytes.data() + i * sizeof(Stored))));
  }
  return values;
}

template <typename T>
Tensor from_values(std::string name, DType dtype, std::vector<std::int64_t> shape,
                   std::span<const T> values) {
  if (tensor_bytes(dtype, shape) != values.size_bytes()) {
    throw_error<UsageError>("tensor \"{}\": {} values do not fill the shape {}", name, values.size(),
                            shape_text(shape));
  }
  Tensor tensor{std::move(name), dtype, std::move(shape), std::vector<std::byte>(values.size_bytes())};
  for (std::size_t i = 0; i < values.size(); ++i)
    store_little_endian(values[i], tensor.bytes.data() + i * sizeof(T));
  return tensor;
}

constexpr auto same = [](auto value) { return value; };

}  // namespace

std::string_view dtype_name(DType dtype) { return dtype_names[static_cast<std::size_t>(dtype)]; }

int dtype_bytes(DType dtype) { return dtype_sizes[static_cast<std::size_t>(dtype)]; }

std::optional<DType> dtype_from_name(std::string_view name) {
  const auto* const found = std::ranges::find(dtype_names, name);
  if (found == std::end(dtype_names)) return std::nullopt;
  return static_cast<DType>(found - std::begin(dtype_names));
}

std::string shape_text(std::span<const std::int64_t> shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

std::optional<std::uint64_t> tensor_bytes(DType dtype, std::span<const std::int64_t> shape) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 8;  // strides in bits fit, too
  std::int64_t bytes = dtype_bytes(dtype);
  for (const std::int64_t dim : shape) {
    if (dim < 0 || bytes > most / std::max<std::int64_t>(dim, 1)) return std::nullopt;
    bytes *= std::max<std::int64_t>(dim, 1);
  }
  return std::ranges::find(shape, 0) == shape.end() ? static_cast<std::uint64_t>(bytes) : 0;
}

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));  // infinity, NaN
  if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  const float magnitude = static_cast<float>(fraction) * 0x1p-24f;  // zero and the subnormal numbers
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
}

float bfloat16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

template <typename T>
std::vector<T> float_values(const Tensor& tensor) {
  switch (tensor.dtype) {
    case DType::F32:
      return read_all<float, T>(tensor, same);
    case DType::F64:
      return read_all<double, T>(tensor, same);
    case DType::F16:
      return read_all<std::uint16_t, T>(tensor, half_to_float);
    case DType::BF16:
      return read_all<std::uint16_t, T>(tensor, bfloat16_to_float);
    default:
      throw_error("tensor \"{}\" is of type {}; only F32, F64, F16 and BF16 can be read as real numbers",
                  tensor.name, dtype_name(tensor.dtype));
  }
}

template std::vector<float> float_values<float>(const Tensor&);
template std::vector<double> float_values<double>(const Tensor&);

std::vector<std::int64_t> integer_values(const Tensor& tensor) {
  using Integer = std::int64_t;
  switch (tensor.dtype) {
    case DType::BOOL:
      return read_all<std::uint8_t, Integer>(tensor, [](std::uint8_t byte) { return byte != 0; });
    case DType::U8:
      return read_all<std::uint8_t, Integer>(tensor, same);
    case DType::I32:
      return read_all<std::int32_t, Integer>(tensor, same);
    case DType::I64:
      return read_all<std::int64_t, Integer>(tensor, same);
    default:
      throw_error("tensor \"{}\" is of type {}; only BOOL, U8, I32 and I64 can be read as integers",
                  tensor.name, dtype_name(tensor.dtype));
  }
}

Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values) {
  return from_values(std::move(name), DType::F32, std::move(shape), values);
}

Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const double> values) {
  return from_values(std::move(name), DType::F64, std::move(shape), values);
}

Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const std::int64_t> values) {
  return from_values(std::move(name), DType::I64, std::move(shape), values);
}

}  // namespace heed
