#include "lib/array/blockwise_scores.hpp"
#include "lib/array/parallel.hpp"
#include "lib/array/simd.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using namespace blockwise;
using simd::Batch;

/// Backward of one head of one batch, a block of keys after the other.
class BackwardTask {
 public:
  BackwardTask(const Head& head, const Scalar* statistics, const HeadsView<const Scalar>& g,
               const AttentionGradients& to)
      : head_(head), s_(head.s), statistics_(statistics + head.index * s_.queries * 2), g_(g), to_(to) {
    const auto own = [&](Scalar* all, std::int64_t size) {
      return all == nullptr ? all : all + head.index * size;
    };
    to_.distance_bias = own(to.distance_bias, s_.distances());
    to_.relative_key = own(to.relative_key, head.rule.relative_key.size());
    to_.relative_value = own(to.relative_value, head.rule.relative_value.size());
  }

  void run(const HeadsView<const Scalar>& out) {
    for (std::int64_t i = 0; i < s_.queries; ++i) {
      std::fill_n(row(to_.query, i), s_.key_dim, Scalar{0});
      means_[i] =
          simd::dot_row(s_.value_dim, head_.at(g_, i), head_.at(out, i));  // rowsum(P ∘ dP) = Σ_d g out
    }
    for (std::int64_t key = 0; key < s_.keys; key += key_block) keys(key);
  }

 private:
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
    for (std::int64_t j = 0; first && j < count; ++j) {  // seen by nobody
      std::fill_n(row(to_.key, key + j), s_.key_dim, Scalar{0});
      std::fill_n(row(to_.value, key + j), s_.value_dim, Scalar{0});
    }
  }

  Scalar* row(const HeadsView<Scalar>& x, std::int64_t i) const {
    return x.at(head_.b(), head_.h()) + i * x.row;
  }
  MatrixView rows(const HeadsView<const Scalar>& x, std::int64_t i) const { return {head_.at(x, i), x.row}; }

  void turn(const Block& t) {
    copy_transposed(head_.at(head_.in.key, t.key), head_.in.key.row, s_.key_dim, t.keys, turned_key_,
                    key_block);
    copy_transposed(head_.at(head_.in.value, t.key), head_.in.value.row, s_.value_dim, t.keys, turned_value_,
                    key_block);
  }

  /// Adds what a block gives; `beta` is 0 for the first block of the keys.
  void block(const Block& t, Coverage coverage, Scalar beta) {
    head_.scores(t, coverage, turned_key_, p_);
    serial_gemm(t.queries, t.keys, s_.value_dim, 1, rows(g_, t.query), {turned_value_, key_block}, 0, ds_,
                key_block);
    if (to_.relative_value != nullptr)
      head_.relative(head_.rule.relative_value, t).add_products(1, rows(g_, t.query), ds_, key_block);
    for (std::int64_t i = 0; i < t.queries; ++i) {
      Scalar *p = p_ + i * key_block, *ds = ds_ + i * key_block;
      const std::int64_t query = t.query + i;
      const Scalar top = statistics_[query * 2], inverse = statistics_[query * 2 + 1], mean = means_[query];
      simd::map_row(
          t.keys, p, [=](Batch score) { return xsimd::exp(score - top) * inverse; }, p);
      if (head_.rule.dropout > 0) {
        // (P ∘ D) stands for P in dV, and D ∘ dP for dP
        alignas(64) std::array<Scalar, key_block> factors;
        factors.fill(1);
        head_.drop(t, i, factors.data(), factors.data());
        simd::map_row(
            t.keys, ds,
            [mean](Batch weight, Batch dweight, Batch factor) {
              return weight * xsimd::fma(dweight, factor, Batch(-mean));
            },
            p, ds, factors.data());
        simd::map_row(
            t.keys, p, [](Batch weight, Batch d) { return weight * d; }, p, factors.data());
      } else {
        simd::map_row(
            t.keys, ds, [mean](Batch weight, Batch dweight) { return weight * (dweight - mean); }, p, ds);
      }
      if (to_.distance_bias != nullptr) add_distance_gradient(s_, head_.row(t, i), ds, to_.distance_bias);
    }
    add_products(t, beta);
  }

  void add_products(const Block& t, Scalar beta) {
    const Scalar scale = head_.rule.scale;
    Scalar* const dquery = row(to_.query, t.query);
    serial_gemm(t.keys, s_.value_dim, t.queries, 1, {p_, key_block, true}, rows(g_, t.query), beta,
                row(to_.value, t.key), to_.value.row);
    serial_gemm(t.keys, s_.key_dim, t.queries, scale, {ds_, key_block, true}, rows(head_.in.query, t.query),
                beta, row(to_.key, t.key), to_.key.row);
    serial_gemm(t.queries, s_.key_dim, t.keys, scale, {ds_, key_block}, rows(head_.in.key, t.key), 1, dquery,
                to_.query.row);
    if (to_.relative_value != nullptr) {
      const RelativeBlock relative = head_.relative(head_.rule.relative_value, t);
      relative.add_gradient(1, relative.collect(p_, key_block), rows(g_, t.query), to_.relative_value);
    }
    if (to_.relative_key != nullptr) {
      const RelativeBlock relative = head_.relative(head_.rule.relative_key, t);
      const MatrixView collected = relative.collect(ds_, key_block);
      relative.add_rows(scale, collected, dquery, to_.query.row);
      relative.add_gradient(scale, collected, rows(head_.in.query, t.query), to_.relative_key);
    }
  }

  Head head_;
  const AttentionShape& s_;
  const Scalar* statistics_;
  const HeadsView<const Scalar>& g_;
  AttentionGradients to_;
  Scalar* p_ = scratch(Scratch::scores, block_scores);
  Scalar* ds_ = scratch(Scratch::dscores, block_scores);
  Scalar* means_ = scratch(Scratch::means, s_.queries);
  Scalar* turned_key_ = scratch(Scratch::turned_keys, s_.key_dim* key_block);
  Scalar* turned_value_ = scratch(Scratch::turned_values, s_.value_dim* key_block);
};

}  // namespace

void blockwise_attention_backward(const AttentionShape& s, const AttentionInputs& in,
                                  const AttentionRule& rule, const HeadsView<const Scalar>& out,
                                  const Scalar* statistics, const HeadsView<const Scalar>& g,
                                  const AttentionGradients& to) {
  parallel_chunks(s.batch * s.heads, [&](std::int64_t index) {
    BackwardTask({s, in, rule, index}, statistics, g, to).run(out);
  });
}

}  // namespace heed
