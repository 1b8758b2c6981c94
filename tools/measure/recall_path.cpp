#include "tools/measure/recall.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/array.hpp"

namespace heed {
namespace {

constexpr std::int64_t unreached = 1'000'000'000;

/// Fewest steps to the last result from each token, at one height of the net.
using Steps = std::vector<std::int64_t>;

/// Below a layer that hands a state from each token to the next.
Steps below_states(Steps steps) {
  for (std::size_t t = steps.size() - 1; t-- > 0;) steps[t] = std::min(steps[t], steps[t + 1] + 1);
  return steps;
}

/// Below a layer that reads all of x at once: by the gradient of its result at each token that is on a path.
Steps below_reads(const RecallNet& net, std::size_t layer, const Steps& above, Rng& rng) {
  const std::int64_t tokens = std::ssize(above), width = net.embedding.weight.dim(1);
  const Variable x = Variable::parameter(rng.normal({1, tokens, width}));
  const Variable added = net.added(layer, x);
  Steps below = above;
  for (std::int64_t t = tokens - 1; t >= 0; --t) {
    const std::int64_t by_step = above[static_cast<std::size_t>(t)] + 1;
    if (by_step > unreached || std::ranges::none_of(below, [&](std::int64_t s) { return s > by_step; }))
      continue;
    Array of_t = Array::zeros(added.shape());
    std::fill_n(of_t.mutable_data() + t * width, width, Scalar(1));
    added.backward({.gradient = of_t, .retain_graph = true});
    const Scalar* const grad = x.grad().data();
    for (std::int64_t s = 0; s < tokens; ++s)
      if (std::any_of(grad + s * width, grad + (s + 1) * width, [](Scalar g) { return g != 0; }))
        below[static_cast<std::size_t>(s)] = std::min(below[static_cast<std::size_t>(s)], by_step);
    Variable(x).zero_grad();
  }
  net.zero_grad();
  return below;
}

/// Says if the line y = a + b f(x) is within half a step of every point.
bool fits(const Curve& steps, double (*f)(double)) {
  Curve points;
  for (const auto& [x, y] : steps) points.emplace_back(f(x), y);
  const auto [a, b] = fitted_line(points);
  return std::ranges::all_of(points,
                             [&](const auto& p) { return std::abs(p.second - a - b * p.first) <= 0.5; });
}

}  // namespace

std::int64_t path_steps(const RecallNet& net, std::int64_t distance) {
  Rng rng(1);
  Steps steps(static_cast<std::size_t>(distance) + 1, unreached);
  steps.back() = 0;
  for (auto layer = static_cast<std::size_t>(net.layers()); layer-- > 0;)
    steps = net.goes_by_token() ? below_states(steps) : below_reads(net, layer, steps, rng);
  const std::int64_t most = std::ranges::max(steps);
  return most >= unreached ? 0 : most;
}

std::string path_growth(const Curve& steps) {
  if (steps.size() < 3) return "–";
  if (fits(steps, [](double) { return 0.0; })) return "O(1)";
  if (fits(steps, [](double x) { return std::log(x); })) return "O(log n)";
  return fits(steps, [](double x) { return x; }) ? "O(n)" : "–";
}

}  // namespace heed
