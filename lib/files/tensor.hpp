// A tensor as files hold it: a name, a type, a shape and bytes. No arithmetic: another layer makes arrays of
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// The element types of the safetensors format that fill whole bytes and are no complex numbers or floats of
/// 8 bits, in the order in which its reference implementation ranks them.
enum class DType { BOOL, U8, I8, I16, U16, F16, BF16, I32, U32, F32, F64, I64, U64 };

/// The name that files use: "F32".
std::string_view dtype_name(DType dtype);

/// Bytes of one element: 4 for F32.
int dtype_bytes(DType dtype);

/// The type called `name`, or nothing when the format knows no such type.
std::optional<DType> dtype_from_name(std::string_view name);

/// Plain data. `bytes` are the elements in row-major order, least significant byte first.
struct Tensor {
  std::string name;
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;

  bool operator==(const Tensor&) const = default;
};

/// Returns true for floating-point numbers of any width.
inline bool is_float(const Tensor& t) {
  return t.dtype == DType::F32 || t.dtype == DType::F64 || t.dtype == DType::F16 || t.dtype == DType::BF16;
}

/// "(2, 3)", "(4,)", "()", as Python prints a shape.
std::string shape_text(std::span<const std::int64_t> shape);

/// The bytes that a tensor of this type and shape takes. Nothing when they have more than 60 bits, or when a
/// dimension is negative. Dimensions of zero are left out of the overflow check's product, so that (0, 2⁶²,
/// 2⁶²) is nothing as well: strides of it would overflow.
std::optional<std::uint64_t> tensor_bytes(DType dtype, std::span<const std::int64_t> shape);

/// IEEE 754 binary16 to float; exact.
float half_to_float(std::uint16_t bits);

/// bfloat16 (the upper half of a float) to float; exact.
float bfloat16_to_float(std::uint16_t bits);

/// The elements as numbers: from F32, F64, F16 and BF16. T is float or double; F64 is rounded when T is
/// float. Throws Error for any other type, naming the tensor, and when the bytes do not match the shape.
template <typename T>
std::vector<T> float_values(const Tensor& tensor);

/// The elements as integers: from BOOL, U8, I32 and I64. Throws Error for any other type.
std::vector<std::int64_t> integer_values(const Tensor& tensor);

/// A tensor of floats (F32), doubles (F64) or integers (I64). Throws UsageError when the number of values is
/// not the product of the shape.
Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values);
Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const double> values);
Tensor make_tensor(std::string name, std::vector<std::int64_t> shape, std::span<const std::int64_t> values);

}  // namespace heed
