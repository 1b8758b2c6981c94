#include "exercises/translator/compare.hpp"

#include <algorithm>
#include <ctime>

#include "exercises/grading/draw.hpp"
#include "exercises/grading/room.hpp"
#include "exercises/translator/parts.hpp"
#include "exercises/translator/training_stages.hpp"

HEED_PART(sparse_attention_pattern, sparse_attention, Tensor, const Tensor&, const Tensor&, const Tensor&,
          int, const std::vector<int>&)
HEED_PART(linear_attention, linear_attention, Tensor, const Tensor&, const Tensor&, const Tensor&)
HEED_PART(online_softmax, blockwise_attention, Tensor, const Tensor&, const Tensor&, const Tensor&, int)

namespace heed::translator {

namespace {

struct Kind {
  std::string name, exercise;
  bool learners;
  std::function<Tensor(const Tensor& q, const Tensor& k, const Tensor& v)> attention;
};

enum class Whose { learners, reference };

std::vector<Kind> kinds(Whose whose) {
  const bool reference = whose == Whose::reference;
  const scaled_dot_product_attention_scaled_dot_product_attention vanilla(reference);
  const sparse_attention_pattern_sparse_attention sparse(reference);
  const linear_attention_linear_attention linear(reference);
  const online_softmax_blockwise_attention blockwise(reference);
  using Q = const Tensor&;
  return {
      {"vanilla", "scaled_dot_product_attention", vanilla.learners(),
       [vanilla](Q q, Q k, Q v) { return vanilla(q, k, v, Tensor()); }},
      {"sparse", "sparse_attention_pattern", sparse.learners(),
       [sparse](Q q, Q k, Q v) { return sparse(q, k, v, 8, {0}); }},
      {"linear", "linear_attention", linear.learners(), [linear](Q q, Q k, Q v) { return linear(q, k, v); }},
      {"blockwise", "online_softmax", blockwise.learners(),
       [blockwise](Q q, Q k, Q v) { return blockwise(q, k, v, 32); }}};
}

}  // namespace

void compare_attentions(const std::function<void(const Cost&)>& tell) {
  constexpr int width = 16, calls = 3, compared = 512;
  const std::vector<Kind> references = kinds(Whose::reference);
  auto reference = references.begin();
  for (const Kind& kind : kinds(Whose::learners)) {
    bool right = true;
    const Kind& meant = *reference++;
    for (int length = 64; length <= 2048; length *= 2) {
      grading::Draw draw(1);
      const Tensor q = draw.normal({length, width}), k = draw.normal({length, width}),
                   v = draw.normal({length, width});
      Cost cost{.kind = kind.name,
                .exercise = kind.exercise,
                .learners = kind.learners,
                .length = length,
                .seconds = 1e9};
      if (length <= compared && kind.learners)
        right = right && difference(meant.attention(q, k, v), kind.attention(q, k, v)) <= tolerance;
      cost.right = right;
      for (int call = 0; call < calls; ++call) {
        const std::clock_t start = std::clock();
        cost.bytes = static_cast<double>(grading::room_of([&] { kind.attention(q, k, v); }));
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        cost.seconds = std::min(cost.seconds, seconds);
        if (seconds > 0.3) break;
      }
      tell(cost);
      if (cost.seconds > 1) break;
    }
  }
}

}  // namespace heed::translator
