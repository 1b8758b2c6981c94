#include <array>

#include "lib/array/linear_head.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {

namespace {

using namespace linear;
using simd::Batch;

/// Backward of one head.
struct BackwardHead : LinearHead {
  BackwardHead(const LinearHead& head, const HeadsView<const Scalar>& result, const Scalar* all_inverses,
               const HeadsView<const Scalar>& upstream, const AttentionGradients& goal)
      : LinearHead(head), out(result), inverses(all_inverses + index * s.queries), g(upstream), to(goal) {}

  const HeadsView<const Scalar>& out;
  const Scalar* inverses;
  const HeadsView<const Scalar>& g;
  const AttentionGradients& to;
  Scalar* gradients = scratch(Buffer::gradients, chunk* s.value_dim);  // g̃ of a chunk
  Scalar* slopes = scratch(Buffer::slopes, chunk* chunk);
  std::array<Scalar, chunk> means{};  // c of a chunk

  void run() {
    clear();
    take_in_common();
    for (std::int64_t first = 0; first < s.queries; first += chunk) write_queries(first);
    clear();
    for (std::int64_t first = (s.queries - 1) / chunk * chunk; first >= 0; first -= chunk) {
      const std::int64_t n = load(first), key = keys_before(first), count = keys_before(first + n) - key;
      if (count > 0) {
        load_keys(key, count);
        find_slopes(first, n, key, count);
        write_keys(key, count, n, pairs(first, n, key, count));
      }
      add_products(n, queries, {gradients, s.value_dim});
      for (std::int64_t i = 0; i < n; ++i)
        simd::add_row(s.key_dim, vector, means[static_cast<std::size_t>(i)], queries + i * s.key_dim);
    }
    for (std::int64_t key = 0, end = keys_before(0); key < end; key += chunk) {
      load_keys(key, std::min(chunk, end - key));
      write_keys(key, std::min(chunk, end - key), 0, nullptr);
    }
    for (std::int64_t key = keys_before(s.queries); key < s.keys; ++key) {  // seen by nobody
      std::fill_n(row(to.key, key), s.key_dim, Scalar{0});
      std::fill_n(row(to.value, key), s.value_dim, Scalar{0});
    }
  }

  /// Loads φ(q), g̃ and c of a chunk of queries, and returns their number.
  std::int64_t load(std::int64_t first) {
    const std::int64_t n = std::min(chunk, s.queries - first);
    load_queries(first, n);
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar inverse = inverses[first + i];
      Scalar *gradient = gradients + i * s.value_dim, &mean = means[static_cast<std::size_t>(i)] = 0;
      if (inverse == 0) {  // sees nothing: no gradient, whatever stands there
        std::fill_n(queries + i * s.key_dim, s.key_dim, Scalar{0});
        std::fill_n(gradient, s.value_dim, Scalar{0});
        continue;
      }
      simd::scale_row(s.value_dim, gradient, inverse, row(g, first + i));
      mean = simd::dot_row(s.value_dim, gradient, row(out, first + i));
    }
    return n;
  }

  /// slopes = g̃ Vᵀ - c: what each pair of a chunk adds to the loss.
  void find_slopes(std::int64_t first, std::int64_t n, std::int64_t key, std::int64_t count) {
    MatrixView turned = values(key);
    turned.transposed = true;
    serial_gemm(n, count, s.value_dim, 1, {gradients, s.value_dim}, turned, 0, slopes, chunk);
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar mean = means[static_cast<std::size_t>(i)];
      simd::map_row(
          count, slopes + i * chunk, [mean](Batch x) { return x - mean; }, slopes + i * chunk);
    }
    forbid_later(first, n, key, count, slopes);
  }

  /// Writes dq of a chunk of queries; the sums are those of the keys before them, and in the end behind them.
  void write_queries(std::int64_t first) {
    const std::int64_t n = load(first), key = keys_before(first), count = keys_before(first + n) - key;
    Scalar* const dqueries = scratch(Buffer::dqueries, chunk * s.key_dim);
    serial_gemm(n, s.key_dim, s.value_dim, 1, {gradients, s.value_dim}, {matrix, s.value_dim, true}, 0,
                dqueries, s.key_dim);
    if (count > 0) {
      load_keys(key, count);
      find_slopes(first, n, key, count);
      serial_gemm(n, s.key_dim, count, 1, {slopes, chunk}, {keys, s.key_dim}, 1, dqueries, s.key_dim);
    }
    for (std::int64_t i = 0; i < n; ++i) {
      simd::add_row(s.key_dim, dqueries + i * s.key_dim, -means[static_cast<std::size_t>(i)], vector);
      through_phi(queries + i * s.key_dim, dqueries + i * s.key_dim, row(to.query, first + i));
    }
    if (count > 0) take_in(key, count);
  }

  /// Writes dk and dv of `count` loaded keys: from R and r, and from n loaded queries with pairs and slopes.
  void write_keys(std::int64_t key, std::int64_t count, std::int64_t n, const Scalar* with) {
    Scalar *const dvalue = row(to.value, key), *const dkeys = scratch(Buffer::dkeys, chunk * s.key_dim);
    serial_gemm(count, s.value_dim, s.key_dim, 1, {keys, s.key_dim}, {matrix, s.value_dim}, 0, dvalue,
                to.value.row);
    serial_gemm(count, s.key_dim, s.value_dim, 1, values(key), {matrix, s.value_dim, true}, 0, dkeys,
                s.key_dim);
    if (n > 0) {
      serial_gemm(count, s.value_dim, n, 1, {with, chunk, true}, {gradients, s.value_dim}, 1, dvalue,
                  to.value.row);
      serial_gemm(count, s.key_dim, n, 1, {slopes, chunk, true}, {queries, s.key_dim}, 1, dkeys, s.key_dim);
    }
    for (std::int64_t j = 0; j < count; ++j) {
      simd::add_row(s.key_dim, dkeys + j * s.key_dim, -1, vector);
      through_phi(keys + j * s.key_dim, dkeys + j * s.key_dim, row(to.key, key + j));
    }
  }

  /// dx = dφ φ'(x), where φ' is 1 for x > 0 and e^x = φ else: the smaller one of φ and 1.
  void through_phi(const Scalar* y, const Scalar* dy, Scalar* dx) const {
    simd::map_row(
        s.key_dim, dx,
        [](Batch p, Batch dp) { return dp * xsimd::select(p > Scalar{1}, Batch(Scalar{1}), p); }, y, dy);
  }
};

}  // namespace

void linear_attention_backward(const AttentionShape& s, const AttentionInputs& in, const Mask& mask,
                               const HeadsView<const Scalar>& out, const Scalar* inverses,
                               const HeadsView<const Scalar>& g, const AttentionGradients& to) {
  for_each_head(s, in, mask, 12,
                [&](const LinearHead& head) { BackwardHead(head, out, inverses, g, to).run(); });
}

}  // namespace heed
