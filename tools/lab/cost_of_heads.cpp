// C7: many narrow heads or one wide one, by time.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/cost_of_heads.hpp"
#include "tools/lab/given_data.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};

using Run = std::function<void()>;

/// Milliseconds of each number of heads: [heads][round]. Where their memory lies makes one module faster than
/// another for as long as it lives, so each round makes all of them anew, in an order and at places of its
/// own; then they take turns, the first one for warming up, and the median of the others is the round's time.
std::vector<std::vector<double>> times_of_rounds(int rounds, int turns, Rng& rng,
                                                 const std::function<Run(std::size_t)>& make) {
  constexpr std::int64_t most_between = 1 << 16;  // numbers
  std::vector<std::vector<double>> times(std::size(numbers_of_heads));
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(rng.integer(static_cast<std::int64_t>(i)))]);
    std::vector<Run> runs(times.size());
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

struct HeadCosts {
  LabTable table;
  LabVerdict verdict = LabVerdict::holds;
  RatioInterval most{};     // bounds of all numbers of heads' ratios: what is judged
  RatioInterval slowest{};  // of the number of heads that takes longest
  RatioInterval last{};     // of 16
};

/// `column`: what stands beside the number of heads, a cell for each.
HeadCosts judge(const std::vector<std::vector<double>>& times, Bilingual title, const Bilingual& column,
                const std::vector<LabCell>& cells) {
  HeadCosts costs{
      .table = lab_table(std::move(title), {{{"heads", "헤드 수"}, Align::right},
                                            {column, Align::right},
                                            {{"ms"}, Align::right},
                                            {{"against one (95 %)", "하나에 견주면 (95 %)"}, Align::right}})};
  for (std::size_t i = 0; i < times.size(); ++i) {
    const RatioInterval ratio = ratio_interval(times[i], times[0]);
    costs.most = larger_of(costs.most, ratio);
    if (ratio.median > costs.slowest.median) costs.slowest = ratio;
    costs.last = ratio;
    const double ms = median(times[i]);
    add_row(costs.table,
            {{std::to_string(numbers_of_heads[i]), static_cast<double>(numbers_of_heads[i])},
             cells[i],
             {fmt::format("{:.2f}", ms), ms, "ms"},
             {i == 0 ? "1" : ratio_text(ratio),
              LabNumber{.value = ratio.median, .low = ratio.least, .high = ratio.most, .unit = "×"}}});
  }
  costs.verdict = verdict_of_ratio(costs.most);
  return costs;
}

/// Of whole translators on the sentences that were given: 64 of them a step.
GivenFinding cost_in_a_translator(const LabOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const TranslationData data = given_data(options);
  TranslationSession session = given_session(options);
  const auto model_of = [&](std::int64_t heads) {
    session.model.layer.heads = heads;
    return std::get<Transformer>(untrained_translator(data, session).model());
  };
  std::vector<LabCell> parameters;
  for (const std::int64_t h : numbers_of_heads) {
    const std::int64_t count = model_of(h).parameter_count();
    parameters.emplace_back(grouped(count), static_cast<double>(count));
  }
  std::vector<std::size_t> first(std::min<std::size_t>(64, data.train.examples.size()));
  std::iota(first.begin(), first.end(), std::size_t{0});
  const Batch batch = make_batch(data.train.examples, first);
  Rng rng(options.seed);
  const auto make = [&](std::size_t i) -> Run {
    return [&batch, model = model_of(numbers_of_heads[i])] {
      cross_entropy(model(batch.source, batch.target_in), batch.target_out, {.ignore_index = 0}).backward();
    };
  };
  const HeadCosts costs = judge(
      times_of_rounds(options.quick ? 6 : 12, options.quick ? 1 : 3, rng, make),
      both("translator of d_model 128, {} sentences of {}, forward and backward, medians; each round with "
           "models made anew",
           "d_model 128 번역기, {}문장 ({}), 순전파와 역전파, 중앙값, 매번 새로 만든 모델로", first.size(),
           given_name(options)),
      {"parameters", "매개변수"}, parameters);
  return {.command = given_command("C7", options),
          .verdict = costs.verdict,
          .measured = both("a whole translator on {} takes up to {} times as long as with one head",
                           "{}에서 번역기 전체에 걸리는 시간은 헤드 하나일 때의 최대 {}배입니다",
                           given_name(options), ratio_text(costs.slowest)),
          .table = costs.table,
          .seconds = seconds_since(start)};
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

ClaimVerdict verdict_of_ratio(const RatioInterval& ratio) {
  for (const double border : {about_as_much, 2.0})
    if (ratio.least < border && ratio.most >= border) return ClaimVerdict::inside_the_noise;
  if (ratio.most < about_as_much) return ClaimVerdict::holds;
  return ratio.most < 2 ? ClaimVerdict::holds_in_part : ClaimVerdict::does_not_hold;
}

LabVerdict verdict_of_costs(const std::vector<std::int64_t>& multiplications, const RatioInterval& most) {
  const auto [fewest, largest] = std::ranges::minmax(multiplications);
  return fewest == largest ? verdict_of_ratio(most) : LabVerdict::does_not_hold;
}

Finding cost_of_heads(const LabOptions& options) {
  constexpr std::int64_t d_model = 256, tokens = 128, batch = 4;
  Rng rng(options.seed);
  const Variable x(rng.normal({batch, tokens, d_model}));
  const Array ones = Array::ones(x.shape());
  std::vector<std::int64_t> products;
  std::vector<LabCell> cells;
  for (const std::int64_t h : numbers_of_heads) {
    products.push_back(multiplications({d_model, h, rng}, x) / batch);
    const double millions = static_cast<double>(products.back()) / 1e6;
    cells.emplace_back(fmt::format("{:.1f}", millions), millions, "million");
  }
  const auto make = [&](std::size_t i) -> Run {
    return [&ones, own = Variable::parameter(rng.normal(x.shape())),
            module = MultiheadAttention(d_model, numbers_of_heads[i], rng)] {
      module(own, own, own).backward({.gradient = ones});
    };
  };
  const HeadCosts costs =
      judge(times_of_rounds(options.quick ? 15 : 31, options.quick ? 5 : 9, rng, make),
            {"d_model 256, 128 tokens, forward and backward, medians; each round with modules made anew",
             "d_model 256, 128 토큰, 순전파와 역전파, 중앙값, 매번 새로 만든 모듈로"},
            {"million multiplications", "곱셈 (백만)"}, cells);
  Finding finding{.verdict = verdict_of_costs(products, costs.most)};
  const auto [fewest, most] = std::ranges::minmax(products);
  const Bilingual counted =
      fewest == most
          ? Bilingual{"as many multiplications for any number of heads", "헤드 수와 상관없이 곱셈 수가 같고"}
          : both("{} to {} multiplications a sequence", "곱셈은 한 열에 {}…{}번이고", grouped(fewest),
                 grouped(most));
  const Bilingual time = both(
      "up to {} times the time of one head (softmax has h times as many scores to go through); about as much "
      "is less than {:.2f} times",
      "시간은 헤드 하나의 최대 {}배입니다 (소프트맥스가 볼 점수는 h배). 비슷하다는 것은 {:.2f}배보다 적다는 "
      "뜻입니다",
      ratio_text(costs.slowest), about_as_much);
  finding.measured = {counted.english + "; " + time.english, counted.korean + ", " + time.korean};
  finding.answer = costs.last.most < about_as_much     ? LabAnswer::yes
                   : costs.last.least >= about_as_much ? LabAnswer::no
                                                       : LabAnswer::unknown;
  finding.tables.push_back(costs.table);
  if (options.given) finding.given = cost_in_a_translator(options);
  return finding;
}

}  // namespace heed
