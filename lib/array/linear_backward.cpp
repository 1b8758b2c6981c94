#include <array>

#include "lib/array/linear_chunks.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using namespace linear;
using simd::Batch;

/// Backward of one head of one batch.
class BackwardHead {
 public:
  BackwardHead(const Head& head, const HeadsView<const Scalar>& out, const Scalar* inverses,
               const HeadsView<const Scalar>& g, const AttentionGradients& to)
      : head_(head),
        s_(head.s),
        out_(out),
        inverses_(inverses + head.index * head.s.queries),
        g_(g),
        to_(to) {}

  /// dq of queries begin … end - 1 from the sums S, z before them.
  void queries(std::int64_t begin, std::int64_t end, const Sums& before) {
    for (std::int64_t first = begin; first < end; first += chunk) {
      const std::int64_t n = load_queries(first, end), key = head_.keys_before(first);
      const std::int64_t count = head_.keys_before(first + n) - key;
      Scalar* const dqueries = scratch(Scratch::dqueries, chunk * s_.key_dim);
      serial_gemm(n, s_.key_dim, s_.value_dim, 1, {gradients_, s_.value_dim},
                  {before.matrix, s_.value_dim, true}, 0, dqueries, s_.key_dim);
      if (count > 0) {
        head_.phi_of_keys(key, count, keys_);
        pair_slopes(first, n, key, count);
        serial_gemm(n, s_.key_dim, count, 1, {slopes_, chunk}, {keys_, s_.key_dim}, 1, dqueries, s_.key_dim);
      }
      for (std::int64_t i = 0; i < n; ++i) {
        simd::add_row(s_.key_dim, dqueries + i * s_.key_dim, -means_[static_cast<std::size_t>(i)],
                      before.vector);
        through_phi(queries_ + i * s_.key_dim, dqueries + i * s_.key_dim, head_.row(to_.query, first + i));
      }
      if (count > 0) head_.take_in(keys_, key, count, before);
    }
  }

  /// dk and dv of the keys that queries begin … end - 1 are the first to see; `behind` holds the sums R, r of
  /// all later queries.
  void keys(std::int64_t begin, std::int64_t end, const Sums& behind) {
    for (std::int64_t first = begin + (end - begin - 1) / chunk * chunk; first >= begin; first -= chunk) {
      const std::int64_t n = load_queries(first, end), key = head_.keys_before(first);
      const std::int64_t count = head_.keys_before(first + n) - key;
      if (count > 0) {
        head_.phi_of_keys(key, count, keys_);
        if (to_.value.data != nullptr) {
          serial_gemm(n, count, s_.key_dim, 1, {queries_, s_.key_dim}, {keys_, s_.key_dim, true}, 0, pairs_,
                      chunk);
          forbid_later(head_, first, n, key, count, pairs_);
        }
        if (to_.key.data != nullptr) pair_slopes(first, n, key, count);
        write_keys(key, count, n, behind);
      }
      add_queries(n, behind);
    }
  }
  /// dk and dv of n keys that all queries see; `all` holds the sums of all queries.
  void common_keys(std::int64_t begin, std::int64_t end, const Sums& all) {
    for (std::int64_t key = begin; key < end; key += chunk) {
      const std::int64_t count = std::min(chunk, end - key);
      head_.phi_of_keys(key, count, keys_);
      write_keys(key, count, 0, all);
    }
  }
  void unseen_keys(std::int64_t begin) {
    for (std::int64_t key = begin; key < s_.keys; ++key) {
      if (to_.key.data != nullptr) std::fill_n(head_.row(to_.key, key), s_.key_dim, Scalar{0});
      if (to_.value.data != nullptr) std::fill_n(head_.row(to_.value, key), s_.value_dim, Scalar{0});
    }
  }
  /// to = R, r of queries begin … end - 1.
  void sum_queries(std::int64_t begin, std::int64_t end, const Sums& to) {
    std::fill_n(to.matrix, head_.sums_size(), Scalar{0});
    for (std::int64_t first = begin; first < end; first += chunk) add_queries(load_queries(first, end), to);
  }

 private:
  /// φ(q), g̃ and c of the queries from `first` on, a chunk at most; returns their number.
  std::int64_t load_queries(std::int64_t first, std::int64_t end) {
    const std::int64_t n = std::min(chunk, end - first);
    head_.phi_of_queries(first, n, queries_);
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar inverse = inverses_[first + i];
      Scalar *gradient = gradients_ + i * s_.value_dim, &mean = means_[static_cast<std::size_t>(i)] = 0;
      if (inverse == 0) {  // sees nothing: no gradient, whatever stands there
        std::fill_n(queries_ + i * s_.key_dim, s_.key_dim, Scalar{0});
        std::fill_n(gradient, s_.value_dim, Scalar{0});
        continue;
      }
      simd::scale_row(s_.value_dim, gradient, inverse, head_.row(g_, first + i));
      mean = simd::dot_row(s_.value_dim, gradient, head_.row(out_, first + i));
    }
    return n;
  }
  /// slopes = g̃ Vᵀ - c: what each pair of a chunk adds to the loss.
  void pair_slopes(std::int64_t first, std::int64_t n, std::int64_t key, std::int64_t count) {
    serial_gemm(n, count, s_.value_dim, 1, {gradients_, s_.value_dim},
                {head_.row(head_.in.value, key), head_.in.value.row, true}, 0, slopes_, chunk);
    for (std::int64_t i = 0; i < n; ++i) {
      const Scalar mean = means_[static_cast<std::size_t>(i)];
      simd::map_row(
          count, slopes_ + i * chunk, [mean](Batch x) { return x - mean; }, slopes_ + i * chunk);
    }
    forbid_later(head_, first, n, key, count, slopes_);
  }
  /// dk, dv of `count` keys with their φ loaded: from R, r, and from n loaded queries with pairs and slopes.
  void write_keys(std::int64_t key, std::int64_t count, std::int64_t n, const Sums& from) {
    if (to_.value.data != nullptr) {
      Scalar* const dvalue = head_.row(to_.value, key);
      serial_gemm(count, s_.value_dim, s_.key_dim, 1, {keys_, s_.key_dim}, {from.matrix, s_.value_dim}, 0,
                  dvalue, to_.value.row);
      if (n > 0) {
        serial_gemm(count, s_.value_dim, n, 1, {pairs_, chunk, true}, {gradients_, s_.value_dim}, 1, dvalue,
                    to_.value.row);
      }
    }
    if (to_.key.data == nullptr) return;
    Scalar* const dkeys = scratch(Scratch::dkeys, chunk * s_.key_dim);
    serial_gemm(count, s_.key_dim, s_.value_dim, 1, {head_.row(head_.in.value, key), head_.in.value.row},
                {from.matrix, s_.value_dim, true}, 0, dkeys, s_.key_dim);
    if (n > 0) {
      serial_gemm(count, s_.key_dim, n, 1, {slopes_, chunk, true}, {queries_, s_.key_dim}, 1, dkeys,
                  s_.key_dim);
    }
    for (std::int64_t j = 0; j < count; ++j) {
      simd::add_row(s_.key_dim, dkeys + j * s_.key_dim, -1, from.vector);
      through_phi(keys_ + j * s_.key_dim, dkeys + j * s_.key_dim, head_.row(to_.key, key + j));
    }
  }
  void add_queries(std::int64_t n, const Sums& to) {
    head_.add_products(queries_, {gradients_, s_.value_dim}, n, to.matrix);
    for (std::int64_t i = 0; i < n; ++i)
      simd::add_row(s_.key_dim, to.vector, means_[static_cast<std::size_t>(i)], queries_ + i * s_.key_dim);
  }
  /// dx = dφ φ'(x), where φ' is 1 for x > 0 and e^x = φ else: the smaller one of φ and 1.
  void through_phi(const Scalar* phi, const Scalar* dphi, Scalar* dx) const {
    simd::map_row(
        s_.key_dim, dx,
        [](Batch y, Batch dy) { return dy * xsimd::select(y > Scalar{1}, Batch(Scalar{1}), y); }, phi, dphi);
  }

  Head head_;
  const AttentionShape& s_;
  const HeadsView<const Scalar>& out_;
  const Scalar* inverses_;
  const HeadsView<const Scalar>& g_;
  const AttentionGradients& to_;
  Scalar* queries_ = scratch(Scratch::queries, chunk* s_.key_dim);
  Scalar* keys_ = scratch(Scratch::keys, chunk* s_.key_dim);
  Scalar* gradients_ = scratch(Scratch::gradients, chunk* s_.value_dim);
  Scalar* pairs_ = scratch(Scratch::pairs, chunk* chunk);
  Scalar* slopes_ = scratch(Scratch::slopes, chunk* chunk);
  std::array<Scalar, chunk> means_{};
};

}  // namespace

void linear_attention_backward(const AttentionShape& s, const AttentionInputs& in, const Mask& mask,
                               const HeadsView<const Scalar>& out, const Scalar* inverses,
                               const HeadsView<const Scalar>& g, const AttentionGradients& to) {
  const Problem p(s, in, mask);
  const std::int64_t segments = p.segments(), parts = p.parts();
  const auto end_of = [&](std::int64_t segment_index) {
    return std::min(s.queries, (segment_index + 1) * segment);
  };
  if (to.query.data != nullptr) {
    Array sums = sums_before(p, nullptr);
    const std::int64_t slots = sums.dim(1);
    Scalar* const data = sums.mutable_data();
    for_each_task(p, segments, segment_cost(p, 4), [&](const Head& head, std::int64_t i) {
      BackwardHead(head, out, inverses, g, to)
          .queries(i * segment, end_of(i), p.sums(data, head.index * slots + parts - 1 + i));
    });
  }
  if (to.key.data == nullptr && to.value.data == nullptr) return;
  // R, r: slot i holds those of all queries from segment i on.
  const std::int64_t slots = segments + 1, size = p.sums_size();
  Array sums({p.heads(), slots, size});
  Scalar* const data = sums.mutable_data();
  for_each_task(p, slots, segment_cost(p, 1), [&](const Head& head, std::int64_t i) {
    BackwardHead(head, out, inverses, g, to)
        .sum_queries(std::min(i * segment, s.queries), std::min(s.queries, (i + 1) * segment),
                     p.sums(data, head.index * slots + i));
  });
  parallel_for(p.heads(), static_cast<double>(slots * size) / 4, [&](std::int64_t head) {
    for (std::int64_t i = slots - 2; i >= 0; --i) {
      Scalar* at = data + (head * slots + i) * size;
      simd::add_row(size, at, 1, at + size);
    }
  });
  for_each_task(p, segments + parts + 1, segment_cost(p, 7), [&](const Head& head, std::int64_t task) {
    BackwardHead work(head, out, inverses, g, to);
    if (task < segments)
      return work.keys(task * segment, end_of(task), p.sums(data, head.index * slots + task + 1));
    const std::int64_t part = task - segments;
    if (part == parts) return work.unseen_keys(p.keys_before(s.queries));
    work.common_keys(part * segment, std::min(p.keys_before(0), (part + 1) * segment),
                     p.sums(data, head.index * slots));
  });
}

}  // namespace heed
