// C7: many narrow heads or one wide one, by time.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>

#include "autograd/no_grad.hpp"
#include "lib/core/message.hpp"
#include "lib/core/seconds.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/report/number.hpp"
#include "lib/score/median.hpp"
#include "lib/text/display.hpp"
#include "nn/batch.hpp"
#include "nn/trace.hpp"
#include "tools/language/language.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/rules.hpp"
#include "tools/training/machine.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

constexpr std::int64_t numbers_of_heads[]{1, 2, 4, 8, 16};

using TimedRun = std::function<void()>;

/// Returns milliseconds of each number of heads: [heads][round]. Where their memory lies makes one module
/// faster than another for as long as it lives, so each round makes all of them anew, in an order and at
/// places of its own; then they take turns, the first one for warming up, and the median of the others is the
/// round's time.
std::vector<std::vector<double>> times_of_rounds(int rounds, int turns, Rng& rng,
                                                 const std::function<TimedRun(std::size_t)>& make) {
  constexpr std::int64_t most_between = 1 << 16;  // numbers
  std::vector<std::vector<double>> times(std::size(numbers_of_heads));
  std::vector<std::size_t> order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(rng.integer(static_cast<std::int64_t>(i)))]);
    std::vector<TimedRun> runs(times.size());
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
  ResultTable table;
  RatioInterval most{};     // bounds of all numbers of heads' ratios: what is judged
  RatioInterval slowest{};  // of the number of heads that takes longest
  RatioInterval last{};     // of 16
};

/// `column`: what stands beside the number of heads, a cell for each.
HeadCosts costs_of(const std::vector<std::vector<double>>& times, Bilingual title, const char* column,
                   const std::vector<TableCell>& cells) {
  HeadCosts costs{.table = {std::move(title), {"heads", column, "ms", "against one (95 %)"}}};
  for (std::size_t i = 0; i < times.size(); ++i) {
    const RatioInterval ratio = ratio_interval(times[i], times[0]);
    costs.most = larger_of(costs.most, ratio);
    if (ratio.median > costs.slowest.median) costs.slowest = ratio;
    costs.last = ratio;
    costs.table.add(
        {count_cell(numbers_of_heads[i]),
         cells[i],
         number_cell("{:.2f}", median(times[i]), "ms"),
         {i == 0 ? "1" : ratio_text(ratio),
          CellNumber{.value = ratio.median, .low = ratio.least, .high = ratio.most, .unit = "×"}}});
  }
  return costs;
}

/// The sentences of a folder, words seen once as <unk>; if quick, the first 1,500 to train on and 200 to
/// judge by.
TranslationData data_of(const GivenCorpus& given, bool quick) {
  ParallelText text =
      read_parallel_text({.folder = given.folder, .source = given.source, .target = given.target});
  if (quick) {
    if (text.corpus.train.size() > 1'500) text.corpus.train.resize(1'500);
    for (std::vector<SentencePair>* part : {&text.corpus.valid, &text.corpus.test})
      if (part->size() > 200) part->resize(200);
  }
  TranslationData data = make_translation_data(text.corpus, {.min_frequency = 2});
  data.source.name = given.source, data.target.name = given.target;
  for (const Message& warning : text.warnings) fmt::print(stderr, "note: {}\n", printable(warning.english));
  for (const std::string& warning : data.warnings) fmt::print(stderr, "note: {}\n", printable(warning));
  return data;
}

}  // namespace

GivenFinding cost_of_heads_on(const GivenCorpus& corpus, const ExperimentOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const TranslationData data = data_of(corpus, options.quick);
  TranslationSession session{.run = {.epochs = options.quick ? 1 : 4}};
  session.model.layer = {.d_model = 128, .heads = 1, .dim_feedforward = 256, .max_length = 202};
  session.run.seed = options.seed;
  const auto model_of = [&](std::int64_t heads) {
    session.model.layer.heads = heads;
    return std::get<Transformer>(untrained_translator(data, session).model());
  };
  std::vector<TableCell> parameters;
  for (const std::int64_t h : numbers_of_heads)
    parameters.push_back(count_cell(model_of(h).parameter_count()));
  std::vector<std::size_t> first(std::min<std::size_t>(64, data.train.examples.size()));
  std::iota(first.begin(), first.end(), std::size_t{0});
  const Batch batch = make_batch(data.train.examples, first);
  Rng rng(options.seed);
  const auto make = [&](std::size_t i) -> TimedRun {
    return [&batch, model = model_of(numbers_of_heads[i])] {
      cross_entropy(model(batch.source, batch.target_in), batch.target_out, {.ignore_index = 0}).backward();
    };
  };
  std::filesystem::path folder = corpus.folder.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const std::string name = printable(folder.filename().string()),
                    where = fmt::format("{}, {} → {}", name, corpus.source, corpus.target);
  const HeadCosts costs =
      costs_of(times_of_rounds(options.quick ? 6 : 12, options.quick ? 1 : 3, rng, make),
               text_of("C7.translator table", first.size(), where), "parameters", parameters);
  return {.command = fmt::format("./heed lab C7 --data {} --source {} --target {}{}{}", name, corpus.source,
                                 corpus.target, options.quick ? " --quick" : "",
                                 options.seed == 1 ? "" : fmt::format(" --seed {}", options.seed)),
          .verdict = verdict_of_ratio(costs.most),
          .measured = text_of("C7.translator", where, ratio_text(costs.slowest)),
          .tables = {costs.table},
          .seconds = seconds_since(start),
          .machine = describe_machine()};
}

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

Finding cost_of_heads(const ExperimentOptions& options) {
  constexpr std::int64_t d_model = 256, tokens = 128, batch = 4;
  Rng rng(options.seed);
  const Variable x(rng.normal({batch, tokens, d_model}));
  const Array ones = Array::ones(x.shape());
  std::vector<std::int64_t> products;
  std::vector<TableCell> cells;
  for (const std::int64_t h : numbers_of_heads) {
    products.push_back(multiplications({d_model, h, rng}, x) / batch);
    cells.push_back(number_cell("{:.1f}", static_cast<double>(products.back()) / 1e6, "million"));
  }
  const auto make = [&](std::size_t i) -> TimedRun {
    return [&ones, own = Variable::parameter(rng.normal(x.shape())),
            module = MultiheadAttention(d_model, numbers_of_heads[i], rng)] {
      module(own, own, own).backward({.gradient = ones});
    };
  };
  const HeadCosts costs = costs_of(times_of_rounds(options.quick ? 15 : 31, options.quick ? 5 : 9, rng, make),
                                   text_of("C7.table"), "million multiplications", cells);
  const auto [fewest, most] = std::ranges::minmax(products);
  const Bilingual multiplied =
      fewest == most ? text_of("C7.as many") : text_of("C7.counted", grouped(fewest), grouped(most));
  return {.verdict = verdict_of_costs(products, costs.most),
          .measured = text_of("C7.measured", multiplied, ratio_text(costs.slowest), about_as_much),
          .tables = {costs.table},
          .answer = costs.last.most < about_as_much     ? ClaimAnswer::yes
                    : costs.last.least >= about_as_much ? ClaimAnswer::no
                                                        : ClaimAnswer::unknown};
}

}  // namespace heed
