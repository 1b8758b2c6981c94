#include "lib/array/layout.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// An array seen as (outer, axis, inner), for what happens along one axis.
struct AxisView {
  std::int64_t outer = 1;
  std::int64_t length = 1;
  std::int64_t inner = 1;

  AxisView(const Shape& shape, int axis)
      : outer(shape.head(axis).size()), length(shape[axis]), inner(shape.tail(axis + 1).size()) {}
};

}  // namespace

std::vector<int> inverse_order(const std::vector<int>& order) {
  const auto rank = static_cast<int>(order.size());
  std::vector<int> inverse(order.size());
  for (int i = 0; int axis : order) inverse[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)] = i++;
  return inverse;
}

Array permute(const Array& x, const std::vector<int>& order) {
  const int rank = x.rank();
  std::vector<int> axes, all(static_cast<std::size_t>(rank));
  for (int axis : order) axes.push_back(x.shape().normalize_axis(axis, "permute"));
  std::iota(all.begin(), all.end(), 0);
  if (!std::is_permutation(axes.begin(), axes.end(), all.begin(), all.end())) {
    throw_error<ShapeError>("[permute] ({}) is no permutation of the axes of shape {}",
                            fmt::join(order, ", "), x.shape());
  }
  if (rank == 0) return x;
  Shape shape, strides;
  for (const int axis : axes) {
    shape.append(x.shape()[axis]);
    strides.append(x.shape().tail(axis + 1).size());
  }
  Array y(shape);
  if (y.size() == 0) return y;
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  const std::int64_t length = shape[rank - 1], step = strides[rank - 1];
  parallel_for(y.size() / length, static_cast<double>(length) * (step == 1 ? 0.3 : 1.5),
               [&](std::int64_t run) {
                 std::int64_t offset = 0, rest = run;
                 for (int i = rank - 2; i >= 0; --i) {
                   offset += rest % shape[i] * strides[i];
                   rest /= shape[i];
                 }
                 Scalar* row = out + run * length;
                 for (std::int64_t i = 0; i < length; ++i) row[i] = in[offset + i * step];
               });
  return y;
}

Array transpose(const Array& x, int axis_a, int axis_b) {
  std::vector<int> order(static_cast<std::size_t>(x.rank()));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<std::size_t>(x.shape().normalize_axis(axis_a, "transpose"))],
            order[static_cast<std::size_t>(x.shape().normalize_axis(axis_b, "transpose"))]);
  return permute(x, order);
}

Array slice(const Array& x, int axis, std::int64_t begin, std::int64_t end) {
  const int a = x.shape().normalize_axis(axis, "slice");
  const AxisView view(x.shape(), a);
  if (begin < 0 || begin > end || end > view.length) {
    throw_error<ShapeError>("[slice] {}…{} is outside axis {} of shape {}", begin, end, axis, x.shape());
  }
  Array y(x.shape().with(a, end - begin));
  Scalar* out = y.mutable_data();
  const std::int64_t run = (end - begin) * view.inner;
  for (std::int64_t o = 0; o < view.outer; ++o) {
    std::copy_n(x.data() + (o * view.length + begin) * view.inner, run, out + o * run);
  }
  return y;
}

void add_to_slice(Array& into, const Array& part, int axis, std::int64_t begin) {
  const int a = into.shape().normalize_axis(axis, "add_to_slice");
  const AxisView view(into.shape(), a);
  const std::int64_t length = part.shape()[a];
  Scalar* out = into.mutable_data();
  const std::int64_t run = length * view.inner;
  for (std::int64_t o = 0; o < view.outer; ++o) {
    const Scalar* from = part.data() + o * run;
    Scalar* to = out + (o * view.length + begin) * view.inner;
    for (std::int64_t i = 0; i < run; ++i) to[i] += from[i];
  }
}

Array concat(const std::vector<Array>& parts, int axis) {
  if (parts.empty()) throw_error<ShapeError>("[concat] no arrays");
  const Shape& first = parts.front().shape();
  const int a = first.normalize_axis(axis, "concat");
  std::int64_t length = 0;
  for (const Array& part : parts) {
    if (part.rank() != first.rank() || part.shape().with(a, 0) != first.with(a, 0)) {
      throw_error<ShapeError>("[concat] shapes {} and {} differ outside axis {}", first, part.shape(), axis);
    }
    length += part.shape()[a];
  }
  Array y(first.with(a, length));
  const AxisView view(y.shape(), a);
  Scalar* out = y.mutable_data();
  std::int64_t at = 0;
  for (const Array& part : parts) {
    const std::int64_t run = part.shape()[a] * view.inner;
    for (std::int64_t o = 0; o < view.outer; ++o) {
      std::copy_n(part.data() + o * run, run, out + (o * view.length + at) * view.inner);
    }
    at += part.shape()[a];
  }
  return y;
}

Array stack(const std::vector<Array>& parts, int axis) {
  if (parts.empty()) throw_error<ShapeError>("[stack] no arrays");
  const Shape& first = parts.front().shape();
  // The new axis may also stand behind the last one.
  const int rank = first.rank() + 1;
  const int a = axis < 0 ? axis + rank : axis;
  if (a < 0 || a >= rank)
    throw_error<ShapeError>("[stack] no place {} for a new axis in shape {}", axis, first);
  Shape widened = first.head(a);
  widened.append(1);
  for (std::int64_t dim : first.tail(a)) widened.append(dim);
  std::vector<Array> wide;
  for (const Array& part : parts) {
    if (part.shape() != first)
      throw_error<ShapeError>("[stack] shapes {} and {} differ", first, part.shape());
    wide.push_back(part.reshape(widened));
  }
  return concat(wide, a);
}

}  // namespace heed
