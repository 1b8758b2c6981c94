// C7: many narrow heads or one wide one, by time.
#include <algorithm>
#include <chrono>
#include <map>

#include "lib/core/seconds.hpp"
#include "lib/score/ratio_interval.hpp"
#include "nn/multihead_attention.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};
constexpr double about_as_much = 1.25;  // times

/// A module with its input.
struct TimedHeads {
  Variable x;
  MultiheadAttention module;
};

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
  const Array ones = Array::ones({batch, tokens, d_model});
  // Four projections of each token; Q Kᵀ and weights V, of T² pairs of tokens d_model / heads numbers a head.
  constexpr double products = 4.0 * tokens * d_model * d_model + 2.0 * tokens * tokens * d_model;
  // Where its memory lies makes one module faster than another for as long as it lives, so each round makes
  // all of them anew, and begins with another one; then they take turns, the first one for warming up, and
  // the median of the others is the round's time.
  const std::size_t count = std::size(numbers_of_heads), rounds = options.quick ? 15 : 31;
  std::vector<std::vector<double>> times(count);  // ms of each round
  for (std::size_t round = 0; round < rounds; ++round) {
    std::map<std::size_t, TimedHeads> made;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = (i + round) % count;
      const Variable x = Variable::parameter(rng.normal(ones.shape()));
      made.emplace(next, TimedHeads{x, MultiheadAttention(d_model, numbers_of_heads[next], rng)});
    }
    std::vector<std::vector<double>> of_turns(count);
    for (int turn = 0; turn <= (options.quick ? 5 : 9); ++turn) {
      for (const auto& [i, own] : made) {
        const auto begin = std::chrono::steady_clock::now();
        own.module(own.x, own.x, own.x).backward({.gradient = ones});
        if (turn > 0) of_turns[i].push_back(seconds_since(begin) * 1e3);
      }
    }
    for (std::size_t i = 0; i < count; ++i) times[i].push_back(median(of_turns[i]));
  }
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
