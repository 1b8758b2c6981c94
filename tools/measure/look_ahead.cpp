// C10: what happens without the look-ahead mask.
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/mask.hpp"
#include "lib/array/reduce.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/score/bleu.hpp"
#include "models/seq2seq.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

/// Logits of the batch's targets; looking ahead, each position sees the token that it has to predict.
Variable logits_looking_ahead(const Transformer& model, const Batch& batch) {
  const std::int32_t pad = model.options().pad;
  const Variable target = model.position(model.target_embedding(batch.target_in));
  return model.generator(model.decoder(target, model.encode(batch.source),
                                       {.mask = Mask::padding(batch.target_in, pad)},
                                       {.mask = Mask::padding(batch.source, pad)}));
}

/// A training gives on the test: nats and right tokens of each sentence by teacher forcing; BLEU's counts of
/// what it writes by itself.
struct Trained {
  std::vector<double> loss{}, right{}, tokens{};
  SegmentStatistics written;
  double bleu = 0;
};

Trained train_with(const TranslationData& data, const SessionOptions& run, const BatchLogits& logits_of,
                   const Transformer& model, const std::string& label) {
  run_session(
      {.task = next_token_task(model, logits_of, data.train.examples, data.valid.examples, task_options(run)),
       .score = {.name = "−loss",
                 .measure = [&] { return -next_token_loss(model, logits_of, data.valid.examples); }}},
      run, {.talk = Talk::bar, .label = label});
  const NoGrad no_grad;
  model.eval();
  Trained result{.written = bleu_counts(data, Translator(model, data.source, data.target), 200)};
  result.bleu = Bleu({.tokenize = BleuTokenizer::none}).score_of(result.written.sums());
  for (std::size_t i = 0; i < data.test.examples.size(); ++i) {
    const Batch batch = make_batch(data.test.examples, std::span(&i, 1));
    const Variable logits = logits_of(batch);
    const std::vector<std::int32_t> best =
        argmax_rows(logits.value().reshape({logits.dim(1), logits.dim(2)}));
    double right = 0;
    for (std::int64_t t = 0; t < batch.target_out.size(); ++t)
      right += best[static_cast<std::size_t>(t)] == batch.target_out[t];
    result.loss.push_back(
        cross_entropy(logits, batch.target_out, {.reduction = Reduction::sum}).value().item());
    result.right.push_back(right);
    result.tokens.push_back(static_cast<double>(batch.target_out.size()));
  }
  return result;
}

/// The mean of a part a token: of one training over its sentences, of several over the trainings.
MeanInterval over(const std::vector<Trained>& trainings, const std::vector<double> Trained::*part) {
  if (trainings.size() == 1) return ratio_of_sums(trainings[0].*part, trainings[0].tokens);
  std::vector<double> means;
  for (const Trained& t : trainings) means.push_back(ratio_of_sums(t.*part, t.tokens).mean);
  return mean_interval(means);
}
MeanInterval bleu_of(const std::vector<Trained>& trainings) {
  std::vector<double> all;
  for (const Trained& t : trainings) all.push_back(t.bleu);
  return mean_interval(all);
}

}  // namespace

MeanInterval bleu_without_mask(const std::vector<SeedPair>& seeds) {
  if (seeds.size() > 1) return paired_seeds_interval(seeds);
  const BleuDifference one = paired_sentences(*seeds[0].first, *seeds[0].second);
  return {one.difference, one.half_width};
}

ClaimVerdict verdict_of_cheating(const MeanInterval& loss, const MeanInterval& bleu, double masked_bleu) {
  const bool cheats = most_of(loss) < 0, fails = most_of(bleu) < -masked_bleu / 2;
  if (cheats && fails) return ClaimVerdict::holds;
  if (cheats || fails) return ClaimVerdict::holds_in_part;
  return least_of(loss) > 0 || least_of(bleu) > 0 ? ClaimVerdict::does_not_hold
                                                  : ClaimVerdict::inside_the_noise;
}

Finding looking_ahead(const ExperimentOptions& options) {
  const TranslationData data = grammar_data(options);
  TranslationSession session = grammar_session(options);
  session.model.source_vocab = static_cast<std::int64_t>(data.source.vocabulary.size());
  session.model.target_vocab = static_cast<std::int64_t>(data.target.vocabulary.size());
  enum class Sight { past, all };
  const auto train = [&](Sight sight, std::uint64_t seed) {
    Rng rng(seed);
    const Transformer model(session.model, rng);
    session.run.seed = seed;
    const auto logits_of = [model, sight](const Batch& b) {
      return sight == Sight::past ? model(b.source, b.target_in) : logits_looking_ahead(model, b);
    };
    return train_with(data, run_of(session), logits_of, model,
                      word(sight == Sight::past ? "masked" : "looking ahead").in(spoken_language()));
  };
  std::vector<Trained> masked, ahead;
  std::vector<double> more_loss;
  const std::uint64_t seeds = options.quick ? 1 : 3;
  MeanInterval loss;  // nats a token without the mask, less those with it, seed by seed
  for (std::uint64_t s = 0; s < seeds && (s == 0 || !interrupt_requested()); ++s) {
    masked.push_back(train(Sight::past, options.seed + s));
    ahead.push_back(train(Sight::all, options.seed + s));
    std::vector<double> more;
    for (std::size_t i = 0; i < ahead[s].loss.size(); ++i)
      more.push_back(ahead[s].loss[i] - masked[s].loss[i]);
    loss = ratio_of_sums(more, masked[s].tokens);
    more_loss.push_back(loss.mean);
  }
  if (more_loss.size() > 1) loss = mean_interval(more_loss);
  std::vector<SeedPair> written;
  for (std::size_t i = 0; i < masked.size(); ++i) written.emplace_back(&masked[i].written, &ahead[i].written);
  const MeanInterval bleu = bleu_without_mask(written);
  const double masked_bleu = bleu_of(masked).mean;
  ResultTable table(text_of("C10.table"),
                    {"trained", "test loss", "right, teacher-forced", "BLEU, free-running"});
  for (const auto& [name, all] : {std::pair("causal mask", &masked), {"no mask", &ahead}}) {
    const MeanInterval reached = bleu_of(*all);
    table.add({name, interval_cell("{:.3f} ± {:.3f}", over(*all, &Trained::loss), "nats"),
               interval_cell("{:.1f} ± {:.1f} %", over(*all, &Trained::right), "%", 100),
               interval_cell(reached.half_width ? "{:.1f} ± {:.1f}" : "{:.1f}", reached, "BLEU")});
  }
  return {
      .verdict = verdict_of_cheating(loss, bleu, masked_bleu),
      .measured = text_of("C10.measured", over(ahead, &Trained::loss).mean, over(masked, &Trained::loss).mean,
                          loss.mean, loss.half_width.value_or(0), 100 * over(ahead, &Trained::right).mean,
                          100 * over(masked, &Trained::right).mean, bleu_of(ahead).mean, masked_bleu,
                          bleu.mean, bleu.half_width.value_or(INFINITY),
                          seeds == 1 ? text_of("C10.one training") : text_of("C10.seeds", masked.size())),
      .tables = {table}};
}

}  // namespace heed
