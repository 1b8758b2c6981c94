#include "lib/array/reduce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "lib/array/elementwise.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// Which axes are reduced; none given means all.
std::array<bool, Shape::max_rank> chosen_axes(const char* op, const Shape& shape,
                                              const std::vector<int>& axes) {
  std::array<bool, Shape::max_rank> chosen{};
  if (axes.empty()) std::fill_n(chosen.begin(), shape.rank(), true);
  for (int axis : axes) {
    bool& flag = chosen[static_cast<std::size_t>(shape.normalize_axis(axis, op))];
    if (flag) throw_error<ShapeError>("[{}] axis {} of shape {} is named twice", op, axis, shape);
    flag = true;
  }
  return chosen;
}

struct Sum {
  static constexpr Scalar start = 0;
  static Scalar combine(Scalar a, Scalar b) { return a + b; }
};
struct Max {
  static constexpr Scalar start = -std::numeric_limits<Scalar>::infinity();
  static Scalar combine(Scalar a, Scalar b) { return b > a || b != b ? b : a; }
};

/// 16 partial results side by side, folded at the end: the compiler makes one vector of them.
template <typename R>
Scalar reduce_run(const Scalar* x, std::int64_t n) {
  constexpr std::int64_t width = 16;
  constexpr std::int64_t block =
      1024;  // partial results are folded every so often, which bounds the rounding error
  Scalar total = R::start;
  for (std::int64_t first = 0; first < n; first += block) {
    const std::int64_t last = std::min(n, first + block);
    std::array<Scalar, width> part;
    part.fill(R::start);
    std::int64_t i = first;
    for (; i + width <= last; i += width) {
      for (std::size_t l = 0; l < width; ++l)
        part[l] = R::combine(part[l], x[i + static_cast<std::int64_t>(l)]);
    }
    for (std::size_t l = 0; i < last; ++i, ++l) part[l] = R::combine(part[l], x[i]);
    for (std::size_t half = width / 2; half > 0; half /= 2) {
      for (std::size_t l = 0; l < half; ++l) part[l] = R::combine(part[l], part[l + half]);
    }
    total = R::combine(total, part[0]);
  }
  return total;
}

/// (n, inner) -> (inner), one row after the other; four at a time, so that the result is loaded once for
/// four.
template <typename R>
void combine_rows(const Scalar* x, std::int64_t n, std::int64_t inner, Scalar* y) {
  std::fill_n(y, inner, R::start);
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4, x += 4 * inner) {
    const Scalar *b = x + inner, *c = b + inner, *d = c + inner;
#pragma omp simd
    for (std::int64_t k = 0; k < inner; ++k)
      y[k] = R::combine(R::combine(R::combine(R::combine(y[k], x[k]), b[k]), c[k]), d[k]);
  }
  for (; i < n; ++i, x += inner) {
#pragma omp simd
    for (std::int64_t k = 0; k < inner; ++k) y[k] = R::combine(y[k], x[k]);
  }
}

/// (outer, n, inner) -> (outer, inner).
template <typename R>
Array reduce_middle(const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner) {
  Array y(Shape{outer, inner});
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  if (inner == 1) {
    // One long run is cut at fixed places, so that the threads share it and the result does not depend on
    // their number.
    constexpr std::int64_t piece = 1 << 16;
    if (outer == 1 && n > piece) {
      Array partial(Shape{(n + piece - 1) / piece});
      Scalar* part = partial.mutable_data();
      parallel_chunks(partial.size(), [&](std::int64_t c) {
        part[c] = reduce_run<R>(in + c * piece, std::min(piece, n - c * piece));
      });
      *out = reduce_run<R>(part, partial.size());
    } else {
      parallel_for(outer, static_cast<double>(n) * 0.2,
                   [&](std::int64_t o) { out[o] = reduce_run<R>(in + o * n, n); });
    }
    return y;
  }
  // Columns: blocks of rows for each thread, then the results of the blocks in order.
  const std::int64_t block = std::max<std::int64_t>(64, std::llround(std::sqrt(static_cast<double>(n))));
  const std::int64_t blocks = (n + block - 1) / block;
  Array partial(Shape{outer * blocks, inner});
  Scalar* parts = partial.mutable_data();
  parallel_for(outer * blocks, static_cast<double>(std::min(n, block) * inner) * 0.1, [&](std::int64_t item) {
    const std::int64_t first = item % blocks * block;
    combine_rows<R>(in + (item / blocks * n + first) * inner, std::min(block, n - first), inner,
                    parts + item * inner);
  });
  for (std::int64_t o = 0; o < outer; ++o)
    combine_rows<R>(parts + o * blocks * inner, blocks, inner, out + o * inner);
  return y;
}

template <typename R>
Array reduce(const char* op, const Array& x, const std::vector<int>& axes, KeepDims keep) {
  const auto chosen = chosen_axes(op, x.shape(), axes);
  Array y = x;
  // Neighbouring axes of a kind count as one; from the last to the first, each chosen group goes in one pass.
  for (int axis = x.rank(); axis > 0;) {
    int first = axis - 1;
    while (first > 0 &&
           chosen[static_cast<std::size_t>(first - 1)] == chosen[static_cast<std::size_t>(axis - 1)])
      --first;
    if (chosen[static_cast<std::size_t>(axis - 1)]) {
      const std::int64_t n = x.shape().head(axis).tail(first).size();
      const std::int64_t outer = x.shape().head(first).size();
      const std::int64_t inner = y.size() / (outer * n);  // sum, mean and max never come here empty
      y = reduce_middle<R>(y, outer, n, inner);
    }
    axis = first;
  }
  return y.reshape(reduced_shape(op, x.shape(), axes, keep));
}

/// How many elements go into one of the result; throws if there are results but nothing to make them of.
std::int64_t reduced_count(const char* op, const Array& x, const std::vector<int>& axes) {
  const std::int64_t results = reduced_shape(op, x.shape(), axes, KeepDims::no).size();
  if (x.size() == 0 && results != 0)
    throw_error<ShapeError>("[{}] nothing to reduce in shape {}", op, x.shape());
  return results == 0 ? 0 : x.size() / results;
}

}  // namespace

Shape reduced_shape(const char* op, const Shape& shape, const std::vector<int>& axes, KeepDims keep) {
  const auto chosen = chosen_axes(op, shape, axes);
  Shape out;
  for (int i = 0; i < shape.rank(); ++i) {
    if (!chosen[static_cast<std::size_t>(i)]) {
      out.append(shape[i]);
    } else if (keep == KeepDims::yes) {
      out.append(1);
    }
  }
  return out;
}

Array sum(const Array& x, const std::vector<int>& axes, KeepDims keep) {
  if (x.size() == 0) return Array::zeros(reduced_shape("sum", x.shape(), axes, keep));
  return reduce<Sum>("sum", x, axes, keep);
}

Array mean(const Array& x, const std::vector<int>& axes, KeepDims keep) {
  const std::int64_t count = reduced_count("mean", x, axes);
  return sum(x, axes, keep) / static_cast<Scalar>(count);
}

Array max(const Array& x, const std::vector<int>& axes, KeepDims keep) {
  if (reduced_count("max", x, axes) == 0) return Array(reduced_shape("max", x.shape(), axes, keep));
  return reduce<Max>("max", x, axes, keep);
}

Array sum_to(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  const int added = x.rank() - shape.rank();
  std::vector<int> axes;
  for (int i = 0; i < x.rank(); ++i) {
    if (i < added || (shape[i - added] == 1 && x.shape()[i] != 1)) axes.push_back(i);
  }
  return axes.empty() ? x.reshape(shape) : sum(x, axes).reshape(shape);
}

std::vector<std::int32_t> argmax_rows(const Array& x) {
  const std::int64_t n = x.dim(-1);
  if (n == 0) throw_error<ShapeError>("[argmax] nothing to choose from in shape {}", x.shape());
  std::vector<std::int32_t> best(static_cast<std::size_t>(x.size() / n));
  parallel_for(static_cast<std::int64_t>(best.size()), static_cast<double>(n), [&](std::int64_t r) {
    const Scalar* row = x.data() + r * n;
    const Scalar* at = std::find(row, row + n, simd::max_row(row, n));
    if (at == row + n) at = std::max_element(row, row + n);  // NaNs
    best[static_cast<std::size_t>(r)] = static_cast<std::int32_t>(at - row);
  });
  return best;
}

double global_norm(const std::vector<Array>& arrays) {
  // Fixed pieces of all arrays in one parallel loop, each summed by one thread in double, then added in
  // order.
  constexpr std::int64_t length = 1 << 14;
  std::vector<std::span<const Scalar>> pieces;
  for (const Array& a : arrays) {
    for (std::int64_t at = 0; at < a.size(); at += length) {
      pieces.push_back(a.values().subspan(static_cast<std::size_t>(at),
                                          static_cast<std::size_t>(std::min(length, a.size() - at))));
    }
  }
  std::vector<double> part(pieces.size());
  parallel_for(static_cast<std::int64_t>(pieces.size()), length * 0.2, [&](std::int64_t p) {
    const auto piece = pieces[static_cast<std::size_t>(p)];
    constexpr std::size_t width = 16;
    std::array<double, width> sums{};
    std::size_t i = 0;
    for (; i + width <= piece.size(); i += width) {
      for (std::size_t l = 0; l < width; ++l) sums[l] += double{piece[i + l]} * double{piece[i + l]};
    }
    for (std::size_t l = 0; i < piece.size(); ++i, ++l) sums[l] += double{piece[i]} * double{piece[i]};
    double& total = part[static_cast<std::size_t>(p)];
    for (double sum : sums) total += sum;
  });
  double total = 0;
  for (double p : part) total += p;
  return std::sqrt(total);
}

}  // namespace heed
