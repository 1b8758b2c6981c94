#include "lib/array/elementwise.hpp"

#if __has_include(<xtensor/containers/xadapt.hpp>)  // since xtensor 0.26
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#include <xtensor/core/xoperation.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xoperation.hpp>
#endif

#include "lib/array/broadcast.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// n elements at p as an xtensor expression: xtensor then picks the vector instructions.
template <typename T>
auto expression(T* p, std::int64_t n) {
  return xt::adapt(p, static_cast<std::size_t>(n), xt::no_ownership(),
                   std::array{static_cast<std::size_t>(n)});
}

constexpr double cheap = 0.25;  // rough nanoseconds for one element: the limit is memory

/// y = f(x) for xtensor expressions x and y of one axis.
template <typename F>
Array map(const Array& x, double cost, F f) {
  Array y(x.shape());
  const Scalar* in = x.data();
  Scalar* out = y.mutable_data();
  parallel_ranges(x.size(), cost, [&](std::int64_t begin, std::int64_t end) {
    auto result = expression(out + begin, end - begin);
    xt::noalias(result) = f(expression(in + begin, end - begin));
  });
  return y;
}

/// One run of equal strides (0 or 1) of the broadcast of two operands.
template <typename F>
void combine(Scalar* out, const Scalar* a, std::int64_t stride_a, const Scalar* b, std::int64_t stride_b,
             std::int64_t n, F f) {
  auto result = expression(out, n);
  if (stride_a == 1 && stride_b == 1) {
    xt::noalias(result) = f(expression(a, n), expression(b, n));
  } else if (stride_a == 1) {
    xt::noalias(result) = f(expression(a, n), *b);
  } else if (stride_b == 1) {
    xt::noalias(result) = f(*a, expression(b, n));
  } else {
    std::fill_n(out, n, static_cast<Scalar>(f(*a, *b)));
  }
}

template <typename F>
Array zip(const char* op, const Array& a, const Array& b, F f) {
  const Broadcast plan(op, {a.shape(), b.shape()});
  Array y(plan.shape());
  Scalar* out = y.mutable_data();
  plan.for_each_run(cheap, [&](std::int64_t at, std::int64_t n, const Broadcast::Offsets& offset) {
    combine(out + at, a.data() + offset[0], plan.inner_stride(0), b.data() + offset[1], plan.inner_stride(1),
            n, f);
  });
  return y;
}

}  // namespace

Array operator+(const Array& a, const Array& b) {
  return zip("add", a, b, [](const auto& x, const auto& y) { return x + y; });
}
Array operator-(const Array& a, const Array& b) {
  return zip("subtract", a, b, [](const auto& x, const auto& y) { return x - y; });
}
Array operator*(const Array& a, const Array& b) {
  return zip("multiply", a, b, [](const auto& x, const auto& y) { return x * y; });
}
Array operator/(const Array& a, const Array& b) {
  return zip("divide", a, b, [](const auto& x, const auto& y) { return x / y; });
}
Array operator+(const Array& a, Scalar b) {
  return map(a, cheap, [b](const auto& x) { return x + b; });
}
Array operator*(const Array& a, Scalar b) {
  return map(a, cheap, [b](const auto& x) { return x * b; });
}
Array operator/(const Array& a, Scalar b) {
  return map(a, cheap, [b](const auto& x) { return x / b; });
}
Array operator-(const Array& a) {
  // xsimd's -x is 0 - x, which gives 0 for 0 where the last few elements of an array give -0
  return map(a, cheap, [](const auto& x) { return x * Scalar{-1}; });
}
Array operator-(Scalar a, const Array& b) {
  return map(b, cheap, [a](const auto& x) { return a - x; });
}
Array operator/(Scalar a, const Array& b) {
  return map(b, cheap, [a](const auto& x) { return a / x; });
}

Array sqrt(const Array& x) {
  return map(x, cheap, [](const auto& v) { return xt::sqrt(v); });
}

Array where(const Array& condition, const Array& a, const Array& b) {
  const Broadcast plan("where", {condition.shape(), a.shape(), b.shape()});
  Array y(plan.shape());
  Scalar* out = y.mutable_data();
  plan.for_each_run(cheap, [&](std::int64_t at, std::int64_t n, const Broadcast::Offsets& offset) {
    for (std::int64_t i = 0; i < n; ++i) {
      const bool yes = condition.data()[offset[0] + i * plan.inner_stride(0)] != 0;
      out[at + i] = yes ? a.data()[offset[1] + i * plan.inner_stride(1)]
                        : b.data()[offset[2] + i * plan.inner_stride(2)];
    }
  });
  return y;
}

void add_into(Array& into, const Array& x) {
  if (into.shape() != x.shape()) throw_error<ShapeError>("[add_into] {} += {}", into.shape(), x.shape());
  const Scalar* in = x.data();
  Scalar* out = into.mutable_data();
  parallel_ranges(x.size(), cheap, [&](std::int64_t begin, std::int64_t end) {
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) out[i] += in[i];
  });
}

Array broadcast_to(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (broadcast_shapes("broadcast_to", x.shape(), shape) != shape) {
    throw_error<ShapeError>("[broadcast_to] {} cannot be repeated to {}", x.shape(), shape);
  }
  return zip("broadcast_to", x, Array::zeros(shape),
             [](const auto& v, const auto& zero) { return v + zero; });
}

}  // namespace heed
