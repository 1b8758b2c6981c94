#include "lib/files/tensor.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

namespace {

// binary16 by its definition: (-1)^s · 1.f · 2^(e-15), or 0.f · 2^-14 for e = 0.
double half_by_definition(unsigned bits) {
  const double sign = (bits & 0x8000u) ? -1 : 1;
  const int exponent = static_cast<int>((bits >> 10) & 31u);
  const double fraction = (bits & 1023u) / 1024.0;
  return exponent == 0 ? sign * std::ldexp(fraction, -14) : sign * std::ldexp(1 + fraction, exponent - 15);
}

Tensor raw(DType dtype, std::vector<std::int64_t> shape, std::string_view bytes) {
  const auto view = bytes_of(bytes);
  return {"w", dtype, std::move(shape), {view.begin(), view.end()}};
}

}  // namespace

TEST_CASE("every half-precision number, and some of bfloat16") {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float value = half_to_float(static_cast<std::uint16_t>(bits));
    if (((bits >> 10) & 31u) == 31) {
      const bool infinite = (bits & 1023u) == 0;
      if (std::isinf(value) != infinite || std::isnan(value) == infinite) FAIL(bits);
    } else if (static_cast<double>(value) != half_by_definition(bits)) {
      FAIL(bits);
    }
    if (std::signbit(value) != ((bits & 0x8000u) != 0)) FAIL(bits);
  }
  CHECK(half_to_float(0x3c00) == 1.0f);
  CHECK(half_to_float(0x7bff) == 65504.0f);
  CHECK(bfloat16_to_float(0x3f80) == 1.0f);
  CHECK(bfloat16_to_float(0xc049) == -3.140625f);
  CHECK(std::isnan(bfloat16_to_float(0x7fc0)));
}

TEST_CASE("types by name") {
  for (int i = 0; i <= static_cast<int>(DType::U64); ++i) {
    const auto dtype = static_cast<DType>(i);
    CHECK(dtype_from_name(dtype_name(dtype)) == dtype);
  }
  CHECK_FALSE(dtype_from_name("F128"));
  CHECK_FALSE(dtype_from_name("f32"));
  CHECK(dtype_bytes(DType::BF16) == 2);
  CHECK(dtype_bytes(DType::U64) == 8);
}

TEST_CASE("bytes of a tensor, and its shape as text") {
  using Shape = std::vector<std::int64_t>;
  constexpr std::int64_t half = std::int64_t{1} << 62;
  CHECK(tensor_bytes(DType::F32, Shape{2, 3}) == 24);
  CHECK(tensor_bytes(DType::I64, Shape{}) == 8);
  CHECK(tensor_bytes(DType::F32, Shape{0, 5}) == 0);
  CHECK_FALSE(tensor_bytes(DType::F32, Shape{-1}));
  CHECK_FALSE(tensor_bytes(DType::F32, Shape{half, 2}));
  CHECK_FALSE(tensor_bytes(DType::F32, Shape{half, half}));
  CHECK_FALSE(tensor_bytes(DType::F32, Shape{0, half, half}));
  CHECK_FALSE(tensor_bytes(DType::F64, Shape{half}));
  CHECK_FALSE(tensor_bytes(DType::U8, Shape{std::numeric_limits<std::int64_t>::max()}));  // bits overflow
  CHECK(shape_text(std::vector<std::int64_t>{}) == "()");
  CHECK(shape_text(std::vector<std::int64_t>{4}) == "(4,)");
  CHECK(shape_text(std::vector<std::int64_t>{2, 3}) == "(2, 3)");
}

TEST_CASE("values travel through bytes, least significant first") {
  const std::vector<float> floats = {1.0f, -2.5f};
  const Tensor tensor = make_tensor("w", {2}, floats);
  CHECK(tensor == raw(DType::F32, {2}, std::string_view("\x00\x00\x80\x3f\x00\x00\x20\xc0", 8)));
  CHECK(float_values<float>(tensor) == floats);
  CHECK(float_values<double>(tensor) == std::vector<double>{1.0, -2.5});

  const std::vector<double> doubles = {0.1, std::numeric_limits<double>::denorm_min()};
  CHECK(float_values<double>(make_tensor("w", {2, 1}, doubles)) == doubles);
  CHECK(float_values<float>(make_tensor("w", {2, 1}, doubles)) == std::vector<float>{0.1f, 0.0f});

  const std::vector<std::int64_t> integers = {std::numeric_limits<std::int64_t>::min(), -1, 258};
  CHECK(integer_values(make_tensor("w", {3}, integers)) == integers);
  CHECK(float_values<float>(raw(DType::F16, {2}, std::string_view("\x00\x3c\x00\xc0", 4))) ==
        std::vector<float>{1, -2});
  CHECK(float_values<float>(raw(DType::BF16, {1}, std::string_view("\x80\x3f", 2))) == std::vector<float>{1});
  CHECK(integer_values(raw(DType::BOOL, {2}, std::string_view("\x00\x02", 2))) ==
        std::vector<std::int64_t>{0, 1});
}

TEST_CASE("values of the wrong type or number") {
  CHECK(error_text<Error>([] { float_values<float>(raw(DType::I64, {0}, "")); }) ==
        "tensor \"w\" is of type I64; only F32, F64, F16 and BF16 can be read as real numbers");
  CHECK(error_text<Error>([] { integer_values(raw(DType::F32, {0}, "")); }) ==
        "tensor \"w\" is of type F32; only BOOL, U8, I32 and I64 can be read as integers");
  CHECK(error_text<Error>([] { float_values<float>(raw(DType::F32, {2}, "1234")); }) ==
        "tensor \"w\": 4 bytes do not make (2,) of F32");
  const std::vector<float> three(3);
  CHECK(error_text<UsageError>([&] {
          make_tensor("w", {2, 2}, three);
        }) == "tensor \"w\": 3 values do not fill the shape (2, 2)");
}
