// C17: the same parts build decoders, encoders and a reader of images.
#include <algorithm>
#include <cmath>
#include <functional>

#include "autograd/no_grad.hpp"
#include "nn/next_token_task.hpp"
#include "tools/bert/train_bert.hpp"
#include "tools/lm/train_language.hpp"
#include "tools/measure/claims.hpp"
#include "tools/vit/train_vit.hpp"

namespace heed {
namespace {

constexpr double least_lift = 2;  // times as good as by frequency alone

/// One model has learned this (low … high: 95 %), beside what comes of knowing how often each word or class
/// occurs, and nothing else.
struct Learned {
  const char *name, *task;
  std::int64_t parameters = 0;
  CellNumber reached{};
  double by_frequency = 0;

  /// How many times as many are found as by frequencies, or as few words are left to choose from.
  CellNumber times_as_good() const {
    if (reached.unit == "perplexity")
      return {by_frequency / reached.value, by_frequency / *reached.high, by_frequency / *reached.low, "×"};
    return {reached.value / by_frequency, *reached.low / by_frequency, *reached.high / by_frequency, "×"};
  }
};

/// "62.1 (60.0 … 64.0)"
std::string with_interval(const CellNumber& n) {
  return fmt::format("{:.1f} ({:.1f} … {:.1f})", n.value, *n.low, *n.high);
}

/// The share of right ones in per cent, with Wilson's interval.
CellNumber share_in_percent(std::int64_t right, std::int64_t all) {
  const ShareInterval interval = wilson_interval(right, all);
  return {.value = 100 * static_cast<double>(right) / static_cast<double>(std::max<std::int64_t>(all, 1)),
          .low = 100 * interval.least,
          .high = 100 * interval.most,
          .unit = "%"};
}

/// Returns −log of how often each token of the training text is the next one, each counted once more: ends of
/// texts, too.
std::vector<double> nats_by_frequency(const LanguageData& data) {
  std::vector<double> counts(static_cast<std::size_t>(data.tokens.size()), 1);
  double all = static_cast<double>(data.tokens.size());
  for (const Example& text : data.train) {
    for (const std::int32_t id : text.target) ++counts[static_cast<std::size_t>(id)];
    ++counts[static_cast<std::size_t>(data.tokens.ids().eos)];
    all += static_cast<double>(text.target.size() + 1);
  }
  for (double& count : counts) count = -std::log(count / all);
  return counts;
}

/// Perplexity of a token of the held-out texts, of each of which `nats_of` sums the losses.
CellNumber perplexity(const LanguageData& data, const std::function<double(const Example&)>& nats_of) {
  std::vector<double> nats, tokens;
  for (const Example& text : data.valid) {
    nats.push_back(nats_of(text));
    tokens.push_back(static_cast<double>(text.target.size() + 1));
  }
  const MeanInterval mean = ratio_of_sums(nats, tokens);
  return {std::exp(mean.mean), std::exp(least_of(mean)), std::exp(most_of(mean)), "perplexity"};
}

Learned decoder(const ExperimentOptions& options) {
  const LanguageData data = load_text({.level = 1, .sentences = options.quick ? 6'000U : 20'000U}, 64);
  LanguageSession session;
  session.model = {
      .max_length = 64, .d_model = 64, .heads = 4, .layers = 2, .dim_feedforward = 128, .dropout = 0};
  session.run.seed = options.seed, session.run.epochs = 5, session.run.learning_rate = 2e-3,
  session.shown = 0;
  const TrainedLanguage trained = train_language(data, session, {.talk = Talk::bar, .label = "GPT"});
  const Gpt& model = trained.model.model();
  const std::vector<double> nats = nats_by_frequency(data);
  const auto by_model = [&](const Example& text) {
    return next_token_loss(model, [&](const Batch& b) { return model(b.target_in); }, {text}) *
           static_cast<double>(text.target.size() + 1);
  };
  const auto by_frequency = [&](const Example& text) {
    double sum = nats[static_cast<std::size_t>(data.tokens.ids().eos)];
    for (const std::int32_t id : text.target) sum += nats[static_cast<std::size_t>(id)];
    return sum;
  };
  return {.name = "GPT",
          .task = "next word",
          .parameters = model.parameter_count(),
          .reached = perplexity(data, by_model),
          .by_frequency = perplexity(data, by_frequency).value};
}

Learned encoder(const ExperimentOptions& options) {
  const TextChoice text{.level = 1, .sentences = options.quick ? 6'000U : 20'000U};
  const LanguageData data = load_text(text, 64);
  BertSession session;
  session.model = {.max_length = 64,
                   .classes = 3,
                   .d_model = 64,
                   .heads = 4,
                   .layers = 2,
                   .dim_feedforward = 128,
                   .dropout = 0};
  session.run.seed = options.seed, session.run.epochs = 10, session.run.learning_rate = 2e-3;
  const TrainedBert trained = train_bert(data, session, {.talk = Talk::bar, .label = "BERT"});
  const Recovered r = recover_words(trained.model, text, options.quick ? 50 : 150);
  return {.name = "BERT",
          .task = "hidden words that the sentence determines",
          .parameters = trained.model.model().parameter_count(),
          .reached = share_in_percent(r.determined_found, r.determined),
          // One knows which word is hidden most often; <eos>, the most frequent token, never is.
          .by_frequency = share_in_percent(r.determined_most, r.determined).value};
}

Learned images(const ExperimentOptions& options) {
  const ImageData data = load_images({.images = options.quick ? 3'000U : 10'000U});
  VitSession session;
  session.model.layers = 2;
  session.run.seed = options.seed, session.run.epochs = 8;
  const TrainedVit trained = train_vit(data, session, {.talk = Talk::bar, .label = "ViT"});
  const NoGrad no_grad;
  const double right = classify(trained.model, labelled(trained.model, data.test)).accuracy;
  const auto images = static_cast<std::int64_t>(data.test.size());
  std::vector<std::int64_t> of_class(static_cast<std::size_t>(data.classes));
  for (const std::int32_t c : data.test.classes) ++of_class[static_cast<std::size_t>(c)];
  return {.name = "ViT",
          .task = "drawn digits",
          .parameters = trained.model.parameter_count(),
          .reached = share_in_percent(std::llround(right * static_cast<double>(images)), images),
          .by_frequency = share_in_percent(std::ranges::max(of_class), images).value};
}

}  // namespace

Finding same_parts(const ExperimentOptions& options) {
  const std::vector<Learned> all{decoder(options), encoder(options), images(options)};
  ResultTable table(text_of("C17.table"),
                    {"model", "task", "parameters", "unseen data", "by frequency alone", "times as good"});
  std::vector<ClaimVerdict> verdicts;
  for (const Learned& one : all) {
    const CellNumber times = one.times_as_good();
    verdicts.push_back(holds_above(least_lift, *times.low, *times.high));
    const auto cell = [&](const std::string& text, const CellNumber& n) {
      return TableCell(one.reached.unit == "%" ? Bilingual{text + " %"} : text_of("C17.perplexity", text), n);
    };
    table.add(
        {one.name,
         one.task,
         count_cell(one.parameters),
         cell(with_interval(one.reached), one.reached),
         cell(fmt::format("{:.1f}", one.by_frequency), {.value = one.by_frequency, .unit = one.reached.unit}),
         {with_interval(times), times}});
  }
  return {.verdict = together(verdicts),
          .measured = text_of("C17.measured", std::ranges::count(verdicts, ClaimVerdict::holds),
                              all[0].reached.value, all[0].by_frequency, all[1].reached.value,
                              all[1].by_frequency, all[2].reached.value, all[2].by_frequency),
          .tables = {table}};
}

}  // namespace heed
