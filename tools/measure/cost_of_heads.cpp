// C7: many narrow heads or one wide one, by time.
#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "lib/score/ratio_interval.hpp"
#include "nn/trace.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};
constexpr double about_as_much = 1.25;  // times

/// Milliseconds of each number of heads: [heads][round]. Where their memory lies makes one module faster than
/// another for as long as it lives, so each round makes all of them anew, in an order and at places of its
/// own; then they take turns, the first one for warming up, and the median of the others is the round's time.
std::vector<std::vector<double>> times_of_rounds(
    int rounds, int turns, Rng& rng, const std::function<std::function<void()>(std::size_t)>& make) {
  constexpr std::int64_t most_between = 1 << 16;  // numbers
  std::vector<std::vector<double>> times(std::size(numbers_of_heads));
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(rng.integer(static_cast<std::int64_t>(i)))]);
    std::vector<std::function<void()>> runs(times.size());
    std::vector<Array> between;
    for (const std::size_t i : order) {
      between.push_back(Array::zeros({1 + static_cast<std::int64_t>(rng.integer(most_between))}));
      runs[i] = make(i);
    }
    std::vector<std::vector<double>> of_turns(times.size());
    for (int turn = 0; turn <= turns; ++turn) {
      for (const std::size_t i : order) {
        const auto begin = std::chrono::steady_clock::now();
        runs[i]();
        if (turn > 0) of_turns[i].push_back(seconds_since(begin) * 1e3);
      }
    }
    for (std::size_t i = 0; i < times.size(); ++i) times[i].push_back(median(of_turns[i]));
  }
  return times;
}

}  // namespace

std::int64_t multiplications(const MultiheadAttention& module, const Variable& x) {
  const NoGrad no_grad;
  const Trace trace(module, std::vector<std::string>{"key", "pattern", "z"});
  module(x, x, x);
  const std::int64_t rows = x.dim(0) * x.dim(1);
  std::int64_t sum = 0;
  for (const auto& [name, weight] : module.named_parameters())
    if (weight.shape().rank() == 2) sum += rows * weight.value().size();
  // A number of Q Kᵀ is a product of Dk pairs, one of weights V of Tk.
  const Array &key = trace.value("key"), &pattern = trace.value("pattern"), &z = trace.value("z");
  return sum + pattern.size() * key.dim(-1) + z.size() * pattern.dim(-1);
}

ClaimVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most) {
  const auto [fewest, largest] = std::ranges::minmax(multiplications);
  if (fewest != largest) return ClaimVerdict::does_not_hold;
  for (const double border : {about_as_much, 2.0})
    if (most.least < border && most.most >= border) return ClaimVerdict::inside_the_noise;
  if (most.most < about_as_much) return ClaimVerdict::holds;
  return most.most < 2 ? ClaimVerdict::holds_in_part : ClaimVerdict::does_not_hold;
}

Finding cost_of_heads(const ExperimentOptions& options) {
  constexpr std::int64_t d_model = 256, tokens = 128, batch = 4;
  Rng rng(options.seed);
  const Variable x(rng.normal({batch, tokens, d_model}));
  const Array ones = Array::ones(x.shape());
  std::vector<std::int64_t> products;
  for (const std::int64_t h : numbers_of_heads)
    products.push_back(multiplications({d_model, h, rng}, x) / batch);
  const auto times = times_of_rounds(options.quick ? 15 : 31, options.quick ? 5 : 9, rng, [&](std::size_t i) {
    return [&ones, own = Variable::parameter(rng.normal(x.shape())),
            module = MultiheadAttention(d_model, numbers_of_heads[i], rng)] {
      module(own, own, own).backward({.gradient = ones});
    };
  });
  ResultTable table(text_of("C7.table"), {"heads", "million multiplications", "ms", "against one (95 %)"});
  RatioInterval most{}, slowest{}, last{};  // bounds of all ratios; of the number that takes longest; of 16
  for (std::size_t i = 0; i < times.size(); ++i) {
    last = ratio_interval(times[i], times[0]);
    most = larger_of(most, last);
    if (last.median > slowest.median) slowest = last;
    table.add({count_cell(numbers_of_heads[i]),
               number_cell("{:.1f}", static_cast<double>(products[i]) / 1e6, "million"),
               number_cell("{:.2f}", median(times[i]), "ms"),
               {i == 0 ? "1" : ratio_text(last),
                CellNumber{.value = last.median, .low = last.least, .high = last.most, .unit = "×"}}});
  }
  const auto [fewest, largest] = std::ranges::minmax(products);
  return {.verdict = verdict_of_costs(products, most),
          .measured = text_of("C7.measured",
                              fewest == largest ? text_of("C7.as many")
                                                : text_of("C7.counted", grouped(fewest), grouped(largest)),
                              ratio_text(slowest), about_as_much),
          .tables = {table}};
}

}  // namespace heed
