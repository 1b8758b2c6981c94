// Tests what a point costs while nobody looks.
#include "nn/trace.hpp"

#include <thread>
#include <utility>

#include "autograd/live_nodes.hpp"
#include "autograd/ops.hpp"
#include "lib/array/pool.hpp"
#include "nn/attention_points.hpp"
#include "nn/multihead_attention.hpp"
#include "tests/catch.hpp"
#include "tests/nn/traced_models.hpp"

using namespace heed;

TEST_CASE("while nobody looks, a point is the value itself, and attention is the op alone") {
  Rng rng(6);
  const MultiheadAttention attention(8, 2, rng, {.attention = {.positions = Positions{}}});
  const Variable x = Variable::parameter(rng.normal({2, 3, 8}, 0, 1));
  const Heads heads{x};
  const auto same = [&] { return attention.point("z", x).same_as(x); };
  // Nodes of the graph and bytes that are kept for a result, beyond those of the op.
  const auto more = [&] {
    const auto cost = [](const auto& run) {
      const std::int64_t nodes = live_nodes();
      const std::size_t bytes = pool_statistics().in_use;
      const Variable kept = run();
      return std::pair(live_nodes() - nodes, pool_statistics().in_use - bytes);
    };
    const auto op = cost([&] { return multi_head_attention(heads, heads, heads, 2, 4); });
    const auto named = cost([&] { return traced_attention(attention, heads, heads, heads, 2, 4, {}); });
    return std::pair(named.first - op.first, named.second - op.second);
  };
  using Cost = std::pair<std::int64_t, std::size_t>;
  CHECK(same());
  CHECK(more() == Cost{0, 0});
  {
    const Trace trace(attention, "*", {.gradients = true});
    CHECK_FALSE(same());
    CHECK(more().first > 0);
    CHECK(more().second > 0);
    bool elsewhere = false;
    std::thread([&] { elsewhere = same(); }).join();
    CHECK(elsewhere);  // a trace is of its thread alone
  }
  CHECK(same());
  CHECK(more() == Cost{0, 0});
}

TEST_CASE("while nobody looks, a feed-forward network is one op") {
  Rng rng(6);
  const FeedForward network(4, 6, rng, {.dropout = 0});
  const Variable x = Variable::parameter(rng.normal({2, 3, 4}, 0, 1));
  const auto nodes = [&](const auto& run) {
    const std::int64_t before = live_nodes();
    const Variable kept = run();
    return live_nodes() - before;
  };
  const std::int64_t fused = nodes([&] {
    return relu_feed_forward(x, network.linear1.weight, network.linear1.bias, network.linear2.weight,
                             network.linear2.bias);
  });
  CHECK(nodes([&] { return network(x); }) == fused);
  {
    const Trace trace(network, "linear2");
    CHECK(nodes([&] { return network(x); }) == fused);  // nor while one looks elsewhere
  }
  const Trace trace(network, "activation");
  CHECK(nodes([&] { return network(x); }) > fused);
}
