// A training keeps nothing from step to step.
#include "autograd/live_nodes.hpp"
#include "autograd/ops.hpp"
#include "lib/array/pool.hpp"
#include "nn/clip_grad_norm.hpp"
#include "nn/optimizer.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

TEST_CASE("memory in use, its peak and the graph do not grow over 1,000 steps of training a Transformer") {
  Rng rng(1);
  TransformerOptions options = testing::tiny(7);
  options.layer.dropout = 0.1;
  const Transformer model(options, rng);
  Adam optimizer(model.parameters(), {.lr = 1e-3});
  const Tokens source({2, 4}, {3, 4, 5, 2, 6, 3, 2, 0}), target({2, 3}, {1, 3, 4, 1, 6, 0}),
      next({2, 3}, {3, 4, 2, 6, 2, 0});
  PoolStatistics early{};
  for (int step = 0; step < 1000; ++step) {
    const Trace trace(model, "*.pattern");
    model.seed_dropout(rng.fork(static_cast<std::uint64_t>(step)));
    const Variable logits = model(source, target);
    cross_entropy(logits, next, {.ignore_index = 0}).backward();
    clip_grad_norm(model.parameters(), 1);
    optimizer.step();
    optimizer.zero_grad();
    if (step == 10) pool_trim();  // the peak then counts from here
    if (step == 12) early = pool_statistics();
  }
  const PoolStatistics late = pool_statistics();
  CHECK(late.in_use <= early.in_use);
  CHECK(late.peak <= early.peak);
  CHECK(live_nodes() == static_cast<std::int64_t>(model.parameters().size()));  // the leaves
}
