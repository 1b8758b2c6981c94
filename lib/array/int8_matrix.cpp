#include "lib/array/int8_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <mutex>
#include <type_traits>
#include <vector>

#include "lib/array/int8_kernels.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
constexpr Scalar largest = 127;

/// The largest |x|; infinite or NaN if any is. As integers, of which NaN is the largest and loops have no
/// branch.
Scalar largest_magnitude(const Scalar* x, std::int64_t n) {
  Bits most = 0;
#pragma omp simd reduction(max : most)
  for (std::int64_t i = 0; i < n; ++i) {
    const Bits magnitude = std::bit_cast<Bits>(x[i]) << 1 >> 1;
    most = magnitude > most ? magnitude : most;
  }
  return std::bit_cast<Scalar>(most);
}

/// The scale of a row, and the row in its units; NaN and zeros if it is not finite.
Scalar to_int8(const Scalar* x, std::int64_t n, std::int8_t* q) {
  const Scalar most = largest_magnitude(x, n);
  if (!std::isfinite(most) || most < std::numeric_limits<Scalar>::min() * largest) {
    std::fill_n(q, n, std::int8_t{0});
    return std::isfinite(most) ? 0 : std::numeric_limits<Scalar>::quiet_NaN();
  }
  const Scalar units = largest / most;
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) {
    const Scalar value = x[i] * units;
    q[i] =
        static_cast<std::int8_t>(static_cast<std::int32_t>(value + (value < 0 ? Scalar{-0.5} : Scalar{0.5})));
  }
  return most / largest;
}

/// Into how many parts the columns of a product are cut, by its size alone.
std::int64_t parts_of(std::int64_t rows, std::int64_t out, std::int64_t in) {
  const double work = static_cast<double>(out) * static_cast<double>(in) *
                      static_cast<double>(std::max<std::int64_t>(rows, 8));
  return work < 2e6 ? 1 : work < 8e6 ? 2 : work < 3e7 ? 4 : 8;
}

constexpr std::int64_t rows_at_once = 32, panels_at_once = 4;

}  // namespace

struct Int8Matrix::Floats {
  std::once_flag once;
  Array values;
};

const std::int8_t* Int8Matrix::packed() const {
  return reinterpret_cast<const std::int8_t*>(storage_.data());
}

Int8Matrix::Int8Matrix(const Array& weight, Stored stored)
    : shape_(weight.shape()), stored_(stored), floats_(std::make_shared<Floats>()) {
  if (weight.rank() != 2)
    throw_error<ShapeError>("[int8] a weight of shape {}, not a matrix", weight.shape());
  out_ = weight.dim(stored == Stored::out_in ? 0 : 1);
  in_ = weight.dim(stored == Stored::out_in ? 1 : 0);
  if (in_ > int8_most_columns)
    throw_error<ShapeError>(
        "[int8] a weight of shape {}: sums of more than {} products do not fit into 32 bits", weight.shape(),
        int8_most_columns);
  groups_ = (in_ + int8_group - 1) / int8_group;
  const std::int64_t rows = (out_ + int8_panel - 1) / int8_panel * int8_panel;
  constexpr auto in_scalar = static_cast<std::int64_t>(sizeof(Scalar));
  storage_ = Array::zeros({(rows * groups_ * int8_group + in_scalar - 1) / in_scalar});
  scales_ = Array({out_});
  auto* bytes = reinterpret_cast<std::int8_t*>(storage_.mutable_data());
  Scalar* scales = scales_.mutable_data();
  const std::shared_ptr<std::int32_t[]> start(new std::int32_t[static_cast<std::size_t>(rows)]());
  std::vector<Scalar> row(static_cast<std::size_t>(in_));
  std::vector<std::int8_t> q(row.size());
  const std::int64_t step = stored == Stored::out_in ? 1 : out_;
  for (std::int64_t j = 0; j < out_; ++j) {
    const Scalar* from = weight.data() + (stored == Stored::out_in ? j * in_ : j);
    for (std::int64_t p = 0; p < in_; ++p) row[static_cast<std::size_t>(p)] = from[p * step];
    scales[j] = to_int8(row.data(), in_, q.data());
    if (std::isnan(scales[j])) {
      const auto bad =
          std::find_if(row.begin(), row.end(), [](Scalar w) { return !std::isfinite(w); }) - row.begin();
      throw_error<Error>("[int8] element ({}, {}) of {} is {}: not finite",
                         stored == Stored::out_in ? j : bad, stored == Stored::out_in ? bad : j, shape_,
                         row[static_cast<std::size_t>(bad)]);
    }
    std::int32_t sum = 0;
    for (std::int64_t p = 0; p < in_; ++p) {
      bytes[int8_place(j, p, groups_)] = q[static_cast<std::size_t>(p)];
      sum += q[static_cast<std::size_t>(p)];
    }
    start[j] = -128 * sum;
  }
  start_ = start;
}

std::int64_t Int8Matrix::bytes() const {
  return (storage_.size() + scales_.size()) * static_cast<std::int64_t>(sizeof(Scalar)) +
         (out_ + int8_panel - 1) / int8_panel * int8_panel * static_cast<std::int64_t>(sizeof(std::int32_t));
}

void Int8Matrix::multiply(std::int64_t rows, const Scalar* x, std::int64_t first, std::int64_t count,
                          const Scalar* bias, Scalar* y) const {
  if (rows == 0 || count == 0) return;
  const std::int64_t width = groups_ * int8_group;
  thread_local std::vector<std::int8_t> bytes_of_x;
  thread_local std::vector<Scalar> scales_of_x;
  bytes_of_x.resize(static_cast<std::size_t>(rows * width));
  scales_of_x.resize(static_cast<std::size_t>(rows));
  std::int8_t* const q = bytes_of_x.data();
  Scalar* const scale_x = scales_of_x.data();
  parallel_ranges(rows, static_cast<double>(in_) * 0.2, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
      scale_x[r] = to_int8(x + r * in_, in_, q + r * width);
      std::fill(q + r * width + in_, q + (r + 1) * width, std::int8_t{0});
    }
  });
  const std::int64_t first_panel = first / int8_panel;
  const std::int64_t panels = (first + count + int8_panel - 1) / int8_panel - first_panel;
  const std::int64_t units = (panels + panels_at_once - 1) / panels_at_once;
  const std::int64_t share = (units + parts_of(rows, count, in_) - 1) / parts_of(rows, count, in_);
  const Int8Kernel& kernel = int8_kernels().front();
  const auto unit = [&](std::int64_t row, std::int64_t panel) {
    alignas(64) std::int32_t sums[rows_at_once * panels_at_once * int8_panel];
    const Int8Product product{.rows = std::min(rows_at_once, rows - row),
                              .groups = groups_,
                              .panels = std::min(panels_at_once, first_panel + panels - panel),
                              .x = q + row * width,
                              .weight = packed() + panel * int8_panel * width,
                              .start = start_.get() + panel * int8_panel,
                              .sums = sums};
    kernel.run(product);
    const std::int64_t from = std::max(first, panel * int8_panel);
    const std::int64_t to = std::min(first + count, (panel + product.panels) * int8_panel);
    for (std::int64_t r = 0; r < product.rows; ++r) {
      const std::int32_t* sum = sums + r * product.panels * int8_panel + (from - panel * int8_panel);
      const Scalar* scale = scales_.data() + from;
      Scalar* out = y + (row + r) * count + (from - first);
      const Scalar scale_row = scale_x[row + r];
#pragma omp simd
      for (std::int64_t j = 0; j < to - from; ++j)
        out[j] = static_cast<Scalar>(sum[j]) * (scale_row * scale[j]);
      if (bias == nullptr) continue;
#pragma omp simd
      for (std::int64_t j = 0; j < to - from; ++j) out[j] += bias[from - first + j];
    }
  };
  parallel_chunks((units + share - 1) / share, [&](std::int64_t part) {
    for (std::int64_t u = part * share; u < std::min(units, (part + 1) * share); ++u) {
      for (std::int64_t row = 0; row < rows; row += rows_at_once) unit(row, first_panel + u * panels_at_once);
    }
  });
}

void Int8Matrix::read_row(std::int64_t j, Scalar* to) const {
  const Scalar scale = scales_.data()[j];
  const std::int8_t* from = packed() + int8_place(j, 0, groups_);
  for (std::int64_t p = 0; p < in_; ++p)
    to[p] = scale * from[p / int8_group * int8_panel * int8_group + p % int8_group];
}

const Array& Int8Matrix::floats() const {
  std::call_once(floats_->once, [this] {
    Array values(shape_);
    Scalar* to = values.mutable_data();
    std::vector<Scalar> row(static_cast<std::size_t>(in_));
    for (std::int64_t j = 0; j < out_; ++j) {
      read_row(j, row.data());
      for (std::int64_t p = 0; p < in_; ++p)
        to[stored_ == Stored::out_in ? j * in_ + p : p * out_ + j] = row[static_cast<std::size_t>(p)];
    }
    floats_->values = values;
  });
  return floats_->values;
}

}  // namespace heed
