#include "exercises/translator/compare.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "exercises/grading/case.hpp"
#include "exercises/grading/costs.hpp"
#include "exercises/translator/parts.hpp"
#include "exercises/translator/stages.hpp"

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

/// Returns the least of three times of one call, each the mean of as many calls as take a fiftieth of a
/// second, by the clock: what is counted of a processor's time may come in steps of 4 ms.
double least_seconds(const std::function<void()>& call) {
  using Clock = std::chrono::steady_clock;
  constexpr int times = 3;
  constexpr double long_enough = 0.02, too_long = 0.3;
  double least = std::numeric_limits<double>::infinity();
  for (int time = 0; time < times; ++time) {
    const auto begin = Clock::now();
    double seconds = 0;
    int calls = 0;
    for (; seconds < long_enough; ++calls) {
      call();
      seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    least = std::min(least, seconds / calls);
    if (seconds > too_long) break;
  }
  return least;
}

}  // namespace

void compare_attentions(const std::function<void(const Cost&)>& tell) {
  constexpr int width = 16, compared = 512;
  const std::vector<Kind> references = kinds(Whose::reference);
  auto reference = references.begin();
  for (const Kind& kind : kinds(Whose::learners)) {
    bool right = true;
    const Kind& meant = *reference++;
    for (int length = 64; length <= 2048; length *= 2) {
      grading::Draw draw(1);
      const Tensor q = draw.normal({length, width}), k = draw.normal({length, width}),
                   v = draw.normal({length, width});
      Cost cost{.kind = kind.name, .exercise = kind.exercise, .learners = kind.learners, .length = length};
      if (length <= compared && kind.learners)
        right = right && difference(meant.attention(q, k, v), kind.attention(q, k, v)) <= tolerance;
      cost.right = right;
      cost.bytes = 8 * grading::costs_of([&] { kind.attention(q, k, v); }).held;
      cost.seconds = least_seconds([&] { kind.attention(q, k, v); });
      tell(cost);
      if (cost.seconds > 1) break;
    }
  }
}

}  // namespace heed::translator
