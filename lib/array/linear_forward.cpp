#include <array>
#include <limits>

#include "lib/array/linear_head.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

namespace linear {

using simd::Batch;

namespace {

// A key's φ is no smaller than e^-80, or a query that sees only such keys would divide by 0 or by what is
// nearly 0.
constexpr Scalar least_exponent = -80;

/// φ(x) = elu(x) + 1. A NaN stays one.
Batch phi(Batch x) { return xsimd::select(x > Scalar{0}, x + Scalar{1}, xsimd::exp(x)); }

}  // namespace

void LinearHead::load_queries(std::int64_t first, std::int64_t n) const {
  for (std::int64_t i = 0; i < n; ++i) {
    const Scalar* const q = row(in.query, first + i);
    const Scalar top = simd::max_row(q, s.key_dim);
    if (top < 0 && top > -std::numeric_limits<Scalar>::infinity()) {
      // φ = e^x throughout, and a factor of a query's φ changes nothing: e^(x - top) is never too small
      simd::map_row(
          s.key_dim, queries + i * s.key_dim, [top](Batch x) { return xsimd::exp(x - top); }, q);
    } else {
      simd::map_row(s.key_dim, queries + i * s.key_dim, phi, q);
    }
  }
}

std::int64_t LinearHead::load_keys(std::int64_t first, std::int64_t n) const {
  std::array<std::uint8_t, chunk> seen;
  // the row of a query that sees all there are to see
  mask.row(index / s.heads, index % s.heads, std::max<std::int64_t>(s.keys - std::min(offset, s.keys), 0),
           first, n, seen.data());
  for (std::int64_t j = 0; j < n; ++j) {
    Scalar* y = keys + j * s.key_dim;
    if (seen[static_cast<std::size_t>(j)] != 0) {
      simd::map_row(
          s.key_dim, y,
          [](Batch x) { return phi(xsimd::select(x < least_exponent, Batch(least_exponent), x)); },
          row(in.key, first + j));
    } else {
      std::fill_n(y, s.key_dim, Scalar{0});
    }
  }
  return std::find_if(seen.begin(), seen.begin() + n, [](std::uint8_t x) { return x != 0; }) - seen.begin();
}

void LinearHead::take_in(std::int64_t first, std::int64_t n) const {
  add_products(n, keys, values(first));
  for (std::int64_t j = 0; j < n; ++j) simd::add_row(s.key_dim, vector, keys + j * s.key_dim);
}

}  // namespace linear

namespace {

using namespace linear;

void forward(const LinearHead& head, const HeadsView<Scalar>& out, Scalar* inverses) {
  const AttentionShape& s = head.s;
  head.take_in_common();
  for (std::int64_t first = 0; first < s.queries; first += chunk) {
    const std::int64_t n = std::min(chunk, s.queries - first), key = head.keys_before(first);
    const std::int64_t count = head.keys_before(first + n) - key;
    Scalar *const queries = head.queries, *const result = head.row(out, first);
    std::array<Scalar, chunk> total{};
    head.load_queries(first, n);
    const std::int64_t unseen = head.load_keys(key, count);
    // A query that sees nothing yet: whatever stands in it, NaN too, is multiplied by nothing.
    if (std::all_of(head.vector, head.vector + s.key_dim, [](Scalar x) { return x == 0; })) {
      for (std::int64_t i = 0; i < n && head.keys_before(first + i + 1) - key <= unseen; ++i)
        std::fill_n(queries + i * s.key_dim, s.key_dim, Scalar{0});
    }
    serial_gemm(n, s.value_dim, s.key_dim, 1, {queries, s.key_dim}, {head.matrix, s.value_dim}, 0, result,
                out.row);
    for (std::int64_t i = 0; i < n; ++i)
      total[static_cast<std::size_t>(i)] = simd::dot_row(s.key_dim, queries + i * s.key_dim, head.vector);
    if (count > 0) {
      const Scalar* const pairs = head.pairs(first, n, key, count);
      for (std::int64_t i = 0; i < n; ++i)
        total[static_cast<std::size_t>(i)] += simd::sum_row(count, pairs + i * chunk);
      serial_gemm(n, s.value_dim, count, 1, {pairs, chunk}, head.values(key), 1, result, out.row);
      head.take_in(key, count);
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar sum = total[static_cast<std::size_t>(i)], inverse = sum == 0 ? 0 : 1 / sum;
      simd::scale_row(s.value_dim, result + i * out.row, inverse, result + i * out.row);
      if (inverses != nullptr) inverses[head.index * s.queries + first + i] = inverse;
    }
  }
}

}  // namespace

void linear_attention_forward(const AttentionShape& s, const AttentionInputs& in, const Mask& mask,
                              const HeadsView<Scalar>& out, Scalar* inverses) {
  for_each_head(s, in, mask, 5, [&](const LinearHead& head) {
    head.clear();
    forward(head, out, inverses);
  });
}

LinearState LinearState::empty(std::int64_t batch, std::int64_t heads, std::int64_t key_dim,
                               std::int64_t value_dim) {
  return {Array::zeros({batch, heads, key_dim, value_dim}), Array::zeros({batch, heads, key_dim})};
}

void linear_attention_extend(const AttentionShape& s, const AttentionInputs& in, const Mask& mask,
                             LinearState& state, const HeadsView<Scalar>& out) {
  const Shape sum{s.batch, s.heads, s.key_dim, s.value_dim}, normaliser{s.batch, s.heads, s.key_dim};
  if (state.sum.shape() != sum || state.normaliser.shape() != normaliser) {
    throw_error<ShapeError>("[attention] a linear state of {} and {} where {} and {} are needed",
                            state.sum.shape(), state.normaliser.shape(), sum, normaliser);
  }
  Scalar *const sums = state.sum.mutable_data(), *const normalisers = state.normaliser.mutable_data();
  for_each_head(s, in, mask, 5, [&](LinearHead head) {
    head.matrix = sums + head.index * s.key_dim * s.value_dim;
    head.vector = normalisers + head.index * s.key_dim;
    forward(head, out, nullptr);
  });
}

}  // namespace heed
