#include "lib/array/blockwise_scores.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using namespace blockwise;
using simd::Batch;

// With fewer heads than this, the blocks of keys of a head are shared out too.
constexpr std::int64_t backward_tasks = 4;

/// The targets that one task of backward adds to: the gradients themselves, or parts of them that are summed
/// up later.
struct Sums {
  Scalar* query = nullptr;  // null: not wanted
  std::int64_t query_row = 0;
  Scalar *distance_bias = nullptr, *relative_key = nullptr, *relative_value = nullptr;
};

/// Numbers of each head to which its tasks add, all at once.
struct SharedSum {
  Scalar* Sums::*place;
  Scalar* data;  // (heads, size); null: not wanted
  std::int64_t size;
};

/// Every `step`-th block of keys of one head, from number `part` on.
class BackwardTask {
 public:
  BackwardTask(const Head& head, const Scalar* statistics, const Scalar* means,
               const HeadsView<const Scalar>& g, const AttentionGradients& to, const Sums& sums)
      : head_(head), s_(head.s), statistics_(statistics), means_(means), g_(g), to_(to), sums_(sums) {}

  void run(std::int64_t part, std::int64_t step) {
    if (sums_.query != nullptr) {
      for (std::int64_t i = 0; i < s_.queries; ++i)
        std::fill_n(sums_.query + i * sums_.query_row, s_.key_dim, Scalar{0});
    }
    for (std::int64_t key = part * key_block; key < s_.keys; key += step * key_block) keys(key);
  }

 private:
  bool wants_scores() const {
    return sums_.query != nullptr || to_.key.data != nullptr || sums_.distance_bias != nullptr ||
           sums_.relative_key != nullptr;
  }

  void keys(std::int64_t key) {
    const std::int64_t count = std::min(key_block, s_.keys - key);
    bool first = true;
    for (std::int64_t query = 0; query < s_.queries; query += query_block) {
      const Block t{query, std::min(query_block, s_.queries - query), key, count};
      const Coverage coverage = head_.coverage(t);
      if (coverage == Coverage::none) continue;
      if (first) turn(t);
      block(t, coverage, first ? 0 : 1);
      first = false;
    }
    if (!first) return;
    for (std::int64_t j = 0; j < count; ++j) {  // seen by nobody
      if (to_.key.data != nullptr) std::fill_n(row(to_.key, key + j), s_.key_dim, Scalar{0});
      if (to_.value.data != nullptr) std::fill_n(row(to_.value, key + j), s_.value_dim, Scalar{0});
    }
  }

  Scalar* row(const HeadsView<Scalar>& x, std::int64_t i) const {
    return x.at(head_.b(), head_.h()) + i * x.row;
  }

  void turn(const Block& t) {
    copy_transposed(head_.at(head_.in.key, t.key), head_.in.key.row, s_.key_dim, t.keys, turned_key_,
                    key_block);
    copy_transposed(head_.at(head_.in.value, t.key), head_.in.value.row, s_.value_dim, t.keys, turned_value_,
                    key_block);
  }

  /// Adds what a block gives; `beta` is 0 for the first block of the keys.
  void block(const Block& t, Coverage coverage, Scalar beta) {
    const bool dropping = head_.rule.dropout > 0;
    head_.scores(t, coverage, turned_key_, p_);
    if (wants_scores()) {
      serial_gemm(t.queries, t.keys, s_.value_dim, 1, {head_.at(g_, t.query), g_.row},
                  {turned_value_, key_block}, 0, ds_, key_block);
      if (head_.rule.relative_value.defined()) {
        head_.relative(head_.rule.relative_value, t)
            .add_products(1, {head_.at(g_, t.query), g_.row}, ds_, key_block);
      }
    }
    for (std::int64_t i = 0; i < t.queries; ++i) {
      Scalar *p = p_ + i * key_block, *ds = ds_ + i * key_block;
      const std::int64_t query = head_.index * s_.queries + t.query + i;
      const Scalar top = statistics_[query * 2], inverse = statistics_[query * 2 + 1];
      simd::map_row(
          t.keys, p, [=](Batch score) { return xsimd::exp(score - top) * inverse; }, p);
      if (dropping) {
        // (P ∘ D) stands for P in dV, and D ∘ dP for dP
        alignas(64) std::array<Scalar, key_block> factors;
        factors.fill(1);
        head_.drop(t, i, factors.data(), factors.data());
        if (wants_scores()) score_gradient(t.keys, p, ds, means_[query], factors.data());
        simd::map_row(
            t.keys, p, [](Batch weight, Batch d) { return weight * d; }, p, factors.data());
      } else if (wants_scores()) {
        const Scalar mean = means_[query];
        simd::map_row(
            t.keys, ds, [mean](Batch weight, Batch dweight) { return weight * (dweight - mean); }, p, ds);
      }
      if (sums_.distance_bias != nullptr) add_distance_gradient(s_, head_.row(t, i), ds, sums_.distance_bias);
    }
    add_products(t, beta);
  }

  /// ds = P ∘ (D ∘ dP - mean), written over dP.
  static void score_gradient(std::int64_t n, const Scalar* p, Scalar* ds, Scalar mean, const Scalar* d) {
    simd::map_row(
        n, ds,
        [mean](Batch weight, Batch dweight, Batch factor) {
          return weight * xsimd::fms(dweight, factor, Batch(mean));
        },
        p, ds, d);
  }

  void add_products(const Block& t, Scalar beta) {
    const Scalar scale = head_.rule.scale;
    if (to_.value.data != nullptr) {
      serial_gemm(t.keys, s_.value_dim, t.queries, 1, {p_, key_block, true}, {head_.at(g_, t.query), g_.row},
                  beta, row(to_.value, t.key), to_.value.row);
    }
    if (to_.key.data != nullptr) {
      serial_gemm(t.keys, s_.key_dim, t.queries, scale, {ds_, key_block, true},
                  {head_.at(head_.in.query, t.query), head_.in.query.row}, beta, row(to_.key, t.key),
                  to_.key.row);
    }
    if (sums_.query != nullptr) {
      serial_gemm(t.queries, s_.key_dim, t.keys, scale, {ds_, key_block},
                  {head_.at(head_.in.key, t.key), head_.in.key.row}, 1,
                  sums_.query + t.query * sums_.query_row, sums_.query_row);
    }
    if (sums_.relative_value != nullptr) {
      const RelativeBlock relative = head_.relative(head_.rule.relative_value, t);
      relative.add_gradient(1, relative.collect(p_, key_block), {head_.at(g_, t.query), g_.row},
                            sums_.relative_value);
    }
    if (head_.rule.relative_key.defined() && (sums_.query != nullptr || sums_.relative_key != nullptr)) {
      const RelativeBlock relative = head_.relative(head_.rule.relative_key, t);
      const MatrixView collected = relative.collect(ds_, key_block);
      if (sums_.query != nullptr)
        relative.add_rows(scale, collected, sums_.query + t.query * sums_.query_row, sums_.query_row);
      if (sums_.relative_key != nullptr) {
        relative.add_gradient(scale, collected, {head_.at(head_.in.query, t.query), head_.in.query.row},
                              sums_.relative_key);
      }
    }
  }

  Head head_;
  const AttentionShape& s_;
  const Scalar *statistics_, *means_;
  const HeadsView<const Scalar>& g_;
  const AttentionGradients& to_;
  Sums sums_;
  Scalar* p_ = scratch(Scratch::scores, block_scores);
  Scalar* ds_ = scratch(Scratch::dscores, block_scores);
  Scalar* turned_key_ = scratch(Scratch::turned_keys, s_.key_dim* key_block);
  Scalar* turned_value_ = scratch(Scratch::turned_values, s_.value_dim* key_block);
};

}  // namespace

void blockwise_attention_backward(const AttentionShape& s, const AttentionInputs& in,
                                  const AttentionRule& rule, const HeadsView<const Scalar>& out,
                                  const Scalar* statistics, const HeadsView<const Scalar>& g,
                                  const AttentionGradients& to) {
  const std::int64_t heads = s.batch * s.heads;
  if (heads == 0) return;
  // rowsum(P ∘ dP) = Σ_d g out
  Array means({heads, s.queries});
  Scalar* mean = means.mutable_data();
  parallel_for(heads, static_cast<double>(s.queries * s.value_dim), [&](std::int64_t index) {
    for (std::int64_t i = 0; i < s.queries; ++i) {
      const std::int64_t b = index / s.heads, h = index % s.heads;
      mean[index * s.queries + i] =
          simd::dot_row(s.value_dim, g.at(b, h) + i * g.row, out.at(b, h) + i * out.row);
    }
  });

  // All tasks of a head add to the same queries: each but the first to a part of its own, summed up in order.
  const std::int64_t parts =
      std::clamp<std::int64_t>((backward_tasks + heads - 1) / heads, 1,
                               std::max<std::int64_t>((s.keys + key_block - 1) / key_block, 1));
  const SharedSum shared[] = {{&Sums::distance_bias, to.distance_bias, s.distances()},
                              {&Sums::relative_key, to.relative_key, rule.relative_key.size()},
                              {&Sums::relative_value, to.relative_value, rule.relative_value.size()}};
  const std::int64_t query_size = to.query.data == nullptr ? 0 : s.queries * s.key_dim;
  std::int64_t part_size = query_size;
  for (const SharedSum& sum : shared) part_size += sum.data == nullptr ? 0 : sum.size;
  Array more({parts - 1, heads, part_size});
  Scalar* const more_data = more.mutable_data();
  const auto sums = [&](std::int64_t part, std::int64_t index) {
    Scalar* place = more_data + ((part - 1) * heads + index) * part_size;
    Sums sum;
    if (query_size > 0) {
      sum.query = part == 0 ? to.query.at(index / s.heads, index % s.heads) : place;
      sum.query_row = part == 0 ? to.query.row : s.key_dim;
      place += query_size;
    }
    for (const SharedSum& flat : shared) {
      if (flat.data == nullptr) continue;
      sum.*flat.place = part == 0 ? flat.data + index * flat.size : place;
      place += flat.size;
    }
    return sum;
  };
  parallel_chunks(heads * parts, [&](std::int64_t task) {
    const std::int64_t index = task / parts, part = task % parts;
    const Sums own = sums(part, index);
    for (const SharedSum& flat : shared) {
      if (flat.data != nullptr) std::fill_n(own.*flat.place, flat.size, Scalar{0});
    }
    BackwardTask({s, in, rule, index}, statistics, mean, g, to, own).run(part, parts);
  });
  if (parts == 1) return;
  parallel_chunks(heads, [&](std::int64_t index) {
    const auto add = [](std::int64_t n, Scalar* y, const Scalar* x) { simd::add_row(n, y, x); };
    const Sums whole = sums(0, index);
    for (std::int64_t part = 1; part < parts; ++part) {
      const Sums own = sums(part, index);
      for (std::int64_t i = 0; whole.query != nullptr && i < s.queries; ++i)
        add(s.key_dim, whole.query + i * whole.query_row, own.query + i * own.query_row);
      for (const SharedSum& flat : shared) {
        if (flat.data != nullptr) add(flat.size, whole.*flat.place, own.*flat.place);
      }
    }
  });
}

}  // namespace heed
