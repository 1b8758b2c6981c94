// C7: many narrow heads or one wide one, by time.
#include <algorithm>
#include <chrono>
#include <functional>

#include "lib/core/seconds.hpp"
#include "lib/score/ratio_interval.hpp"
#include "nn/multihead_attention.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};
constexpr double about_as_much = 1.25;  // times

/// Milliseconds of each number of heads: [heads][round]. Where its memory lies makes one module faster than
/// another for as long as it lives, so each round makes all of them anew, and begins with another one; then
/// they take turns, the first one for warming up, and the median of the others is the round's time.
std::vector<std::vector<double>> times_of_rounds(
    std::size_t rounds, int turns, const std::function<std::function<void()>(std::size_t)>& make) {
  std::vector<std::vector<double>> times(std::size(numbers_of_heads));
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<std::function<void()>> runs(times.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const std::size_t next = (i + round) % runs.size();
      runs[next] = make(next);
    }
    std::vector<std::vector<double>> of_turns(times.size());
    for (int turn = 0; turn <= turns; ++turn) {
      for (std::size_t i = 0; i < runs.size(); ++i) {
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

ClaimVerdict verdict_of_costs(const RatioInterval& most) {
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
  // Four projections of each token; Q Kᵀ and weights V, of T² pairs of tokens d_model / heads numbers a head.
  constexpr double products = 4.0 * tokens * d_model * d_model + 2.0 * tokens * tokens * d_model;
  const auto times = times_of_rounds(options.quick ? 15 : 31, options.quick ? 5 : 9, [&](std::size_t i) {
    return [&ones, own = Variable::parameter(rng.normal(x.shape())),
            module = MultiheadAttention(d_model, numbers_of_heads[i], rng)] {
      module(own, own, own).backward({.gradient = ones});
    };
  });
  ResultTable table(text_of("C7.table"), {"heads", "million multiplications", "ms", "against one (95 %)"});
  RatioInterval most{}, slowest{}, last{};  // the largest ends of all; of who takes longest; of 16 heads
  for (std::size_t i = 0; i < times.size(); ++i) {
    last = ratio_interval(times[i], times[0]);
    most.least = std::max(most.least, last.least), most.most = std::max(most.most, last.most);
    if (last.median > slowest.median) slowest = last;
    table.add({count_cell(numbers_of_heads[i]),
               number_cell("{:.1f}", products / 1e6, "million"),
               number_cell("{:.2f}", median(times[i]), "ms"),
               {i == 0 ? "1" : ratio_text(last),
                CellNumber{.value = last.median, .low = last.least, .high = last.most, .unit = "×"}}});
  }
  return {.verdict = verdict_of_costs(most),
          .measured = text_of("C7.measured", ratio_text(slowest), about_as_much),
          .tables = {table}};
}

}  // namespace heed
