#include "lib/array/recurrent_steps.hpp"

#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using simd::Batch;

Batch sigmoid(Batch x) { return Scalar{1} / (Scalar{1} + xsimd::exp(-x)); }
/// y (1 - y) and 1 - y²: the slopes of σ and tanh where they are y.
Batch sigmoid_slope(Batch y) { return xsimd::fnma(y, y, y); }
Batch tanh_slope(Batch y) { return xsimd::fnma(y, y, Batch(Scalar{1})); }

template <typename F>
void elman_forward(const ForwardRow& row, F f) {
  simd::for_vectors(row.n, [&](std::int64_t j, auto v) {
    const Batch y = f(v.load(row.a + j) + v.load(row.product + j));
    v.store(y, row.a + j);
    v.store(y, row.h + j);
  });
}

void lstm_forward(const ForwardRow& row) {
  const std::int64_t n = row.n;
  simd::for_vectors(n, [&](std::int64_t j, auto v) {
    const auto sum = [&](int gate) {
      return v.load(row.a + gate * n + j) + v.load(row.product + gate * n + j);
    };
    const Batch i = sigmoid(sum(0)), f = sigmoid(sum(1)), g = xsimd::tanh(sum(2)), o = sigmoid(sum(3));
    const Batch cell = xsimd::fma(f, v.load(row.c + j), i * g);
    v.store(i, row.a + j), v.store(f, row.a + n + j);
    v.store(g, row.a + 2 * n + j), v.store(o, row.a + 3 * n + j);
    v.store(cell, row.c + j), v.store(cell, row.second + j);
    v.store(o * xsimd::tanh(cell), row.h + j);
  });
}

void gru_forward(const ForwardRow& row) {
  const std::int64_t n = row.n;
  simd::for_vectors(n, [&](std::int64_t j, auto v) {
    const auto sum = [&](int gate) {
      return v.load(row.a + gate * n + j) + v.load(row.product + gate * n + j);
    };
    const Batch r = sigmoid(sum(0)), z = sigmoid(sum(1));
    Batch own = v.load(row.product + 2 * n + j);
    if (row.bias_n != nullptr) own += v.load(row.bias_n + j);
    const Batch fresh = xsimd::tanh(xsimd::fma(r, own, v.load(row.a + 2 * n + j)));
    v.store(r, row.a + j), v.store(z, row.a + n + j), v.store(fresh, row.a + 2 * n + j);
    v.store(own, row.second + j);
    v.store(xsimd::fma(z, v.load(row.h + j) - fresh, fresh), row.h + j);
  });
}

template <typename Slope>
void elman_backward(const BackwardRow& row, Slope slope) {
  simd::for_vectors(row.n, [&](std::int64_t j, auto v) {
    const Batch d = slope(v.load(row.gates + j), v.load(row.g + j) + v.load(row.dh + j));
    v.store(d, row.da + j), v.store(d, row.dproduct + j);
    v.store(Batch(Scalar{0}), row.dh + j);
  });
}

void lstm_backward(const BackwardRow& row) {
  const std::int64_t n = row.n;
  simd::for_vectors(n, [&](std::int64_t j, auto v) {
    const Batch i = v.load(row.gates + j), f = v.load(row.gates + n + j);
    const Batch g = v.load(row.gates + 2 * n + j), o = v.load(row.gates + 3 * n + j);
    const Batch shown = xsimd::tanh(v.load(row.second + j));
    const Batch dh = v.load(row.g + j) + v.load(row.dh + j);
    const Batch cell = xsimd::fma(dh * o, tanh_slope(shown), v.load(row.dc + j));
    const auto put = [&](int gate, Batch d) {
      v.store(d, row.da + gate * n + j), v.store(d, row.dproduct + gate * n + j);
    };
    put(0, cell * g * sigmoid_slope(i));
    put(1, cell * v.load(row.before + j) * sigmoid_slope(f));
    put(2, cell * i * tanh_slope(g));
    put(3, dh * shown * sigmoid_slope(o));
    v.store(cell * f, row.dc + j);
    v.store(Batch(Scalar{0}), row.dh + j);
  });
}

void gru_backward(const BackwardRow& row) {
  const std::int64_t n = row.n;
  simd::for_vectors(n, [&](std::int64_t j, auto v) {
    const Batch r = v.load(row.gates + j), z = v.load(row.gates + n + j),
                fresh = v.load(row.gates + 2 * n + j);
    const Batch dh = v.load(row.g + j) + v.load(row.dh + j);
    const Batch dn = xsimd::fnma(z, dh, dh) * tanh_slope(fresh);
    const Batch dz = dh * (v.load(row.before + j) - fresh) * sigmoid_slope(z);
    const Batch dr = dn * v.load(row.second + j) * sigmoid_slope(r), own = dn * r;
    v.store(dr, row.da + j), v.store(dr, row.dproduct + j);
    v.store(dz, row.da + n + j), v.store(dz, row.dproduct + n + j);
    v.store(dn, row.da + 2 * n + j), v.store(own, row.dproduct + 2 * n + j);
    v.store(own, row.dsecond + j);
    v.store(dh * z, row.dh + j);
  });
}

}  // namespace

void forward_step(RecurrentCell cell, const ForwardRow& row) {
  switch (cell) {
    case RecurrentCell::tanh:
      return elman_forward(row, [](Batch a) { return xsimd::tanh(a); });
    case RecurrentCell::relu:
      return elman_forward(row, [](Batch a) { return xsimd::max(Batch(Scalar{0}), a); });
    case RecurrentCell::lstm:
      return lstm_forward(row);
    case RecurrentCell::gru:
      return gru_forward(row);
  }
}

void backward_step(RecurrentCell cell, const BackwardRow& row) {
  const Batch zero(Scalar{0});
  switch (cell) {
    case RecurrentCell::tanh:
      return elman_backward(row, [](Batch h, Batch up) { return up * tanh_slope(h); });
    case RecurrentCell::relu:
      return elman_backward(row, [=](Batch h, Batch up) { return xsimd::select(h > zero, up, zero); });
    case RecurrentCell::lstm:
      return lstm_backward(row);
    case RecurrentCell::gru:
      return gru_backward(row);
  }
}

}  // namespace heed
