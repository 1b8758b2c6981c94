#include "lib/array/reduce.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"

namespace heed {
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
  constexpr std::int64_t lanes = 16;
  constexpr std::int64_t block =
      1024;  // partial results are folded every so often, which bounds the rounding error
  Scalar total = R::start;
  for (std::int64_t first = 0; first < n; first += block) {
    const std::int64_t last = std::min(n, first + block);
    std::array<Scalar, lanes> part;
    part.fill(R::start);
    std::int64_t i = first;
    for (; i + lanes <= last; i += lanes) {
      for (std::size_t l = 0; l < lanes; ++l)
        part[l] = R::combine(part[l], x[i + static_cast<std::int64_t>(l)]);
    }
    for (std::size_t l = 0; i < last; ++i, ++l) part[l] = R::combine(part[l], x[i]);
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
      for (std::size_t l = 0; l < half; ++l) part[l] = R::combine(part[l], part[l + half]);
    }
    total = R::combine(total, part[0]);
  }
  return total;
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
      parallel_ranges(outer, static_cast<double>(n) * 0.2, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t o = begin; o < end; ++o) out[o] = reduce_run<R>(in + o * n, n);
      });
    }
    return y;
  }
  // Columns: strips of them for each thread, rows in blocks as above.
  constexpr std::int64_t strip = 256;
  const std::int64_t block = std::max<std::int64_t>(64, std::llround(std::sqrt(static_cast<double>(n))));
  const std::int64_t strips = (inner + strip - 1) / strip;
  parallel_ranges(outer * strips, static_cast<double>(n * std::min(inner, strip)) * 0.2,
                  [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t item = begin; item < end; ++item) {
                      const std::int64_t o = item / strips;
                      const std::int64_t column = item % strips * strip;
                      const std::int64_t width = std::min(strip, inner - column);
                      Scalar* row_out = out + o * inner + column;
                      std::fill_n(row_out, width, R::start);
                      for (std::int64_t first = 0; first < n; first += block) {
                        std::array<Scalar, strip> part;
                        std::fill_n(part.begin(), width, R::start);
                        for (std::int64_t i = first; i < std::min(n, first + block); ++i) {
                          const Scalar* row = in + (o * n + i) * inner + column;
                          for (std::int64_t c = 0; c < width; ++c)
                            part[static_cast<std::size_t>(c)] =
                                R::combine(part[static_cast<std::size_t>(c)], row[c]);
                        }
                        for (std::int64_t c = 0; c < width; ++c)
                          row_out[c] = R::combine(row_out[c], part[static_cast<std::size_t>(c)]);
                      }
                    }
                  });
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
      const std::int64_t n =
          Shape(std::span(x.shape().begin() + first, static_cast<std::size_t>(axis - first))).size();
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
  Array y = sum(x, axes, keep);
  Scalar* out = y.mutable_data();
  for (std::int64_t i = 0; i < y.size(); ++i) out[i] /= static_cast<Scalar>(count);
  return y;
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
  parallel_ranges(static_cast<std::int64_t>(best.size()), static_cast<double>(n),
                  [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t r = begin; r < end; ++r) {
                      const Scalar* row = x.data() + r * n;
                      best[static_cast<std::size_t>(r)] =
                          static_cast<std::int32_t>(std::max_element(row, row + n) - row);
                    }
                  });
  return best;
}

double global_norm(const std::vector<Array>& arrays) {
  double total = 0;
  for (const Array& a : arrays) {
    // Fixed pieces, each summed by one thread in double, then added in order.
    constexpr std::int64_t piece = 1 << 14;
    std::vector<double> part(static_cast<std::size_t>((a.size() + piece - 1) / piece));
    parallel_chunks(static_cast<std::int64_t>(part.size()), [&](std::int64_t c) {
      std::array<double, 8> lanes{};
      const Scalar* x = a.data() + c * piece;
      const std::int64_t n = std::min(piece, a.size() - c * piece);
      for (std::int64_t i = 0; i < n; ++i)
        lanes[static_cast<std::size_t>(i % 8)] += double{x[i]} * double{x[i]};
      double s = 0;
      for (double lane : lanes) s += lane;
      part[static_cast<std::size_t>(c)] = s;
    });
    for (double p : part) total += p;
  }
  return std::sqrt(total);
}

}  // namespace heed
