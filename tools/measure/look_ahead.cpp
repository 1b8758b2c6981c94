// C10: what happens without the look-ahead mask.
#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/mask.hpp"
#include "lib/report/interrupt.hpp"
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

/// A training gives this on the test.
struct Trained {
  std::vector<double> losses{}, tokens{};  // of each sentence, by teacher forcing
  double loss = 0, right = 0;              // of a token
  SegmentStatistics written;               // by itself
  double bleu = 0;
};

enum class Sight { past, all };

Trained train_with(const TranslationData& data, const TranslationSession& session, Sight sight) {
  Rng rng(session.run.seed);
  const Transformer model(session.model, rng);
  const SessionOptions run = run_of(session);
  const BatchLogits logits_of = [&](const Batch& b) {
    return sight == Sight::past ? model(b.source, b.target_in) : logits_looking_ahead(model, b);
  };
  run_session(
      {.task = next_token_task(model, logits_of, data.train.examples, data.valid.examples, task_options(run)),
       .score = {.name = "−loss",
                 .measure = [&] { return -next_token_loss(model, logits_of, data.valid.examples); }}},
      run,
      {.talk = Talk::bar,
       .label = word(sight == Sight::past ? "masked" : "looking ahead").in(spoken_language())});
  const NoGrad no_grad;
  model.eval();
  Trained result{.written = bleu_counts(data, Translator(model, data.source, data.target), 200)};
  result.bleu = bleu_of(result.written);
  double right = 0, all = 0;
  for (std::size_t i = 0; i < data.test.examples.size(); ++i) {
    const Batch batch = make_batch(data.test.examples, std::span(&i, 1));
    const Variable logits = logits_of(batch);
    right += right_answers(logits.value(), batch.target_out);
    all += static_cast<double>(batch.target_out.size());
    result.losses.push_back(
        cross_entropy(logits, batch.target_out, {.reduction = Reduction::sum}).value().item());
    result.tokens.push_back(static_cast<double>(batch.target_out.size()));
  }
  result.loss = ratio_of_sums(result.losses, result.tokens).mean;
  result.right = right / all;
  return result;
}

double mean_of(const std::vector<Trained>& trainings, double Trained::*number) {
  double sum = 0;
  for (const Trained& t : trainings) sum += t.*number;
  return sum / static_cast<double>(trainings.size());
}

}  // namespace

MeanInterval bleu_without_mask(const std::vector<SeedPair>& seeds) {
  if (seeds.size() > 1) return compare_seeds(seeds).interval();
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
  std::vector<Trained> masked, ahead;
  std::vector<double> more_loss;
  const std::uint64_t seeds = options.quick ? 1 : 3;
  MeanInterval loss;  // nats a token without the mask, less those with it, seed by seed
  for (std::uint64_t s = 0; s < seeds && (s == 0 || !interrupt_requested()); ++s) {
    session.run.seed = options.seed + s;
    masked.push_back(train_with(data, session, Sight::past));
    ahead.push_back(train_with(data, session, Sight::all));
    std::vector<double> more;
    for (std::size_t i = 0; i < ahead[s].losses.size(); ++i)
      more.push_back(ahead[s].losses[i] - masked[s].losses[i]);
    loss = ratio_of_sums(more, masked[s].tokens);
    more_loss.push_back(loss.mean);
  }
  if (more_loss.size() > 1) loss = mean_interval(more_loss);
  std::vector<SeedPair> written;
  for (std::size_t i = 0; i < masked.size(); ++i) written.emplace_back(&masked[i].written, &ahead[i].written);
  const MeanInterval bleu = bleu_without_mask(written);
  const double masked_bleu = mean_of(masked, &Trained::bleu);
  return {
      .verdict = verdict_of_cheating(loss, bleu, masked_bleu),
      .measured = text_of("C10.measured", mean_of(ahead, &Trained::loss), mean_of(masked, &Trained::loss),
                          loss.mean, loss.half_width.value_or(0), 100 * mean_of(ahead, &Trained::right),
                          100 * mean_of(masked, &Trained::right), mean_of(ahead, &Trained::bleu), masked_bleu,
                          bleu.mean, bleu.half_width.value_or(INFINITY),
                          seeds == 1 ? text_of("C10.one training") : text_of("C10.seeds", masked.size()))};
}

}  // namespace heed
