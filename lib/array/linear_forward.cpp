#include <array>
#include <limits>

#include "lib/array/linear_chunks.hpp"
#include "lib/array/simd.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace linear {

using simd::Batch;

namespace {

/// φ(x) = elu(x) + 1. A NaN stays one.
Batch phi(Batch x) { return xsimd::select(x > Scalar{0}, x + Scalar{1}, xsimd::exp(x)); }

// A key's φ is no smaller than e^-80, or a query that sees only such keys would divide by 0 or by what is
// nearly 0.
constexpr Scalar least_exponent = -80;

}  // namespace

void Head::phi_of_queries(std::int64_t first, std::int64_t n, Scalar* to) const {
  for (std::int64_t i = 0; i < n; ++i) {
    const Scalar* const q = row(in.query, first + i);
    const Scalar top = simd::max_row(q, s.key_dim);
    if (top < 0 && top > -std::numeric_limits<Scalar>::infinity()) {
      // φ = e^x throughout, and a factor of a query's φ changes nothing: e^(x - top) is never too small
      simd::map_row(
          s.key_dim, to + i * s.key_dim, [top](Batch x) { return xsimd::exp(x - top); }, q);
    } else {
      simd::map_row(s.key_dim, to + i * s.key_dim, phi, q);
    }
  }
}

void Head::take_in(const Scalar* keys, std::int64_t first, std::int64_t n, const Sums& to) const {
  add_products(keys, {row(in.value, first), in.value.row}, n, to.matrix);
  for (std::int64_t j = 0; j < n; ++j) simd::add_row(s.key_dim, to.vector, 1, keys + j * s.key_dim);
}

void Head::add_products(const Scalar* x, MatrixView y, std::int64_t n, Scalar* matrix) const {
  serial_gemm(s.key_dim, s.value_dim, n, 1, {x, s.key_dim, true}, y, 1, matrix, s.value_dim);
}

std::int64_t Head::phi_of_keys(std::int64_t first, std::int64_t n, Scalar* to) const {
  std::array<std::uint8_t, chunk> seen;
  // the row of a query that sees all there are to see
  mask.row(b, h, std::max<std::int64_t>(s.keys - std::min(offset, s.keys), 0), first, n, seen.data());
  for (std::int64_t j = 0; j < n; ++j) {
    Scalar* y = to + j * s.key_dim;
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

void forbid_later(const Head& head, std::int64_t first, std::int64_t n, std::int64_t first_key,
                  std::int64_t keys, Scalar* pairs) {
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t seen = std::min(head.keys_of(first + i) - first_key, keys);
    std::fill(pairs + i * chunk + seen, pairs + i * chunk + keys, Scalar{0});
  }
}

Array sums_before(const Problem& p, const LinearState* initial) {
  const std::int64_t parts = p.parts(), slots = parts - 1 + p.segments(), size = p.sums_size();
  const std::int64_t matrix = p.s.key_dim * p.s.value_dim;
  Array all({p.heads(), slots, size});
  Scalar* const data = all.mutable_data();
  for_each_task(p, slots, segment_cost(p, 1), [&](const Head& head, std::int64_t slot) {
    const std::int64_t later = slot - parts;  // the segment whose keys these are; else those that all see
    const std::int64_t begin = later < 0 ? slot * segment : p.keys_before(later * segment);
    const std::int64_t end =
        later < 0 ? std::min(p.keys_before(0), begin + segment) : p.keys_before((later + 1) * segment);
    const Sums to = p.sums(data, head.index * slots + slot);
    std::fill_n(to.matrix, size, Scalar{0});
    if (slot == 0 && initial != nullptr) {
      std::copy_n(initial->sum.data() + head.index * matrix, matrix, to.matrix);
      std::copy_n(initial->normaliser.data() + head.index * p.s.key_dim, p.s.key_dim, to.vector);
    }
    Scalar* const keys = scratch(Scratch::keys, chunk * p.s.key_dim);
    for (std::int64_t key = begin; key < end; key += chunk) {
      const std::int64_t n = std::min(chunk, end - key);
      head.phi_of_keys(key, n, keys);
      head.take_in(keys, key, n, to);
    }
  });
  parallel_for(p.heads(), static_cast<double>(slots * size) / 4, [&](std::int64_t i) {
    for (std::int64_t slot = 1; slot < slots; ++slot) {
      Scalar* to = data + (i * slots + slot) * size;
      simd::add_row(size, to, 1, to - size);
    }
  });
  return all;
}

namespace {

/// A segment of queries of one head; `before` holds the sums before it, and in the end those behind it.
void forward_segment(const Head& head, std::int64_t begin, std::int64_t end, const Sums& before,
                     const HeadsView<Scalar>& out, Scalar* inverses) {
  const AttentionShape& s = head.s;
  Scalar* const queries = scratch(Scratch::queries, chunk * s.key_dim);
  Scalar* const keys = scratch(Scratch::keys, chunk * s.key_dim);
  Scalar* const pairs = scratch(Scratch::pairs, chunk * chunk);
  for (std::int64_t first = begin; first < end; first += chunk) {
    const std::int64_t n = std::min(chunk, end - first), key = head.keys_before(first);
    const std::int64_t count = head.keys_before(first + n) - key;
    Scalar* const result = head.row(out, first);
    std::array<Scalar, chunk> total{};
    head.phi_of_queries(first, n, queries);
    const std::int64_t unseen = head.phi_of_keys(key, count, keys);
    // A query that sees nothing yet: whatever stands in it, NaN too, is multiplied by nothing.
    if (std::all_of(before.vector, before.vector + s.key_dim, [](Scalar x) { return x == 0; })) {
      for (std::int64_t i = 0; i < n && head.keys_of(first + i) - key <= unseen; ++i)
        std::fill_n(queries + i * s.key_dim, s.key_dim, Scalar{0});
    }
    serial_gemm(n, s.value_dim, s.key_dim, 1, {queries, s.key_dim}, {before.matrix, s.value_dim}, 0, result,
                out.row);
    for (std::int64_t i = 0; i < n; ++i) {
      total[static_cast<std::size_t>(i)] = simd::dot_row(s.key_dim, queries + i * s.key_dim, before.vector);
    }
    if (count > 0) {
      serial_gemm(n, count, s.key_dim, 1, {queries, s.key_dim}, {keys, s.key_dim, true}, 0, pairs, chunk);
      forbid_later(head, first, n, key, count, pairs);
      for (std::int64_t i = 0; i < n; ++i) {
        total[static_cast<std::size_t>(i)] += simd::sum_row(count, pairs + i * chunk);
      }
      serial_gemm(n, s.value_dim, count, 1, {pairs, chunk}, {head.row(head.in.value, key), head.in.value.row},
                  1, result, out.row);
      head.take_in(keys, key, count, before);
    }
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar sum = total[static_cast<std::size_t>(i)], inverse = sum == 0 ? 0 : 1 / sum;
      simd::scale_row(s.value_dim, result + i * out.row, inverse, result + i * out.row);
      if (inverses != nullptr) inverses[head.index * s.queries + first + i] = inverse;
    }
  }
}

Array forward(const Problem& p, const LinearState* initial, const HeadsView<Scalar>& out, Scalar* inverses) {
  Array sums = sums_before(p, initial);
  const std::int64_t slots = sums.dim(1);
  Scalar* const data = sums.mutable_data();
  for_each_task(p, p.segments(), segment_cost(p, 4), [&](const Head& head, std::int64_t g) {
    forward_segment(head, g * segment, std::min(p.s.queries, (g + 1) * segment),
                    p.sums(data, head.index * slots + p.parts() - 1 + g), out, inverses);
  });
  return sums;
}

}  // namespace
}  // namespace linear

void linear_attention_forward(const AttentionShape& s, const AttentionInputs& in, const Mask& mask,
                              const HeadsView<Scalar>& out, Scalar* inverses) {
  linear::forward({s, in, mask}, nullptr, out, inverses);
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
  const linear::Problem p(s, in, mask);
  Array sums = linear::forward(p, &state, out, nullptr);
  // The sums of a head's last segment are now those behind it.
  Scalar *const to_sum = state.sum.mutable_data(), *const to_normaliser = state.normaliser.mutable_data();
  for (std::int64_t head = 0; head < p.heads(); ++head) {
    const linear::Sums last = p.sums(sums.mutable_data(), (head + 1) * sums.dim(1) - 1);
    std::copy_n(last.matrix, s.key_dim * s.value_dim, to_sum + head * s.key_dim * s.value_dim);
    std::copy_n(last.vector, s.key_dim, to_normaliser + head * s.key_dim);
  }
}

}  // namespace heed
